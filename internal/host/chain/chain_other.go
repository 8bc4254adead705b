//go:build !amd64 && !arm64

package chain

const supported = false

func addChain(a, b uint64, blocks int) uint64 { return 0 }
func mulChain(a, b uint64, blocks int) uint64 { return 0 }
func addAll(a, b uint64, blocks int) uint64   { return 0 }

func pieceScale() int { return 1 }

// Identify knows no core of this architecture.
func Identify(cpu int) Core { return Core{} }
