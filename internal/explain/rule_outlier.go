package explain

import (
	"fmt"

	"cpb/result"
)

// An implementation is out of line on a machine where it takes at least outlierTimes as long as the best there, and outlierOver
// as much of that as on any other machine. On one of the five machines that the rule was made on, MD5 of two libraries was 2.0 times
// the best, and 1.3 times elsewhere, which is no more than processors differ.
const (
	outlierTimes    = 2.5
	outlierOver     = 1.5
	outlierMachines = 3 // with fewer there is no line to be out of
)

// A finish is how one competitor came out of a contest at its largest size.
type finish struct {
	competitor
	row, best *row
	leader    competitor
	ratio     float64 // its figure ÷ the best
	elsewhere float64 // the largest ratio on any other machine
}

// outlierLibrary finds implementations that are slower on one machine than they are on the others, beside the best of each.
func outlierLibrary(e *evidence) (found []result.Finding) {
	var order []*contest
	out := map[*contest][]finish{}
	all := e.finishes()
	for _, c := range e.contests() {
		for _, f := range all {
			if f.row.group == c.group && f.row.key == c.cell && f.ratio >= outlierTimes && f.ratio >= outlierOver*f.elsewhere {
				if out[c] == nil {
					order = append(order, c)
				}
				out[c] = append(out[c], f)
			}
		}
	}
	for _, c := range order {
		found = append(found, e.outOfLine(c, out[c]))
	}
	return found
}

// finishes are those of the competitors that are found on enough machines.
func (e *evidence) finishes() (known []finish) {
	nameOf := e.naming()
	type event struct {
		competitor
		cellKey
	}
	byEvent := map[event][]finish{}
	var order []event
	for _, c := range e.contests() {
		all := c.standings()
		if len(all) == 0 {
			continue
		}
		s := all[len(all)-1]
		for team := range c.teams {
			if s.rows[team] == nil {
				continue
			}
			k := event{nameOf(c, team), c.cell}
			if byEvent[k] == nil {
				order = append(order, k)
			}
			best := s.leading[0]
			byEvent[k] = append(byEvent[k], finish{
				competitor: k.competitor, row: s.rows[team], best: s.rows[best], leader: nameOf(c, best), ratio: s.ratios[team],
			})
		}
	}
	for _, k := range order {
		machines := byEvent[k]
		if len(machines) < outlierMachines {
			continue
		}
		for i, f := range machines {
			for j, other := range machines {
				if i != j {
					f.elsewhere = max(f.elsewhere, other.ratio)
				}
			}
			known = append(known, f)
		}
	}
	return known
}

// outOfLine is the finding that so many are out of line in c.
func (e *evidence) outOfLine(c *contest, out []finish) result.Finding {
	var names, here, there []string
	rows := []*row{out[0].best}
	figures := map[string]float64{}
	for _, f := range out {
		name := f.competitor.String()
		names, rows = append(names, name), append(rows, f.row)
		here, there = append(here, fmt.Sprintf("%.1f", f.ratio)), append(there, fmt.Sprintf("%.1f", f.elsewhere))
		figures["ratio "+name], figures["elsewhere "+name] = f.ratio, f.elsewhere
	}
	return result.Finding{
		Basis: result.Measured, Primitives: []string{c.cell.primitive}, Results: resultsOf(rows), Figures: figures,
		Sentence: fmt.Sprintf("%s on %s: %s %s %s times as long as %s, the fastest there; elsewhere at most %s times the fastest. Out of line; why, the figures do not tell.",
			c.cell.primitive, e.groupName(c.group), list(names), verb(len(names), "takes", "take"), list(here), out[0].leader, list(there)),
	}
}
