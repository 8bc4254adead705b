package host

import "cpb/result"

// A Warning is one thing about this machine, really seen, that makes measurements worse.
type Warning struct {
	Kind    string // a point's
	Message string // what was seen and what it means for a measurement
	Hint    string // what to do about it
}

// Warnings says what is wrong with this machine for measurements on processor cpu, as far as a look tells. Nothing is said of
// what cannot be seen, and nothing is measured: Examine does that.
func Warnings(cpu int) []Warning { return warningsOf(here().points(look(cpu))) }

// warningsOf are the points that are not well.
func warningsOf(points []result.Point) []Warning {
	var all []Warning
	for _, p := range points {
		if p.State == result.Bad || p.State == result.Note {
			all = append(all, Warning{p.Kind, p.What + ": " + p.Means, p.Do})
		}
	}
	return all
}
