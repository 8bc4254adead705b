package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Trend tells a series that goes up or down as it goes on from one in any order: Kendall's tau between the values and their order,
// from −1 (each less than the one before) to 1, and the two-sided probability of one as far from zero were their order random.
// H. B. Mann, "Nonparametric tests against trend", Econometrica 13 (1945), 245–259; M. G. Kendall, Rank Correlation Methods, 1975.
// The probability is exact up to 60 values that all differ, else by the normal distribution with the variance for ties, Kendall's
// chapter 4. False with fewer than 4 values, of which no order is improbable.
//
// Values that depend on the one before, as a clock's may, show a trend more often than that.
func Trend(x []float64) (tau, p float64, ok bool) {
	n := len(x)
	if n < 4 {
		return 0, 1, false
	}
	s, ties := 0, map[float64]int{}
	for i, v := range x {
		ties[v]++
		for _, later := range x[i+1:] {
			switch {
			case later > v:
				s++
			case later < v:
				s--
			}
		}
	}
	pairs := n * (n - 1) / 2
	tau = float64(s) / float64(pairs)
	if len(ties) == n && n <= exactTrend {
		return tau, inversionsP(n, s), true
	}
	spread := func(n int) float64 { return float64(n*(n-1)) * float64(2*n+5) }
	variance := spread(n)
	for _, t := range ties {
		variance -= spread(t)
	}
	if s == 0 || variance <= 0 {
		return tau, 1, true
	}
	z := (math.Abs(float64(s)) - 1) / math.Sqrt(variance/18)
	return tau, min(1, 2*distuv.UnitNormal.CDF(-z)), true
}

const exactTrend = 60

// inversionsP is the two-sided probability of a sum of signs as far from zero as s, of n different values in random order. How
// many pairs are in the wrong order is a sum of independent draws, the k-th from 0 to k−1.
func inversionsP(n, s int) float64 {
	pairs := n * (n - 1) / 2
	wrong := (pairs - max(s, -s)) / 2
	p := []float64{1}
	for k := 2; k <= n; k++ {
		next := make([]float64, len(p)+k-1)
		sum := 0.0
		for i := range next {
			if i < len(p) {
				sum += p[i]
			}
			if i >= k {
				sum -= p[i-k]
			}
			next[i] = max(0, sum) / float64(k)
		}
		p = next
	}
	tail := 0.0
	for _, q := range p[:wrong+1] {
		tail += q
	}
	return min(1, 2*tail)
}
