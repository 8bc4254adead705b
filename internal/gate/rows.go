package gate

import (
	"cmp"
	"slices"

	"cpb/catalog"
	"cpb/library"
)

// A row is what one or both sides offer of a primitive, operation, work and interface.
type row struct {
	primitive catalog.Primitive
	offer     library.Offer // either side's
	sizes     []*int        // that are wanted; one nil where there is none to choose
	base      side
	head      side
}

// A side is whether a library has a row.
type side struct {
	offered bool
	missing string // why it has it not
}

func (s side) has() bool { return s.offered && s.missing == "" }

// why says why a side has not got a row.
func (s side) why() string { return cmp.Or(s.missing, "it does not offer this") }

// rows are what is wanted of either side's offers, in the order in which the base, then the head has them.
func (l *Live) rows(offers [][]library.Offer) (rows []row) {
	at := map[library.Offer]int{}
	for i, all := range offers {
		for _, o := range all {
			p, ok := catalog.Lookup(o.Primitive)
			sizes := l.sizes(p)
			if !ok || len(sizes) == 0 || !l.asks(p, o) {
				continue
			}
			key := library.Offer{Primitive: o.Primitive, Operation: o.Operation, Interface: o.Interface, Work: o.Work}
			if _, seen := at[key]; !seen {
				at[key] = len(rows)
				rows = append(rows, row{primitive: p, offer: key, sizes: sizes})
			}
			r := &rows[at[key]]
			s := side{offered: true, missing: o.Missing}
			if i == 0 {
				r.base = s
			} else {
				r.head = s
			}
		}
	}
	return rows
}

// asks reports whether the offer is asked for.
func (l *Live) asks(p catalog.Primitive, o library.Offer) bool {
	r := &l.Request
	return slices.ContainsFunc(l.Wanted.Primitives(), func(w catalog.Primitive) bool { return w.Slug == p.Slug }) &&
		(len(r.Interfaces) == 0 || slices.Contains(r.Interfaces, o.Interface)) &&
		(len(r.Operations) == 0 || slices.Contains(r.Operations, o.Operation)) &&
		o.Work == p.WorkOf(o.Operation, r.Work)
}

// sizes are those of p that are wanted and that it takes.
func (l *Live) sizes(p catalog.Primitive) (all []*int) {
	if !p.Sized() {
		return []*int{nil}
	}
	for _, n := range l.Wanted.Sizes() {
		if l.Wanted.Has(p.Slug, n) && p.Takes(n) {
			all = append(all, &n)
		}
	}
	return all
}
