package gostd

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"hash"

	"golang.org/x/crypto/md4"
	"golang.org/x/crypto/ripemd160"

	"cpb/catalog"
	"cpb/library"
)

// A hashRow is one hash: where Go has it, and nil where not. sum writes the digest to Out itself, so that the call of the
// package's function is compiled into it as into an application.
type hashRow struct {
	sum  func(*library.Call) bool // the standard library, in one call
	std  func() hash.Hash         // the standard library, in steps
	xNew func() hash.Hash         // golang.org/x/crypto
}

var hashes = map[string]hashRow{
	"md4":       {xNew: md4.New},
	"ripemd160": {xNew: ripemd160.New},
	"md5": {std: md5.New, sum: func(c *library.Call) bool {
		*(*[md5.Size]byte)(c.Out) = md5.Sum(c.In)
		return true
	}},
	"sha1": {std: sha1.New, sum: func(c *library.Call) bool {
		*(*[sha1.Size]byte)(c.Out) = sha1.Sum(c.In)
		return true
	}},
	"sha224": {std: sha256.New224, sum: func(c *library.Call) bool {
		*(*[sha256.Size224]byte)(c.Out) = sha256.Sum224(c.In)
		return true
	}},
	"sha256": {std: sha256.New, sum: func(c *library.Call) bool {
		*(*[sha256.Size]byte)(c.Out) = sha256.Sum256(c.In)
		return true
	}},
	"sha384": {std: sha512.New384, sum: func(c *library.Call) bool {
		*(*[sha512.Size384]byte)(c.Out) = sha512.Sum384(c.In)
		return true
	}},
	"sha512": {std: sha512.New, sum: func(c *library.Call) bool {
		*(*[sha512.Size]byte)(c.Out) = sha512.Sum512(c.In)
		return true
	}},
	"sha512-256": {std: sha512.New512_256, sum: func(c *library.Call) bool {
		*(*[sha512.Size256]byte)(c.Out) = sha512.Sum512_256(c.In)
		return true
	}},
}

func hashWay(p catalog.Primitive, iface string) (way, bool) {
	if hashRun(p.Slug, iface) == nil {
		return way{}, false
	}
	return way{
		start: func(*library.Call) (func(*library.Call) bool, error) { return hashRun(p.Slug, iface), nil },
		check: func() error {
			if !hashRun(p.Slug, iface)(&library.Call{Out: make([]byte, p.OutBytes)}) {
				return errors.New("a call of it fails")
			}
			return nil
		},
	}, true
}

// hashRun returns what hashes one message through an interface, nil where Go has no such thing. A reused hash.Hash belongs
// to the function returned.
func hashRun(slug, iface string) func(*library.Call) bool {
	r := hashes[slug]
	switch iface {
	case std:
		return r.sum
	case stdReused:
		return reused(r.std)
	case x:
		return fresh(r.xNew)
	case xReused:
		return reused(r.xNew)
	}
	return nil
}

func fresh(newHash func() hash.Hash) func(*library.Call) bool {
	if newHash == nil {
		return nil
	}
	return func(c *library.Call) bool { return digest(newHash(), c) }
}

func reused(newHash func() hash.Hash) func(*library.Call) bool {
	if newHash == nil {
		return nil
	}
	h := newHash()
	return func(c *library.Call) bool {
		h.Reset()
		return digest(h, c)
	}
}

// digest looks at Write's error although a hash.Hash never returns one: crypto/md5's does in FIPS 140-only mode.
func digest(h hash.Hash, c *library.Call) bool {
	_, err := h.Write(c.In)
	h.Sum(c.Out[:0])
	return err == nil
}
