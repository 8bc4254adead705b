package cost

import (
	"cpb/catalog"
	"cpb/internal/stats"
	"cpb/result"
)

// cyclesPerByte is the slope of a line through the cycles of the points, fitted by themselves since the clock may have
// moved between them, and of what clock they are. Zero where they have none, or of more than one clock.
func cyclesPerByte(model catalog.Model, points []*result.Result) (perByte float64, clock string) {
	var x, cycles []float64
	for _, r := range points {
		n := r.CyclesPerCall
		if n == 0 {
			n = r.CyclesPerByte * float64(*r.SizeBytes)
		}
		if n == 0 {
			continue
		}
		switch {
		case clock == "" || clock == result.CyclesCore && r.Cycles == result.CyclesEstimated:
			clock = r.Cycles
		case r.Cycles != clock && !(clock == result.CyclesEstimated && r.Cycles == result.CyclesCore):
			return 0, ""
		}
		x = append(x, Units(model, *r.SizeBytes))
		cycles = append(cycles, n)
	}
	line, ok := stats.FitLine(x, cycles)
	if !ok || !(line.Slope > 0) {
		return 0, ""
	}
	return line.Slope / float64(UnitBytes(model)), clock
}

// Clock gives c cycles by a clock of coreHz where its results had none. They are estimated: nobody counted them.
func Clock(c *result.Cost, coreHz float64) {
	if c.CyclesPerByte == 0 && coreHz > 0 {
		c.CyclesPerByte, c.Cycles = c.BlockNs*coreHz/1e9/float64(c.BlockBytes), result.CyclesEstimated
	}
}
