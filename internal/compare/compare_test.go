package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cpb/result"
)

// one compares two results and returns the only comparison.
func one(t *testing.T, base, other result.Result, o Options) result.Comparison {
	t.Helper()
	doc, _ := compare([]result.Result{base}, []result.Result{other}, o)
	if len(doc.Comparisons) != 1 {
		t.Fatalf("%d comparisons", len(doc.Comparisons))
	}
	return doc.Comparisons[0]
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func hasWarning(t *testing.T, c result.Comparison, text string) {
	t.Helper()
	if !strings.Contains(strings.Join(c.Warnings, "\n"), text) {
		t.Errorf("no %q in %q", text, c.Warnings)
	}
}

// counted is what openssl speed prints of a loop: so many calls in so many seconds.
func counted(size int, calls int64, seconds float64) result.Result {
	return result.Result{
		Primitive: "sha1", Operation: "hash", Work: "message", SizeBytes: &size,
		Calls: calls, Seconds: seconds, Source: &result.Source{Tool: "openssl speed"},
	}
}

// SHA-1 of OpenSSL 1.0.2g and 1.1.0-pre4 as published, from counts and seconds: (3.00/23362218)/(3.00/9225205) = 0.394877. Half
// a hundredth of 3 s on either side is 2 × 0.001669 on the log scale.
func TestCounts(t *testing.T) {
	c := one(t, counted(16, 9225205, 3), counted(16, 23362218, 3), Options{})
	near(t, "ratio", c.Ratio, 0.394877, 1e-6)
	near(t, "low", c.Low, 0.394877*math.Exp(-2*0.0016682), 1e-6)
	near(t, "high", c.High, 0.394877*math.Exp(2*0.0016682), 1e-6)
	if c.Verdict != result.Faster || c.Interval != result.IntervalRounding || c.P != 0 {
		t.Errorf("got %+v", c)
	}
	hasWarning(t, c, result.WarnSingleRuns)
	// at 8192 bytes 327032 and 335803 calls: 2.6 % are more than rounding, and less than what runs may differ by
	c = one(t, counted(8192, 327032, 3), counted(8192, 335803, 3), Options{})
	near(t, "ratio", c.Ratio, 0.973880, 1e-6)
	if c.High >= 1 || c.Verdict != result.Undecided {
		t.Errorf("got %+v", c)
	}
}

func printed(figure string, bytesPerSecond float64) result.Result {
	size := 64
	return result.Result{
		Primitive: "sha1", Operation: "hash", SizeBytes: &size, BytesPerSecond: bytesPerSecond,
		Printed: figure, Unit: "1000 B/s", Source: &result.Source{Tool: "openssl speed"},
	}
}

// The same function in two runs of one openssl speed, 64 bytes, as published: 253953.34k and 259511.66k. The interval that
// rounding allows excludes 1 by far; the verdict must not.
func TestTheSameCodeTwice(t *testing.T) {
	c := one(t, printed("253953.34k", 253953340), printed("259511.66k", 259511660), Options{})
	near(t, "ratio", c.Ratio, 0.978582, 1e-6)
	near(t, "low", c.Low, 0.978582, 1e-6)
	if !(c.High < 1) || c.Verdict != result.Undecided {
		t.Errorf("got %+v", c)
	}
	// identical single runs do not show that the speeds are the same either
	if c := one(t, printed("253953.34k", 253953340), printed("253953.34k", 253953340), Options{}); c.Verdict != result.Undecided {
		t.Errorf("got %+v", c)
	}
}

func TestRoundingOfDigits(t *testing.T) {
	for text, want := range map[string]float64{
		"8954.05k": 0.005 / 8954.05, "0.0451s": 0.00005 / 0.0451, "1295 MiB/s": 0.5 / 1295, "22.168 MB/s": 0.0005 / 22.168,
		"190,0 MiB/s": 0.05 / 190, "2,597": 0.5 / 2597, "1.234,5": 0.05 / 1234.5, "311.7Mi": 0.05 / 311.7, "5566±1": 0.5 / 5566,
		"1.50e+06": 0.005 / 1.5, "10.00": 0.005 / 10, "~7": 0.5 / 7,
	} {
		got, ok := roundingOfDigits(text)
		if !ok {
			t.Errorf("%q has no rounding", text)
		}
		near(t, text, got, want, want*1e-9)
	}
	for _, text := range []string{"", "infs", "0.00", "0"} {
		if part, ok := roundingOfDigits(text); ok {
			t.Errorf("%q: %v", text, part)
		}
	}
}

// The wider of two roundings counts: 3.01 s ± 0.005 is more than 8954.05k ± 0.005k.
func TestRoundingOf(t *testing.T) {
	r := printed("8954.05k", 8954050)
	part, _ := roundingOf(&r)
	near(t, "printed", part, 0.005/8954.05, 1e-12)
	r.Calls, r.Seconds = 3290, 3.01
	part, _ = roundingOf(&r)
	near(t, "counted", part, 0.005/3.01, 1e-12)
	r.Calls, r.Seconds = 19127, 1.009808
	r.Printed = "310.3 MB/s"
	part, _ = roundingOf(&r)
	near(t, "of the rate", part, 0.05/310.3, 1e-12)
	r.Printed = ""
	part, _ = roundingOf(&r)
	near(t, "microseconds", part, 0.5e-6/1.009808, 1e-12)
	if _, ok := roundingOf(&result.Result{NsPerCall: 1}); ok {
		t.Error("a figure that nobody printed is rounded")
	}
}

// Six launches together that differ by 1 % to 6 %: the Hodges–Lehmann estimate is 3.5 %, the 95 % interval the whole range,
// p = 2/64.
func TestPaired(t *testing.T) {
	doc, a, b := sides([]result.Result{at("openssl", "sha1", 16, 100)}, []result.Result{at("openssl", "sha1", 16, 103.5)})
	doc.Pairs = []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: []float64{0.01, 0.06, 0.02, 0.05, 0.03, 0.04}}}
	Compare(doc, a, []result.Group{b}, Options{})
	c := doc.Comparisons[0]
	near(t, "ratio", c.Ratio, math.Exp(0.035), 1e-12)
	near(t, "low", c.Low, math.Exp(0.01), 1e-12)
	near(t, "high", c.High, math.Exp(0.06), 1e-12)
	near(t, "p", c.P, 0.03125, 1e-12)
	if c.Verdict != result.Slower || c.Interval != result.IntervalPaired || c.Warnings != nil {
		t.Errorf("got %+v", c)
	}
	// the other way round
	doc.Comparisons = nil
	Compare(doc, b, []result.Group{a}, Options{})
	c = doc.Comparisons[0]
	near(t, "ratio", c.Ratio, math.Exp(-0.035), 1e-12)
	near(t, "low", c.Low, math.Exp(-0.06), 1e-12)
	if c.Verdict != result.Faster || c.Interval != result.IntervalPaired {
		t.Errorf("got %+v", c)
	}
}

