package librarytest

import (
	"crypto/md5"
	"crypto/sha512"
	"errors"
	"hash"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/result"
)

// simple is a library that keeps the contract: two hashes through two interfaces.
type simple struct{ library.GoMemory }

var simpleInfo = library.Info{
	Name: "simple",
	Loop: "go",
	Interfaces: []library.Interface{
		{Name: "native"},
		{Name: "kept", NoAllocs: true},
	},
}

func (simple) Identity() (name, version string) { return "simple", "1.0" }

func (simple) Loaded() result.Loaded { return result.Loaded{} }

func (simple) Offers() (offers []library.Offer) {
	for _, p := range []string{"md5", "sha512"} {
		for _, i := range simpleInfo.Interfaces {
			offers = append(offers, library.Offer{
				Primitive: p, Operation: catalog.Hash, Interface: i.Name, Work: catalog.Message,
			})
		}
	}
	return offers
}

func (l simple) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	run, err := l.run(c)
	if err != nil {
		return nil, err
	}
	return library.NewGoOp(run, calls), nil
}

func (l simple) run(c library.Cell) (func(*library.Call) bool, error) {
	c.SizeBytes = 0
	for _, o := range l.Offers() {
		if cellOf(o).Cell == c {
			h := map[string]func() hash.Hash{"md5": md5.New, "sha512": sha512.New}[c.Primitive]()
			return func(call *library.Call) bool {
				h.Reset()
				h.Write(call.In)
				h.Sum(call.Out[:0])
				return true
			}, nil
		}
	}
	return nil, errors.New("not offered")
}

// broken is simple with some of its methods replaced.
type broken struct {
	simple
	name    string
	offers  func() []library.Offer
	prepare func(library.Cell, []library.Call) (library.Op, error)
	alloc   func(int) ([]byte, error)
	empty   func() (library.Op, error)
}

func (b broken) Identity() (name, version string) {
	if b.name != "" {
		return b.name, "1.0"
	}
	return b.simple.Identity()
}

func (b broken) Offers() []library.Offer {
	if b.offers != nil {
		return b.offers()
	}
	return b.simple.Offers()
}

func (b broken) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	if b.prepare != nil {
		return b.prepare(c, calls)
	}
	return b.simple.Prepare(c, calls)
}

func (b broken) Alloc(n int) ([]byte, error) {
	if b.alloc != nil {
		return b.alloc(n)
	}
	return b.simple.Alloc(n)
}

func (b broken) Empty() (library.Op, error) {
	if b.empty != nil {
		return b.empty()
	}
	return b.simple.Empty()
}

// brokenRun replaces what one call does; good is the call as it should be.
func brokenRun(run func(c *library.Call, good func(*library.Call) bool) bool) broken {
	return broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
		good, err := simple{}.run(c)
		if err != nil {
			return nil, err
		}
		return library.NewGoOp(func(call *library.Call) bool { return run(call, good) }, calls), nil
	}}
}

// brokenTime replaces an op's Time.
func brokenTime(time func(good library.Op, warm, count int, slices []int64) int64) broken {
	return broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
		good, err := simple{}.Prepare(c, calls)
		if err != nil {
			return nil, err
		}
		return brokenOp{good, time}, nil
	}}
}

type brokenOp struct {
	library.Op
	time func(good library.Op, warm, count int, slices []int64) int64
}

func (o brokenOp) Time(warm, count int, slices []int64) int64 {
	return o.time(o.Op, warm, count, slices)
}

type periodOp struct{ library.Op }

func (periodOp) Period() int { return 0 }

func brokenOffers(change func([]library.Offer) []library.Offer) broken {
	return broken{offers: func() []library.Offer { return change(simple{}.Offers()) }}
}

// past is the byte after p. GoMemory has room for it: it allocates 64 bytes more than it needs, and skips fewer.
func past(p []byte) *byte { return (*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(p)), len(p))) }
