package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// An axis is a logarithmic scale from low to high.
type axis struct{ low, high float64 }

func newAxis() axis { return axis{math.Inf(1), math.Inf(-1)} }

// hold makes a hold v, which is above 0.
func (a *axis) hold(v float64) { a.low, a.high = min(a.low, v), max(a.high, v) }

// widen gives a some length where it holds one value only.
func (a *axis) widen() {
	if a.low == a.high {
		a.low, a.high = max(a.low/2, math.SmallestNonzeroFloat64), min(a.high*2, math.MaxFloat64)
	}
}

// at is where v lies on a: 0 at its low end, 1 at its high one.
func (a *axis) at(v float64) float64 {
	return (math.Log(v) - math.Log(a.low)) / (math.Log(a.high) - math.Log(a.low))
}

// value is what lies at a place.
func (a *axis) value(at float64) float64 {
	return math.Exp(math.Log(a.low) + at*(math.Log(a.high)-math.Log(a.low)))
}

// A tick is a labelled place on an axis.
type tick struct {
	value float64
	label string
}

// timeTicks are about as many times on a as there is room for: 1, 2 and 5 of each power of ten, or powers of ten; the ends of a
// where it holds no two of them.
func (a *axis) timeTicks(most int) []tick {
	all := a.roundTimes(1, 1, 2, 5)
	for every := 1; len(all) > most; every++ {
		all = a.roundTimes(every, 1)
	}
	if len(all) < 2 {
		return []tick{{a.low, Duration(a.low)}, {a.high, Duration(a.high)}}
	}
	return all
}

// roundTimes are steps of every so many powers of ten, as far as a has them.
func (a *axis) roundTimes(every int, steps ...float64) []tick {
	var all []tick
	first, last := int(math.Floor(math.Log10(a.low))), int(math.Ceil(math.Log10(a.high)))
	for power := int(math.Floor(float64(first)/float64(every))) * every; power <= last; power += every {
		for _, s := range steps {
			if v := s * math.Pow10(power); a.low <= v && v <= a.high {
				all = append(all, tick{v, roundDuration(v)})
			}
		}
	}
	return all
}

// roundDuration is a round time with its unit: "10ns", "5µs".
func roundDuration(ns float64) string {
	units := []string{"ns", "µs", "ms", "s"}
	for len(units) > 1 && ns >= 999.5 {
		ns /= 1000
		units = units[1:]
	}
	return fmt.Sprintf("%.4g%s", ns, units[0])
}

// sizeTicks are p's sizes, as far as their labels find room: the least, the largest, then the others from the left. A label is
// centred on a place of width columns.
func (p *picture) sizeTicks(place func(size float64) float64, width func(label string) float64) []tick {
	sizes := p.measuredSizes()
	var all []tick
	add := func(size int) {
		t := tick{float64(size), Size(size)}
		fits := !slices.ContainsFunc(all, func(o tick) bool {
			return math.Abs(place(t.value)-place(o.value)) < (width(t.label)+width(o.label))/2+width(" ")
		})
		if fits {
			all = append(all, t)
		}
	}
	add(sizes[0])
	add(sizes[len(sizes)-1])
	for _, s := range sizes {
		add(s)
	}
	slices.SortFunc(all, func(x, y tick) int { return cmp.Compare(x.value, y.value) })
	return all
}
