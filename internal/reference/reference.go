// Package reference has the answers that Go's own crypto gives: what a worker and the conformance suite hold the output of a
// library against where the standards' known answers do not reach.
//
// Go's answers are held against the known answers by the catalogue's tests. Of what Go has not got (Camellia) there is no
// reference: ErrNone.
package reference

import (
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/md5"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"errors"
	"fmt"
	"hash"
	"strings"

	"golang.org/x/crypto/blowfish"
	"golang.org/x/crypto/cast5"
	"golang.org/x/crypto/md4"
	"golang.org/x/crypto/ripemd160"
	"golang.org/x/crypto/twofish"
)

// ErrNone is wrapped where Go has not got a primitive.
var ErrNone = errors.New("not in Go")

var hashes = map[string]func() hash.Hash{
	"md4":        md4.New,
	"md5":        md5.New,
	"ripemd160":  ripemd160.New,
	"sha1":       sha1.New,
	"sha224":     sha256.New224,
	"sha256":     sha256.New,
	"sha384":     sha512.New384,
	"sha512":     sha512.New,
	"sha512-256": sha512.New512_256,
}

// Hash is the digest of in.
func Hash(slug string, in []byte) ([]byte, error) {
	newHash, ok := hashes[slug]
	if !ok {
		return nil, fmt.Errorf("%s: %w", slug, ErrNone)
	}
	h := newHash()
	h.Write(in)
	return h.Sum(nil), nil
}

// ciphers are the block ciphers by what their slugs begin with.
var ciphers = map[string]func(key []byte) (cipher.Block, error){
	"aes-128":     aes.NewCipher,
	"aes-192":     aes.NewCipher,
	"aes-256":     aes.NewCipher,
	"blowfish":    func(key []byte) (cipher.Block, error) { return blowfish.NewCipher(key) },
	"cast5":       func(key []byte) (cipher.Block, error) { return cast5.NewCipher(key) },
	"des":         des.NewCipher,
	"des-ede3":    des.NewTripleDESCipher,
	"twofish-128": func(key []byte) (cipher.Block, error) { return twofish.NewCipher(key) },
}

// Encrypt encrypts in, whole blocks, without padding. iv is nil in ECB mode.
func Encrypt(slug string, key, iv, in []byte) ([]byte, error) {
	i := strings.LastIndexByte(slug, '-')
	newCipher, ok := ciphers[slug[:max(i, 0)]]
	if !ok {
		return nil, fmt.Errorf("%s: %w", slug, ErrNone)
	}
	block, err := newCipher(key)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(in))
	n := block.BlockSize()
	switch mode := slug[i+1:]; {
	case len(in)%n != 0:
		return nil, fmt.Errorf("%s: %d bytes are not whole blocks", slug, len(in))
	case mode == "ecb":
		for at := 0; at < len(in); at += n {
			block.Encrypt(out[at:], in[at:])
		}
	case mode != "cbc" || len(iv) != n:
		return nil, fmt.Errorf("%s: no mode %q with an IV of %d bytes", slug, mode, len(iv))
	default:
		cipher.NewCBCEncrypter(block, iv).CryptBlocks(out, in)
	}
	return out, nil
}

// Sign makes a signature of a digest that depends on nothing but what it is given: what a library is given to verify, the same in
// all processes. DSA's k is drawn from seed; private is as in catalog.TestKey.
func Sign(slug string, private, digest []byte, seed uint64) ([]byte, error) {
	switch {
	case strings.HasPrefix(slug, "dsa-"):
		return signDSA(private, digest, seed)
	case !strings.HasPrefix(slug, "rsa-"):
		return nil, fmt.Errorf("%s: %w", slug, ErrNone)
	}
	key, err := x509.ParsePKCS1PrivateKey(private)
	if err != nil {
		return nil, err
	}
	return rsa.SignPKCS1v15(nil, key, crypto.SHA256, digest)
}

// Trim takes off what follows a signature at the beginning of a buffer that has room for the longest.
func Trim(slug string, sig []byte) ([]byte, error) {
	if !strings.HasPrefix(slug, "dsa-") {
		return sig, nil
	}
	return element(sig)
}

// Verify is an error where sig is no signature of the digest.
func Verify(slug string, public, digest, sig []byte) error {
	switch {
	case strings.HasPrefix(slug, "dsa-"):
		return verifyDSA(public, digest, sig)
	case !strings.HasPrefix(slug, "rsa-"):
		return fmt.Errorf("%s: %w", slug, ErrNone)
	}
	key, err := x509.ParsePKIXPublicKey(public)
	if err != nil {
		return err
	}
	k, ok := key.(*rsa.PublicKey)
	if !ok {
		return fmt.Errorf("%s: the key is none for RSA", slug)
	}
	return rsa.VerifyPKCS1v15(k, crypto.SHA256, digest, sig)
}
