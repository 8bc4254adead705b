package compare

import (
	"slices"
	"testing"

	"cpb/result"
)

// TestLayout: a difference between two builds with the same instructions is said to be one of where code lies, from either side; nothing is
// said where something has changed, not all was looked at, or there is no difference.
func TestLayout(t *testing.T) {
	slower := []float64{0.03, 0.031, 0.032, 0.033, 0.034, 0.035, 0.036, 0.037}
	equal := []float64{0, 0.0001, -0.0001, 0.0002, -0.0002, 0.0003, -0.0003, 0.0004}
	moved := []string{"a", "b", "c", "d", "e", "f"}
	const want = "layout: the functions that a call runs (9) have the same instructions in both files; elsewhere modulo 64 lie a, b, c, d and 2 more: " +
		"the difference is where code lies, and not the algorithm"
	for _, c := range []struct {
		ratios []float64
		layout *result.Layout
		want   []string
	}{
		{slower, &result.Layout{Functions: 9, Moved: moved}, []string{want}},
		{slower, nil, nil},
		{slower, &result.Layout{Functions: 9}, nil},
		{slower, &result.Layout{Functions: 9, Moved: moved, Changed: []string{"g"}}, nil},
		{slower, &result.Layout{Functions: 9, Moved: moved, Partial: "a call is too long"}, nil},
		{equal, &result.Layout{Functions: 9, Moved: moved}, nil},
	} {
		doc, a, b := sides([]result.Result{at("openssl", "sha1", 16, 100)}, []result.Result{at("openssl", "sha1", 16, 100)})
		doc.Pairs = []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: c.ratios, Layout: c.layout}}
		Compare(doc, a, []result.Group{b}, Options{})
		Compare(doc, b, []result.Group{a}, Options{})
		for _, got := range doc.Comparisons {
			if !slices.Equal(got.Warnings, c.want) {
				t.Errorf("%+v, %s: %q, want %q", c.layout, got.Verdict, got.Warnings, c.want)
			}
		}
	}
	for names, want := range map[int]string{1: "a", 5: "a, b, c, d, e", 6: "a, b, c, d and 2 more"} {
		if got := some(moved[:names]); got != want {
			t.Errorf("%d names: %q", names, got)
		}
	}
}

// TestLayoutOfAFluke: a difference that many comparisons leave no room for has no cause.
func TestLayoutOfAFluke(t *testing.T) {
	c := comparison{Comparison: result.Comparison{Verdict: result.Undecided}}
	if c.place(&result.Layout{Functions: 1, Moved: []string{"a"}}); c.Warnings != nil {
		t.Errorf("it has warnings: %q", c.Warnings)
	}
}