// launches is r with a time for each launch, of our own making.
func launches(r result.Result, ns ...float64) result.Result {
	r.LaunchNs, r.Loop = ns, "c"
	return r
}

// Four launches a side, all of one below all of the other: p = 2/70, and the interval goes from the least to the greatest
// ratio of any two.
func TestUnpairedLaunches(t *testing.T) {
	c := one(t,
		launches(at("openssl", "sha1", 16, 100), 100, 101, 102, 103),
		launches(at("openssl", "sha1", 16, 80), 80, 81, 82, 83), Options{})
	near(t, "low", c.Low, 80.0/103, 1e-12)
	near(t, "high", c.High, 83.0/100, 1e-12)
	near(t, "p", c.P, 2.0/70, 1e-12)
	if c.Verdict != result.Faster || c.Interval != result.IntervalUnpaired {
		t.Errorf("got %+v", c)
	}
	hasWarning(t, c, result.WarnUnpaired)
	// in one run they were measured together, but not held against each other
	inRun := func(r *result.Result) { r.Run = "r1" }
	c = one(t,
		with(launches(at("openssl", "sha1", 16, 100), 100, 101, 102, 103), inRun),
		with(launches(at("openssl", "sha1", 16, 80), 80, 81, 82, 83), inRun), Options{})
	if !slices.Equal(c.Warnings, []string{notTogether}) {
		t.Errorf("got %q", c.Warnings)
	}
}

