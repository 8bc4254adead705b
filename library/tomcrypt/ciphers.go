//go:build cgo

package tomcrypt

// #include "tomcrypt.h"
import "C"

import (
	"strings"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// A cipher is one block cipher in one mode.
type cipher struct {
	primitive string
	name      string // blowfish_setup(), blowfish_desc
	block     int    // bytes
}

// aes is found under its name or, to 1.18, as Rijndael, which tomcrypt.h there has "aes" stand for.
const aes = "aes"

// ciphers is every block cipher that the library has of the catalogue, in its order.
var ciphers = []cipher{
	{"blowfish-cbc", "blowfish", 8},
	{"blowfish-ecb", "blowfish", 8},
	{"aes-128-cbc", aes, 16},
	{"aes-192-cbc", aes, 16},
	{"aes-256-cbc", aes, 16},
	{"aes-128-ecb", aes, 16},
	{"aes-192-ecb", aes, 16},
	{"aes-256-ecb", aes, 16},
	{"camellia-128-ecb", "camellia", 16},
	{"cast5-ecb", "cast5", 8},
	{"twofish-128-ecb", "twofish", 16},
	{"des-cbc", "des", 8},
	{"des-ede3-cbc", "des3", 8},
}

func (c cipher) cbc() bool { return strings.HasSuffix(c.primitive, "-cbc") }

// A work is one work and the op that does it.
type work struct {
	work catalog.Work
	op   *C.struct_cpb_op
}

var (
	ecbWorks = []work{
		{catalog.Update, &C.cpb_tomcrypt_ecb_update},
		{catalog.Keyed, &C.cpb_tomcrypt_ecb_keyed},
	}
	cbcWorks = []work{
		{catalog.Update, &C.cpb_tomcrypt_cbc_update},
		{catalog.Message, &C.cpb_tomcrypt_cbc_message},
		{catalog.Keyed, &C.cpb_tomcrypt_cbc_keyed},
	}
)

func (l *lib) ciphers() (t clib.Table) {
	for _, c := range ciphers {
		works, fill := ecbWorks, c.fillECB
		if c.cbc() {
			works, fill = cbcWorks, c.fillCBC
		}
		for _, w := range works {
			t = append(t, clib.Row{
				Cell: library.Cell{Primitive: c.primitive, Operation: catalog.Encrypt, Interface: native, Work: w.work},
				Op:   unsafe.Pointer(w.op),
				Fill: func() (unsafe.Pointer, func(), error) { return fill(l) },
			})
		}
	}
	return t
}

func (c cipher) fillECB(l *lib) (unsafe.Pointer, func(), error) {
	alg, free, err := c.alg(l, "symmetric_key")
	if err != nil {
		return nil, nil, err
	}
	name := c.name
	if name == aes && l.handle.Symbol("aes_setup") == nil {
		name = "rijndael"
	}
	err = l.handle.Functions(c.primitive,
		clib.Function{Name: name + "_setup", At: &alg.setup},
		clib.Function{Name: name + "_ecb_encrypt", At: &alg.encrypt},
		clib.Function{Name: name + "_done", At: &alg.done})
	if err != nil {
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(alg), func() { C.cpb_tomcrypt_ecb_close(alg); free() }, nil
}

func (c cipher) fillCBC(l *lib) (unsafe.Pointer, func(), error) {
	alg, free, err := c.alg(l, "symmetric_CBC")
	if err != nil {
		return nil, nil, err
	}
	alg.iv_bytes = alg.block_bytes
	err = l.handle.Functions(c.primitive,
		clib.Function{Name: "cbc_start", At: &alg.cbc_start},
		clib.Function{Name: "cbc_setiv", At: &alg.cbc_setiv},
		clib.Function{Name: "cbc_encrypt", At: &alg.cbc_encrypt},
		clib.Function{Name: "cbc_done", At: &alg.cbc_done})
	if err == nil {
		alg.index, err = l.register(c.primitive, "register_cipher", c.name+"_desc")
	}
	if err != nil {
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(alg), func() { C.cpb_tomcrypt_cbc_close(alg); free() }, nil
}

// alg makes what every op of c needs, with room for the library's structure in its context, and what frees that.
func (c cipher) alg(l *lib, structure string) (*C.struct_cpb_tomcrypt_cipher, func(), error) {
	n, err := l.size(c.primitive, structure)
	if err != nil {
		return nil, nil, err
	}
	alg, err := clib.New[C.struct_cpb_tomcrypt_cipher]()
	if err != nil {
		return nil, nil, err
	}
	alg.block_bytes = C.size_t(c.block)
	context, err := l.Alloc(C.sizeof_struct_cpb_tomcrypt_context + n)
	if err == nil {
		alg.context = (*C.struct_cpb_tomcrypt_context)(unsafe.Pointer(unsafe.SliceData(context)))
		err = l.handle.Functions(c.primitive, clib.Function{Name: "error_to_string", At: &alg.error_to_string})
	}
	free := func() {
		l.Free(context)
		clib.Free(alg)
	}
	if err != nil {
		free()
		return nil, nil, err
	}
	return alg, free, nil
}
