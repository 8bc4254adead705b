package worker

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/maphash"

	"cpb/catalog"
	"cpb/internal/reference"
	"cpb/library"
)

// A witness tells whether what calls left behind is right.
type witness interface {
	// first is asked when each call was made once, and puts what others are to compare with into p. all asks for each output.
	first(calls []library.Call, p *Prepared, all bool) error
	// after is asked when n calls were made, from call next on.
	after(calls []library.Call, next, n int) error
	// passed is told of n calls that cannot be looked at.
	passed(calls []library.Call, next, n int)
}

// digest is SHA-256 over the outputs, in hex.
func digest(calls []library.Call) string {
	d := sha256.New()
	for _, call := range calls {
		d.Write(call.Out)
	}
	return hex.EncodeToString(d.Sum(nil))
}

// equal is the witness of calls that give the same each time.
type equal struct {
	seed   maphash.Seed
	expect []uint64 // hash of each output
}

func (w *equal) first(calls []library.Call, p *Prepared, _ bool) error {
	p.Digest = digest(calls)
	for _, call := range calls {
		w.expect = append(w.expect, maphash.Bytes(w.seed, call.Out))
	}
	return nil
}

func (w *equal) after(calls []library.Call, next, n int) error {
	for i := range min(n, len(w.expect)) { // at most one round: the calls that were made, each once
		at := (next + i) % len(calls)
		if maphash.Bytes(w.seed, calls[at].Out) != w.expect[at] {
			return errors.New("its output changed: not what the same call gave before")
		}
	}
	return nil
}

func (*equal) passed([]library.Call, int, int) {}

// chain is the witness of calls that go on from the last block of the call before: the same never comes again. What the last call
// gave is held against Go's answer.
type chain struct {
	primitive catalog.Primitive
	iv        []byte // that the next call goes on from
}

func (w *chain) first(calls []library.Call, p *Prepared, _ bool) error {
	p.Digest = digest(calls)
	return nil
}

func (w *chain) after(calls []library.Call, next, n int) error {
	if n == 0 {
		return nil
	}
	last := &calls[(next+n-1)%len(calls)]
	if n > 1 {
		w.keep(&calls[(next+n-2)%len(calls)])
	}
	want, err := reference.Encrypt(w.primitive.Slug, last.Key, w.iv, last.In)
	if err != nil {
		return err
	}
	if string(want) != string(last.Out) {
		return errors.New("its output is wrong: not what Go makes of the same message in the same chain")
	}
	w.keep(last)
	return nil
}

func (w *chain) passed(calls []library.Call, next, n int) {
	w.keep(&calls[(next+n-1)%len(calls)])
}

// keep has the next call go on from what call gave.
func (w *chain) keep(call *library.Call) {
	copy(w.iv, call.Out[len(call.Out)-len(w.iv):])
}

// signer is the witness of signatures, which may hold random numbers. Go verifies them: of many the last, which tells of all
// that were made the same way.
type signer struct {
	slug   string
	public []byte
}

func (w *signer) first(calls []library.Call, p *Prepared, all bool) error {
	if !all {
		return nil
	}
	for i := range calls {
		sig, err := w.signature(&calls[i])
		if err != nil {
			return err
		}
		p.Signatures = append(p.Signatures, bytes.Clone(sig)) // the next calls overwrite it
	}
	return nil
}

func (w *signer) after(calls []library.Call, next, n int) error {
	if n == 0 {
		return nil
	}
	_, err := w.signature(&calls[(next+n-1)%len(calls)])
	return err
}

func (*signer) passed([]library.Call, int, int) {}

// signature is what call made, verified.
func (w *signer) signature(call *library.Call) ([]byte, error) {
	sig, err := reference.Trim(w.slug, call.Out)
	if err == nil {
		err = reference.Verify(w.slug, w.public, call.In, sig)
	}
	if err != nil {
		return nil, fmt.Errorf("its signature is wrong: Go says: %w", err)
	}
	return sig, nil
}

// verifier is the witness of calls that verify signatures: they tell all by not failing.
type verifier struct{ made [][]byte } // what Go signed for it

func (w verifier) first(_ []library.Call, p *Prepared, _ bool) error {
	p.Signatures = w.made
	return nil
}

func (verifier) after([]library.Call, int, int) error { return nil }
func (verifier) passed([]library.Call, int, int)      {}
