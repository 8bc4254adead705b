package librarytest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
)

func TestKeepsTheContract(t *testing.T) { Run(t, simple{}, simpleInfo) }

// Each way to break the contract is seen, and said in words.
func TestBreaksTheContract(t *testing.T) {
	var sink []byte
	var shared []library.Call
	var closed bool
	var dirty [2][]byte
	tests := []struct {
		does string
		lib  broken
		want string
	}{
		{"name with a slash", broken{name: "a/b"}, `identity: name "a/b"`},
		{"name in capitals", broken{name: "OpenSSL"}, `identity: name "OpenSSL"`},

		{"no offers", brokenOffers(func([]library.Offer) []library.Offer { return nil }), "offers: there are none"},
		{"an offer twice", brokenOffers(func(o []library.Offer) []library.Offer { return append(o, o[3]) }),
			"offers: sha512 hash (message) through kept: offered twice"},
		{"interfaces out of order", brokenOffers(func(o []library.Offer) []library.Offer {
			o[0], o[1] = o[1], o[0]
			return o
		}), "offers: md5 hash (message) through native: out of order"},
		{"primitives out of order", brokenOffers(func(o []library.Offer) []library.Offer {
			return append(o[2:], o[:2]...)
		}), "offers: md5 hash (message) through native: out of order"},
		{"an alias for a slug", brokenOffers(func(o []library.Offer) []library.Offer {
			o[0].Primitive = "MD5"
			return o
		}), "has no such primitive"},
		{"an operation that a hash has not", brokenOffers(func(o []library.Offer) []library.Offer {
			o[0].Operation = catalog.Sign
			return o
		}), "has no such operation"},
		{"an interface that is not declared", brokenOffers(func(o []library.Offer) []library.Offer {
			o[0].Interface = "secret"
			return o
		}), "the interface is not declared"},
		{"a work that is none", brokenOffers(func(o []library.Offer) []library.Offer {
			o[0].Work = ""
			return o
		}), "operation has no such work"},
		{"a reason of two lines", brokenOffers(func(o []library.Offer) []library.Offer {
			o[0].Missing = "no\nsymbol"
			return o
		}), "is not one line"},
		{"missing and prepared", brokenOffers(func(o []library.Offer) []library.Offer {
			o[0].Missing = "no symbol"
			return o
		}), "refusals: md5 hash (message) through native: not offered, and prepared all the same"},
		{"not offered and prepared", brokenOffers(func(o []library.Offer) []library.Offer { return o[:3] }),
			"refusals: sha512 hash (message) through kept: not offered, and prepared all the same"},

		{"memory too long", broken{alloc: func(n int) ([]byte, error) { return make([]byte, n, n+1), nil }}, "memory: 0 bytes: length 0, capacity 1"},
		{"memory not aligned", broken{alloc: func(n int) ([]byte, error) {
			p, err := simple{}.Alloc(n + 1)
			return p[1:], err
		}}, "not aligned"},
		{"memory not zeroed", broken{alloc: func(n int) ([]byte, error) {
			p, err := simple{}.Alloc(n)
			for i := range p {
				p[i] = 1
			}
			return p, err
		}}, "not zeroed"},
		{"memory given out twice", broken{alloc: func(n int) ([]byte, error) {
			if n != 63 && n != 64 {
				return simple{}.Alloc(n)
			}
			if dirty[0] == nil {
				dirty[0], _ = simple{}.Alloc(64)
			}
			return dirty[0][:n:n], nil
		}}, "not apart from what was allocated before"},
		{"no memory", broken{alloc: func(int) ([]byte, error) { return nil, errors.New("out of memory") }}, "out of memory"},
		{"no empty op", broken{empty: func() (library.Op, error) { return nil, errors.New("none here") }}, "empty op: none here"},

		{"panics for an unknown primitive", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			if c.Primitive == "no-such-primitive" {
				panic("index out of range")
			}
			return simple{}.Prepare(c, calls)
		}}, "refusals: panic: index out of range"},
		{"takes any work", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			c.Work = catalog.Message
			return simple{}.Prepare(c, calls)
		}}, "refusals: md5 hash (no-such-work) through native: not offered, and prepared all the same"},
		{"takes any interface", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			c.Interface = "native"
			return simple{}.Prepare(c, calls)
		}}, "refusals: md5 hash (message) through no-such-interface: not offered"},

		{"wrong padding", brokenRun(func(c *library.Call, good func(*library.Call) bool) bool {
			good(c)
			if len(c.In) == 56 {
				c.Out[0]++
			}
			return true
		}), "sizes: message 0 of 56 bytes gives"},
		{"a long message cut short", brokenRun(func(c *library.Call, good func(*library.Call) bool) bool {
			return good(&library.Call{In: c.In[:min(len(c.In), 1<<20-1)], Out: c.Out})
		}), "sizes: message 0 of 1048576 bytes gives"},
		{"wrong for the empty message", brokenRun(func(c *library.Call, good func(*library.Call) bool) bool {
			return len(c.In) == 0 || good(c)
		}), "known answers: RFC 1321, appendix A.5: call 0 was not made"},
		{"writes past the output", brokenRun(func(c *library.Call, good func(*library.Call) bool) bool {
			good(c)
			*past(c.Out) = 0
			return true
		}), "canaries: a buffer of 16 bytes was written outside its ends"},
		{"writes past the input", brokenRun(func(c *library.Call, good func(*library.Call) bool) bool {
			good(c)
			if len(c.In) == 64 {
				*past(c.In) = 0
			}
			return true
		}), "rotation: over 16 calls: Time(0, 3) from call 0 on: a buffer of 64 bytes was written outside its ends"},
		{"changes the input", brokenRun(func(c *library.Call, good func(*library.Call) bool) bool {
			good(c)
			if len(c.In) == 128 {
				c.In[127] = 0x80
			}
			return true
		}), "message 0 of 128 bytes was changed"},
		{"fails", brokenRun(func(*library.Call, func(*library.Call) bool) bool { return false }), "1 of 1 calls fail"},
		{"allocates", brokenRun(func(c *library.Call, good func(*library.Call) bool) bool {
			sink = make([]byte, len(c.In)+1)
			return good(c)
		}), "md5 hash (message) through kept: allocations: 17 allocations in 17 calls"},

		{"does not rotate", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			return simple{}.Prepare(c, calls[:1])
		}}, "sizes: call 1 was not made"},
		{"the same message for all", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			same := slices.Clone(calls)
			for i := range same {
				same[i].In = calls[0].In
			}
			return simple{}.Prepare(c, same)
		}}, "sizes: message 1 of 1 bytes gives"},
		{"begins anew each time", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			if _, err := (simple{}).run(c); err != nil {
				return nil, err
			}
			return brokenOp{time: func(_ library.Op, warm, count int, slices []int64) int64 {
				op, err := simple{}.Prepare(c, calls)
				if err != nil {
					panic(err)
				}
				return op.Time(warm, count, slices)
			}, Op: library.NewGoOp(nil, nil)}, nil
		}}, "rotation: over 16 calls: Time(1, 1) from call 3 on: call 0 was not to be made"},
		{"one call more", brokenTime(func(good library.Op, warm, count int, slices []int64) int64 {
			return good.Time(warm, count+1, slices)
		}), "rotation: over 16 calls: Time(0, 3) from call 0 on: call 3 was not to be made"},
		{"no warm-up", brokenTime(func(good library.Op, _, count int, slices []int64) int64 { return good.Time(0, count, slices) }),
			"rotation: over 16 calls: Time(1, 1) from call 3 on: call 4 was not made"},
		{"time runs backwards", brokenTime(func(good library.Op, warm, count int, slices []int64) int64 {
			good.Time(warm, count, slices)
			slices[0] = -1
			return 0
		}), "calls took -1 ns"},
		{"period of nothing", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			op, err := simple{}.Prepare(c, calls)
			if err != nil {
				return nil, err
			}
			return periodOp{op}, nil
		}}, "the period is 0"},
		{"neither op nor error", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			_, err := simple{}.run(c)
			return nil, err
		}}, "neither an op nor an error"},
		{"ops share their calls", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			op, err := simple{}.Prepare(c, calls)
			if err != nil {
				return nil, err
			}
			shared = calls
			return brokenOp{op, func(good library.Op, warm, count int, slices []int64) int64 {
				if &shared[0] != &calls[0] {
					return 0
				}
				return good.Time(warm, count, slices)
			}}, nil
		}}, "two at once: beside md5 hash (message) through native: call 0 was not made"},
		{"prepares once only", broken{prepare: func(c library.Cell, calls []library.Call) (library.Op, error) {
			op, err := simple{}.Prepare(c, calls)
			if err == nil && len(calls[0].In) == againSize {
				if closed {
					return nil, errors.New("already prepared")
				}
				closed = true
			}
			return op, err
		}}, "prepared again: prepare at 208 bytes: already prepared"},
	}
	for _, test := range tests {
		var texts []string
		for err := range check(test.lib, simpleInfo) {
			texts = append(texts, err.Error())
		}
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, test.want) }) {
			t.Errorf("%s: want %q, have\n%s", test.does, test.want, strings.Join(texts, "\n"))
		}
	}
	_ = sink
}

// An operation that the suite cannot check is an error, not a pass.
func TestUnknownOperation(t *testing.T) {
	checks := cellChecks[catalog.Hash]
	delete(cellChecks, catalog.Hash)
	defer func() { cellChecks[catalog.Hash] = checks }()
	for err := range check(simple{}, simpleInfo) {
		if want := "md5 hash (message) through native: the suite has no checks of hash"; err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		return
	}
	t.Error("no error")
}

func TestMessagesDiffer(t *testing.T) {
	seen := map[string]string{}
	for _, size := range []int{16, 17, 64} {
		for number := range uint64(2 * rotated) {
			m := string(message(size, number))
			name := fmt.Sprintf("%d of %d bytes", number, size)
			if other, ok := seen[m[:16]]; ok {
				t.Errorf("message %s begins like %s", name, other)
			}
			seen[m[:16]] = name
		}
	}
}
