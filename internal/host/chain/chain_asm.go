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
