//go:build cgo

package tomcrypt

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"cpb/library"
	"cpb/library/librarytest"
)

// TestMachine runs the suite on this machine's own LibTomCrypt.
func TestMachine(t *testing.T) {
	lib, info := librarytest.Open(t, "tomcrypt", "")
	librarytest.Run(t, lib, info)
	for _, o := range lib.Offers() {
		if o.Missing != "" {
			t.Errorf("%s: %s", o.Primitive, o.Missing)
		}
	}
	if name, version := lib.Identity(); name != "tomcrypt" || version == "" {
		t.Errorf("it is %q %q", name, version)
	}
}

// TestRoots runs the suite on every LibTomCrypt in CPB_TEST_ROOTS.
func TestRoots(t *testing.T) { librarytest.Roots(t, "tomcrypt") }

// partial makes the library of testdata/partial.c.
func partial(t *testing.T, fail string) library.Target {
	t.Helper()
	path := filepath.Join(t.TempDir(), "libtomcrypt.so.1")
	librarytest.Compile(t, path, "testdata/partial.c", "-DFAIL="+fail)
	return library.Target{Library: "tomcrypt", Path: path}
}

// TestMissingSymbols: a library with few functions offers what it has and says what it has not.
func TestMissingSymbols(t *testing.T) {
	lib := librarytest.Isolated(t, func() library.Target { return partial(t, "0") })
	if lib == nil {
		return
	}
	if name, version := lib.Identity(); name != "tomcrypt" || version != "1.19.0-rc1" {
		t.Errorf("it is %q %q", name, version)
	}
	l := lib.Loaded()
	if want := "LibTomCrypt 1.19.0-rc1 (www.libtom.net)"; l.Text != want {
		t.Errorf("text %q, want %q", l.Text, want)
	}
	if want := "Some compiler 1.0; x detected; Clean stack: enabled; A=0 B"; l.Flags != want {
		t.Errorf("flags %q, want %q", l.Flags, want)
	}
	want := []string{
		"no symbol md4_init", "no symbol md5_init", "no symbol rmd160_init", "no symbol sha1_init", "no symbol sha224_done", "",
		"no symbol sha384_init", "no symbol sha512_init", "no symbol sha512_256_init",
	}
	offers := lib.Offers()
	if len(offers) != len(want) {
		t.Fatalf("%d offers", len(offers))
	}
	for i, o := range offers {
		if o.Missing != want[i] {
			t.Errorf("%s: %q, want %q", o.Primitive, o.Missing, want[i])
		}
	}
	_, err := librarytest.Prepare(t, lib, "sha1", native, 16, 32)
	if u, ok := errors.AsType[library.Unsupported](err); !ok || u != (library.Unsupported{Primitive: "sha1", Symbol: "sha1_init"}) {
		t.Errorf("sha1 is prepared with %v", err)
	}
	if _, err := librarytest.Prepare(t, lib, "sha256", native, 16, 31); err == nil || err.Error() != "no room for the digest" {
		t.Errorf("an output of 31 bytes is prepared with %v", err)
	}
	if n := failures(t, lib); n != 0 {
		t.Errorf("%d of 7 calls fail", n)
	}
}

// TestFailures: every failure that a function of the library reports is counted.
func TestFailures(t *testing.T) {
	for _, fail := range []string{"1", "2", "3"} {
		lib := librarytest.Isolated(t, func() library.Target { return partial(t, fail) })
		if lib == nil {
			continue
		}
		if n := failures(t, lib); n != 7 {
			t.Errorf("%d of 7 calls fail", n)
		}
		return
	}
}

// failures makes 7 calls of SHA-256.
func failures(t *testing.T, lib library.Library) int64 {
	t.Helper()
	op, err := librarytest.Prepare(t, lib, "sha256", native, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	return op.Time(3, 2, make([]int64, 2))
}

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
