//go:build cgo

package lavu

/*
#include "lavu.h"
*/
import "C"

import (
	"fmt"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// A cipher is one block cipher in one mode under its names in the library.
type cipher struct {
	primitive string
	family    string // av_aes_alloc(), av_aes_init() and so on
}

// ciphers is every block cipher that the library has of the catalogue, in its order. The mode is what crypt() is given.
var ciphers = []cipher{
	{"blowfish-cbc", "av_blowfish"},
	{"blowfish-ecb", "av_blowfish"},
	{"aes-128-cbc", "av_aes"},
	{"aes-192-cbc", "av_aes"},
	{"aes-256-cbc", "av_aes"},
	{"aes-128-ecb", "av_aes"},
	{"aes-192-ecb", "av_aes"},
	{"aes-256-ecb", "av_aes"},
	{"camellia-128-ecb", "av_camellia"},
	{"cast5-ecb", "av_cast5"},
	{"twofish-128-ecb", "av_twofish"},
	{"des-cbc", "av_des"},
	{"des-ede3-cbc", "av_des"},
}

var cipherOps = map[catalog.Work]*C.struct_cpb_op{
	catalog.Update:  &C.cpb_lavu_update,
	catalog.Message: &C.cpb_lavu_message,
	catalog.Keyed:   &C.cpb_lavu_keyed,
}

func (l *lib) ciphers() (t clib.Table) {
	for _, a := range ciphers {
		p, _ := catalog.Lookup(a.primitive)
		for _, d := range p.Duties(catalog.Encrypt) {
			t = append(t, clib.Row{
				Cell: library.Cell{Primitive: p.Slug, Operation: catalog.Encrypt, Interface: reused, Work: d.Work},
				Op:   unsafe.Pointer(cipherOps[d.Work]),
				Fill: func() (unsafe.Pointer, func(), error) { return l.fillCipher(p, a.family) },
			})
		}
	}
	return t
}

// fillCipher makes what the runs of a cipher need. Key and IV are set by an op's first call.
func (l *lib) fillCipher(p catalog.Primitive, family string) (unsafe.Pointer, func(), error) {
	c, err := clib.New[C.struct_cpb_lavu_cipher]()
	if err != nil {
		return nil, nil, err
	}
	free := func() {
		C.cpb_lavu_context_free(c.free, c.context)
		clib.Free(c)
	}
	c.key_bits, c.block = C.int(8*p.KeyBytes), C.size_t(p.Model.BlockBytes)
	if p.IVBytes > 0 {
		c.iv = &c.chain[0]
	}
	init, crypt := &c.init, family+"_crypt"
	switch family {
	case "av_aes", "av_des":
		init = &c.init_direction
	case "av_blowfish":
		init = &c.init_blowfish
	case "av_cast5":
		crypt = "av_cast5_crypt2" // av_cast5_crypt() has no IV
	}
	err = l.handle.Functions(p.Slug,
		clib.Function{Name: family + "_alloc", At: &c.alloc},
		clib.Function{Name: family + "_init", At: init},
		clib.Function{Name: crypt, At: &c.crypt},
		clib.Function{Name: "av_free", At: &c.free})
	if err == nil {
		if c.context = C.cpb_lavu_context_new(c.alloc); c.context == nil {
			err = fmt.Errorf("%s_alloc() returns none", family)
		}
	}
	if err != nil {
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(c), free, nil
}
