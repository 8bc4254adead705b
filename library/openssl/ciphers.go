//go:build cgo

package openssl

/*
#include "block.h"
#include "cipher.h"
*/
import "C"

import (
	"fmt"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/clib"
)

// A cipher is one block cipher in one mode under its names in libcrypto.
type cipher struct {
	primitive string
	set       string // AES_set_encrypt_key()
	encrypt   string // AES_cbc_encrypt()
	ops       *C.struct_cpb_openssl_block_ops
	method    method
}

// ciphers is every block cipher that libcrypto has of the catalogue, in its order. Blowfish and CAST5 take the 16 bytes of a key
// that they have in EVP by default.
var ciphers = []cipher{
	{"blowfish-cbc", "BF_set_key", "BF_cbc_encrypt", &C.cpb_openssl_blowfish_cbc, block("EVP_bf_cbc", "BF-CBC", true)},
	{"blowfish-ecb", "BF_set_key", "BF_ecb_encrypt", &C.cpb_openssl_blowfish_ecb, block("EVP_bf_ecb", "BF-ECB", true)},
	{"aes-128-cbc", "AES_set_encrypt_key", "AES_cbc_encrypt", &C.cpb_openssl_aes_cbc, block("EVP_aes_128_cbc", "AES-128-CBC", false)},
	{"aes-192-cbc", "AES_set_encrypt_key", "AES_cbc_encrypt", &C.cpb_openssl_aes_cbc, block("EVP_aes_192_cbc", "AES-192-CBC", false)},
	{"aes-256-cbc", "AES_set_encrypt_key", "AES_cbc_encrypt", &C.cpb_openssl_aes_cbc, block("EVP_aes_256_cbc", "AES-256-CBC", false)},
	{"aes-128-ecb", "AES_set_encrypt_key", "AES_encrypt", &C.cpb_openssl_aes_ecb, block("EVP_aes_128_ecb", "AES-128-ECB", false)},
	{"aes-192-ecb", "AES_set_encrypt_key", "AES_encrypt", &C.cpb_openssl_aes_ecb, block("EVP_aes_192_ecb", "AES-192-ECB", false)},
	{"aes-256-ecb", "AES_set_encrypt_key", "AES_encrypt", &C.cpb_openssl_aes_ecb, block("EVP_aes_256_ecb", "AES-256-ECB", false)},
	{"camellia-128-ecb", "Camellia_set_key", "Camellia_ecb_encrypt", &C.cpb_openssl_camellia_ecb, block("EVP_camellia_128_ecb", "CAMELLIA-128-ECB", false)},
	{"cast5-ecb", "CAST_set_key", "CAST_ecb_encrypt", &C.cpb_openssl_cast_ecb, block("EVP_cast5_ecb", "CAST5-ECB", true)},
	{"des-cbc", "DES_set_key_unchecked", "DES_ncbc_encrypt", &C.cpb_openssl_des_cbc, block("EVP_des_cbc", "DES-CBC", true)},
	{"des-ede3-cbc", "DES_set_key_unchecked", "DES_ede3_cbc_encrypt", &C.cpb_openssl_des_ede3_cbc, block("EVP_des_ede3_cbc", "DES-EDE3-CBC", false)},
}

func block(function, name string, legacy bool) method {
	return method{C.CPB_OPENSSL_CIPHER, function, name, legacy}
}

// A way is one interface to the ciphers: their own functions, or EVP.
type way struct {
	name string
	op   func(c cipher, w catalog.Work) *C.struct_cpb_op
	fill func(l *lib, c cipher, p catalog.Primitive) (alg unsafe.Pointer, free func(), err error)
	// serves is nil where nobody but the library itself can.
	serves func(l *lib, alg unsafe.Pointer) string
}

var ways = []way{
	{lowlevel, cipher.blockOp, (*lib).fillBlock, nil},
	{evp, evpOp(&C.cpb_openssl_cipher_keyed), (*lib).fillNamed, (*lib).servesCipher},
	{fetched, evpOp(&C.cpb_openssl_cipher_keyed_fetched), (*lib).fillFetchedCipher, (*lib).servesCipher},
}

