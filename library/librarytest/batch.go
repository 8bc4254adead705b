package librarytest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"cpb/library"
)

// rotated is the number of messages that a batch rotates over when cpb measures.
const rotated = 16

// canaryBytes is the room at each end of a guarded buffer. It keeps the buffer aligned as Alloc makes it.
const canaryBytes = 64

const canary = 0xC5

// A batch is calls whose buffers come from the library, and what they must come to.
type batch struct {
	lib    library.Library
	calls  []library.Call
	given  []library.Call // copies of what the calls are given
	expect expectation
	memory [][]byte // what Alloc returned
	guard  int      // bytes of canary at each end of memory
}

// An expectation says what is right.
type expectation interface {
	// begin is told that an op was prepared.
	begin()
	// right is an error where the calls made, in that order, have left behind something wrong. It is told of every call.
	right(calls []library.Call, made []int) error
}

// newBatch copies what is given into buffers of the library, with outBytes for each output. With guard 0 each buffer is all that
// Alloc returned.
func newBatch(lib library.Library, given []library.Call, outBytes int, expect expectation, guard int) (*batch, error) {
	b := &batch{lib: lib, given: given, expect: expect, guard: guard}
	for _, g := range given {
		call := library.Call{}
		for _, buffer := range []struct {
			to      *[]byte
			content []byte
		}{{&call.Key, g.Key}, {&call.IV, g.IV}, {&call.In, g.In}, {&call.Out, make([]byte, outBytes)}, {&call.Sig, g.Sig}} {
			if buffer.content == nil {
				continue
			}
			p, err := b.alloc(len(buffer.content))
			if err != nil {
				b.free()
				return nil, err
			}
			copy(p, buffer.content)
			*buffer.to = p
		}
		b.calls = append(b.calls, call)
	}
	return b, nil
}

func (b *batch) alloc(n int) ([]byte, error) {
	p, err := b.lib.Alloc(b.guard + n + b.guard)
	if err != nil {
		return nil, fmt.Errorf("alloc of %d bytes: %w", n, err)
	}
	b.memory = append(b.memory, p)
	for i := range b.guard {
		p[i], p[b.guard+n+i] = canary, canary
	}
	return p[b.guard : b.guard+n : b.guard+n], nil
}

func (b *batch) free() {
	for _, p := range b.memory {
		b.lib.Free(p)
	}
	b.memory = nil
}

// clear zeroes the outputs.
func (b *batch) clear() {
	for _, c := range b.calls {
		clear(c.Out)
	}
}

// check looks at every buffer: made are the calls that were made since the outputs were cleared, in order.
func (b *batch) check(made []int) error {
	for i, c := range b.calls {
		called := slices.Contains(made, i)
		switch {
		case !called && !zero(c.Out):
			return fmt.Errorf("call %d was not to be made", i)
		case called && len(c.Out) > 0 && zero(c.Out):
			return fmt.Errorf("call %d was not made", i)
		}
	}
	if err := b.expect.right(b.calls, made); err != nil {
		return err
	}
	for i, c := range b.calls {
		switch g := b.given[i]; {
		case !bytes.Equal(c.In, g.In):
			return fmt.Errorf("message %d of %d bytes was changed", i, len(c.In))
		case !bytes.Equal(c.Key, g.Key) || !bytes.Equal(c.IV, g.IV) || !bytes.Equal(c.Sig, g.Sig):
			return fmt.Errorf("key, IV or signature of call %d was changed", i)
		}
	}
	for _, p := range b.memory {
		for i := range b.guard {
			if p[i] != canary || p[len(p)-1-i] != canary {
				return fmt.Errorf("a buffer of %d bytes was written outside its ends", len(p)-2*b.guard)
			}
		}
	}
	return nil
}

// turns are the calls that n calls from call first on go to.
func (b *batch) turns(first, n int) []int {
	made := make([]int, n)
	for i := range made {
		made[i] = (first + i) % len(b.calls)
	}
	return made
}

func zero(p []byte) bool { return len(bytes.TrimLeft(p, "\x00")) == 0 }

// prepare makes an op of c over b.
func (s *suite) prepare(c cell, b *batch) (library.Op, error) {
	at := c.Cell
	if c.primitive().Sized() {
		at.SizeBytes = len(b.calls[0].In)
	}
	op, err := s.lib.Prepare(at, b.calls)
	switch {
	case err != nil:
		return nil, fmt.Errorf("prepare at %d bytes: %w", at.SizeBytes, err)
	case op == nil:
		return nil, errors.New("prepare returns neither an op nor an error")
	case op.Period() < 1:
		op.Close()
		return nil, fmt.Errorf("the period is %d", op.Period())
	}
	b.expect.begin()
	return op, nil
}

// run makes the calls of one sample, in three slices where they divide.
func run(op library.Op, warm, count int) error {
	failures, err := timed(op, warm, count)
	if err == nil && failures != 0 {
		err = fmt.Errorf("%d of %d calls fail", failures, warm+count)
	}
	return err
}

func timed(op library.Op, warm, count int) (failures int64, err error) {
	slices := make([]int64, 1)
	if count%3 == 0 {
		slices = make([]int64, 3)
	}
	failures = op.Time(warm, count/len(slices), slices)
	for _, ns := range slices {
		if ns < 0 {
			return failures, fmt.Errorf("%d calls took %d ns", count/len(slices), ns)
		}
	}
	return failures, nil
}

// runAll makes each call of b once and checks it.
func runAll(op library.Op, b *batch) error {
	b.clear()
	if err := run(op, 0, len(b.calls)); err != nil {
		return err
	}
	return b.check(b.turns(0, len(b.calls)))
}
