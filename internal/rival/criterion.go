package rival

import (
	"math"
	"math/rand/v2"
	"slices"
)

var criterionRule = Rule{
	Name: "criterion",
	Says: `"Performance has regressed" or "improved": of 100 samples a side (consecutive means), the bootstrap p of the t statistic is below 0.05 ` +
		"and the bootstrap 95 % interval of the ratio of means lies wholly beyond 1 % (10,000 resamples, where criterion takes 100,000)",
	Source: "criterion.rs 0.7.0, src/analysis/compare.rs, src/report.rs (measurement_complete, compare_to_threshold), src/lib.rs (defaults)",
	Judge:  judgeCriterion,
}

// The constants of criterion.rs, src/lib.rs, but for criterionResamples, which is 100,000 there. The p needs to be known near
// 0.05 alone: at 10,000 its standard error there is 0.003.
const (
	criterionSamples      = 100
	criterionLeast        = 10 // fewer samples are refused
	criterionResamples    = 10_000
	criterionOuter        = 317 // ⌈√100,000⌉
	criterionSignificance = 0.05
	criterionNoise        = 0.01
	criterionLevel        = 0.95
)

// judgeCriterion is the comparison with a saved baseline. Criterion's samples grow from 1 to 100 iterations' worth unless calls
// are long; here they are of one length. Its two other answers, "No change in performance detected" and "Change within noise threshold",
// are not Different.
func judgeCriterion(base, other Series, rng *rand.Rand) Judgement {
	if !judgeable(base, other, criterionLeast) {
		return Judgement{}
	}
	b, o := base.means(criterionSamples), other.means(criterionSamples)
	low, high := changeInterval(b, o, rng)
	p := tBootstrap(b, o, rng)
	beyond := high < -criterionNoise || low > criterionNoise
	return Judgement{
		Ratio: mean(o) / mean(b), Low: 1 + low, High: 1 + high,
		Different: p < criterionSignificance && beyond,
	}
}

// tBootstrap is the two-sided p of the t statistic of other and base among those of resamples from both together
// (src/stats/univariate/mixed.rs, Distribution::p_value). NaN where neither varies.
func tBootstrap(base, other Series, rng *rand.Rand) float64 {
	t := tStatistic(other, base)
	both := slices.Concat(other, base)
	drawn := make(Series, len(both))
	below, finite := 0, 0
	for range criterionResamples {
		resample(drawn, both, rng)
		r := tStatistic(drawn[:len(other)], drawn[len(other):])
		if math.IsNaN(r) || math.IsInf(r, 0) {
			continue
		}
		finite++
		if r < t {
			below++
		}
	}
	return 2 * float64(min(below, finite-below)) / float64(finite)
}

// tStatistic is that of Welch's test (src/stats/univariate/sample.rs).
func tStatistic(x, y Series) float64 {
	meanX, meanY := mean(x), mean(y)
	return (meanX - meanY) / math.Sqrt(variance(x, meanX)/float64(len(x))+variance(y, meanY)/float64(len(y)))
}

// changeInterval is the interval of the change of the mean from base to other, as a part of base's (src/stats/univariate/mod.rs,
// bootstrap). Criterion draws from other only √100,000 times, and as often from base for each of these; that first number is kept
// here, since it is what the ends of the interval vary by.
func changeInterval(base, other Series, rng *rand.Rand) (low, high float64) {
	const inner = (criterionResamples + criterionOuter - 1) / criterionOuter
	drawnBase, drawnOther := make(Series, len(base)), make(Series, len(other))
	changes := make([]float64, 0, criterionOuter*inner)
	for range criterionOuter {
		resample(drawnOther, other, rng)
		m := mean(drawnOther)
		for range inner {
			resample(drawnBase, base, rng)
			changes = append(changes, m/mean(drawnBase)-1)
		}
	}
	slices.Sort(changes)
	return percentile(changes, 50*(1-criterionLevel)), percentile(changes, 50*(1+criterionLevel))
}

// resample fills drawn with values of x, drawn with replacement.
func resample(drawn, x Series, rng *rand.Rand) {
	for i := range drawn {
		drawn[i] = x[rng.IntN(len(x))]
	}
}

// percentile interpolates between the two values of sorted x about p % (src/stats/univariate/percentiles.rs).
func percentile(x []float64, p float64) float64 {
	rank := p / 100 * float64(len(x)-1)
	at := min(int(rank), len(x)-2)
	return x[at] + (x[at+1]-x[at])*(rank-float64(at))
}
