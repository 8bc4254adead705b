package result

import "fmt"

// A Gate is whether the head is slower than the base by more than a bound, cell by cell and as a whole: what cpb gate decides.
type Gate struct {
	Base        string      `json:"base"` // what the two are, in the words of whoever asked
	Head        string      `json:"head"`
	MaxSlowdown float64     `json:"max_slowdown"` // the bound: the part by which the head may take more time
	Outcome     GateOutcome `json:"outcome"`
	Cells       []GateCell  `json:"cells"`
	Apart       []GateApart `json:"apart,omitempty"`  // what there is no comparison of
	Figure      string      `json:"figure,omitempty"` // what ratios are of where it is not time
	Saved       bool        `json:"saved,omitempty"`  // both sides were there already: nothing was measured for this
	Same        string      `json:"same,omitempty"`   // what base and head, two libraries, are both: SameFile, SameBytes
}

// GateFigureCycles is a gate's figure where the two sides were measured apart, at core clocks that are known: time × clock.
const GateFigureCycles = "core cycles"

// What two sides are that do not differ.
const (
	SameFile  = "file"  // one file
	SameBytes = "bytes" // two files of the same bytes
)

// A GateOutcome is what a gate comes to.
type GateOutcome string

// The outcomes, each going before those behind it.
const (
	GateWrong     GateOutcome = "wrong"     // the head fails what the base does
	GateSlower    GateOutcome = "slower"    // a cell is slower beyond the bound
	GateUndecided GateOutcome = "undecided" // of a cell neither is known
	GatePassed    GateOutcome = "passed"    // no cell is slower beyond the bound
)

// A GateCell is what a gate makes of one comparison. Its ratios are time head ÷ time base, or of the gate's figure.
type GateCell struct {
	Comparison int       `json:"comparison"` // index into Comparisons
	State      CellState `json:"state"`
	Ratio      float64   `json:"ratio,omitempty"`
	// Low and High are what State was decided by: the cell is slower where Low is above the bound, which holds for all cells of the gate
	// together, and has passed where High is below it, which holds for this one. Absent where there are too few launches for them.
	Low      float64 `json:"low,omitempty"`
	High     float64 `json:"high,omitempty"`
	Launches int     `json:"launches,omitempty"` // that this rests on; of two runs, of the one that has fewer
	Reason   string  `json:"reason,omitempty"`   // why it is undecided, where more launches would not help
}

// A CellState is what a gate makes of a cell.
type CellState string

// The states of a cell.
const (
	CellSlower    CellState = "slower"    // beyond the bound
	CellLayout    CellState = "layout"    // slower beyond the bound, with the same instructions at other addresses: not held against the head
	CellUndecided CellState = "undecided" // neither is known
	CellPassed    CellState = "passed"    // not slower beyond the bound
)

// A GateApart is a cell, or a row where it has no size, that a gate has no comparison of.
type GateApart struct {
	Kind      ApartKind `json:"kind"`
	Library   string    `json:"library,omitempty"`
	Primitive string    `json:"primitive"`
	Operation string    `json:"operation,omitempty"`
	Work      string    `json:"work,omitempty"`
	Interface string    `json:"interface,omitempty"`
	SizeBytes *int      `json:"size_bytes,omitempty"`
	Reason    string    `json:"reason"`
}

// An ApartKind is why there is no comparison, and so what it does to the outcome.
type ApartKind string

// The kinds.
const (
	ApartWrong      ApartKind = "wrong"       // the head has it and fails: the outcome is wrong
	ApartGone       ApartKind = "gone"        // the head has not got it: it cannot pass
	ApartUnmeasured ApartKind = "unmeasured"  // neither side has a number: it cannot pass
	ApartNew        ApartKind = "new"         // the base has not got it: there is nothing to be slower than
	ApartBaseFailed ApartKind = "base-failed" // the base has it and fails: the same
	ApartNeither    ApartKind = "neither"     // neither side has got it, though it was asked for by name
)

// check checks g, of a document with that many comparisons.
func (g *Gate) check(comparisons int) *fault {
	for i := range g.Cells {
		c := &g.Cells[i]
		switch {
		case c.Comparison < 0 || c.Comparison >= comparisons:
			return &fault{"cells", fmt.Sprintf("%d is no index into the %d comparisons", c.Comparison, comparisons)}
		case c.Low < 0 || c.High < c.Low || c.Ratio < 0 || c.Launches < 0:
			return &fault{"cells", fmt.Sprintf("of comparison %d, ratio %v from %v to %v over %d launches is none", c.Comparison, c.Ratio, c.Low, c.High, c.Launches)}
		}
	}
	for i := range g.Apart {
		if s := g.Apart[i].SizeBytes; s != nil && *s < 0 {
			return &fault{"apart", "a size is " + negative(*s)}
		}
	}
	return notNegative("max_slowdown", g.MaxSlowdown)
}
