package run

import (
	"math"
	"slices"
	"strings"
	"testing"

	"cpb/internal/host/chain"
	"cpb/result"
)

// readings makes n readings of a clock and of additions per cycle.
func readings(n int, hz, adds float64) []chain.Reading {
	return slices.Repeat([]chain.Reading{{CoreHz: hz, Ratio: 3, MulCycles: 3, Agree: true, AddsPerCycle: adds}}, n)
}

func TestLaunchConditions(t *testing.T) {
	at := func(hz, adds float64) conditions {
		return conditions{clock: readings(20, hz, adds), samples: 100, timedNs: 1000, ownNs: 950}
	}
	all := []conditions{
		at(3e9, 4), at(3e9, 3.99), at(3.014e9, 4), at(3.016e9, 4), // 0.5 % is 15 MHz
		at(3e9, 2.1), at(3e9, 3.7), at(2.9e9, 2),
		{clock: append(readings(14, 3e9, 4), readings(6, 3e9, 2)...), samples: 100, steal: 0.01, switched: 3},
		{clock: append(readings(18, 3e9, 4), readings(2, 2.99e9, 2)...), samples: 100, switched: 2},
	}
	want := []string{"", "", "", "clock", "sibling", "sibling", "clock sibling", "sibling steal switches", ""}
	got := launchConditions(all)
	for i, l := range got {
		if by := strings.Join(l.Disturbed, " "); by != want[i] {
			t.Errorf("launch %d is disturbed by %q, want %q", i, by, want[i])
		}
		if quiet(got)(i) != (want[i] == "") {
			t.Errorf("launch %d: quiet is %v", i, quiet(got)(i))
		}
	}
	if most, alone := mostAdds(all); most != 4 || alone != 4 {
		t.Errorf("at most %g additions a cycle, %g alone", most, alone)
	}
	if l := got[0]; l.Samples != 100 || l.LostShare != 0.05 || l.CoreHz != 3e9 || l.CoreHzLow != 3e9 || l.CoreHzHigh != 3e9 || l.AddsPerCycle != 4 {
		t.Errorf("%+v", l)
	}
	if l := got[8]; l.CoreHzLow != 2.99e9 || l.CoreHzHigh != 3e9 || l.CoreHz != 3e9 || l.AddsPerCycle != 4 || l.Switched != 2 {
		t.Errorf("%+v", l)
	}
}

// TestNothingKnown: without chains nothing is said of the clock or of a sibling.
func TestNothingKnown(t *testing.T) {
	for _, clock := range [][]chain.Reading{nil, {{}, {}}} {
		l := launchConditions([]conditions{{clock: clock, samples: 10}})[0]
		if l.CoreHz != 0 || l.CoreHzLow != 0 || l.AddsPerCycle != 0 || len(l.Disturbed) > 0 {
			t.Errorf("%+v", l)
		}
	}
	if got := launchConditions(nil); len(got) != 0 || len(disturbances(got, clock{}, 0)) != 0 {
		t.Errorf("of no launch: %+v", got)
	}
}

// TestBusyThroughout: where the sibling never rests, the core's width tells.
func TestBusyThroughout(t *testing.T) {
	all := slices.Repeat([]conditions{{clock: readings(10, 3e9, 2), samples: 10}}, 4)
	if by := launchConditions(all)[0].Disturbed; len(by) != 0 {
		t.Errorf("of a core that nothing is known of: %q", by)
	}
	for i := range all[0].clock {
		all[0].clock[i].Width = 3.98
	}
	launches := launchConditions(all)
	if by := launches[0].Disturbed; !slices.Equal(by, []string{result.BySibling}) {
		t.Errorf("two of four additions a cycle: %q", by)
	}
	if w := disturbances(launches, readClock(all), 3.98); len(w) != 1 || !strings.Contains(w[0].Message, "4 of 4 launches") || !strings.Contains(w[0].Message, "up to 99 % longer") {
		t.Errorf("%+v", w)
	}
}

// spanOf is how far the clocks of launches are apart, as a part of 3 GHz.
func spanOf(launches []result.Launch) float64 {
	low, high := math.Inf(1), 0.0
	for _, l := range launches {
		low, high = min(low, l.CoreHz), max(high, l.CoreHz)
	}
	return (high - low) / 3e9
}

func TestDisturbances(t *testing.T) {
	still := slices.Repeat([]result.Launch{{CoreHz: 3e9, AddsPerCycle: 4}}, 32)
	with := func(n int, l result.Launch) []result.Launch {
		return append(slices.Repeat([]result.Launch{l}, n), still[n:]...)
	}
	ramp := func(from, to float64) []result.Launch {
		all := slices.Clone(still)
		for i := range all {
			all[i].CoreHz = from + (to-from)*float64(i)/31
		}
		return all
	}
	there := slices.Clone(still) // and back
	for i := range there {
		there[i].CoreHz = 3e9 + 1e8*math.Sin(float64(i)/31*math.Pi)
	}
	step := slices.Clone(still) // one jump
	for i := range step[16:] {
		step[16+i].CoreHz = 2.95e9 - 1e3*float64(i%5)
	}
	for _, test := range []struct {
		name     string
		launches []result.Launch
		want     []string // kind and a part of the message
	}{
		{"quiet", still, nil},
		{"a launch or three", with(3, result.Launch{CoreHz: 3e9, AddsPerCycle: 2, StealSeconds: 0.01, Disturbed: []string{"sibling", "steal"}}), nil},
		{"a sibling", with(8, result.Launch{CoreHz: 3e9, AddsPerCycle: 2.5, Disturbed: []string{"sibling"}}), []string{"sibling", "8 of 32 launches", "up to 60 % longer"}},
		{"steal", with(5, result.Launch{CoreHz: 3e9, AddsPerCycle: 4, StealSeconds: 0.02, Disturbed: []string{"steal"}}), []string{"steal", "5 of 32 launches", "0.1 s"}},
		{"gets warm", ramp(3e9, 2.94e9), []string{"drift", "fell by 1.6 %"}}, // 24/31 of 2 %: from the median of the first eight to that of the last
		{"wakes up", ramp(3e9, 3.06e9), []string{"drift", "rose by 1.5 %"}},
		{"a trend too small to matter", ramp(3e9, 2.99e9), nil},
		{"there and back", there, []string{"clock", "moved by 3.3 %"}},
		{"one step down", step, []string{"drift", "fell by 1.7 %"}},
		{"few launches", ramp(3e9, 2.9e9)[:7], nil},
		{"two of eight, by steal", with(2, result.Launch{CoreHz: 3e9, StealSeconds: 0.01, Disturbed: []string{"steal"}})[:8], []string{"steal", "2 of 8"}},
	} {
		got := disturbances(test.launches, clock{hz: 3e9, sure: true, span: spanOf(test.launches)}, 4)
		if len(test.want) == 0 {
			if len(got) > 0 {
				t.Errorf("%s: %+v", test.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Kind != test.want[0] {
			t.Errorf("%s: %+v", test.name, got)
			continue
		}
		for _, part := range test.want[1:] {
			if !strings.Contains(got[0].Message, part) {
				t.Errorf("%s: %q has no %q", test.name, got[0].Message, part)
			}
		}
	}
}
