package report

import (
	"slices"
	"testing"

	"cpb/result"
)

// TestFigureRows: rows of groups that are several runs say of which one they are, and what else the source said of them.
func TestFigureRows(t *testing.T) {
	d := &result.Document{}
	groups := []result.Group{{Name: "Before"}, {Name: "After"}}
	for i, g := range []int{0, 0, 0, 1, 1, 1} {
		r := result.Result{Primitive: "mldsa", Operation: "verify", CallsPerSecond: float64(1 + i)}
		r.Run = []string{"x86", "x86", "arm"}[i%3] + " / " + groups[g].Name
		r.Detail = []string{"valid", "invalid", ""}[i%3]
		d.Results = append(d.Results, r)
		groups[g].Results = append(groups[g].Results, i)
	}
	a := &account{key: blockKey{primitive: "mldsa", operation: "verify", threads: 1}}
	sheets := a.figureSheets(d, newNaming(groups), newVersions(d, groups))
	if len(sheets) != 1 {
		t.Fatalf("%d sheets", len(sheets))
	}
	var names []string
	for _, r := range sheets[0].rows {
		names = append(names, r.name+" "+r.cells[0].text+" "+r.cells[1].text)
	}
	if want := []string{"x86, valid 1.00 4.00", "x86, invalid 2.00 5.00", "arm 3.00 6.00"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}
