package explain

import (
	"math"

	"cpb/internal/cost"
	"cpb/result"
)

// An outcome is what two fits say of one of their costs, in this package's short names.
type outcome = result.Outcome

const (
	unchanged = result.Unchanged
	changed   = result.Changed
	untold    = result.Untold
)

// What decides. A cost is unchanged where it is within the margin, or where the intervals overlap and it is within the
// overlap's margin; and in either case only where the intervals are narrow: those that overlap because they are wide show
// nothing. It has changed where the intervals are apart, by more than the least change and by more than the fits miss.
// docs/method.md has the reasons. All are parts of the block cost, and for the fixed cost of the time at the smallest size.
const (
	launchMargin = 0.005 // of rows that many launches stand behind: what compare calls the same
	runMargin    = 0.01  // of single runs: times of an idle machine move that far from one run to the next
	blockOverlap = 0.02
	fixedOverlap = cost.Tolerance
	narrow       = 0.1 // half of an interval, at most, of a cost that is called unchanged
)

// byLaunches reports whether many launches stand behind both costs.
func byLaunches(base, other *result.Cost) bool {
	return base.Interval == result.IntervalLaunches && other.Interval == result.IntervalLaunches
}

// margin is the margin of two costs: that of a single run where one of them has no launches.
func margin(base, other *result.Cost) float64 {
	if byLaunches(base, other) {
		return launchMargin
	}
	return runMargin
}

// leastChange is by how much two costs must differ to have changed. The intervals of single runs tell how far sizes are from the
// line, and not what a whole row has in common in one run and not in the next: those must differ by what compare asks of them.
func leastChange(base, other *result.Cost) float64 {
	if byLaunches(base, other) {
		return launchMargin
	}
	return result.SingleRuns
}

// blockChange compares the costs per block. What the fits say holds only as far as the slopes between the two largest sizes
// say it too.
func blockChange(base, other *result.Cost) outcome {
	fit, slope := other.BlockNs/base.BlockNs, other.SlopeNs/base.SlopeNs
	if !(slope > 0) || base.Interval == "" || other.Interval == "" {
		return untold
	}
	near := func(margin float64) bool { return math.Abs(fit-1) <= margin && math.Abs(slope-1) <= margin }
	told := base.BlockHighNs-base.BlockLowNs <= 2*narrow*base.BlockNs && other.BlockHighNs-other.BlockLowNs <= 2*narrow*other.BlockNs
	switch {
	case told && near(margin(base, other)), told && blocksOverlap(base, other) && near(blockOverlap):
		return unchanged
	case blocksApart(base, other) && max(fit, 1/fit) > 1+leastChange(base, other):
		return changed
	}
	return untold
}

func blocksOverlap(base, other *result.Cost) bool {
	return base.BlockLowNs <= other.BlockHighNs && other.BlockLowNs <= base.BlockHighNs
}

// blocksApart reports whether two costs per block that have intervals differ, by the fits, and by the slopes in the same direction.
func blocksApart(base, other *result.Cost) bool {
	fit, slope := other.BlockNs/base.BlockNs, other.SlopeNs/base.SlopeNs
	return !blocksOverlap(base, other) && slope > 0 && (fit > 1) == (slope > 1) && math.Abs(slope-1) > margin(base, other)
}

// fixedChange compares the costs per call of two rows that have costs.
func fixedChange(base, other *row) outcome {
	b, o := base.cost, other.cost
	if b.Interval == "" || o.Interval == "" {
		return untold
	}
	step, least := math.Abs(o.FixedNs-b.FixedNs), leastTime(base, other)
	told := max(b.FixedHighNs-b.FixedLowNs, o.FixedHighNs-o.FixedLowNs) <= 2*narrow*least
	switch {
	case told && step <= margin(b, o)*least, told && fixedOverlaps(b, o) && step <= fixedOverlap*least:
		return unchanged
	case fixedApart(base, other) && step > leastChange(b, o)*least:
		return changed
	}
	return untold
}

func fixedOverlaps(base, other *result.Cost) bool {
	return base.FixedLowNs <= other.FixedHighNs && other.FixedLowNs <= base.FixedHighNs
}

// fixedApart reports whether two costs per call that have intervals differ, by more than the fits miss.
func fixedApart(base, other *row) bool {
	b, o := base.cost, other.cost
	missed := max(b.MaxResidual*base.points[0].ns, o.MaxResidual*other.points[0].ns)
	return !fixedOverlaps(b, o) && math.Abs(o.FixedNs-b.FixedNs) > missed
}

// leastTime is the shorter of the two calls of the least size, of which changes of the fixed cost are parts.
func leastTime(base, other *row) float64 { return min(base.points[0].ns, other.points[0].ns) }

// change is what p comes to in figures.
func (e *evidence) change(p pair) *result.Change {
	side := func(r *row) result.Side { return result.Side{Of: e.spell(e.title(r)), Results: r.results} }
	c := &result.Change{Base: side(p.base), Other: side(p.other), Alone: alone(p)}
	if b, o := p.base.cost, p.other.cost; b != nil && o != nil && !p.base.misfit && !p.other.misfit {
		c.Fixed, c.FixedNs = fixedChange(p.base, p.other), o.FixedNs-b.FixedNs
		c.Block, c.BlockRate = blockChange(b, o), b.BlockNs/o.BlockNs
	}
	common := inCommon(p)
	at := func(x both) *result.AtSize {
		if !p.base.sized {
			return &result.AtSize{Times: x.ratio()}
		}
		return &result.AtSize{SizeBytes: &x.size, Times: x.ratio()}
	}
	if n := len(common); n > 0 {
		if c.Smallest = at(common[0]); n > 1 {
			c.Largest = at(common[n-1])
		}
	}
	return c
}
