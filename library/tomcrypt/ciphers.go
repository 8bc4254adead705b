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

// A cipher is one block cipher in one mode.
type cipher struct {
	primitive string
	name      string // blowfish_setup(), blowfish_desc
}

// aes is found under its name or, to 1.18, as Rijndael, which tomcrypt.h there has "aes" stand for.
const aes = "aes"

// ciphers is every block cipher that the library has of the catalogue, in its order.
var ciphers = []cipher{
	{"blowfish-cbc", "blowfish"},
	{"blowfish-ecb", "blowfish"},
	{"aes-128-cbc", aes},
	{"aes-192-cbc", aes},
	{"aes-256-cbc", aes},
	{"aes-128-ecb", aes},
	{"aes-192-ecb", aes},
	{"aes-256-ecb", aes},
	{"camellia-128-ecb", "camellia"},
	{"cast5-ecb", "cast5"},
	{"twofish-128-ecb", "twofish"},
	{"des-cbc", "des"},
	{"des-ede3-cbc", "des3"},
}

var (
	ecbOps = map[catalog.Work]*C.struct_cpb_op{
		catalog.Update: &C.cpb_tomcrypt_ecb_update, catalog.Keyed: &C.cpb_tomcrypt_ecb_keyed,
	}
	cbcOps = map[catalog.Work]*C.struct_cpb_op{
		catalog.Update: &C.cpb_tomcrypt_cbc_update, catalog.Message: &C.cpb_tomcrypt_cbc_message, catalog.Keyed: &C.cpb_tomcrypt_cbc_keyed,
	}
)

func (l *lib) ciphers() (t clib.Table) {
	for _, c := range ciphers {
		p, _ := catalog.Lookup(c.primitive)
		ops, structure, functions := ecbOps, "symmetric_key", c.blockFunctions
		if p.IVBytes > 0 {
			ops, structure, functions = cbcOps, "symmetric_CBC", c.modeFunctions
		}
		for _, d := range p.Duties(catalog.Encrypt) {
			t = append(t, clib.Row{
				Cell: library.Cell{Primitive: c.primitive, Operation: catalog.Encrypt, Interface: native, Work: d.Work},
				Op:   unsafe.Pointer(ops[d.Work]),
				Fill: func() (unsafe.Pointer, func(), error) { return l.fillCipher(p, structure, functions) },
			})
		}
	}
	return t
}

// fillCipher makes what an op of p needs, with room for the library's structure in its context, and what frees that. functions
// fills in those of the library.
func (l *lib) fillCipher(p catalog.Primitive, structure string, functions func(*lib, *C.struct_cpb_tomcrypt_cipher) error) (unsafe.Pointer, func(), error) {
	n, err := l.size(p.Slug, structure)
	if err != nil {
		return nil, nil, err
	}
	alg, err := clib.New[C.struct_cpb_tomcrypt_cipher]()
	if err != nil {
		return nil, nil, err
	}
	context, err := l.Alloc(C.sizeof_struct_cpb_tomcrypt_context + n)
	if err != nil {
		clib.Free(alg)
		return nil, nil, err
	}
	alg.context = (*C.struct_cpb_tomcrypt_context)(unsafe.Pointer(unsafe.SliceData(context)))
	free := func() {
		C.cpb_tomcrypt_cipher_close(alg)
		l.Free(context)
		clib.Free(alg)
	}
	alg.block_bytes, alg.iv_bytes = C.size_t(p.Model.BlockBytes), C.size_t(p.IVBytes)
	if err = l.handle.Functions(p.Slug, clib.Function{Name: "error_to_string", At: &alg.error_to_string}); err == nil {
		err = functions(l, alg)
	}
	if err != nil {
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(alg), free, nil
}

// blockFunctions are the cipher's own.
func (c cipher) blockFunctions(l *lib, alg *C.struct_cpb_tomcrypt_cipher) error {
	name := c.name
	if name == aes && l.handle.Symbol("aes_setup") == nil {
		name = "rijndael"
	}
	return l.handle.Functions(c.primitive,
		clib.Function{Name: name + "_setup", At: &alg.setup},
		clib.Function{Name: name + "_ecb_encrypt", At: &alg.encrypt},
		clib.Function{Name: name + "_done", At: &alg.done})
}

// modeFunctions are those of CBC mode, which is told the cipher by its index.
func (c cipher) modeFunctions(l *lib, alg *C.struct_cpb_tomcrypt_cipher) (err error) {
	err = l.handle.Functions(c.primitive,
		clib.Function{Name: "cbc_start", At: &alg.cbc_start},
		clib.Function{Name: "cbc_setiv", At: &alg.cbc_setiv},
		clib.Function{Name: "cbc_encrypt", At: &alg.cbc_encrypt},
		clib.Function{Name: "cbc_done", At: &alg.cbc_done})
	if err == nil {
		alg.index, err = l.register(c.primitive, "register_cipher", c.name+"_desc")
	}
	return err
}