// Launches that another tool rounded to whole ns, and that all look alike, say no more than that rounding.
func TestUnpairedLaunchesRounded(t *testing.T) {
	c := one(t,
		with(at("go", "sha1", 16, 10), func(r *result.Result) { r.LaunchNs = []float64{10, 10, 10} }),
		with(at("go", "sha1", 16, 11), func(r *result.Result) { r.LaunchNs = []float64{11, 11, 11} }), Options{})
	// 9.5 and 11.5 would print the same, and so would 10.5 and 10.5
	if c.Verdict != result.Undecided || c.Interval != result.IntervalUnpaired || c.Low > 1 || c.High < 11.5/9.5 || c.P != 1 {
		t.Errorf("got %+v", c)
	}
}

// A spread of 2 % of single figures is log 1.02 × √2 = 0.028005 of their ratio: half of the interval is 1.96 times that,
// 0.054889, and 5 % (0.048790) lie within, with p = 2Φ(−1.7422) = 0.0815; 10 % do not.
func TestStatedSpread(t *testing.T) {
	stated := Options{Spread: 0.02}
	c := one(t, at("a", "sha1", 16, 100), at("a", "sha1", 16, 105), stated)
	near(t, "low", c.Low, 1.05*math.Exp(-0.054889), 1e-5)
	near(t, "high", c.High, 1.05*math.Exp(0.054889), 1e-5)
	near(t, "p", c.P, 0.0815, 1e-4)
	if c.Verdict != result.Undecided || c.Interval != result.IntervalStated {
		t.Errorf("got %+v", c)
	}
	if c := one(t, at("a", "sha1", 16, 100), at("a", "sha1", 16, 110), stated); c.Verdict != result.Slower {
		t.Errorf("got %+v", c)
	}
	// what was printed with few digits gets no surer by that
	c = one(t,
		with(at("a", "sha1", 16, 10), func(r *result.Result) { r.Printed = "10" }),
		with(at("a", "sha1", 16, 11), func(r *result.Result) { r.Printed = "11" }), stated)
	if c.Verdict != result.Undecided || c.Interval != result.IntervalStated || c.P < 0.5 {
		t.Errorf("got %+v", c)
	}
}

// Ticks with the standard deviation of 100 runs: 10 ± 10 % and 11 ± 10 % are 1 % each, √2 × 1.96 % = 2.77 % of their ratio. They differ,
// in these two processes; that the libraries do takes more.
func TestStandardDeviation(t *testing.T) {
	ticks := func(cpb float64, kind string) result.Result {
		size := 1 << 20
		return result.Result{
			Primitive: "sha1", Operation: "hash", SizeBytes: &size, CyclesPerByte: cpb, Cycles: kind,
			Calls: 100, Spread: 0.1, Spreads: "standard deviation",
		}
	}
	c := one(t, ticks(10, "tsc"), ticks(10.8, "tsc"), Options{})
	near(t, "low", math.Log(c.Low), math.Log(1.08)-0.027718, 1e-5)
	if c.Verdict != result.Undecided || c.Interval != result.IntervalPrinted || c.P != 0 || c.Figure != result.FigureCyclesPerByte {
		t.Errorf("got %+v", c)
	}
	hasWarning(t, c, oneProcess)
	hasWarning(t, c, "tsc ticks are compared")
	if c := one(t, ticks(10, "tsc"), ticks(15, "tsc"), Options{}); c.Verdict != result.Slower {
		t.Errorf("got %+v", c)
	}
	if c := one(t, ticks(10, "core"), ticks(15, "estimated"), Options{}); c.Verdict != result.Slower {
		t.Errorf("got %+v", c)
	}
	c = one(t, ticks(10, "tsc"), ticks(15, "core"), Options{})
	if c.Verdict != result.NotComparable || c.Ratio != 0 {
		t.Errorf("got %+v", c)
	}
	hasWarning(t, c, "cycles are of different clocks: tsc on the base side, core on the other")
	hasWarning(t, one(t, ticks(10, ""), ticks(15, "unknown"), Options{}), "the source does not say of which clock")
}

