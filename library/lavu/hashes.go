//go:build cgo

package lavu

/*
#include "lavu.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// A hash is one hash function under its names in the library.
type hash struct {
	primitive string
	family    string // av_sha_alloc(), av_sha_init() and so on
	bits      int    // of the digest: what av_sha_init() is told
}

// hashes is every hash that the library has of the catalogue, in its order. There is no MD4.
var hashes = []hash{
	{"md5", "av_md5", 128},
	{"ripemd160", "av_ripemd", 160},
	{"sha1", "av_sha", 160},
	{"sha224", "av_sha", 224},
	{"sha256", "av_sha", 256},
	{"sha384", "av_sha512", 384},
	{"sha512", "av_sha512", 512},
	{"sha512-256", "av_sha512", 256},
}

// isMD5 tells the one family whose init takes no length and cannot fail, and that has a function for a whole message.
func (a hash) isMD5() bool { return a.family == "av_md5" }

func (l *lib) hashes() (t clib.Table) {
	add := func(a hash, iface string, op *C.struct_cpb_op, fill func(hash, *C.struct_cpb_lavu_hash) error) {
		t = append(t, clib.Row{
			Cell: library.Cell{Primitive: a.primitive, Operation: catalog.Hash, Interface: iface, Work: catalog.Message},
			Op:   unsafe.Pointer(op),
			Fill: func() (unsafe.Pointer, func(), error) { return l.fill(a, fill) },
		})
	}
	for _, a := range hashes {
		if a.isMD5() {
			add(a, oneshot, &C.cpb_lavu_md5_sum, l.fillSum)
			add(a, reused, &C.cpb_lavu_md5, l.fillReused)
		} else {
			add(a, reused, &C.cpb_lavu_reused, l.fillReused)
		}
	}
	return t
}

// fill makes what the runs of a hash through an interface need.
func (l *lib) fill(a hash, fill func(hash, *C.struct_cpb_lavu_hash) error) (unsafe.Pointer, func(), error) {
	c, err := clib.New[C.struct_cpb_lavu_hash]()
	if err != nil {
		return nil, nil, err
	}
	free := func() {
		C.cpb_lavu_context_free(c.free, c.context)
		clib.Free(c)
	}
	c.bits, c.bytes, c.most = C.int(a.bits), C.size_t(a.bits/8), C.size_t(l.most())
	if err := fill(a, c); err != nil {
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(c), free, nil
}

// most is the bytes that a call can take: up to version 56 lengths are int, and unsigned int in some functions.
func (l *lib) most() int {
	if major, _, _ := l.number(); major < 57 {
		return math.MaxInt32
	}
	return math.MaxInt
}

func (l *lib) fillSum(a hash, c *C.struct_cpb_lavu_hash) error {
	return l.handle.Functions(a.primitive, clib.Function{Name: a.family + "_sum", At: &c.sum})
}

func (l *lib) fillReused(a hash, c *C.struct_cpb_lavu_hash) error {
	init := &c.init
	if a.isMD5() {
		init = &c.init_md5
	}
	err := l.handle.Functions(a.primitive,
		clib.Function{Name: a.family + "_alloc", At: &c.alloc},
		clib.Function{Name: a.family + "_init", At: init},
		clib.Function{Name: a.family + "_update", At: &c.update},
		clib.Function{Name: a.family + "_final", At: &c.final},
		clib.Function{Name: "av_free", At: &c.free})
	if err != nil {
		return err
	}
	switch c.context = C.cpb_lavu_context_new(c.alloc); {
	case c.context == nil:
		return fmt.Errorf("%s_alloc() returns none", a.family)
	case !a.isMD5() && C.cpb_lavu_knows(c) == 0:
		return errors.New("the library was built without it")
	}
	return nil
}
