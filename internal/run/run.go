package run

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cpb/internal/host"
	"cpb/internal/host/chain"
	"cpb/library"
	"cpb/result"
)

// Run measures what r asks for and returns the document, without the tool's name, which is the caller's. When ctx ends it
// stops within a second and returns what was measured. The error is for a request that makes no sense; libraries that
// cannot be measured are in the document.
func Run(ctx context.Context, r Request) (*result.Document, error) {
	started := time.Now()
	if err := r.setDefaults(DefaultSizes); err != nil {
		return nil, err
	}
	doc := &result.Document{Schema: result.Schema, Results: []result.Result{}}
	machine := host.Describe(r.Processor) // before there is a load of our own
	doc.Host = &machine
	sources, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	rows := sound(sources)
	s := &sampler{request: &r, processor: r.Processor, emptyOp: map[string][]float64{}, signatures: map[keyed][][]byte{}}
	s.clock = r.Clock
	if s.clock == nil {
		s.clock = chain.Identify(s.processor).Measure
	}
	spent := time.Since(started)
	s.plan, doc.Warnings = newPlan(&r, rows, r.Budget-spent)
	s.until = newUntil(&r, s.plan, func() func(l int) bool { return quiet(launchConditions(s.conditions)) })
	if spent+margin > r.Budget {
		doc.Warnings = append(doc.Warnings, result.Warning{Kind: "budget", Message: fmt.Sprintf(
			"loading and verifying took %.1f s: a budget of %v leaves nothing to measure in", spent.Seconds(), r.Budget)})
	}
	if len(rows) > 0 {
		s.run(ctx, started.Add(r.Budget))
	}
	if ctx.Err() != nil {
		s.stopped = "interrupted"
	}
	d := &drafter{doc: doc, sampler: s, run: strings.Replace(started.UTC().Format("20060102-150405.000"), ".", "-", 1)}
	d.results()
	d.pairs()
	d.layouts(ctx, started.Add(r.Budget))
	d.skipped(sources)
	d.method(started)
	return doc, nil
}

// load scouts the targets and gives files of the same library and version that have no label one, so that their rows can
// be told apart.
func (r *Request) load(ctx context.Context) ([]*source, error) {
	var sources []*source
	for _, t := range r.Targets {
		info, ok := library.Lookup(t.Library)
		if !ok {
			return nil, fmt.Errorf("no library %q", t.Library)
		}
		sources = append(sources, &source{target: t, info: info})
	}
	asked := len(sources)
	if w := r.witness(); w != nil {
		sources = append(sources, w)
	}
	r.scout(ctx, sources)
	var rows []*row
	for _, s := range sources {
		rows = append(rows, s.rows...)
	}
	crossCheck(rows)
	r.exchange(ctx, sources)
	sources = sources[:asked]
	label(sources)
	return sources, nil
}

// witness is Go's own library, whose answers count when the others' are compared, where it is not measured itself.
func (r *Request) witness() *source {
	info, ok := library.Lookup("go")
	if !ok || slices.ContainsFunc(r.Targets, func(t library.Target) bool { return t.Library == info.Name }) {
		return nil
	}
	targets, err := info.Find("")
	if err != nil || len(targets) == 0 {
		return nil
	}
	return &source{target: targets[0], info: info, witness: true}
}

// label numbers the files that would have the same name.
func label(sources []*source) {
	name := func(s *source) string {
		if s.opened == nil {
			return ""
		}
		return result.ImplementationName(s.opened.Name, s.opened.Version, s.target.Label, "", "")
	}
	same := map[string][]*source{}
	for _, s := range sources {
		if n := name(s); n != "" {
			same[n+"+"+string(s.target.Caps)] = append(same[n+"+"+string(s.target.Caps)], s)
		}
	}
	for _, alike := range same {
		if len(alike) == 1 {
			continue
		}
		for i, s := range alike {
			s.target.Label = fmt.Sprintf("%s~%d", name(s), i+1)
		}
	}
}

// sound lists the rows that may be measured, and numbers their cells.
func sound(sources []*source) []*row {
	var rows []*row
	id := 0
	for _, s := range sources {
		for _, r := range s.rows {
			if r.err != nil {
				continue
			}
			rows = append(rows, r)
			for _, c := range r.cells {
				c.id = id
				id++
			}
		}
	}
	return rows
}
