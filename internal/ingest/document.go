package ingest

import (
	"fmt"

	"cpb/result"
)

// A Collector is a Sink that gathers everything into one document.
type Collector struct {
	Doc result.Document
	// Limit is the most results that are kept, 0 for all. The others are counted.
	Limit int
	// Dropped is how many results were not kept.
	Dropped int

	kinds map[string]int
	lost  []string // kinds whose warnings were not all kept, in order
}

// mostWarnings is how many warnings of a kind are kept; the others are counted.
const mostWarnings = 1000

// Result keeps a copy of r.
func (c *Collector) Result(r *result.Result) {
	if c.Limit > 0 && len(c.Doc.Results) >= c.Limit {
		c.Dropped++
		return
	}
	c.Doc.Results = append(c.Doc.Results, *r)
}

// Warning keeps w.
func (c *Collector) Warning(w result.Warning) {
	if c.kinds == nil {
		c.kinds = map[string]int{}
	}
	c.kinds[w.Kind]++
	switch n := c.kinds[w.Kind]; {
	case n <= mostWarnings:
		c.Doc.Warnings = append(c.Doc.Warnings, w)
	case n == mostWarnings+1:
		c.lost = append(c.lost, w.Kind)
	}
}

// Document adds d, a whole document, to what was gathered. Its runs get a number where there are runs of their names.
func (c *Collector) Document(d *result.Document) {
	taken := map[string]bool{}
	for i := range c.Doc.Results {
		taken[c.Doc.Results[i].Run] = true
	}
	names := map[string]string{}
	for i := range d.Results {
		r := &d.Results[i]
		if _, seen := names[r.Run]; !seen {
			name := r.Run
			for n := 2; taken[name]; n++ {
				name = numbered(r.Run, n)
			}
			names[r.Run] = name
		}
		r.Run = names[r.Run]
	}
	Merge(&c.Doc, d)
}

// Finish says what was not kept.
func (c *Collector) Finish() *result.Document {
	for _, kind := range c.lost {
		c.Doc.Warnings = append(c.Doc.Warnings, result.Warning{
			Kind: kind, Message: fmt.Sprintf("and %d more of this kind", c.kinds[kind]-mostWarnings),
		})
	}
	c.lost = nil
	return &c.Doc
}

// Merge adds what is in from to d. Results keep their order behind those of d; where both have a host or a method, and they are
// not the same one, neither has it.
func Merge(d, from *result.Document) {
	at := len(d.Results)
	if at == 0 && d.Host == nil && d.Method == nil {
		d.Host, d.Method = from.Host, from.Method
		if d.Tool == (result.Tool{}) {
			d.Tool = from.Tool
		}
	} else {
		d.Host, d.Method = nil, nil
	}
	d.Results = append(d.Results, from.Results...)
	for _, p := range from.Pairs {
		p.Base += at
		p.Other += at
		d.Pairs = append(d.Pairs, p)
	}
	d.Skipped = append(d.Skipped, from.Skipped...)
	d.Warnings = append(d.Warnings, from.Warnings...)
}
