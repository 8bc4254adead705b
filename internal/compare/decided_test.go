package compare

import (
	"math"
	"slices"
	"testing"

	"cpb/internal/stats"
	"cpb/result"
)

// TestDecided: of launches that were taken until something was decided by them the interval is the repeated one, and so is its probability;
// below the first look nobody has looked.
func TestDecided(t *testing.T) {
	x := []float64{-0.001, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008, 0.009, 0.01, 0.011, 0.012, 0.013}
	compared := func(until string, x []float64) result.Comparison {
		size := 16
		d := &result.Document{Pairs: []result.Pair{{Base: 1, Other: 0, LaunchLogRatio: x, Until: until}}}
		for _, label := range []string{"base", "head"} {
			d.Results = append(d.Results, result.Result{Label: label, Primitive: "sha256", Operation: "hash", Work: "message", SizeBytes: &size, NsPerCall: 100})
		}
		Compare(d, result.Group{Name: "base", Results: []int{0}}, []result.Group{{Name: "head", Results: []int{1}}}, Options{})
		return d.Comparisons[0]
	}
	turned := make([]float64, len(x)) // the pair was kept the other way round
	for i := range x {
		turned[i] = -x[i]
	}
	plain, _ := stats.Location(turned, stats.Level)
	repeated, _ := stats.RepeatedLocation(turned, stats.Level)
	p, _ := stats.RepeatedP(turned)
	for until, want := range map[string]stats.Interval{"": plain, result.UntilPrecision: plain, result.UntilDecision: repeated} {
		c := compared(until, x)
		if math.Abs(c.Low-math.Exp(want.Low)) > 1e-12 || math.Abs(c.High-math.Exp(want.High)) > 1e-12 {
			t.Errorf("until %q: from %v to %v, want %v", until, c.Low, c.High, want)
		}
		if decided := until == result.UntilDecision; decided != slices.Contains(c.Warnings, byDecision) || decided && c.P != p {
			t.Errorf("until %q: p %v, %q", until, c.P, c.Warnings)
		}
	}
	few, _ := stats.Location(turned[:9], stats.Level)
	if c := compared(result.UntilDecision, x[:9]); math.Abs(c.High-math.Exp(few.High)) > 1e-12 {
		t.Errorf("nine launches: %+v, want %v", c, few)
	}
}
