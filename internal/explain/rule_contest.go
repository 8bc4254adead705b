package explain

import (
	"slices"

	"cpb/result"
)

// A contest is the implementations that one group has of one cell.
type contest struct {
	group   int
	cell    cellKey
	rows    []*row      // of different implementations, two or more
	figures [][]measure // of each row
}

// contests of e, group by group. Of an implementation with several rows of a cell, the first competes.
func (e *evidence) contests() (all []*contest) {
	for g := range e.groups {
		rows := e.of(g)
		for _, cell := range cellsOf(rows) {
			c := &contest{group: g, cell: cell, rows: firstsOf(inCell(rows, cell))}
			for _, r := range c.rows {
				c.figures = append(c.figures, e.measures(r))
			}
			if len(c.rows) > 1 {
				all = append(all, c)
			}
		}
	}
	return all
}

// A standing is how the rows of a contest stand at one size.
type standing struct {
	size    int
	first   int   // the row that is faster than all others; -1 where it is a tie
	last    int   // the row that is slower than all others; -1 where it is a tie
	leading []int // the rows that none is faster than, the best first
	best    measure
	ratios  map[int]float64 // of each row there, its figure ÷ the best
}

// standings of c at the sizes that two rows or more have in one unit, in order of size.
func (c *contest) standings() (all []standing) {
	for _, size := range c.sizes() {
		if s, ok := c.standing(size); ok {
			all = append(all, s)
		}
	}
	return all
}

func (c *contest) sizes() (sizes []int) {
	for _, figures := range c.figures {
		for _, m := range figures {
			sizes = append(sizes, m.size)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

func (c *contest) standing(size int) (standing, bool) {
	at := map[int]measure{}
	unit := ""
	for i, figures := range c.figures {
		for _, m := range figures {
			if m.size == size && (unit == "" || m.unit == unit) {
				unit, at[i] = m.unit, m
				break
			}
		}
	}
	if len(at) < 2 {
		return standing{}, false
	}
	s := standing{size: size, first: -1, last: -1, ratios: map[int]float64{}}
	var worst measure
	for i := range c.rows {
		m, ok := at[i]
		if ok && (s.best.unit == "" || m.value < s.best.value) {
			s.best = m
		}
		if ok && m.value > worst.value {
			worst = m
		}
	}
	var trailing []int
	for i := range c.rows {
		m, ok := at[i]
		if !ok {
			continue
		}
		s.ratios[i] = m.value / s.best.value
		if m.low <= s.best.high {
			s.leading = append(s.leading, i)
			if m == s.best {
				s.leading[0], s.leading[len(s.leading)-1] = i, s.leading[0]
			}
		}
		if m.high >= worst.low {
			trailing = append(trailing, i)
		}
	}
	if len(s.leading) == 1 {
		s.first = s.leading[0]
	}
	if len(trailing) == 1 {
		s.last = trailing[0]
	}
	return s, true
}

// throughout is what value has in all standings; -1 where they differ.
func throughout(all []standing, value func(standing) int) int {
	for _, s := range all {
		if value(s) != value(all[0]) {
			return -1
		}
	}
	if len(all) == 0 {
		return -1
	}
	return value(all[0])
}

// A competitor is an implementation as it is found again in other groups: without its version, unless one group has two.
type competitor struct{ library, version, label, iface, caps string }

func (c competitor) String() string {
	name := result.ImplementationName(c.library, c.version, c.label, c.iface, c.caps)
	if name == "" {
		return "the unnamed one"
	}
	return name
}

// naming tells how e's implementations are called as competitors.
func (e *evidence) naming() func(*row) competitor {
	versions := map[int]map[competitor]string{}
	several := false
	for _, r := range e.rows {
		short := competitor{library: r.of.library, label: r.of.label, iface: r.of.iface, caps: r.of.caps}
		if versions[r.group] == nil {
			versions[r.group] = map[competitor]string{}
		}
		if v, ok := versions[r.group][short]; ok && v != r.of.version {
			several = true
		}
		versions[r.group][short] = r.of.version
	}
	return func(r *row) competitor {
		c := competitor{library: r.of.library, label: r.of.label, iface: r.of.iface, caps: r.of.caps}
		if several || len(e.groups) == 1 {
			c.version = r.of.version
		}
		return c
	}
}
