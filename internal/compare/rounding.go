package compare

import (
	"math"
	"strconv"

	"cpb/result"
)

// roundingOf is by how much, as a part, r's figure may be off because of the digits that were printed: of the figure itself,
// and of the seconds that it may come from, whichever leaves more room. The count of calls in them is exact: openssl speed and
// bssl speed stop the clock when a call has ended. False where what was printed is not known.
func roundingOf(r *result.Result) (part float64, ok bool) {
	part, ok = roundingOfDigits(r.Printed)
	if r.Source != nil && r.Calls > 0 && r.Seconds > 0 {
		part, ok = max(part, roundingOfSeconds(r.Seconds)/r.Seconds), true
	}
	return part, ok
}

// roundingOfDigits is half a unit of the last digit of the first number in text, as a part of that number. Where the point
// stands, and what is a thousands separator, makes no difference to that.
func roundingOfDigits(text string) (part float64, ok bool) {
	digits, begun := 0.0, false
scan:
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			digits, begun = 10*digits+float64(c-'0'), true
		case begun && c != '.' && c != ',' && c != '\'' && c != '_':
			break scan
		}
	}
	if digits == 0 {
		return 0, false
	}
	return 0.5 / digits, true
}

// roundingOfSeconds is half a unit of the last digit of seconds: tools print hundredths, or microseconds.
func roundingOfSeconds(seconds float64) float64 {
	const hundredth, microsecond = 0.01, 1e-6
	if math.Abs(seconds/hundredth-math.Round(seconds/hundredth)) < 1e-6 {
		return hundredth / 2
	}
	return microsecond / 2
}

// roundingOfLaunches is the same for times of launches that another tool printed. The digits are those of the shortest
// decimal number: what was printed has no fewer.
func roundingOfLaunches(r *result.Result) float64 {
	if r.Loop != "" {
		return 0 // measured here, and not printed in between
	}
	least := math.Inf(1)
	for _, ns := range r.LaunchNs {
		if part, ok := roundingOfDigits(mantissa(ns)); ok {
			least = min(least, part)
		}
	}
	if math.IsInf(least, 0) {
		return 0
	}
	return least
}

func mantissa(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
