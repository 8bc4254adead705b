package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Digits is x with three significant digits, and all of those before the point: "0.0123", "1.23", "12.3", "123", "12345".
// What is far from 1 has an exponent; what is no number is "-".
func Digits(x float64) string { return significant(x, 3) }

// significant is x with so many significant digits, else as in Digits.
func significant(x float64, digits int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "-"
	}
	if x == 0 {
		return "0"
	}
	rounded := strconv.FormatFloat(x, 'e', digits-1, 64) // first, since 99.96 is "100" and not "100.0"
	_, power, _ := strings.Cut(rounded, "e")
	exponent, err := strconv.Atoi(power)
	if err != nil || exponent < -4 || exponent > 9 {
		return rounded
	}
	return strconv.FormatFloat(x, 'f', max(0, digits-1-exponent), 64)
}

// MegabytesPerSecond is a rate in units of 10⁶ bytes per second.
func MegabytesPerSecond(bytesPerSecond float64) string { return Digits(bytesPerSecond / 1e6) }

// Duration is a time with the unit that leaves few digits: "52.1ns", "8.10µs", "5.40ms", "84.0s".
func Duration(ns float64) string {
	units := []string{"ns", "µs", "ms", "s"}
	for len(units) > 1 && ns >= 999.5 {
		ns /= 1000
		units = units[1:]
	}
	return Digits(ns) + units[0]
}

// Hertz is a frequency with the unit that leaves few digits, in four digits because clocks differ in the fourth: "2.994 GHz".
func Hertz(hz float64) string {
	switch {
	case hz >= 1e9:
		return strconv.FormatFloat(hz/1e9, 'f', 3, 64) + " GHz"
	case hz >= 1e6:
		return Digits(hz/1e6) + " MHz"
	}
	return Digits(hz) + " Hz"
}

// Size is a number of bytes: whole Ki and Mi (1024 and 1024²) as such, others in full.
func Size(bytes int) string {
	switch {
	case bytes >= 1<<20 && bytes%(1<<20) == 0:
		return strconv.Itoa(bytes>>20) + "Mi"
	case bytes >= 1<<10 && bytes%(1<<10) == 0:
		return strconv.Itoa(bytes>>10) + "Ki"
	}
	return strconv.Itoa(bytes)
}

// PlusMinus is the half-width of an interval as a part of its value: "±3%".
func PlusMinus(part float64) string {
	if part >= 10 {
		return "±>999%"
	}
	return fmt.Sprintf("±%.0f%%", part*100)
}
