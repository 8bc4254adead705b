//go:build cgo

package clib

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cpb/internal/root"
	"cpb/library"
)

// compile makes a shared library from C source, or skips the test.
func compile(t *testing.T, path, source string, args ...string) {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"-shared", "-fPIC", "-x", "c", "-", "-x", "none", "-o", path, "-Wl,--no-as-needed"}, args...)
	cmd := exec.Command(gcc, args...)
	cmd.Stdin = strings.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
}

// folder is a new one, without links.
func folder(t *testing.T) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return top
}

func TestFind(t *testing.T) {
	top := folder(t)
	path := filepath.Join(top, "usr/lib/libx.so.1")
	compile(t, path, "int x;")
	isX := func(base string) bool { return strings.HasPrefix(base, "libx.so") }
	got, err := Find("x", top, isX)
	if err != nil || len(got) != 1 || got[0] != (library.Target{Library: "x", Path: path, Root: top}) {
		t.Errorf("found %+v, %v", got, err)
	}
	_, err = Find("x", filepath.Join(top, "usr"), func(string) bool { return false })
	if !errors.Is(err, library.ErrNoFile) || err.Error() != "no such library there: "+top+"/usr" {
		t.Errorf("nothing found gives %v", err)
	}
	_, err = Find("x", filepath.Join(top, "none"), isX)
	if err == nil || errors.Is(err, library.ErrNoFile) {
		t.Errorf("a folder that is not there gives %v", err)
	}
}

// foreign is the libraries in this process from outside the root.
func foreign(t *testing.T, r string) []string {
	t.Helper()
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	defer maps.Close()
	return root.Foreign(r, maps)
}

// TestOpen: what a library of a root needs comes from that root, though the program could find a file of this name first.
func TestOpen(t *testing.T) {
	top := folder(t)
	r, elsewhere := filepath.Join(top, "root"), filepath.Join(top, "elsewhere")
	if f := foreign(t, r); len(f) > 0 {
		t.Skip("this test's own process has others, as with -asan: ", f)
	}
	below := filepath.Join(r, "usr/lib/libcpbbelow.so.1")
	compile(t, below, "int below(void) { return 1; }", "-Wl,-soname,libcpbbelow.so.1")
	compile(t, filepath.Join(elsewhere, "libcpbbelow.so.1"), "int below(void) { return 2; }", "-Wl,-soname,libcpbbelow.so.1")
	path := filepath.Join(r, "usr/lib/libcpbtop.so")
	compile(t, path, "int below(void); int top(void) { return below(); } int answer = 42;", below, "-Wl,-rpath,"+elsewhere, "-Wl,--build-id=0x1234")

	h, err := Open(library.Target{Library: "x", Path: path, Root: r, Properties: "fips=yes"})
	if err != nil {
		t.Fatal(err)
	}
	if l := h.Loaded(); l.Path != path || l.Root != r || l.BuildID != "1234" || l.Properties != "fips=yes" || l.LibC != "" {
		t.Errorf("loaded is %+v", l)
	}
	if p := h.Symbol("answer"); p == nil || *(*int32)(p) != 42 {
		t.Error("the variable answer is not found")
	}
	if h.Symbol("no_such_symbol") != nil {
		t.Error("a symbol that the library has not got is found")
	}
	if h.Pointer() == nil {
		t.Error("there is no handle")
	}
	if f := foreign(t, r); len(f) > 0 {
		t.Errorf("%q are in the process", f)
	}
}

// TestMixed: a library of a root that brings one from outside is refused.
func TestMixed(t *testing.T) {
	top := folder(t)
	r := filepath.Join(top, "root")
	outside := filepath.Join(top, "outside/libcpboutside.so.1")
	compile(t, outside, "int outside(void) { return 1; }")
	path := filepath.Join(r, "usr/lib/libcpbmixed.so")
	compile(t, path, `
#include <dlfcn.h>
__attribute__((constructor)) static void start(void) { dlopen("`+outside+`", RTLD_NOW); }`, "-ldl")
	_, err := Open(library.Target{Library: "x", Path: path, Root: r})
	if err == nil || !strings.Contains(err.Error(), "from outside its root "+r+": ") || !strings.Contains(err.Error(), outside) {
		t.Errorf("it is opened with %v", err)
	}
	// In the machine's own root there is no outside.
	if _, err := Open(library.Target{Library: "x", Path: path}); err != nil {
		t.Error(err)
	}
}

func TestOpenErrors(t *testing.T) {
	top := folder(t)
	text := filepath.Join(top, "libcpbtext.so")
	if err := os.WriteFile(text, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	undefined := filepath.Join(top, "libcpbundefined.so")
	compile(t, undefined, "int cpb_nowhere(void); int x(void) { return cpb_nowhere(); }")
	needy := filepath.Join(top, "root/usr/lib/libcpbneedy.so")
	absent := filepath.Join(top, "libcpbabsent.so.1")
	compile(t, absent, "int y;", "-Wl,-soname,libcpbabsent.so.1")
	compile(t, needy, "int x;", absent)
	for _, c := range []struct{ path, root, want string }{
		{filepath.Join(top, "none.so"), "", "no such file or directory"},
		{text, "", "not an ELF file"},
		{undefined, "", "undefined symbol: cpb_nowhere"},
		{needy, filepath.Join(top, "root"), "has no libcpbabsent.so.1, which libcpbneedy.so needs"},
	} {
		_, err := Open(library.Target{Library: "x", Path: c.path, Root: c.root})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.path, err, c.want)
		}
	}
}

func TestMemory(t *testing.T) {
	var m Memory
	p, err := m.Alloc(100)
	if err != nil || len(p) != 100 {
		t.Fatalf("%d bytes, %v", len(p), err)
	}
	m.Free(p)
	op, err := m.Empty()
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	if n := op.Time(1, 1, make([]int64, 1)); n != 0 {
		t.Errorf("%d calls of nothing fail", n)
	}
}
