package explain

import (
	"fmt"
	"math"
	"slices"

	"cpb/internal/stats"
	"cpb/result"
)

const (
	leastAlike   = 4    // algorithms: fewer of one factor are chance
	sameFactor   = 1.04 // the largest of factors that are called one ÷ the least
	leastFactor  = 1.05 // below this, a factor is what two runs on one machine can have
	sameMachines = 1.03 // how far the factors of two pairs of builds may lie apart, to be called the same
)

// A factor is what all block costs of one side are of the other's.
type factor struct{ low, median, high float64 }

// commonFactorOf is the one factor of shifts, where they have one that is not 1.
func commonFactorOf(shifts []shift) (factor, bool) {
	if len(distinct(shifts, func(s shift) string { return familyOf(s.base.key.primitive) })) < leastAlike {
		return factor{}, false
	}
	var ratios []float64
	for _, s := range shifts {
		ratios = append(ratios, s.block)
	}
	f := factor{slices.Min(ratios), stats.Median(ratios), slices.Max(ratios)}
	away := math.Abs(math.Log(f.median)) >= math.Log(leastFactor)
	return f, away && f.high <= f.low*sameFactor
}

// A stretch is sides that one factor lies between: one pair of sides, or several that share none.
type stretch struct {
	factor
	facings []*facing
	shifts  []shift
}

// commonFactor finds block costs that all differ by one factor, and says of what it may be.
func commonFactor(e *evidence) (found []result.Finding) {
	var all []*stretch
	for _, f := range e.facings() {
		shifts := f.shifts()
		by, ok := commonFactorOf(shifts)
		if !ok {
			continue
		}
		i := slices.IndexFunc(all, func(s *stretch) bool { return s.takes(f, by) })
		if i < 0 {
			all = append(all, &stretch{by, []*facing{f}, shifts})
			continue
		}
		s := all[i]
		s.low, s.high = min(s.low, by.low), max(s.high, by.high)
		s.facings, s.shifts = append(s.facings, f), append(s.shifts, shifts...)
	}
	for _, s := range all {
		found = append(found, s.findings(e)...)
	}
	return found
}

// takes reports whether f is another pair of sides with the same factor.
func (s *stretch) takes(f *facing, by factor) bool {
	for _, g := range s.facings {
		for _, a := range []*row{f.base(), f.other()} {
			if a.group == g.base().group || a.group == g.other().group {
				return false
			}
		}
	}
	apart := math.Abs(math.Log(by.median / s.median))
	return apart <= math.Log(sameMachines)
}

func (s *stretch) findings(e *evidence) []result.Finding {
	low, high := s.low, s.high
	if s.median < 1 {
		low, high = 1/s.high, 1/s.low
	}
	var between []string
	for _, f := range s.facings {
		cheap, dear := e.sideName(f.base()), e.sideName(f.other())
		if s.median < 1 {
			cheap, dear = dear, cheap
		}
		between = append(between, fmt.Sprintf("in %s as in %s", dear, cheap))
	}
	finding := result.Finding{
		Primitives: primitivesOf(rowsOf(s.shifts)), Results: resultsOf(rowsOf(s.shifts)),
		Figures: map[string]float64{"least_ratio": s.low, "most_ratio": s.high, "rows": float64(len(s.shifts))},
	}
	measured, inferred := finding, finding
	measured.Basis = result.Measured
	measured.Sentence = fmt.Sprintf("A block costs %s times as much %s, in all %d rows (%s): one common factor.",
		span(low, high), list(between), len(s.shifts), list(shiftedCells(s.shifts)))
	inferred.Basis = result.Inferred
	inferred.Sentence = "One factor for algorithms that have no code in common is not of the algorithms: the clock gives that, or a compiler or processor that " +
		"treats all alike. These figures do not tell which, nor whether it is the same library on both sides."
	if len(s.facings) > 1 {
		inferred.Sentence = fmt.Sprintf("One factor for algorithms that have no code in common, and the same for %d pairs of builds, is not of what differs between the "+
			"builds, so not of the library: the machines differ, most likely in their clocks.", len(s.facings))
	}
	return []result.Finding{measured, inferred}
}
