// Package chain tells core cycles per second without hardware counters: it times instructions that wait for each other and
// whose latency in core cycles is known.
//
// A chain of register additions takes one cycle a step, on every processor that this package knows. A chain of
// multiplications takes a few, a whole number that is known for a processor or is not. Both are timed in turns; when their
// times are in the ratio of their latencies, the addition did take one cycle, both ran at one clock frequency, and nothing
// stretched either. When not, the frequency is not to be relied on, and a Reading says so.
//
// Seen on a loaded Zen 5 guest: ratios between 2.994 and 3.006 from the 5th to the 95th percentile, which is the resolution of its
// clock.
//
// A busy SMT sibling hardly slows a chain, which leaves nearly every execution unit free. So independent additions are timed
// beside the two, as many in a cycle as the core has units for: the sibling takes from those. Seen on that guest, with
// whatever its host ran there: 3.9 to 5.0 of 5.3 a cycle, dependent additions 1 to 3 % too long, so that the chains do not
// agree, and multiplications as ever. Of 41,423 readings of which the chains did not agree, 99 in 100 were such.
//
// What a reading does not see: the frequency while other code runs (512-bit instructions lower it for the time they run and some
// microseconds longer).
//
// Designs that were dropped:
//
//   - ADD with an immediate, INC, LEA: recent cores of Intel (Golden Cove and later) add small constants while they rename
//     registers, several dependent ones a cycle. https://stackoverflow.com/a/79363816: "only for add-immediate".
//   - IMUL of 64-bit registers: 3 cycles on Intel's big cores and Zen 3 and later, but 4 on Zen 1 and 2, 5 on Silvermont to
//     Tremont, 6 on Jaguar. Of 32-bit registers it is 3 on all of those.
//   - One piece, less the time that an empty one takes: the overhead is taken from a short piece of the same chain instead,
//     which has the same call, loop exit and clock reads.
package chain

import (
	"fmt"
	"math"
	"time"
)

// Tolerance is how far, in parts of one, the ratio of the two chains may be from what it must be.
const Tolerance = 0.01

// A Core is what has to be known of a processor to read its chains. The zero Core is one of which nothing is known.
type Core struct {
	Name      string  // name of the core's design, "" where not known; never the name under which it is sold
	MulCycles int     // latency of the multiplication that the chain is made of, in core cycles; 0 where not known
	Width     float64 // independent additions that it does in a cycle while nothing else runs on it; 0 where not known
}

// A Reading is one measurement of both chains, and of independent additions.
type Reading struct {
	CoreHz       float64 // core cycles per second; 0 where there is no chain for this architecture
	Ratio        float64 // time of a step of multiplication ÷ time of a step of addition
	MulCycles    int     // what Ratio must be; 0 where not known
	Agree        bool    // Ratio is within Tolerance of MulCycles: CoreHz holds. Otherwise the clock is at least that, as far as a step has its latency.
	AddsPerCycle float64 // independent additions done in a core cycle; 0 where that cannot be told
	Width        float64 // what AddsPerCycle is at best; 0 where not known
}

// Supported says whether there are chains for this architecture. Without them every Reading is zero.
const Supported = supported

const (
	blockSteps = 256 // steps of one turn of the loop in the assembly

	// A long piece takes 4 to 10 µs at 2 to 5 GHz: short, so that most are not interrupted, and long against the resolution
	// of the clock, which is about 10 ns on a good machine (a TSC that counts in steps of its 100 MHz reference).
	addBlocks = 79
	mulBlocks = 27
	rounds    = 4

	// One block: what a piece takes beside its chain, and which is subtracted.
	shortBlocks = 1
)

