package host

import (
	"context"
	"slices"
	"time"

	"cpb/internal/host/chain"
)

// Gaps is what interrupted a thread that did nothing but read the monotonic clock. A hypervisor that takes the processor away for
// some microseconds tells the guest nothing: no counter of the kernel moves, and only the clock shows it.
type Gaps struct {
	Watched   time.Duration
	Least     time.Duration // what counts as a gap
	PerSecond float64
	LostShare float64 // of the time watched, in gaps
	Median    time.Duration
	Longest   time.Duration
}

// leastGap is a tenth of the shortest slice of a sample, and thirty times what a reading of the clock takes on most machines.
const leastGap = time.Microsecond

// A gapMeter looks for steps of a clock that are too long.
type gapMeter struct {
	least    time.Duration
	last     time.Duration
	watched  time.Duration
	readings int
	gaps     []time.Duration
}

// newGapMeter has room for gaps, touched so that the first ones are no page faults. reading is about what one reading takes.
func newGapMeter(reading time.Duration) *gapMeter {
	room := make([]time.Duration, 1<<14)
	for i := range room {
		room[i] = 1
	}
	return &gapMeter{least: max(leastGap, 10*reading), gaps: room[:0]}
}

// begin starts a span: what was before its first reading does not count.
func (m *gapMeter) begin(now time.Duration) { m.last = now }

func (m *gapMeter) read(now time.Duration) {
	step := now - m.last
	m.last = now
	m.watched += step
	m.readings++
	if step >= m.least {
		m.gaps = append(m.gaps, step)
	}
}

// sum is the gaps of all spans. Of a gap, what a reading usually takes is not lost.
func (m *gapMeter) sum() Gaps {
	g := Gaps{Watched: m.watched, Least: m.least}
	if len(m.gaps) == 0 || m.watched <= 0 {
		return g
	}
	var long time.Duration
	for _, gap := range m.gaps {
		long += gap
	}
	usual := 0.0
	if others := m.readings - len(m.gaps); others > 0 {
		usual = float64(m.watched-long) / float64(others)
	}
	sorted := slices.Sorted(slices.Values(m.gaps))
	g.PerSecond = float64(len(sorted)) / m.watched.Seconds()
	g.LostShare = (float64(long) - usual*float64(len(sorted))) / float64(m.watched)
	g.Median = sorted[len(sorted)/2]
	g.Longest = sorted[len(sorted)-1]
	return g
}

// Spans are short, and the thread sleeps for a moment between them: the Go runtime would take it off its processor otherwise,
// after 10 ms, and that would be a gap that samples have not.
const (
	span      = 5 * time.Millisecond
	watchFor  = 300 * time.Millisecond
	watchMost = time.Second // by the wall clock, however long the thread waits between spans
)

// watch looks for gaps on the calling thread, which is locked, pinned and scheduled as in a run, and reads core's chains between
// spans.
func watch(ctx context.Context, core chain.Core) (Gaps, []chain.Reading) {
	epoch := time.Now()
	m := newGapMeter(readingTime(epoch))
	var clock []chain.Reading
	for m.watched < watchFor && time.Since(epoch) < watchMost && ctx.Err() == nil {
		time.Sleep(time.Nanosecond)
		if chain.Supported {
			clock = append(clock, core.Measure())
		}
		now := time.Since(epoch)
		m.begin(now)
		for end := now + span; now < end; {
			now = time.Since(epoch)
			m.read(now)
		}
	}
	return m.sum(), clock
}

// readingTime is what one reading of the clock takes, by the fastest of a few times many.
func readingTime(epoch time.Time) time.Duration {
	const many = 64
	best := time.Duration(1<<63 - 1)
	for range 20 {
		first, last := time.Since(epoch), time.Duration(0)
		for range many {
			last = time.Since(epoch)
		}
		best = min(best, last-first)
	}
	return best / many
}
