//go:build cgo

// Package tomcrypt measures LibTomCrypt from 1.18 on, compiled without its headers: every function is looked up by name in
// the file under test.
//
// A fresh key of DSA is dear: dsa_import() checks the key, with one exponentiation modulo p for the parameters and one for
// the key itself.
package tomcrypt

import (
	"regexp"

	"cpb/library"
	"cpb/library/clib"
)

// The interfaces, in the order in which rows are shown. Hashes and ciphers have one, their own functions; the library's descriptors
// lead to the same ones. Public keys are told apart by the library that LibTomCrypt, which has no arithmetic of long numbers, is
// given for it.
const (
	native = "native"
	ltm    = "ltm"
	gmp    = "gmp"
)

func init() {
	library.Register(library.Info{
		Name:     "tomcrypt",
		Title:    "LibTomCrypt",
		Aliases:  []string{"libtomcrypt"},
		Packages: []string{"libtomcrypt1"},
		Loop:     "c",
		Interfaces: []library.Interface{
			{Name: native, Does: "sha256_init(), sha256_process(), sha256_done(); aes_ecb_encrypt() for each block; cbc_encrypt()"},
			{Name: ltm, Does: "rsa_sign_hash_ex(), dsa_sign_hash() and their like, calculated by LibTomMath"},
			{Name: gmp, Does: "the same, calculated by GMP"},
		},
		Find: find,
		Open: open,
	})
}

// fileName is the names of the library: libtomcrypt.so, libtomcrypt.so.1, libtomcrypt.so.1.0.1.
var fileName = regexp.MustCompile(`^libtomcrypt\.so(\.[0-9]+)*$`)

func find(where string) ([]library.Target, error) {
	return clib.Find("tomcrypt", where, fileName.MatchString)
}
