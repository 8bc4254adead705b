package worker

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
)

const (
	align        = 64
	page         = 4096
	maxMessages  = 16
	maxDigests   = 4
	maxFootprint = 512 << 10 // bytes that the messages of a cell and its outputs may take together
)

// Messages is how many messages of a size a cell rotates over: so many that a branch predictor cannot learn one by heart,
// and few enough for a second-level cache, so that long messages do not become a measurement of memory. Signatures are made of a
// few digests: all are made and checked before anything is timed.
func Messages(p catalog.Primitive, op catalog.Operation, size int) int {
	if !p.Sized() {
		return maxDigests
	}
	return max(2, min(maxMessages, maxFootprint/(stride(size)+stride(p.Output(op, size)))))
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

// Add makes room for p's cells of that size.
func (r *Room) Add(p catalog.Primitive, size int) {
	if !p.Sized() {
		size = p.InBytes
	}
	for _, op := range p.Operations {
		n := Messages(p, op, size)
		r.In = max(r.In, n*stride(size))
		r.Out = max(r.Out, n*stride(p.Output(op, size)))
	}
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
	stream(q.Seed, "").Read(a.in)
	return a, nil
}

// stream has the bytes that follow from the seed of a run, for one purpose.
func stream(seed uint64, purpose string) *rand.ChaCha8 {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	copy(key[8:], purpose)
	return rand.NewChaCha8(key)
}

// calls lays out n messages of a cell and its outputs; nil where there was no room made for them.
func (a *arena) calls(n, size, outBytes int) []library.Call {
	if n*stride(size) > len(a.in) || n*stride(outBytes) > len(a.out) {
		return nil
	}
	calls := make([]library.Call, n)
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
