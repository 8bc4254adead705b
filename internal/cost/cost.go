// Package cost fits the catalogue's cost models to results: what a call costs whatever its size, and what each block or
// byte costs. It is the only fit in cpb.
package cost

import (
	"math"

	"cpb/catalog"
	"cpb/internal/stats"
	"cpb/result"
)

// Tolerance is the part of a time by which a cost model may miss it. What a size's own interval has room for is no miss.
const Tolerance = 0.05

// Fit fits model to the times of results, by least squares of relative errors. Results without a size or a time are
// passed over. Nil where model has no size, and where the sizes do not determine it: fewer than two that differ in
// blocks, or times that do not grow with them. Of and Results are the caller's to fill.
func Fit(model catalog.Model, results []*result.Result) *result.Cost {
	if model.Kind != catalog.Blocks && model.Kind != catalog.Bytes {
		return nil
	}
	var points []*result.Result
	var x, t []float64
	for _, r := range results {
		ns, ok := r.Time()
		if !ok || r.SizeBytes == nil {
			continue
		}
		points = append(points, r)
		x = append(x, Units(model, *r.SizeBytes))
		t = append(t, ns)
	}
	line, ok := stats.FitLine(x, t)
	if !ok || !(line.Slope > 0) || math.IsInf(line.Slope, 0) || math.IsInf(line.MaxResidual, 0) {
		return nil // the last two of times that a float64 has no squares of
	}
	c := &result.Cost{
		FixedNs: line.Fixed, BlockNs: line.Slope, BlockBytes: UnitBytes(model), SlopeNs: endSlope(x, t),
		MaxResidual: line.MaxResidual, WorstSize: *points[line.Worst].SizeBytes,
	}
	bound(c, line, x, points)
	c.CyclesPerByte, c.Cycles = cyclesPerByte(model, points)
	for i, r := range points {
		off := line.Fixed + line.Slope*x[i]
		c.Misfit = c.Misfit || math.Abs(off-t[i]) > Tolerance*t[i] && !(r.LowNs <= off && off <= r.HighNs)
	}
	return c
}

// Units is what the time of a call of size bytes grows with: blocks or bytes.
func Units(model catalog.Model, size int) float64 {
	if model.Kind == catalog.Blocks {
		return float64(model.Blocks(size))
	}
	return float64(size)
}

// UnitBytes is the bytes of one such unit.
func UnitBytes(model catalog.Model) int {
	if model.Kind == catalog.Blocks {
		return model.BlockBytes
	}
	return 1
}

// bound gives c its intervals: from the launches where there are some, else from the residuals.
func bound(c *result.Cost, line stats.Line, x []float64, points []*result.Result) {
	fixed, slope, ok := overLaunches(x, points)
	c.Interval = result.IntervalLaunches
	if !ok {
		fixed, slope, ok = line.Intervals(stats.Level)
		c.Interval = result.IntervalResiduals
	}
	if !ok {
		c.Interval = ""
		return
	}
	// Launches stand for more than the quiet ones that the times are of: their interval is widened to hold the fit.
	c.FixedLowNs, c.FixedHighNs = min(fixed.Low, line.Fixed), max(fixed.High, line.Fixed)
	c.BlockLowNs, c.BlockHighNs = min(slope.Low, line.Slope), max(slope.High, line.Slope)
}

// overLaunches fits each launch by itself and locates the two costs over launches. False where not every point has the
// same number of launches, two or more: which belong together is not known then.
func overLaunches(x []float64, points []*result.Result) (fixed, slope stats.Interval, ok bool) {
	launches := len(points[0].LaunchNs)
	var fixeds, slopes []float64
	for l := range launches {
		t := make([]float64, len(points))
		for i, r := range points {
			if len(r.LaunchNs) != launches {
				return stats.Interval{}, stats.Interval{}, false
			}
			t[i] = r.LaunchNs[l]
		}
		line, ok := stats.FitLine(x, t)
		if !ok {
			return stats.Interval{}, stats.Interval{}, false
		}
		fixeds, slopes = append(fixeds, line.Fixed), append(slopes, line.Slope)
	}
	fixed, ok = stats.Location(fixeds, stats.Level)
	if !ok {
		return stats.Interval{}, stats.Interval{}, false
	}
	slope, ok = stats.Location(slopes, stats.Level)
	return fixed, slope, ok
}

// endSlope is the slope between the two largest different x. There are two, since they made a line.
func endSlope(x, t []float64) float64 {
	last := 0
	for i := range x {
		if x[i] > x[last] {
			last = i
		}
	}
	before := -1
	for i := range x {
		if x[i] < x[last] && (before < 0 || x[i] > x[before]) {
			before = i
		}
	}
	return (t[last] - t[before]) / (x[last] - x[before])
}
