package opensslspeed

import (
	"fmt"
	"math"
	"slices"

	"cpb/internal/ingest"
	"cpb/result"
)

// A what is one thing that the program times.
type what struct {
	family    string // what its line and its cell have in common: a primitive's slug, or "rsa", "ecdsa", "kem/…"
	operation string // of public keys
	bits      int    // as printed
	keyBits   int    // of the key, where it may have others
	size      int    // bytes; -1 where unknown, 0 for public keys
	algorithm *algorithm
	primitive string // of public keys; "" where the line does not say the curve
}

func (w *what) String() string {
	switch {
	case w.algorithm != nil && w.size >= 0:
		return fmt.Sprintf("%s at %d bytes", w.algorithm.printed, w.size)
	case w.algorithm != nil:
		return w.algorithm.printed
	case w.primitive != "":
		return w.primitive + " " + w.operation
	}
	return fmt.Sprintf("%s of %d bits, %s", w.family, w.bits, w.operation)
}

// A timed is what the line and the cell of a public key have in common.
type timed struct {
	family, operation string
	bits              int
}

func (w *what) timed() timed { return timed{w.family, w.operation, w.bits} }

// same reports whether both are the same thing.
func (w *what) same(v *what) bool {
	return w.family == v.family && w.operation == v.operation && w.bits == v.bits && w.size == v.size
}

// A timing is the calls and the seconds of one "Doing" or +R line.
type timing struct {
	of      what
	line    int
	asked   float64 // seconds; 0 where unknown
	calls   ingest.Figure
	taken   ingest.Figure
	printed string
	failed  bool // whether the tool said so; the figures are none
	used    bool
	next    int // of the same key; 0 for none
}

// A pending is the timings that no cell has taken, in the order of the text.
type pending struct {
	all     []timing // the first is not used, so that 0 is none
	keys    map[timed]*queue
	epoch   int // counts how often all became empty
	unsized int // how many have an unknown size
}

// A queue is the timings of one thing, in the order of the text. It is empty where its epoch is past.
type queue struct {
	size        int
	epoch       int
	first, last int
}

// queues are those of the sizes of one algorithm.
type queues struct{ all []queue }

// most is how many timings are kept: more than a program prints that does everything on every processor of a large machine.
const most = 1 << 13

func (q *pending) none() bool { return len(q.all) <= 1 }

// queue finds the queue of a thing; nil where it is empty and not to be made.
func (q *pending) queue(of *what, make bool) *queue {
	if of.algorithm == nil {
		found := q.keys[of.timed()]
		if found == nil && make {
			if q.keys == nil || len(q.keys) > most {
				q.keys = map[timed]*queue{}
			}
			found = &queue{}
			q.keys[of.timed()] = found
		}
		return q.current(found, make)
	}
	all := &of.algorithm.queues.all
	for i := range *all {
		if (*all)[i].size == of.size {
			return q.current(&(*all)[i], make)
		}
	}
	if !make {
		return nil
	}
	if len(*all) > mostColumns && (*all)[0].epoch != q.epoch {
		*all = (*all)[:0]
	}
	*all = append(*all, queue{size: of.size, epoch: q.epoch})
	return &(*all)[len(*all)-1]
}

func (q *pending) current(found *queue, make bool) *queue {
	if found == nil || found.epoch == q.epoch {
		return found
	}
	if !make {
		return nil
	}
	*found = queue{size: found.size, epoch: q.epoch}
	return found
}

func (q *pending) first(of *what) int {
	if found := q.queue(of, false); found != nil {
		return found.first
	}
	return 0
}

func (q *pending) add(t *timing) {
	if len(q.all) == 0 {
		q.all = append(q.all, timing{})
	}
	at, in := len(q.all), q.queue(&t.of, true)
	q.all = append(q.all, *t)
	if in.last > 0 {
		q.all[in.last].next = at
	} else {
		in.first = at
	}
	in.last = at
	if t.of.size < 0 {
		q.unsized++
	}
}

// clear forgets all.
func (q *pending) clear() {
	q.all = q.all[:min(len(q.all), 1)]
	q.epoch++
	q.unsized = 0
}

// take finds the timing of a cell, and takes it: of those whose figures agree with the rate, in calls per second, the nearest; else,
// where anyway, the first.
func (q *pending) take(of *what, rate ingest.Figure, anyway bool) *timing {
	var first, best *timing
	nearest := math.Inf(1)
	for at := q.first(of); at > 0; at = q.all[at].next {
		t := &q.all[at]
		if t.used {
			continue
		}
		if first == nil {
			first = t
		}
		if t.failed {
			continue
		}
		off := math.Abs(t.calls.Value/t.taken.Value - rate.Value)
		if _, ok := ingest.Agree(t.calls, t.taken, rate); ok && off < nearest {
			best, nearest = t, off
		}
	}
	if best == nil && of.size >= 0 && q.unsized > 0 {
		unknown := *of
		unknown.size = -1
		if t := q.take(&unknown, rate, false); t != nil {
			q.unsized--
			return t
		}
	}
	if best == nil && anyway {
		best = first
	}
	if best != nil {
		best.used = true
	}
	return best
}