// benchstat's ± is half of a 95 % interval: 3 % and 4 % are 5 % of the ratio.
func TestConfidenceInterval(t *testing.T) {
	benchstat := func(ns, spread float64) result.Result {
		return with(at("go", "sha1", 16, ns), func(r *result.Result) { r.Spread, r.Spreads = spread, "confidence interval" })
	}
	c := one(t, benchstat(100, 0.03), benchstat(106, 0.04), Options{})
	near(t, "low", math.Log(c.Low), math.Log(1.06)-0.05, 1e-9)
	if c.Verdict != result.Slower || c.Interval != result.IntervalPrinted {
		t.Errorf("got %+v", c)
	}
	if c := one(t, benchstat(100, 0.03), benchstat(104, 0.04), Options{}); c.Verdict != result.Undecided {
		t.Errorf("got %+v", c)
	}
	c = one(t,
		with(at("go", "sha1", 16, 100), func(r *result.Result) { r.LowNs, r.HighNs = 100*math.Exp(-0.03), 100*math.Exp(0.03) }),
		benchstat(106, 0.04), Options{})
	near(t, "low", math.Log(c.Low), math.Log(1.06)-0.05, 1e-9)
}

func TestMargin(t *testing.T) {
	pair := func(center, half float64) result.Comparison {
		doc, a, b := sides([]result.Result{at("a", "sha1", 16, 1)}, []result.Result{at("a", "sha1", 16, 1)})
		var ratios []float64
		for i := range 6 { // the interval is from the least to the greatest
			ratios = append(ratios, center+half*(float64(i)-2.5)/2.5)
		}
		doc.Pairs = []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: ratios}}
		Compare(doc, a, []result.Group{b}, Options{})
		return doc.Comparisons[0]
	}
	for _, c := range []struct {
		center, half float64
		want         result.Verdict
	}{
		{0.000, 0.002, result.Same},
		{0.003, 0.001, result.Same}, // excludes 1, and is too little to matter
		{0.004, 0.003, result.Slower},
		{-0.004, 0.003, result.Faster},
		{0.004, 0.006, result.Undecided},
		{0.100, 0.001, result.Slower},
	} {
		if got := pair(c.center, c.half); got.Verdict != c.want {
			t.Errorf("%v ± %v: %+v, want %s", c.center, c.half, got, c.want)
		}
	}
}

