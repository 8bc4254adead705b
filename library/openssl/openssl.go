//go:build cgo

// Package openssl measures libcrypto: OpenSSL from 0.9.8 on and its forks LibreSSL, BoringSSL and AWS-LC, as far as each has
// the functions. It is compiled without any of their headers; every function is looked up by name in the file under test.
//
// Its interfaces are the ways in which applications reach one and the same algorithm, which differ in what is done around it in
// each call: from 3.0 on, naming an algorithm is a search in tables and locks ("fetch").
package openssl

import (
	"regexp"

	"cpb/library"
	"cpb/library/clib"
)

// The interfaces, in the order in which rows are shown.
const (
	oneshot  = "oneshot"
	lowlevel = "lowlevel"
	evp      = "evp"
	fetched  = "evp-fetched"
	reused   = "evp-reused"
)

func init() {
	library.Register(library.Info{
		Name:     "openssl",
		Title:    "OpenSSL and its forks: LibreSSL, BoringSSL, AWS-LC",
		Aliases:  []string{"libressl", "boringssl", "aws-lc"},
		Packages: []string{"libssl3"},
		Loop:     "c",
		Interfaces: []library.Interface{
			{Name: oneshot, Does: "SHA256()"},
			{Name: lowlevel, Does: "an algorithm's own functions, key or context in the caller's memory: SHA256_Init() and on, AES_cbc_encrypt(), in ECB mode a call for each block; RSA_sign(), DSA_verify()"},
			{Name: evp, Does: "EVP_Digest(), EVP_EncryptInit_ex() with EVP_sha256(), EVP_aes_128_cbc() named each time, the EVP_CIPHER_CTX kept; EVP_PKEY_sign(), EVP_PKEY_verify() on an EVP_PKEY_CTX made each time"},
			{Name: fetched, Does: "the same with an EVP_MD or EVP_CIPHER fetched once before"},
			{Name: reused, Does: "EVP_DigestInit_ex(), EVP_DigestUpdate(), EVP_DigestFinal_ex() on one EVP_MD_CTX kept, the EVP_MD fetched once before where there are fetches; EVP_PKEY_sign(), EVP_PKEY_verify() on one EVP_PKEY_CTX kept, with padding and hash set before"},
		},
		Caps:    caps(),
		Find:    find,
		Environ: environ,
		Open:    open,
	})
}

// fileName is the names of libcrypto: libcrypto.so, libcrypto.so.0.9.8, libcrypto.so.1.0.2k, libcrypto.so.3; with a word more
// where it was renamed to stand beside another (AWS-LC's libcrypto-awslc.so, the copies in Python wheels).
var fileName = regexp.MustCompile(`^libcrypto(-[0-9A-Za-z]+)?\.so(\.[0-9]+[a-z]*)*$`)

func find(where string) ([]library.Target, error) {
	return clib.Find("openssl", where, fileName.MatchString)
}
