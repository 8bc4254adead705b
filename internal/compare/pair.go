package compare

import (
	"cmp"
	"fmt"
	"slices"

	"cpb/result"
)

// A pairing finds what of two groups stands against what.
type pairing struct {
	doc         *result.Document
	base, other result.Group
	pairs       []pair

	runs    [][2]string    // of base and other that stand against each other; nil where each side is one, or they are not as many
	inTurn  bool           // whether that goes by their order, and not by their names
	reasons map[int]string // why a result has no pair, where there is more to say than that there is none
}

// A pair is two results that are held against each other, and what there is to know about that.
type pair struct {
	base, other int
	warnings    []string
	apart       string // why the two are not comparable; "" where they are
}

func newPairing(doc *result.Document, base, other result.Group) *pairing {
	p := &pairing{doc: doc, base: base, other: other, reasons: map[int]string{}}
	p.pairRuns()
	p.split(base.Results, other.Results, axes)
	p.apart()
	p.sort()
	return p
}

// An axis is one part of what tells implementations apart.
type axis func(*result.Result) string

// axes are the parts by which implementations pair, in the order in which they are looked at.
var axes = []axis{
	func(r *result.Result) string { return r.Library },
	func(r *result.Result) string { return r.Interface },
	func(r *result.Result) string { return r.Caps },
	func(r *result.Result) string { return r.Label },
	func(r *result.Result) string { return r.Version },
}

// split pairs by implementation. Where both sides have several values on an axis, only equal ones stand against each other;
// where one side has only one, that stands against all of the opposite side.
func (p *pairing) split(base, other []int, axes []axis) {
	if len(axes) == 0 {
		p.cells(base, other)
		return
	}
	baseValues, baseBy := p.by(base, axes[0])
	otherValues, otherBy := p.by(other, axes[0])
	if len(baseValues) <= 1 || len(otherValues) <= 1 {
		p.split(base, other, axes[1:])
		return
	}
	for _, value := range baseValues {
		if otherBy[value] != nil {
			p.split(baseBy[value], otherBy[value], axes[1:])
		}
	}
}

// by sorts results by their values on an axis, the values in the order in which they come.
func (p *pairing) by(results []int, at axis) (values []string, by map[string][]int) {
	return sorted(results, func(i int) string { return at(&p.doc.Results[i]) })
}

func sorted[K comparable](results []int, key func(int) K) (keys []K, by map[K][]int) {
	by = map[K][]int{}
	for _, i := range results {
		k := key(i)
		if by[k] == nil {
			keys = append(keys, k)
		}
		by[k] = append(by[k], i)
	}
	return keys, by
}

// cells pairs by cell what split left together, each implementation of one side with each of the other.
func (p *pairing) cells(base, other []int) {
	type key struct {
		cell
		implementation string
	}
	implementation := func(i int) string { return p.doc.Results[i].Implementation() }
	_, otherBy := sorted(other, func(i int) cell { return cellOf(&p.doc.Results[i]) })
	keys, baseBy := sorted(base, func(i int) key { return key{cellOf(&p.doc.Results[i]), implementation(i)} })
	for _, k := range keys {
		names, by := sorted(otherBy[k.cell], implementation)
		for _, name := range names {
			p.duties(baseBy[k], by[name])
		}
	}
}

// duties pairs results of one cell and implementation a side by what their calls did: first where both say the same, then
// where one does not say a part of it and only one of the opposite side's fits.
func (p *pairing) duties(base, other []int) {
	dutyAt := func(i int) duty { return dutyOf(&p.doc.Results[i]) }
	baseDuties, baseBy := sorted(base, dutyAt)
	otherDuties, otherBy := sorted(other, dutyAt)
	same := func(d duty) bool { return baseBy[d] != nil && otherBy[d] != nil }
	for _, d := range baseDuties {
		if same(d) {
			p.equals(baseBy[d], otherBy[d], nil)
		}
	}
	baseDuties = slices.DeleteFunc(baseDuties, same)
	otherDuties = slices.DeleteFunc(otherDuties, same)
	for _, d := range baseDuties {
		fitting := fittingOf(d, otherDuties)
		if len(fitting) == 1 && len(fittingOf(fitting[0], baseDuties)) == 1 {
			p.equals(baseBy[d], otherBy[fitting[0]], assumptions(d, fitting[0]))
			continue
		}
		if len(fitting) > 0 {
			const ambiguous = "what its calls did is not said, and may be any of several"
			for _, i := range baseBy[d] {
				p.reasons[i] = ambiguous
			}
			for _, e := range fitting {
				for _, i := range otherBy[e] {
					p.reasons[i] = ambiguous
				}
			}
		}
	}
}

func fittingOf(d duty, all []duty) (fitting []duty) {
	for _, e := range all {
		if d.fits(e) {
			fitting = append(fitting, e)
		}
	}
	return fitting
}

