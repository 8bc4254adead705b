//go:build cgo

package gcrypt

// #include "gcrypt.h"
import "C"

import (
	"fmt"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// A hash is one hash function under its number in libgcrypt.
type hash struct {
	primitive string
	algo      int // enum gcry_md_algos: part of the ABI
	bytes     int // of the digest
	// opens: gcry_md_hash_buffer() has no faster way than through a handle, in 1.8 or later; from 1.12 on that leaves the random pool
	// alone.
	opens bool
}

// hashes is every hash that libgcrypt has of the catalogue, in its order.
var hashes = []hash{
	{"md4", 301, 16, true},
	{"md5", 1, 16, true},
	{"ripemd160", 3, 20, false},
	{"sha1", 2, 20, false},
	{"sha224", 11, 28, true},
	{"sha256", 8, 32, false},
	{"sha384", 9, 48, true},
	{"sha512", 10, 64, false},
	{"sha512-256", 327, 32, false}, // not in 1.8
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
	if err := l.have(h.primitive, append([]string{"gcry_md_algo_info", "gcry_md_get_algo_dlen"}, a.symbols...)); err != nil {
		return err
	}
	if err := l.refused(C.cpb_gcrypt_hash_refusal(l.c, C.int(h.algo))); err != nil {
		return err
	}
	if n := int(C.cpb_gcrypt_digest_bytes(l.c, C.int(h.algo))); n != h.bytes {
		return fmt.Errorf("its digest is said to have %d bytes, and has %d", n, h.bytes)
	}
	return nil
}

// fill makes what the runs of a hash through an interface need, and what frees that.
func (l *lib) fill(h hash, a access) (unsafe.Pointer, func(), error) {
	if err := l.usable(h, a); err != nil {
		return nil, nil, err
	}
	c, err := clib.New[C.struct_cpb_gcrypt_hash]()
	if err != nil {
		return nil, nil, err
	}
	free := func() {
		C.cpb_gcrypt_hash_close(c)
		clib.Free(c)
	}
	c.lib, c.algo, c.bytes = *l.c, C.int(h.algo), C.size_t(h.bytes)
	if a.name == reused {
		if why := C.cpb_gcrypt_hash_open(c); why != nil {
			err := fmt.Errorf("no handle for it: %s", C.GoString(why))
			free()
			return nil, nil, err
		}
	}
	return unsafe.Pointer(c), free, nil
}

// hashTable is the rows of the hashes.
func (l *lib) hashTable() (t clib.Table) {
	for _, h := range hashes {
		for _, a := range accesses {
			op := a.op
			if a.name == oneshot && h.opens {
				op = &C.cpb_gcrypt_oneshot_opening
			}
			t = append(t, clib.Row{
				Cell: library.Cell{Primitive: h.primitive, Operation: catalog.Hash, Interface: a.name, Work: catalog.Message},
				Op:   unsafe.Pointer(op),
				Fill: func() (unsafe.Pointer, func(), error) { return l.fill(h, a) },
			})
		}
	}
	return t
}
