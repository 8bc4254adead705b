package catalog

import (
	"cmp"
	"embed"
	"fmt"
)

// A KnownAnswer is one example that a standard, or whoever else can be named, gives for a primitive. What an operation has not
// got is nil.
type KnownAnswer struct {
	Operation Operation
	Key, IV   []byte // the key of sign and verify is DER, as in TestKey
	In, Out   []byte
	Sig       []byte // the signature that is verified
	Source    string // document and section
}

// answers holds one file per primitive, answers/SLUG.txt, with one known answer a line:
//
//	hash in="abc" out=ba7816bf8f01cfea source="FIPS 180-2, appendix B.1"
//	hash in="a"*1000000 out=cdc76e5c9914fb92 source="FIPS 180-2, appendix B.3"
//	encrypt key=2b7e1516 iv=00*16 in=6bc1bee2 out=3ad77bb4 source="SP 800-38A, section F.2.1"
//	sign key=3082025d in=0f5ab1c8 out=0b208005 source="NIST CAVP, SigGen15_186-2.txt"
//	verify key=30819f30 in=0f5ab1c8 sig=0b208005 source="NIST CAVP, SigGen15_186-2.txt"
//
// First comes the operation, then its fields as NAME=VALUE in any order. A VALUE is hex digits or a Go string in double quotes,
// and may be repeated: VALUE*COUNT. Empty lines and lines that begin with # do not count.
//
// What is encrypted is one call with key and IV just set, whichever the work; nothing is padded.
//
//go:embed answers/*.txt
var answers embed.FS

// KnownAnswers returns the known answers of the primitive with that slug. They are read anew in each call: a worker that
// needs none starts without them.
func KnownAnswers(slug string) ([]KnownAnswer, error) {
	p, ok := Lookup(slug)
	if !ok || p.Slug != slug {
		return nil, &Unknown{What: "primitive", Name: slug, Nearest: Nearest(slug, spelled())}
	}
	file := "answers/" + slug + ".txt"
	text, err := answers.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s has no known answers: %w", slug, err)
	}
	return parseAnswers(p, file, string(text))
}

// fieldsOf lists the fields of a line for op: all are needed, and no other may be there.
func (p Primitive) fieldsOf(op Operation) []string {
	switch {
	case op == Encrypt && p.IVBytes > 0:
		return []string{"key", "iv", "in", "out", "source"}
	case op == Encrypt, op == Sign:
		return []string{"key", "in", "out", "source"}
	case op == Verify:
		return []string{"key", "in", "sig", "source"}
	}
	return []string{"in", "out", "source"}
}

// check says whether a, which has its operation's fields, can be an answer of p.
func (a KnownAnswer) check(p Primitive) error {
	switch a.Operation {
	case Encrypt:
		if !p.Takes(len(a.In)) {
			return fmt.Errorf("in has %d bytes, %s takes blocks of %d", len(a.In), p.Slug, p.Model.BlockBytes)
		}
		return cmp.Or(
			length("key", a.Key, p.KeyBytes),
			length("iv", a.IV, p.IVBytes),
			length("out", a.Out, p.Output(Encrypt, len(a.In))),
		)
	case Sign:
		return cmp.Or(length("in", a.In, p.InBytes), p.checkSignature("out", a.Out))
	case Verify:
		return cmp.Or(length("in", a.In, p.InBytes), p.checkSignature("sig", a.Sig))
	}
	return length("out", a.Out, p.OutBytes)
}

// checkSignature checks the length of a signature. RSA's is as long as the modulus; DSA's is DER, of integers that may be short.
func (p Primitive) checkSignature(field string, sig []byte) error {
	if p.OutBytes == p.Bits/8 {
		return length(field, sig, p.OutBytes)
	}
	if len(sig) > p.OutBytes {
		return fmt.Errorf("%s has %d bytes, not at most %d", field, len(sig), p.OutBytes)
	}
	return nil
}

func length(field string, value []byte, want int) error {
	if len(value) != want {
		return fmt.Errorf("%s has %d bytes, not %d", field, len(value), want)
	}
	return nil
}
