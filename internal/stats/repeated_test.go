package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNominals simulates series that are looked at at each of Looks, and counts in how many zero, which is right, is outside the
// interval at any of them. It tells levels from 0.5 % on; BenchmarkNominals tells all.
func TestNominals(t *testing.T) {
	const series = 20_000
	wrong := outside(rand.New(rand.NewPCG(11, 12)), series)
	for i, n := range nominals {
		got := float64(wrong[i]) / series
		if sd := math.Sqrt(n.overall / series); got > n.overall+4*sd || n.overall >= 0.005 && got < 0.9*n.overall-4*sd {
			t.Errorf("%v at each look: wrong in %v, want at most %v and not much less", n.each, got, n.overall)
		}
	}
}

// BenchmarkNominals simulates ten million series, and reports of each row of nominals how often the interval was wrong ÷ how often it may be.
func BenchmarkNominals(b *testing.B) {
	const series = 10_000_000
	for range b.N {
		wrong := outside(rand.New(rand.NewPCG(15, 16)), series)
		for i, n := range nominals {
			b.ReportMetric(float64(wrong[i])/series/n.overall, fmt.Sprint(n.overall))
		}
	}
	b.ReportMetric(0, "ns/op")
}

// outside counts for each row of nominals in how many of so many series zero is above the interval at any look.
func outside(rng *rand.Rand, series int) []int {
	critical := make([][]int, len(nominals)) // by row, by look
	for i, n := range nominals {
		for _, look := range Looks {
			critical[i] = append(critical[i], signedRankCritical(look, 2*n.each))
		}
	}
	wrong := make([]int, len(nominals))
	x := make([]float64, Looks[len(Looks)-1])
	below := make([]int, len(Looks))
	for range series {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		// as many Walsh averages are below zero as the signed-rank statistic says
		for i, look := range Looks {
			below[i] = signedRank(x[:look])
		}
		for row, k := range critical {
			for i, look := range Looks {
				if all := look * (look + 1) / 2; all-below[i] < k[i] {
					wrong[row]++
					break
				}
			}
		}
	}
	return wrong
}

// signedRank is the sum of the ranks of those values of x that are below zero.
func signedRank(x []float64) (sum int) {
	sorted := slices.SortedFunc(slices.Values(x), func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	for i, v := range sorted {
		if v < 0 {
			sum += i + 1
		}
	}
	return sum
}

// TestRepeatedHoldsForWhoeverStopsAtWill: the worst reader stops as soon as the interval excludes the truth. The plain interval is wrong for
// him in a sixth of all cases and more, the repeated one in a twentieth.
func TestRepeatedHoldsForWhoeverStopsAtWill(t *testing.T) {
	const series = 3000
	rng := rand.New(rand.NewPCG(13, 14))
	var plain, repeated int
	for range series {
		x := make([]float64, 56)
		for i := range x {
			x[i] = rng.NormFloat64()
			if rng.IntN(50) == 0 {
				x[i] *= 20 // a launch that went wrong
			}
		}
		excludes := func(location func([]float64, float64) (Interval, bool)) int {
			for _, look := range Looks {
				if look > len(x) {
					break
				}
				if i, ok := location(x[:look], Level); ok && (i.Low > 0 || i.High < 0) {
					return 1
				}
			}
			return 0
		}
		plain += excludes(Location)
		repeated += excludes(RepeatedLocation)
	}
	if got := float64(plain) / series; got < 0.12 {
		t.Errorf("the plain interval is wrong in %v: no need for another", got)
	}
	if got := float64(repeated) / series; got > 0.05+3*math.Sqrt(0.05*0.95/series) {
		t.Errorf("the repeated interval is wrong in %v", got)
	}
}

func TestRepeatedNeedsValues(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}
	if _, ok := RepeatedLocation(x[:7], Level); ok {
		t.Error("seven values reach one in 256")
	}
	if _, ok := RepeatedLocation(nil, Level); ok {
		t.Error("an interval of nothing")
	}
	// P(T ≤ 2) = 3/1024 is below 0.0044, P(T ≤ 3) = 5/1024 is above: the interval ends at the third Walsh average of 1, 1.5, 2, 2, …
	i, ok := RepeatedLocation(x[:10], Level)
	if !ok || i.Low != 2 || i.High != 9 {
		t.Errorf("got %v, %v", i, ok)
	}
	// a narrower level has a wider interval, and a level that ten values cannot reach has none
	if j, ok := RepeatedLocation(x, 1-0.05/20); !ok || j.Low > i.Low {
		t.Errorf("got %v, %v", j, ok)
	}
	if _, ok := RepeatedLocation(x[:10], 1-0.05/20); ok {
		t.Error("2^-10 is above what a twentieth of 0.025 leaves for a look")
	}
}

func TestNominalOf(t *testing.T) {
	for overall, want := range map[float64]float64{
		0.025:    4.4e-03,
		0.02:     0.02 * 2.0e-03 / 0.0125, // the smaller part of its two neighbours
		0.000001: 0.0000001,               // a tenth, for ten looks
		0.3:      6.6e-02,
	} {
		near(t, "nominal", nominalOf(overall), want, 1e-9)
	}
}

// TestRepeatedP: it is to RepeatedLocation what LocationP is to Location.
func TestRepeatedP(t *testing.T) {
	for nominal, want := range map[float64]float64{
		4.4e-3: 0.025, 2.0e-3: 0.0125, 1e-7: 1e-6, 3e-6: 2.5e-5, 0.07: 1,
		3e-3: 3e-3 * 0.0125 / 2.0e-3, // by the smaller part of its two neighbours
	} {
		near(t, "overall", overallOf(nominal), want, 1e-9)
	}
	for n := 8; n <= 60; n++ {
		for shift := range 40 {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(i*i%17) - 8 + float64(shift)/4
			}
			p, _ := RepeatedP(x)
			i, ok := RepeatedLocation(x, Level)
			if excludes := ok && (i.Low > 0 || i.High < 0); excludes && p > 1-Level || !excludes && p < 0.9*(1-Level) {
				t.Errorf("%d values, shift %d: %v, and the interval %v", n, shift, p, i)
			}
			if plain, _ := LocationP(x); p < plain {
				t.Errorf("%d values, shift %d: %v is below %v of one look", n, shift, p, plain)
			}
		}
	}
	if _, ok := RepeatedP([]float64{1}); ok {
		t.Error("a probability of one value")
	}
}
