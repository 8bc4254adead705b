package run

import (
	"fmt"
	"math"

	"cpb/catalog"
	"cpb/internal/stats"
	"cpb/result"
)

// speedsApart is by how much two speeds of a cell differ for it to be worth a warning.
const speedsApart = 0.01

// twoSpeeds warns of a cell that is faster in some processes than in others with nothing in between, where nothing that cpb sees
// explains it: launches that were disturbed are left out, those by the clock excepted, since what falls into groups is cycles, where
// they are known. What is left is the process itself: where its code, its heap and its stack lie, and what a library makes of that.
func twoSpeeds(c *cell, launches []result.Launch) []string {
	speeds := speedsOf(c, launches)
	x := make([]float64, len(speeds))
	for i, s := range speeds {
		x[i] = s.cycles
	}
	boundary, two := stats.TwoModes(x)
	if !two {
		return nil
	}
	var fast, slow group
	for _, s := range speeds {
		g := &fast
		if s.cycles > boundary {
			g = &slow
		}
		g.cycles, g.ns = append(g.cycles, s.cycles), append(g.ns, math.Exp(s.logNs))
		g.keys[s.key] = true
	}
	if stats.Median(slow.cycles)-stats.Median(fast.cycles) < math.Log1p(speedsApart) || fast.apartByKey(slow) {
		return nil
	}
	text := fmt.Sprintf("two speeds: %s in %d launches, %s in %d", nanoseconds(stats.Median(fast.ns)), len(fast.ns), nanoseconds(stats.Median(slow.ns)), len(slow.ns))
	if aside := len(c.values(func(int) bool { return true })) - len(speeds); aside > 0 {
		text += fmt.Sprintf(" (disturbed ones aside: %d)", aside)
	}
	return []string{text}
}

// A speed is what a launch gave for a cell.
type speed struct {
	logNs  float64
	cycles float64 // log of cycles, or logNs where the clock is not known
	key    int     // which of the test keys it had
}

// A group is the launches that have one of two speeds.
type group struct {
	cycles, ns []float64
	keys       [catalog.TestKeyCount]bool
}

// apartByKey reports whether no test key was in both groups: then it is the keys that differ, not the processes.
func (g group) apartByKey(other group) bool {
	for k := range g.keys {
		if g.keys[k] && other.keys[k] {
			return false
		}
	}
	return true
}

func speedsOf(c *cell, launches []result.Launch) []speed {
	var speeds []speed
	clocked := true
	for l, one := range c.launches {
		logNs, ok := one.logNs()
		if !ok || !steadyButForClock(launches[l]) {
			continue
		}
		speeds = append(speeds, speed{logNs: logNs, cycles: logNs + math.Log(launches[l].CoreHz/1e9), key: l % catalog.TestKeyCount})
		clocked = clocked && launches[l].CoreHz > 0
	}
	if !clocked {
		for i := range speeds {
			speeds[i].cycles = speeds[i].logNs
		}
	}
	return speeds
}

func steadyButForClock(l result.Launch) bool {
	for _, by := range l.Disturbed {
		if by != result.ByClock {
			return false
		}
	}
	return true
}

// nanoseconds is a time in four digits: "100.2 ns", "1.181 ms".
func nanoseconds(ns float64) string {
	unit := "ns"
	for _, larger := range []string{"µs", "ms", "s"} {
		if ns < 1000 {
			break
		}
		ns, unit = ns/1000, larger
	}
	return fmt.Sprintf("%.4g %s", ns, unit)
}
