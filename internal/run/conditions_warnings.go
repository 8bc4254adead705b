package run

import (
	"fmt"
	"math"
	"slices"

	"cpb/internal/stats"
	"cpb/result"
)

// What is worth a warning of its own. Quiet launches alone decide absolute times, and ratios are of what was measured next to each
// other: a launch or two that were disturbed change nothing.
const (
	manyLaunches = 1. / 8 // of a run's launches

	// A clock drifts where it goes one way from launch to launch, by Kendall's tau, and by this much from the first to the last
	// quarter of them.
	driftTau = 0.5
	driftP   = 0.01
	driftBy  = 0.005
	driftMin = 8 // launches
)

// disturbances warns of what disturbed many launches of a run, and of a clock that moved over them. alone is the additions per cycle
// that the core does for one hardware thread.
func disturbances(launches []result.Launch, c clock, alone float64) []result.Warning {
	var all []result.Warning
	warn := func(kind, format string, args ...any) {
		all = append(all, result.Warning{Kind: kind, Message: fmt.Sprintf(format, args...)})
	}
	of := len(launches)
	many := func(some []result.Launch) bool {
		return len(some) > 1 && float64(len(some)) >= manyLaunches*float64(of)
	}

	if crowded := by(launches, result.BySibling); many(crowded) {
		least := crowded[0].AddsPerCycle
		for _, l := range crowded {
			least = min(least, l.AddsPerCycle)
		}
		warn("sibling", "in %d of %d launches the other hardware thread of the core was busy: independent additions took up to %.0f %% longer there, as may all code that is not bound by latency",
			len(crowded), of, 100*(alone/least-1))
	}
	if robbed := by(launches, result.BySteal); many(robbed) {
		seconds := 0.0
		for _, l := range robbed {
			seconds += l.StealSeconds
		}
		warn("steal", "in %d of %d launches the hypervisor gave the processor to others, by its own count for %.2g s", len(robbed), of, seconds)
	}
	const moved = "absolute times moved with it, cycles and ratios did not"
	if change, drifted := drift(launches); drifted {
		verb := "fell"
		if change > 0 {
			verb = "rose"
		}
		warn("drift", "the core clock %s by %.1f %% from the first to the last quarter of the run: %s", verb, 100*math.Abs(change), moved)
	} else if c.sure && c.span > steadyClock {
		warn("clock", "the core clock moved by %.1f %% between launches: %s", 100*c.span, moved)
	}
	return all
}

// by is the launches that something disturbed.
func by(launches []result.Launch, kind string) []result.Launch {
	var some []result.Launch
	for _, l := range launches {
		if slices.Contains(l.Disturbed, kind) {
			some = append(some, l)
		}
	}
	return some
}

// drift is by which part the clock of the last quarter of launches is above that of the first, and whether it went that way all
// along.
func drift(launches []result.Launch) (change float64, drifted bool) {
	var hz []float64
	for _, l := range launches {
		if l.CoreHz > 0 {
			hz = append(hz, l.CoreHz)
		}
	}
	if len(hz) < driftMin {
		return 0, false
	}
	quarter := len(hz) / 4
	change = stats.Median(hz[len(hz)-quarter:])/stats.Median(hz[:quarter]) - 1
	tau, p, _ := stats.Trend(hz)
	return change, math.Abs(tau) >= driftTau && p < driftP && math.Abs(change) >= driftBy && tau*change > 0
}
