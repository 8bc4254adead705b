package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cpb/result"
)

// explanations has one for each row that has a cost, and then one for each pair.
func (e *evidence) explanations() (all []result.Explanation) {
	for _, r := range e.rows {
		if r.cost != nil {
			x := e.explanation(r)
			x.Base, x.Sentence = r.cost, e.aloneSentence(r) // which has no marks
			all = append(all, x)
		}
	}
	for _, p := range e.pairs {
		x := e.explanation(p.base)
		x.Base, x.Other, x.Change = p.base.cost, p.other.cost, e.change(p)
		x.Sentence, x.Mentions = e.mentions(e.pairSentence(p))
		all = append(all, x)
	}
	return all
}

// explanation is what an explanation of r says of its cell.
func (e *evidence) explanation(r *row) result.Explanation {
	return result.Explanation{
		Primitive: r.key.primitive, Operation: r.key.operation, Work: r.key.work,
		Threads: e.at(r.results[0]).Threads, Model: string(r.model.Kind),
	}
}

// aloneSentence reads the cost of r: "sha1, 1.0.2g: a call costs 263.4 ns and 70.0 ns for each block of 64 bytes."
func (e *evidence) aloneSentence(r *row) string {
	c := r.cost
	of := "byte"
	if c.BlockBytes > 1 {
		of = "block of " + inBytes(c.BlockBytes)
	}
	text := fmt.Sprintf("%s, %s: a call costs %s%s and %s%s for each %s", r.key, c.Of,
		nanoseconds(c.FixedNs), interval(c, c.FixedLowNs, c.FixedHighNs),
		nanoseconds(c.BlockNs), interval(c, c.BlockLowNs, c.BlockHighNs), of)
	if c.CyclesPerByte > 0 {
		text += fmt.Sprintf(", %s %s per byte", figure(c.CyclesPerByte), clock(c.Cycles))
	}
	said := []string{text}
	if r.misfit {
		said = append(said, fmt.Sprintf("The model misses %s by %s: trust the sizes, not the costs", inBytes(c.WorstSize), percent(c.MaxResidual)))
	}
	if c.FixedNs < 0 {
		said = append(said, "A fixed cost below zero is one that these sizes do not tell")
	}
	if c.Interval == "" {
		said = append(said, "Two sizes give a line and no interval")
	}
	said = append(said, atOnce(r)...)
	if len(e.pairs) > 0 && !slices.ContainsFunc(e.pairs, func(p pair) bool { return p.base == r || p.other == r }) {
		said = append(said, "It has no pair")
	}
	return sentences(said)
}

func interval(c *result.Cost, low, high float64) string {
	if c.Interval == "" {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", figure(low), figure(high))
}

// pairSentence says what changed between the rows of p, and what that comes to.
func (e *evidence) pairSentence(p pair) string {
	var said []string
	switch b, o := p.base, p.other; {
	case b.cost == nil || o.cost == nil:
		said = e.bySizes(p)
	case b.misfit || o.misfit:
		said = append(e.byMisfit(p), atEnds(p)...)
	default:
		said = append([]string{blockClause(b, o) + "; " + fixedClause(b, o)}, atEnds(p)...)
	}
	said[0] = e.heading(p) + ": " + said[0]
	if sizes := alone(p); len(sizes) > 0 {
		said = append(said, inBytes(sizes...)+verb(len(sizes), " has", " have")+" no pair")
	}
	return sentences(append(said, atOnce(p.base)...))
}

// atOnce says what times of several threads together are; nothing of one.
func atOnce(r *row) []string {
	if r.key.threads <= 1 || len(r.points) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("The times are those of all threads together: one call takes %d times as long", r.key.threads)}
}

// heading is the cell of p, and whose rows are compared where two groups alone do not tell.
func (e *evidence) heading(p pair) string {
	base, other := e.title(p.base), e.title(p.other)
	if len(e.groups) == 2 && base == e.mark(p.base.group, "") && other == e.mark(p.other.group, "") {
		return p.base.key.String()
	}
	return fmt.Sprintf("%s, %s → %s", p.base.key, base, other)
}

