package worker

import (
	"bytes"
	"math/rand/v2"
	"unsafe"

	"cpb/library"
)

const (
	align        = 64
	page         = 4096
	maxMessages  = 16
	maxFootprint = 512 << 10 // bytes that the messages of a cell may take together
)

// Messages is how many messages of a size a cell rotates over: so many that a branch predictor cannot learn one by heart,
// and few enough for a second-level cache, so that long messages do not become a measurement of memory.
func Messages(size int) int {
	return max(1, min(maxMessages, maxFootprint/stride(size)))
}

// stride is the distance between two messages: aligned, with room for a canary behind each, and never such that they are
// all equal modulo the page size, where they would share cache sets.
func stride(size int) int {
	s := (size+align-1)/align*align + align
	if s%page == 0 {
		s += align
	}
	return s
}

// A Room is how many bytes the messages and the outputs of the cells to come take at most. Little of it is better: each page is
// a page fault in each process.
type Room struct {
	In  int `json:"in"`
	Out int `json:"out"`
}

// Add makes room for a cell of that size whose calls write so many bytes.
func (r *Room) Add(size, outBytes int) {
	r.In = max(r.In, Messages(size)*stride(size))
	r.Out = max(r.Out, Messages(size)*stride(outBytes))
}

// An arena holds the input and output buffers that all cells of a process share. The input's content depends on the seed
// alone; where it lies, within a page, on the layout.
type arena struct {
	in, out []byte
}

func newArena(lib library.Library, q *OpenRequest) (*arena, error) {
	misalign := q.Misalign
	place := rand.New(rand.NewPCG(q.Layout, 1))
	a := new(arena)
	inAt := place.IntN(page / align)
	outAt := (inAt + 1 + place.IntN(page/align-1)) % (page / align) // not equal modulo a page
	for _, half := range []struct {
		p        *[]byte
		at, room int
	}{{&a.in, inAt, q.Room.In}, {&a.out, outAt, q.Room.Out}} {
		memory, err := lib.Alloc(half.room + page + misalign)
		if err != nil {
			return nil, err
		}
		base := int(uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % page)
		skip := (half.at*align - base + page) % page
		*half.p = memory[skip+misalign:][:half.room]
	}
	var key [32]byte
	for i := range 8 {
		key[i] = byte(q.Seed >> (8 * i))
	}
	rand.NewChaCha8(key).Read(a.in)
	return a, nil
}

// calls lays out the messages of a cell and its outputs.
func (a *arena) calls(size, outBytes int) []library.Call {
	calls := make([]library.Call, Messages(size))
	for i := range calls {
		in, out := i*stride(size), i*stride(outBytes)
		calls[i].In = a.in[in : in+size : in+size]
		calls[i].Out = a.out[out : out+outBytes : out+outBytes]
	}
	return calls
}

// canary stands behind each output. What is left of the stride is longer.
var canary = bytes.Repeat([]byte{0xc5}, align)

// behind is where the canary of call i is.
func (a *arena) behind(calls []library.Call, i int) []byte {
	end := i*stride(len(calls[i].Out)) + len(calls[i].Out)
	return a.out[end : end+align]
}

// clear wipes the outputs of calls and sets the canaries behind them, which outputs of other cells overwrite.
func (a *arena) clear(calls []library.Call) {
	for i := range calls {
		clear(calls[i].Out)
		copy(a.behind(calls, i), canary)
	}
}

// intact reports whether the canaries behind the outputs of calls still stand.
func (a *arena) intact(calls []library.Call) bool {
	for i := range calls {
		if !bytes.Equal(a.behind(calls, i), canary) {
			return false
		}
	}
	return true
}
