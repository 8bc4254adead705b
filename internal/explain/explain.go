// Package explain says in words what the figures of a document mean: what a call costs whatever its size and what each
// block costs, what of that changed between two groups of results, and what several primitives show together.
//
// A sentence never claims more than its basis carries; see result.Basis.
package explain

import "cpb/result"

// Options of Explain.
type Options struct {
	Pairs [][2]int // which groups to hold against each other, base and other: indices into groups; nil for a choice of its own
}

// Explain fits the cost models to the groups of doc and puts what they show into doc.Explanations and doc.Findings.
func Explain(doc *result.Document, groups []result.Group, o Options) {
	e := newEvidence(doc, groups, o)
	doc.Explanations = e.explanations()
	for _, r := range rules {
		doc.Findings = append(doc.Findings, r.findings(e)...)
	}
}
