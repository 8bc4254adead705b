package worker

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"

	"cpb/catalog"
	"cpb/internal/host"
	"cpb/internal/shim"
	"cpb/library"
)

// argument is what a process that is to be a worker is started with.
const argument = "worker"

// Hook turns the process into a worker if it was started as one, and does not return then. It is called first in main,
// and first in the TestMain of every test that starts workers: they are started from the test's own binary.
func Hook() {
	if len(os.Args) != 2 || os.Args[1] != argument {
		return
	}
	in, out, err := contain()
	if err != nil {
		fmt.Fprintf(os.Stderr, "cpb: error: %v\ncpb: hint: cpb starts its workers itself\n", err)
		os.Exit(2)
	}
	runtime.LockOSThread()
	if err := host.Settle(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	debug.SetGCPercent(-1) // garbage is collected between samples, when there is some
	s := &server{conn: newConn(in, out), hash: maphash.MakeSeed()}
	if err := s.serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// A server is the worker's side of the protocol.
type server struct {
	conn    *conn
	info    library.Info
	lib     library.Library
	arena   *arena
	cells   map[int]*cell
	counter *host.Counter
	hash    maphash.Seed
	seed    uint64           // of the run
	inPlace bool             // whether ciphers are to encrypt in place
	clockNs float64          // a reading of the clock, which each slice includes
	slices  [MaxSlices]int64 // of the latest sample
	parts   []int64          // of its slices, where they have some: by part, then by slice
	heap    uint64           // bytes ever allocated on Go's heap when garbage was last collected
}

// serve answers requests until the parent has no more.
func (s *server) serve() error {
	if err := s.conn.send(hello{Protocol}); err != nil {
		return err
	}
	for {
		var q request
		if err := s.conn.receive(&q); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		var r reply
		if err := s.handle(&q, &r); err != nil {
			r = reply{Error: err.Error()}
		}
		if err := s.conn.send(&r); err != nil {
			return err
		}
	}
}

func (s *server) handle(q *request, r *reply) (err error) {
	switch {
	case q.Open != nil:
		r.Open, err = s.open(q.Open)
	case q.Prepare != nil:
		r.Prepare, err = s.prepare(q.Prepare)
	case q.Sample != nil:
		r.Sample, err = s.sample(q.Sample)
	case q.Trace != nil:
		r.Trace, err = s.trace(q.Trace)
	default:
		err = errors.New("unknown request")
	}
	return err
}

func (s *server) open(q *OpenRequest) (*Opened, error) {
	if s.lib != nil {
		return nil, errors.New("a library is open already")
	}
	info, ok := library.Lookup(q.Target.Library)
	if !ok {
		return nil, fmt.Errorf("no library %q in this program", q.Target.Library)
	}
	o := &Opened{Scheduler: "other"}
	if info.Loop == "c" {
		if err := shim.Contain(); err != nil {
			return nil, err
		}
	}
	begin := time.Now()
	lib, err := info.Open(q.Target)
	if err != nil {
		return nil, err
	}
	o.LoadNs = float64(time.Since(begin))
	if info.Loop == "c" {
		o.Renewed = shim.RenewCode() == nil
	} else {
		touchHeap()
	}
	o.Printed = tail(printed())
	if q.Survey {
		o.Name, o.Version = lib.Identity()
		o.Loaded = lib.Loaded()
		o.Offers = lib.Offers()
	}
	s.info, s.lib, s.cells, s.seed = info, lib, map[int]*cell{}, q.Seed
	s.inPlace = q.InPlace
	// From here on on the processor that measures. Loading may use any, as several workers do it at once.
	if q.Processor >= 0 {
		if err := host.Pin(q.Processor); err != nil {
			return nil, err
		}
	}
	if q.RealTime && host.RealTime(workerPriority) == nil {
		o.Scheduler = "fifo"
	}
	if s.arena, err = newArena(lib, q); err != nil {
		return nil, err
	}
	if s.counter, err = host.OpenCounter(); err == nil {
		o.Counter = true
	}
	empty, err := lib.Empty()
	if err != nil {
		return nil, err
	}
	defer empty.Close()
	empty.Time(0, 0, s.slices[:])
	s.clockNs = s.slice(len(s.slices))
	o.ClockNs = s.clockNs
	const calls = 1000
	empty.Time(calls, calls, s.slices[:])
	o.EmptyOpNs = (s.slice(len(s.slices)) - s.clockNs) / calls
	return o, nil
}

func (s *server) prepare(q *PrepareRequest) (_ *Prepared, err error) {
	if s.lib == nil {
		return nil, errors.New("no library is open")
	}
	p := new(Prepared)
	c, err := s.newCell(q)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	begin := time.Now()
	if c.op, err = s.lib.Prepare(q.Cell, c.calls); err != nil {
		return nil, err
	}
	failures := c.op.Time(0, 1, s.slices[:1])
	p.FirstNs = float64(time.Since(begin))
	if err := s.check(c, failures, 1); err != nil {
		return nil, err
	}
	if err := s.run(c, len(c.calls)-1); err != nil {
		return nil, err
	}
	if err := c.witness.first(c.given, p, q.Answers); err != nil {
		return nil, err
	}
	if c.primitive.Sized() && (q.Answers || q.Gauge) {
		s.clear(c)
		if err := s.run(c, len(c.calls)); err != nil { // a second time round gives what is right too
			return nil, err
		}
	}
	p.Period = c.op.Period()
	if q.Cell.Operation == catalog.Verify {
		if err := s.refuses(q.Cell, c.calls[0]); err != nil {
			return nil, err
		}
	}
	if q.Answers {
		if err := s.knownAnswers(q.Cell); err != nil {
			return nil, err
		}
	}
	if q.Gauge {
		if p.CallNs, err = s.callNs(p.Period, func(n int) error { return s.run(c, n) }); err != nil {
			return nil, err
		}
		if s.info.Loop == "go" {
			var made int
			p.CallAlloc = allocations(p.CallNs, func(n int) {
				made, failures = n, c.op.Time(0, n, s.slices[:1])
			})
			if err := s.check(c, failures, made); err != nil {
				return nil, err
			}
		}
	}
	if old := s.cells[q.ID]; old != nil {
		old.close()
	}
	s.cells[q.ID] = c
	return p, nil
}

func (s *server) sample(q *SampleRequest) (*Sample, error) {
	c := s.cells[q.ID]
	if c == nil {
		return nil, fmt.Errorf("cell %d is not prepared", q.ID)
	}
	s.collect()
	if q.Slices < 1 || q.Slices > MaxSlices || q.Calls < 1 || q.Warm < 0 || q.Extra < 0 {
		return nil, fmt.Errorf("a sample of %d slices of %d calls behind %d", q.Slices, q.Calls, q.Warm)
	}
	calls := q.Calls + q.Extra
	if q.Parts < 0 || q.Parts > min(MaxParts, q.Calls) {
		return nil, fmt.Errorf("a slice of %d calls in %d parts", q.Calls, q.Parts)
	}
	made := q.Warm + calls*q.Slices
	if q.Parts > 1 && q.Align {
		made += q.Slices * s.realign(c, calls)
	}
	r := new(Sample)
	s.clear(c)
	switches, _ := host.Switches()
	failures := s.time(c, q, r)
	now, _ := host.Switches()
	r.Switches = now - switches
	return r, s.check(c, failures, made)
}

// time takes the times of a sample.
func (s *server) time(c *cell, q *SampleRequest, r *Sample) (failures int64) {
	if q.Parts > 1 {
		return s.timeParts(c, q, r)
	}
	calls := q.Calls + q.Extra
	before, _ := s.cycles()
	failures = c.op.Time(q.Warm, calls, s.slices[:q.Slices])
	if after, ok := s.cycles(); ok {
		each := float64(after-before) / float64(q.Warm+calls*q.Slices)
		r.Cycles = each * float64(calls) / float64(q.Calls)
	}
	for _, ns := range s.slices[:q.Slices] {
		r.TotalNs += ns
	}
	r.SliceNs = s.slice(q.Slices) - s.clockNs
	return failures
}

// timeParts times slices in parts, each as near to equal as whole calls allow. Between two parts the loop returns, which takes a
// tenth of a microsecond that is in no time.
func (s *server) timeParts(c *cell, q *SampleRequest, r *Sample) (failures int64) {
	calls := q.Calls + q.Extra
	upTo := func(part int) int { return part * calls / q.Parts }
	if n := q.Parts * q.Slices; cap(s.parts) < n {
		s.parts = make([]int64, n)
	}
	failures = c.op.Time(q.Warm, 0, nil)
	var cycles uint64
	for slice := range q.Slices {
		for part := range q.Parts {
			at := part*q.Slices + slice
			before, _ := s.cycles()
			failures += c.op.Time(0, upTo(part+1)-upTo(part), s.parts[at:at+1:at+1])
			if after, ok := s.cycles(); ok {
				cycles += after - before
			}
			r.TotalNs += s.parts[at]
		}
		if q.Align {
			failures += c.op.Time(s.realign(c, calls), 0, nil)
		}
	}
	r.Cycles = float64(cycles) / float64(q.Calls*q.Slices)
	for part := range q.Parts {
		copy(s.slices[:], s.parts[part*q.Slices:(part+1)*q.Slices])
		r.SliceNs += s.slice(q.Slices) - s.clockNs
	}
	return failures
}

// maxGarbage is how much of a Go library's garbage may lie about before it is collected. Twice as much memory is touched when
// the library is opened, so that no call waits for the system to find it some: those page faults made calls that allocate four
// times as slow, in some launches.
const maxGarbage = 512 << 10

// maxOwnGarbage is how much of cpb's own may, where the library makes none: witnesses leave an output each.
const maxOwnGarbage = 64 << 20

// collect collects garbage between samples: never in one, as the collector is not what is measured.
func (s *server) collect() {
	most := uint64(maxOwnGarbage)
	if s.info.Loop == "go" {
		most = maxGarbage
	}
	heap := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(heap)
	if now := heap[0].Value.Uint64(); now-s.heap > most {
		runtime.GC()
		s.heap = now
	}
}

// touchHeap makes the system give the heap memory, and the heap keep it. It asks in pieces of the heap's page size: they are
// found where small objects will be, at the lowest addresses.
func touchHeap() {
	const heapPage = 8 << 10
	pieces := make([][]byte, 2*maxGarbage/heapPage)
	for i := range pieces {
		pieces[i] = make([]byte, heapPage)
		for at := 0; at < heapPage; at += page {
			pieces[i][at] = 1
		}
	}
	runtime.KeepAlive(pieces)
	runtime.GC()
}

// realign is how many calls after so many others bring the op back to the message and the place of its period that it was at.
func (s *server) realign(c *cell, calls int) int {
	all := library.CommonPeriod(len(c.calls), c.op.Period())
	return (all - calls%all) % all
}

func (s *server) cycles() (uint64, bool) {
	if s.counter == nil {
		return 0, false
	}
	n, running, err := s.counter.Read()
	return n, running && err == nil
}

// slice is what one of the first n slices of the latest sample takes undisturbed: the mean of those that are no longer than their lower
// quartile, 2 %, and two steps of a clock that counts in 10 ns. What disturbs a slice only ever adds to it, a microsecond and more mostly, and on
// a busy host it may be more than half of them; the least would be one lucky slice. A quartile alone is a whole step of the clock: equals then
// came out as the very same number, and what was 1 % apart as 1.003, without any doubt about it.
func (s *server) slice(n int) float64 {
	const near, steps = 0.02, 20
	slices.Sort(s.slices[:n])
	limit := float64(s.slices[(n-1)/4])*(1+near) + steps
	sum, count := 0.0, 0
	for _, ns := range s.slices[:n] {
		if float64(ns) > limit {
			break
		}
		sum += float64(ns)
		count++
	}
	return sum / float64(count)
}

// run makes n calls in one slice and checks what came of them.
func (s *server) run(c *cell, n int) error {
	s.collect()
	return s.check(c, c.op.Time(0, n, s.slices[:1]), n)
}

// check looks at everything that n calls left behind.
func (s *server) check(c *cell, failures int64, n int) error {
	if failures > 0 {
		return fmt.Errorf("%d of %d calls returned a failure", failures, n)
	}
	if !s.arena.intact(c.calls) {
		return errors.New("it wrote beyond the end of its output")
	}
	if c.inPlace && n > c.first { // outputs of outputs: one more call, of a message, tells
		c.witness.passed(c.given, c.next, n)
		c.next = (c.next + n) % len(c.calls)
		s.clear(c)
		var slice [1]int64
		return s.check(c, c.op.Time(0, 1, slice[:]), 1)
	}
	if err := c.witness.after(c.given, c.next, n); err != nil {
		return err
	}
	c.first -= n
	c.next = (c.next + n) % len(c.calls)
	return s.behaved()
}

// behaved reports whether the library kept to computing.
func (s *server) behaved() error {
	if text := printed(); len(text) > 0 {
		return fmt.Errorf("it printed while it was called: %q", tail(text))
	}
	if children() {
		return errors.New("it started another process")
	}
	return nil
}

// callNs is about the time of one call of what timed runs n times: enough calls in a slice for 50 µs, the best of three.
func (s *server) callNs(period int, timed func(n int) error) (float64, error) {
	const enough, most = 50_000, 1 << 20
	for n := period; ; n *= 2 {
		best := int64(math.MaxInt64)
		for range 3 { // an interrupted one must not pass for enough
			if err := timed(n); err != nil {
				return 0, err
			}
			best = min(best, s.slices[0])
		}
		if best >= enough || n >= most {
			return float64(best) / float64(n), nil
		}
	}
}

// allocations counts what a call of about callNs, of what run makes n times, allocates on the Go heap: over many calls where they are
// short, and few where they are long.
func allocations(callNs float64, run func(n int)) float64 {
	const enough = 2e6 // ns
	calls := min(max(int(enough/max(1, callNs)), 16), 1024)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(calls)
	runtime.ReadMemStats(&after)
	return float64((after.Mallocs - before.Mallocs) / uint64(calls))
}