// blockClause says whether the cost per block changed, with the slope between the two largest sizes where that says
// otherwise by more than it may.
func blockClause(base, other *row) string {
	b, o := base.cost, other.cost
	of := "cost per " + unit(base.model)
	fit := b.BlockNs / o.BlockNs
	switch blockChange(b, o) {
	case unchanged:
		return fmt.Sprintf("the %s is unchanged (%s ns)", of, fromTo(b.BlockNs, o.BlockNs))
	case changed:
		text := fmt.Sprintf("the %s goes from %s to %s (%s as fast)", of, figure(b.BlockNs), nanoseconds(o.BlockNs), times(fit))
		if math.Abs(b.SlopeNs/o.SlopeNs/fit-1) > slopeMargin {
			text += ", " + slopeClause(base, other)
		}
		return text
	}
	if b.Interval == "" || o.Interval == "" {
		return fmt.Sprintf("the %s is %s ns (%s as fast) by a line without an interval", of, fromTo(b.BlockNs, o.BlockNs), times(fit))
	}
	if blocksApart(b, o) {
		return fmt.Sprintf("the %s is %s ns (%s as fast), %s", of, fromTo(b.BlockNs, o.BlockNs), times(fit), asRunsVary)
	}
	text := fmt.Sprintf("whether the %s changed the fit does not tell (%s ns)", of, fromTo(b.BlockNs, o.BlockNs))
	if slope := slopeClause(base, other); slope != "" {
		text += ", " + slope
	}
	return text
}

// asRunsVary is said of costs that differ by their fits, and not by more than single runs do; see leastChange.
const asRunsVary = "no further apart than single runs of the same code can be"

// slopeMargin is by how much the ratio of the slopes differs from that of the fits where the sentence has both.
const slopeMargin = 0.01

// slopeClause is the cost per block between the two largest sizes alone; "" where time does not grow between them.
func slopeClause(base, other *row) string {
	b, o := base.cost, other.cost
	if !(b.SlopeNs > 0 && o.SlopeNs > 0) {
		return ""
	}
	return fmt.Sprintf("between the two largest sizes it is %s ns (%s as fast)", fromTo(b.SlopeNs, o.SlopeNs), times(b.SlopeNs/o.SlopeNs))
}

// fixedClause says whether the cost per call changed.
func fixedClause(base, other *row) string {
	b, o := base.cost, other.cost
	figures := fromTo(b.FixedNs, o.FixedNs) + " ns"
	switch fixedChange(base, other) {
	case unchanged:
		return fmt.Sprintf("the fixed cost is unchanged (%s per call)", figures)
	case changed:
		more := "more"
		if o.FixedNs < b.FixedNs {
			more = "less"
		}
		return fmt.Sprintf("each call costs %s %s (%s)", nanoseconds(math.Abs(o.FixedNs-b.FixedNs)), more, figures)
	}
	if b.Interval == "" || o.Interval == "" {
		return fmt.Sprintf("the fixed cost is %s per call by the same", figures)
	}
	if fixedApart(base, other) {
		return fmt.Sprintf("the fixed cost is %s per call, %s", figures, asRunsVary)
	}
	return fmt.Sprintf("whether the fixed cost changed the fit does not tell (%s per call)", figures)
}

// byMisfit says what the model cannot, and the slopes that stand without it.
func (e *evidence) byMisfit(p pair) []string {
	var misses []string
	for _, r := range []*row{p.base, p.other} {
		if r.misfit {
			misses = append(misses, fmt.Sprintf("%s by %s at %s", e.title(r), percent(r.cost.MaxResidual), inBytes(r.cost.WorstSize)))
		}
	}
	said := []string{"the model misses " + list(misses) + ", so costs are not compared"}
	if slope := slopeClause(p.base, p.other); slope != "" {
		said = append(said, "The cost per "+unit(p.base.model)+": "+slope)
	}
	return said
}

// atEnds is what the times of the smallest and the largest size that both have come to.
func atEnds(p pair) []string {
	common := inCommon(p)
	if len(common) == 0 {
		return []string{"The two have no size in common"}
	}
	first, last := common[0], common[len(common)-1]
	text := fmt.Sprintf("At %s that is %s as fast", inBytes(first.size), times(first.ratio()))
	if len(common) > 1 {
		text += fmt.Sprintf(", at %s %s", inBytes(last.size), times(last.ratio()))
	}
	return []string{text}
}

// alone has the sizes that one side of p has and the other has not.
func alone(p pair) (sizes []int) {
	for _, side := range []struct{ of, in *row }{{p.base, p.other}, {p.other, p.base}} {
		for _, x := range side.of.points {
			if side.of.sized && !slices.ContainsFunc(side.in.points, func(y point) bool { return y.size == x.size }) {
				sizes = append(sizes, x.size)
			}
		}
	}
	slices.Sort(sizes)
	return sizes
}

// sentences joins what is said, with a full stop after each.
func sentences(said []string) string { return strings.Join(said, ". ") + "." }
