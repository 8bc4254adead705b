package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"cpb/catalog"
	"cpb/internal/host"
	"cpb/internal/host/chain"
	"cpb/internal/stats"
	"cpb/internal/worker"
)

// A launch is what one process gave for a cell: its samples in the order of the rounds, repeats of them to a round. Two cells
// of a group were sampled next to each other where they have the same index.
type launch []observation

// An observation is one sample of a cell.
type observation struct {
	logNs    float64 // log of the ns per call
	cycles   float64 // core cycles per call, where counted
	taken    bool    // the round came to this cell
	switched bool    // interrupted by the scheduler while it was taken
}

// A sampler takes the samples. It has one thread, pinned where the workers' measuring threads are.
type sampler struct {
	request    *Request
	plan       *plan
	until      *until // nil where the run is for a number of launches
	processor  int
	clock      func() chain.Reading
	scheduler  string
	conditions []conditions
	emptyOp    map[string][]float64 // by loop, one value a process
	stopped    string               // why it ended early
	signatures map[keyed][][]byte   // to be verified: Go makes them once, for all libraries
}

// keyed is a primitive with one of its test keys.
type keyed struct {
	primitive string
	key       int
}

// clockEvery is how often the clock is read while samples are taken.
const clockEvery = 10 * time.Millisecond

// run takes the samples of all launches. Its goroutine keeps its thread to itself and ends with it, pinning and all.
func (s *sampler) run(ctx context.Context, deadline time.Time) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		s.settle()
		for _, source := range s.sources() {
			source.deaths = 0 // those of the rows that scouting took out
		}
		begin := time.Now()
		for l := 0; l < s.plan.launches && !s.enough(); l++ {
			if ctx.Err() != nil {
				return
			}
			rounds := s.rounds(l, time.Until(deadline))
			if rounds == nil {
				s.stopped = "budget"
				return
			}
			// A machine that gets busy meanwhile does not take the run over its budget: what a launch has by then counts.
			within, cancel := context.WithDeadline(ctx, deadline.Add(-margin))
			s.launch(within, l, rounds)
			over := within.Err() != nil && ctx.Err() == nil
			cancel()
			if over {
				s.stopped = "budget"
				return
			}
			s.tell(l+1, time.Since(begin))
		}
	}()
	<-done
	if s.until != nil {
		s.until.finish()
	}
}

// enough reports whether the run knows what it goes on for.
func (s *sampler) enough() bool {
	if s.until == nil {
		return false
	}
	over, all := s.until.done()
	return over == all
}

// rounds is how many the next launch has of each group, nil where none fits in the time left.
func (s *sampler) rounds(l int, left time.Duration) []int {
	if s.until != nil {
		return s.plan.fit(s.until.rounds(s.plan), left)
	}
	return s.plan.roundsFor(l, left)
}

// tell says how far the run is after so many launches, which took so long.
func (s *sampler) tell(launches int, taken time.Duration) {
	p := Progress{Stage: "measuring", Done: launches, Total: s.plan.launches}
	if s.until != nil {
		p.Stage = "deciding"
		p.Done, p.Total = s.until.done()
	} else {
		p.Left = taken / time.Duration(launches) * time.Duration(p.Total-launches)
	}
	s.request.Progress(p)
}

// settle pins the thread, and gives it priority where that is allowed and another processor is left for everything else:
// the watchdog must be able to run while a library loops.
func (s *sampler) settle() {
	s.scheduler = "other"
	if err := host.Pin(s.processor); err != nil {
		s.processor = -1
		return
	}
	if len(host.Usable()) > 1 && host.RealTime(worker.DriverPriority) == nil {
		s.scheduler = "fifo"
	}
}

