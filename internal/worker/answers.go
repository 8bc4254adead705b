package worker

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"

	"cpb/catalog"
	"cpb/library"
)

// knownAnswers checks the op of a cell against the standard's answers. Signatures with random numbers in them have none: those that
// it makes are verified instead.
func (s *server) knownAnswers(c library.Cell) error {
	answers, err := catalog.KnownAnswers(c.Primitive)
	if err != nil {
		return err
	}
	held := 0
	for _, a := range answers {
		if a.Operation != c.Operation {
			continue
		}
		call := library.Call{Key: a.Key, IV: a.IV, In: a.In, Out: make([]byte, len(a.Out)), Sig: a.Sig}
		failed, err := s.once(c, &call)
		switch {
		case err != nil:
			return fmt.Errorf("known answer %s: %w", a.Source, err)
		case failed:
			return fmt.Errorf("known answer %s: the call returned a failure", a.Source)
		case !bytes.Equal(call.Out, a.Out):
			return fmt.Errorf("known answer %s: got %s, want %s", a.Source, short(call.Out), short(a.Out))
		}
		held++
	}
	if held == 0 && c.Operation != catalog.Sign {
		return fmt.Errorf("the catalogue has no known answer for %s %s", c.Operation, c.Primitive)
	}
	return nil
}

// refuses checks that a signature does not hold for another digest, nor one that was changed: who says yes to everything is fast.
func (s *server) refuses(c library.Cell, good library.Call) error {
	for what, of := range map[string]func(*library.Call) []byte{
		"of another digest": func(call *library.Call) []byte { return call.In },
		"that was changed":  func(call *library.Call) []byte { return call.Sig },
	} {
		bad := good
		bad.In, bad.Sig = bytes.Clone(good.In), bytes.Clone(good.Sig)
		changed := of(&bad)
		changed[len(changed)-1] ^= 1
		// That it is refused before the call is as good.
		if failed, err := s.once(c, &bad); err == nil && !failed {
			return errors.New("it accepts a signature " + what)
		}
	}
	return nil
}

// once makes an op of one call in memory of the library's, calls it once, and copies the output back.
func (s *server) once(at library.Cell, call *library.Call) (failed bool, err error) {
	c := &cell{free: s.lib.Free}
	defer c.close()
	var own library.Call
	for _, buffer := range []struct {
		to      *[]byte
		content []byte
	}{{&own.Key, call.Key}, {&own.IV, call.IV}, {&own.In, call.In}, {&own.Out, call.Out}, {&own.Sig, call.Sig}} {
		if *buffer.to, err = s.own(c, buffer.content); err != nil {
			return false, err
		}
	}
	if p, _ := catalog.Lookup(at.Primitive); p.Sized() {
		at.SizeBytes = len(call.In)
	}
	if c.op, err = s.lib.Prepare(at, []library.Call{own}); err != nil {
		return false, err
	}
	failed = c.op.Time(0, 1, s.slices[:1]) > 0
	copy(call.Out, own.Out)
	return failed, nil
}

// short is the beginning of p in hex.
func short(p []byte) string {
	if len(p) > 8 {
		return hex.EncodeToString(p[:8]) + "…"
	}
	return hex.EncodeToString(p)
}
