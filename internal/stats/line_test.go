package stats

import (
	"math/rand/v2"
	"testing"
)

// TestLineIntervals holds a line through three points to its normal equations solved in fractions, with t(0.975, 1) = 12.7062
// (tables).
func TestLineIntervals(t *testing.T) {
	l, ok := FitLine([]float64{1, 2, 4}, []float64{10, 15, 23})
	if !ok {
		t.Fatal("no fit")
	}
	near(t, "fixed", l.Fixed, 5.727826675693974, 1e-12)
	near(t, "slope", l.Slope, 4.407582938388626, 1e-12)
	near(t, "residual", l.MaxResidual, 0.03046716316858497, 1e-12)
	if l.Worst != 1 {
		t.Errorf("worst point %d, want 1", l.Worst)
	}
	fixed, slope, ok := l.Intervals(0.95)
	if !ok {
		t.Fatal("no intervals")
	}
	near(t, "half-width of fixed", (fixed.High-fixed.Low)/2, 12.7062*0.5626530175556758, 1e-4)
	near(t, "half-width of slope", (slope.High-slope.Low)/2, 12.7062*0.2985352087781181, 1e-4)
	near(t, "centre", fixed.Value, l.Fixed, 0)
}

func TestLineThroughTwoPoints(t *testing.T) {
	l, ok := FitLine([]float64{1, 3}, []float64{10, 20})
	if !ok {
		t.Fatal("no fit")
	}
	near(t, "fixed", l.Fixed, 5, 1e-12)
	near(t, "slope", l.Slope, 5, 1e-12)
	if _, _, ok := l.Intervals(0.95); ok {
		t.Error("two points gave an interval")
	}
}

// TestLineCoverage: intervals that are right 95 times in 100 where the relative errors are normal and independent, at the
// sizes that openssl speed has.
func TestLineCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const trials = 4000
	blocks := []float64{1, 2, 5, 17, 129, 257}
	var fixedHit, slopeHit float64
	for range trials {
		times := make([]float64, len(blocks))
		for i, b := range blocks {
			times[i] = (263 + 70*b) * (1 + 0.005*rng.NormFloat64())
		}
		l, _ := FitLine(blocks, times)
		fixed, slope, _ := l.Intervals(0.95)
		if fixed.Low <= 263 && 263 <= fixed.High {
			fixedHit++
		}
		if slope.Low <= 70 && 70 <= slope.High {
			slopeHit++
		}
	}
	// three standard errors of 4000 draws at 0.95 are 1.03 %
	near(t, "coverage of fixed", fixedHit/trials, 0.95, 0.0104)
	near(t, "coverage of slope", slopeHit/trials, 0.95, 0.0104)
}
