package explain

import (
	"fmt"

	"cpb/result"
)

// A both is one size that both rows of a pair have, with its times.
type both struct {
	size        int
	base, other float64 // ns per call
}

// ratio is how many times as fast the other side is.
func (b both) ratio() float64 { return b.base / b.other }

// inCommon has the sizes that both rows of p have, the smallest first.
func inCommon(p pair) (common []both) {
	for _, b := range p.base.points {
		for _, o := range p.other.points {
			if b.size == o.size && p.base.sized == p.other.sized {
				common = append(common, both{b.size, b.ns, o.ns})
			}
		}
	}
	return common
}

// bySizes compares rows without a model: their rates where calls have no size, their times at the smallest and largest size,
// and where there are no times the cycles or rates that the source has instead.
func (e *evidence) bySizes(p pair) []string {
	common := inCommon(p)
	if len(common) == 0 {
		return []string{e.byRate(p)}
	}
	first, last := common[0], common[len(common)-1]
	if !p.base.sized {
		return []string{fmt.Sprintf("%s as fast, %s/s", times(first.ratio()), fromTo(1e9/first.base, 1e9/first.other)) + e.asRunsVary(p, first)}
	}
	at := func(x both) string {
		return fmt.Sprintf("%s as fast at %s (%s ns)", times(x.ratio()), inBytes(x.size), fromTo(x.base, x.other))
	}
	said := at(first)
	if first != last {
		said += ", " + at(last)
	}
	return []string{said + e.asRunsVary(p, first, last)}
}

// asRunsVary says that p's times at sizes are no further apart than single runs are, where they are such and it is so.
func (e *evidence) asRunsVary(p pair, at ...both) string {
	for _, x := range at {
		if max(x.ratio(), 1/x.ratio()) > 1+result.SingleRuns {
			return ""
		}
	}
	if e.covered(p.base) && e.covered(p.other) {
		return ""
	}
	return ", " + asRunsVary
}

// byRate compares the first two results of the rows of p that have rates, times, or cycles of one clock, at one size or at none
// that is told. Ticks of two machines are no times.
func (e *evidence) byRate(p pair) string {
	for _, i := range p.base.results {
		for _, j := range p.other.results {
			b, o := e.at(i), e.at(j)
			at, same := sameSize(b, o)
			if !same {
				continue
			}
			bRate, bRated := b.Rate()
			oRate, oRated := o.Rate()
			bNs, bTimed := b.Time()
			oNs, oTimed := o.Time()
			switch {
			case bRated && oRated:
				return fmt.Sprintf("%s as fast%s, %s MB/s", times(oRate/bRate), at, fromTo(bRate/1e6, oRate/1e6))
			case bTimed && oTimed:
				return fmt.Sprintf("%s as fast%s, %s ns per call", times(bNs/oNs), at, fromTo(bNs, oNs))
			case b.CyclesPerByte == 0 || o.CyclesPerByte == 0 || b.Cycles != o.Cycles:
				continue
			case p.base.group == p.other.group:
				return fmt.Sprintf("%s as fast%s, %s %s per byte", times(b.CyclesPerByte/o.CyclesPerByte), at, fromTo(b.CyclesPerByte, o.CyclesPerByte), clock(b.Cycles))
			}
			return fmt.Sprintf("%s %s per byte%s, which are times only by one clock", fromTo(b.CyclesPerByte, o.CyclesPerByte), clock(b.Cycles), at)
		}
	}
	return "no figure of the one has a pair in the other"
}

// sameSize reports whether a and b are of one size, and where that is: " at 16 bytes", "" where neither tells one.
func sameSize(a, b *result.Result) (at string, same bool) {
	switch {
	case a.SizeBytes == nil && b.SizeBytes == nil:
		return "", true
	case a.SizeBytes == nil || b.SizeBytes == nil || *a.SizeBytes != *b.SizeBytes:
		return "", false
	}
	return " at " + inBytes(*a.SizeBytes), true
}

// clock names what a result's cycles are of.
func clock(cycles string) string {
	switch cycles {
	case result.CyclesCore:
		return "core cycles"
	case result.CyclesEstimated:
		return "core cycles (estimated)"
	case result.CyclesTSC:
		return "ticks"
	}
	return "cycles of a clock that is not told"
}
