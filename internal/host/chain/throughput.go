package chain

import "time"

// allBlocks makes a long piece of independent additions take 3 to 5 µs at 4 to 6 additions a cycle and 3 to 5 GHz: half of what the
// pieces of the chains take, for a figure that need not be as fine.
const allBlocks = 257

// registers is how many the independent additions are to, and so the most of them that there can be in a cycle.
const registers = 8

// What a busy sibling is told by. The undisturbed additions per cycle of one core stay within 1 % of each other (98 in 100
// readings on a Zen 5 guest); with a busy sibling, half of the readings were 14 % below and more. A width from a table is not
// what was seen on this machine, with its clock and its memory, so more has to be missing there.
const (
	ofBest  = 0.95
	ofWidth = 0.90
)

// SiblingBusy says whether so many additions per cycle are fewer than the core does for one hardware thread alone: than the best
// that was seen on it, or than its width, where that is known. Where it is not and the sibling never rests, best is too low
// and nothing is seen.
func SiblingBusy(adds, best, width float64) bool {
	return adds < ofBest*best || adds < ofWidth*width
}

func timeAll(blocks int) time.Duration {
	start := time.Since(epoch)
	addAll(1, 3, blocks)
	return time.Since(epoch) - start
}
