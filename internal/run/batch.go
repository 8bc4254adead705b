package run

import (
	"cmp"
	"slices"

	"cpb/internal/worker"
	"cpb/library"
)

// again is how often a period comes in a sample that is longer than a slice should be. It is timed in parts of about a slice's length: as
// interruptions fall on other parts each time, of each part one is found that escaped them. Launches have one round of such cells for three of others.
const again = 3

// setBatches sizes the samples of cells that are measured side by side: slices of whole periods, as near above the lengths wanted
// as they come. Cells that take about as long get the very same batches: with other numbers of calls, two copies of one library
// were seen to differ by 0.5 %.
func setBatches(group []*cell) {
	for _, like := range alike(group) {
		first := like[0] // the fastest
		calls := func(ns float64) int {
			return (int(ns/(first.callNs*float64(first.period))) + 1) * first.period
		}
		for _, c := range like {
			c.warm, c.calls = int(warmNs/first.callNs)+1, calls(sliceNs)
			slice := first.callNs * float64(c.calls)
			c.slices = min(max(1, int(sampleNs/slice)), worker.MaxSlices)
			c.parts = 1
			if first.period > 1 && slice >= 2*sliceNs {
				c.parts = min(int(slice/sliceNs), c.calls, worker.MaxParts)
				c.slices = max(c.slices, again)
			}
		}
	}
}

// plant marks the cells whose cost the request plants. A group that has one is measured in slices of its period on all sides, which begin with
// the same message, so that their batches are the same but for the planted calls.
func (r *Request) plant(group []*cell) {
	if r.Plant == nil {
		return
	}
	period := 1
	for _, c := range group {
		c.every = r.Plant(c.row.source.target, c.identity())
		period = library.CommonPeriod(period, max(1, c.period), max(1, c.every))
	}
	if planted(group) {
		for _, c := range group {
			c.period, c.aligned = period, true
		}
	}
}

// planted reports whether a cost is planted into one of the cells.
func planted(group []*cell) bool {
	return slices.ContainsFunc(group, func(c *cell) bool { return c.every > 0 })
}

// extra is how many calls a slice has that do not count.
func (c *cell) extra() int {
	if c.every == 0 {
		return 0
	}
	return c.calls / c.every
}

// alike splits a group into cells of one period that take about as long: each at most a quarter longer than the next faster one,
// which gauging two equals never shows, and none over twice as long as the fastest.
func alike(group []*cell) (parts [][]*cell) {
	sorted := slices.SortedFunc(slices.Values(group), func(a, b *cell) int {
		return cmp.Or(cmp.Compare(a.period, b.period), cmp.Compare(a.callNs, b.callNs))
	})
	for i, c := range sorted {
		if i > 0 {
			part := &parts[len(parts)-1]
			before, first := sorted[i-1], (*part)[0]
			if c.period == before.period && c.callNs <= 1.25*before.callNs && c.callNs <= 2*first.callNs {
				*part = append(*part, c)
				continue
			}
		}
		parts = append(parts, []*cell{c})
	}
	return parts
}
