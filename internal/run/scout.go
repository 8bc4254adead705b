package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cpb/catalog"
	"cpb/internal/worker"
	"cpb/library"
)

// wants reports whether the request asks for an offer.
func (r *Request) wants(o library.Offer) bool {
	if len(r.Interfaces) > 0 && !slices.Contains(r.Interfaces, o.Interface) {
		return false
	}
	i := slices.IndexFunc(r.Primitives, func(p catalog.Primitive) bool { return p.Slug == o.Primitive })
	if i < 0 || len(r.Operations) > 0 && !slices.Contains(r.Operations, o.Operation) {
		return false
	}
	return o.Work == r.Primitives[i].WorkOf(o.Operation, r.Work)
}

// scout loads every library once, checks each op that is wanted against the standards' known answers and at each size, and
// gauges how long a call takes. The libraries are scouted side by side on any processor: nothing is measured yet.
func (r *Request) scout(ctx context.Context, sources []*source) {
	r.sideBySide("verifying", len(sources), func(i int) { sources[i].scout(ctx, r) })
}

func (s *source) scout(ctx context.Context, r *Request) {
	client, err := s.survey(ctx, r)
	if err != nil {
		s.err = err
		return
	}
	defer func() { worker.Close(client) }()
	s.choose(r)
	for _, row := range s.rows {
		switch {
		case ctx.Err() != nil:
			row.fail(errInterrupted)
		case s.deaths >= maxDeaths:
			row.fail(fmt.Errorf("not tried: its library had ended %d workers (%s)", s.deaths, s.lastWas))
		default:
			row.scout(client, !s.witness)
		}
		if !isDeath(row.err) || ctx.Err() != nil || s.deaths >= maxDeaths {
			continue
		}
		s.deaths++
		s.lastWas = row.err.Error()
		worker.Close(client)
		if again, err := s.survey(ctx, r); err == nil {
			client = again
		} else {
			s.deaths, s.lastWas = maxDeaths, err.Error()
		}
	}
}

// choose makes the rows of a library from what it offers.
func (s *source) choose(r *Request) {
	asked := *r
	if s.witness {
		asked.Interfaces = nil
	}
	type task struct {
		primitive string
		operation catalog.Operation
	}
	seen := map[task]bool{}
	for _, o := range s.opened.Offers {
		this := task{o.Primitive, o.Operation}
		switch {
		case !asked.wants(o) || s.witness && (o.Missing != "" || seen[this]):
		case o.Missing != "":
			s.missing = append(s.missing, o)
		default:
			seen[this] = true
			row := newRow(r, s, o)
			if len(row.cells) == 0 {
				o.Missing = row.wholeBlocks()
				s.missing = append(s.missing, o)
				continue
			}
			s.rows = append(s.rows, row)
		}
	}
}

func newRow(r *Request, s *source, o library.Offer) *row {
	primitive, _ := catalog.Lookup(o.Primitive)
	n := &row{source: s, offer: o, primitive: primitive}
	var sizes []int
	sizes, n.unfit = r.sizesOf(primitive)
	for _, size := range sizes {
		n.cells = append(n.cells, &cell{row: n, size: size})
	}
	return n
}

// wholeBlocks is why the row does not take some sizes.
func (r *row) wholeBlocks() string {
	return fmt.Sprintf("it takes whole blocks of %d bytes", r.primitive.Model.BlockBytes)
}

// errInterrupted is why a row has no numbers when the user wanted no more of them.
var errInterrupted = errors.New("interrupted")

// isDeath reports whether err is the end of a worker.
func isDeath(err error) bool {
	var died *worker.Died
	return errors.As(err, &died)
}

// scout checks and gauges the row at each size. A row that is wrong at one size is not to be trusted at another.
func (r *row) scout(client *worker.Client, gauge bool) {
	for i, c := range r.cells {
		p, err := client.Prepare(worker.PrepareRequest{ID: i, Cell: c.identity(), Answers: i == 0, Gauge: gauge})
		if err != nil {
			r.fail(c.failure(err))
			return
		}
		c.period, c.callNs, c.callAlloc, c.digest, c.made = p.Period, max(p.CallNs, 0.1), p.CallAlloc, p.Digest, p.Signatures
	}
}

// crossCheck compares the outputs of all rows for the same messages. Known answers are few and short; this covers every
// size that is measured. The answer that most libraries give is taken for right, files of one library counting once; where
// two answers have as many, that of Go's own library, which is in every cpb; and none where Go has none.
func crossCheck(rows []*row) {
	groups := map[key][]*cell{}
	for _, r := range rows {
		for _, c := range r.cells {
			if r.err == nil && c.digest != "" {
				groups[c.key()] = append(groups[c.key()], c)
			}
		}
	}
	for _, cells := range groups {
		right := majority(cells)
		for _, c := range cells {
			if c.digest != right {
				c.row.fail(disagreement(c, cells))
			}
		}
	}
}

// majority is the digest that most libraries agree on; "" where there is none.
func majority(cells []*cell) string {
	votes := map[string]map[string]bool{} // digest → libraries
	for _, c := range cells {
		if votes[c.digest] == nil {
			votes[c.digest] = map[string]bool{}
		}
		votes[c.digest][c.row.source.opened.Name] = true
	}
	var right string
	most := 0
	for digest, libraries := range votes {
		switch n := len(libraries); {
		case n > most:
			right, most = digest, n
		case n == most && libraries["go"]:
			right = digest
		case n == most && !votes[right]["go"]:
			right = ""
		}
	}
	return right
}

// disagreement says whose outputs differ from those of c.
func disagreement(c *cell, cells []*cell) error {
	var others []string
	for _, d := range cells {
		if d.digest != c.digest {
			others = append(others, d.row.name())
		}
	}
	slices.Sort(others)
	return c.failure(fmt.Errorf("its output is not that of %s", others[0]))
}