// pairRuns pairs the runs of both sides where they have as many, by name where those are the same, else in order.
func (p *pairing) pairRuns() {
	run := func(i int) string { return p.doc.Results[i].Run }
	base, _ := sorted(p.base.Results, run)
	other, otherBy := sorted(p.other.Results, run)
	if len(base) < 2 || len(base) != len(other) {
		return
	}
	p.inTurn = slices.ContainsFunc(base, func(name string) bool { return otherBy[name] == nil })
	for i, name := range base {
		if p.inTurn {
			p.runs = append(p.runs, [2]string{name, other[i]})
		} else {
			p.runs = append(p.runs, [2]string{name, name})
		}
	}
}

// equals pairs equal cells: run by run where runs pair, else all of them in order.
func (p *pairing) equals(base, other []int, warnings []string) {
	if p.runs == nil || len(base) == 1 && len(other) == 1 {
		p.inOrder(base, other, warnings)
		return
	}
	if p.inTurn {
		warnings = append(slices.Clone(warnings), fmt.Sprintf("each side consists of %d runs: paired in order", len(p.runs)))
	}
	run := func(i int) string { return p.doc.Results[i].Run }
	_, baseBy := sorted(base, run)
	_, otherBy := sorted(other, run)
	for _, names := range p.runs {
		if b, o := baseBy[names[0]], otherBy[names[1]]; len(b) > 0 && len(o) > 0 {
			p.inOrder(b, o, warnings)
		}
	}
}

// inOrder pairs equal cells of one run: those of several cores, or of a table printed several times, as they come. Nothing is
// merged.
func (p *pairing) inOrder(base, other []int, warnings []string) {
	add := func(b, o int, more ...string) {
		p.pairs = append(p.pairs, pair{base: b, other: o, warnings: append(slices.Clone(warnings), more...)})
	}
	n, m := len(base), len(other)
	switch {
	case n == 1 && m == 1:
		add(base[0], other[0])
	case n == m:
		for i := range base {
			add(base[i], other[i], fmt.Sprintf("each side has this cell %d times: paired in order", n))
		}
	case n == 1:
		for _, o := range other {
			add(base[0], o, fmt.Sprintf("the other side has this cell %d times, the base once: each stands against that one", m))
		}
	case m == 1:
		for _, b := range base {
			add(b, other[0], fmt.Sprintf("the base has this cell %d times, the other side once: each stands against that one", n))
		}
	default:
		for i := range min(n, m) {
			add(base[i], other[i], fmt.Sprintf("the base has this cell %d times, the other side %d times: paired in order as far as that goes", n, m))
		}
		for _, i := range slices.Concat(base[min(n, m):], other[min(n, m):]) {
			p.reasons[i] = "more often there than on the opposite side"
		}
	}
}

// apart puts results without a pair against those of the same primitive, operation and size whose calls did something else:
// whoever compares the groups by hand would put them side by side.
func (p *pairing) apart() {
	type key struct {
		cell
		operation string
	}
	paired := p.paired()
	keyAt := func(i int) key {
		r := &p.doc.Results[i]
		return key{cellOf(r), dutyOf(r).operation}
	}
	free := func(i int) bool { return paired[i] || p.reasons[i] != "" }
	_, otherBy := sorted(slices.DeleteFunc(slices.Clone(p.other.Results), free), keyAt)
	for _, b := range slices.DeleteFunc(slices.Clone(p.base.Results), free) {
		candidates := otherBy[keyAt(b)]
		at := slices.IndexFunc(candidates, func(o int) bool {
			return !dutyOf(&p.doc.Results[b]).fits(dutyOf(&p.doc.Results[o]))
		})
		if at < 0 {
			continue
		}
		o := candidates[at]
		otherBy[keyAt(b)] = slices.Delete(candidates, at, at+1)
		p.pairs = append(p.pairs, pair{base: b, other: o, apart: differences(dutyOf(&p.doc.Results[b]), dutyOf(&p.doc.Results[o]))})
	}
}

// paired says which results have a pair.
func (p *pairing) paired() map[int]bool {
	paired := map[int]bool{}
	for _, x := range p.pairs {
		paired[x.base], paired[x.other] = true, true
	}
	return paired
}

// sort puts the pairs into the order of the base's results, then of the other's.
func (p *pairing) sort() {
	place := func(results []int) map[int]int {
		at := map[int]int{}
		for place, i := range results {
			at[i] = place
		}
		return at
	}
	base, other := place(p.base.Results), place(p.other.Results)
	slices.SortStableFunc(p.pairs, func(x, y pair) int {
		return cmp.Or(cmp.Compare(base[x.base], base[y.base]), cmp.Compare(other[x.other], other[y.other]))
	})
}
