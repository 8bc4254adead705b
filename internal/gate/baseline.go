package gate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/internal/run"
	"cpb/library"
	"cpb/result"
)

// A Baseline is a gate over a library that is measured now and a run of its base that was saved before.
type Baseline struct {
	Request     run.Request // how to measure; what, is what the saved run has
	Saved       *result.Document
	Base        Side // of Saved
	Head        library.Target
	HeadArg     string
	MaxSlowdown float64
	Wants       func(*result.Result) bool // of the saved run; nil: all of it
}

// Measure measures the head at the cells of the saved run, in as many launches as a run has, and decides. Their number is settled before:
// there is no interval of launches measured apart that holds for whoever looks again and again. Without anything to measure the document
// has no gate.
func (b *Baseline) Measure(ctx context.Context) (*result.Document, error) {
	b.Head.Label = HeadLabel
	b.Base.Group = only(b.Saved, b.Base.Group, b.Wants)
	r := b.Request
	r.Targets = []library.Target{b.Head}
	r.Pairs = run.PairsNone
	if r.Launches == 0 && r.Time == 0 {
		r.Launches = run.DefaultLaunches
	}
	if err := b.cells(&r); err != nil {
		return nil, err
	}
	offers, skipped := survey(ctx, r.Program, b.Head)
	if len(skipped) > 0 || ctx.Err() != nil {
		return unmeasured(skipped), nil
	}
	doc, err := run.Run(ctx, r)
	if err != nil {
		return nil, err
	}
	doc.Results = slices.DeleteFunc(doc.Results, func(r result.Result) bool { return !b.has(&r) }) // a run has all sizes of all that it measures
	now := newNumbers(doc)
	host, method := doc.Host, doc.Method
	at := len(doc.Results)
	ingest.Merge(doc, b.Saved)
	doc.Host, doc.Method = host, method // of the launches of now; the saved run's are in its own file
	base := b.Base
	base.Group = shifted(b.Base.Group, at)
	head := Side{Arg: b.HeadArg, Group: result.Group{Name: HeadLabel}, Host: host, Method: method}
	for i := range doc.Results[:at] {
		head.Group.Results = append(head.Group.Results, i)
	}
	if err := decide(doc, base, head, b.MaxSlowdown); err != nil {
		return nil, err
	}
	if doc.Gate != nil {
		explain(doc.Gate, offers[0], now)
	}
	return doc, nil
}

// cells has r ask for what the saved run has, and nothing else.
func (b *Baseline) cells(r *run.Request) error {
	var interfaces []string
	var operations []catalog.Operation
	var sizes []int
	primitives := map[string]bool{}
	var results []*result.Result
	for _, i := range b.Base.Group.Results {
		s := &b.Saved.Results[i]
		if p, ok := catalog.Lookup(s.Primitive); !ok || p.Slug != s.Primitive || s.Operation == "" {
			continue // of another tool: it has no pair, which is said
		}
		results = append(results, s)
		primitives[s.Primitive] = true
		interfaces = append(interfaces, s.Interface)
		operations = append(operations, catalog.Operation(s.Operation))
		if s.SizeBytes != nil && *s.SizeBytes <= run.MaxSize {
			sizes = append(sizes, *s.SizeBytes)
		}
	}
	if len(results) == 0 {
		return &Error{Text: b.Base.Arg + " has nothing that can be measured here", Do: "make one with cpb run --lib NAME=PATH --save FILE; --only has to name what is in it"}
	}
	if err := onlyOnce(results, b.Base.Arg); err != nil {
		return err
	}
	r.Primitives = nil
	for _, p := range catalog.Primitives() {
		if primitives[p.Slug] {
			r.Primitives = append(r.Primitives, p)
		}
	}
	r.Interfaces, r.Operations, r.Sizes = distinct(interfaces), distinct(operations), distinct(sizes)
	if slices.Contains(r.Interfaces, "") {
		r.Interfaces = nil
	}
	var err error
	r.Work, err = workOf(results, b.Base.Arg)
	return err
}

// onlyOnce refuses results of which several would stand against one that is measured now.
func onlyOnce(results []*result.Result, name string) error {
	type cell struct {
		numberKey
		work string
	}
	seen := map[cell]bool{}
	for _, r := range results {
		c := cell{numberKey{"", r.Primitive, r.Operation, r.Interface, sizeOf(r.SizeBytes)}, r.Work}
		if seen[c] {
			return &Error{
				Text: fmt.Sprintf("%s has several results for %s of %s", name, r.Primitive, r.Library),
				Do:   "name one implementation: --baseline RUN#IMPLEMENTATION, FILE#IMPLEMENTATION; cpb read FILE lists them",
			}
		}
		seen[c] = true
	}
	return nil
}

// distinct is x in order, each once.
func distinct[T int | string | catalog.Operation](x []T) []T {
	slices.Sort(x)
	return slices.Compact(x)
}

// workOf is what has to be asked for to get the works of all results.
func workOf(results []*result.Result, name string) (catalog.Work, error) {
	for _, w := range append([]catalog.Work{""}, catalog.Works()...) {
		if !slices.ContainsFunc(results, func(r *result.Result) bool {
			p, _ := catalog.Lookup(r.Primitive)
			op := catalog.Operation(r.Operation)
			return r.Work != "" && slices.Contains(p.Operations, op) && string(p.WorkOf(op, w)) != r.Work
		}) {
			return w, nil
		}
	}
	return "", &Error{
		Text: fmt.Sprintf("%s mixes works that one run cannot have", name),
		Do:   "name what to measure: --only, --operation",
	}
}

// has reports whether the saved run has the cell of r.
func (b *Baseline) has(r *result.Result) bool {
	return slices.ContainsFunc(b.Base.Group.Results, func(i int) bool {
		s := &b.Saved.Results[i]
		return s.Primitive == r.Primitive && s.Operation == r.Operation && sizeOf(s.SizeBytes) == sizeOf(r.SizeBytes) &&
			(s.Interface == r.Interface || s.Interface == "")
	})
}

// explain says of what the saved run has and the head has no number for why that is: the head has not got it, or fails it, or there was no time.
func explain(gate *result.Gate, offers []library.Offer, now *numbers) {
	for i := range gate.Apart {
		a := &gate.Apart[i]
		if a.Kind != result.ApartGone {
			continue
		}
		at := slices.IndexFunc(offers, func(o library.Offer) bool {
			return o.Primitive == a.Primitive && string(o.Operation) == a.Operation && o.Interface == a.Interface && string(o.Work) == a.Work
		})
		switch {
		case at < 0:
			continue
		case offers[at].Missing != "":
			a.Reason = offers[at].Missing
			continue
		}
		reason, fails := now.why(HeadLabel, row{offer: offers[at]}, a.SizeBytes)
		switch {
		case fails && !now.ended():
			a.Kind, a.Reason = result.ApartWrong, reason
		default:
			a.Kind, a.Reason = result.ApartUnmeasured, cmp.Or(reason, "there was no time for this size")
		}
	}
	sortApart(gate.Apart)
	gate.Outcome = outcome(gate.Cells, gate.Apart)
}

func shifted(g result.Group, by int) result.Group {
	moved := result.Group{Name: g.Name}
	for _, i := range g.Results {
		moved.Results = append(moved.Results, by+i)
	}
	return moved
}
