//go:build cgo

// Package gcrypt measures libgcrypt from 1.8 on. It is compiled without its header; every function is looked up by name in
// the file under test.
//
// Its interfaces are the ways in which its users hash: with the one function that does all (GNUnet), with a handle opened for each
// message (curl), with a handle kept (cryptsetup). A cipher's handle is kept by nature; it can be opened for each message and key.
// Keys have no handles, but S-expressions.
//
// Random numbers have been drawn before anything is measured, as in a program that has keys, IVs or signatures to make: see
// cpb_gcrypt_start(). A handle takes microseconds to open from then on, which a program that only hashes is spared.
//
// What the library reads is not kept from it: /etc/gcrypt/hwf.deny, /etc/gcrypt/fips_enabled and
// LIBGCRYPT_FORCE_FIPS_MODE decide for an application as well, and for a library in an unpacked root the paths are the machine's,
// which nothing can change. What came of them is in Loaded: processor features in use, FIPS mode.
package gcrypt

import (
	"regexp"

	"cpb/library"
	"cpb/library/clib"
)

// The interfaces, in the order in which rows are shown. There is one API beside the one-shot function, hence "native", and
// the names say the same as in other libraries: "native" makes its context in each call, as "evp" and "std" do, and
// "native-reused" keeps it, as "evp-reused" and "std-reused" do.
const (
	oneshot = "oneshot"
	native  = "native"
	reused  = "native-reused"
)

func init() {
	library.Register(library.Info{
		Name:     "gcrypt",
		Title:    "Libgcrypt",
		Aliases:  []string{"libgcrypt"},
		Packages: []string{"libgcrypt20"},
		Loop:     "c",
		Interfaces: []library.Interface{
			{Name: oneshot, Does: "gcry_md_hash_buffer()"},
			{Name: native, Does: "gcry_md_open(), gcry_md_write(), gcry_md_read(), gcry_md_close(); " +
				"gcry_cipher_open(), gcry_cipher_setkey(), gcry_cipher_setiv(), gcry_cipher_encrypt(), gcry_cipher_close(); " +
				"gcry_pk_sign(), the signature's numbers read out, gcry_pk_verify(), with gcry_sexp_new() of digest and signature, and of a fresh key"},
			{Name: reused, Does: "gcry_md_reset(), gcry_md_write(), gcry_md_read() on one gcry_md_hd_t kept; " +
				"gcry_cipher_encrypt() on one gcry_cipher_hd_t kept, where asked for after gcry_cipher_setkey(), gcry_cipher_setiv()"},
		},
		Caps: caps(),
		Find: find,
		Open: open,
	})
}

// fileName is the names of libgcrypt since 1.6: libgcrypt.so.20, libgcrypt.so.20.4.1, and libgcrypt.so in a build tree.
var fileName = regexp.MustCompile(`^libgcrypt\.so(\.20(\.[0-9]+)*)?$`)

func find(where string) ([]library.Target, error) {
	return clib.Find("gcrypt", where, fileName.MatchString)
}
