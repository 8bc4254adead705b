// Package gostd measures Go's own crypto: the standard library of the toolchain that built cpb, and golang.org/x/crypto for
// what the standard library has not got. It needs no cgo.
package gostd

import (
	"fmt"
	"runtime"

	"cpb/catalog"
	"cpb/library"
	"cpb/result"
)

// The interfaces. The standard library's hashes have a function for the whole message; golang.org/x/crypto's have not.
const (
	std       = "std"
	stdReused = "std-reused"
	x         = "x"
	xReused   = "x-reused"
)

// The interfaces that keep a hash.Hash promise to allocate nothing; std does so for its hashes alone, which this package's own
// tests hold it to: a cipher.BlockMode is allocated for each message, a signature for each call.
var interfaces = []library.Interface{
	{Name: std, Does: "sha256.Sum256(msg), CryptBlocks() of a cipher.BlockMode, rsa.SignPKCS1v15() and the like"},
	{Name: stdReused, Does: "Reset, Write, Sum of a hash.Hash that is kept", NoAllocs: true},
	{Name: x, Does: "golang.org/x/crypto: New, Write, Sum for each message; ciphers as in std"},
	{Name: xReused, Does: "golang.org/x/crypto: Reset, Write, Sum of a hash.Hash that is kept", NoAllocs: true},
}

func init() {
	library.Register(library.Info{
		Name:       "go",
		Title:      "Go's standard library and golang.org/x/crypto",
		Aliases:    []string{"golang"},
		Loop:       "go",
		Interfaces: interfaces,
		Caps:       caps(),
		Find:       find,
		Environ:    environ,
		Open:       func(t library.Target) (library.Library, error) { return golang{caps: t.Caps}, nil },
	})
}

// find returns the one Go there is: the one inside cpb.
func find(where string) ([]library.Target, error) {
	if where != "" {
		return nil, fmt.Errorf("%w: %s: Go's crypto is part of cpb and has no file", library.ErrNoFile, where)
	}
	return []library.Target{{Library: "go"}}, nil
}

// golang is Go's crypto as a library.
type golang struct {
	library.GoMemory
	caps library.Caps
}

func (golang) Identity() (name, version string) { return "go", versionOf(runtime.Version()) }

func (g golang) Loaded() result.Loaded {
	l := loaded()
	if g.caps != "" {
		l.Capabilities = godebug(g.caps)
	}
	return l
}

// Offers lists what exists, in whatever FIPS mode the process is.
func (golang) Offers() (offers []library.Offer) {
	for _, p := range catalog.Primitives() {
		for _, op := range p.Operations {
			for _, i := range interfaces {
				for _, d := range p.Duties(op) {
					c := library.Cell{Primitive: p.Slug, Operation: op, Interface: i.Name, Work: d.Work}
					if w, ok := wayOf(p, c); ok {
						offers = append(offers, offer(c, w))
					}
				}
			}
		}
	}
	return offers
}

func offer(c library.Cell, w way) library.Offer {
	o := library.Offer{
		Primitive: c.Primitive,
		Operation: c.Operation,
		Interface: c.Interface,
		Work:      c.Work,
		Provider:  provider(c.Interface),
		Random:    w.random,
	}
	if err := w.allowed(); err != nil {
		o.Missing = err.Error()
	}
	return o
}

// Prepare makes an op of c. It refuses buffers of other lengths than the contract's, of which Go makes panics.
func (golang) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	p, _ := catalog.Lookup(c.Primitive)
	w, ok := wayOf(p, c)
	if !ok {
		return nil, fmt.Errorf("go has no %s %s, %s, through %q", c.Primitive, c.Operation, c.Work, c.Interface)
	}
	if len(calls) == 0 {
		return nil, fmt.Errorf("%s: no calls to prepare", c.Primitive)
	}
	for i := range calls {
		if err := fits(p, c.Operation, &calls[i]); err != nil {
			return nil, err
		}
	}
	if err := w.allowed(); err != nil {
		return nil, err
	}
	run, err := w.start(&calls[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Primitive, err)
	}
	return library.NewGoOp(run, calls), nil
}
