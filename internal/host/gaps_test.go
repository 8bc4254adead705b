package host

import (
	"context"
	"math"
	"testing"
	"time"

	"cpb/internal/host/chain"
)

// Readings made by hand: no clock is read.
func TestGapMeter(t *testing.T) {
	const ns, us = time.Nanosecond, time.Microsecond
	m := newGapMeter(40 * ns)
	if m.least != us {
		t.Errorf("a gap is %v, want 1µs", m.least)
	}
	now := 7 * time.Second
	steady := func(steps int) {
		for range steps {
			now += 50 * ns
			m.read(now)
		}
	}
	gap := func(d time.Duration) {
		now += d
		m.read(now)
	}
	// 1000 steps of 50 ns, and gaps of 10, 30 and 9.9 µs: 99.9 µs in all.
	m.begin(now)
	steady(400)
	gap(30 * us)
	steady(100)
	gap(9900 * ns)
	now += time.Second // between spans
	m.begin(now)
	gap(10 * us)
	steady(499)
	gap(999 * ns) // not long enough
	g := m.sum()
	const watched = 999*50*ns + 999*ns + 49900*ns
	usual := (999*50.0 + 999) / 1000
	want := Gaps{
		Watched: watched, Least: us, PerSecond: 3 / watched.Seconds(),
		LostShare: (49900 - 3*usual) / float64(watched), Median: 10 * us, Longest: 30 * us,
	}
	if math.Abs(g.PerSecond-want.PerSecond) > 1e-6 || math.Abs(g.LostShare-want.LostShare) > 1e-12 {
		t.Errorf("%+v, want %+v", g, want)
	}
	g.PerSecond, g.LostShare = want.PerSecond, want.LostShare
	if g != want {
		t.Errorf("%+v, want %+v", g, want)
	}
}

func TestGapMeterEdges(t *testing.T) {
	m := newGapMeter(300 * time.Nanosecond) // a clock that is a system call
	if m.least != 3*time.Microsecond {
		t.Errorf("a gap is %v, want ten readings", m.least)
	}
	if g := m.sum(); g != (Gaps{Least: m.least}) {
		t.Errorf("nothing read: %+v", g)
	}
	m.begin(0)
	m.read(0) // a clock that stands
	if g := m.sum(); g != (Gaps{Least: m.least}) {
		t.Errorf("a clock that stands: %+v", g)
	}
	m.read(time.Millisecond)
	m = newGapMeter(0)
	m.begin(0)
	m.read(time.Millisecond) // nothing but a gap
	if g := m.sum(); g.LostShare != 1 || g.PerSecond != 1000 || g.Median != time.Millisecond {
		t.Errorf("nothing but a gap: %+v", g)
	}
}

// Of real gaps nothing is said: on a loaded machine they may be anything.
func TestWatch(t *testing.T) {
	onThread(func() {
		g, clock := watch(t.Context(), chain.Identify(0))
		t.Logf("%+v, %d readings of the chains", g, len(clock))
		if g.LostShare < 0 || g.LostShare > 1 || g.Median > g.Longest || g.Least < leastGap {
			t.Errorf("%+v", g)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if g, clock := watch(ctx, chain.Core{}); g.Watched != 0 || clock != nil {
		t.Errorf("after the end of its context: %+v, %v", g, clock)
	}
}
