package report

import (
	"math"

	"cpb/catalog"
	"cpb/internal/stats"
)

// A fit is the cost model of a primitive through the sizes of one row.
type fit struct {
	fixedNs       float64 // per call
	cyclesPerByte float64 // of the size-dependent part; 0 where there is no clock
	estimated     bool    // whether the cycles are
	misfit        bool    // whether a size is off by more than tolerance and by more than its own interval
}

// tolerance is the part of a time by which the cost model may miss it. What an interval has room for is no miss.
const tolerance = 0.05

// newFit fits model to r's times, and to its cycles by themselves: the clock may have moved. Nil where the sizes do not
// determine it.
func newFit(model catalog.Model, columns []column, r *row) *fit {
	if model.Kind == catalog.None {
		return nil
	}
	var x, t, low, high []float64  // times at units
	var atCycles, cycles []float64 // cycles at units
	var f fit
	for _, at := range columns {
		m := r.cells[at]
		if at.kind != sized || m == nil {
			continue
		}
		ns, ok := m.Time()
		if !ok {
			continue
		}
		if isCore(m.Cycles) && at.size > 0 {
			atCycles = append(atCycles, units(model, at.size))
			cycles = append(cycles, m.CyclesPerByte*float64(at.size))
		}
		f.estimated = f.estimated || m.Cycles == estimated
		x = append(x, units(model, at.size))
		t = append(t, ns)
		low, high = append(low, m.LowNs), append(high, m.HighNs)
	}
	line, ok := stats.FitLine(x, t)
	if !ok || line.Slope <= 0 {
		return nil
	}
	f.fixedNs = line.Fixed
	for i := range x {
		off := line.Fixed + line.Slope*x[i]
		f.misfit = f.misfit || math.Abs(off-t[i]) > tolerance*t[i] && !(low[i] <= off && off <= high[i])
	}
	if line, ok := stats.FitLine(atCycles, cycles); ok {
		f.cyclesPerByte = line.Slope / unitBytes(model)
	}
	return &f
}

// units is what the time of a call of size bytes grows with: blocks or bytes.
func units(model catalog.Model, size int) float64 {
	if model.Kind == catalog.Blocks {
		return float64(model.Blocks(size))
	}
	return float64(size)
}

// unitBytes is the bytes of one such unit.
func unitBytes(model catalog.Model) float64 {
	if model.Kind == catalog.Blocks {
		return float64(model.BlockBytes)
	}
	return 1
}