// Of p = 2/64 six times over, none is above 5 % × 6/6: all are kept. Beside 30 equal ones the limit of the sixth is 5 % × 6/36:
// none is.
func TestFalseDiscoveries(t *testing.T) {
	table := func(equal int) (verdicts map[result.Verdict]int) {
		doc := &result.Document{}
		base, other := result.Group{Name: "A"}, result.Group{Name: "B"}
		for i := range 6 + equal {
			doc.Results = append(doc.Results, at("a", "sha1", i, 1), at("a", "sha1", i, 1))
			base.Results, other.Results = append(base.Results, 2*i), append(other.Results, 2*i+1)
			ratios := []float64{0.01, 0.02, 0.03, 0.04, 0.05, 0.06}
			if i >= 6 {
				ratios = []float64{-0.01, 0.01, -0.02, 0.02, -0.03, 0.03}
			}
			doc.Pairs = append(doc.Pairs, result.Pair{Base: 2 * i, Other: 2*i + 1, LaunchLogRatio: ratios})
		}
		Compare(doc, base, []result.Group{other}, Options{})
		verdicts = map[result.Verdict]int{}
		for i, c := range doc.Comparisons {
			verdicts[c.Verdict]++
			if i < 6 && c.Verdict == result.Undecided {
				hasWarning(t, c, notKept)
			}
		}
		return verdicts
	}
	if got, want := table(0), map[result.Verdict]int{result.Slower: 6}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := table(30), map[result.Verdict]int{result.Undecided: 36}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestNotComparable(t *testing.T) {
	rate := result.Result{Primitive: "sha1", Operation: "hash", BytesPerSecond: 1e6}
	ticks := result.Result{Primitive: "sha1", Operation: "hash", CyclesPerByte: 1}
	c := one(t, rate, ticks, Options{})
	if c.Verdict != result.NotComparable || c.Ratio != 0 || c.Interval != "" {
		t.Errorf("got %+v", c)
	}
	hasWarning(t, c, "a rate of bytes on the base side, cycles per byte on the other")
	// two rates of unknown size are compared: 2 MB/s take half the time of 1 MB/s
	c = one(t, rate, result.Result{Primitive: "sha1", Operation: "hash", BytesPerSecond: 2e6}, Options{})
	if c.Ratio != 0.5 || c.Verdict != result.Undecided || c.Interval != "" {
		t.Errorf("got %+v", c)
	}
	hasWarning(t, c, exactlyHowFar)
	c = one(t, at("a", "sha1", 16, 5e-324), at("a", "sha1", 16, 1e300), Options{})
	if c.Verdict != result.NotComparable {
		t.Errorf("got %+v", c)
	}
}

// Whatever the results are, swapping the sides turns ratios over and verdicts round.
func TestSwapped(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	turned := map[result.Verdict]result.Verdict{
		result.Faster: result.Slower, result.Slower: result.Faster,
		result.Same: result.Same, result.Undecided: result.Undecided, result.NotComparable: result.NotComparable,
	}
	seen := map[string]int{}
	for range 300 {
		doc, a, b := sides(anyResults(rng), anyResults(rng))
		for _, i := range a.Results {
			if n := len(a.Results); i < len(b.Results) && rng.IntN(3) == 0 {
				doc.Pairs = append(doc.Pairs, result.Pair{Base: i, Other: n + i, LaunchLogRatio: draws(rng, 8, 0.05*rng.NormFloat64(), 0.02)})
			}
		}
		o := Options{Spread: []float64{0, 0.01, 0.05}[rng.IntN(3)]}
		Compare(doc, a, []result.Group{b}, o)
		forth := doc.Comparisons
		doc.Comparisons = nil
		Compare(doc, b, []result.Group{a}, o)
		if len(forth) != len(doc.Comparisons) {
			t.Fatalf("%d comparisons, %d swapped", len(forth), len(doc.Comparisons))
		}
		back := map[string]result.Comparison{}
		for _, c := range doc.Comparisons {
			back[fmt.Sprint(c.Other, c.Base)] = c
		}
		for _, c := range forth {
			r, ok := back[fmt.Sprint(c.Base, c.Other)]
			if !ok {
				t.Errorf("%+v has no counterpart", c)
				continue
			}
			seen[string(c.Verdict)+c.Interval]++
			if r.Verdict != turned[c.Verdict] || r.Interval != c.Interval || len(r.Warnings) != len(c.Warnings) {
				t.Errorf("%+v\nswapped: %+v", c, r)
			}
			if c.Ratio != 0 {
				near(t, "ratio", r.Ratio*c.Ratio, 1, 1e-9)
			}
			if c.Interval != "" {
				near(t, "low", r.Low*c.High, 1, 1e-9)
				near(t, "high", r.High*c.Low, 1, 1e-9)
			}
			near(t, "p", r.P, c.P, 1e-9)
		}
	}
	for _, kind := range []string{result.IntervalPaired, result.IntervalUnpaired, result.IntervalPrinted, result.IntervalStated, result.IntervalRounding} {
		if seen[string(result.Faster)+kind] == 0 || seen[string(result.Undecided)+kind] == 0 {
			t.Errorf("%s was not tried: %v", kind, seen)
		}
	}
}

// anyResults are results with figures of every kind.
func anyResults(rng *rand.Rand) []result.Result {
	var all []result.Result
	for size := range 6 {
		ns := 100 * math.Exp(0.1*rng.NormFloat64())
		r := at("a", "sha1", size+1, ns)
		switch rng.IntN(7) {
		case 0:
			r = launches(r, exps(draws(rng, 4+rng.IntN(6), math.Log(ns), 0.02))...)
		case 1:
			r.Spread, r.Spreads, r.Calls = 0.02, "standard deviation", 10
		case 2:
			r.Spread, r.Spreads = 0.02, "confidence interval"
		case 3:
			r.LowNs, r.HighNs = ns*0.98, ns*1.01
		case 4:
			r.Printed = fmt.Sprintf("%.3f", ns)
		case 5:
			r.Calls, r.Seconds, r.NsPerCall = int64(3e9/ns), 3, 0
			r.Source = &result.Source{Tool: "x"}
		case 6:
			r.NsPerCall, r.CyclesPerByte, r.Cycles = 0, 5, []string{"core", "tsc", "estimated"}[rng.IntN(3)]
		}
		all = append(all, r)
	}
	return all
}

func draws(rng *rand.Rand, n int, mean, sd float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = mean + sd*rng.NormFloat64()
	}
	return x
}

