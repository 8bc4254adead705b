//go:build cgo

package gcrypt

// #include "gcrypt.h"
import "C"

import (
	"encoding/asn1"
	"fmt"
	"math/big"
	"unsafe"

	"cpb/catalog"
	"cpb/internal/shim"
	"cpb/library"
	"cpb/library/clib"
)

// A signature is one algorithm with keys of one size.
type signature struct {
	primitive string
	scheme    scheme
}

// signatures is every algorithm that libgcrypt has of the catalogue, in its order.
var signatures = []signature{
	{"dsa-512", dsaScheme},
	{"dsa-1024", dsaScheme},
	{"dsa-2048", dsaScheme},
	{"rsa-1024", rsaScheme},
	{"rsa-2048", rsaScheme},
	{"rsa-4096", rsaScheme},
}

// A use is an operation with a key: what is timed of each work, and the functions that it needs.
type use struct {
	operation catalog.Operation
	ops       map[catalog.Work]*C.struct_cpb_op
	symbols   []string
}

var uses = []use{
	{
		catalog.Sign,
		map[catalog.Work]*C.struct_cpb_op{catalog.Message: &C.cpb_gcrypt_sign, catalog.FreshKey: &C.cpb_gcrypt_sign_fresh},
		[]string{"gcry_pk_sign", "gcry_sexp_find_token", "gcry_sexp_nth_data"},
	},
	{
		catalog.Verify,
		map[catalog.Work]*C.struct_cpb_op{catalog.Message: &C.cpb_gcrypt_verify, catalog.FreshKey: &C.cpb_gcrypt_verify_fresh},
		[]string{"gcry_pk_verify"},
	},
}

// usableKey says why the library cannot use keys of s for u.
func (l *lib) usableKey(s signature, u use, alg *C.struct_cpb_gcrypt_signature) error {
	if err := l.have(s.primitive, append([]string{"gcry_pk_algo_info", "gcry_sexp_new", "gcry_sexp_release"}, u.symbols...)); err != nil {
		return err
	}
	if err := l.refused(C.cpb_gcrypt_key_refusal(l.c, C.int(s.scheme.algo))); err != nil {
		return err
	}
	if C.cpb_gcrypt_fips(l.c) == 0 {
		return nil
	}
	return l.trial(s, u, alg)
}

// trial uses a test key, with a signature that does not hold where one is needed.
func (l *lib) trial(s signature, u use, alg *C.struct_cpb_gcrypt_signature) error {
	p, _ := catalog.Lookup(s.primitive)
	keys, err := catalog.TestKeys(s.primitive)
	if err != nil {
		return err
	}
	call := library.Call{Key: keys[0].Private, In: make([]byte, p.InBytes)}
	if u.operation == catalog.Verify {
		call.Key = keys[0].Public
		if call.Sig, err = asn1.Marshal([]*big.Int{big.NewInt(1), big.NewInt(1)}); err != nil {
			return err
		}
	}
	converted, free, err := s.convert(u, []library.Call{call})
	if err != nil {
		return err
	}
	defer free()
	trial, err := shim.Prepare(unsafe.Pointer(&C.cpb_gcrypt_trial), unsafe.Pointer(alg), converted)
	if err != nil {
		return fmt.Errorf("refused, in FIPS mode: %w", err)
	}
	trial.Close()
	return nil
}

// fillSignature makes what the runs of a signature need, and what frees that.
func (l *lib) fillSignature(s signature, u use) (unsafe.Pointer, func(), error) {
	alg, err := clib.New[C.struct_cpb_gcrypt_signature]()
	if err != nil {
		return nil, nil, err
	}
	p, _ := catalog.Lookup(s.primitive)
	alg.lib, alg.bytes = *l.c, C.size_t(p.OutBytes)
	if s.scheme.algo == dsaScheme.algo {
		alg.dsa = 1
	}
	if err := l.usableKey(s, u, alg); err != nil {
		clib.Free(alg)
		return nil, nil, err
	}
	return unsafe.Pointer(alg), func() { clib.Free(alg) }, nil
}

// convert has keys, digests and signatures as S-expressions.
func (s signature) convert(u use, calls []library.Call) (converted []library.Call, free func(), err error) {
	key := s.scheme.private
	if u.operation == catalog.Verify {
		key = s.scheme.public
	}
	var held [][]byte
	free = func() {
		for _, p := range held {
			shim.Free(p)
		}
	}
	into := func(p *[]byte, form func([]byte) (string, error)) {
		if err != nil {
			return
		}
		var text string
		if text, err = form(*p); err != nil {
			return
		}
		if *p, err = shim.Alloc(len(text)); err == nil {
			held = append(held, *p)
			copy(*p, text)
		}
	}
	for i, c := range calls {
		into(&c.Key, key)
		into(&c.In, s.scheme.digest)
		if u.operation == catalog.Verify {
			into(&c.Sig, s.scheme.signature)
		}
		if err != nil {
			free()
			return nil, nil, fmt.Errorf("call %d: %w", i, err)
		}
		converted = append(converted, c)
	}
	return converted, free, nil
}

// random is where the random numbers of a signature come from, and what they are for.
func (l *lib) random(s signature, u use) string {
	switch {
	case u.operation != catalog.Sign:
		return ""
	case s.scheme.algo == dsaScheme.algo:
		return l.generator("gcry_randomize()") + ": the nonce"
	}
	return l.generator("gcry_create_nonce()") + ": blinding, new in each call"
}

// generator names a generator that the library has, and the one behind it: "standard", "fips", "system".
func (l *lib) generator(name string) string {
	if kind := l.config("rng-type"); len(kind) > 0 {
		return name + ", " + kind[0]
	}
	return name
}

// signatureTable is the rows of the signatures.
func (l *lib) signatureTable() (t clib.Table) {
	for _, s := range signatures {
		p, _ := catalog.Lookup(s.primitive)
		for _, u := range uses {
			for _, d := range p.Duties(u.operation) {
				t = append(t, clib.Row{
					Cell:    library.Cell{Primitive: s.primitive, Operation: u.operation, Interface: native, Work: d.Work},
					Op:      unsafe.Pointer(u.ops[d.Work]),
					Fill:    func() (unsafe.Pointer, func(), error) { return l.fillSignature(s, u) },
					Convert: func(calls []library.Call) ([]library.Call, func(), error) { return s.convert(u, calls) },
					Random:  l.random(s, u),
				})
			}
		}
	}
	return t
}
