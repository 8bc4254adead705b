// Package compare holds groups of results against each other: which cells pair, how many times as much time the other
// side takes, within which interval, and whether that is a difference at all. docs/compare.md has the rules and the reasons.
package compare

import (
	"cmp"

	"cpb/result"
)

// Options of Compare. A zero is the default where there is one.
type Options struct {
	Margin float64 // differences within it are none: the part by which times differ; 0 for DefaultMargin
	Level  float64 // the part of all differences found that may be none; 0 for DefaultLevel
	Spread float64 // one standard deviation of a single figure from run to run, as a part of it; 0: not known
}

// The defaults of Options.
const (
	DefaultMargin = 0.005
	DefaultLevel  = 0.05
)

// An Unpaired is a result that stands against nothing on the other side.
type Unpaired struct {
	Group  string // which has it
	Result int    // index into the document's Results
	Reason string // part of a sentence about the result: "only in after.txt"
}

// Compare holds each of others against base, puts the comparisons into doc.Comparisons in the order of base's results,
// and says what has no pair: as data, and in warnings of the kind NoPair in doc. The false discovery rate is held over
// all comparisons of the call.
func Compare(doc *result.Document, base result.Group, others []result.Group, o Options) []Unpaired {
	o.Margin = cmp.Or(o.Margin, DefaultMargin)
	o.Level = cmp.Or(o.Level, DefaultLevel)
	pairs := result.PairsOf(doc)
	var compared []*comparison
	seen := map[[2]int]bool{}
	var pairings []*pairing
	for _, other := range others {
		p := newPairing(doc, base, other)
		pairings = append(pairings, p)
		for _, found := range p.pairs {
			if at := [2]int{found.base, found.other}; !seen[at] {
				seen[at] = true
				together, _ := pairs.Of(found.base, found.other)
				compared = append(compared, newComparison(doc, found, together, o))
			}
		}
	}
	discover(compared, o)
	for _, c := range compared {
		together, _ := pairs.Of(c.Base, c.Other)
		c.place(together.Layout)
		doc.Comparisons = append(doc.Comparisons, c.Comparison)
	}
	unpaired := unpairedOf(base, pairings)
	doc.Warnings = append(doc.Warnings, noPairs(doc, unpaired)...)
	return unpaired
}
