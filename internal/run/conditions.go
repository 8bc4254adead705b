package run

import (
	"math"
	"slices"

	"cpb/internal/host/chain"
	"cpb/internal/stats"
	"cpb/result"
)

// conditions are what the machine was like during one launch, as seen without looking at the time of any cell.
type conditions struct {
	clock    []chain.Reading
	samples  int
	switched int     // samples interrupted by the scheduler
	steal    float64 // seconds for which the hypervisor gave the processor to others
	timedNs  float64 // of all slices
	ownNs    float64 // what they had taken undisturbed
}

// A clock is what the latency chains say of the core's frequency during a run.
type clock struct {
	hz   float64
	sure bool    // the chains agree: these are core cycles
	span float64 // how far the launches are apart, as a part of hz
}

// steadyClock is how far the clock may move over a run without a warning.
const steadyClock = 0.02

// hz is the clock during one launch; 0 where no chain is known.
func (c *conditions) hz() float64 { return chain.Hz(c.clock) }

func readClock(all []conditions) clock {
	var x []float64
	agree, readings := 0, 0
	for i := range all {
		if hz := all[i].hz(); hz > 0 {
			x = append(x, hz)
		}
		for _, r := range all[i].clock {
			readings++
			if r.Agree {
				agree++
			}
		}
	}
	if len(x) == 0 {
		return clock{}
	}
	hz := stats.Median(x)
	return clock{
		hz:   hz,
		sure: 2*agree > readings,
		span: (slices.Max(x) - slices.Min(x)) / hz,
	}
}

// What a launch may be like and still be quiet.
const (
	clockWithin = 0.005 // of the run's clock
	interrupted = 0.02  // of its samples
	lowReadings = 0.25  // of its readings may find the sibling busy: of slices, too, those count that are as short as their lower quartile
)

// launchConditions says of each launch what it was like and what disturbed it.
func launchConditions(all []conditions) []result.Launch {
	hz := readClock(all).hz
	best, _ := mostAdds(all)
	launches := make([]result.Launch, len(all))
	for i := range all {
		c, l := &all[i], &launches[i]
		*l = result.Launch{
			Samples:      c.samples,
			Switched:     c.switched,
			StealSeconds: rounded(c.steal),
			CoreHz:       rounded(c.hz()),
			LostShare:    lostShare(all[i : i+1]),
		}
		for _, r := range c.clock {
			if r.CoreHz == 0 {
				continue
			}
			if l.CoreHzLow == 0 || r.CoreHz < l.CoreHzLow {
				l.CoreHzLow = rounded(r.CoreHz)
			}
			l.CoreHzHigh = max(l.CoreHzHigh, rounded(r.CoreHz))
		}
		disturbed := func(is bool, by string) {
			if is {
				l.Disturbed = append(l.Disturbed, by)
			}
		}
		disturbed(math.Abs(c.hz()-hz) > clockWithin*hz, result.ByClock)
		if adds := chain.Adds(c.clock); len(adds) > 0 {
			low := stats.Quantile(adds, lowReadings)
			l.AddsPerCycle = rounded(low)
			disturbed(chain.SiblingBusy(low, best, c.clock[0].Width), result.BySibling)
		}
		disturbed(c.steal > 0, result.BySteal)
		disturbed(float64(c.switched) > interrupted*float64(c.samples), result.BySwitches)
	}
	return launches
}

// lostShare is the part of the time sampled that went to interruptions; 0 where none was.
func lostShare(all []conditions) float64 {
	var timed, own float64
	for i := range all {
		timed, own = timed+all[i].timedNs, own+all[i].ownNs
	}
	if timed == 0 {
		return 0
	}
	return rounded(max(0, 1-own/timed))
}

// mostAdds is the most additions per cycle that a launch had, by the median of its readings: what the core does while nothing else
// runs on it, if that ever was the case. alone is what it does then by all that is known.
func mostAdds(all []conditions) (most, alone float64) {
	for i := range all {
		if adds := chain.Adds(all[i].clock); len(adds) > 0 {
			most = max(most, stats.Median(adds))
			alone = max(alone, most, all[i].clock[0].Width)
		}
	}
	return most, alone
}

// quiet tells the launches during which nothing was seen to disturb. No time of a cell has a say in it.
func quiet(launches []result.Launch) func(l int) bool {
	return func(l int) bool { return len(launches[l].Disturbed) == 0 }
}
