package report

import (
	"slices"

	"cpb/internal/stats"
	"cpb/result"
)

// A link is what was measured together with a result: the log of its time ÷ the base's, launch by launch.
type link struct {
	base   int
	ratio  []float64
	looked bool // until something was decided by it
}

// linksOf lists the links of each result, those in which it is the base with the sign turned.
func linksOf(pairs []result.Pair) map[int][]link {
	links := map[int][]link{}
	for _, p := range pairs {
		links[p.Other] = append(links[p.Other], link{p.Base, p.LaunchLogRatio, p.Looked()})
		turned := make([]float64, len(p.LaunchLogRatio))
		for i, x := range p.LaunchLogRatio {
			turned[i] = -x
		}
		links[p.Base] = append(links[p.Base], link{p.Other, turned, p.Looked()})
	}
	return links
}

// markFastest marks the fastest of each column of two or more, and what cannot be told from it.
func (b *block) markFastest(links map[int][]link) {
	for _, at := range b.columns {
		var best *measure
		var known []*measure
		for _, r := range b.rows {
			m := r.cells[at]
			if m == nil {
				continue
			}
			cost, ok := m.cost()
			if !ok {
				continue
			}
			known = append(known, m)
			if best == nil {
				best = m
			} else if least, _ := best.cost(); cost < least {
				best = m
			}
		}
		if len(known) < 2 {
			continue
		}
		for _, m := range known {
			m.fastest = m == best || !distinct(best, m, links)
		}
	}
}

// distinct reports whether the times of a and b differ: by the interval of their ratio where they were measured together,
// else by whether their own intervals overlap.
func distinct(a, b *measure, links map[int][]link) bool {
	if l, ok := ratioOf(a.index, b.index, links); ok {
		location := stats.Location
		if l.looked {
			location = stats.RepeatedLocation
		}
		if centre, ok := location(l.ratio, stats.Level); ok {
			return centre.Low > 0 || centre.High < 0
		}
	}
	aLow, aHigh := interval(a)
	bLow, bHigh := interval(b)
	return aHigh < bLow || bHigh < aLow
}

// ratioOf is the log of a's time ÷ b's per launch: as measured, or through a base that both were measured against in the
// same launches.
func ratioOf(a, b int, links map[int][]link) (link, bool) {
	for _, l := range links[a] {
		if l.base == b {
			return l, true
		}
	}
	for _, la := range links[a] {
		for _, lb := range links[b] {
			if la.base == lb.base && len(la.ratio) == len(lb.ratio) {
				ratio := slices.Clone(la.ratio)
				for i := range ratio {
					ratio[i] -= lb.ratio[i]
				}
				return link{b, ratio, la.looked || lb.looked}, true
			}
		}
	}
	return link{}, false
}

// interval is m's cost with its interval, which is the cost alone where none is known.
func interval(m *measure) (low, high float64) {
	if m.LowNs > 0 && m.HighNs > 0 {
		return m.LowNs, m.HighNs
	}
	cost, _ := m.cost()
	return cost, cost
}
