package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"cpb/catalog"
	"cpb/internal/worker"
	"cpb/library"
	"cpb/result"
)

// maxDeaths is how many workers of one library may die before nothing more is expected of it.
const maxDeaths = 3

// A source is one library file and what becomes of it.
type source struct {
	target  library.Target
	info    library.Info
	witness bool           // not measured: its answers are compared with those of the others
	opened  *worker.Opened // when it was scouted: what it is and has
	rows    []*row
	missing []library.Offer // wanted, and not in this file
	err     error           // why it has no rows
	startup time.Duration   // until a worker had loaded it
	loadNs  float64         // to load it in the latest worker
	deaths  int             // workers that it ended
	lastWas string          // what the last one died of
}

// A row is one implementation × primitive × operation × work: what fails, fails by row.
type row struct {
	source    *source
	offer     library.Offer
	primitive catalog.Primitive
	cells     []*cell
	unfit     []int   // sizes that were asked for and that it cannot have
	err       error   // why it has no numbers
	thin      []*cell // those without an interval, when the run was stopped early
}

// A cell is a row at one size, with its samples.
type cell struct {
	row       *row
	id        int
	size      int // noSize where there is none to choose
	period    int
	callNs    float64  // about one call
	callAlloc float64  // Go heap allocations of a call
	firstNs   float64  // load and first call, from the launch in which this cell was the first
	digest    string   // of its outputs, where each can be only one
	made      [][]byte // the signatures that it made when it was scouted
	warm      int      // untimed calls of a sample
	calls     int      // timed calls of one of its slices
	slices    int      // of a sample
	parts     int      // in which a slice is timed
	launches  []launch
	timed     int64         // calls in all samples
	timedNs   int64         // their time
	spent     time.Duration // on samples, requests and untimed calls included
	every     int           // to each so-many calls one is added that does not count; 0: to none
	aligned   bool          // slices begin with the same message
	idle      bool          // enough is known of it
}

// key is what cells must share to be measured side by side.
type key struct {
	primitive string
	operation string
	work      string
	size      int
}

func (c *cell) key() key {
	o := c.row.offer
	return key{o.Primitive, string(o.Operation), string(o.Work), c.size}
}

func (c *cell) identity() library.Cell {
	o := c.row.offer
	return library.Cell{Primitive: o.Primitive, Operation: o.Operation, Interface: o.Interface, Work: o.Work, SizeBytes: max(0, c.size)}
}

// sizeBytes is nil where there is no size.
func (c *cell) sizeBytes() *int {
	if c.size == noSize {
		return nil
	}
	return &c.size
}

// failure is err with the size at which it came about.
func (c *cell) failure(err error) error {
	if c.size == noSize {
		return err
	}
	return fmt.Errorf("%w (at %d bytes)", err, c.size)
}

// messages is how many the cell rotates over.
func (c *cell) messages() int { return worker.Messages(c.row.primitive, c.row.offer.Operation, c.size) }

// expected is about how long one sample of c takes, requests and checks included.
func (c *cell) expected() time.Duration {
	const overhead = 40 * time.Microsecond
	return time.Duration(c.callNs*float64(c.warm+c.calls*c.slices)) + overhead
}

// name is the implementation's.
func (r *row) name() string {
	s := r.source
	return result.ImplementationName(s.opened.Name, s.opened.Version, s.target.Label, r.offer.Interface, string(s.target.Caps))
}

// fail takes the row out of the run, where err is one. The first reason stands.
func (r *row) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// start starts a worker that loads the library, and does not wait until it has.
func (s *source) start(ctx context.Context, r *Request, q worker.OpenRequest) (*worker.Client, error) {
	q.Seed = r.Seed
	for _, p := range r.Primitives {
		sizes, _ := r.sizesOf(p)
		for _, size := range sizes {
			q.Room.Add(p, size)
		}
	}
	q.Misalign, q.InPlace = r.Misalign, r.InPlace
	return worker.Start(ctx, r.Program, s.target, q, r.Timeout)
}

// open starts a worker on any processor and waits until it has loaded the library.
func (s *source) open(ctx context.Context, r *Request, q worker.OpenRequest) (*worker.Client, *worker.Opened, error) {
	q.Processor = -1
	client, err := s.start(ctx, r, q)
	if err != nil {
		return nil, nil, err
	}
	opened, err := client.Opened()
	if err != nil {
		worker.Close(client)
		return nil, nil, err
	}
	return client, opened, nil
}

// survey opens the library and asks it what it is and has.
func (s *source) survey(ctx context.Context, r *Request) (*worker.Client, error) {
	begin := time.Now()
	client, opened, err := s.open(ctx, r, worker.OpenRequest{Survey: true})
	if err != nil {
		return nil, err // what was known before stays: rows that hold are shown by it
	}
	s.opened, s.startup = opened, time.Since(begin)
	return client, nil
}

// shuffled returns x in an order drawn from rng.
func shuffled[T any](rng *rand.Rand, x []T) []T {
	y := make([]T, len(x))
	for i, j := range rng.Perm(len(x)) {
		y[i] = x[j]
	}
	return y
}
