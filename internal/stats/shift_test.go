package stats

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// permeability is the example of Hollander, Wolfe and Chicken, section 4.1, which R has in its manual (wilcox.test): there
// W = 35, p = 0.1272 one-sided, the shift 0.305 from -0.15 to 0.76.
var permeability = struct{ x, y []float64 }{
	x: []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46},
	y: []float64{1.15, 0.88, 0.90, 0.74, 1.21},
}

func TestShiftAgreesWithR(t *testing.T) {
	got, ok := Shift(permeability.y, permeability.x, 0.95)
	if !ok {
		t.Fatal("no interval")
	}
	near(t, "shift", got.Value, 0.305, 1e-12)
	near(t, "low", got.Low, -0.15, 1e-12)
	near(t, "high", got.High, 0.76, 1e-12)
	p, _ := ShiftP(permeability.y, permeability.x)
	near(t, "p", p, 2*0.1272, 1e-4)
}

// TestRankSumCritical holds k to the published tables of U (two-sided 5 %: the largest U that rejects).
func TestRankSumCritical(t *testing.T) {
	for sizes, rejects := range map[[2]int]int{
		{4, 4}: 0, {3, 5}: 0, {5, 5}: 2, {6, 6}: 5, {7, 9}: 12, {8, 8}: 13, {5, 10}: 8, {10, 10}: 23, {15, 15}: 64, {20, 20}: 127,
	} {
		for _, n := range [][2]int{sizes, {sizes[1], sizes[0]}} {
			if got := rankSumCritical(n[0], n[1], 0.05); got != rejects+1 {
				t.Errorf("%d and %d: the interval ends at difference %d, want %d", n[0], n[1], got, rejects+1)
			}
		}
	}
	for _, few := range [][2]int{{3, 3}, {2, 7}, {3, 4}} {
		if got := rankSumCritical(few[0], few[1], 0.05); got != 0 {
			t.Errorf("%v: %d, but ranks cannot reach 5 %%", few, got)
		}
	}
	near(t, "normal at 51", float64(rankSumCritical(51, 51, 0.05)), float64(rankSumCritical(50, 50, 0.05))+51*51/2-50*50/2, 25)
}

// TestShiftFew: 1, 2, 3 and 11, 12, 13 have s² = 1 each, so se = √(2/3), 4 degrees of freedom, t(0.975, 4) = 2.776 (tables).
func TestShiftFew(t *testing.T) {
	x, y := []float64{1, 2, 3}, []float64{11, 12, 13}
	got, ok := Shift(x, y, 0.95)
	if !ok {
		t.Fatal("no interval for three values a side")
	}
	near(t, "shift", got.Value, 10, 1e-12)
	near(t, "half-width", got.High-got.Value, 2.776*0.8164966, 1e-3)
	// t = 10/√(2/3) = 12.25 with 4 degrees of freedom: p = 0.000255
	p, _ := ShiftP(x, y)
	near(t, "p", p, 0.000255, 2e-6)
	if _, ok := Shift(x, y[:1], 0.95); ok {
		t.Error("one value has an interval")
	}
	if _, ok := ShiftP(x[:1], y); ok {
		t.Error("one value has a p")
	}
}

// Values that do not vary have an interval without width and no doubt.
func TestShiftConstant(t *testing.T) {
	got, ok := Shift([]float64{1, 1}, []float64{3, 3}, 0.95)
	if !ok || got != (Interval{2, 2, 2}) {
		t.Errorf("got %v, %v", got, ok)
	}
	if p, _ := ShiftP([]float64{1, 1}, []float64{3, 3}); p != 0 {
		t.Errorf("p = %v of a difference without variation", p)
	}
	if p, _ := ShiftP([]float64{1, 1}, []float64{1, 1}); p != 1 {
		t.Errorf("p = %v of no difference", p)
	}
	if p, _ := ShiftP(make([]float64, 8), make([]float64, 8)); p != 1 {
		t.Errorf("p = %v of eight equal values a side", p)
	}
}

// TestLocationPAgreesWithR: the depression scores of Hollander, Wolfe and Chicken, section 3.1, in R's manual: V = 40,
// p = 0.01953 one-sided.
func TestLocationPAgreesWithR(t *testing.T) {
	before := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	after := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	d := make([]float64, len(before))
	for i := range d {
		d[i] = before[i] - after[i]
	}
	p, _ := LocationP(d)
	near(t, "p", p, 2*0.01953125, 1e-9)
}

// TestLocationPFew: mean 2, s = 1 of three: t = 2√3 = 3.464 with 2 degrees of freedom, p = 0.0742.
func TestLocationPFew(t *testing.T) {
	p, ok := LocationP([]float64{1, 2, 3})
	if !ok {
		t.Fatal("no p for three values")
	}
	near(t, "p", p, 0.0742, 1e-4)
	if _, ok := LocationP([]float64{1}); ok {
		t.Error("one value has a p")
	}
}

// The interval excludes zero where p is at most 5 %, and only there, with every number of values.
func TestIntervalsAgreeWithP(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	draw := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64() + 0.5
		}
		return x
	}
	for range 2000 {
		x, y := draw(2+rng.IntN(20)), draw(2+rng.IntN(20))
		i, _ := Location(x, Level)
		p, _ := LocationP(x)
		if excluded := i.Low > 0 || i.High < 0; excluded != (p <= 1-Level) {
			t.Errorf("location of %d: %v with p = %v", len(x), i, p)
		}
		i, _ = Shift(x, y, Level)
		p, _ = ShiftP(x, y)
		if excluded := i.Low > 0 || i.High < 0; excluded != (p <= 1-Level) {
			t.Errorf("shift of %d and %d: %v with p = %v", len(x), len(y), i, p)
		}
	}
}

func TestNormal(t *testing.T) {
	near(t, "p", NormalP(-1.959964, 1), 0.05, 1e-6)
	near(t, "half", NormalHalf(0.95), 1.959964, 1e-6)
	if NormalP(1, 0) != 0 || NormalP(0, 0) != 1 {
		t.Error("what does not vary is in doubt")
	}
}

// TestDiscoveries is the example of Benjamini and Hochberg's paper, section 3.2: at 0.05 the first four are rejected.
func TestDiscoveries(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1}
	slices.Reverse(p)
	for i, found := range Discoveries(p, 0.05) {
		if want := i >= len(p)-4; found != want {
			t.Errorf("p = %v: %v", p[i], found)
		}
	}
	if found := Discoveries(nil, 0.05); len(found) != 0 {
		t.Error("discoveries in nothing")
	}
	// the second is kept by the third, though above its own limit of 0.0333
	if found := Discoveries([]float64{0.04, 0.045, 0.02}, 0.05); !found[0] || !found[1] || !found[2] {
		t.Errorf("step-up: %v", found)
	}
}
