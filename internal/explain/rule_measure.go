package explain

import (
	"math"
	"strings"

	"cpb/result"
)

// A measure is one figure of a row that can be held against another of its unit and size.
type measure struct {
	size      int // bytes; -1 where calls have none, or the source does not tell it
	unit      string
	value     float64 // the less, the faster
	low, high float64 // where another's lie wholly above or below these, the two differ
	result    int     // index into evidence.doc.Results
}

// How far a figure may be off, as a part, where its source gives no interval. Two are told apart from twice this on.
const (
	offWithSpread = 0.005                 // at least this where the tool printed how its runs varied
	offWithout    = result.SingleRuns / 2 // what compare asks of two figures that nothing is known of
	offInRow      = 0.02                  // of sizes in one row beside each other: what a run has in common is no matter there
	meansApart    = 3                     // standard errors of a mean
)

// measures are the figures of r: times of calls, else of bytes, else cycles of bytes.
func (e *evidence) measures(r *row) (all []measure) {
	for _, i := range r.results {
		if m, ok := newMeasure(e.at(i)); ok {
			m.result = i
			all = append(all, m)
		}
	}
	return all
}

func newMeasure(r *result.Result) (measure, bool) {
	m := measure{size: -1}
	if r.SizeBytes != nil {
		m.size = *r.SizeBytes
	}
	rate, rated := r.Rate()
	ns, timed := r.Time()
	switch {
	case timed:
		m.unit, m.value = "ns", ns
	case rated:
		m.unit, m.value = "ns per byte", 1e9/rate
	case r.CyclesPerByte > 0:
		m.unit, m.value = cycleName(r.Cycles)+" per byte", r.CyclesPerByte
	case r.CyclesPerCall > 0:
		m.unit, m.value = cycleName(r.Cycles), r.CyclesPerCall
	default:
		return measure{}, false
	}
	off := off(r, offWithout)
	m.low, m.high = m.value*(1-off), m.value*(1+off)
	if m.unit == "ns" && r.LowNs > 0 && r.HighNs > 0 {
		m.low, m.high = r.LowNs, r.HighNs
	}
	return m, true
}

// off is how far r's figure may be off where it has no interval; without where nothing tells how it varies. A standard deviation of
// so many runs is one of their mean when it is divided by the root of their number.
func off(r *result.Result, without float64) float64 {
	if r.Spread <= 0 {
		return without
	}
	spread := r.Spread
	if strings.Contains(r.Spreads, result.StandardDeviation) && r.Calls > 1 {
		spread *= meansApart / math.Sqrt(float64(r.Calls))
	}
	return max(offWithSpread, spread)
}

// cycleName is what one of the cycles of that kind is called.
func cycleName(kind string) string {
	if kind == result.CyclesTSC {
		return "ticks"
	}
	return "cycles"
}

// shared are the largest measures of two rows of the same size and unit; false where they share none.
func shared(a, b []measure) (ma, mb measure, ok bool) {
	for _, x := range a {
		for _, y := range b {
			if x.size == y.size && x.unit == y.unit && (!ok || x.size > ma.size) {
				ma, mb, ok = x, y, true
			}
		}
	}
	return ma, mb, ok
}
