//go:build cgo

package openssl

// #include "hash.h"
import "C"

import (
	"fmt"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// A hash is one hash function under its names in libcrypto.
type hash struct {
	primitive string
	function  string // SHA256(), and with suffixes SHA256_Init(), SHA256_Update(), SHA256_Final()
	method    method
	bytes     int // of the digest
}

// hashes is every hash that libcrypto has of the catalogue, in its order.
var hashes = []hash{
	{"md4", "MD4", md("EVP_md4", "MD4", true), 16},
	{"md5", "MD5", md("EVP_md5", "MD5", false), 16},
	{"ripemd160", "RIPEMD160", md("EVP_ripemd160", "RIPEMD160", true), 20}, // from 3.0.7 on in the default provider too
	{"sha1", "SHA1", md("EVP_sha1", "SHA1", false), 20},
	{"sha224", "SHA224", md("EVP_sha224", "SHA224", false), 28},
	{"sha256", "SHA256", md("EVP_sha256", "SHA256", false), 32},
	{"sha384", "SHA384", md("EVP_sha384", "SHA384", false), 48},
	{"sha512", "SHA512", md("EVP_sha512", "SHA512", false), 64},
	{"sha512-256", "SHA512_256", md("EVP_sha512_256", "SHA512-256", false), 32}, // the function is in BoringSSL and AWS-LC only
}

func md(function, name string, legacy bool) method {
	return method{C.CPB_OPENSSL_MD, function, name, legacy}
}

// An access is one interface to a hash.
type access struct {
	name string
	op   *C.struct_cpb_op
	// fill looks up and makes what the op's run needs, or says why that cannot be.
	fill func(l *lib, h hash, c *C.struct_cpb_openssl_hash) error
}

var accesses = []access{
	{oneshot, &C.cpb_openssl_oneshot, (*lib).fillOneshot},
	{lowlevel, &C.cpb_openssl_lowlevel, (*lib).fillLowlevel},
	{evp, &C.cpb_openssl_evp, (*lib).fillEVP},
	{fetched, &C.cpb_openssl_fetched, (*lib).fillFetched},
	{reused, &C.cpb_openssl_reused, (*lib).fillReused},
}

func (l *lib) fillOneshot(h hash, c *C.struct_cpb_openssl_hash) error {
	return l.handle.Functions(h.primitive, clib.Function{Name: h.function, At: &c.oneshot})
}

func (l *lib) fillLowlevel(h hash, c *C.struct_cpb_openssl_hash) error {
	return l.handle.Functions(h.primitive,
		clib.Function{Name: h.function + "_Init", At: &c.init},
		clib.Function{Name: h.function + "_Update", At: &c.update},
		clib.Function{Name: h.function + "_Final", At: &c.final})
}

func (l *lib) fillEVP(h hash, c *C.struct_cpb_openssl_hash) error {
	if err := l.need(h.primitive, h.method.function, "EVP_Digest"); err != nil {
		return err
	}
	return l.named(h.primitive, h.method, &c.md)
}

func (l *lib) fillFetched(h hash, c *C.struct_cpb_openssl_hash) error {
	if err := l.need(h.primitive, "EVP_MD_fetch", "EVP_Digest"); err != nil {
		return err
	}
	return l.fetch(h.primitive, h.method, l.target.Properties, &c.md)
}

func (l *lib) fillReused(h hash, c *C.struct_cpb_openssl_hash) error {
	err := l.need(h.primitive, "EVP_DigestInit_ex", "EVP_DigestUpdate", "EVP_DigestFinal_ex")
	switch {
	case err != nil:
		return err
	case l.c.EVP_MD_CTX_new == nil && l.c.EVP_MD_CTX_create == nil:
		return library.Unsupported{Primitive: h.primitive, Symbol: "EVP_MD_CTX_new"}
	case l.c.EVP_MD_fetch != nil || l.target.Properties != "":
		err = l.fetch(h.primitive, h.method, l.target.Properties, &c.md)
	default:
		err = l.named(h.primitive, h.method, &c.md)
	}
	if err != nil {
		return err
	}
	if C.cpb_openssl_hash_open(c) == 0 {
		return fmt.Errorf("no context for it: %w", l.lastError())
	}
	return nil
}

// fill makes what the runs of a hash through an interface need, and what frees that.
func (h hash) fill(l *lib, a access) (unsafe.Pointer, func(), error) {
	c, err := clib.New[C.struct_cpb_openssl_hash]()
	if err != nil {
		return nil, nil, err
	}
	free := func() {
		C.cpb_openssl_hash_close(c)
		clib.Free(c)
	}
	c.lib, c.bytes = *l.c, C.size_t(h.bytes)
	if err := a.fill(l, h, c); err != nil {
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(c), free, nil
}

func (l *lib) hashRows() (t clib.Table) {
	for _, h := range hashes {
		for _, a := range accesses {
			t = append(t, clib.Row{
				Cell:     library.Cell{Primitive: h.primitive, Operation: catalog.Hash, Interface: a.name, Work: catalog.Message},
				Op:       unsafe.Pointer(a.op),
				Fill:     func() (unsafe.Pointer, func(), error) { return h.fill(l, a) },
				Provider: func(alg unsafe.Pointer) string { return l.serves(&(*C.struct_cpb_openssl_hash)(alg).md) },
			})
		}
	}
	return t
}