func exps(x []float64) []float64 {
	for i := range x {
		x[i] = math.Exp(x[i])
	}
	return x
}

// Of tables in which nothing differs no more than the level have a verdict that something does: paired or not, and with a
// spread that is the true one.
func TestEqualsHaveNoVerdicts(t *testing.T) {
	const tables, cells = 1000, 12
	for name, fill := range map[string]func(rng *rand.Rand, doc *result.Document, base, other int){
		"paired": func(rng *rand.Rand, doc *result.Document, base, other int) {
			doc.Pairs = append(doc.Pairs, result.Pair{Base: base, Other: other, LaunchLogRatio: draws(rng, 16, 0, 0.05)})
		},
		"unpaired": func(rng *rand.Rand, doc *result.Document, base, other int) {
			doc.Results[base] = launches(doc.Results[base], exps(draws(rng, 10, 4, 0.05))...)
			doc.Results[other] = launches(doc.Results[other], exps(draws(rng, 10, 4, 0.05))...)
		},
		"few": func(rng *rand.Rand, doc *result.Document, base, other int) {
			doc.Pairs = append(doc.Pairs, result.Pair{Base: base, Other: other, LaunchLogRatio: draws(rng, 3, 0, 0.05)})
		},
		"stated": func(rng *rand.Rand, doc *result.Document, base, other int) {
			for _, i := range []int{base, other} {
				doc.Results[i].NsPerCall = math.Exp(4 + math.Log1p(0.02)*rng.NormFloat64())
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(21, 22))
			wrong := 0
			for range tables {
				doc := &result.Document{}
				base, other := result.Group{Name: "A"}, result.Group{Name: "B"}
				for i := range cells {
					doc.Results = append(doc.Results, at("a", "sha1", i, 1), at("a", "sha1", i, 1))
					base.Results, other.Results = append(base.Results, 2*i), append(other.Results, 2*i+1)
					fill(rng, doc, 2*i, 2*i+1)
				}
				Compare(doc, base, []result.Group{other}, Options{Spread: 0.02})
				if slices.ContainsFunc(doc.Comparisons, func(c result.Comparison) bool {
					return c.Verdict == result.Faster || c.Verdict == result.Slower
				}) {
					wrong++
				}
			}
			// three standard errors of 1000 draws at 5 % are 2.1 %
			if part := float64(wrong) / tables; part > DefaultLevel+0.021 {
				t.Errorf("%v of the tables have a difference", part)
			}
		})
	}
}
