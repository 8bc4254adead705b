package librarytest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"cpb/library"
)

// rotated is the number of messages that a batch rotates over when cpb measures.
const rotated = 16

// canaryBytes is the room at each end of a guarded buffer. It keeps the buffer aligned as Alloc makes it.
const canaryBytes = 64

const canary = 0xC5

// A batch is calls whose buffers come from the library, and what each must come to.
type batch struct {
	lib      library.Library
	calls    []library.Call
	messages [][]byte // copies of the inputs
	want     [][]byte
	memory   [][]byte // what Alloc returned
	guard    int      // bytes of canary at each end of memory
}

// newBatch makes one call per message. With guard 0 each buffer is all that Alloc returned.
func newBatch(lib library.Library, messages, want [][]byte, guard int) (*batch, error) {
	b := &batch{lib: lib, messages: messages, want: want, guard: guard}
	for i := range messages {
		in, err := b.alloc(len(messages[i]))
		if err != nil {
			b.free()
			return nil, err
		}
		copy(in, messages[i])
		out, err := b.alloc(len(want[i]))
		if err != nil {
			b.free()
			return nil, err
		}
		b.calls = append(b.calls, library.Call{In: in, Out: out})
	}
	return b, nil
}

// hashBatch makes n calls that hash messages of size bytes; salt makes other messages.
func hashBatch(lib library.Library, slug string, n, size int, salt uint64, guard int) (*batch, error) {
	messages := make([][]byte, n)
	want := make([][]byte, n)
	for i := range messages {
		messages[i] = message(size, salt+uint64(i))
		var err error
		if want[i], err = digest(slug, messages[i]); err != nil {
			return nil, err
		}
	}
	return newBatch(lib, messages, want, guard)
}

// message is size bytes that are random and always the same.
func message(size int, number uint64) []byte {
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], uint64(size))
	binary.LittleEndian.PutUint64(seed[8:], number)
	p := make([]byte, size)
	rand.NewChaCha8(seed).Read(p) // never fails
	return p
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

// check looks at every buffer: called says which calls were made since the outputs were cleared.
func (b *batch) check(called func(i int) bool) error {
	for i, c := range b.calls {
		switch {
		case !called(i) && !zero(c.Out):
			return fmt.Errorf("call %d was not to be made", i)
		case called(i) && zero(c.Out):
			return fmt.Errorf("call %d was not made", i)
		case called(i) && !bytes.Equal(c.Out, b.want[i]):
			return fmt.Errorf("message %d of %d bytes gives %x, want %x", i, len(c.In), c.Out, b.want[i])
		case !bytes.Equal(c.In, b.messages[i]):
			return fmt.Errorf("message %d of %d bytes was changed", i, len(c.In))
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

func all(int) bool { return true }

func zero(p []byte) bool { return len(bytes.TrimLeft(p, "\x00")) == 0 }

// prepare makes an op of c over b.
func (s *suite) prepare(c cell, b *batch) (library.Op, error) {
	at := c.Cell
	at.SizeBytes = len(b.messages[0])
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
	return op, nil
}

// run makes the calls of one sample, in three slices where they divide.
func run(op library.Op, warm, count int) error {
	slices := make([]int64, 1)
	if count%3 == 0 {
		slices = make([]int64, 3)
	}
	if failures := op.Time(warm, count/len(slices), slices); failures != 0 {
		return fmt.Errorf("%d of %d calls fail", failures, warm+count)
	}
	for _, ns := range slices {
		if ns < 0 {
			return fmt.Errorf("%d calls took %d ns", count/len(slices), ns)
		}
	}
	return nil
}

// runAll makes each call of b once and checks it.
func runAll(op library.Op, b *batch) error {
	b.clear()
	if err := run(op, 0, len(b.calls)); err != nil {
		return err
	}
	return b.check(all)
}
