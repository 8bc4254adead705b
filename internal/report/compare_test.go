package report

import (
	"bytes"
	"path/filepath"
	"testing"

	"cpb/internal/compare"
	"cpb/internal/golden"
	"cpb/result"
)

// compared are the documents in testdata/compare by name, their first run held against the others.
func compared(t *testing.T) map[string]*result.Document {
	t.Helper()
	all := documentsIn(t, "testdata/compare")
	for name, d := range all {
		o := compare.Options{}
		if name == "hostile" {
			o.Spread = 0.02
		}
		groups := groupsOf(d)
		compare.Compare(d, groups[0], groups[1:], o)
	}
	return all
}

func TestCompare(t *testing.T) {
	for name, d := range compared(t) {
		groups := groupsOf(d)
		for form, o := range map[string]Options{"80": {}, "80.color": {Color: true}, "40": {Width: 1}} {
			var b bytes.Buffer
			if err := Compare(&b, d, groups[0], groups[1:], o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata/compare", name+"."+form+".txt"), b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
			checkClean(t, b.String(), o.Color)
		}
		var b bytes.Buffer
		if err := CompareMarkdown(&b, d, groups[0], groups[1:]); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata/compare", name+".md"), b.Bytes())
		checkClean(t, b.String(), false)
	}
}

// What a document says of a comparison is shown as it is, and harms nobody, whoever wrote it.
func TestCompareForeign(t *testing.T) {
	size := 16
	d := &result.Document{
		Results: []result.Result{{Primitive: "x", NsPerCall: 1, SizeBytes: &size}, {Primitive: "y"}, {Primitive: "z", CyclesPerCall: 3}},
		Comparisons: []result.Comparison{
			{Primitive: "x", Base: 0, Other: 1, Ratio: 5e-324, Low: 5e-324, High: 1e308, Interval: "paired", Verdict: "fine\x1b[31m"},
			{Primitive: "y", Base: 1, Other: 2, Ratio: 1e300, High: 1e301, Interval: "x"},
			{Primitive: "z", Base: 2, Other: 1, Verdict: result.Same, SizeBytes: &size},
			{Primitive: "not of a group", Base: 2, Other: 0},
		},
	}
	base, others := result.Group{Name: "A", Results: []int{0, 1, 2}}, []result.Group{{Name: "B", Results: []int{1, 2}}, {}}
	var b bytes.Buffer
	if err := Compare(&b, d, base, others, Options{}); err != nil {
		t.Fatal(err)
	}
	checkLines(t, "text", Options{}, b.String())
	checkClean(t, b.String(), false)
	b.Reset()
	if err := CompareMarkdown(&b, d, base, others); err != nil {
		t.Fatal(err)
	}
	checkClean(t, b.String(), false)
}
