package report

import (
	"cpb/catalog"
	"cpb/internal/cost"
	"cpb/result"
)

// A fit is the cost model of a primitive through the sizes of one row.
type fit struct {
	fixedNs       float64 // per call
	cyclesPerByte float64 // of the size-dependent part; 0 where there is no clock
	estimated     bool    // whether the cycles are
	misfit        bool    // whether a size is off by more than the model may miss it by
}

// newFit fits model to r. Nil where the sizes do not determine it.
func newFit(model catalog.Model, columns []column, r *row) *fit {
	var sizes []*result.Result
	for _, at := range columns {
		if m := r.cells[at]; m != nil {
			sizes = append(sizes, m.Result)
		}
	}
	c := cost.Fit(model, sizes)
	if c == nil {
		return nil
	}
	f := &fit{fixedNs: c.FixedNs, misfit: c.Misfit}
	if isCore(c.Cycles) {
		f.cyclesPerByte, f.estimated = c.CyclesPerByte, c.Cycles == result.CyclesEstimated
	}
	return f
}
