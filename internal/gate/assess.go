package gate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"cpb/internal/compare"
	"cpb/internal/stats"
	"cpb/result"
)

// evidence is what the launches of two results say of their ratio.
type evidence struct {
	interval Interval // nil where there is none
	launches int
	reason   string         // why there is no interval
	noRatio  bool           // whether a ratio says nothing either
	layout   *result.Layout // of their code, where it was looked at
}

// paired is the evidence of launches that were measured together: those that were taken until something was decided by them were looked at
// again and again.
func paired(p result.Pair) evidence {
	method := Once
	if p.Until == result.UntilDecision {
		method = Repeated
	}
	return evidence{interval: method(p.LaunchLogRatio), launches: len(p.LaunchLogRatio), layout: p.Layout}
}

// compared fills doc.Comparisons with what of the two groups stands against what, and returns what of them stands against nothing. One
// interface never stands against another, though cpb compare has it where that is all there is. The error is for a side of which several
// results stand against one.
func compared(doc *result.Document, base, head result.Group) ([]compare.Unpaired, error) {
	if slices.ContainsFunc(base.Results, func(i int) bool { return slices.Contains(head.Results, i) }) {
		return nil, &Error{Text: "both sides are the same results", Do: "name two runs, or two groups of one: FILE#GROUP FILE#GROUP; cpb read FILE lists them"}
	}
	before := len(doc.Comparisons)
	apart := compare.Compare(doc, base, []result.Group{head}, compare.Options{})
	kept := doc.Comparisons[:before]
	paired := map[int]bool{}
	for _, c := range doc.Comparisons[before:] {
		b, h := &doc.Results[c.Base], &doc.Results[c.Other]
		if b.Interface != h.Interface && b.Interface != "" && h.Interface != "" {
			continue
		}
		kept = append(kept, c)
		for _, i := range []int{c.Base, c.Other} {
			if paired[i] {
				return nil, &Error{
					Text: fmt.Sprintf("several results stand against %s of %s", doc.Results[i].Primitive, doc.Results[i].Implementation()),
					Do:   "name one implementation on each side: RUN#IMPLEMENTATION, FILE#IMPLEMENTATION; cpb read FILE lists them",
				}
			}
			paired[i] = true
		}
	}
	doc.Comparisons = kept
	known := map[int]bool{}
	for _, u := range apart {
		known[u.Result] = true
	}
	for _, g := range []result.Group{base, head} {
		for _, i := range g.Results {
			if !paired[i] && !known[i] {
				apart = append(apart, compare.Unpaired{Group: g.Name, Result: i, Reason: "through no interface that the other side has"})
			}
		}
	}
	return apart, nil
}

// judge makes a cell of each comparison from number from on.
func judge(doc *result.Document, r Rule, from int, evidenceOf func(*result.Comparison) evidence) (cells []result.GateCell) {
	for i := range doc.Comparisons[from:] {
		c := &doc.Comparisons[from+i]
		cell := result.GateCell{Comparison: from + i, State: result.CellUndecided, Ratio: c.Ratio}
		e := evidenceOf(c)
		if e.noRatio {
			cell.Ratio = 0
		}
		cell.Launches, cell.Reason = e.launches, e.reason
		if e.interval != nil {
			var low, high float64
			cell.State, low, high = r.Judge(e.interval)
			if !math.IsInf(high, 1) && low <= high {
				cell.Low, cell.High = low, high
			}
			if at, ok := e.interval(stats.Level); ok {
				cell.Ratio = math.Exp(at.Value)
			}
		}
		if cell.State == result.CellSlower && e.layout.Only() {
			cell.State = result.CellLayout
		}
		cells = append(cells, cell)
	}
	return cells
}

// outcome is what the cells come to, and what stands apart.
func outcome(cells []result.GateCell, apart []result.GateApart) result.GateOutcome {
	is := func(kind result.ApartKind) bool {
		return slices.ContainsFunc(apart, func(a result.GateApart) bool { return a.Kind == kind })
	}
	are := func(state result.CellState) bool {
		return slices.ContainsFunc(cells, func(c result.GateCell) bool { return c.State == state })
	}
	switch {
	case is(result.ApartWrong):
		return result.GateWrong
	case are(result.CellSlower):
		return result.GateSlower
	case are(result.CellUndecided), is(result.ApartGone), is(result.ApartUnmeasured), len(cells) == 0:
		return result.GateUndecided
	}
	return result.GatePassed
}

// conclude gives doc the gate, with what it comes to. Of nothing there is none: no cell, and nothing that stands apart but for what neither
// side has.
func conclude(doc *result.Document, g *result.Gate) {
	sortApart(g.Apart)
	g.Outcome = outcome(g.Cells, g.Apart)
	doc.Gate = g
	if len(g.Cells) == 0 && !slices.ContainsFunc(g.Apart, func(a result.GateApart) bool { return a.Kind != result.ApartNeither }) {
		doc.Gate = nil
	}
}

// apartOf is a result without an opposite.
func apartOf(kind result.ApartKind, r *result.Result, reason string) result.GateApart {
	return result.GateApart{
		Kind: kind, Library: r.Library, Primitive: r.Primitive, Operation: r.Operation, Work: r.Work,
		Interface: r.Interface, SizeBytes: r.SizeBytes, Reason: reason,
	}
}

// sortApart puts what stands apart into the order in which it matters.
func sortApart(apart []result.GateApart) {
	order := []result.ApartKind{result.ApartWrong, result.ApartGone, result.ApartUnmeasured, result.ApartBaseFailed, result.ApartNew, result.ApartNeither}
	slices.SortStableFunc(apart, func(a, b result.GateApart) int {
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
}

// only is the part of a group that is wanted.
func only(doc *result.Document, g result.Group, wants func(*result.Result) bool) result.Group {
	kept := result.Group{Name: g.Name}
	for _, i := range g.Results {
		if wants == nil || wants(&doc.Results[i]) {
			kept.Results = append(kept.Results, i)
		}
	}
	return kept
}
