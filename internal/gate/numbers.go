package gate

import (
	"cmp"
	"slices"

	"cpb/result"
)

// numbers is what of a document has a number, and why the rest has none.
type numbers struct {
	doc     *result.Document
	results map[numberKey]bool
	skipped map[numberKey]string // reasons
}

type numberKey struct {
	label, primitive, operation, iface string
	size                               int // as sizeOf has it
}

// noSize is the size of what has none to choose.
const noSize = -1

func sizeOf(bytes *int) int {
	if bytes == nil {
		return noSize
	}
	return *bytes
}

func newNumbers(doc *result.Document) *numbers {
	n := &numbers{doc, map[numberKey]bool{}, map[numberKey]string{}}
	for i := range doc.Results {
		r := &doc.Results[i]
		n.results[numberKey{r.Label, r.Primitive, r.Operation, r.Interface, sizeOf(r.SizeBytes)}] = true
	}
	for _, s := range doc.Skipped {
		n.skipped[numberKey{s.Label, s.Primitive, s.Operation, s.Interface, sizeOf(s.SizeBytes)}] = s.Reason
	}
	return n
}

// has reports whether a side has a number for a row at that size.
func (n *numbers) has(label string, r row, bytes *int) bool {
	return n.results[numberKey{label, r.offer.Primitive, string(r.offer.Operation), r.offer.Interface, sizeOf(bytes)}]
}

// why is why a side has none; whole where it has none of the row at any size.
func (n *numbers) why(label string, r row, bytes *int) (reason string, whole bool) {
	key := numberKey{label, r.offer.Primitive, string(r.offer.Operation), r.offer.Interface, noSize}
	if reason, ok := n.skipped[key]; ok {
		return reason, true
	}
	key.size = sizeOf(bytes)
	return n.skipped[key], false
}

// ended reports whether time ran out, so that what has no number need not be anybody's fault.
func (n *numbers) ended() bool {
	return n.doc.Method != nil && n.doc.Method.Stopped != "" ||
		slices.ContainsFunc(n.doc.Warnings, func(w result.Warning) bool { return w.Kind == "thinned" })
}

// apart is what of a row has no comparison, and why.
func (n *numbers) apart(r row) (all []result.GateApart) {
	add := func(kind result.ApartKind, bytes *int, reason string) {
		all = append(all, result.GateApart{
			Kind: kind, Primitive: r.offer.Primitive, Operation: string(r.offer.Operation), Work: string(r.offer.Work),
			Interface: r.offer.Interface, SizeBytes: bytes, Reason: reason,
		})
	}
	if r.base.has() || r.head.has() {
		for _, bytes := range r.unfit {
			add(result.ApartNeither, &bytes, wholeBlocks(r.primitive))
		}
	}
	ended := n.ended()
	switch {
	case r.base.has() && !r.head.has():
		for _, bytes := range r.sizes {
			if why, fails := n.why(BaseLabel, r, bytes); fails && !ended && !n.has(BaseLabel, r, bytes) {
				add(result.ApartBaseFailed, bytes, why)
				continue
			}
			add(result.ApartGone, bytes, r.head.why()) // whether or not the base came to have a number
		}
		return all
	case !r.base.has() && r.head.has():
		add(result.ApartNew, nil, r.base.why())
		return all
	case !r.base.has():
		return nil
	}
	for _, bytes := range r.sizes {
		base, head := n.has(BaseLabel, r, bytes), n.has(HeadLabel, r, bytes)
		baseWhy, baseFails := n.why(BaseLabel, r, bytes)
		headWhy, headFails := n.why(HeadLabel, r, bytes)
		switch {
		case base && head:
		case base && headFails:
			add(result.ApartWrong, bytes, headWhy)
		case !base && !head && (ended || !baseFails):
			add(result.ApartUnmeasured, bytes, cmp.Or(baseWhy, headWhy, "there was no time for this size"))
		case !base && baseFails:
			add(result.ApartBaseFailed, bytes, baseWhy)
		default:
			add(result.ApartUnmeasured, bytes, cmp.Or(headWhy, baseWhy, "no number"))
		}
	}
	return all
}
