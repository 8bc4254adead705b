package explain

import (
	"math"
	"strconv"
	"strings"

	"cpb/catalog"
)

// figure is x in as many digits as a sentence needs, with a minus sign that is no hyphen: "0.0123", "−2.24", "70.0", "1323".
func figure(x float64) string {
	digits := 0
	switch a := math.Abs(x); {
	case a == 0:
	case a < 1:
		digits = min(9, 2-int(math.Floor(math.Log10(a))))
	case a < 10:
		digits = 2
	case a < 1000:
		digits = 1
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', digits, 64), "-", "−", 1)
}

// nanoseconds is a number of ns with its unit.
func nanoseconds(x float64) string { return figure(x) + " ns" }

// fromTo is two figures of which the second came after the first: "70.0 → 69.6".
func fromTo(base, other float64) string { return figure(base) + " → " + figure(other) }

// times is how many times as fast: the base's time ÷ the other's, above 1 where the other is faster.
func times(ratio float64) string {
	digits := 2
	switch {
	case ratio >= 100:
		digits = 0
	case ratio >= 10:
		digits = 1
	case ratio < 0.1 && ratio > 0:
		digits = min(9, 1-int(math.Floor(math.Log10(ratio))))
	}
	return strconv.FormatFloat(ratio, 'f', digits, 64) + " times"
}

// inBytes names sizes: "16 bytes", "1 byte", "512 and 16384 bytes".
func inBytes(sizes ...int) string {
	names := make([]string, len(sizes))
	for i, s := range sizes {
		names[i] = strconv.Itoa(s)
	}
	if len(sizes) == 1 && sizes[0] == 1 {
		return "1 byte"
	}
	return list(names) + " bytes"
}

// String names the cell as far as the catalogue does not make it plain: "sha1", "dsa-512 sign", "aes-128-cbc encrypt (keyed)".
func (k cellKey) String() string {
	name := k.primitive
	op := catalog.Operation(k.operation)
	if p, ok := catalog.Known(k.primitive); k.operation != "" && !(ok && p.Sole() == op) {
		name += " " + k.operation
	}
	if duties := catalog.Duties(op); len(duties) > 0 && k.work != "" && duties[0].Work != catalog.Work(k.work) {
		name += " (" + k.work + ")"
	}
	if k.threads > 1 {
		name += " on " + strconv.Itoa(k.threads) + " threads"
	}
	return name
}

// unit is what a cost model counts.
func unit(m catalog.Model) string {
	if m.Kind == catalog.Blocks {
		return "block"
	}
	return "byte"
}

// percent is a part of something: "4.5 %".
func percent(part float64) string { return strconv.FormatFloat(100*part, 'f', 1, 64) + " %" }

// list is "a", "a and b", "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
