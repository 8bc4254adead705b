package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// LocationP is the two-sided probability of draws like x, or further from zero, were their distribution symmetric about
// zero: of the test whose interval Location gives, so that it is at most 5 % where the 95 % interval excludes zero.
// Averages that are zero count against a difference. False where x has fewer than 2 values.
func LocationP(x []float64) (p float64, ok bool) {
	switch {
	case len(x) < 2:
		return 0, false
	case signedRankCritical(len(x), 1-Level) == 0:
		mean, sd := stat.MeanStdDev(x, nil)
		return tTailsP(mean, sd/math.Sqrt(float64(len(x))), float64(len(x)-1)), true
	}
	t := fewerThanHalf(walshAverages(x))
	if len(x) > exactRank {
		mean, sd := signedRankMoments(len(x))
		return min(1, 2*distuv.UnitNormal.CDF((float64(t)+0.5-mean)/sd)), true
	}
	sum := 0.0
	for _, p := range signedRankDistribution(len(x))[:t+1] {
		sum += p
	}
	return min(1, 2*sum), true
}

// NormalP is the two-sided probability that a normal variable of zero mean is as far from zero as x.
func NormalP(x, sd float64) float64 {
	if sd == 0 {
		return certainty(x)
	}
	return 2 * distuv.UnitNormal.CDF(-math.Abs(x)/sd)
}

// NormalHalf is the half-width of the interval of that level about a normal variable, in standard deviations.
func NormalHalf(level float64) float64 { return distuv.UnitNormal.Quantile(1 - (1-level)/2) }

// Discoveries says which of the hypotheses behind the probabilities p are rejected so that, of all rejected, no more than
// the part rate is expected to be rejected wrongly: Benjamini and Hochberg, "Controlling the false discovery rate", J. R.
// Statist. Soc. B 57 (1995), 289–300.
func Discoveries(p []float64, rate float64) []bool {
	ordered := slices.Sorted(slices.Values(p))
	limit := math.Inf(-1)
	for i, x := range ordered {
		if x <= rate*float64(i+1)/float64(len(ordered)) {
			limit = x
		}
	}
	found := make([]bool, len(p))
	for i, x := range p {
		found[i] = x <= limit
	}
	return found
}

// tTailsP is the two-sided probability of an estimate as far from zero by Student's t, from its standard error.
func tTailsP(estimate, se, degrees float64) float64 {
	if se == 0 {
		return certainty(estimate)
	}
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.CDF(-math.Abs(estimate)/se)
}

// certainty is the probability that what does not vary is x though it should be zero.
func certainty(x float64) float64 {
	if x == 0 {
		return 1
	}
	return 0
}

// fewerThanHalf is how many of the values lie on the side of zero that has fewer, zero itself on either.
func fewerThanHalf(values []float64) int {
	below, above := 0, 0
	for _, v := range values {
		if v <= 0 {
			below++
		}
		if v >= 0 {
			above++
		}
	}
	return min(below, above)
}
