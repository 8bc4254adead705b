package stats

import (
	"math"
	"slices"
	"sort"
	"sync"

	moremath "github.com/aclements/go-moremath/stats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Shift estimates by how much the distribution behind y lies above that behind x, from independent draws of both, without
// assuming a shape: the Hodges–Lehmann estimate with the interval of the Wilcoxon rank-sum test (Hollander, Wolfe and
// Chicken, Nonparametric Statistical Methods, sections 4.2 and 4.3).
// With too few values for ranks to reach the level (3 and 3 at 95 %) it is the difference of means with Welch's t. With
// fewer than 2 values on a side there is no interval: false.
func Shift(x, y []float64, level float64) (Interval, bool) {
	if len(x) < 2 || len(y) < 2 {
		return Interval{}, false
	}
	k := rankSumCritical(len(x), len(y), 1-level)
	if k == 0 {
		difference, se, degrees := welch(x, y)
		half := 0.0
		if se > 0 {
			half = se * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Quantile(1-(1-level)/2)
		}
		return Interval{difference, difference - half, difference + half}, true
	}
	d := differences(x, y)
	return Interval{Quantile(d, 0.5), d[k-1], d[len(d)-k]}, true
}

// ShiftP is the two-sided probability of draws like x and y, or further apart, were their distributions the same: of the
// test whose interval Shift gives, so that it is at most 5 % where the 95 % interval excludes zero. Ties count against a
// difference. False where a side has fewer than 2 values.
func ShiftP(x, y []float64) (p float64, ok bool) {
	switch {
	case len(x) < 2 || len(y) < 2:
		return 0, false
	case rankSumCritical(len(x), len(y), 1-Level) == 0:
		return tTailsP(welch(x, y)), true
	}
	u := fewerThanHalf(differences(x, y))
	if max(len(x), len(y)) > exactRankSum {
		mean, sd := rankSumMoments(len(x), len(y))
		return min(1, 2*distuv.UnitNormal.CDF((float64(u)+0.5-mean)/sd)), true
	}
	return min(1, 2*moremath.UDist{N1: len(x), N2: len(y)}.CDF(float64(u))), true
}

// differences returns the sorted differences between all values of y and all of x.
func differences(x, y []float64) []float64 {
	d := make([]float64, 0, len(x)*len(y))
	for _, a := range x {
		for _, b := range y {
			d = append(d, b-a)
		}
	}
	slices.Sort(d)
	return d
}

// exactRankSum is the largest sample for which the distribution of the rank-sum statistic is computed and not approximated.
const exactRankSum = 50

// rankSumCriticals remembers what rankSumCritical found: a table asks for the same again and again.
var rankSumCriticals sync.Map

// rankSumCritical is the number of differences, counted from either end, at which a 1-alpha interval ends: the largest k
// with P(U < k) ≤ alpha/2, where U is the Mann–Whitney statistic of n and m values. 0 where even P(U = 0) is above alpha/2.
func rankSumCritical(n, m int, alpha float64) int {
	if max(n, m) > exactRankSum {
		mean, sd := rankSumMoments(n, m)
		return max(0, int(math.Floor(mean+sd*distuv.UnitNormal.Quantile(alpha/2))))
	}
	type key struct {
		n, m  int
		alpha float64
	}
	if k, ok := rankSumCriticals.Load(key{n, m, alpha}); ok {
		return k.(int)
	}
	u := moremath.UDist{N1: n, N2: m}
	k := sort.Search(n*m, func(k int) bool { return u.CDF(float64(k)) > alpha/2 })
	rankSumCriticals.Store(key{n, m, alpha}, k)
	return k
}

// rankSumMoments are the mean and the standard deviation of the Mann–Whitney statistic of n and m values.
func rankSumMoments(n, m int) (mean, sd float64) {
	product := float64(n) * float64(m)
	return product / 2, math.Sqrt(product * float64(n+m+1) / 12)
}

// welch is the difference of the means of y and x, its standard error, and the degrees of freedom of its t (Welch,
// "The generalization of 'Student's' problem", Biometrika 34 (1947), 28–35).
func welch(x, y []float64) (difference, se, degrees float64) {
	meanX, varianceX := stat.MeanVariance(x, nil)
	meanY, varianceY := stat.MeanVariance(y, nil)
	a, b := varianceX/float64(len(x)), varianceY/float64(len(y))
	degrees = (a + b) * (a + b) / (a*a/float64(len(x)-1) + b*b/float64(len(y)-1))
	return meanY - meanX, math.Sqrt(a + b), degrees
}
