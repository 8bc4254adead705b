package run

import (
	"math"
	"slices"

	"cpb/internal/host/chain"
	"cpb/internal/stats"
)

// conditions are what the machine was like during one launch, as seen without looking at any time measured.
type conditions struct {
	clock    []chain.Reading
	samples  int
	switched int     // samples interrupted by the scheduler
	steal    float64 // seconds for which the hypervisor gave the processor to others
}

// A clock is what the latency chains say of the core's frequency during a run.
type clock struct {
	hz   float64
	sure bool    // the chains agree: these are core cycles
	span float64 // how far the launches are apart, as a part of hz
}

// steadyClock is how far the clock may move over a run without a warning.
const steadyClock = 0.02

// hz is the clock during one launch, by the readings whose chains agree where there are any; 0 where no chain is known.
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
	if len(all) == 0 {
		return 0
	}
	return stats.Median(all)
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

// quiet tells the launches during which nothing was seen to disturb: no time stolen, hardly a sample interrupted, the clock
// where it mostly was. No time of a cell has a say in it.
func quiet(all []conditions) func(l int) bool {
	const clockWithin, interrupted = 0.005, 0.02
	hz := readClock(all).hz
	return func(l int) bool {
		c := &all[l]
		return c.steal == 0 &&
			float64(c.switched) <= interrupted*float64(c.samples) &&
			math.Abs(c.hz()-hz) <= clockWithin*hz
	}
}
