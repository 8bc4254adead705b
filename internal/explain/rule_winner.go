package explain

import (
	"slices"
	"strings"

	"cpb/result"
)

// A record is what one competitor did in all contests.
type record struct {
	competitor
	fastest map[cellKey][]int // the groups in which it was faster than all others at every size, by cell
	slowest map[cellKey][]int // the same for slower
	shared  bool              // whether it was among the fastest elsewhere: in a tie, or at some sizes
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
	nameOf  func(*row) competitor
	records []*record
	cells   []cellKey         // that a contest was held of
	held    map[cellKey][]int // in which groups
	open    []cellKey         // cells of which a contest had no winner
	results []int
}

// mostNamed is the number of competitors up to which those that are never the fastest are named.
const mostNamed = 8

// winner tells which implementation is the fastest for what, and where.
func winner(e *evidence) []result.Finding {
	t := &tally{e: e, nameOf: e.naming(), held: map[cellKey][]int{}}
	for _, c := range e.contests() {
		t.count(c)
	}
	figures := map[string]float64{}
	var parts []string
	for _, r := range t.records {
		if n := r.wins(); n > 0 {
			parts = append(parts, r.String()+" is the fastest for "+t.where(r.fastest))
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
			part += ", and the slowest for " + t.where(r.slowest)
		}
		parts = append(parts, part)
	}
	sentence := strings.Join(parts, "; ") + "."
	if len(t.open) > 0 {
		sentence += " No one is the fastest at every size for " + list(t.names(unique(t.open))) + verb(len(t.e.groups), "", " where not said") + "."
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
	for _, r := range c.rows {
		t.record(r)
	}
	if first := throughout(all, func(s standing) int { return s.first }); first >= 0 {
		by := t.record(c.rows[first])
		by.fastest[c.cell] = append(by.fastest[c.cell], c.group)
	} else {
		t.open = append(t.open, c.cell)
		for _, s := range all {
			for _, i := range s.leading {
				t.record(c.rows[i]).shared = true
			}
		}
	}
	if last := throughout(all, func(s standing) int { return s.last }); last >= 0 && len(c.rows) > 2 {
		by := t.record(c.rows[last])
		by.slowest[c.cell] = append(by.slowest[c.cell], c.group)
	}
}

// record is the record of r's competitor.
func (t *tally) record(r *row) *record {
	name := t.nameOf(r)
	for _, r := range t.records {
		if r.competitor == name {
			return r
		}
	}
	t.records = append(t.records, &record{competitor: name, fastest: map[cellKey][]int{}, slowest: map[cellKey][]int{}})
	return t.records[len(t.records)-1]
}

// names are cells as the sentence has them: the work is left out where all have the same.
func (t *tally) names(cells []cellKey) (names []string) {
	oneWork := !slices.ContainsFunc(t.cells, func(c cellKey) bool { return c.work != t.cells[0].work })
	for _, c := range cells {
		if oneWork {
			c.work = ""
		}
		names = append(names, c.String())
	}
	return unique(names)
}

// where names cells with the groups of each: "md5 and sha1 everywhere, aes-128 on N270".
func (t *tally) where(in map[cellKey][]int) string {
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
		parts = append(parts, list(t.names(at[place]))+place)
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
