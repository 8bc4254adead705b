package librarytest

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"hash"

	"golang.org/x/crypto/md4"
	"golang.org/x/crypto/ripemd160"
)

// references is what outputs are compared with: Go's crypto. That Go is right is shown by the known answers and, where the
// openssl command is installed, by this package's own test.
var references = map[string]func() hash.Hash{
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

// digest is the reference's digest of message.
func digest(slug string, message []byte) ([]byte, error) {
	newHash, ok := references[slug]
	if !ok {
		return nil, fmt.Errorf("the suite has no reference for %s", slug)
	}
	h := newHash()
	h.Write(message)
	return h.Sum(nil), nil
}
