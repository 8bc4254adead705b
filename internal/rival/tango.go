package rival

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// tangoRule is tango's rule, with or without its option to leave outliers out.
func tangoRule(filter bool) Rule {
	r := Rule{
		Name:   "tango",
		Says:   "marked *: the mean difference of samples taken in turns is 2.6 or more standard errors from 0 and more than 1 % of base's mean",
		Source: "tango-bench 0.7.2, tango-bench/src/lib.rs (calculate_run_result, DiffEstimate), src/cli.rs (defaults)",
		Paired: true,
		Judge:  func(base, other Series, _ *rand.Rand) Judgement { return judgeTango(base, other, filter) },
	}
	if filter {
		r.Name = "tango -o"
		r.Says += "; with as many of the largest differences left out as lie below the lower quartile by over 1.5 interquartile ranges, and as many of the smallest"
		r.Source += ", iqr_variance_thresholds"
	}
	return r
}

const (
	tangoZ        = 2.6
	tangoNoise    = 0.01
	tangoLeastIQR = 1.0 // ns
)

// judgeTango takes the series as tango -s N takes N samples; without, it samples for 100 ms, 10 ms or so each. It takes no
// sample without one at its side: the longer series is cut. Tango gives no interval.
func judgeTango(base, other Series, filter bool) Judgement {
	n := min(len(base), len(other))
	base, other = base[:n], other[:n]
	if !judgeable(base, other, 2) { // the variance of one is 0 there, and everything different
		return Judgement{}
	}
	differences := make([]float64, n)
	for i := range n {
		differences[i] = other[i] - base[i]
	}
	if low, high, ok := tangoFences(differences); filter && ok {
		base, differences = within(base, differences, low, high)
	}
	if len(differences) < 2 {
		return Judgement{}
	}
	difference := mean(differences)
	part := difference / mean(base)
	z := difference / math.Sqrt(variance(differences, difference)/float64(len(differences)))
	return Judgement{Ratio: 1 + part, Different: math.Abs(z) >= tangoZ && math.Abs(part) > tangoNoise}
}

// tangoFences are the differences between which none is an outlier. False where there are none, or too few differences.
//
// It is tango's reading of Tukey's fences. Meant is the smaller number of outliers on the two sides; but the upper ones are
// counted from the end of the third quarter and taken as if from the start, so that the number below alone decides. Interruptions lie above.
func tangoFences(differences []float64) (low, high float64, ok bool) {
	x := slices.Sorted(slices.Values(differences))
	n := len(x)
	q1, q3 := n/4, n*3/4-1
	if q1 >= q3 {
		return 0, 0, false
	}
	spread := max(x[q3]-x[q1], tangoLeastIQR)
	below := sort.SearchFloat64s(x[:q1], x[q1]-1.5*spread)
	above := sort.SearchFloat64s(x[q3:], x[q3]+1.5*spread) // not q3 + that
	if below == 0 || above >= n {
		return 0, 0, false
	}
	outliers := min(below, n-above)
	return x[outliers], x[n-outliers-1], true
}

// within are the bases and the differences of pairs whose difference is not below low nor above high.
func within(base Series, differences []float64, low, high float64) (Series, []float64) {
	var b Series
	var d []float64
	for i, v := range differences {
		if low <= v && v <= high {
			b = append(b, base[i])
			d = append(d, v)
		}
	}
	return b, d
}
