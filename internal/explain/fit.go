package explain

import (
	"slices"

	"cpb/catalog"
	"cpb/internal/cost"
	"cpb/result"
)

// fit fits r's model to its points. Cycles come from the results, else from the clock of the machine that the document
// describes. Where a document holds runs of ours, that machine is not the one on which another tool printed.
func (e *evidence) fit(r *row) {
	var points []*result.Result
	var results []int
	foreign := false
	for _, p := range r.points {
		points = append(points, e.at(p.result))
		results = append(results, p.result)
		foreign = foreign || e.at(p.result).Source != nil
	}
	c := cost.Fit(r.model, points)
	if c == nil {
		return
	}
	if e.doc.Host != nil && !(foreign && e.hasOwn()) {
		cost.Clock(c, e.doc.Host.CoreHz)
	}
	c.Of, c.Results = e.spell(e.title(r)), results
	r.cost, r.misfit = c, c.Misfit
}

// hasOwn reports whether any result is of our own measuring.
func (e *evidence) hasOwn() bool {
	return slices.ContainsFunc(e.doc.Results, func(r result.Result) bool { return r.Source == nil })
}

// modelOf is the cost model of a primitive: per byte where the catalogue does not know it, none where calls have no size.
func modelOf(primitive string, sized bool) catalog.Model {
	p, ok := catalog.Known(primitive)
	switch {
	case ok:
		return p.Model
	case sized:
		return catalog.Model{Kind: catalog.Bytes}
	}
	return catalog.Model{Kind: catalog.None}
}
