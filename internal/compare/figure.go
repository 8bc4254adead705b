package compare

import (
	"fmt"
	"math"

	"cpb/result"
)

// A figure is what of two results is held against each other: how many times as much of it the other side takes.
type figure struct {
	ratio    float64 // other ÷ base
	timed    bool    // whether it is the time of a call
	name     string  // as in result.Comparison
	warnings []string
}

// figureOf finds the best figure that both results have: time, else rate, else cycles of one kind. The error is why there
// is none.
func figureOf(base, other *result.Result) (figure, error) {
	b, baseOK := base.Time()
	o, otherOK := other.Time()
	if baseOK && otherOK {
		return checked(figure{ratio: o / b, timed: true})
	}
	if base.BytesPerSecond > 0 && other.BytesPerSecond > 0 {
		return checked(figure{ratio: base.BytesPerSecond / other.BytesPerSecond})
	}
	for _, cycles := range []struct {
		name string
		of   func(*result.Result) float64
	}{
		{result.FigureCyclesPerByte, func(r *result.Result) float64 { return r.CyclesPerByte }},
		{result.FigureCyclesPerCall, func(r *result.Result) float64 { return r.CyclesPerCall }},
	} {
		b, o := cycles.of(base), cycles.of(other)
		if b <= 0 || o <= 0 {
			continue
		}
		warning, err := sameCycles(kindOf(base), kindOf(other))
		if err != nil {
			return figure{}, err
		}
		return checked(figure{ratio: o / b, name: cycles.name, warnings: []string{warning}})
	}
	return figure{}, fmt.Errorf("no figure that both sides have: %s on the base side, %s on the other", holds(base), holds(other))
}

func checked(f figure) (figure, error) {
	if !(f.ratio > 0) || math.IsInf(f.ratio, 0) {
		return figure{}, fmt.Errorf("the figures are too far apart to be held against each other")
	}
	return f, nil
}

func kindOf(r *result.Result) string {
	if r.Cycles == "" {
		return result.CyclesUnknown
	}
	return r.Cycles
}

// sameCycles says what is to be known of a ratio of cycles of those kinds, or why there is none.
func sameCycles(base, other string) (warning string, err error) {
	isCore := func(kind string) bool { return kind == result.CyclesCore || kind == result.CyclesEstimated }
	switch {
	case isCore(base) && isCore(other):
		return "core cycles are compared: at different clocks, times differ otherwise", nil
	case base != other:
		return "", fmt.Errorf("cycles are of different clocks: %s on the base side, %s on the other", base, other)
	case base == result.CyclesUnknown:
		return "cycles are compared, and the source does not say of which clock", nil
	}
	return fmt.Sprintf("%s ticks are compared: on different machines, times differ otherwise", base), nil
}

// holds names the figure that r has.
func holds(r *result.Result) string {
	_, timed := r.Time()
	switch {
	case timed:
		return "a time"
	case r.BytesPerSecond > 0:
		return "a rate of bytes"
	case r.CyclesPerByte > 0:
		return "cycles per byte"
	case r.CyclesPerCall > 0:
		return "cycles per call"
	}
	return "none"
}
