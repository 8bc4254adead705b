package gate

import (
	"cmp"
	"slices"

	"cpb/catalog"
	"cpb/library"
	"cpb/result"
)

// A row is what one or both sides offer of a primitive, operation, work and interface.
type row struct {
	primitive catalog.Primitive
	offer     library.Offer // either side's
	sizes     []*int        // that are wanted; one nil where there is none to choose
	unfit     []int         // that are wanted and that it cannot have
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
			if !ok || !l.asks(p, o) {
				continue
			}
			key := library.Offer{Primitive: o.Primitive, Operation: o.Operation, Interface: o.Interface, Work: o.Work}
			if _, seen := at[key]; !seen {
				at[key] = len(rows)
				r := row{primitive: p, offer: key}
				r.sizes, r.unfit = l.sizes(p)
				rows = append(rows, r)
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

// sizes are those of p that are wanted, and those of them that it does not take.
func (l *Live) sizes(p catalog.Primitive) (all []*int, unfit []int) {
	if !p.Sized() {
		return []*int{nil}, nil
	}
	for _, n := range l.Wanted.Sizes() {
		switch {
		case !l.Wanted.Has(p.Slug, n):
		case p.Takes(n):
			all = append(all, &n)
		default:
			unfit = append(unfit, n)
		}
	}
	return all, unfit
}

// unoffered is what was asked for by name and neither side has: of its rows all are missing, or there are none.
func (l *Live) unoffered(rows []row) (apart []result.GateApart) {
	for _, p := range l.Wanted.named() {
		offered, reason := false, "neither side offers it"
		for _, r := range rows {
			if r.offer.Primitive != p.Slug {
				continue
			}
			if r.base.has() || r.head.has() {
				offered = true
			}
			reason = cmp.Or(r.base.missing, r.head.missing, reason)
		}
		if !offered {
			apart = append(apart, result.GateApart{Kind: result.ApartNeither, Primitive: p.Slug, Reason: reason})
		}
	}
	return apart
}
