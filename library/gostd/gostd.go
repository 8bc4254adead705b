// Package gostd measures Go's own crypto: the standard library of the toolchain that built cpb, and golang.org/x/crypto for
// what the standard library has not got. It needs no cgo.
package gostd

import (
	"errors"
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

var interfaces = []library.Interface{
	{Name: std, Does: "sha256.Sum256(msg) and the like: one call a message", NoAllocs: true},
	{Name: stdReused, Does: "Reset, Write, Sum of a hash.Hash that is kept", NoAllocs: true},
	{Name: x, Does: "golang.org/x/crypto: New, Write, Sum for each message"},
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
		for _, i := range interfaces {
			run := hashRun(p.Slug, i.Name)
			if run == nil {
				continue
			}
			o := library.Offer{
				Primitive: p.Slug,
				Operation: catalog.Hash,
				Interface: i.Name,
				Work:      catalog.Message,
				Provider:  provider(i.Name),
			}
			if err := try(run, p.OutBytes); err != nil {
				o.Missing = err.Error()
			}
			offers = append(offers, o)
		}
	}
	return offers
}

// Prepare makes an op of c. Every call's output has the digest's size.
func (golang) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	p, _ := catalog.Lookup(c.Primitive)
	run := hashRun(c.Primitive, c.Interface)
	if run == nil || c.Operation != catalog.Hash || c.Work != catalog.Message {
		return nil, fmt.Errorf("go has no %s %s of a %s through %q", c.Primitive, c.Operation, c.Work, c.Interface)
	}
	for _, call := range calls {
		if len(call.Out) != p.OutBytes {
			return nil, fmt.Errorf("%s gives %d bytes, the output has %d", p.Slug, p.OutBytes, len(call.Out))
		}
	}
	if err := try(run, p.OutBytes); err != nil {
		return nil, err
	}
	return library.NewGoOp(run, calls), nil
}

// try makes one call and returns what goes wrong with it. In FIPS 140-only mode (GODEBUG=fips140=only) MD5 and SHA-1 panic.
func try(run func(*library.Call) bool, outBytes int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	if !run(&library.Call{Out: make([]byte, outBytes)}) {
		return errors.New("a call of it fails")
	}
	return nil
}
