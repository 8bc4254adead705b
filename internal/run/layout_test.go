//go:build cgo && linux && amd64

package run

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/internal/worker"
	"cpb/library"
	_ "cpb/library/all"
	"cpb/result"
)

// build compiles testdata/layout.c, whose functions have symbols unless strip is among the arguments.
func build(t *testing.T, args ...string) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc")
	}
	path := filepath.Join(t.TempDir(), "libcrypto.so.9")
	args = append([]string{"-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-Wl,-Bsymbolic", "-o", path, "testdata/layout.c"}, args...)
	if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return path
}

// cellIn is SHA-256 of 16 bytes through SHA256() in a file.
func cellIn(path string) *cell {
	info, _ := library.Lookup("openssl")
	sha256, _ := catalog.Lookup("sha256")
	s := &source{target: library.Target{Library: "openssl", Path: path, Label: filepath.Base(filepath.Dir(path))}, info: info}
	return newCell(s, sha256, "oneshot")
}

func newCell(s *source, p catalog.Primitive, iface string) *cell {
	offer := library.Offer{Primitive: p.Slug, Operation: catalog.Hash, Interface: iface, Work: catalog.Message}
	return &cell{row: &row{source: s, offer: offer, primitive: p}, size: 16}
}

func layoutsOf(t *testing.T, ctx context.Context, pairs ...layoutPair) []*result.Layout {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sha256, _ := catalog.Lookup("sha256")
	r := Request{Program: program, Targets: []library.Target{{}}, Primitives: []catalog.Primitive{sha256}, Sizes: []int{16}, Seed: 1, Processor: 0}
	if err := r.setDefaults(nil); err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		for _, c := range []*cell{p.base, p.other} {
			if c.row.source.opened == nil {
				client, err := c.row.source.survey(ctx, &r)
				if err != nil {
					t.Fatal(err)
				}
				worker.Close(client)
			}
		}
	}
	return r.layouts(ctx, pairs)
}

// TestLayouts: of two builds of one source, the function that was put elsewhere has moved, the one that got an instruction has changed, and in two
// copies of a file nothing has done either.
func TestLayouts(t *testing.T) {
	plain, padded, more := build(t), build(t, "-DPADDING=32"), build(t, "-DMORE=1")
	stripped, strippedMore := build(t, "-DPADDING=32", "-s"), build(t, "-DMORE=1", "-s")
	line := build(t, "-DPADDING=64")
	copied := filepath.Join(t.TempDir(), "libcrypto.so.9")
	content, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, content, 0o755); err != nil {
		t.Fatal(err)
	}
	base := cellIn(plain)
	var pairs []layoutPair
	for _, path := range []string{copied, padded, line, more} {
		pairs = append(pairs, layoutPair{base, cellIn(path)})
	}
	small := cellIn(stripped)
	pairs = append(pairs, layoutPair{small, cellIn(strippedMore)}, layoutPair{cellIn(build(t, "-s")), small})
	got := layoutsOf(t, t.Context(), pairs...)
	if strings.Contains(got[0].Partial, "unsupported operation") {
		t.Skip(got[0].Partial)
	}
	for i, want := range []*result.Layout{
		{Functions: 2},
		{Functions: 2, Moved: []string{"hot"}},
		{Functions: 2},
		{Functions: 2, Changed: []string{"hot"}},
	} {
		if !reflect.DeepEqual(got[i], want) {
			t.Errorf("%d: %+v, want %+v", i, got[i], want)
		}
	}
	if got[0].Only() || !got[1].Only() || got[2].Only() || got[3].Only() {
		t.Error("where code lies is all that differs in the second pair, and in no other")
	}
	const nameless = "function at 0x"
	if l := got[4]; l.Functions != 2 || len(l.Changed) != 1 || !strings.HasPrefix(l.Changed[0], nameless) || len(l.Moved) != 0 {
		t.Errorf("changed, without symbols: %+v", l)
	}
	if l := got[5]; l.Functions != 2 || len(l.Moved) != 1 || !strings.HasPrefix(l.Moved[0], nameless) || !l.Only() {
		t.Errorf("moved, without symbols: %+v", l)
	}
}

// TestLayoutsPartial: what a library does while it is stepped through costs its own pairs, with the reason.
func TestLayoutsPartial(t *testing.T) {
	plain, crash := cellIn(build(t)), cellIn(build(t, "-DCRASH=1"))
	other := cellIn(build(t, "-DPADDING=32"))
	got := layoutsOf(t, t.Context(), layoutPair{plain, crash}, layoutPair{plain, other})
	if strings.Contains(got[1].Partial, "unsupported operation") {
		t.Skip(got[1].Partial)
	}
	if want := crash.row.name() + ": worker killed by SIGABRT"; !strings.HasPrefix(got[0].Partial, want) || got[0].Only() {
		t.Errorf("a crash: %+v, want %s", got[0], want)
	}
	if !got[1].Only() {
		t.Errorf("beside it: %+v", got[1])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got = layoutsOf(t, ctx, layoutPair{plain, other}); !strings.HasSuffix(got[0].Partial, ": interrupted") {
		t.Errorf("interrupted: %+v", got[0])
	}
}

// TestBuilds: only the same calls into two files of one library in C are held against each other.
func TestBuilds(t *testing.T) {
	a, b := cellIn("/a/libcrypto.so.3"), cellIn("/b/libcrypto.so.3")
	sha1, _ := catalog.Lookup("sha1")
	info, _ := library.Lookup("go")
	for _, c := range []struct {
		layoutPair
		want bool
	}{
		{layoutPair{a, b}, true},
		{layoutPair{a, a}, false},
		{layoutPair{a, newCell(b.row.source, sha1, "oneshot")}, false},
		{layoutPair{a, newCell(b.row.source, b.row.primitive, "evp")}, false},
		{layoutPair{a, newCell(&source{info: info}, b.row.primitive, "oneshot")}, false},
		{layoutPair{newCell(&source{info: info}, b.row.primitive, "std"), newCell(&source{info: info}, b.row.primitive, "std")}, false},
	} {
		if got := c.builds(); got != c.want {
			t.Errorf("%+v %+v: %v", c.base.row.source.target, c.other.row.offer, got)
		}
	}
}
