//go:build cgo

package openssl

// #include "key.h"
import "C"

import (
	"fmt"
	"strings"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// An algorithm is RSA or DSA under its names in libcrypto.
type algorithm struct {
	name string // RSA_sign(), d2i_RSAPrivateKey()
	typ  C.int  // EVP_PKEY_RSA
	hash C.int  // NID of the hash that RSA_sign() is told
	sign keyOps // with a key that is kept
}

// keyOps are those of one operation through its own functions and through EVP, with a context for each call and with one that is
// kept.
type keyOps struct{ own, evp, reused *C.struct_cpb_op }

// sha256 is NID_sha256.
const sha256 = 672

var (
	rsa = algorithm{"RSA", C.CPB_OPENSSL_RSA, sha256, keyOps{&C.cpb_openssl_key_ops.rsa_sign, &C.cpb_openssl_pkey_ops.rsa_sign, &C.cpb_openssl_pkey_reused_ops.rsa_sign}}
	dsa = algorithm{"DSA", C.CPB_OPENSSL_DSA, 0, keyOps{&C.cpb_openssl_key_ops.dsa_sign, &C.cpb_openssl_pkey_ops.dsa_sign, &C.cpb_openssl_pkey_reused_ops.dsa_sign}}
)

// signatures is every primitive that signs and that libcrypto has of the catalogue, in its order.
var signatures = []struct {
	primitive string
	algorithm
}{
	{"dsa-512", dsa}, {"dsa-1024", dsa}, {"dsa-2048", dsa},
	{"rsa-1024", rsa}, {"rsa-2048", rsa}, {"rsa-4096", rsa},
}

func (a algorithm) ops(op catalog.Operation, w catalog.Work) keyOps {
	own, evp := &C.cpb_openssl_key_ops, &C.cpb_openssl_pkey_ops
	switch {
	case op == catalog.Sign && w == catalog.FreshKey:
		return keyOps{&own.sign_fresh, &evp.sign_fresh, nil}
	case op == catalog.Sign:
		return a.sign
	case w == catalog.FreshKey:
		return keyOps{&own.verify_fresh, &evp.verify_fresh, nil}
	}
	return keyOps{&own.verify, &evp.verify, &C.cpb_openssl_pkey_reused_ops.verify}
}

// fillKey is for a's own functions: RSA_sign().
func (l *lib) fillKey(p catalog.Primitive, a algorithm, op catalog.Operation, w catalog.Work) (unsafe.Pointer, func(), error) {
	k, err := clib.New[C.struct_cpb_openssl_key]()
	if err != nil {
		return nil, nil, err
	}
	k.lib, k.hash = *l.c, a.hash
	if w == catalog.FreshKey {
		k.fresh = 1
	}
	own := []clib.Function{
		{Name: a.name + "_sign", At: &k.sign},
		{Name: "d2i_" + a.name + "PrivateKey", At: &k._import},
	}
	if op == catalog.Verify {
		own = []clib.Function{
			{Name: a.name + "_verify", At: &k.verify},
			{Name: "d2i_" + a.name + "_PUBKEY", At: &k._import},
		}
	}
	own = append(own, clib.Function{Name: a.name + "_size", At: &k.bytes}, clib.Function{Name: a.name + "_free", At: &k.release})
	if err = l.handle.Functions(p.Slug, own...); err == nil {
		err = l.refuses(p, a, op)
	}
	if err != nil {
		clib.Free(k)
		return nil, nil, err
	}
	return unsafe.Pointer(k), func() { C.cpb_openssl_key_close(k); clib.Free(k) }, nil
}

// fillPKey is for EVP_PKEY_sign() and EVP_PKEY_verify(). It fetches what the library fetches by itself when a context is started,
// to know who serves it.
func (l *lib) fillPKey(primitive string, a algorithm, op catalog.Operation, w catalog.Work, reuse bool) (unsafe.Pointer, func(), error) {
	k, err := clib.New[C.struct_cpb_openssl_pkey]()
	if err != nil {
		return nil, nil, err
	}
	free := func() { C.cpb_openssl_pkey_close(k); clib.Free(k) }
	k.lib, k._type = *l.c, a.typ
	if w == catalog.FreshKey {
		k.fresh = 1
	}
	if reuse {
		k.reuse = 1
	}
	names := []string{"EVP_PKEY_sign", "EVP_PKEY_sign_init", "d2i_PrivateKey"}
	if op == catalog.Verify {
		k.verify = 1
		names = []string{"EVP_PKEY_verify", "EVP_PKEY_verify_init", "d2i_PUBKEY"}
	}
	names = append(names, "EVP_PKEY_free", "EVP_PKEY_CTX_new", "EVP_PKEY_CTX_new_id", "EVP_PKEY_CTX_free")
	if a == rsa {
		names = append(names, "EVP_sha256")
		if l.c.EVP_PKEY_CTX_set_rsa_padding == nil || l.c.EVP_PKEY_CTX_set_signature_md == nil {
			names = append(names, "EVP_PKEY_CTX_ctrl")
		}
	}
	err = l.need(primitive, names...)
	switch {
	case err != nil:
	case l.hasProviders():
		err = l.fetch(primitive, method{kind: C.CPB_OPENSSL_SIGNATURE, name: a.name}, "", &k.signature)
	case C.cpb_openssl_pkey_known(l.c, a.typ) == 0:
		err = fmt.Errorf("no EVP_PKEY_CTX for its keys: %w", l.lastError())
	}
	if err != nil {
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(k), free, nil
}

// engine is the engine that serves keys, "engine pkcs11".
func engine(name *C.char) string {
	if name == nil {
		return ""
	}
	return "engine " + C.GoString(name)
}

// refuses is why the library verifies nothing with a's keys, though it imports them. Before 1.0.0, which the lack of
// EVP_PKEY_verify() tells, DSA_verify() takes no q but of 160 bits; DSA_sign() takes any. The digests are as long as q.
func (l *lib) refuses(p catalog.Primitive, a algorithm, op catalog.Operation) error {
	if a == dsa && op == catalog.Verify && 8*p.InBytes != 160 && l.handle.Symbol("EVP_PKEY_verify") == nil {
		return fmt.Errorf("before 1.0.0, DSA_verify() takes a q of 160 bits only, and this one has %d", 8*p.InBytes)
	}
	return nil
}

// random is where a's random numbers come from. Verifying needs none.
//
// RSA_sign() multiplies by a random number before it raises to the private exponent; the number is squared for the next call, and
// drawn anew after 32. A DSA nonce is made by BN_generate_dsa_nonce() from 1.1.0 on: from random bytes, the private key and the
// digest.
func (l *lib) random(a algorithm, op catalog.Operation, w catalog.Work) string {
	switch {
	case op == catalog.Verify:
		return ""
	case a == rsa && w == catalog.FreshKey:
		return "blinding from the library's generator, new for each key"
	case a == rsa:
		return "blinding from the library's generator, renewed every 32 calls"
	}
	from := "nonce from the library's generator"
	if l.handle.Symbol("BN_generate_dsa_nonce") != nil {
		from += ", hashed with private key and digest"
	}
	if blindsDSA(l.Identity()) {
		from += "; blinding from it too"
	}
	return from
}

// blindsDSA tells the versions that are known to blind a DSA key with a further random number for each signature: those since the
// middle of 2018. Builds of earlier ones may have it as a patch.
func blindsDSA(name, version string) bool {
	switch {
	case name == "libressl":
		return version >= "2.8"
	case name != "openssl":
		return false
	case strings.HasPrefix(version, "1.0.2"):
		return version >= "1.0.2p"
	case strings.HasPrefix(version, "1.1.0"):
		return version >= "1.1.0i"
	}
	return version >= "1.1.1"
}

// keyRows has no rows for evp-fetched: before 3.4, EVP_PKEY_sign() cannot be given a signature that was fetched. The search for one
// is in the start of a context: evp has it in each call, and evp-reused before.
func (l *lib) keyRows() (t clib.Table) {
	for _, s := range signatures {
		p, ok := catalog.Lookup(s.primitive)
		if !ok {
			panic(s.primitive + " is not in the catalogue")
		}
		for _, op := range p.Operations {
			for _, d := range p.Duties(op) {
				t = append(t, l.keyRow(p, s.algorithm, op, d.Work))
			}
			for _, d := range p.Duties(op) {
				t = append(t, l.pkeyRow(s.primitive, s.algorithm, op, d.Work, evp))
			}
			t = append(t, l.pkeyRow(s.primitive, s.algorithm, op, catalog.Message, reused))
		}
	}
	return t
}

func (l *lib) keyRow(p catalog.Primitive, a algorithm, op catalog.Operation, w catalog.Work) clib.Row {
	return clib.Row{
		Cell:     library.Cell{Primitive: p.Slug, Operation: op, Interface: lowlevel, Work: w},
		Op:       unsafe.Pointer(a.ops(op, w).own),
		Fill:     func() (unsafe.Pointer, func(), error) { return l.fillKey(p, a, op, w) },
		Provider: func(unsafe.Pointer) string { return engine(C.cpb_openssl_key_engine(l.c, a.typ)) },
		Random:   l.random(a, op, w),
	}
}

func (l *lib) pkeyRow(primitive string, a algorithm, op catalog.Operation, w catalog.Work, iface string) clib.Row {
	run := a.ops(op, w).evp
	if iface == reused {
		run = a.ops(op, w).reused
	}
	return clib.Row{
		Cell: library.Cell{Primitive: primitive, Operation: op, Interface: iface, Work: w},
		Op:   unsafe.Pointer(run),
		Fill: func() (unsafe.Pointer, func(), error) { return l.fillPKey(primitive, a, op, w, iface == reused) },
		Provider: func(alg unsafe.Pointer) string {
			if by := engine(C.cpb_openssl_pkey_engine(l.c, a.typ)); by != "" {
				return by
			}
			return l.serves(&(*C.struct_cpb_openssl_pkey)(alg).signature)
		},
		Random: l.random(a, op, w),
	}
}
