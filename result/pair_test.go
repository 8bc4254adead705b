package result

import (
	"slices"
	"testing"
)

func TestPairsOf(t *testing.T) {
	d := &Document{Pairs: []Pair{
		{Base: 0, Other: 1, LaunchLogRatio: []float64{0.5, -0.25}, Until: UntilDecision, Layout: &Layout{Functions: 1}},
		{Base: 1, Other: 2, LaunchLogRatio: []float64{1}},
		{Base: 2, Other: 1, LaunchLogRatio: []float64{-2}},
	}}
	all := PairsOf(d)
	for at, want := range map[[2]int][]float64{{0, 1}: {0.5, -0.25}, {1, 0}: {-0.5, 0.25}, {1, 2}: {1}, {2, 1}: {-2}, {0, 2}: nil} {
		p, ok := all.Of(at[0], at[1])
		if !slices.Equal(p.LaunchLogRatio, want) || ok != (want != nil) || ok && [2]int{p.Base, p.Other} != at {
			t.Errorf("%v: %+v, %v", at, p, ok)
		}
	}
	if p, _ := all.Of(1, 0); p.Until != UntilDecision || p.Layout == nil {
		t.Errorf("turned round it is less: %+v", p)
	}
	if !slices.Equal(d.Pairs[0].LaunchLogRatio, []float64{0.5, -0.25}) {
		t.Error("the document has changed")
	}
}

func TestLooked(t *testing.T) {
	for _, test := range []struct {
		until    string
		launches int
		want     bool
	}{{"", 32, false}, {UntilPrecision, 32, false}, {UntilDecision, 32, true}, {UntilDecision, 10, true}, {UntilDecision, 9, false}} {
		p := Pair{Until: test.until, LaunchLogRatio: make([]float64, test.launches)}
		if p.Looked() != test.want {
			t.Errorf("%+v: %v", test, p.Looked())
		}
	}
}
