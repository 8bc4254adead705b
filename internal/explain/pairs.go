package explain

import (
	"cmp"
	"slices"

	"cpb/result"
)

// allPairs is the number of groups up to which each stands against each, where nobody said which. More stand against the
// first alone.
const allPairs = 4

// pairsOf is which rows stand against which: those of each pair of groups that was asked for, of a choice of its own where
// none was, and where there is one group those inside it.
func (e *evidence) pairsOf(groups [][2]int) []pair {
	if groups == nil {
		groups = e.groupPairs()
	}
	var all []pair
	for _, g := range groups {
		if g[0] == g[1] {
			all = append(all, within(e.of(g[0]))...)
			continue
		}
		all = append(all, between(e.of(g[0]), e.of(g[1]))...)
	}
	return all
}

// groupPairs is which groups stand against which where nobody said it. A group beside itself is what stands inside it: so
// one group alone, and groups that have nothing but ticks of their machines' own clocks.
func (e *evidence) groupPairs() (pairs [][2]int) {
	n := len(e.groups)
	if n == 1 || !slices.ContainsFunc(e.doc.Results, travels) {
		for g := range n {
			pairs = append(pairs, [2]int{g, g})
		}
		return pairs
	}
	bases := n - 1
	if n > allPairs {
		bases = 1
	}
	for base := range bases {
		for other := base + 1; other < n; other++ {
			pairs = append(pairs, [2]int{base, other})
		}
	}
	return pairs
}

// travels reports whether r has a figure that means the same on two machines: a time, a rate, cycles of the core.
func travels(r result.Result) bool {
	_, timed := r.Time()
	_, rated := r.Rate()
	return timed || rated || r.Cycles == result.CyclesCore || r.Cycles == result.CyclesEstimated
}

// of has the rows of one group.
func (e *evidence) of(group int) (rows []*row) {
	for _, r := range e.rows {
		if r.group == group {
			rows = append(rows, r)
		}
	}
	return rows
}

// axes are what tells implementations apart, in the order in which two groups pair by it.
var axes = []func(implementation) string{
	func(i implementation) string { return i.library },
	func(i implementation) string { return i.iface },
	func(i implementation) string { return i.caps },
	func(i implementation) string { return i.label },
	func(i implementation) string { return i.version },
	func(i implementation) string { return i.detail },
}

// between pairs the rows of two groups, cell by cell: where both have several values on an axis, only equal ones stand against
// each other; where one has a single value, that stands against all of the other's.
func between(base, other []*row) (pairs []pair) {
	for _, cell := range cellsOf(base) {
		pairs = append(pairs, split(inCell(base, cell), inCell(other, cell), axes)...)
	}
	at := map[*row]int{}
	for i, r := range slices.Concat(base, other) {
		at[r] = i
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(at[a.base], at[b.base]), cmp.Compare(at[a.other], at[b.other]))
	})
	return pairs
}

func split(base, other []*row, axes []func(implementation) string) (pairs []pair) {
	if len(axes) == 0 {
		return each(base, other)
	}
	on := func(r *row) string { return axes[0](r.of) }
	values := distinct(base, on)
	if len(values) < 2 || len(distinct(other, on)) < 2 {
		return split(base, other, axes[1:])
	}
	for _, v := range values {
		same := func(r *row) bool { return on(r) == v }
		pairs = append(pairs, split(filter(base, same), filter(other, same), axes[1:])...)
	}
	return pairs
}

// each pairs each implementation of base with each of other. Rows that are equal in all of this, runs of the same thing, pair
// in their order, and what is left over has no pair.
func each(base, other []*row) (pairs []pair) {
	for _, b := range implementationsOf(base) {
		for _, o := range implementationsOf(other) {
			pairs = append(pairs, zip(by(base, b), by(other, o))...)
		}
	}
	return pairs
}

// within pairs the rows of one group, cell by cell, in this order: each interface over the builds of its library (version,
// label and capabilities), against the first build that has it; the interfaces of each build, against its first; each
// library's first row against the first library's. Runs of the same thing do not stand against each other.
func within(rows []*row) (pairs []pair) {
	for _, cell := range cellsOf(rows) {
		firsts := firstsOf(inCell(rows, cell))
		against := func(same func(a, b implementation) bool, skip func(a, b implementation) bool) {
			for i, r := range firsts {
				base := slices.IndexFunc(firsts, func(b *row) bool { return same(b.of, r.of) })
				if base < i && !skip(firsts[base].of, r.of) {
					pairs = append(pairs, pair{firsts[base], r})
				}
			}
		}
		against(func(a, b implementation) bool { return a.library == b.library && a.iface == b.iface },
			func(a, b implementation) bool { return false })
		against(func(a, b implementation) bool { return a.build() == b.build() },
			func(a, b implementation) bool { return a.iface == b.iface })
		for i, r := range firsts {
			if i > 0 && !slices.ContainsFunc(firsts[:i], func(b *row) bool { return b.of.library == r.of.library }) {
				pairs = append(pairs, pair{firsts[0], r})
			}
		}
	}
	return pairs
}

// build is i without its interface.
func (i implementation) build() implementation {
	i.iface, i.detail = "", ""
	return i
}

// cellsOf are the cells of rows, in their order.
func cellsOf(rows []*row) []cellKey { return distinct(rows, func(r *row) cellKey { return r.key }) }

func inCell(rows []*row, cell cellKey) []*row {
	return filter(rows, func(r *row) bool { return r.key == cell })
}

func implementationsOf(rows []*row) []implementation {
	return distinct(rows, func(r *row) implementation { return r.of })
}

func by(rows []*row, i implementation) []*row {
	return filter(rows, func(r *row) bool { return r.of == i })
}

// firstsOf has the first row of each implementation.
func firstsOf(rows []*row) (firsts []*row) {
	for _, i := range implementationsOf(rows) {
		firsts = append(firsts, by(rows, i)[0])
	}
	return firsts
}

func zip(b, o []*row) (pairs []pair) {
	for i := range min(len(b), len(o)) {
		pairs = append(pairs, pair{b[i], o[i]})
	}
	return pairs
}

func filter(rows []*row, keep func(*row) bool) (kept []*row) {
	for _, r := range rows {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// distinct are the different values of rows, in their order.
func distinct[T any, K comparable](rows []T, value func(T) K) (values []K) {
	for _, r := range rows {
		if v := value(r); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}
