package report

import (
	"cmp"
	"fmt"
	"slices"

	"cpb/catalog"
	"cpb/result"
)

// A block is the results that stand in one table: one primitive × operation × work, a row per implementation and a
// column per size.
type block struct {
	key     blockKey
	columns []column
	rows    []*row
}

type blockKey struct {
	primitive, operation, work string
	bits, threads              int
}

// A column is what the cells under one head have in common.
type column struct {
	kind columnKind
	size int // bytes, where kind is sized
}

type columnKind int

// The kinds of column, in the order in which they stand.
const (
	sized columnKind = iota // calls of one size
	ops                     // calls that have no size: signatures and the like
	bulk                    // rates whose size is not known
)

// A row is one implementation's results.
type row struct {
	name  string
	cells map[column]*measure
	fit   *fit // nil where the cost model has none
}

// A measure is one result in its place.
type measure struct {
	*result.Result
	index   int  // in the document
	fastest bool // of its column, or not to be told from the fastest
}

// cost is what makes a measure slower than another in its column; false where its speed is not known.
func (m *measure) cost() (float64, bool) {
	if ns, ok := m.Time(); ok {
		return ns, true
	}
	rate, ok := m.Rate()
	return 1 / rate, ok
}

// blocks sorts the results of d into tables, in the order in which they come.
func blocks(d *result.Document) []*block {
	var all []*block
	drafts := map[blockKey]*draft{}
	for i := range d.Results {
		r := &d.Results[i]
		key := blockKey{r.Primitive, r.Operation, r.Work, r.Bits, max(1, r.Threads)}
		if drafts[key] == nil {
			drafts[key] = &draft{block: &block{key: key}, rows: map[rowKey][]*row{}}
			all = append(all, drafts[key].block)
		}
		drafts[key].add(&measure{Result: r, index: i})
	}
	links := linksOf(d.Pairs)
	for _, b := range all {
		drafts[b.key].name()
		slices.SortFunc(b.columns, func(x, y column) int { return cmp.Or(cmp.Compare(x.kind, y.kind), cmp.Compare(x.size, y.size)) })
		b.markFastest(links)
		if p, ok := catalog.Known(b.key.primitive); ok {
			for _, r := range b.rows {
				r.fit = newFit(p.Model, b.columns, r)
			}
		}
	}
	return all
}

// A draft is a block while its results come in.
type draft struct {
	*block
	rows map[rowKey][]*row // several where a source holds the same cell more than once
}

type rowKey struct{ run, implementation, detail string }

// add puts m into the first row of its implementation that has nothing there yet.
func (d *draft) add(m *measure) {
	at := columnOf(m.Result)
	if !slices.Contains(d.columns, at) {
		d.columns = append(d.columns, at)
	}
	key := rowKey{m.Run, m.Implementation(), m.Detail}
	for _, r := range d.rows[key] {
		if r.cells[at] == nil {
			r.cells[at] = m
			return
		}
	}
	r := &row{cells: map[column]*measure{at: m}}
	d.rows[key] = append(d.rows[key], r)
	d.block.rows = append(d.block.rows, r)
}

// name names the rows: by implementation, as RUN#IMPLEMENTATION where several runs are in the block, with what else the source
// said of it behind, and with a number where all of that is the same.
func (d *draft) name() {
	runs := map[string]bool{}
	for key := range d.rows {
		runs[key.run] = true
	}
	for key, same := range d.rows {
		name := clean(key.implementation)
		switch run := clean(key.run); {
		case name == "":
			name = cmp.Or(run, "unnamed")
		case len(runs) > 1 && run != "":
			name = run + "#" + name
		}
		if detail := clean(key.detail); detail != "" {
			name += ", " + detail
		}
		for i, r := range same {
			r.name = name
			if i > 0 {
				r.name = fmt.Sprintf("%s (%d)", name, i+1)
			}
		}
	}
}

func columnOf(r *result.Result) column {
	if r.SizeBytes != nil {
		return column{sized, *r.SizeBytes}
	}
	if _, ok := r.Time(); ok || r.CyclesPerCall > 0 && r.BytesPerSecond == 0 {
		return column{kind: ops}
	}
	return column{kind: bulk}
}
