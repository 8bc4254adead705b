package rival

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchmath"
)

func TestRulesAreDescribed(t *testing.T) {
	names := map[string]bool{}
	for _, r := range Rules() {
		if r.Name == "" || r.Says == "" || r.Source == "" || r.Judge == nil || names[r.Name] {
			t.Errorf("%q is incomplete or there twice", r.Name)
		}
		names[r.Name] = true
		if r.Paired != strings.HasPrefix(r.Name, "tango") {
			t.Errorf("%s: paired %v", r.Name, r.Paired)
		}
	}
}

// TestRulesTakeAnything: what is no series of times gets no verdict, and changes nothing that it was given.
func TestRulesTakeAnything(t *testing.T) {
	equal := Series(slices.Repeat([]float64{100}, 50))
	with := func(v float64) Series {
		s := slices.Clone(equal)
		s[25] = v
		return s
	}
	for _, odd := range []Series{nil, {}, {100}, equal, with(math.NaN()), with(0), with(-1), with(math.Inf(1)), with(math.Inf(-1)), with(math.MaxFloat64),
		with(math.SmallestNonzeroFloat64), make(Series, 50)} {
		for _, r := range Rules() {
			for _, pair := range [][2]Series{{odd, equal}, {equal, odd}, {odd, odd}} {
				j := r.Judge(pair[0], pair[1], rand.New(rand.NewPCG(1, 1)))
				if j.Different || math.IsNaN(j.Ratio+j.Low+j.High) || math.IsInf(j.Ratio+j.Low+j.High, 0) {
					t.Errorf("%s of %v and %v: %+v", r.Name, pair[0], pair[1], j)
				}
			}
		}
	}
}

// The order of a series is the caller's, and a judgement is that of the seed.
func TestRulesLeaveSeriesAlone(t *testing.T) {
	base, other := recorded{seed: 7, n: 60, shift: 1.02, spread: 0.01, outliers: 0.1}.series()
	b, o := slices.Clone(base), slices.Clone(other)
	for _, r := range Rules() {
		first := r.Judge(base, other, rand.New(rand.NewPCG(3, 4)))
		if !slices.Equal(base, b) || !slices.Equal(other, o) {
			t.Fatalf("%s changed a series", r.Name)
		}
		if again := r.Judge(base, other, rand.New(rand.NewPCG(3, 4))); again != first {
			t.Errorf("%s: %+v, then %+v", r.Name, first, again)
		}
	}
}

func TestMeansOfParts(t *testing.T) {
	if got := (Series{1, 2, 3, 4, 5, 6}).means(3); !slices.Equal(got, Series{1.5, 3.5, 5.5}) {
		t.Errorf("six in three: %v", got)
	}
	if got := (Series{1, 2, 3, 4, 5}).means(2); !slices.Equal(got, Series{1.5, 4}) {
		t.Errorf("five in two: %v", got)
	}
	if got := (Series{3, 1}).means(10); !slices.Equal(got, Series{3, 1}) {
		t.Errorf("two in ten: %v", got)
	}
}

// withU are n values a side of which u pairs have the base above.
func withU(n, u int) (base, other Series) {
	for i := range n {
		base = append(base, 100+float64(i))
		below := u / n
		if i < u%n {
			below++
		}
		other = append(other, 100+float64(n-below)-0.5+float64(i)/1000)
	}
	return base, other
}

// TestBenchstatByTables: the largest U that rejects at 5 %, two-sided, is 23 of 10 and 10 values and 17 of 9 and 9 in the published
// tables. The normal approximation that scipy takes for Google Benchmark, (n²/2 - U - ½) ÷ √(n²(2n+1)/12) > 1.96, ends at the same.
func TestBenchstatByTables(t *testing.T) {
	for n, rejects := range map[int]int{9: 17, 10: 23} {
		for u := rejects - 1; u <= rejects+2; u++ {
			base, other := withU(n, u)
			want := u <= rejects
			if j := judgeBenchstat(base, other, nil); j.Different != want {
				t.Errorf("%d values, U = %d: different %v", n, u, j.Different)
			}
			square := float64(n * n)
			if z := (square/2 - float64(u) - 0.5) / math.Sqrt(square*float64(2*n+1)/12); (z > 1.959964) != want {
				t.Errorf("%d values, U = %d: z = %v", n, u, z)
			}
		}
	}
}

// TestBenchstatAgreesWithBenchstat: what benchstat prints is a percentage where the rule says different, else ~.
func TestBenchstatAgreesWithBenchstat(t *testing.T) {
	for seed := range uint64(50) {
		base, other := recorded{seed: seed, n: 100, shift: 1.003, spread: 0.01, outliers: 0.02}.series()
		b := benchmath.NewSample(slices.Clone(base.means(10)), &benchmath.DefaultThresholds)
		o := benchmath.NewSample(slices.Clone(other.means(10)), &benchmath.DefaultThresholds)
		medianB, medianO := (b.Values[4]+b.Values[5])/2, (o.Values[4]+o.Values[5])/2
		printed := benchmath.AssumeNothing.Compare(b, o).FormatDelta(medianB, medianO)
		j := judgeBenchstat(base, other, nil)
		if j.Different != strings.HasSuffix(printed, "%") {
			t.Errorf("different %v, benchstat prints %s", j.Different, printed)
		}
		near(t, "ratio", j.Ratio, medianO/medianB, 1e-12)
	}
}