// Measure times both chains and independent additions, about 70 µs in all (280 µs where the clock is coarse). The caller's thread is locked and pinned to the
// processor that c describes. Of every kind of piece the fastest of a few counts, so an interruption does not.
func (c Core) Measure() Reading {
	if !supported {
		return Reading{}
	}
	long := times{math.MaxInt64, math.MaxInt64, math.MaxInt64}
	short := long
	scale := pieceScale()
	for range rounds {
		// Two short ones for each long: they are cheap, and an error in them counts as much.
		for range 2 {
			short.add = min(short.add, timeAdd(shortBlocks))
			short.mul = min(short.mul, timeMul(shortBlocks))
			short.all = min(short.all, timeAll(shortBlocks))
		}
		long.add = min(long.add, timeAdd(shortBlocks+scale*(addBlocks-shortBlocks)))
		long.mul = min(long.mul, timeMul(shortBlocks+scale*(mulBlocks-shortBlocks)))
		long.all = min(long.all, timeAll(shortBlocks+scale*(allBlocks-shortBlocks)))
	}
	return c.read(
		times{long.add - short.add, long.mul - short.mul, long.all - short.all},
		steps{blockSteps * scale * (addBlocks - shortBlocks), blockSteps * scale * (mulBlocks - shortBlocks), blockSteps * scale * (allBlocks - shortBlocks)})
}

// times and steps are of the pieces of each kind: the chain of additions, that of multiplications, independent additions.
type (
	times struct{ add, mul, all time.Duration }
	steps struct{ add, mul, all int }
)

// read makes a Reading of the times of so many steps.
//
// Whatever disturbs a chain makes it longer. So where the two disagree, the clock is no slower than the faster one says: the
// multiplications, where it is the additions that are too long, by no more than has been seen.
func (c Core) read(t times, n steps) Reading {
	if t.add <= 0 || t.mul <= 0 || t.all <= 0 {
		return Reading{MulCycles: c.MulCycles, Width: c.Width}
	}
	const longer = 0.1
	add, mul := t.add.Seconds()/float64(n.add), t.mul.Seconds()/float64(n.mul)
	latency := float64(c.MulCycles)
	r := Reading{Ratio: mul / add, MulCycles: c.MulCycles, Width: c.Width}
	switch off := r.Ratio/latency - 1; {
	case c.MulCycles > 0 && math.Abs(off) <= Tolerance:
		r.Agree = true
		// Both are clocks then; together they resolve twice as fine.
		r.CoreHz = (float64(n.add) + float64(n.mul)*latency) / (t.add + t.mul).Seconds()
	case c.MulCycles > 0 && -longer <= off && off < 0:
		r.CoreHz = latency / mul
	default:
		r.CoreHz = 1 / add
	}
	if r.AddsPerCycle = float64(n.all) / t.all.Seconds() / r.CoreHz; r.AddsPerCycle > registers {
		r.Agree, r.AddsPerCycle = false, 0 // the chains were both too long, and agree by chance
	}
	return r
}

// Doubt says in words why the reading does not hold, and is "" where it does.
func (r Reading) Doubt() string {
	switch {
	case r.Agree:
		return ""
	case !supported:
		return "no latency chain is known for this architecture"
	case r.CoreHz == 0:
		return "the clock did not move while the latency chains ran"
	case r.MulCycles == 0:
		return fmt.Sprintf("the latency of a multiplication is not known for this processor (%.2f additions here)", r.Ratio)
	}
	return fmt.Sprintf("a multiplication took %.3f times an addition where %d is right: the clock frequency moved, or the chains were disturbed",
		r.Ratio, r.MulCycles)
}

// Two functions and no parameter for the chain: the calls stay direct.

func timeAdd(blocks int) time.Duration {
	start := time.Since(epoch)
	addChain(1, 3, blocks)
	return time.Since(epoch) - start
}

func timeMul(blocks int) time.Duration {
	start := time.Since(epoch)
	mulChain(1, 3, blocks)
	return time.Since(epoch) - start
}

// epoch has a monotonic reading, and time.Since of it reads the monotonic clock alone, half the cost of time.Now.
var epoch = time.Now()
