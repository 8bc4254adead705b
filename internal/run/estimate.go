package run

import (
	"math"
	"slices"

	"cpb/internal/stats"
)

// clean leaves out the samples that the scheduler interrupted, where a launch has others.
func clean(l launch) launch {
	kept := make(launch, 0, len(l))
	for _, o := range l {
		if o.taken && !o.switched {
			kept = append(kept, o)
		}
	}
	if len(kept) > 0 {
		return kept
	}
	for _, o := range l {
		if o.taken {
			kept = append(kept, o)
		}
	}
	return kept
}

// logNs is the value of a launch: the median over its samples of the log of the ns per call. False where it has none.
func (l launch) logNs() (float64, bool) {
	return l.median(func(o observation) float64 { return o.logNs })
}

func (l launch) median(value func(observation) float64) (float64, bool) {
	kept := clean(l)
	if len(kept) == 0 {
		return 0, false
	}
	x := make([]float64, len(kept))
	for i, o := range kept {
		x[i] = value(o)
	}
	return stats.Median(x), true
}

// times are the logs of the ns per call of a launch's samples.
func (l launch) times() []float64 {
	var x []float64
	for _, o := range clean(l) {
		x = append(x, o.logNs)
	}
	return x
}

// logRatio is the value of a launch for a pair: the median over samples next to each other of the log of time other ÷ time
// base. What disturbs both alike, a clock that moves or a neighbour, drops out of each.
func logRatio(base, other launch) (float64, bool) {
	x := sampleRatios(base, other)
	return stats.Median(x), len(x) > 0
}

// sampleRatios has a log ratio for each two samples next to each other, without those that the scheduler interrupted where there are
// others.
func sampleRatios(base, other launch) []float64 {
	var all, undisturbed []float64
	for i := range min(len(base), len(other)) {
		b, o := base[i], other[i]
		if !b.taken || !o.taken {
			continue
		}
		all = append(all, o.logNs-b.logNs)
		if !b.switched && !o.switched {
			undisturbed = append(undisturbed, o.logNs-b.logNs)
		}
	}
	if len(undisturbed) > 0 {
		return undisturbed
	}
	return all
}

// logRatios has a value for each launch that measured both cells.
func logRatios(base, other *cell) []float64 {
	var x []float64
	for i := range min(len(base.launches), len(other.launches)) {
		if r, ok := logRatio(base.launches[i], other.launches[i]); ok {
			x = append(x, r)
		}
	}
	return x
}

// values has the log of the ns per call of each launch that measured the cell, of those that keep reports true for.
func (c *cell) values(keep func(l int) bool) []float64 {
	var x []float64
	for i, l := range c.launches {
		if v, ok := l.logNs(); ok && keep(i) {
			x = append(x, v)
		}
	}
	return x
}

// quietQuantile is which quantile over launches stands for the absolute time: low, because what is left of disturbance
// only ever adds, and not the least, because the least of many is one lucky launch.
const quietQuantile = 0.25

// minQuiet is the least number of launches from which a low quantile can be told with an interval.
const minQuiet = 16

// absolute estimates the ns per call over the quiet launches: a low quantile between order statistics, or, with few
// launches, their centre.
func (c *cell) absolute(quiet func(l int) bool) (stats.Interval, bool) {
	every := func(int) bool { return true }
	x := c.values(quiet)
	if len(x) < minQuiet {
		x = c.values(every)
	}
	i, ok := stats.QuantileInterval(x, quietQuantile, stats.Level)
	if !ok || len(x) < minQuiet {
		i, ok = stats.Location(x, stats.Level)
	}
	return exp(i), ok
}

func exp(i stats.Interval) stats.Interval {
	return stats.Interval{Value: math.Exp(i.Value), Low: math.Exp(i.Low), High: math.Exp(i.High)}
}

// absolutes estimates the times of a group such that they agree with the ratios that were measured: what stands side by side
// must not contradict what was measured side by side. The cell whose own time is known best is the reference, and the others are
// its time × their ratio to it, each with its own interval, widened to hold that. (The first cell for a reference was tried:
// where that one has two speeds, all others are wrong by the factor between them.) Cells without an interval are left out.
func absolutes(group []*cell, quiet func(l int) bool) map[*cell]stats.Interval {
	times := map[*cell]stats.Interval{}
	var reference *cell
	for _, c := range group {
		if c.row.err != nil {
			continue
		}
		own, ok := c.absolute(quiet)
		if !ok {
			continue
		}
		times[c] = own
		if reference == nil || own.High/own.Low < times[reference].High/times[reference].Low {
			reference = c
		}
	}
	for c, own := range times {
		if c == reference {
			continue
		}
		if ratio, ok := stats.Location(logRatios(reference, c), stats.Level); ok {
			ns := times[reference].Value * math.Exp(ratio.Value)
			times[c] = stats.Interval{Value: ns, Low: min(own.Low, ns), High: max(own.High, ns)}
		}
	}
	return times
}

// cycles estimates the core cycles of a call: counted by the hardware, or from the clock of each launch, so that a clock that
// moves between launches does not matter. False where neither is known.
func (c *cell) cycles(all []conditions, quiet func(l int) bool) (float64, bool) {
	var calm, every []float64
	for l, launch := range c.launches {
		logNs, ok := launch.logNs()
		if !ok {
			continue
		}
		cycles, _ := launch.median(func(o observation) float64 { return o.cycles })
		if cycles == 0 {
			cycles = math.Exp(logNs) * all[l].hz() / 1e9
		}
		every = append(every, cycles)
		if quiet(l) {
			calm = append(calm, cycles)
		}
	}
	if len(calm) < minQuiet {
		calm = every
	}
	if len(calm) == 0 || slices.Min(calm) <= 0 {
		return 0, false
	}
	return stats.Quantile(calm, quietQuantile), true
}
