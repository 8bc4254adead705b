//go:build cgo

package tomcrypt

import (
	"os"
	"path/filepath"
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

// TestMachine runs the suite on this machine's own LibTomCrypt.
func TestMachine(t *testing.T) {
	opened, info := librarytest.Open(t, "tomcrypt", "")
	librarytest.Run(t, opened, info)
	loaded := opened.(*lib)
	for _, o := range loaded.Offers() {
		if o.Missing != "" {
			t.Errorf("%s %s through %s: %s", o.Primitive, o.Operation, o.Interface, o.Missing)
		}
	}
	takeTurns(t, loaded)
	if name, version := loaded.Identity(); name != "tomcrypt" || version == "" {
		t.Errorf("it is %q %q", name, version)
	}
}

// takeTurns: ops that calculate with either library are made, run and closed in turns.
func takeTurns(t *testing.T, l *lib) {
	t.Helper()
	keys, err := catalog.TestKeys("rsa-1024")
	if err != nil {
		t.Fatal(err)
	}
	var ops []library.Op
	for _, a := range arithmetics {
		cell := library.Cell{Primitive: "rsa-1024", Operation: catalog.Sign, Interface: a.name, Work: catalog.Message}
		call := library.Call{
			Key: copied(t, l, keys[0].Private),
			In:  copied(t, l, make([]byte, 32)),
			Out: copied(t, l, make([]byte, 128)),
		}
		op, err := l.Prepare(cell, []library.Call{call})
		if err != nil {
			t.Fatal(err)
		}
		ops = append(ops, op)
	}
	for range 2 {
		for i, a := range arithmetics {
			if n := ops[i].Time(0, 2, make([]int64, 1)); n != 0 {
				t.Errorf("%d of 2 calls through %s fail", n, a.name)
			}
			if current, want := *(*uintptr)(l.handle.Symbol("ltc_mp")), *(*uintptr)(l.handle.Symbol(a.descriptor)); current != want {
				t.Errorf("a call through %s is calculated by another library", a.name)
			}
		}
	}
	for _, op := range ops { // the first one's library is not the current one
		op.Close()
	}
}

// copied is p in the library's memory.
func copied(t *testing.T, l library.Library, p []byte) []byte {
	t.Helper()
	c, err := l.Alloc(len(p))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Free(c) })
	copy(c, p)
	return c
}

// TestRoots runs the suite on every LibTomCrypt in CPB_TEST_ROOTS.
func TestRoots(t *testing.T) { librarytest.Roots(t, "tomcrypt") }

// TestNoSettings: a library without its build settings has no version, and one whose settings are other text neither.
func TestNoSettings(t *testing.T) {
	lib := librarytest.Isolated(t, func() library.Target {
		dir := t.TempDir()
		source, path := filepath.Join(dir, "bare.c"), filepath.Join(dir, "libtomcrypt.so.1")
		if err := os.WriteFile(source, []byte("int md5_init(void *state) { return state == 0; }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		librarytest.Compile(t, path, source)
		return library.Target{Library: "tomcrypt", Path: path}
	})
	if lib == nil {
		return
	}
	if name, version := lib.Identity(); name != "tomcrypt" || version != "" {
		t.Errorf("it is %q %q", name, version)
	}
	if l := lib.Loaded(); l.Text != "" || l.Flags != "" {
		t.Errorf("it says %+v", l)
	}
}

func FuzzSettings(f *testing.F) {
	f.Add("LibTomCrypt 1.18.2 (www.libtom.net)\n\nCompiler:\n   GCC compiler 12.2.0.\n\nVarious others:  A  B \n")
	f.Add("LibTomCrypt v")
	f.Fuzz(func(t *testing.T, settings string) {
		if v := number(settings); v != "" && (v[0] < '0' || v[0] > '9') {
			t.Errorf("version %q", v)
		}
		flags(settings)
	})
}

func TestBlinds(t *testing.T) {
	for settings, want := range map[string]bool{
		"PK Crypto:\n   RSA (with blinding and CRT hardening)\n   DH\n": true,
		"PK Crypto:\n   RSA (with blinding)\n":                          true,
		"PK Crypto:\n   RSA (with CRT hardening)\n":                     false,
		"PK Crypto:\n   RSA\n   ECC (with blinding)\n":                  false,
		"": false,
	} {
		if got := blinds(settings); got != want {
			t.Errorf("%q: %v, want %v", settings, got, want)
		}
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]bool{
		"libtomcrypt.so": true, "libtomcrypt.so.1": true, "libtomcrypt.so.1.0.1": true,
		"libtomcrypt.a": false, "libtomcrypt_prof.so.1": false, "libtommath.so.1": false, "libtomcrypt.so.1.debug": false,
	} {
		if got := fileName.MatchString(name); got != want {
			t.Errorf("%s is LibTomCrypt: %v, want %v", name, got, want)
		}
	}
}
