//go:build amd64 || arm64

package chain

import (
	"math"
	"testing"
)

// The value of a chain is that of the same number of steps in Go: the assembly executes as many as it is said to, no more and
// no fewer.
func TestSteps(t *testing.T) {
	mask := uint64(math.MaxUint64) >> (64 - mulBits)
	for _, start := range []struct{ a, b uint64 }{{1, 3}, {0, 1}, {0x0123456789abcdef, 0xfedcba9876543211}, {1 << 63, 5}, {7, 1<<32 + 1}} {
		for _, blocks := range []int{1, 2, 3, shortBlocks, mulBlocks, addBlocks, allBlocks, 4 * addBlocks} {
			sum, product := start.a, start.a
			for range blocks * blockSteps {
				sum += start.b
				product *= start.b
			}
			if got := addChain(start.a, start.b, blocks); got != sum {
				t.Errorf("addChain(%#x, %#x, %d) = %#x, want %#x", start.a, start.b, blocks, got, sum)
			}
			if got := mulChain(start.a, start.b, blocks); got != product&mask {
				t.Errorf("mulChain(%#x, %#x, %d) = %#x, want %#x", start.a, start.b, blocks, got, product&mask)
			}
			var registers [8]uint64
			for i := range registers {
				registers[i] = start.a
			}
			for i := range blocks * blockSteps {
				registers[i%len(registers)] += start.b
			}
			digits := uint64(0)
			for _, r := range registers {
				digits = 3*digits + r
			}
			if got := addAll(start.a, start.b, blocks); got != digits {
				t.Errorf("addAll(%#x, %#x, %d) = %#x, want %#x", start.a, start.b, blocks, got, digits)
			}
		}
	}
}
