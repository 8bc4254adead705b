//go:build cgo && linux

package run_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"cpb/catalog"
	"cpb/internal/reference"
	"cpb/internal/run"
	"cpb/library"
	"cpb/result"
)

// fleeting hashes with MD5, ends its process of SHA-1, and cannot be loaded again after that: it leaves the file that its target
// names.
type fleeting struct {
	library.GoMemory
	file string
}

func init() {
	library.Register(library.Info{
		Name: "fleeting", Title: "loads until it has crashed, for this test", Loop: "go", Hidden: true,
		Interfaces: []library.Interface{{Name: "native"}},
		Find:       func(string) ([]library.Target, error) { return nil, library.ErrNoFile },
		Open: func(t library.Target) (library.Library, error) {
			if _, err := os.Stat(t.Properties); err == nil {
				return nil, errors.New("it has crashed before")
			}
			return &fleeting{file: t.Properties}, nil
		},
	})
}

func (*fleeting) Identity() (name, version string) { return "fleeting", "1.0" }
func (*fleeting) Loaded() result.Loaded            { return result.Loaded{} }

func (*fleeting) Offers() []library.Offer {
	return []library.Offer{
		{Primitive: "md5", Operation: catalog.Hash, Interface: "native", Work: catalog.Message},
		{Primitive: "sha1", Operation: catalog.Hash, Interface: "native", Work: catalog.Message},
	}
}

func (f *fleeting) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	if c.Primitive == "sha1" {
		if err := os.WriteFile(f.file, nil, 0o600); err != nil {
			return nil, err
		}
		os.Exit(7)
	}
	return library.NewGoOp(func(call *library.Call) bool {
		digest, err := reference.Hash(c.Primitive, call.In)
		copy(call.Out, digest)
		return err == nil
	}, calls), nil
}

// TestNotLoadedAgain: what held before a crash stays, also where the library cannot be loaded after it.
func TestNotLoadedAgain(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := run.Request{
		Program: program, Processor: -1, Sizes: []int{16},
		Targets: []library.Target{{Library: "fleeting", Properties: filepath.Join(t.TempDir(), "crashed")}},
	}
	if r.Primitives, err = catalog.Select([]string{"md5", "sha1"}); err != nil {
		t.Fatal(err)
	}
	doc, failures, err := run.Verify(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if failures != 1 || len(doc.Results) != 1 || doc.Results[0].Primitive != "md5" || doc.Results[0].Library != "fleeting" {
		t.Errorf("%d failures, results %+v: want MD5 to hold and SHA-1 to fail", failures, doc.Results)
	}
	if len(doc.Skipped) != 1 || doc.Skipped[0].Primitive != "sha1" {
		t.Errorf("skipped %+v, want SHA-1", doc.Skipped)
	}
}
