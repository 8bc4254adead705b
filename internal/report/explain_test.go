package report

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"cpb/internal/golden"
	"cpb/result"
)

// explained are the hand-made documents in testdata/explain by name.
func explained(t *testing.T) map[string]*result.Document {
	t.Helper()
	return documentsIn(t, "testdata/explain")
}

// groupsOf are d's groups: one per run.
func groupsOf(d *result.Document) []result.Group {
	var all []result.Group
	for i, r := range d.Results {
		name := r.Run
		if r.Source != nil {
			name = r.Source.File + "#" + r.Run
		}
		at := slices.IndexFunc(all, func(g result.Group) bool { return g.Name == name })
		if at < 0 {
			at = len(all)
			all = append(all, result.Group{Name: name})
		}
		all[at].Results = append(all[at].Results, i)
	}
	return all
}

func TestExplain(t *testing.T) {
	for name, d := range explained(t) {
		for form, o := range map[string]Options{"80": {}, "80.color": {Color: true}, "40": {Width: 1}} {
			var b bytes.Buffer
			if err := Explain(&b, d, groupsOf(d), o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata/explain", name+".explain."+form+".txt"), b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
			checkClean(t, b.String(), o.Color)
		}
		var b bytes.Buffer
		if err := ExplainMarkdown(&b, d); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata/explain", name+".explain.md"), b.Bytes())
		checkClean(t, b.String(), false)
	}
}
