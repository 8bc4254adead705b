// Package ticks tells how fast the processor's time-stamp counter counts. Its ticks are no core cycles: the counter keeps its
// rate while the core's clock goes up and down.
//
// The counter is the TSC on amd64 and the virtual counter CNTVCT_EL0 on arm64. Elsewhere nothing is known, and rates are 0.
package ticks

import (
	"math"
	"time"
)

// Told is the rate in ticks per second that the processor or the hypervisor states, and what states it; 0 and "" where none
// does.
func Told() (hz float64, by string) { return told() }

// Hz is the rate in ticks per second, and where it is from: what Told says where a measurement of a few milliseconds does not
// contradict it, else the measurement. A guest that was moved to another machine may be told the old one's rate.
func Hz() (hz float64, by string) {
	hz, by = Told()
	return choose(hz, by, measure(5*time.Millisecond))
}

// choose: the monotonic clock is slewed by up to 500 ppm to follow the network's time (adjtimex(2)), which bounds what a
// measurement can contradict.
func choose(told float64, by string, measured float64) (float64, string) {
	switch {
	case measured <= 0: // nothing to contradict it with
		return told, by
	case told > 0 && math.Abs(told/measured-1) < 1e-3:
		return told, by
	}
	return measured, "measured against the monotonic clock"
}

// A reading pairs the counter with the monotonic clock.
type reading struct {
	ticks uint64
	at    time.Duration // since epoch, halfway between the clock's readings before and after the counter's
	width time.Duration // between those two
}

// measure counts ticks for about d. It is 0 where there is no counter to read, or where it did not move forward.
func measure(d time.Duration) float64 {
	if !readable {
		return 0
	}
	first := read()
	time.Sleep(d)
	return rate(first, read())
}

func rate(first, last reading) float64 {
	if last.ticks <= first.ticks || last.at <= first.at {
		return 0
	}
	return float64(last.ticks-first.ticks) / (last.at - first.at).Seconds()
}

// read takes the narrowest of a few pairs, so that an interruption between the two does not count.
func read() reading {
	best := reading{width: math.MaxInt64}
	for range 16 {
		before := time.Since(epoch)
		now := counter()
		after := time.Since(epoch)
		if after-before < best.width {
			best = reading{ticks: now, at: before + (after-before)/2, width: after - before}
		}
	}
	return best
}

var epoch = time.Now()