// launch starts a process per library, prepares the cells in it, and takes so many rounds of each group.
func (s *sampler) launch(ctx context.Context, l int, rounds []int) {
	rng := rand.New(rand.NewPCG(s.request.Seed, uint64(l)))
	s.conditions = append(s.conditions, conditions{})
	now := &s.conditions[l]
	before := host.Snapshot(s.processor)
	clients := map[*source]*worker.Client{}
	defer func() {
		worker.Close(slices.Collect(maps.Values(clients))...)
		now.steal = host.Snapshot(s.processor).Since(before).StealSeconds
	}()

	begin := time.Now()
	for _, source := range s.start(ctx, clients, rng) {
		if client := clients[source]; client != nil && !s.prepare(ctx, source, client, l, rng) {
			worker.Close(client)
			delete(clients, source)
		}
	}
	s.plan.startup = time.Since(begin)

	now.clock = append(now.clock, s.clock())
	read := time.Now()
	begin = read
	for round := range slices.Max(rounds) {
		for _, g := range rng.Perm(len(s.plan.groups)) {
			if round >= rounds[g] {
				continue
			}
			for turn, c := range s.sequence(rng, awake(s.plan.groups[g])) {
				client := clients[c.row.source]
				if client == nil || c.row.err != nil {
					continue
				}
				if ctx.Err() != nil {
					return
				}
				err := s.sample(client, c, place{l, round, rounds[g], turn}, now)
				if err != nil && !cut(ctx, err) && s.failed(c, err, l) {
					worker.Close(client)
					delete(clients, c.row.source)
				}
			}
			if time.Since(read) > clockEvery {
				now.clock = append(now.clock, s.clock())
				read = time.Now()
			}
		}
	}
	now.clock = append(now.clock, s.clock())
	if expected := s.plan.takes(rounds); expected > 0 {
		s.plan.pace *= float64(time.Since(begin)) / float64(expected)
	}
	s.resize()
	if s.until != nil {
		s.until.look()
	}
}

// resize sizes the batches of the next launch by the times of those so far: gauging once, before, was off by a factor of two and
// more where the machine was disturbed just then.
func (s *sampler) resize() {
	for _, group := range s.plan.groups {
		for _, c := range group {
			if x := c.values(func(int) bool { return true }); len(x) > 0 {
				c.callNs = math.Exp(stats.Median(x))
			}
		}
		setBatches(group)
	}
}

// sources lists the libraries that still have rows.
func (s *sampler) sources() []*source {
	var list []*source
	seen := map[*source]bool{}
	for _, row := range s.plan.rows {
		if row.err == nil && !seen[row.source] && len(awake(row.cells)) > 0 {
			seen[row.source] = true
			list = append(list, row.source)
		}
	}
	return list
}

// sequence draws the order in which a round measures a group: ABBA or BAAB for two cells, any order for more.
func (s *sampler) sequence(rng *rand.Rand, group []*cell) []*cell {
	drawn := shuffled(rng, group)
	seq := make([]*cell, 0, len(group)+2)
	for _, i := range order(group) {
		seq = append(seq, drawn[i])
	}
	return seq
}

// start starts a worker for each library that still has rows, in the order that it returns. They load side by side, on all
// processors.
func (s *sampler) start(ctx context.Context, clients map[*source]*worker.Client, rng *rand.Rand) []*source {
	sources := shuffled(rng, s.sources())
	for _, source := range sources {
		client, err := source.start(ctx, s.request, worker.OpenRequest{
			Processor: s.processor,
			RealTime:  s.scheduler == "fifo",
			Layout:    rng.Uint64(),
		})
		if err == nil {
			clients[source] = client
		} else if ctx.Err() == nil {
			s.died(source, err)
		}
	}
	for _, source := range sources {
		if clients[source] == nil {
			continue
		}
		opened, err := clients[source].Opened()
		if err != nil {
			worker.Close(clients[source])
			delete(clients, source)
			if ctx.Err() == nil {
				s.died(source, err)
			}
			continue
		}
		source.loadNs = opened.LoadNs
		s.emptyOp[source.info.Loop] = append(s.emptyOp[source.info.Loop], opened.EmptyOpNs)
	}
	return sources
}

// prepare readies the cells of a library in its worker, in an order drawn anew: with it, the heap's. Each row has its turn at
// being the first in a process, which tells what load and first call cost. False where the worker did not survive.
func (s *sampler) prepare(ctx context.Context, source *source, client *worker.Client, l int, rng *rand.Rand) bool {
	var first *cell
	cells := []*cell{}
	for at, row := range source.rows {
		if row.err != nil {
			continue
		}
		awake := awake(row.cells)
		if at == l && len(awake) > 0 {
			first = awake[0]
		}
		cells = append(cells, awake...)
	}
	cells = shuffled(rng, cells)
	if first != nil {
		cells = append([]*cell{first}, cells...)
	}
	for i, c := range cells {
		if c.row.err != nil || i > 0 && c == first {
			continue
		}
		p, err := s.prepareCell(client, c, l)
		switch {
		case err != nil && !cut(ctx, err):
			if s.failed(c, err, l) {
				return false
			}
			continue
		case ctx.Err() != nil:
			return true
		}
		if c == first {
			c.firstNs = source.loadNs + p.FirstNs
		}
	}
	return true
}

