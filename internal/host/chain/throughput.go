package chain

import "time"

// allBlocks makes a long piece of independent additions take 3 to 5 µs at 4 to 6 additions a cycle and 3 to 5 GHz: half of what the
// pieces of the chains take, for a figure that need not be as fine.
const allBlocks = 257

func timeAll(blocks int) time.Duration {
	start := time.Since(epoch)
	addAll(1, 3, blocks)
	return time.Since(epoch) - start
}
