//go:build cgo

package tomcrypt

// #include "tomcrypt.h"
import "C"

import (
	"fmt"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// A signer is one primitive that signs.
type signer struct {
	primitive string
	algorithm string // rsa, dsa: rsa_import()
}

// signers is every one that the library has of the catalogue, in its order.
var signers = []signer{
	{"dsa-512", dsa},
	{"dsa-1024", dsa},
	{"dsa-2048", dsa},
	{"rsa-1024", rsa},
	{"rsa-2048", rsa},
	{"rsa-4096", rsa},
}

const (
	rsa = "rsa"
	dsa = "dsa"
)

// An arithmetic is what LibTomCrypt is given to calculate with.
type arithmetic struct {
	name       string // of the interface
	descriptor string // the library's variable
	blinding   string // where the random numbers come from that blind RSA's private operation
}

// arithmetics are in the order of Info.Interfaces. Which random numbers blind is up to their own functions, mp_rand() and
// mpz_random(): the second has a generator that begins each process alike.
var arithmetics = []arithmetic{
	{ltm, "ltm_desc", "blinding: by LibTomMath in each call, the system's from 1.1 on"},
	{gmp, "gmp_desc", "blinding: GMP's own generator, without a seed"},
}

// A deed is what is done with a key of an algorithm.
type deed struct {
	algorithm string
	operation catalog.Operation
}

var deeds = map[deed]map[catalog.Work]*C.struct_cpb_op{
	{dsa, catalog.Sign}:   {catalog.Message: &C.cpb_tomcrypt_dsa_sign, catalog.FreshKey: &C.cpb_tomcrypt_dsa_sign_fresh},
	{dsa, catalog.Verify}: {catalog.Message: &C.cpb_tomcrypt_dsa_verify, catalog.FreshKey: &C.cpb_tomcrypt_dsa_verify_fresh},
	{rsa, catalog.Sign}:   {catalog.Message: &C.cpb_tomcrypt_rsa_sign, catalog.FreshKey: &C.cpb_tomcrypt_rsa_sign_fresh},
	{rsa, catalog.Verify}: {catalog.Message: &C.cpb_tomcrypt_rsa_verify, catalog.FreshKey: &C.cpb_tomcrypt_rsa_verify_fresh},
}

func (l *lib) signatures() (t clib.Table) {
	for _, s := range signers {
		p, _ := catalog.Lookup(s.primitive)
		for _, op := range p.Operations {
			for _, a := range arithmetics {
				for _, d := range p.Duties(op) {
					t = append(t, clib.Row{
						Cell:     library.Cell{Primitive: s.primitive, Operation: op, Interface: a.name, Work: d.Work},
						Op:       unsafe.Pointer(deeds[deed{s.algorithm, op}][d.Work]),
						Fill:     func() (unsafe.Pointer, func(), error) { return s.fill(l, p, op, a) },
						Provider: func(alg unsafe.Pointer) string { return l.calculator((*C.struct_cpb_tomcrypt_pk)(alg)) },
						Random:   l.randomOf(s, op, a),
					})
				}
			}
		}
	}
	return t
}

// randomOf is Row.Random.
func (l *lib) randomOf(s signer, op catalog.Operation, a arithmetic) string {
	switch {
	case op != catalog.Sign:
		return ""
	case s.algorithm == dsa:
		return "nonce: the library's ChaCha20 generator, seeded once by the system"
	case blinds(l.settings):
		return a.blinding
	}
	return ""
}

// calculator names the library that calculates, with its version where it tells it. GMP does, in a variable.
func (l *lib) calculator(alg *C.struct_cpb_tomcrypt_pk) string {
	name := C.GoString(*(**C.char)(alg.math))
	if version := (**C.char)(l.handle.Symbol("__gmp_version")); version != nil && name == "GNU MP" {
		name += " " + C.GoString(*version)
	}
	return name
}

// fill makes what an op needs, and what frees that.
func (s signer) fill(l *lib, p catalog.Primitive, op catalog.Operation, a arithmetic) (unsafe.Pointer, func(), error) {
	alg, err := clib.New[C.struct_cpb_tomcrypt_pk]()
	if err != nil {
		return nil, nil, err
	}
	if op == catalog.Sign {
		alg.sig_bytes = C.size_t(p.OutBytes)
	}
	err = s.calculate(l, alg, a)
	if err == nil {
		err = s.functions(l, alg, op)
	}
	if err != nil {
		clib.Free(alg)
		return nil, nil, err
	}
	return unsafe.Pointer(alg), func() { clib.Free(alg) }, nil
}

// calculate fills in what the library is to calculate with.
func (s signer) calculate(l *lib, alg *C.struct_cpb_tomcrypt_pk, a arithmetic) (err error) {
	if alg.math, err = l.variable(s.primitive, a.descriptor); err != nil {
		return err
	}
	if alg.current, err = l.variable(s.primitive, "ltc_mp"); err != nil {
		return err
	}
	n, err := l.size(s.primitive, "ltc_math_descriptor")
	alg.math_bytes = C.size_t(n)
	return err
}

// functions fills in the functions that op needs, and what they need.
func (s signer) functions(l *lib, alg *C.struct_cpb_tomcrypt_pk, op catalog.Operation) error {
	n, err := l.size(s.primitive, s.algorithm+"_key")
	if err != nil {
		return err
	}
	if n > C.sizeof_struct_cpb_tomcrypt_key {
		return fmt.Errorf("its %s_key is of %d bytes, and we have room for %d", s.algorithm, n, C.sizeof_struct_cpb_tomcrypt_key)
	}
	does := map[string]clib.Function{
		"rsa sign":   {Name: "rsa_sign_hash_ex", At: &alg.rsa_sign},
		"rsa verify": {Name: "rsa_verify_hash_ex", At: &alg.rsa_verify},
		"dsa sign":   {Name: "dsa_sign_hash", At: &alg.dsa_sign},
		"dsa verify": {Name: "dsa_verify_hash", At: &alg.dsa_verify},
	}[s.algorithm+" "+string(op)]
	err = l.handle.Functions(s.primitive,
		clib.Function{Name: "error_to_string", At: &alg.error_to_string},
		clib.Function{Name: s.algorithm + "_import", At: &alg._import},
		clib.Function{Name: s.algorithm + "_free", At: &alg.release},
		does)
	switch {
	case err != nil:
		return err
	case s.algorithm == rsa:
		alg.hash, err = l.register(s.primitive, "register_hash", "sha256_desc")
	case op == catalog.Sign:
		alg.prng, alg.prng_index, err = l.random.started(l, s.primitive)
	}
	return err
}