// agrees reports whether a timing that no cell has taken gives a rate.
func (q *pending) agrees(of *what, rate ingest.Figure) bool {
	for at := q.first(of); at > 0; at = q.all[at].next {
		t := &q.all[at]
		if _, ok := ingest.Agree(t.calls, t.taken, rate); ok && !t.used && !t.failed {
			return true
		}
	}
	return false
}

// time keeps a timing until its cell comes.
func (p *parser) time(t *timing) {
	if len(p.pending.all) >= most {
		p.flush()
	}
	if !t.failed {
		if !(t.calls.Value > 0) || !(t.taken.Value > 0) || t.calls.Value >= 1<<62 {
			p.out.Warn(ingest.NoResult, t.line, "%s: %q is no speed", t.of.String(), t.printed)
			if t.calls.Value > 0 {
				return // in no time, as far as the digits go: the tool knew it better
			}
			t.failed = true
		} else {
			p.checkTime(t)
		}
	}
	p.pending.add(t)
}

// again begins another program's output where this one has timed the same already: a program times each once, unless its children
// do.
func (p *parser) again(of *what) {
	if of.algorithm != nil && p.children == 0 && !p.command.multi && p.pending.first(of) > 0 {
		p.begin()
		p.stage = before
	}
}

// checkTime holds the time taken against the time asked for. One call more than fits is made in any case.
func (p *parser) checkTime(t *timing) {
	if t.asked == 0 {
		return
	}
	taken, call := t.taken.Value, t.taken.Value/t.calls.Value
	const enough, slack = 0.85, 1.2
	switch {
	case taken > t.asked*slack+2*call:
		p.out.Warn(ingest.OddSeconds, t.line, "%s: took %g s where %g s were asked for: the rate made of it is as odd", t.of.String(), taken, t.asked)
	case taken >= t.asked*enough:
	case p.byWall():
		p.out.Warn(ingest.OddSeconds, t.line, "%s: took %g s of the %g s that were asked for, by elapsed time", t.of.String(), taken, t.asked)
	case !p.cpuTime:
		p.cpuTime = true
		p.out.Warn(ingest.CPUTime, t.line, "%s: %g s of processor time in %g s: this program's rates are per second of processor time, of which it got little", t.of.String(), taken, t.asked)
	}
}

// flush gives out the timings that no cell took, each as a result without a rate.
func (p *parser) flush() {
	for i := range p.pending.all {
		t := &p.pending.all[i]
		if t.used || t.failed || t.line == 0 {
			continue
		}
		p.r = result.Result{}
		if t.of.algorithm != nil {
			p.describe(&p.r, t.of.algorithm)
			p.setSize(&p.r, t.of.size)
		} else {
			p.describeKey(&p.r, &t.of, t.line)
		}
		p.r.Calls, p.r.Seconds = int64(t.calls.Value), t.taken.Value
		p.r.Printed, p.r.Unit = t.printed, "calls in seconds"
		p.r.Source = &result.Source{Line: t.line}
		p.out.Result(&p.r)
	}
	p.pending.clear()
}

// attach gives r the calls and the seconds of its line, and holds its rate, in calls per second, against them; false where the line
// says that it failed.
func (p *parser) attach(r *result.Result, of *what, rate ingest.Figure, line int) bool {
	if p.pending.none() || p.sums() {
		return true
	}
	t := p.pending.take(of, rate, p.children == 0)
	switch {
	case t == nil:
		return true
	case t.failed:
		p.out.Warn(ingest.NoResult, line, "%s: %s stands in the table after line %d said that it failed", of.String(), r.Printed, t.line)
		return false
	}
	r.Calls, r.Seconds = int64(t.calls.Value), t.taken.Value
	if seconds, ok := ingest.Agree(t.calls, t.taken, rate); !ok {
		p.out.Warn(ingest.CountMismatch, t.line, "%s: %.0f calls in %.2f s are %s, and line %d has %s, which %.2f s would give: the rate of line %d is kept",
			of.String(), t.calls.Value, t.taken.Value, of.rate(t.calls.Value/t.taken.Value), line, r.Printed, seconds, line)
	}
	return true
}

// rate is a rate in the unit of its table.
func (w *what) rate(callsPerSecond float64) string {
	if w.algorithm != nil {
		return fmt.Sprintf("%.2fk", callsPerSecond*float64(w.size)/1000)
	}
	return fmt.Sprintf("%.1f/s", callsPerSecond)
}

// sums reports whether tables hold sums over children, of which no line has the calls.
func (p *parser) sums() bool { return p.children > 0 && p.stage == tables }

// Fields that a result may lack. Results share them.
var (
	lacksOperation     = []string{"operation"}
	lacksSize          = []string{"size_bytes"}
	lacksOperationSize = []string{"operation", "size_bytes"}
)

// setSize sets the size of r.
func (p *parser) setSize(r *result.Result, size int) {
	if size >= 0 {
		r.SizeBytes = sizeOf(size)
		return
	}
	if slices.Contains(r.Unknown, "operation") {
		r.Unknown = lacksOperationSize
	} else {
		r.Unknown = lacksSize
	}
}

// common are the sizes of the usual tables. Results share them.
var common = func() map[int]*int {
	m := map[int]*int{}
	for _, size := range []int{2, 8, 16, 31, 64, 136, 256, 1024, 8192, 16384} {
		m[size] = &size
	}
	return m
}()

func sizeOf(size int) *int {
	if shared, ok := common[size]; ok {
		return shared
	}
	return &size
}