func (c cipher) blockOp(w catalog.Work) *C.struct_cpb_op {
	return map[catalog.Work]*C.struct_cpb_op{
		catalog.Update: &c.ops.update, catalog.Message: &c.ops.message, catalog.Keyed: &c.ops.keyed,
	}[w]
}

func evpOp(keyed *C.struct_cpb_op) func(cipher, catalog.Work) *C.struct_cpb_op {
	ops := map[catalog.Work]*C.struct_cpb_op{
		catalog.Update: &C.cpb_openssl_cipher_update, catalog.Message: &C.cpb_openssl_cipher_message, catalog.Keyed: keyed,
	}
	return func(_ cipher, w catalog.Work) *C.struct_cpb_op { return ops[w] }
}

func (l *lib) fillBlock(c cipher, p catalog.Primitive) (unsafe.Pointer, func(), error) {
	b, err := clib.New[C.struct_cpb_openssl_block]()
	if err != nil {
		return nil, nil, err
	}
	b.key_bytes, b.iv_bytes = C.size_t(p.KeyBytes), C.size_t(p.IVBytes)
	err = l.handle.Functions(c.primitive, clib.Function{Name: c.set, At: &b.set}, clib.Function{Name: c.encrypt, At: &b.encrypt})
	if err != nil {
		clib.Free(b)
		return nil, nil, err
	}
	return unsafe.Pointer(b), func() { clib.Free(b) }, nil
}

func (l *lib) fillNamed(c cipher, p catalog.Primitive) (unsafe.Pointer, func(), error) {
	return l.fillCipher(c, p, func(to *C.struct_cpb_openssl_method) error { return l.named(c.primitive, c.method, to) })
}

func (l *lib) fillFetchedCipher(c cipher, p catalog.Primitive) (unsafe.Pointer, func(), error) {
	return l.fillCipher(c, p, func(to *C.struct_cpb_openssl_method) error {
		return l.fetch(c.primitive, c.method, l.target.Properties, to)
	})
}

// fillCipher makes what the runs through EVP need: the method that get puts where it is told, and a context for it.
func (l *lib) fillCipher(c cipher, p catalog.Primitive, get func(*C.struct_cpb_openssl_method) error) (unsafe.Pointer, func(), error) {
	e, err := clib.New[C.struct_cpb_openssl_cipher]()
	if err != nil {
		return nil, nil, err
	}
	free := func() {
		C.cpb_openssl_cipher_close(e)
		clib.Free(e)
	}
	e.lib, e.key_bytes, e.iv_bytes = *l.c, C.size_t(p.KeyBytes), C.size_t(p.IVBytes)
	if err = get(&e.cipher); err == nil {
		err = l.need(c.primitive, "EVP_CIPHER_CTX_new", "EVP_CIPHER_CTX_free", "EVP_CIPHER_CTX_set_padding", "EVP_EncryptInit_ex", "EVP_EncryptUpdate")
	}
	if err == nil && C.cpb_openssl_cipher_open(e) == 0 {
		err = fmt.Errorf("no context for it: %w", l.lastError())
	}
	if err != nil {
		free()
		return nil, nil, err
	}
	return unsafe.Pointer(e), free, nil
}

func (l *lib) servesCipher(alg unsafe.Pointer) string {
	return l.serves(&(*C.struct_cpb_openssl_cipher)(alg).cipher)
}

func (l *lib) cipherRows() (t clib.Table) {
	for _, c := range ciphers {
		p, ok := catalog.Lookup(c.primitive)
		if !ok {
			panic(c.primitive + " is not in the catalogue")
		}
		for _, w := range ways {
			for _, d := range p.Duties(catalog.Encrypt) {
				row := clib.Row{
					Cell: library.Cell{Primitive: c.primitive, Operation: catalog.Encrypt, Interface: w.name, Work: d.Work},
					Op:   unsafe.Pointer(w.op(c, d.Work)),
					Fill: func() (unsafe.Pointer, func(), error) { return w.fill(l, c, p) },
				}
				if w.serves != nil {
					row.Provider = func(alg unsafe.Pointer) string { return w.serves(l, alg) }
				}
				t = append(t, row)
			}
		}
	}
	return t
}
