package explain

import (
	"slices"

	"cpb/result"
)

// A contest is the implementations that one group has of one cell. Where they are of several libraries or versions, these stand
// against each other, each with the best of its interfaces; else the interfaces do.
type contest struct {
	group   int
	cell    cellKey
	rows    []*row // of different implementations
	figures [][]measure
	teams   [][]int // what stands against each other, two or more: indices into rows
	builds  bool    // whether a team is a library in one version, and not one interface
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
			if c.divide(); len(c.teams) > 1 {
				all = append(all, c)
			}
		}
	}
	return all
}

// divide makes the teams.
func (c *contest) divide() {
	of := func(r *row) implementation { return r.of.build() }
	c.builds = len(distinct(c.rows, of)) > 1
	if !c.builds {
		of = func(r *row) implementation { // what a name says besides is no implementation
			i := r.of
			i.detail = ""
			return i
		}
	}
	for _, team := range distinct(c.rows, of) {
		var members []int
		for i, r := range c.rows {
			if of(r) == team {
				members = append(members, i)
			}
		}
		c.teams = append(c.teams, members)
	}
}

// A standing is how the teams of a contest stand at one size.
type standing struct {
	size    int
	first   int             // the team that is faster than all others; -1 where it is a tie
	last    int             // the team that is slower than all others; -1 where it is a tie
	leading []int           // the teams that none is faster than, the best first
	ratios  map[int]float64 // of each team there, its best figure ÷ the best of all
	rows    map[int]*row    // of each team there, the row of its best figure
}

// standings of c at the sizes that two teams or more have in one unit, in order of size.
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
	at := c.at(size)
	if len(at) < 2 {
		return standing{}, false
	}
	s := standing{size: size, first: -1, last: -1, ratios: map[int]float64{}, rows: map[int]*row{}}
	best, worst := -1, -1
	for team := range c.teams {
		m, ok := at[team]
		if ok && (best < 0 || m.value < at[best].value) {
			best = team
		}
		if ok && (worst < 0 || m.value > at[worst].value) {
			worst = team
		}
	}
	s.leading = []int{best}
	trailing := 0
	for team := range c.teams {
		m, ok := at[team]
		if !ok {
			continue
		}
		s.ratios[team], s.rows[team] = m.value/at[best].value, m.row
		if team != best && m.low <= at[best].high {
			s.leading = append(s.leading, team)
		}
		if m.high >= at[worst].low {
			trailing++
		}
	}
	if len(s.leading) == 1 {
		s.first = best
	}
	if trailing == 1 {
		s.last = worst
	}
	return s, true
}

// A placed is a measure and the row that it is of.
type placed struct {
	measure
	row *row
}

// at has the best figure of each team at a size, in the unit of the first.
func (c *contest) at(size int) map[int]placed {
	at := map[int]placed{}
	unit := ""
	for team, members := range c.teams {
		for _, i := range members {
			for _, m := range c.figures[i] {
				if m.size != size || unit != "" && m.unit != unit {
					continue
				}
				unit = m.unit
				if old, ok := at[team]; !ok || m.value < old.value {
					at[team] = placed{m, c.rows[i]}
				}
			}
		}
	}
	return at
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

// A competitor is a team as it is found again in other groups: without its version, unless one group has two, and without its
// interface where libraries or versions stand against each other.
type competitor struct{ library, version, label, iface, caps string }

func (c competitor) String() string {
	name := result.ImplementationName(c.library, c.version, c.label, c.iface, c.caps)
	if name == "" {
		return "what has no name"
	}
	return name
}

// naming tells how the teams of e's contests are called.
func (e *evidence) naming() func(c *contest, team int) competitor {
	withVersions := len(e.groups) == 1
	for g := range e.groups {
		versions := map[competitor]string{}
		for _, r := range e.of(g) {
			short := competitor{library: r.of.library, label: r.of.label, caps: r.of.caps}
			if v, ok := versions[short]; ok && v != r.of.version {
				withVersions = true
			}
			versions[short] = r.of.version
		}
	}
	return func(c *contest, team int) competitor {
		of := c.rows[c.teams[team][0]].of
		name := competitor{library: of.library, label: of.label, iface: of.iface, caps: of.caps}
		if c.builds {
			name.iface = ""
		}
		if withVersions {
			name.version = of.version
		}
		return name
	}
}
