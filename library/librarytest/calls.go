package librarytest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"cpb/catalog"
	"cpb/internal/reference"
	"cpb/library"
)

// A length is what calls of a batch have in common.
type length struct {
	calls int
	bytes int    // of a message; where that cannot be chosen, which of the test keys is used
	salt  uint64 // makes other messages
	guard int
}

// batch makes calls of c.
func (s *suite) batch(c cell, l length) (*batch, error) {
	p := c.primitive()
	given := make([]library.Call, l.calls)
	size := l.bytes
	if !p.Sized() {
		size = p.InBytes
	}
	for i := range given {
		given[i].In = message(size, l.salt+uint64(i))
		if p.IVBytes > 0 {
			given[i].IV = message(p.IVBytes, l.salt+uint64(i))
		}
		if p.KeyBytes > 0 {
			given[i].Key = message(p.KeyBytes, l.salt)
		}
	}
	expect, err := s.expectation(c, l, given)
	if err != nil {
		return nil, err
	}
	return newBatch(s.lib, given, p.Output(c.Operation, size), expect, l.guard)
}

// expectation is what calls of c must come to, and completes what they are given: keys and signatures.
func (s *suite) expectation(c cell, l length, given []library.Call) (expectation, error) {
	p := c.primitive()
	switch c.Operation {
	case catalog.Hash:
		e := make(outputs, len(given))
		for i, g := range given {
			var err error
			if e[i], err = reference.Hash(p.Slug, g.In); err != nil {
				return nil, err
			}
		}
		return e, nil
	case catalog.Encrypt:
		if p.Chained(c.Work) {
			return &chain{primitive: p, first: given[0].IV}, nil
		}
		return s.encrypted(c, given)
	case catalog.Sign, catalog.Verify:
		keys, err := catalog.TestKeys(p.Slug)
		if err != nil {
			return nil, err
		}
		key := keys[l.bytes%len(keys)]
		for i := range given {
			if given[i].Key = key.Private; c.Operation == catalog.Sign {
				continue
			}
			given[i].Key = key.Public
			if given[i].Sig, err = reference.Sign(p.Slug, key.Private, given[i].In, l.salt); err != nil {
				return nil, err
			}
		}
		if c.Operation == catalog.Sign {
			return signatures{p.Slug, key.Public}, nil
		}
		return outputs(nil), nil
	}
	return nil, fmt.Errorf("the suite cannot make calls of %s", c.Operation)
}

// encrypted is what Go makes of messages that are encrypted each by itself; where Go has not got the cipher, what the library does
// in an op of one call. That is held against the known answers, like all ops of one call.
func (s *suite) encrypted(c cell, given []library.Call) (expectation, error) {
	e := make(outputs, len(given))
	for i, g := range given {
		var err error
		e[i], err = reference.Encrypt(c.Primitive, g.Key, g.IV, g.In)
		if errors.Is(err, reference.ErrNone) {
			e[i], err = s.alone(c, g)
		}
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// alone is the output of an op of one call.
func (s *suite) alone(c cell, given library.Call) ([]byte, error) {
	b, err := newBatch(s.lib, []library.Call{given}, len(given.In), outputs(nil), 0)
	if err != nil {
		return nil, err
	}
	defer b.free()
	op, err := s.prepare(c, b)
	if err != nil {
		return nil, err
	}
	defer op.Close()
	err = run(op, 0, 1)
	return bytes.Clone(b.calls[0].Out), err
}

// outputs are the right outputs of calls that each stand by themselves; nil where there is nothing to be compared.
type outputs [][]byte

func (outputs) begin() {}

func (e outputs) right(calls []library.Call, made []int) error {
	for _, i := range made {
		if e != nil && !bytes.Equal(calls[i].Out, e[i]) {
			return fmt.Errorf("message %d of %d bytes gives %x, want %x", i, len(calls[i].In), brief(calls[i].Out), brief(e[i]))
		}
	}
	return nil
}

// brief is the beginning of an output, for an error.
func brief(p []byte) []byte { return p[:min(len(p), 64)] }

// A chain is calls that go on from the last block of the call before, as CBC does where no IV is set.
type chain struct {
	primitive catalog.Primitive
	first     []byte // the IV that an op begins with
	iv        []byte
}

func (e *chain) begin() { e.iv = e.first }

func (e *chain) right(calls []library.Call, made []int) error {
	want := make([][]byte, len(calls))
	for _, i := range made {
		out, err := reference.Encrypt(e.primitive.Slug, calls[i].Key, e.iv, calls[i].In)
		if err != nil {
			return err
		}
		want[i] = out
		e.iv = out[len(out)-e.primitive.IVBytes:]
	}
	for i, out := range want {
		if out != nil && !bytes.Equal(calls[i].Out, out) {
			return fmt.Errorf("message %d of %d bytes in a chain gives %x, want %x", i, len(calls[i].In), brief(calls[i].Out), brief(out))
		}
	}
	return nil
}

// signatures hold for the digests that were signed, whatever random numbers are in them.
type signatures struct {
	slug   string
	public []byte
}

func (signatures) begin() {}

func (e signatures) right(calls []library.Call, made []int) error {
	seen := map[int]bool{}
	for _, i := range made {
		if seen[i] {
			continue
		}
		seen[i] = true
		sig, err := reference.Trim(e.slug, calls[i].Out)
		if err == nil {
			err = reference.Verify(e.slug, e.public, calls[i].In, sig)
		}
		if err != nil {
			return fmt.Errorf("signature %d, %x: %w", i, brief(calls[i].Out), err)
		}
	}
	return nil
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
