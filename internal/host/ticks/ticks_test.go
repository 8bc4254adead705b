package ticks

import (
	"math"
	"testing"
	"time"
)

func TestChoose(t *testing.T) {
	for _, test := range []struct {
		told, measured float64
		by             string
		want           float64
		wantBy         string
	}{
		{2.1e9, 2.1005e9, "A", 2.1e9, "A"},                                   // 240 ppm: a slewed clock
		{2.1e9, 2.11e9, "A", 2.11e9, "measured against the monotonic clock"}, // another machine's rate
		{0, 2.11e9, "", 2.11e9, "measured against the monotonic clock"},      // nothing told
		{1e9, 0, "A", 1e9, "A"},                                              // nothing to contradict it with
		{0, 0, "", 0, ""},                                                    // nothing known
		{math.Inf(1), 1e9, "A", 1e9, "measured against the monotonic clock"}, // nonsense told
		{math.NaN(), 1e9, "A", 1e9, "measured against the monotonic clock"},  // likewise
	} {
		if got, by := choose(test.told, test.by, test.measured); got != test.want || by != test.wantBy {
			t.Errorf("choose(%g, %q, %g) = %g, %q; want %g, %q", test.told, test.by, test.measured, got, by, test.want, test.wantBy)
		}
	}
}

func TestRate(t *testing.T) {
	at := func(ticks uint64, d time.Duration) reading { return reading{ticks: ticks, at: d} }
	for _, test := range []struct {
		first, last reading
		want        float64
	}{
		{at(1000, 0), at(11_000_000_000/500+1000, 2*time.Millisecond), 11e9},
		{at(5, 0), at(5, time.Second), 0},             // a counter that stands still
		{at(5, 0), at(4, time.Second), 0},             // or goes back
		{at(5, time.Second), at(6, time.Second), 0},   // a clock that stands still
		{at(5, 2*time.Second), at(6, time.Second), 0}, // or goes back
	} {
		if got := rate(test.first, test.last); math.Abs(got-test.want) > 1 {
			t.Errorf("rate(%v, %v) = %g, want %g", test.first, test.last, got, test.want)
		}
	}
}

// The counter goes forward between two reads that the monotonic clock can tell apart, and a rate has a source.
func TestHere(t *testing.T) {
	if hz, by := Told(); (hz > 0) != (by != "") || hz < 0 {
		t.Errorf("Told() = %g, %q", hz, by)
	}
	if hz, by := Hz(); (hz > 0) != (by != "") || hz < 0 {
		t.Errorf("Hz() = %g, %q", hz, by)
	} else {
		t.Logf("%.0f ticks per second: %s", hz, by)
	}
	if !readable {
		return
	}
	first := read()
	for time.Since(epoch)-first.at < time.Millisecond {
	}
	if last := read(); last.ticks <= first.ticks {
		t.Errorf("the counter went from %d to %d", first.ticks, last.ticks)
	}
}
