package explain

import (
	"fmt"

	"cpb/result"
)

// A reign is sizes at which one team is the fastest, with none between them at which another is.
type reign struct{ team, from, to int }

// winnerChanges tells at which size another implementation becomes the fastest.
func winnerChanges(e *evidence) (found []result.Finding) {
	nameOf := e.naming()
	for _, c := range e.contests() {
		all := c.standings()
		reigns := reignsOf(all)
		if len(reigns) < 2 {
			continue
		}
		var parts []string
		var rows []*row
		figures := map[string]float64{}
		for i, r := range reigns {
			for _, member := range c.teams[r.team] {
				rows = append(rows, c.rows[member])
			}
			parts = append(parts, nameOf(c, r.team).String()+" "+r.sizes(i == 0, i == len(reigns)-1))
			figures[fmt.Sprintf("from_%d_bytes", i+1)], figures[fmt.Sprintf("to_%d_bytes", i+1)] = float64(r.from), float64(r.to)
		}
		sentence := fmt.Sprintf("%s: the fastest is %s", c.cell, list(parts))
		if tied := ties(all); len(tied) > 0 {
			sentence += "; at " + inBytes(tied...) + " it is a tie"
		}
		if len(e.groups) > 1 {
			sentence = e.groupName(c.group) + ", " + sentence
		}
		found = append(found, result.Finding{
			Basis: result.Measured, Primitives: []string{c.cell.primitive}, Results: resultsOf(rows), Figures: figures, Sentence: sentence + ".",
		})
	}
	return found
}

// reignsOf are the reigns of standings in order of size. A tie ends none.
func reignsOf(all []standing) (reigns []reign) {
	for _, s := range all {
		last := len(reigns) - 1
		switch {
		case s.first < 0:
		case last < 0 || reigns[last].team != s.first:
			reigns = append(reigns, reign{s.first, s.size, s.size})
		default:
			reigns[last].to = s.size
		}
	}
	return reigns
}

func (r reign) sizes(first, last bool) string {
	switch {
	case first:
		return "up to " + inBytes(r.to)
	case last:
		return "from " + inBytes(r.from) + " on"
	case r.from == r.to:
		return "at " + inBytes(r.from)
	}
	return "from " + inBytes(r.from) + " to " + inBytes(r.to)
}

// ties are the sizes at which nobody is the fastest.
func ties(all []standing) (sizes []int) {
	for _, s := range all {
		if s.first < 0 {
			sizes = append(sizes, s.size)
		}
	}
	return sizes
}
