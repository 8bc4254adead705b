package run

import (
	"math"
	"math/rand/v2"
	"testing"

	"cpb/internal/host/chain"
)

// sim makes a cell with the launches that value gives, three rounds each.
func sim(launches int, value func(l, round int) observation) *cell {
	c := &cell{row: &row{}}
	for l := range launches {
		rounds := make(launch, 3)
		for i := range rounds {
			rounds[i] = value(l, i)
			rounds[i].taken = true
		}
		c.launches = append(c.launches, rounds)
	}
	return c
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v ± %v", what, got, want, tolerance)
	}
}

// TestRatioHoldsUnderDrift: the machine's speed drifts by 30 % and a launch in ten is 18 % off, on both sides alike. The
// ratio of the pair is within a thousandth of the truth all the same, and its interval holds it.
func TestRatioHoldsUnderDrift(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	drift := make([]float64, 32)
	for l := range drift {
		drift[l] = 0.3 * float64(l) / 32
		if l%10 == 3 {
			drift[l] += 0.18
		}
	}
	drifting := func(ns float64) *cell {
		return sim(32, func(l, _ int) observation {
			return observation{logNs: math.Log(ns) + drift[l] + 0.001*rng.NormFloat64()}
		})
	}
	base, other := drifting(100), drifting(102)
	times := absolutes([]*cell{base, other}, func(int) bool { return true })
	near(t, "ratio of the times", times[other].Value/times[base].Value, 1.02, 0.001)
	for _, ns := range times {
		if ns.Low > ns.Value || ns.High < ns.Value {
			t.Errorf("the interval %v does not hold its value", ns)
		}
	}
}

// TestTwoSpeeds: the first cell takes 250 ns in one launch of two and 900 in the others, which says nothing of its neighbours.
func TestTwoSpeeds(t *testing.T) {
	first := sim(32, func(l, _ int) observation {
		return observation{logNs: math.Log([]float64{250, 900}[l%2]) + 1e-3*float64(l%5)}
	})
	steady := func(ns float64) *cell {
		return sim(32, func(l, _ int) observation { return observation{logNs: math.Log(ns) + 1e-4*float64(l%3)} })
	}
	second, third := steady(240), steady(120)
	times := absolutes([]*cell{first, second, third}, func(int) bool { return true })
	near(t, "second", times[second].Value, 240, 0.1)
	near(t, "third", times[third].Value, 120, 0.1)
	if i := times[first]; i.Low > 251 || i.High < i.Value || i.Value < i.Low {
		t.Errorf("the interval of the first is %v", i)
	}
}

// TestInterruptedRoundsDoNotCount where there are others: two rounds in three were interrupted and took 20 times as long.
func TestInterruptedRoundsDoNotCount(t *testing.T) {
	disturbed := func(ns float64) *cell {
		return sim(20, func(_, round int) observation {
			if round != 1 {
				return observation{logNs: math.Log(20 * ns), switched: true}
			}
			return observation{logNs: math.Log(ns)}
		})
	}
	all := func(int) bool { return true }
	ns, ok := disturbed(50).absolute(all)
	if !ok {
		t.Fatal("no estimate")
	}
	near(t, "ns", ns.Value, 50, 1e-9)
	for _, r := range logRatios(disturbed(50), disturbed(100)) {
		near(t, "log ratio", r, math.Log(2), 1e-12)
	}
	// where all were, they are what there is
	only := sim(20, func(int, int) observation { return observation{logNs: 1, switched: true} })
	if v := only.values(all); len(v) != 20 {
		t.Errorf("%d of 20 launches with interrupted rounds alone have a value", len(v))
	}
}

// TestPairsNeedBoth: launches in which either cell is missing have no ratio.
func TestPairsNeedBoth(t *testing.T) {
	one := func(int, int) observation { return observation{logNs: 1} }
	a, b := sim(4, one), sim(4, one)
	a.launches[1] = nil
	b.launches[2][0].taken = false
	b.launches[3] = launch{{}, {}, {}}
	if got := len(logRatios(a, b)); got != 2 {
		t.Errorf("%d launches have a ratio, want 2", got)
	}
}

func TestOneLaunchHasNoInterval(t *testing.T) {
	c := sim(1, func(int, int) observation { return observation{logNs: 1} })
	if i, ok := c.absolute(func(int) bool { return true }); ok {
		t.Errorf("one launch has the interval %v", i)
	}
}

// TestQuietIsBlind: which launches are quiet follows from what disturbed them.
func TestQuietIsBlind(t *testing.T) {
	at := func(hz, steal float64, switched int) conditions {
		return conditions{clock: []chain.Reading{{CoreHz: hz, Agree: true}}, samples: 100, switched: switched, steal: steal}
	}
	all := []conditions{at(3e9, 0, 0), at(3e9, 0, 2), at(3e9, 0, 3), at(3e9, 0.01, 0), at(2.9e9, 0, 0), at(3.001e9, 0, 0)}
	calm := quiet(launchConditions(all))
	for l, want := range []bool{true, true, false, false, false, true} {
		if calm(l) != want {
			t.Errorf("launch %d: quiet is %v, want %v", l, calm(l), want)
		}
	}
	c := readClock(all)
	near(t, "clock", c.hz, 3e9, 1)
	near(t, "span", c.span, 0.101/3, 1e-9)
	if !c.sure {
		t.Errorf("chains that agree: %+v", c)
	}
}

// TestCyclesFollowTheClock: a call of 300 cycles takes 100 ns at 3 GHz and 150 ns at 2 GHz.
func TestCyclesFollowTheClock(t *testing.T) {
	var all []conditions
	for l := range 20 {
		all = append(all, conditions{clock: []chain.Reading{{CoreHz: 3e9 - 1e9*float64(l%2), Agree: true}}, samples: 1})
	}
	c := sim(20, func(l, _ int) observation { return observation{logNs: math.Log(100 + 50*float64(l%2))} })
	every := func(int) bool { return true }
	got, ok := c.cycles(all, every)
	if !ok {
		t.Fatal("no cycles")
	}
	near(t, "cycles", got, 300, 1e-9)
	counted := sim(20, func(int, int) observation { return observation{logNs: 1, cycles: 123} })
	got, _ = counted.cycles(all, every)
	near(t, "counted cycles", got, 123, 0)
	if n, ok := c.cycles(make([]conditions, 20), every); ok {
		t.Errorf("%v cycles without a clock", n)
	}
}

func TestClockUnknown(t *testing.T) {
	all := []conditions{{clock: []chain.Reading{{}}, samples: 1}}
	if c := readClock(all); c.hz != 0 || c.sure {
		t.Errorf("a clock out of nothing: %+v", c)
	}
	if !quiet(launchConditions(all))(0) {
		t.Error("without a clock no launch is quiet")
	}
}
