package explain

import (
	"fmt"
	"slices"
	"strings"

	"cpb/result"
)

// A record is what one competitor did in all contests.
type record struct {
	competitor
	fastest map[cellKey][]int  // the groups in which it was the champion, by cell
	slowest map[cellKey][]int  // the groups in which it was slower than all others at every size
	notes   map[cellKey]string // by which interface it was the fastest, and where it was not alone
	shared  bool               // whether it was among the fastest anywhere, in a tie or at one size
}

// wins is the number of contests in which r was the fastest.
func (r *record) wins() (n int) {
	for _, groups := range r.fastest {
		n += len(groups)
	}
	return n
}

// A tally is the records of all competitors.
type tally struct {
	e       *evidence
	nameOf  func(*contest, int) competitor
	records []*record
	cells   []cellKey         // that a contest was held of
	held    map[cellKey][]int // in which groups
	open    []cellKey         // cells of which a contest had no winner
	narrow  map[cellKey][]int // in which groups the fastest was so by less than single runs differ, and nothing covers how they do
	results []int
}

// mostNamed is the number of competitors up to which those that are never the fastest are named.
const mostNamed = 8

// winner tells which implementation is the fastest for what, and where.
func winner(e *evidence) []result.Finding {
	t := &tally{e: e, nameOf: e.naming(), held: map[cellKey][]int{}, narrow: map[cellKey][]int{}}
	for _, c := range e.contests() {
		t.count(c)
	}
	figures := map[string]float64{}
	var parts []string
	for _, r := range t.records {
		if n := r.wins(); n > 0 {
			parts = append(parts, r.String()+" is the fastest for "+t.where(r.fastest, r.notes))
			figures["fastest "+r.String()] = float64(n)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	for _, r := range t.records {
		if r.wins() > 0 || r.shared || len(t.records) > mostNamed {
			continue
		}
		part := r.String() + " is never the fastest"
		if len(r.slowest) > 0 {
			part += ", and the slowest for " + t.where(r.slowest, nil)
		}
		parts = append(parts, part)
	}
	sentence := strings.Join(parts, "; ") + "."
	if len(t.open) > 0 {
		sentence += " No one is the fastest at most sizes and behind at none for " + list(t.names(unique(t.open), nil)) + verb(len(t.e.groups), "", " where not said") + "."
	}
	if len(t.narrow) > 0 {
		sentence += fmt.Sprintf(" It is by less than %.0f %%, which single runs of the same code can differ by, for %s.", 100*result.SingleRuns, t.where(t.narrow, nil))
	}
	for _, groups := range t.held {
		figures["contests"] += float64(len(groups))
	}
	slices.Sort(t.results)
	f := result.Finding{Basis: result.Measured, Results: slices.Compact(t.results), Figures: figures, Sentence: sentence}
	for _, c := range t.cells {
		f.Primitives = append(f.Primitives, c.primitive)
	}
	f.Primitives = unique(f.Primitives)
	return []result.Finding{f}
}

// count adds a contest.
func (t *tally) count(c *contest) {
	all := c.standings()
	if len(all) == 0 {
		return
	}
	if t.held[c.cell] == nil {
		t.cells = append(t.cells, c.cell)
	}
	t.held[c.cell] = append(t.held[c.cell], c.group)
	t.results = append(t.results, resultsOf(c.rows)...)
	for team := range c.teams {
		t.record(c, team)
	}
	if first, tied := champion(all); first >= 0 {
		r := t.record(c, first)
		r.fastest[c.cell] = append(r.fastest[c.cell], c.group)
		if note := t.note(c, first, all, tied); note != "" {
			r.notes[c.cell] = note
		}
		if t.e.narrowly(first, all) {
			t.narrow[c.cell] = append(t.narrow[c.cell], c.group)
		}
	} else {
		t.open = append(t.open, c.cell)
	}
	for _, s := range all {
		for _, team := range s.leading {
			t.record(c, team).shared = true
		}
	}
	if last := throughout(all, func(s standing) int { return s.last }); last >= 0 && len(c.teams) > 2 {
		r := t.record(c, last)
		r.slowest[c.cell] = append(r.slowest[c.cell], c.group)
	}
}

// narrowly reports whether a champion was ahead by less than single runs differ, at a size of which nothing covers how they do: what a
// tool prints as the variation of one process does not.
func (e *evidence) narrowly(champion int, all []standing) bool {
	for _, s := range all {
		for team, ratio := range s.ratios {
			if s.first == champion && team != champion && ratio <= 1+result.SingleRuns && !(e.covered(s.rows[champion]) && e.covered(s.rows[team])) {
				return true
			}
		}
	}
	return false
}

// covered reports whether what is told of r's variation is from run to run: by launches, or by the interval of several runs.
func (e *evidence) covered(r *row) bool {
	return !slices.ContainsFunc(r.results, func(i int) bool {
		of := e.at(i)
		return len(of.LaunchNs) < 2 && !(of.LowNs > 0 && of.HighNs > 0) && of.Spreads != result.ConfidenceInterval
	})
}

// champion is the team that is faster than all others at more than half of the sizes and that none is faster than at any; -1 where there
// is none. And the sizes at which it is not alone.
func champion(all []standing) (team int, tied []int) {
	alone := map[int]int{}
	for _, s := range all {
		alone[s.first]++
	}
	for team, n := range alone {
		if team >= 0 && 2*n > len(all) {
			for _, s := range all {
				switch {
				case !slices.Contains(s.leading, team):
					return -1, nil
				case s.first < 0:
					tied = append(tied, s.size)
				}
			}
			return team, tied
		}
	}
	return -1, nil
}

// note is what stands behind the cell of a champion: the interface that is its best at every size, where there is one group, and the sizes
// of ties.
func (t *tally) note(c *contest, team int, all []standing, tied []int) string {
	var parts []string
	if iface := c.interfaceOf(team, all); iface != "" && len(t.e.groups) == 1 {
		parts = append(parts, iface)
	}
	switch {
	case len(tied) > 0 && len(t.e.groups) == 1:
		parts = append(parts, "a tie at "+inBytes(tied...))
	case len(tied) > 0:
		parts = append(parts, "a tie at some sizes")
	}
	return strings.Join(parts, "; ")
}

// interfaceOf is the interface of team that is faster than its others at every size; "" where it has one alone, or where that
// changes or is a tie.
func (c *contest) interfaceOf(team int, all []standing) string {
	inside := &contest{rows: c.rows, figures: c.figures}
	for _, member := range c.teams[team] {
		inside.teams = append(inside.teams, []int{member})
	}
	members := inside.standings()
	first := throughout(members, func(s standing) int { return s.first })
	if first < 0 || len(members) != len(all) {
		return ""
	}
	return c.rows[c.teams[team][first]].of.iface
}

// record is the record of a team.
func (t *tally) record(c *contest, team int) *record {
	name := t.nameOf(c, team)
	for _, r := range t.records {
		if r.competitor == name {
			return r
		}
	}
	t.records = append(t.records, &record{competitor: name, fastest: map[cellKey][]int{}, slowest: map[cellKey][]int{}, notes: map[cellKey]string{}})
	return t.records[len(t.records)-1]
}

// names are cells as the sentence has them, with notes behind them: the work is left out where a cell has one alone.
func (t *tally) names(cells []cellKey, notes map[cellKey]string) (names []string) {
	for _, c := range cells {
		note := notes[c]
		workless := c
		workless.work = ""
		name := workless.String()
		for _, other := range t.cells {
			work := other.work
			if other.work = ""; other == workless && work != c.work {
				name = c.String()
			}
		}
		if note != "" {
			name += " (" + note + ")"
		}
		names = append(names, name)
	}
	return unique(names)
}

// where names cells with the groups of each: "md5 and sha1 everywhere, aes-128 on N270".
func (t *tally) where(in map[cellKey][]int, notes map[cellKey]string) string {
	var places []string
	at := map[string][]cellKey{}
	for _, c := range t.cells {
		if len(in[c]) == 0 {
			continue
		}
		place := t.place(in[c], t.held[c])
		places = append(places, place)
		at[place] = append(at[place], c)
	}
	var parts []string
	for _, place := range unique(places) {
		parts = append(parts, list(t.names(at[place], notes))+place)
	}
	return strings.Join(parts, ", ")
}

// place names groups among those that held a contest: " everywhere", " on all but N270", " on N270"; nothing where there is one
// group.
func (t *tally) place(in, held []int) string {
	var out []int
	for _, g := range held {
		if !slices.Contains(in, g) {
			out = append(out, g)
		}
	}
	switch {
	case len(t.e.groups) == 1:
		return ""
	case len(out) == 0 && len(held) == len(t.e.groups):
		return " everywhere"
	case len(out) > 0 && len(out) < len(in) && len(held) == len(t.e.groups):
		return " on all but " + t.e.groupNames(out)
	}
	return " on " + t.e.groupNames(in)
}

func (e *evidence) groupNames(groups []int) string {
	var names []string
	for _, g := range groups {
		names = append(names, e.groupName(g))
	}
	return list(unique(names))
}