// TestTangoFences: of the first eleven the quarters end at x[2] = 1 and x[7] = 20, and nothing is below 1 - 1.5 × 19. Of ten
// with one far below and two far above, one is left out at either end; with none below, none, which is tango's miscount.
func TestTangoFences(t *testing.T) {
	for _, test := range []struct {
		differences []float64
		low, high   float64
		ok          bool
	}{
		{[]float64{-10, 0, 1, 2, 3, 4, 5, 20, 30, 40, 50}, 0, 0, false},
		{[]float64{-100, 0, 1, 2, 3, 4, 5, 6, 100, 200}, 0, 100, true},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, 100, 200}, 0, 0, false},
		{[]float64{-2, 0, 0, 0, 0, 0, 0, 0}, 0, 0, true}, // a range of 0 counts as 1 ns: 1.5 below
		{[]float64{-1, 0, 0, 0, 0, 0, 0, 0}, 0, 0, false},
		{[]float64{1, 2, 3}, 0, 0, false},
	} {
		low, high, ok := tangoFences(test.differences)
		if low != test.low || high != test.high || ok != test.ok {
			t.Errorf("%v: %v to %v, %v; want %v to %v, %v", test.differences, low, high, ok, test.low, test.high, test.ok)
		}
	}
}

// TestHyperfineByHand: 99 and 101 have the mean 100 and s² = 2; 103 and 105, 104 and the same. 104/100 = 1.04, and
// 1.04 × √(2/100² + 2/104²) = 0.0204: printed 1.04 ± 0.02.
func TestHyperfineByHand(t *testing.T) {
	base, slower := Series{99, 101}, Series{103, 105}
	j := judgeHyperfine(base, slower, nil)
	near(t, "ratio", j.Ratio, 1.04, 1e-12)
	near(t, "low", j.Low, 1.04-0.020404, 1e-6)
	near(t, "high", j.High, 1.04+0.020404, 1e-6)
	if !j.Different {
		t.Error("1.04 ± 0.02 is not different")
	}
	// The other way around it is still 1.04 ± 0.02, times faster.
	j = judgeHyperfine(slower, base, nil)
	near(t, "ratio", j.Ratio, 1/1.04, 1e-12)
	near(t, "low", j.Low, 1/1.060404, 1e-6)
	near(t, "high", j.High, 1/1.019596, 1e-6)
	if !j.Different {
		t.Error("1.04 ± 0.02 is not different")
	}
	// 1.02 × √(2/100² + 2/102²) = 0.0202: 1.02 ± 0.02.
	if j := judgeHyperfine(base, Series{101, 103}, nil); j.Different {
		t.Error("1.02 ± 0.02 is different")
	}
	// What is printed as 1.00 ± 0.00 is no difference, however sure.
	if j := judgeHyperfine(Series{100, 100}, Series{100.4, 100.4}, nil); j.Different {
		t.Error("1.00 ± 0.00 is different")
	}
}

// TestWelchAgreesWithR: Student's sleep data (R, sleep; 10 added, so that all are times), of which R's t.test says t = -1.8608,
// df = 17.776, p = 0.07939, the difference from -0.2054832 to 3.3654832.
func TestWelchAgreesWithR(t *testing.T) {
	base := Series{10.7, 8.4, 9.8, 8.8, 9.9, 13.4, 13.7, 10.8, 10.0, 12.0}
	other := Series{11.9, 10.8, 11.1, 10.1, 9.9, 14.4, 15.5, 11.6, 14.6, 13.4}
	j := judgeWelch(base, other, nil)
	near(t, "ratio", j.Ratio, 12.33/10.75, 1e-12)
	near(t, "low", (j.Low-1)*10.75, -0.2054832, 1e-7)
	near(t, "high", (j.High-1)*10.75, 3.3654832, 1e-7)
	if j.Different {
		t.Error("p = 0.079 is different")
	}
}

// TestWelchWhereItRejects: 1, 2, 3 and 11, 12, 13: t = 10/√(2/3) = 12.25 with 4 degrees of freedom; t(0.975, 4) = 2.776 (tables).
func TestWelchWhereItRejects(t *testing.T) {
	j := judgeWelch(Series{1, 2, 3}, Series{11, 12, 13}, nil)
	near(t, "ratio", j.Ratio, 6, 1e-12)
	near(t, "half-width", (j.High-j.Low)/2, 2.776*math.Sqrt(2.0/3)/2, 1e-3)
	if !j.Different {
		t.Error("t = 12.25 is not different")
	}
}

func TestMeansByHand(t *testing.T) {
	base := Series{90, 110}
	for other, want := range map[float64]bool{100.9: false, 101.1: true, 99.1: false, 98.9: true} {
		if j := judgeMeans(base, Series{other}, nil); j.Different != want || math.Abs(j.Ratio-other/100) > 1e-12 {
			t.Errorf("100 and %v: %+v", other, j)
		}
	}
}

// BenchmarkJudge is what a verdict costs, of 400 samples a side.
func BenchmarkJudge(b *testing.B) {
	base, other := recorded{seed: 1, n: 400, shift: 1, spread: 0.01, outliers: 0.05}.series()
	for _, r := range Rules() {
		b.Run(strings.ReplaceAll(r.Name, " ", "_"), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				r.Judge(base, other, rng)
			}
		})
	}
}
