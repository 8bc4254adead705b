package result

import (
	"slices"

	"cpb/internal/stats"
)

// Pairs finds what was measured together of two results, whichever of them was the base.
type Pairs map[[2]int]Pair

// PairsOf indexes the pairs of d.
func PairsOf(d *Document) Pairs {
	all := Pairs{}
	for _, p := range d.Pairs {
		if at := [2]int{p.Other, p.Base}; all[at].LaunchLogRatio == nil {
			all[at] = p.turned()
		}
	}
	for _, p := range d.Pairs { // as it was measured goes before turned round
		all[[2]int{p.Base, p.Other}] = p
	}
	return all
}

// Of is what was measured together of base and other, with other ÷ base as its ratios; false where nothing was.
func (all Pairs) Of(base, other int) (Pair, bool) {
	p, ok := all[[2]int{base, other}]
	return p, ok
}

// Looked reports whether somebody looked at the ratios, as often as stats.Looks says, until he could decide by them: only intervals that
// hold at all of these looks hold then. With fewer launches than at the first look nobody has.
func (p *Pair) Looked() bool {
	return p.Until == UntilDecision && len(p.LaunchLogRatio) >= stats.Looks[0]
}

// turned is p with its sides in each other's place.
func (p Pair) turned() Pair {
	p.Base, p.Other = p.Other, p.Base
	p.LaunchLogRatio = slices.Clone(p.LaunchLogRatio)
	for i, x := range p.LaunchLogRatio {
		p.LaunchLogRatio[i] = -x
	}
	return p
}
