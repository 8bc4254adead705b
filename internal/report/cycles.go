package report

import "cpb/result"

// estimatedMark stands before cycles that are estimated.
const estimatedMark = "~"

// longestUnit is how much of a foreign unit is shown, in columns.
const longestUnit = 8

// cyclesUnit is the unit of cycles per byte.
func cyclesUnit(kind string) string { return cyclesName(kind) + "/B" }

// cyclesName is the unit of cycles: those that are not of the core go under their own name.
func cyclesName(kind string) string {
	switch {
	case kind == "" || isCore(kind):
		return "c"
	case kind == result.CyclesUnknown:
		return "c?"
	}
	return shorten(clean(kind), longestUnit)
}

func isCore(kind string) bool { return kind == result.CyclesCore || kind == result.CyclesEstimated }

// cycles is a number of cycles per byte.
func cycles(perByte float64, isEstimated bool) string {
	if isEstimated {
		return estimatedMark + Digits(perByte)
	}
	return Digits(perByte)
}
