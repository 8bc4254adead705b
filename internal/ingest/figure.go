package ingest

import (
	"math"
	"strconv"
	"strings"
)

// A Figure is a number as printed: its value, and half a unit of its last digit, by which rounding may have moved it.
type Figure struct{ Value, Half float64 }

// ParseFigure reads a decimal number: digits with a point, a sign, an exponent. It takes no infinity and nothing beyond what a
// float64 holds.
func ParseFigure(s string) (Figure, bool) {
	if f, ok := shortFigure(s); ok {
		return f, true
	}
	if s == "" || len(s) > 64 {
		return Figure{}, false
	}
	point, exponent := -1, len(s)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
		case c == '.' && point < 0 && exponent == len(s):
			point = i
		case (c == '-' || c == '+') && (i == 0 || i == exponent+1):
		case (c == 'e' || c == 'E') && i > 0 && exponent == len(s):
			exponent = i
		default:
			return Figure{}, false
		}
	}
	value, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return Figure{}, false
	}
	digits := 0
	if point >= 0 {
		digits = exponent - point - 1
	}
	power := 0
	if exponent < len(s) {
		if power, err = strconv.Atoi(s[exponent+1:]); err != nil {
			return Figure{}, false
		}
	}
	return Figure{value, halfUnit(digits - power)}, true
}

// ParsePositive reads a decimal number that can be a speed or a time; the figure is 0 where it is none.
func ParsePositive(s string) (Figure, bool) {
	if f, ok := ParseFigure(s); ok && f.Positive() {
		return f, true
	}
	return Figure{}, false
}

// Positive reports whether the figure is more than 0, and it and its inverse are numbers in whatever unit.
func (f Figure) Positive() bool { return 1e-200 < f.Value && f.Value < 1e200 }

// shortFigure reads what most figures are: up to 15 digits with a point or without. Digits and power of ten are exact then, and so
// their quotient is rounded once, as strconv rounds it.
func shortFigure(s string) (Figure, bool) {
	if len(s) > 16 {
		return Figure{}, false
	}
	mantissa, digits, point := int64(0), 0, -1
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '.' && point < 0 {
			point = i
			continue
		}
		if c -= '0'; c > 9 {
			return Figure{}, false
		}
		mantissa = mantissa*10 + int64(c)
		digits++
	}
	if digits == 0 || digits > 15 {
		return Figure{}, false
	}
	if point < 0 {
		return Figure{float64(mantissa), 0.5}, true
	}
	behind := len(s) - 1 - point
	return Figure{float64(mantissa) / powers[behind], halves[behind]}, true
}

// powers are the powers of ten that a float64 holds exactly, as far as they are needed.
var powers = [16]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

var halves = func() (h [20]float64) {
	for i := range h {
		h[i] = 0.5 * math.Pow10(-i)
	}
	return h
}()

// halfUnit is half of 10 to the power of minus digits.
func halfUnit(digits int) float64 {
	if 0 <= digits && digits < len(halves) {
		return halves[digits]
	}
	return 0.5 * math.Pow10(-digits)
}

// ParseLocalFigure reads a number with the separators of whatever language: "1,234.5", "1.234,5", "5000,0", "1 234". Where a
// single separator stands before three digits, thousands says whether it groups them.
func ParseLocalFigure(s string, thousands bool) (Figure, bool) {
	s = strings.ReplaceAll(s, " ", "")
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	ok := true
	switch {
	case comma < 0:
		if strings.Count(s, ".") > 1 {
			s, ok = ungrouped(s, ".", len(s))
		}
	case point > comma:
		s, ok = ungrouped(s, ",", point)
	case strings.Count(s, ",") > 1, thousands && point < 0 && len(s)-comma == 4:
		s, ok = ungrouped(s, ",", len(s))
	default:
		s, ok = ungrouped(s, ".", comma)
		s = strings.Replace(s, ",", ".", 1)
	}
	if !ok {
		return Figure{}, false
	}
	return ParseFigure(s)
}

// ungrouped takes the separators out of the digits before end. False where three digits do not follow each.
func ungrouped(s, separator string, end int) (string, bool) {
	groups := strings.Split(s[:end], separator)
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return s, false
		}
	}
	return strings.Join(groups, "") + s[end:], true
}

// Times is the figure times a unit.
func (f Figure) Times(unit float64) Figure { return Figure{f.Value * unit, f.Half * math.Abs(unit)} }

// Agree reports whether a rate can be what a count and the seconds it took give, all three as rounded. Where not, seconds is
// what the count and the rate give.
func Agree(count, taken, rate Figure) (seconds float64, ok bool) {
	seconds = count.Value / rate.Value
	if !(count.Value > 0) || !(taken.Value > 0) || !(rate.Value > 0) {
		return seconds, true // nothing to compare
	}
	least := (count.Value - count.Half) / (taken.Value + taken.Half)
	most := math.Inf(1)
	if taken.Value > taken.Half {
		most = (count.Value + count.Half) / (taken.Value - taken.Half)
	}
	const slack = 1e-9 // of the arithmetic
	return seconds, least*(1-slack) <= rate.Value+rate.Half && rate.Value-rate.Half <= most*(1+slack)
}
