package stats

import (
	"math"
	"testing"
)

func TestTrend(t *testing.T) {
	// Hollander and Wolfe, Nonparametric Statistical Methods (1973), 185–194, in R's help of cor.test: nine pairs by their first value.
	// tau = 0.4444444, p-value = 0.1194.
	tuna := []float64{2.5, 4.0, 2.6, 3.6, 2.8, 3.1, 5.2, 5.0, 3.8}
	rising := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, test := range []struct {
		name   string
		x      []float64
		tau, p float64
		within float64
	}{
		{"tuna", tuna, 0.4444444, 0.1194, 5e-5},
		{"ten in order", rising, 1, 2 / 3628800., 1e-12},                 // 1 order of 10! and its reverse
		{"four in order", []float64{4, 3, 2, 1}, -1, 2 / 24., 1e-12},     // 1 of 4!
		{"S = 4 of four", []float64{1, 2, 4, 3}, 4 / 6., 8 / 24., 1e-12}, // 4 of 24 orders have S ≥ 4
		{"no order", []float64{2, 4, 1, 3}, 0, 1, 0},
		{"nothing moves", []float64{5, 5, 5, 5, 5}, 0, 1, 0},
		// variance (10·9·25 − 2·1·9)/18 = 124, z = 43/√124
		{"one tie", []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 9}, 44 / 45., 0.00011269, 1e-8},
	} {
		tau, p, ok := Trend(test.x)
		if !ok || math.Abs(tau-test.tau) > 1e-7 || math.Abs(p-test.p) > test.within {
			t.Errorf("%s: tau %g, p %g, %v; want %g, %g", test.name, tau, p, ok, test.tau, test.p)
		}
	}
	if _, _, ok := Trend([]float64{1, 2, 3}); ok {
		t.Error("a trend of three values")
	}
}

// Upper tails of S for ten values: Kendall, Rank Correlation Methods, appendix table 1.
func TestInversions(t *testing.T) {
	for s, want := range map[int]float64{1: 0.500, 9: 0.242, 17: 0.078, 21: 0.036, 23: 0.023, 27: 0.0083, 31: 0.0023, 35: 0.00047} {
		got := inversionsP(10, s) / 2
		if digits := math.Pow(10, 2-math.Ceil(math.Log10(want))); s > 1 && math.Abs(got-want)*digits > 0.6 {
			t.Errorf("S = %d: %g, want %g", s, got, want)
		}
		if got != inversionsP(10, -s)/2 {
			t.Errorf("S = %d and its negative differ", s)
		}
	}
	// The normal approximation, beyond the exact range, is near it: z = (S − 1)/√(n(n−1)(2n+5)/18).
	s := 300
	z := 299 / math.Sqrt(60*59*125/18.)
	if exact, approximate := inversionsP(60, s), math.Erfc(z/math.Sqrt2); math.Abs(exact/approximate-1) > 0.02 {
		t.Errorf("S = %d of 60 values: %g, by the normal distribution %g", s, exact, approximate)
	}
}
