package stats

import (
	"math"
	"slices"
	"sort"
)

// Dip is Hartigan and Hartigan's dip of x: how far the empirical distribution is, at its furthest, from the nearest one that has a
// single mode. It is between 1/(2n) and 1/4, the latter for two points of equal weight. NaN where x is empty.
//
// J. A. Hartigan and P. M. Hartigan, "The dip test of unimodality", Ann. Statist. 13 (1985), 70–84: the computation is that of its
// section 4, on the two edges of the empirical distribution's steps.
func Dip(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	s := stepsOf(x)
	dip := 1.0 // in 1/(2n)
	low, high := 0, len(s.at)-1
	for {
		under, over := s.minorant(low, high), s.majorant(low, high)
		d, left, right := s.widest(under, over)
		if d <= dip {
			return dip / float64(2*len(x))
		}
		// At the mode itself a step of any height is allowed.
		for i := low; i <= left && i < right; i++ {
			dip = max(dip, s.above[i]-s.on(under, s.below, i))
		}
		for i := high; i >= right && i > left; i-- {
			dip = max(dip, s.on(over, s.above, i)-s.below[i])
		}
		if left == low && right == high {
			return dip / float64(2*len(x))
		}
		low, high = left, right
	}
}

// steps is an empirical distribution: where it steps, and how many values lie below and not above each place.
type steps struct{ at, below, above []float64 }

func stepsOf(x []float64) steps {
	var s steps
	for i, v := range slices.Sorted(slices.Values(x)) {
		if last := len(s.at) - 1; last >= 0 && s.at[last] == v {
			s.above[last]++
			continue
		}
		s.at = append(s.at, v)
		s.below = append(s.below, float64(i))
		s.above = append(s.above, float64(i+1))
	}
	return s
}

// minorant is the corners of the greatest convex function that is nowhere above the lower edge, between two places.
func (s steps) minorant(low, high int) []int {
	return s.hull(low, high, func(i int) float64 { return s.below[i] })
}

// majorant is the corners of the least concave function that is nowhere below the upper edge.
func (s steps) majorant(low, high int) []int {
	return s.hull(low, high, func(i int) float64 { return -s.above[i] })
}

// hull is the corners of the lower convex hull of the points between two places.
func (s steps) hull(low, high int, y func(int) float64) []int {
	var corners []int
	for i := low; i <= high; i++ {
		for len(corners) >= 2 {
			a, b := corners[len(corners)-2], corners[len(corners)-1]
			if (y(b)-y(a))*(s.at[i]-s.at[b]) < (y(i)-y(b))*(s.at[b]-s.at[a]) {
				break
			}
			corners = corners[:len(corners)-1]
		}
		corners = append(corners, i)
	}
	return corners
}

// on is the height at place i of the line through corners on an edge.
func (s steps) on(corners []int, edge []float64, i int) float64 {
	k := sort.SearchInts(corners, i)
	if corners[k] == i {
		return edge[i]
	}
	a, b := corners[k-1], corners[k]
	return edge[a] + (edge[b]-edge[a])*(s.at[i]-s.at[a])/(s.at[b]-s.at[a])
}

// widest is how far the two hulls are from each other where they are furthest, and the modal interval that follows: the corner of
// the lower one at or before that place, and that of the upper one at or behind it.
func (s steps) widest(under, over []int) (d float64, left, right int) {
	for _, i := range under {
		if apart := s.on(over, s.above, i) - s.below[i]; apart > d {
			d, left, right = apart, i, over[sort.SearchInts(over, i)]
		}
	}
	for _, i := range over {
		if apart := s.above[i] - s.on(under, s.below, i); apart > d {
			k, exact := slices.BinarySearch(under, i)
			if !exact {
				k--
			}
			d, left, right = apart, under[k], i
		}
	}
	return d, left, right
}

// dipUsual is what the dip of so many values exceeds once in ten draws from the uniform distribution, the one with a single mode
// that exceeds it most often. Source: the table qDiptab of the R package diptest (M. Maechler; a million draws each), which
// extends table 1 of Hartigan and Hartigan.
var dipUsual = []struct{ n, dip float64 }{
	{20, 0.0972346}, {30, 0.0814791}, {50, 0.0649136}, {100, 0.0471528}, {200, 0.0339968}, {500, 0.0218781}, {1000, 0.0156148},
}

// dipLimit is that dip for n values, 20 or more: between those of the table, and beyond it, dip × √n goes on evenly.
func dipLimit(n int) float64 {
	root := func(i int) float64 { return dipUsual[i].dip * math.Sqrt(dipUsual[i].n) }
	at := float64(n)
	last := len(dipUsual) - 1
	if at >= dipUsual[last].n {
		return root(last) / math.Sqrt(at)
	}
	i := sort.Search(last, func(i int) bool { return dipUsual[i+1].n > at })
	part := (at - dipUsual[i].n) / (dipUsual[i+1].n - dipUsual[i].n)
	return (root(i) + part*(root(i+1)-root(i))) / math.Sqrt(at)
}

// What TwoModes asks of two groups.
const (
	leastForModes = 28   // values: gaps as wide are too frequent in fewer
	leastShare    = 0.15 // of the values, on either side
	gapOverSpread = 3    // the gap, by the mean distance of a group's values from their median
)

// TwoModes says whether x falls into two groups, and where between them. It does where the dip is beyond what nine in ten samples
// with one mode have, and a gap with at least 15 % of the values on either side is more than three times as wide as either
// group's mean distance from its median.
//
// Neither would do alone. A dip that no more than one in a thousand such samples reaches is not reached by two clear modes of 12 and
// 20 values; and gaps as wide occur in long tails, but there with few values behind them, which make no dip. Together they
// are held to find two modes in less than one of a thousand samples that have one, be it uniform, normal, skewed or with a heavy
// tail (TestOneMode). A group of less than a quarter of 32 values is mostly not told from a tail.
func TwoModes(x []float64) (boundary float64, two bool) {
	n := len(x)
	if n < leastForModes || Dip(x) <= dipLimit(n) {
		return 0, false
	}
	s := slices.Sorted(slices.Values(x))
	least := int(math.Ceil(leastShare * float64(n)))
	widest := float64(gapOverSpread)
	for i := least; i <= n-least; i++ {
		gap := s[i] - s[i-1]
		if gap == 0 {
			continue
		}
		if ratio := gap / max(spread(s[:i]), spread(s[i:])); ratio > widest {
			widest, boundary, two = ratio, s[i-1]+gap/2, true
		}
	}
	return boundary, two
}

// spread is the mean distance of x from its median.
func spread(x []float64) float64 {
	centre := Median(x)
	sum := 0.0
	for _, v := range x {
		sum += math.Abs(v - centre)
	}
	return sum / float64(len(x))
}