// cut reports whether err is no more than the end of a worker that nobody waits for any longer. A worker that says what is wrong
// is heard also then.
func cut(ctx context.Context, err error) bool { return ctx.Err() != nil && isDeath(err) }

// prepareCell readies one cell, with the test key that is this launch's turn.
func (s *sampler) prepareCell(client *worker.Client, c *cell, l int) (*worker.Prepared, error) {
	q := worker.PrepareRequest{ID: c.id, Cell: c.identity(), Key: l % catalog.TestKeyCount}
	pair := keyed{c.row.primitive.Slug, q.Key}
	if c.row.offer.Operation == catalog.Verify {
		q.Signatures = s.signatures[pair]
	}
	p, err := client.Prepare(q)
	if err != nil {
		return nil, err
	}
	if p.Signatures != nil {
		s.signatures[pair] = p.Signatures
	}
	if p.Digest != c.digest {
		return nil, errors.New("its output changed from one process to the next")
	}
	return p, nil
}

// A place is where a sample stands in the order of a run.
type place struct {
	launch int
	round  int // of the launch
	rounds int // that the launch has of the group
	turn   int // in the round, of the group
}

// sample takes one sample of a cell, of the one or two that a round has.
func (s *sampler) sample(client *worker.Client, c *cell, at place, now *conditions) error {
	begin := time.Now()
	m, err := client.Sample(worker.SampleRequest{ID: c.id, Warm: c.warm, Calls: c.calls, Slices: c.slices, Extra: c.extra(), Parts: c.parts, Align: c.aligned}, c.expected())
	c.spent += time.Since(begin)
	if err != nil {
		return err
	}
	if m.SliceNs <= 0 {
		return errors.New("a sample took no time")
	}
	for len(c.launches) <= at.launch {
		c.launches = append(c.launches, nil)
	}
	if c.launches[at.launch] == nil {
		c.launches[at.launch] = make(launch, at.rounds*repeats)
	}
	o := &c.launches[at.launch][at.round*repeats]
	if o.taken {
		o = &c.launches[at.launch][at.round*repeats+1]
	}
	*o = observation{
		logNs:    math.Log(m.SliceNs / float64(c.calls)),
		cycles:   m.Cycles,
		taken:    true,
		switched: m.Switches > 0,
	}
	now.timedNs += float64(m.TotalNs)
	now.ownNs += m.SliceNs * float64(c.slices)
	c.timed += int64(c.calls * c.slices)
	c.timedNs += m.TotalNs
	now.samples++
	if o.switched {
		now.switched++
	}
	if s.request.Observe != nil {
		s.request.Observe(Observed{
			Target: c.row.source.target, Cell: c.identity(), Launch: at.launch, Round: at.round, Turn: at.turn,
			NsPerCall: m.SliceNs / float64(c.calls), TotalNs: m.TotalNs, Calls: c.calls * c.slices, Switched: o.switched,
		})
	}
	return nil
}

// failed takes a row out of the run for good. If its worker died of it, failed reports true, and what the other rows of the
// library had in this launch is dropped: the process that gave it was not sound. The next launch starts another.
func (s *sampler) failed(c *cell, err error, l int) (died bool) {
	c.row.fail(c.failure(err))
	if !isDeath(err) {
		return false
	}
	for _, row := range c.row.source.rows {
		for _, c := range row.cells {
			if l < len(c.launches) {
				c.launches[l] = nil
			}
		}
	}
	s.died(c.row.source, err)
	return true
}

// died counts the death of a worker, and gives a library up that ends too many.
func (s *sampler) died(source *source, err error) {
	source.deaths++
	source.lastWas = err.Error()
	if source.deaths < maxDeaths {
		return
	}
	for _, row := range source.rows {
		row.fail(fmt.Errorf("given up: its library ended %d workers (%w)", source.deaths, err))
	}
}
