package gate

import (
	"context"

	"cpb/internal/run"
	"cpb/library"
	"cpb/result"
)

// The labels of the two sides' results.
const (
	BaseLabel = "base"
	HeadLabel = "head"
)

// A Live is a gate over two libraries that are measured now.
type Live struct {
	Request     run.Request // how to measure: program, budget, time, processor, seed, interfaces, operations, work; the rest is filled in
	Wanted      Wanted
	Base, Head  library.Target
	BaseArg     string // in the words of whoever asked
	HeadArg     string
	MaxSlowdown float64
}

// Measure measures both side by side until every cell is decided, as far as time goes, and decides. Without anything to measure the
// document has no gate, and the reasons among what was skipped.
func (l *Live) Measure(ctx context.Context) (*result.Document, error) {
	l.Base.Label, l.Head.Label = BaseLabel, HeadLabel
	s, skipped := survey(ctx, l.Request.Program, l.Base, l.Head)
	if len(skipped) > 0 || ctx.Err() != nil {
		return unmeasured(skipped), nil
	}
	rows := l.rows(s)
	rule := Rule{MaxSlowdown: l.MaxSlowdown}
	for _, r := range rows {
		if r.base.has() && r.head.has() {
			rule.Cells += len(r.sizes)
		}
	}
	r := l.Request
	r.Primitives, r.Sizes = l.Wanted.Primitives(), l.Wanted.Sizes()
	r.Targets = []library.Target{l.Base, l.Head}
	r.Pairs = run.PairsInterface
	r.Enough = func(s run.Standing) bool {
		return !l.compares(s) || rule.Enough(s.Values)
	}
	r.Trace = func(s run.Standing) bool { return l.compares(s) && rule.Slower(s.Values) }
	doc, err := run.Run(ctx, r)
	if err != nil {
		return nil, err
	}
	doc.Method.Family = rule.Cells
	return doc, l.decide(doc, rows, rule)
}

// compares reports whether s is a comparison of the gate.
func (l *Live) compares(s run.Standing) bool {
	return s.Base.Label == BaseLabel && l.Wanted.Has(s.Cell.Primitive, s.Cell.SizeBytes)
}

// decide fills in the gate of what was measured.
func (l *Live) decide(doc *result.Document, rows []row, rule Rule) error {
	base, head := l.group(doc, BaseLabel), l.group(doc, HeadLabel)
	if _, err := compared(doc, base, head); err != nil {
		return err
	}
	g := &result.Gate{Base: l.BaseArg, Head: l.HeadArg, MaxSlowdown: l.MaxSlowdown, Same: sameCode(l.Base, l.Head)}
	pairs := result.PairsOf(doc)
	g.Cells = judge(doc, rule, 0, func(c *result.Comparison) evidence {
		if p, ok := pairs.Of(c.Base, c.Other); ok {
			return paired(p)
		}
		return evidence{reason: "no launch measured both"}
	})
	numbers := newNumbers(doc)
	for _, r := range rows {
		g.Apart = append(g.Apart, numbers.apart(r)...)
	}
	g.Apart = append(g.Apart, l.unoffered(rows)...)
	conclude(doc, g)
	return nil
}

// group is the wanted results of one side.
func (l *Live) group(doc *result.Document, label string) result.Group {
	g := result.Group{Name: label}
	for i := range doc.Results {
		if r := &doc.Results[i]; r.Label == label && l.Wanted.Has(r.Primitive, sizeOf(r.SizeBytes)) {
			g.Results = append(g.Results, i)
		}
	}
	return g
}

// survey loads both libraries and tells what they offer, or why one cannot be measured.
func survey(ctx context.Context, program string, targets ...library.Target) (offers [][]library.Offer, skipped []result.Skipped) {
	for _, s := range run.Survey(ctx, program, targets) {
		if s.Err != nil {
			skipped = append(skipped, result.Skipped{Library: s.Target.Library, Label: s.Target.Label, Path: s.Target.Path, Reason: s.Err.Error()})
			continue
		}
		offers = append(offers, s.Opened.Offers)
	}
	return offers, skipped
}

// unmeasured is the document of a gate that came to measure nothing.
func unmeasured(skipped []result.Skipped) *result.Document {
	return &result.Document{Schema: result.Schema, Results: []result.Result{}, Skipped: skipped}
}
