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

// enum gcry_cipher_modes.
const (
	ecb = 1
	cbc = 3
)

// A cipher is one block cipher in a mode, under its number in libgcrypt.
type cipher struct {
	primitive string
	algo      int // enum gcry_cipher_algos: part of the ABI
}

// ciphers is every block cipher that libgcrypt has of the catalogue, in its order.
var ciphers = []cipher{
	{"blowfish-cbc", 4},
	{"blowfish-ecb", 4},
	{"aes-128-cbc", 7},
	{"aes-192-cbc", 8},
	{"aes-256-cbc", 9},
	{"aes-128-ecb", 7},
	{"aes-192-ecb", 8},
	{"aes-256-ecb", 9},
	{"camellia-128-ecb", 310},
	{"cast5-ecb", 3},
	{"twofish-128-ecb", 303},
	{"des-cbc", 302},
	{"des-ede3-cbc", 2},
}

// cipherSymbols are the functions that every row needs: its key and IV are set before, where not in each call.
var cipherSymbols = []string{
	"gcry_cipher_algo_info", "gcry_cipher_get_algo_blklen",
	"gcry_cipher_open", "gcry_cipher_setkey", "gcry_cipher_setiv", "gcry_cipher_encrypt", "gcry_cipher_close",
}

// cipherOps are the works that each interface has, and what is timed.
var cipherOps = []struct {
	name string
	ops  map[catalog.Work]*C.struct_cpb_op
}{
	{native, map[catalog.Work]*C.struct_cpb_op{catalog.Keyed: &C.cpb_gcrypt_opened_keyed}},
	{reused, map[catalog.Work]*C.struct_cpb_op{
		catalog.Update: &C.cpb_gcrypt_update, catalog.Message: &C.cpb_gcrypt_message, catalog.Keyed: &C.cpb_gcrypt_keyed,
	}},
}

// usableCipher says why the library cannot do c.
func (l *lib) usableCipher(c cipher, p catalog.Primitive) error {
	if err := l.have(c.primitive, cipherSymbols); err != nil {
		return err
	}
	if err := l.refused(C.cpb_gcrypt_cipher_refusal(l.c, C.int(c.algo))); err != nil {
		return err
	}
	if n := int(C.cpb_gcrypt_block_bytes(l.c, C.int(c.algo))); n != p.Model.BlockBytes {
		return fmt.Errorf("its blocks are said to have %d bytes, and have %d", n, p.Model.BlockBytes)
	}
	return nil
}

// fillCipher makes what the runs of a block cipher need, and what frees that.
func (l *lib) fillCipher(c cipher, p catalog.Primitive) (unsafe.Pointer, func(), error) {
	if err := l.usableCipher(c, p); err != nil {
		return nil, nil, err
	}
	alg, err := clib.New[C.struct_cpb_gcrypt_cipher]()
	if err != nil {
		return nil, nil, err
	}
	free := func() {
		C.cpb_gcrypt_cipher_close(alg)
		clib.Free(alg)
	}
	alg.lib, alg.algo, alg.mode, alg.iv_bytes = *l.c, C.int(c.algo), ecb, C.size_t(p.IVBytes)
	if p.IVBytes > 0 {
		alg.mode = cbc
	}
	if why := C.cpb_gcrypt_cipher_open(alg); why != nil {
		err := fmt.Errorf("no handle for it: %s", C.GoString(why))
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(alg), free, nil
}

// cipherTable is the rows of the block ciphers.
func (l *lib) cipherTable() (t clib.Table) {
	for _, c := range ciphers {
		p, _ := catalog.Lookup(c.primitive)
		for _, i := range cipherOps {
			for _, d := range p.Duties(catalog.Encrypt) {
				if op, ok := i.ops[d.Work]; ok {
					t = append(t, clib.Row{
						Cell: library.Cell{Primitive: c.primitive, Operation: catalog.Encrypt, Interface: i.name, Work: d.Work},
						Op:   unsafe.Pointer(op),
						Fill: func() (unsafe.Pointer, func(), error) { return l.fillCipher(c, p) },
					})
				}
			}
		}
	}
	return t
}
