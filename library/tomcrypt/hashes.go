//go:build cgo

package tomcrypt

// #include "tomcrypt.h"
import "C"

import (
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// A hash is one hash function under its names in the library.
type hash struct {
	primitive string
	name      string // sha384_init() and sha384_done()
	process   string // sha512_process(): a shorter hash takes in its data through the longer one's function
	bytes     int    // of the digest
}

// hashes is every hash that the library has of the catalogue, in its order.
var hashes = []hash{
	{"md4", "md4", "md4_process", 16},
	{"md5", "md5", "md5_process", 16},
	{"ripemd160", "rmd160", "rmd160_process", 20},
	{"sha1", "sha1", "sha1_process", 20},
	{"sha224", "sha224", "sha256_process", 28},
	{"sha256", "sha256", "sha256_process", 32},
	{"sha384", "sha384", "sha512_process", 48},
	{"sha512", "sha512", "sha512_process", 64},
	{"sha512-256", "sha512_256", "sha512_process", 32},
}

func (l *lib) hashes() (t clib.Table) {
	for _, a := range hashes {
		t = append(t, clib.Row{
			Cell: library.Cell{Primitive: a.primitive, Operation: catalog.Hash, Interface: native, Work: catalog.Message},
			Op:   unsafe.Pointer(&C.cpb_tomcrypt_hash_message),
			Fill: func() (unsafe.Pointer, func(), error) { return a.fill(l.handle) },
		})
	}
	return t
}

func (a hash) fill(h *clib.Handle) (unsafe.Pointer, func(), error) {
	c, err := clib.New[C.struct_cpb_tomcrypt_hash]()
	if err != nil {
		return nil, nil, err
	}
	c.bytes = C.size_t(a.bytes)
	err = h.Functions(a.primitive,
		clib.Function{Name: a.name + "_init", At: &c.init},
		clib.Function{Name: a.process, At: &c.process},
		clib.Function{Name: a.name + "_done", At: &c.done})
	if err != nil {
		clib.Free(c)
		return nil, nil, err
	}
	return unsafe.Pointer(c), func() { clib.Free(c) }, nil
}
