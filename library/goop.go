package library

import "time"

// A GoOp is an op of a library written in Go: the counterpart of the C loop in internal/shim.
type GoOp struct {
	run   func(*Call) bool
	calls []Call
	next  int
}

// NewGoOp returns an op that calls run over calls in turn. run reports whether the library succeeded.
func NewGoOp(run func(*Call) bool, calls []Call) *GoOp {
	return &GoOp{run: run, calls: calls}
}

// Time implements Op. It must not allocate: what run allocates is the library's.
func (o *GoOp) Time(warm, count int, slices []int64) (failures int64) {
	failures = o.loop(warm)
	begin := time.Since(epoch)
	for i := range slices {
		failures += o.loop(count)
		now := time.Since(epoch)
		slices[i] = int64(now - begin)
		begin = now
	}
	return failures
}

// epoch has a reading of the monotonic clock: time.Since of it reads that clock alone.
var epoch = time.Now()

func (o *GoOp) loop(n int) (failures int64) {
	run, calls, at := o.run, o.calls, o.next
	for range n {
		if !run(&calls[at]) {
			failures++
		}
		if at++; at == len(calls) {
			at = 0
		}
	}
	o.next = at
	return failures
}

// Period implements Op.
func (o *GoOp) Period() int { return 1 }

// Close implements Op.
func (o *GoOp) Close() {}

// GoMemory gives Go libraries the memory half of Library.
type GoMemory struct{}

// Alloc implements Library.
func (GoMemory) Alloc(n int) ([]byte, error) {
	const align = 64
	p := make([]byte, n+align)
	off := int(-addr(p) & (align - 1))
	return p[off : off+n : off+n], nil
}

// Free implements Library.
func (GoMemory) Free([]byte) {}

// Empty implements Library.
func (GoMemory) Empty() (Op, error) {
	return NewGoOp(func(*Call) bool { return true }, make([]Call, 16)), nil
}
