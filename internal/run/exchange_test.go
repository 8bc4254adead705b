//go:build cgo && linux

package run_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/internal/reference"
	"cpb/internal/run"
	"cpb/library"
	"cpb/result"
)

// picky verifies signatures, and in a process in which it was not asked for its offers refuses all: so those of other libraries.
type picky struct {
	library.GoMemory
	asked bool
	how   string // "dies": of dsa-512; "flaky": the first call fails
	calls int
}

func init() {
	library.Register(library.Info{
		Name: "picky", Title: "refuses what others sign, for this test", Loop: "go", Hidden: true,
		Interfaces: []library.Interface{{Name: "native"}},
		Find:       func(string) ([]library.Target, error) { return nil, library.ErrNoFile },
		Open:       func(t library.Target) (library.Library, error) { return &picky{how: t.Properties}, nil },
	})
}

func (*picky) Identity() (name, version string) { return "picky", "1.0" }
func (*picky) Loaded() result.Loaded            { return result.Loaded{} }

func (p *picky) Offers() []library.Offer {
	p.asked = true
	return []library.Offer{
		{Primitive: "dsa-512", Operation: catalog.Verify, Interface: "native", Work: catalog.Message},
		{Primitive: "dsa-1024", Operation: catalog.Verify, Interface: "native", Work: catalog.Message},
	}
}

func (p *picky) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	return library.NewGoOp(func(call *library.Call) bool {
		right := reference.Verify(c.Primitive, call.Key, call.In, call.Sig) == nil
		p.calls++
		switch {
		case p.asked:
			return right
		case p.how == "dies" && c.Primitive == "dsa-512":
			os.Exit(7)
		case p.how == "flaky" && p.calls == 1:
			return false
		}
		return p.how != "" && right
	}, calls), nil
}

// TestExchange: who does not accept what others sign, and Go accepts, is out, with whose it was; the others are not.
func TestExchange(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := run.Request{Program: program, Processor: -1, Targets: []library.Target{{Library: "picky"}, {Library: "go"}}}
	if r.Primitives, err = catalog.Select([]string{"dsa-512"}); err != nil {
		t.Fatal(err)
	}
	doc, failures, err := run.Verify(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if failures != 1 || len(doc.Results) != 2 || doc.Results[0].Library != "go" || doc.Results[0].Bits != 512 || doc.Results[0].SizeBytes != nil {
		t.Errorf("%d failures, results %+v: want picky to fail, and Go to sign and verify", failures, doc.Results)
	}
	const want = "it does not accept a signature by go-"
	if len(doc.Skipped) != 1 || doc.Skipped[0].Library != "picky" || !strings.HasPrefix(doc.Skipped[0].Reason, want) {
		t.Errorf("skipped %+v, want picky because %s", doc.Skipped, want)
	}
}

// TestExchangeBreaks: what goes wrong while signatures are exchanged costs its own row: a crash not the next one, and a failure that
// does not come again is one all the same.
func TestExchangeBreaks(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for how, want := range map[string]string{
		"dies":  "exit status 7",
		"flaky": "it does not accept signatures of several libraries in turn, and each by itself",
	} {
		r := run.Request{Program: program, Processor: -1, Targets: []library.Target{{Library: "picky", Properties: how}, {Library: "go"}}}
		if r.Primitives, err = catalog.Select([]string{"dsa-512", "dsa-1024"}); err != nil {
			t.Fatal(err)
		}
		doc, failures, err := run.Verify(context.Background(), r)
		if err != nil || failures != 1 || len(doc.Results) != 5 || len(doc.Skipped) != 1 ||
			doc.Skipped[0].Primitive != "dsa-512" || !strings.Contains(doc.Skipped[0].Reason, want) {
			t.Errorf("%s: %d failures, %d results, skipped %+v, %v", how, failures, len(doc.Results), doc.Skipped, err)
		}
	}
}

// TestWholeBlocks: sizes that were asked for and that a cipher cannot have are said, those that were not are not.
func TestWholeBlocks(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := run.Request{Program: program, Processor: -1, Targets: []library.Target{{Library: "go"}}}
	if r.Primitives, err = catalog.Select([]string{"aes-128-cbc"}); err != nil {
		t.Fatal(err)
	}
	doc, failures, err := run.Verify(context.Background(), r)
	if err != nil || failures != 0 || len(doc.Results) != 1 || len(doc.Skipped) != 0 {
		t.Errorf("%d failures, %d results, skipped %+v, %v", failures, len(doc.Results), doc.Skipped, err)
	}
	if r.Primitives, err = catalog.Select([]string{"aes-128-cbc", "des-cbc"}); err != nil {
		t.Fatal(err)
	}
	r.Sizes = []int{0, 24, 32}
	doc, failures, err = run.Verify(context.Background(), r)
	if err != nil || failures != 0 || len(doc.Results) != 2 {
		t.Errorf("%d failures, %d results, %v", failures, len(doc.Results), err)
	}
	got := map[string][]int{}
	for _, s := range doc.Skipped {
		got[s.Primitive] = append(got[s.Primitive], *s.SizeBytes)
	}
	if len(got["aes-128-cbc"]) != 2 || len(got["des-cbc"]) != 1 || doc.Skipped[0].Reason != "it takes whole blocks of 16 bytes" {
		t.Errorf("skipped %+v, want AES at 0 and 24, DES at 0", doc.Skipped)
	}
	r.Sizes = []int{4, 7}
	doc, failures, err = run.Verify(context.Background(), r)
	if err != nil || failures != 0 || len(doc.Results) != 0 || len(doc.Skipped) != 2 {
		t.Errorf("no size of any: %d failures, %d results, skipped %+v, %v", failures, len(doc.Results), doc.Skipped, err)
	}
	r.Sizes = []int{8, 24} // some of DES, none of AES
	r.Launches = 2
	if doc, err = run.Run(context.Background(), r); err != nil || len(doc.Results) != 2 || len(doc.Skipped) != 1 {
		t.Errorf("sizes of DES alone: %d results, skipped %+v, %v", len(doc.Results), doc.Skipped, err)
	}
}
