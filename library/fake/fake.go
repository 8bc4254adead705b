// Package fake is a library whose calls take fixed, made-up times, for tests of everything above it: its digests are right,
// its two versions differ by a known cost, and nothing in it depends on the machine. It is measured only when asked for by
// name, and its name says what it is.
package fake

import (
	"crypto"
	_ "crypto/md5"    // the digests
	_ "crypto/sha1"   //
	_ "crypto/sha256" //
	_ "crypto/sha512" //
	"fmt"
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/library"
	"cpb/result"
)

// The times that the fake claims, in nanoseconds: version 2.0 pays more for each call and the same for each block, as
// OpenSSL 3.0 does against 1.1.1; a reused context saves most of the fixed cost.
var fixedNs = map[string]map[string]float64{
	"1.0": {"native": 100, "reused": 40},
	"2.0": {"native": 400, "reused": 60},
}

const nsPerBlockByte = 0.5

var hashes = map[string]crypto.Hash{
	"md5":    crypto.MD5,
	"sha1":   crypto.SHA1,
	"sha256": crypto.SHA256,
	"sha512": crypto.SHA512,
}

func init() {
	library.Register(library.Info{
		Name:   "fake",
		Title:  "fixed times, for tests",
		Loop:   "go",
		Hidden: true,
		Interfaces: []library.Interface{
			{Name: "native", Does: "one call a message"},
			{Name: "reused", Does: "one call a message, less dear"},
		},
		Find: find,
		Open: open,
	})
}

// find offers both versions; the target's property says which one.
func find(where string) ([]library.Target, error) {
	if where != "" {
		return nil, fmt.Errorf("fake has no files: %s", where)
	}
	return []library.Target{
		{Library: "fake", Properties: "version=1.0"},
		{Library: "fake", Properties: "version=2.0"},
	}, nil
}

type lib struct {
	library.GoMemory
	version string
}

func open(t library.Target) (library.Library, error) {
	_, version, _ := strings.Cut(t.Properties, "=")
	if fixedNs[version] == nil {
		return nil, fmt.Errorf("fake has no version %q", version)
	}
	return &lib{version: version}, nil
}

func (l *lib) Identity() (name, version string) { return "fake", l.version }

func (l *lib) Loaded() result.Loaded { return result.Loaded{Text: "fake " + l.version} }

func (l *lib) Offers() []library.Offer {
	var offers []library.Offer
	for _, p := range catalog.Primitives() {
		if _, ok := hashes[p.Slug]; !ok {
			continue
		}
		for _, i := range []string{"native", "reused"} {
			offers = append(offers, library.Offer{Primitive: p.Slug, Operation: catalog.Hash, Interface: i, Work: catalog.Message})
		}
	}
	return offers
}

func (l *lib) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	h, ok := hashes[c.Primitive]
	fixed, known := fixedNs[l.version][c.Interface]
	primitive, _ := catalog.Lookup(c.Primitive)
	if !ok || !known || c.Operation != catalog.Hash || c.Work != catalog.Message {
		return nil, library.Unsupported{Primitive: c.Primitive, Symbol: c.Interface}
	}
	m := primitive.Model
	return &op{
		hash:  h,
		calls: slices.Clone(calls),
		ns:    fixed + nsPerBlockByte*float64(m.BlockBytes*m.Blocks(c.SizeBytes)),
	}, nil
}

type op struct {
	hash  crypto.Hash
	calls []library.Call
	next  int
	ns    float64 // of one call
}

// Time writes the digests that so many calls would and claims their time.
func (o *op) Time(warm, count int, slices []int64) (failures int64) {
	made := warm + count*len(slices)
	for i := range min(made, len(o.calls)) {
		if o.hash == 0 {
			break
		}
		c := &o.calls[(o.next+i)%len(o.calls)]
		h := o.hash.New()
		h.Write(c.In)
		h.Sum(c.Out[:0])
	}
	o.next = (o.next + made) % len(o.calls)
	for i := range slices {
		slices[i] = int64(o.ns * float64(count))
	}
	return 0
}

// Empty implements Library: the fake's clock and loop take no time.
func (l *lib) Empty() (library.Op, error) { return &op{calls: make([]library.Call, 1)}, nil }

func (o *op) Period() int { return 1 }

func (o *op) Close() {}
