package input

import (
	"context"
	"slices"

	"cpb/internal/ingest"
	"cpb/result"
)

// A Reading is what several texts hold, one after the other.
type Reading struct {
	Doc    *result.Document
	Groups []result.Group // of Doc, with the names that arguments have: FILE#GROUP
	Tally  *result.Tally  // of all that was read
	Lost   int            // results that Doc does not have

	most  int
	count ingest.Tallier
	read  []string
}

// NewReading is a reading whose Doc has the first so many results.
func NewReading(most int) *Reading {
	r := &Reading{Doc: &result.Document{}, most: most}
	r.Tally = &r.count.Tally
	return r
}

// Read adds what is in the text that path names. A text that is named again is not read again. Where ctx ends before the text does,
// what was read until then is added, and a warning.
func (r *Reading) Read(ctx context.Context, path string, o Options) error {
	if slices.Contains(r.read, path) {
		return nil
	}
	r.read = append(r.read, path)
	r.count.Begin(path)
	results, warnings := r.Tally.Results, countWarnings(r.Tally)
	var text ingest.Collector
	var sink ingest.Sink = &r.count
	if text.Limit = r.most - len(r.Doc.Results); text.Limit > 0 { // to a Collector, 0 is no limit
		sink = ingest.Tee{A: &text, B: &r.count}
	}
	err := Read(ctx, path, sink, o)
	if ctx.Err() != nil {
		sink.Warning(result.Warning{Kind: ingest.Truncated, File: path, Message: "reading was interrupted: the rest is missing"})
	}
	r.add(text.Finish(), path)
	r.Lost = r.Tally.Results - len(r.Doc.Results)
	switch file, _, named := split(path); {
	case err == nil && r.Tally.Results == results:
		return empty(path, o.Format, countWarnings(r.Tally)-warnings)
	case err != nil && named && exists(file):
		return &Error{Text: path + ": no such file", Do: "cpb read reads all of a file: cpb read " + file}
	}
	return err
}

// add adds a document and its groups.
func (r *Reading) add(doc *result.Document, path string) {
	if len(doc.Results) == 0 { // nothing that another host would have to be told from
		r.Doc.Skipped = append(r.Doc.Skipped, doc.Skipped...)
		r.Doc.Warnings = append(r.Doc.Warnings, doc.Warnings...)
		return
	}
	groups := Groups(doc)
	from := merge(r.Doc, doc, path)
	for _, g := range groups {
		g.Name = path + "#" + g.Name
		for i := range g.Results {
			g.Results[i] += from
		}
		r.Groups = append(r.Groups, g)
	}
}

func countWarnings(t *result.Tally) (n int) {
	for _, k := range t.Warnings {
		n += k.Count
	}
	return n
}
