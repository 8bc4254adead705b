package rival

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A recorded case is two series that the seed makes again, and what the tools' own code said of them: that of criterion.rs 0.7.0
// (src/stats, with the calls of src/analysis/compare.rs and 100,000 resamples) and of tango-bench 0.7.2 (calculate_run_result of
// src/lib.rs), compiled by themselves and given the series.
type recorded struct {
	seed     uint64
	n        int     // samples a side
	shift    float64 // other ÷ base
	spread   float64 // standard deviation of a sample, as a part of it
	outliers float64 // the part of samples that something held up, by up to their own length

	criterion criterionSaid
	tango     [2]tangoSaid // without -o, with it
}

type criterionSaid struct {
	p, low, high, ratio float64
	verdict             string // "": no change; "noise": within the noise threshold
}

type tangoSaid struct {
	ratio       float64
	significant bool
}

var cases = []recorded{
	{1, 100, 1, 0.01, 0, criterionSaid{0.02928, 1.00047, 1.00614, 1.003179, "noise"}, [2]tangoSaid{{1.003179307, false}, {1.003179307, false}}},
	{2, 100, 1.02, 0.01, 0, criterionSaid{0, 1.01518, 1.02148, 1.018347, "regressed"}, [2]tangoSaid{{1.018347056, true}, {1.018347056, true}}},
	{3, 100, 1.03, 0.02, 0.05, criterionSaid{0.82494, 0.95273, 1.03445, 0.995057, ""}, [2]tangoSaid{{0.995057316, false}, {1.025236461, true}}},
	{4, 40, 0.98, 0.01, 0, criterionSaid{0, 0.97443, 0.98266, 0.978482, "improved"}, [2]tangoSaid{{0.978482058, true}, {0.978482058, true}}},
	{5, 12, 1.02, 0.02, 0, criterionSaid{0.02106, 1.00574, 1.04268, 1.024594, "noise"}, [2]tangoSaid{{1.024593914, false}, {1.024593914, false}}},
	{6, 100, 1.005, 0.005, 0, criterionSaid{0, 1.00307, 1.00557, 1.004328, "noise"}, [2]tangoSaid{{1.004328013, false}, {1.004332307, false}}},
	{7, 100, 1.02, 0.005, 0.2, criterionSaid{0.1559, 0.98332, 1.11588, 1.047816, ""}, [2]tangoSaid{{1.047816391, false}, {1.025327878, true}}},
	{8, 60, 0.97, 0.01, 0.1, criterionSaid{0.2333, 0.90707, 1.01967, 0.962479, ""}, [2]tangoSaid{{0.962479375, false}, {0.967264243, true}}},
	{9, 100, 1.012, 0.01, 0.02, criterionSaid{0.0077, 1.00719, 1.05229, 1.026341, "noise"}, [2]tangoSaid{{1.026341392, false}, {1.014471543, true}}},
	{10, 30, 1.0, 0.03, 0, criterionSaid{0.83802, 0.98605, 1.01808, 1.001694, ""}, [2]tangoSaid{{1.001693892, false}, {1.001693892, false}}},
}

// series are made of whole picoseconds, which tango's integers hold too.
func (c recorded) series() (base, other Series) {
	rng := rand.New(rand.NewPCG(c.seed, 0))
	draw := func(level float64) Series {
		s := make(Series, c.n)
		for i := range s {
			v := level * (1 + c.spread*rng.NormFloat64())
			if rng.Float64() < c.outliers {
				v *= 1 + rng.Float64()
			}
			s[i] = math.Round(1000*v) / 1000
		}
		return s
	}
	return draw(1000), draw(1000 * c.shift)
}

func TestCriterionAgreesWithCriterion(t *testing.T) {
	for _, c := range cases {
		base, other := c.series()
		want := c.criterion
		// Of 10,000 resamples the p of a tail q varies by 2√(q(1-q)/10,000); the ends of the interval, by a twentieth
		// of its half-width, since other is drawn anew 317 times only. Four of each.
		p := tBootstrap(base, other, rand.New(rand.NewPCG(c.seed, 1)))
		near(t, "p", p, want.p, 8*math.Sqrt(want.p/2*(1-want.p/2)/criterionResamples)+1e-4)
		j := judgeCriterion(base, other, rand.New(rand.NewPCG(c.seed, 2)))
		near(t, "ratio", j.Ratio, want.ratio, 1e-6)
		near(t, "low", j.Low, want.low, 0.2*(want.high-want.low)/2)
		near(t, "high", j.High, want.high, 0.2*(want.high-want.low)/2)
		if j.Different != (want.verdict == "regressed" || want.verdict == "improved") {
			t.Errorf("seed %d: different %v, criterion says %q", c.seed, j.Different, want.verdict)
		}
	}
}

func TestTangoAgreesWithTango(t *testing.T) {
	for _, c := range cases {
		base, other := c.series()
		for i, want := range c.tango {
			j := tangoRule(i == 1).Judge(base, other, nil)
			near(t, "ratio", j.Ratio, want.ratio, 1e-9)
			if j.Different != want.significant {
				t.Errorf("seed %d, -o %v: different %v, tango says %v", c.seed, i == 1, j.Different, want.significant)
			}
		}
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
