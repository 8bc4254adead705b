package worker

import (
	"bytes"
	"fmt"
	"slices"

	"cpb/catalog"
	"cpb/internal/reference"
	"cpb/library"
)

// A cell is an op with its messages.
type cell struct {
	primitive catalog.Primitive
	op        library.Op
	calls     []library.Call // as the op has them
	given     []library.Call // as the witness has them: in place, too, with the messages as they were
	inPlace   bool           // outputs take the place of messages
	first     int            // calls to come, of those since the buffers were cleared, that find a message there and no output
	witness   witness
	next      int      // the call that the op goes on with
	memory    [][]byte // keys, IVs and signatures, of the library's making
	free      func([]byte)
}

func (c *cell) close() {
	if c.op != nil {
		c.op.Close()
	}
	for _, p := range c.memory {
		c.free(p)
	}
}

// newCell lays out the calls of a cell: messages and room for outputs in the arena, which all cells share, and what is its own.
func (s *server) newCell(q *PrepareRequest) (*cell, error) {
	p, ok := catalog.Lookup(q.Cell.Primitive)
	if !ok {
		return nil, fmt.Errorf("no primitive %q in this program", q.Cell.Primitive)
	}
	op, size := q.Cell.Operation, q.Cell.SizeBytes
	if !p.Sized() {
		size = p.InBytes
	}
	c := &cell{primitive: p, calls: s.arena.calls(Messages(p, op, size), size, p.Output(op, size)), free: s.lib.Free}
	if c.calls == nil {
		return nil, fmt.Errorf("no room was asked for %d bytes", size)
	}
	if err := s.equip(c, q); err != nil {
		c.close()
		return nil, err
	}
	c.given = c.calls
	if s.inPlace && op == catalog.Encrypt {
		c.inPlace = true
		c.calls = slices.Clone(c.given)
		for i := range c.calls {
			c.calls[i].In = c.calls[i].Out
		}
	}
	s.clear(c)
	return c, nil
}

// clear makes the outputs of a cell what they are before its calls.
func (s *server) clear(c *cell) {
	s.arena.clear(c.calls)
	c.first = len(c.calls)
	if c.inPlace {
		for i := range c.calls {
			copy(c.calls[i].In, c.given[i].In)
		}
	}
}

// equip gives the calls their key, IVs and signatures, and the cell its witness.
func (s *server) equip(c *cell, q *PrepareRequest) error {
	c.witness = &equal{seed: s.hash}
	switch q.Cell.Operation {
	case catalog.Encrypt:
		return s.equipCipher(c, q)
	case catalog.Sign, catalog.Verify:
		return s.equipKeys(c, q)
	}
	return nil
}

// own is content in memory of the library's, which the cell frees; nil where there is none.
func (s *server) own(c *cell, content []byte) ([]byte, error) {
	if content == nil {
		return nil, nil
	}
	buffer, err := s.lib.Alloc(len(content))
	if err != nil {
		return nil, err
	}
	c.memory = append(c.memory, buffer)
	copy(buffer, content)
	return buffer, nil
}

// equipCipher draws one key, and an IV for each call.
func (s *server) equipCipher(c *cell, q *PrepareRequest) error {
	p := c.primitive
	random := stream(s.seed, p.Slug)
	draw := func(n int) ([]byte, error) {
		if n == 0 {
			return nil, nil
		}
		content := make([]byte, n)
		random.Read(content)
		return s.own(c, content)
	}
	key, err := draw(p.KeyBytes)
	for i := range c.calls {
		if err != nil {
			return err
		}
		c.calls[i].Key = key
		c.calls[i].IV, err = draw(p.IVBytes)
	}
	if err == nil && p.Chained(q.Cell.Work) {
		c.witness = &chain{primitive: p, iv: bytes.Clone(c.calls[0].IV)}
	}
	return err
}

// equipKeys gives all calls the same test key, and those that verify a signature each.
func (s *server) equipKeys(c *cell, q *PrepareRequest) error {
	slug := c.primitive.Slug
	keys, err := catalog.TestKeys(slug)
	if err != nil {
		return err
	}
	pair := keys[q.Key%len(keys)]
	der := pair.Private
	c.witness = &signer{slug: slug, public: pair.Public}
	given := q.Signatures
	if q.Cell.Operation == catalog.Verify {
		var made [][]byte
		if len(given) == 0 {
			if made, err = s.sign(slug, pair, c.calls); err != nil {
				return err
			}
			given = made
		}
		der, c.witness = pair.Public, verifier{made}
	}
	key, err := s.own(c, der)
	if err != nil {
		return err
	}
	for i := range c.calls {
		call := &c.calls[i]
		call.Key = key
		if q.Cell.Operation == catalog.Sign {
			continue
		}
		if call.Sig, err = s.own(c, given[i%len(given)]); err != nil {
			return err
		}
	}
	return nil
}

// sign has Go sign the digests of calls.
func (s *server) sign(slug string, pair catalog.TestKey, calls []library.Call) (signatures [][]byte, err error) {
	for _, call := range calls {
		sig, err := reference.Sign(slug, pair.Private, call.In, s.seed)
		if err != nil {
			return nil, err
		}
		signatures = append(signatures, sig)
	}
	return signatures, nil
}
