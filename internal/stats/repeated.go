package stats

import "slices"

// Looks are the numbers of values at which whoever collects them until he knows enough looks at them: each 1.4 times the one before.
var Looks = []int{10, 14, 20, 28, 40, 56, 80, 112, 160, 224}

// RepeatedLocation is Location for whoever looks at each of Looks, or last at a number between two of them, and stops when he likes what he
// sees: the intervals of all looks together hold the truth with the probability level. An interval that is looked at ten times and believed
// when it pleases is otherwise wrong three times as often as it says.
//
// These are repeated confidence intervals (Jennison and Turnbull, "Interim analyses: the repeated confidence interval approach", J. R.
// Statist. Soc. B 51 (1989), 305–361) with the same nominal level at each look (Pocock, "Group sequential methods in the design and
// analysis of clinical trials", Biometrika 64 (1977), 191–199), of the signed-rank test. False where so few values cannot have one.
func RepeatedLocation(x []float64, level float64) (Interval, bool) {
	alpha := 2 * nominalOf((1-level)/2)
	k := signedRankCritical(len(x), alpha)
	if len(x) == 0 || k == 0 {
		return Interval{}, false
	}
	w := walshAverages(x)
	return Interval{Quantile(w, 0.5), w[k-1], w[len(w)-k]}, true
}

// RepeatedP is LocationP for whoever looks as RepeatedLocation says: at most 5 % where that one's 95 % interval excludes zero, and 1 where
// the test of one look is above what any of nominals leaves it. False where x has fewer than 2 values.
func RepeatedP(x []float64) (p float64, ok bool) {
	p, ok = LocationP(x)
	return min(1, 2*overallOf(p/2)), ok
}

// nominals has, for one side of an interval, the level at each look with which the truth is outside at any of them with probability at most
// overall. Ranks and signs of symmetric values do not depend on their distribution, so that these numbers hold for each; they come from 16
// million ends of simulated intervals, and BenchmarkNominals simulates them again.
var nominals = []struct{ overall, each float64 }{
	{2.5e-05, 3.9e-06},
	{5e-05, 7.8e-06},
	{0.0001, 1.58e-05},
	{0.00025, 3.99e-05},
	{0.0005, 7.4e-05},
	{0.001, 1.51e-04},
	{0.00125, 1.9e-04},
	{0.0025, 4.0e-04},
	{0.005, 8.4e-04},
	{0.01, 1.59e-03},
	{0.0125, 2.0e-03},
	{0.025, 4.4e-03},
	{0.05, 9.6e-03},
	{0.1, 2.11e-02},
	{0.25, 6.6e-02},
}

// nominalOf is the level at each look for an overall one: between two of nominals the smaller part of the overall one that they have, below
// them all equal shares of it, which always hold (Bonferroni), and above them what the last has.
func nominalOf(overall float64) float64 {
	i, _ := slices.BinarySearchFunc(nominals, overall, func(n struct{ overall, each float64 }, x float64) int {
		if n.overall < x {
			return -1
		}
		return 1
	})
	switch {
	case i == 0 && overall < nominals[0].overall:
		return overall / float64(len(Looks))
	case i == len(nominals):
		return nominals[i-1].each
	}
	part := nominals[i].each / nominals[i].overall
	if i > 0 && overall < nominals[i].overall {
		part = min(part, nominals[i-1].each/nominals[i-1].overall)
	}
	return part * overall
}

// overallOf is the least overall level, for one side, of which nominalOf leaves that much for each look.
func overallOf(nominal float64) float64 {
	i := slices.IndexFunc(nominals, func(n struct{ overall, each float64 }) bool { return n.each >= nominal })
	first := nominals[0]
	switch {
	case i < 0:
		return 1
	case nominal <= first.overall/float64(len(Looks)):
		return nominal * float64(len(Looks))
	case i == 0:
		return first.overall
	}
	below, at := nominals[i-1], nominals[i]
	part := min(below.each/below.overall, at.each/at.overall)
	return min(at.overall, nominal/part)
}
