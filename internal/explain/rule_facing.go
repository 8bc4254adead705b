package explain

import (
	"math"
	"slices"
)

// A side is the rows of one implementation in one group.
type side struct {
	group int
	of    implementation
}

// sideOf is the side that r is on. What a name says besides the primitive makes no side of its own, nor does the interface where
// another tool chose it row by row.
func (e *evidence) sideOf(r *row) side {
	of := r.of
	of.detail = ""
	if e.at(r.results[0]).Source != nil {
		of.iface = ""
	}
	return side{r.group, of}
}

// A facing is all pairs that hold one side against another.
type facing struct{ pairs []pair }

// facings sorts e's pairs by their sides, in the order in which they come.
func (e *evidence) facings() (all []*facing) {
	type sides struct{ base, other side }
	bySides := map[sides]*facing{}
	for _, p := range e.pairs {
		k := sides{e.sideOf(p.base), e.sideOf(p.other)}
		f := bySides[k]
		if f == nil {
			f = &facing{}
			bySides[k] = f
			all = append(all, f)
		}
		f.pairs = append(f.pairs, p)
	}
	return all
}

// base and other are a row of each side.
func (f *facing) base() *row  { return f.pairs[0].base }
func (f *facing) other() *row { return f.pairs[0].other }

// sideName is what a reader would call the side that r is on: its group, where that has one side.
func (e *evidence) sideName(r *row) string {
	alone := !slices.ContainsFunc(e.rows, func(o *row) bool { return o.group == r.group && e.sideOf(o) != e.sideOf(r) })
	if alone && len(e.groups) > 1 && e.groups[r.group].Name != "" {
		return e.groupName(r.group)
	}
	first := *r
	first.name, first.suffix = r.name[:len(r.name)-len(r.suffix)], ""
	if title := e.title(&first); marked(title) {
		return title
	}
	return quoted(first.name)
}

// A shift is what two fits of one cell have between them.
type shift struct {
	pair
	fixed float64 // ns per call that the other costs more; negative where it costs less
	share float64 // |fixed| as a part of the shorter of the two calls of the least size
	block float64 // the block cost of the other ÷ that of the base
}

// shifts of the pairs that have two fits which miss no size.
func (f *facing) shifts() (all []shift) {
	for _, p := range f.pairs {
		b, o := p.base.cost, p.other.cost
		if b == nil || o == nil || p.base.misfit || p.other.misfit {
			continue
		}
		fixed := o.FixedNs - b.FixedNs
		all = append(all, shift{pair: p, fixed: fixed, share: math.Abs(fixed) / leastTime(p.base, p.other), block: o.BlockNs / b.BlockNs})
	}
	return all
}

// leastShare is the least part of the shortest call that a fixed cost must have changed by for a rule to build on it.
const leastShare = 0.1

// told reports whether the fixed cost changed by enough to build on.
func (s shift) told() bool { return s.share >= leastShare && fixedChange(s.base, s.other) == changed }

// atMost is how much more or less a call of the other may cost, as far as the fits tell.
func (s shift) atMost() float64 {
	b, o := s.base.cost, s.other.cost
	if b.Interval == "" || o.Interval == "" {
		return math.Inf(1)
	}
	half := math.Hypot(b.FixedHighNs-b.FixedLowNs, o.FixedHighNs-o.FixedLowNs) / 2
	return math.Abs(s.fixed) + half
}

// blocksStay reports whether the block cost did not change.
func (s shift) blocksStay() bool { return blockChange(s.base.cost, s.other.cost) == unchanged }

// rowsOf are both rows of each shift.
func rowsOf(shifts []shift) (rows []*row) {
	for _, s := range shifts {
		rows = append(rows, s.base, s.other)
	}
	return rows
}
