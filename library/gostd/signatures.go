package gostd

import (
	"strings"

	"cpb/catalog"
	"cpb/library"
)

// A scheme is a kind of signatures, in the DER that the contract has keys and signatures in.
type scheme[Private, Public any] struct {
	parsePrivate func(der []byte) (Private, error)
	parsePublic  func(der []byte) (Public, error)
	sign         func(key Private, digest []byte) (sig []byte, err error)
	verify       func(key Public, digest, sig []byte) error // an error where sig does not hold
	random       string                                     // library.Offer.Random of signing
}

func signatureWay(p catalog.Primitive, c library.Cell) (way, bool) {
	family, _, _ := strings.Cut(p.Slug, "-")
	switch {
	case c.Interface != std:
		return way{}, false
	case family == "rsa":
		return rsaScheme.way(p, c), true
	case family == "dsa":
		return dsaScheme().way(p, c), true
	}
	return way{}, false
}

func (s scheme[Private, Public]) way(p catalog.Primitive, c library.Cell) way {
	if c.Operation == catalog.Sign {
		return way{
			start:  keyed(c.Work, s.parsePrivate, s.signCall),
			check:  func() error { return s.check(p) },
			random: s.random,
		}
	}
	return way{
		start: keyed(c.Work, s.parsePublic, s.verifyCall),
		check: func() error { return s.check(p) },
	}
}

func (s scheme[Private, Public]) signCall(key Private, c *library.Call) bool {
	sig, err := s.sign(key, c.In)
	return err == nil && copy(c.Out, sig) == len(sig)
}

func (s scheme[Private, Public]) verifyCall(key Public, c *library.Call) bool {
	return s.verify(key, c.In, c.Sig) == nil
}

// keyed makes calls with a key that is parsed before or, fresh, in each of them.
func keyed[Key any](w catalog.Work, parse func(der []byte) (Key, error), call func(Key, *library.Call) bool) starter {
	return func(first *library.Call) (func(*library.Call) bool, error) {
		key, err := parse(first.Key)
		if err != nil {
			return nil, err
		}
		if w == catalog.Message {
			return func(c *library.Call) bool { return call(key, c) }, nil
		}
		return func(c *library.Call) bool {
			key, err := parse(c.Key)
			return err == nil && call(key, c)
		}, nil
	}
}

// check signs and verifies with a test key: Go has the same limits for both.
func (s scheme[Private, Public]) check(p catalog.Primitive) error {
	keys, err := catalog.TestKeys(p.Slug)
	if err != nil {
		return err
	}
	private, err := s.parsePrivate(keys[0].Private)
	if err != nil {
		return err
	}
	public, err := s.parsePublic(keys[0].Public)
	if err != nil {
		return err
	}
	digest := make([]byte, p.InBytes)
	sig, err := s.sign(private, digest)
	if err != nil {
		return err
	}
	return s.verify(public, digest, sig)
}
