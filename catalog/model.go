package catalog

// A ModelKind says how the time of one call grows with its size.
type ModelKind string

// The kinds of cost model.
const (
	Blocks ModelKind = "blocks" // fixed + block × number of blocks
	Bytes  ModelKind = "bytes"  // fixed + byte × size
	None   ModelKind = "none"   // no size: signatures and the like
)

// A Model is how the time of one call grows with its size.
type Model struct {
	Kind       ModelKind
	BlockBytes int  // bytes that one run of the block function takes
	PadBytes   int  // least bytes of padding that are processed after the input (Merkle–Damgård: 1 and the length)
	Whole      bool // whether an input must be whole blocks
	Least      int  // blocks that a call processes at least
}

// Blocks is the number of blocks that a call of size bytes processes.
func (m Model) Blocks(size int) int {
	return max(m.Least, (size+m.PadBytes+m.BlockBytes-1)/m.BlockBytes)
}
