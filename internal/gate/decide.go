// Package gate decides whether a library, the head, is slower than another, the base, by more than a bound. docs/gate.md has what it
// claims, and with which error rates.
package gate

import (
	"math"

	"cpb/internal/stats"
	"cpb/result"
)

// DefaultMaxSlowdown is the bound where none is named.
const DefaultMaxSlowdown = 0.02

// errorRate is how often, at most, a gate may let a cell pass that is slower beyond the bound, and how often it may call cells slower where
// none is: either is one side of an interval at stats.Level.
const errorRate = (1 - stats.Level) / 2

// A Rule is what the cells of one gate are held to.
//
// That none is slower is claimed where every cell passes, each at errorRate: an intersection–union test, which needs no correction for
// their number (Berger, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24 (1982), 295–300). That one is slower
// is claimed where any is, and so each has its equal share of errorRate (Bonferroni). Holm's procedure (Scand. J. Statist. 6 (1979), 65–70)
// finds more, but what it asks of a cell depends on the others, at their last looks: which of them may stop would then depend on the order
// in which they do.
type Rule struct {
	MaxSlowdown float64
	Cells       int // of the gate, whether or not they come to have a number
}

// bound is the log of the ratio beyond which a cell is slower.
func (r Rule) bound() float64 { return math.Log1p(r.MaxSlowdown) }

// An Interval finds the interval of that level about the log of a cell's ratio; false where there is too little for one.
type Interval func(level float64) (stats.Interval, bool)

// Repeated is the interval of launches that were looked at as often as stats.Looks says.
func Repeated(logRatios []float64) Interval {
	return func(level float64) (stats.Interval, bool) { return stats.RepeatedLocation(logRatios, level) }
}

// Once is the interval of launches whose number was settled before.
func Once(logRatios []float64) Interval {
	return func(level float64) (stats.Interval, bool) { return stats.Location(logRatios, level) }
}

// Judge says what a cell comes to: slower, passed or undecided, and between which ratios it lies by that.
func (r Rule) Judge(interval Interval) (state result.CellState, low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if i, ok := interval(1 - 2*errorRate); ok {
		high = i.High
	}
	if i, ok := interval(1 - 2*errorRate/float64(max(1, r.Cells))); ok {
		low = i.Low
	}
	switch {
	case low > r.bound():
		state = result.CellSlower
	case high < r.bound():
		state = result.CellPassed
	default:
		state = result.CellUndecided
	}
	return state, math.Exp(low), math.Exp(high)
}

// Slower reports whether they say that the cell is slower.
func (r Rule) Slower(logRatios []float64) bool {
	state, _, _ := r.Judge(Repeated(logRatios))
	return state == result.CellSlower
}

// Enough reports whether the launches so far decide a cell.
func (r Rule) Enough(logRatios []float64) bool {
	state, _, _ := r.Judge(Repeated(logRatios))
	return state != result.CellUndecided
}
