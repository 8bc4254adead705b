package report

// What a result says of its cycles.
const (
	core      = "core"
	estimated = "estimated" // core cycles too
)

// estimatedMark stands before cycles that are estimated.
const estimatedMark = "~"

// longestUnit is how much of a foreign unit is shown, in columns.
const longestUnit = 8

// cyclesUnit is the unit of cycles per byte: those that are not of the core go under their own name.
func cyclesUnit(kind string) string {
	if kind == "" || isCore(kind) {
		return cyclesHead
	}
	return shorten(clean(kind), longestUnit) + "/B"
}

func isCore(kind string) bool { return kind == core || kind == estimated }

// cycles is a number of cycles per byte.
func cycles(perByte float64, isEstimated bool) string {
	if isEstimated {
		return estimatedMark + Digits(perByte)
	}
	return Digits(perByte)
}
