//go:build cgo

package gcrypt

/*
#include <stdlib.h>
#include "gcrypt.h"

static struct cpb_gcrypt_hash *new_hash(void) { return calloc(1, sizeof(struct cpb_gcrypt_hash)); }
*/
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"cpb/catalog"
	"cpb/internal/shim"
	"cpb/library"
)

// A hash is one hash function under its number in libgcrypt.
type hash struct {
	primitive string
	algo      int // enum gcry_md_algos: part of the ABI
	bytes     int // of the digest
}

// hashes is every hash that libgcrypt has of the catalogue, in its order.
var hashes = []hash{
	{"md4", 301, 16},
	{"md5", 1, 16},
	{"ripemd160", 3, 20},
	{"sha1", 2, 20},
	{"sha224", 11, 28},
	{"sha256", 8, 32},
	{"sha384", 9, 48},
	{"sha512", 10, 64},
	{"sha512-256", 327, 32}, // not in 1.8
}

// An access is one interface to a hash, and the functions that it needs.
type access struct {
	name    string
	op      *C.struct_cpb_op
	symbols []string
}

var accesses = []access{
	{oneshot, &C.cpb_gcrypt_oneshot, []string{"gcry_md_hash_buffer"}},
	{native, &C.cpb_gcrypt_native, []string{"gcry_md_open", "gcry_md_write", "gcry_md_read", "gcry_md_close"}},
	{reused, &C.cpb_gcrypt_reused, []string{"gcry_md_open", "gcry_md_reset", "gcry_md_write", "gcry_md_read", "gcry_md_close"}},
}

// usable says why the library cannot do h through a.
func (l *lib) usable(h hash, a access) error {
	for _, name := range append([]string{"gcry_md_algo_info", "gcry_md_get_algo_dlen"}, a.symbols...) {
		if l.handle.Symbol(name) == nil {
			return library.Unsupported{Primitive: h.primitive, Symbol: name}
		}
	}
	if why := C.cpb_gcrypt_refusal(l.c, C.int(h.algo)); why != nil {
		if C.cpb_gcrypt_fips(l.c) != 0 {
			return fmt.Errorf("refused, in FIPS mode: %s", C.GoString(why))
		}
		return fmt.Errorf("refused: %s", C.GoString(why))
	}
	if n := int(C.cpb_gcrypt_digest_bytes(l.c, C.int(h.algo))); n != h.bytes {
		return fmt.Errorf("its digest is said to have %d bytes, and has %d", n, h.bytes)
	}
	return nil
}

// fill makes what the runs of a hash through an interface need.
func (l *lib) fill(h hash, a access) (*C.struct_cpb_gcrypt_hash, error) {
	if err := l.usable(h, a); err != nil {
		return nil, err
	}
	c := C.new_hash()
	if c == nil {
		return nil, errors.New("out of memory")
	}
	c.lib, c.algo, c.bytes = *l.c, C.int(h.algo), C.size_t(h.bytes)
	if a.name != reused {
		return c, nil
	}
	if why := C.cpb_gcrypt_hash_open(c); why != nil {
		err := fmt.Errorf("no handle for it: %s", C.GoString(why))
		unfill(c)
		return nil, err
	}
	return c, nil
}

func unfill(c *C.struct_cpb_gcrypt_hash) {
	C.cpb_gcrypt_hash_close(c)
	C.free(unsafe.Pointer(c))
}

// Offers implements library.Library. It learns what this file can do by making each op once.
func (l *lib) Offers() (all []library.Offer) {
	for _, h := range hashes {
		for _, a := range accesses {
			o := library.Offer{Primitive: h.primitive, Operation: catalog.Hash, Interface: a.name, Work: catalog.Message}
			if c, err := l.fill(h, a); err == nil {
				unfill(c)
			} else {
				o.Missing = missing(err)
			}
			all = append(all, o)
		}
	}
	return all
}

// missing is the reason as an Offer gives it, beside its primitive.
func missing(err error) string {
	if u, ok := errors.AsType[library.Unsupported](err); ok {
		return "no symbol " + u.Symbol
	}
	return err.Error()
}

// Prepare implements library.Library.
func (l *lib) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	i := slices.IndexFunc(hashes, func(h hash) bool { return h.primitive == c.Primitive })
	j := slices.IndexFunc(accesses, func(a access) bool { return a.name == c.Interface })
	if i < 0 || j < 0 || c.Operation != catalog.Hash || c.Work != catalog.Message {
		return nil, fmt.Errorf("%s %s, %s, through %s is not offered", c.Primitive, c.Operation, c.Work, c.Interface)
	}
	h, err := l.fill(hashes[i], accesses[j])
	if err != nil {
		return nil, err
	}
	batch, err := shim.Prepare(unsafe.Pointer(accesses[j].op), unsafe.Pointer(h), calls)
	if err != nil {
		unfill(h)
		return nil, err
	}
	return &op{batch, h}, nil
}

// An op is a batch with what its runs use.
type op struct {
	*shim.Batch
	hash *C.struct_cpb_gcrypt_hash
}

// Close implements library.Op.
func (o *op) Close() {
	o.Batch.Close()
	unfill(o.hash)
}
