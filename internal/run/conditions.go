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
	ownNs    float64 // what they had taken without interruptions, by their lower quartiles
}

// A clock is what the latency chains say of the core's frequency during a run.
type clock struct {
	hz   float64
	sure bool    // the chains agree: these are core cycles
	span float64 // how far the launches are apart, as a part of hz
}

// steadyClock is how far the clock may move over a run without a warning.
const steadyClock = 0.02

// hz is the clock during one launch, by the readings whose chains agree where there are any; 0 where no chain is known. A clock
// moves while a launch runs, and samples are spread over it as readings are: hence the mean of their middle half, which
// two halves of a launch's readings give alike within 0.1 % in 95 of 100 launches of 50 readings where medians do within 0.2 %.
func (c *conditions) hz() float64 {
	var all, agreed []float64
	for _, r := range c.clock {
		if r.CoreHz > 0 {
			all = append(all, r.CoreHz)
		}
		if r.Agree {
			agreed = append(agreed, r.CoreHz)
		}
	}
	if len(agreed) > 0 {
		all = agreed
	}
	return midmean(all)
}

// midmean is the mean of the middle half of x, 0 where x is empty.
func midmean(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(x))
	s = s[len(s)/4 : len(s)-len(s)/4]
	sum := 0.0
	for _, v := range s {
		sum += v
	}
	return sum / float64(len(s))
}

// adds is the additions per cycle of each reading.
func (c *conditions) adds() []float64 {
	var x []float64
	for _, r := range c.clock {
		if r.AddsPerCycle > 0 {
			x = append(x, r.AddsPerCycle)
		}
	}
	return x
}

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
	lowReadings = 0.25  // of its readings may find the sibling busy: samples count by their lower quartile, too
)

// launchConditions says of each launch what it was like and what disturbed it.
func launchConditions(all []conditions) []result.Launch {
	hz := readClock(all).hz
	best := mostAdds(all)
	launches := make([]result.Launch, len(all))
	for i := range all {
		c, l := &all[i], &launches[i]
		*l = result.Launch{
			Samples:      c.samples,
			Switched:     c.switched,
			StealSeconds: rounded(c.steal),
			CoreHz:       rounded(c.hz()),
		}
		if c.timedNs > 0 {
			l.LostShare = rounded(max(0, 1-c.ownNs/c.timedNs))
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
		if adds := c.adds(); len(adds) > 0 {
			low := stats.Quantile(adds, lowReadings)
			l.AddsPerCycle = rounded(low)
			disturbed(chain.SiblingBusy(low, best, c.clock[0].Width), result.BySibling)
		}
		disturbed(c.steal > 0, result.BySteal)
		disturbed(float64(c.switched) > interrupted*float64(c.samples), result.BySwitches)
	}
	return launches
}

// mostAdds is the most additions per cycle that a launch had, by the median of its readings: what the core does while nothing else
// runs on it, if that ever was the case.
func mostAdds(all []conditions) float64 {
	most := 0.0
	for i := range all {
		if adds := all[i].adds(); len(adds) > 0 {
			most = max(most, stats.Median(adds))
		}
	}
	return most
}

// quiet tells the launches during which nothing was seen to disturb. No time of a cell has a say in it.
func quiet(launches []result.Launch) func(l int) bool {
	return func(l int) bool { return len(launches[l].Disturbed) == 0 }
}
