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
// overlap's margin: intervals that overlap because they are wide show nothing. It has changed where the intervals are
// apart, by more than the margin and by more than the fits miss. docs/method.md has the reasons. Margins are parts of
// the block cost, and for the fixed cost of the time at the smallest size.
const (
	launchMargin = 0.005 // of rows that many launches stand behind: what compare calls the same
	runMargin    = 0.01  // of single runs: times of an idle machine move that far from one run to the next
	blockOverlap = 0.02
	fixedOverlap = cost.Tolerance
)

// margin is the margin of two costs: that of a single run where one of them has no launches.
func margin(base, other *result.Cost) float64 {
	if base.Interval == result.IntervalLaunches && other.Interval == result.IntervalLaunches {
		return launchMargin
	}
	return runMargin
}

// blockChange compares the costs per block. What the fits say holds only as far as the slopes between the two largest sizes
// say it too.
func blockChange(base, other *result.Cost) outcome {
	fit, slope := other.BlockNs/base.BlockNs, other.SlopeNs/base.SlopeNs
	if !(slope > 0) {
		return untold
	}
	within := func(margin float64) bool {
		return math.Abs(fit-1) <= margin && math.Abs(slope-1) <= margin
	}
	bounded := base.Interval != "" && other.Interval != ""
	overlap := base.BlockLowNs <= other.BlockHighNs && other.BlockLowNs <= base.BlockHighNs
	switch {
	case within(margin(base, other)):
		return unchanged
	case !bounded:
		return untold
	case overlap && within(blockOverlap):
		return unchanged
	case !overlap && (fit > 1) == (slope > 1) && math.Abs(slope-1) > margin(base, other):
		return changed
	}
	return untold
}

// fixedChange compares the costs per call of two rows that have costs.
func fixedChange(base, other *row) outcome {
	b, o := base.cost, other.cost
	step := math.Abs(o.FixedNs - b.FixedNs)
	least := min(base.points[0].ns, other.points[0].ns)
	missed := max(b.MaxResidual*base.points[0].ns, o.MaxResidual*other.points[0].ns)
	overlap := b.FixedLowNs <= o.FixedHighNs && o.FixedLowNs <= b.FixedHighNs
	switch {
	case step <= margin(b, o)*least:
		return unchanged
	case b.Interval == "" || o.Interval == "":
		return untold
	case overlap && step <= fixedOverlap*least:
		return unchanged
	case !overlap && step > missed:
		return changed
	}
	return untold
}

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
