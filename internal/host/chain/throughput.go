package chain

import "time"

// allBlocks makes a long piece of independent additions take 3 to 5 µs at 4 to 6 additions a cycle and 3 to 5 GHz: half of what the
// pieces of the chains take, for a figure that need not be as fine.
const allBlocks = 257

// perCycle is how many independent additions were done in the time of a dependent one, which is a core cycle: a figure that needs
// no clock frequency. 0 where either is not known.
//
// It is as many as the core has units for (the four to eight that cores of this century have, less what the loop costs), as
// long as they are this thread's. A hardware thread beside it on the core takes some of them. The chains, of which a step
// waits for one unit in four or more, do not see that.
func perCycle(add, all time.Duration, addSteps, allSteps int) float64 {
	if add <= 0 || all <= 0 {
		return 0
	}
	return add.Seconds() / float64(addSteps) * float64(allSteps) / all.Seconds()
}

func timeAll(blocks int) time.Duration {
	start := time.Since(epoch)
	addAll(1, 3, blocks)
	return time.Since(epoch) - start
}
