//go:build amd64 || arm64

package chain

const supported = true

// addChain returns a + b × 256 × blocks, modulo 2⁶⁴, made by as many dependent register additions. blocks is at least 1.
//
//go:noescape
func addChain(a, b uint64, blocks int) uint64

// mulChain returns a × b^(256 × blocks), modulo 2^mulBits, made by as many dependent register multiplications. blocks is at
// least 1.
//
//go:noescape
func mulChain(a, b uint64, blocks int) uint64

// addAll makes 256 × blocks additions of b to eight registers in turn, which begin as a, and returns the registers as digits of a
// number to the base of three, modulo 2⁶⁴. blocks is at least 1.
//
//go:noescape
func addAll(a, b uint64, blocks int) uint64
