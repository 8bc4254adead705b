package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestSignedRankCritical holds k to the published tables of the signed-rank statistic (two-sided 5 %: the largest T that
// rejects is 0, 2, 3, 5, 8, 13, 25, 52, 89, 137, 159 for these n); the interval ends at the average after so many.
func TestSignedRankCritical(t *testing.T) {
	for n, rejects := range map[int]int{6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 12: 13, 15: 25, 20: 52, 25: 89, 30: 137, 32: 159} {
		if got := signedRankCritical(n, 0.05); got != rejects+1 {
			t.Errorf("n=%d: the interval ends at Walsh average %d, want %d", n, got, rejects+1)
		}
	}
	if got := signedRankCritical(5, 0.05); got != 0 {
		t.Errorf("n=5: %d, but 2/2⁵ is above 5 %%", got)
	}
}

func TestSignedRankNormalMatchesExact(t *testing.T) {
	mean, sd := 100.0*101/4, math.Sqrt(100.0*101*201/24)
	approx := math.Floor(mean - 1.959964*sd)
	near(t, "n=100", float64(signedRankCritical(100, 0.05)), approx, 8)
	near(t, "n=101", float64(signedRankCritical(101, 0.05)), math.Floor(101.0*102/4-1.959964*math.Sqrt(101.0*102*203/24)), 0)
}

// TestLocationByHand: of 1..6 the Walsh averages run from 1 to 6 about 3.5, and P(T = 0) = 1/64: the interval from the first
// to the last is right with probability 62/64, the one without these two with 60/64, which is below 95 %.
func TestLocationByHand(t *testing.T) {
	got, ok := Location([]float64{4, 1, 6, 2, 5, 3}, 0.95)
	if !ok {
		t.Fatal("no interval for six values")
	}
	near(t, "value", got.Value, 3.5, 0)
	near(t, "low", got.Low, 1, 0)
	near(t, "high", got.High, 6, 0)
}

// TestLocationFew: mean 2, s = 1, t(0.975, 2) = 4.303 (tables): half-width 4.303/√3.
func TestLocationFew(t *testing.T) {
	got, ok := Location([]float64{1, 2, 3}, 0.95)
	if !ok {
		t.Fatal("no interval for three values")
	}
	near(t, "value", got.Value, 2, 1e-12)
	near(t, "half-width", got.High-got.Value, 4.303/math.Sqrt(3), 1e-3)
	if _, ok := Location([]float64{1}, 0.95); ok {
		t.Error("one value has an interval")
	}
}

// TestLocationCoverage: an interval that is right 95 times in 100 on draws with heavy tails, where a mean's would be wide.
func TestLocationCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials, truth = 4000, 0.25
	hit := 0
	for range trials {
		x := make([]float64, 32)
		for i := range x {
			x[i] = truth + rng.NormFloat64()*0.01
			if rng.IntN(50) == 0 {
				x[i] += rng.NormFloat64()
			}
		}
		got, _ := Location(x, 0.95)
		if got.Low <= truth && truth <= got.High {
			hit++
		}
	}
	// three standard errors of 4000 draws at 0.95 are 1.03 %
	near(t, "coverage", float64(hit)/trials, 0.95, 0.0104)
}

func TestQuantileIntervalCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const trials = 4000
	truth := -0.6744897501960817 // the 25 % quantile of the unit normal
	hit := 0
	for range trials {
		x := make([]float64, 32)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		got, ok := QuantileInterval(x, 0.25, 0.95)
		if !ok {
			t.Fatal("no interval for 32 values")
		}
		if got.Low <= truth && truth <= got.High {
			hit++
		}
	}
	// order statistics are discrete: at least the level, and not much more
	if c := float64(hit) / trials; c < 0.94 || c > 0.985 {
		t.Errorf("coverage %v, want 0.95 or a little more", c)
	}
	if _, ok := QuantileInterval(make([]float64, 8), 0.25, 0.95); ok {
		t.Error("eight values bound a 25 % quantile from below at 95 %")
	}
}

func TestQuantile(t *testing.T) {
	near(t, "median of 4", Median([]float64{4, 1, 3, 2}), 2.5, 0)
	near(t, "quarter of 5", Quantile([]float64{5, 4, 3, 2, 1}, 0.25), 2, 0)
	near(t, "top", Quantile([]float64{5, 4, 3, 2, 1}, 1), 5, 0)
	if !math.IsNaN(Median(nil)) {
		t.Error("the median of nothing is a number")
	}
}

// TestFitLine uses SHA-1 of OpenSSL 1.0.2g as published: t = 263 + 70.0 per block of 64 bytes.
func TestFitLine(t *testing.T) {
	blocks := []float64{1, 2, 5, 17, 129}
	times := make([]float64, len(blocks))
	for i, b := range blocks {
		times[i] = 263 + 70*b
	}
	l, ok := FitLine(blocks, times)
	if !ok {
		t.Fatal("no fit")
	}
	near(t, "fixed", l.Fixed, 263, 1e-9)
	near(t, "slope", l.Slope, 70, 1e-9)
	near(t, "residual", l.MaxResidual, 0, 1e-12)
	if _, _, ok := l.Intervals(Level); !ok {
		t.Error("no intervals for five points")
	}
	if _, ok := FitLine([]float64{3, 3}, []float64{1, 2}); ok {
		t.Error("a line through one x")
	}
	if _, ok := FitLine([]float64{1, 2}, []float64{0, 2}); ok {
		t.Error("a line through a time of zero")
	}
}
