package stats

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestDip(t *testing.T) {
	// The example of Hartigan and Hartigan: the quality of 63 statistics departments. Its dip is 0.0595 (R's diptest says 0.05952381).
	faculty := []float64{
		30, 33, 35, 36, 37, 37, 39, 39, 39, 39, 39, 40, 40, 40, 40, 41, 42, 43, 43, 43, 44, 44, 45, 45, 46,
		46, 47, 47, 48, 48, 48, 49, 50, 50, 51, 52, 52, 53, 53, 53, 53, 53, 54, 54, 57, 57, 59, 60, 60, 60,
		61, 61, 61, 61, 62, 62, 62, 62, 63, 66, 70, 72, 72,
	}
	even := make([]float64, 20)
	for i := range even {
		even[i] = float64(i)
	}
	for _, test := range []struct {
		name string
		x    []float64
		want float64
	}{
		{"faculty", faculty, 0.05952381},
		{"two points", []float64{0, 0, 1, 1}, 0.25}, // the greatest there is
		{"evenly spread", even, 1 / 40.},            // 1/(2n), the least
		{"one value", []float64{3, 3, 3}, 1 / 6.},
		{"nearly one value", []float64{1, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 0.05}, // R
		{"five", []float64{0, 2, 3, 5, 6}, 4 / 30.},                         // R: 1.33333 ÷ 2n
		{"one", []float64{3}, 0.5},
	} {
		if got := Dip(test.x); math.Abs(got-test.want) > 1e-8 {
			t.Errorf("%s: %.8f, want %.8f", test.name, got, test.want)
		}
		mirrored := make([]float64, len(test.x))
		for i, v := range test.x {
			mirrored[i] = 100 - 2*v
		}
		if got := Dip(mirrored); math.Abs(got-test.want) > 1e-8 {
			t.Errorf("%s, mirrored: %.8f, want %.8f", test.name, got, test.want)
		}
	}
	if got := Dip(nil); !math.IsNaN(got) {
		t.Errorf("of nothing: %g", got)
	}
}

// Of draws from the uniform distribution, the quantiles are those of R's table qDiptab.
func TestDipOfUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for _, row := range []struct {
		n                            int
		median, nine, nineNinetyNine float64
	}{{20, 0.0733437740592714, 0.0972346018122903, 0.138569903791767}, {30, 0.0614510857304343, 0.0814791379390127, 0.117164140184417}, {50, 0.048851155289608, 0.0649136324046767, 0.0940930106666244}} {
		const draws = 10000
		dips := make([]float64, draws)
		x := make([]float64, row.n)
		for i := range dips {
			for j := range x {
				x[j] = rng.Float64()
			}
			dips[i] = Dip(x)
		}
		for q, want := range map[float64]float64{0.5: row.median, 0.9: row.nine, 0.999: row.nineNinetyNine} {
			tolerance := 0.01
			if q == 0.999 {
				tolerance = 0.05
			}
			if got := Quantile(dips, q); math.Abs(got/want-1) > tolerance {
				t.Errorf("n = %d: the %g quantile is %.5f, want %.5f", row.n, q, got, want)
			}
		}
	}
}

func TestDipLimit(t *testing.T) {
	for n, want := range map[int]float64{20: 0.0972346, 30: 0.0814791, 1000: 0.0156148, 4000: 0.0078074} {
		if got := dipLimit(n); math.Abs(got-want) > 1e-6 {
			t.Errorf("%d values: %.6f, want %.6f", n, got, want)
		}
	}
	for n := 21; n < 2000; n++ {
		if dipLimit(n) >= dipLimit(n-1) {
			t.Errorf("%d values have a limit of %.6f, one less %.6f", n, dipLimit(n), dipLimit(n-1))
		}
	}
}

// shapes are distributions with one mode.
var shapes = map[string]func(*rand.Rand) float64{
	"uniform":     (*rand.Rand).Float64,
	"normal":      (*rand.Rand).NormFloat64,
	"lognormal":   func(r *rand.Rand) float64 { return math.Exp(r.NormFloat64()) },
	"exponential": (*rand.Rand).ExpFloat64,
	"t with two degrees of freedom": func(r *rand.Rand) float64 {
		return r.NormFloat64() / math.Sqrt(r.ExpFloat64())
	},
	"Pareto": func(r *rand.Rand) float64 { return 1 / (1 - r.Float64()) },
	"Cauchy": func(r *rand.Rand) float64 { return r.NormFloat64() / r.NormFloat64() },
	"a spike with a tail": func(r *rand.Rand) float64 {
		x := 0.001 * r.NormFloat64()
		if r.IntN(5) == 0 {
			x += 0.05 * r.ExpFloat64()
		}
		return x
	},
	"outliers": func(r *rand.Rand) float64 {
		if r.IntN(20) == 0 {
			return 0.18 * r.Float64()
		}
		return 0.002 * r.NormFloat64()
	},
}

// TestOneMode: of a thousand cells with one mode, no more than one has two.
func TestOneMode(t *testing.T) {
	const draws = 10000
	for i, name := range slices.Sorted(maps.Keys(shapes)) {
		draw, rng := shapes[name], rand.New(rand.NewPCG(11, uint64(i)))
		for _, n := range []int{28, 32} {
			alarms := 0
			x := make([]float64, n)
			for range draws {
				for i := range x {
					x[i] = draw(rng)
				}
				if _, two := TwoModes(x); two {
					alarms++
				}
			}
			t.Logf("%s, %d values: %d of %d", name, n, alarms, draws)
			if alarms > draws/1000 {
				t.Errorf("%s, %d values: two modes in %d of %d draws, more than one in a thousand", name, n, alarms, draws)
			}
		}
	}
}

// TestTwoModes: two modes 3 % apart, with 0.3 % of noise each, are found, and the boundary is between them.
func TestTwoModes(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 3))
	const draws = 2000
	for _, test := range []struct {
		n, slow int
		least   int // found in at least so many of the draws
	}{
		{32, 16, 1990}, {32, 12, 1990}, {32, 20, 1990}, {32, 10, 1980}, {32, 8, 1600}, {32, 24, 1600}, {28, 12, 1980}, {64, 16, 1990},
	} {
		found := 0
		x := make([]float64, test.n)
		for range draws {
			for i := range x {
				x[i] = 0.003 * rng.NormFloat64()
				if i < test.slow {
					x[i] += 0.03
				}
			}
			if boundary, two := TwoModes(x); two && boundary > 0.01 && boundary < 0.02 {
				found++
			}
		}
		t.Logf("%d of %d: %d of %d", test.slow, test.n, found, draws)
		if found < test.least {
			t.Errorf("%d of %d launches slow: found in %d of %d draws, want %d", test.slow, test.n, found, draws, test.least)
		}
	}
}

// TestLevelsAreNoModes: values of a coarse clock have levels. Few values have no modes.
func TestLevelsAreNoModes(t *testing.T) {
	var levels []float64
	for i := range 32 {
		levels = append(levels, float64(i%4))
	}
	if boundary, two := TwoModes(levels); two {
		t.Errorf("four levels, and two modes at %g", boundary)
	}
	few := make([]float64, leastForModes-1)
	for i := range few {
		few[i] = float64(i % 2)
	}
	if _, two := TwoModes(few); two {
		t.Error("two modes of too few values")
	}
	if boundary, two := TwoModes(append(few, 1)); !two || boundary != 0.5 {
		t.Errorf("of values that are 0 and 1: %g, %v", boundary, two)
	}
	if _, two := TwoModes(nil); two {
		t.Error("two modes of none")
	}
}
