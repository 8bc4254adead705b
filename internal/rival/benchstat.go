package rival

import (
	"math/rand/v2"
	"slices"

	"golang.org/x/perf/benchmath"
)

var benchstatRule = Rule{
	Name: "benchstat",
	Says: "a percentage, not ~: of 10 values a side (consecutive means, as -count 10 gives), Mann–Whitney's U test has p ≤ 0.05; the ratio is that of the medians " +
		"(Google Benchmark's compare.py calls the same different)",
	Source: "golang.org/x/perf, benchmath (AssumeNothing, Comparison.FormatDelta), called here",
	Judge:  judgeBenchstat,
}

// benchstatCount is what benchstat's own documentation asks for: go test -count=10, each a mean over a second or so.
const benchstatCount = 10

// judgeBenchstat has benchstat's own code judge. It gives an interval of each median, none of their ratio.
//
// Google Benchmark's compare.py (1.9.5, tools/gbench/report.py) has the same test from scipy, below 0.05: by the normal approximation,
// but exact where a side has 8 values or fewer and none are tied. It asks for 9 repetitions or more. With 9 and with 10 both tests
// reject at the same U, so that it has no rule of its own here.
func judgeBenchstat(base, other Series, _ *rand.Rand) Judgement {
	if !judgeable(base, other, 1) {
		return Judgement{}
	}
	// NewSample sorts what it is given.
	b := benchmath.NewSample(slices.Clone(base.means(benchstatCount)), &benchmath.DefaultThresholds)
	o := benchmath.NewSample(slices.Clone(other.means(benchstatCount)), &benchmath.DefaultThresholds)
	test := benchmath.AssumeNothing.Compare(b, o)
	medianBase := benchmath.AssumeNothing.Summary(b, benchstatLevel).Center
	medianOther := benchmath.AssumeNothing.Summary(o, benchstatLevel).Center
	return Judgement{
		Ratio:     medianOther / medianBase,
		Different: test.P <= test.Alpha && medianBase != medianOther,
	}
}

// benchstatLevel is that of the intervals that benchstat prints.
const benchstatLevel = 0.95
