// Package stats has the estimators that turn samples into numbers with intervals, and no knowledge of what was sampled.
//
// There are no means here: on a shared machine a sample's mean is a measurement of its interruptions.
package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence level of every interval that cpb shows.
const Level = 0.95

// An Interval is an estimate and the interval around it at the level that was asked for.
type Interval struct{ Value, Low, High float64 }

// Median is the median of x, which it does not change; NaN where x is empty.
func Median(x []float64) float64 { return Quantile(x, 0.5) }

// Quantile is the q-quantile of x, between the two nearest values where it falls between them; NaN where x is empty.
func Quantile(x []float64, q float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(x))
	at := q * float64(len(s)-1)
	below := int(at)
	if below+1 >= len(s) {
		return s[len(s)-1]
	}
	return s[below] + (at-float64(below))*(s[below+1]-s[below])
}

// Location estimates the centre of a symmetric distribution from independent draws x, without assuming a shape: the
// Hodges–Lehmann estimate with the interval of the Wilcoxon signed-rank test (Hollander, Wolfe and Chicken,
// Nonparametric Statistical Methods, sections 3.2 and 3.3). One wild value in x moves neither far.
// With too few values for ranks to reach the level (2 to 5 at 95 %), it is the mean with Student's t. With fewer than 2
// there is no interval: false.
func Location(x []float64, level float64) (Interval, bool) {
	if len(x) < 2 {
		return Interval{}, false
	}
	k := signedRankCritical(len(x), 1-level)
	if k == 0 {
		mean, sd := stat.MeanStdDev(x, nil)
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(x) - 1)}.Quantile(1 - (1-level)/2)
		half := t * sd / math.Sqrt(float64(len(x)))
		return Interval{mean, mean - half, mean + half}, true
	}
	w := walshAverages(x)
	return Interval{Quantile(w, 0.5), w[k-1], w[len(w)-k]}, true
}

// walshAverages returns the sorted means of all pairs of x, each value paired with itself too.
func walshAverages(x []float64) []float64 {
	w := make([]float64, 0, len(x)*(len(x)+1)/2)
	for i := range x {
		for j := i; j < len(x); j++ {
			w = append(w, (x[i]+x[j])/2)
		}
	}
	slices.Sort(w)
	return w
}

// exactRank is the largest n for which the signed-rank distribution is computed and not approximated.
const exactRank = 100

// signedRankCritical is the number of Walsh averages, counted from either end, at which a 1-alpha interval ends: the largest
// k with P(T < k) ≤ alpha/2, where T is the signed-rank statistic of n values. 0 where even P(T = 0) is above alpha/2.
func signedRankCritical(n int, alpha float64) int {
	if n > exactRank {
		mean, sd := signedRankMoments(n)
		return max(0, int(math.Floor(mean+sd*distuv.UnitNormal.Quantile(alpha/2))))
	}
	k, sum := 0, 0.0
	for _, p := range signedRankDistribution(n) {
		if sum += p; sum > alpha/2 {
			break
		}
		k++
	}
	return k
}

// signedRankDistribution is P(T = t) for each t, where T is the signed-rank statistic of n values: each rank is in the sum
// with probability one half.
func signedRankDistribution(n int) []float64 {
	p := make([]float64, n*(n+1)/2+1)
	p[0] = 1
	for r, top := 1, 0; r <= n; r++ {
		top += r
		for t := top; t >= 0; t-- {
			p[t] /= 2
			if t >= r {
				p[t] += p[t-r] / 2
			}
		}
	}
	return p
}

// signedRankMoments are the mean and the standard deviation of the signed-rank statistic of n values.
func signedRankMoments(n int) (mean, sd float64) {
	return float64(n) * float64(n+1) / 4, math.Sqrt(float64(n) * float64(n+1) * float64(2*n+1) / 24)
}

// QuantileInterval estimates the q-quantile of the distribution behind x with the interval between two order statistics,
// by the binomial distribution of how many values lie below it; no shape is assumed. False where x is too short for
// either end.
func QuantileInterval(x []float64, q, level float64) (Interval, bool) {
	n := len(x)
	if n == 0 {
		return Interval{}, false
	}
	b := distuv.Binomial{N: float64(n), P: q}
	alpha := 1 - level
	low := -1 // P(B ≤ low) ≤ alpha/2: the true quantile is below x[low] that seldom
	for low+1 < n && b.CDF(float64(low+1)) <= alpha/2 {
		low++
	}
	high := n // P(B > high) ≤ alpha/2: the true quantile is above x[high] that seldom
	for high-1 >= 0 && 1-b.CDF(float64(high-1)) <= alpha/2 {
		high--
	}
	if low < 0 || high >= n {
		return Interval{}, false
	}
	s := slices.Sorted(slices.Values(x))
	return Interval{Quantile(s, q), s[low], s[high]}, true
}

// A Line is t = Fixed + Slope·x.
type Line struct {
	Fixed, Slope float64
	MaxResidual  float64 // the largest |t − (Fixed + Slope·x)| ÷ t
	Worst        int     // which point that is

	fixedError, slopeError float64 // standard errors, by the residuals
	freedom                int     // points that the line did not need
}

// FitLine fits a line to the times t at x by least squares of the relative errors (weights 1/t²). False where there are
// fewer than two different x, or a time that is not positive.
func FitLine(x, t []float64) (Line, bool) {
	var sw, sx, st float64
	for i := range x {
		if !(t[i] > 0) {
			return Line{}, false
		}
		w := 1 / (t[i] * t[i])
		sw += w
		sx += w * x[i]
		st += w * t[i]
	}
	if len(x) == 0 || slices.Min(x) == slices.Max(x) {
		return Line{}, false
	}
	middle := sx / sw // from which the sums are taken, so that they do not cancel
	var sxx, sxt float64
	for i := range x {
		w := 1 / (t[i] * t[i])
		sxx += w * (x[i] - middle) * (x[i] - middle)
		sxt += w * (x[i] - middle) * t[i]
	}
	l := Line{Slope: sxt / sxx, freedom: len(x) - 2}
	l.Fixed = st/sw - l.Slope*middle
	var squares float64
	for i := range x {
		residual := math.Abs(t[i]-l.Fixed-l.Slope*x[i]) / t[i]
		squares += residual * residual
		if residual > l.MaxResidual {
			l.MaxResidual, l.Worst = residual, i
		}
	}
	if l.freedom > 0 {
		variance := squares / float64(l.freedom)
		l.slopeError = math.Sqrt(variance / sxx)
		l.fixedError = math.Sqrt(variance * (1/sw + middle*middle/sxx))
	}
	return l, true
}

// Intervals are the intervals of l's parameters that follow from how far the points are from it, by Student's t: right as
// far as the misses are independent of each other. False for a line through two points, which misses nothing.
func (l Line) Intervals(level float64) (fixed, slope Interval, ok bool) {
	if l.freedom < 1 {
		return Interval{}, Interval{}, false
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(l.freedom)}.Quantile(1 - (1-level)/2)
	return around(l.Fixed, t*l.fixedError), around(l.Slope, t*l.slopeError), true
}

func around(value, half float64) Interval { return Interval{value, value - half, value + half} }
