package run

import (
	"context"

	"cpb/internal/host"
	"cpb/result"
)

// Verify checks everything that r asks for and measures nothing. The results have no times: each is a row that holds. What
// a library has not got is among the skipped; failures counts those that are wrong.
func Verify(ctx context.Context, r Request) (doc *result.Document, failures int, err error) {
	if err := r.setDefaults(VerifySizes); err != nil {
		return nil, 0, err
	}
	sources, err := r.load(ctx)
	if err != nil {
		return nil, 0, err
	}
	machine := host.Describe(r.Processor)
	doc = &result.Document{Schema: result.Schema, Host: &machine, Results: []result.Result{}}
	d := &drafter{doc: doc}
	d.skipped(sources)
	for _, s := range sources {
		if s.err != nil {
			failures++
		}
		for _, row := range s.rows {
			if row.err != nil {
				failures++
				continue
			}
			doc.Results = append(doc.Results, row.result())
		}
	}
	return doc, failures, nil
}
