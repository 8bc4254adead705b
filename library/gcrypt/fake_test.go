//go:build cgo

package gcrypt

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

// partial makes the library of testdata/partial.c.
func partial(t *testing.T, args ...string) library.Target {
	t.Helper()
	path := filepath.Join(t.TempDir(), "libgcrypt.so.20")
	librarytest.Compile(t, path, "testdata/partial.c", args...)
	return library.Target{Library: "gcrypt", Path: path}
}

// isolated is the library that fails so, in a process of its own; nil in the first process. More makes it of other files too.
func isolated(t *testing.T, fail string, more ...string) library.Library {
	t.Helper()
	return librarytest.Isolated(t, func() library.Target { return partial(t, append(more, "-DFAIL="+fail)...) })
}

// TestMissingSymbols: a library with few functions offers what it has and says what it has not.
func TestMissingSymbols(t *testing.T) {
	lib := isolated(t, "0")
	if lib == nil {
		return
	}
	if name, version := lib.Identity(); name != "gcrypt" || version != "" {
		t.Errorf("it is %q %q", name, version)
	}
	if l := lib.Loaded(); l.Text != "" || l.Flags != "" || l.Platform != "" || l.Capabilities != "" || l.FIPS != "off" {
		t.Errorf("it says %+v", l)
	}
	offers := lib.Offers()
	if n := len(hashes)*len(accesses) + 6*4 + 7*3 + len(signatures)*4; len(offers) != n { // CBC has message too
		t.Fatalf("%d offers, want %d", len(offers), n)
	}
	for _, o := range offers {
		want := "refused: Invalid digest algorithm"
		switch {
		case o.Operation == catalog.Encrypt:
			want = "no symbol gcry_cipher_algo_info"
		case o.Operation == catalog.Sign || o.Operation == catalog.Verify:
			want = "no symbol gcry_pk_algo_info"
		case o.Interface == oneshot:
			want = "no symbol gcry_md_hash_buffer"
		case o.Interface == reused:
			want = "no symbol gcry_md_reset"
		case o.Primitive == "sha1":
			want = "its digest is said to have 21 bytes, and has 20"
		case o.Primitive == "sha256":
			want = ""
		}
		if o.Missing != want {
			t.Errorf("%s %s: %q, want %q", o.Primitive, o.Interface, o.Missing, want)
		}
	}
	_, err := librarytest.Prepare(t, lib, "sha1", reused, 16, 32)
	if u, ok := errors.AsType[library.Unsupported](err); !ok || u != (library.Unsupported{Primitive: "sha1", Symbol: "gcry_md_reset"}) {
		t.Errorf("sha1 is prepared with %v", err)
	}
	if _, err := librarytest.Prepare(t, lib, "sha256", native, 16, 31); err == nil || err.Error() != "no room for the digest" {
		t.Errorf("an output of 31 bytes is prepared with %v", err)
	}
	if _, err := librarytest.Prepare(t, lib, "sha256", "evp", 16, 32); err == nil || err.Error() != "sha256 hash, message, through evp is not offered" {
		t.Errorf("another library's interface is prepared with %v", err)
	}
	if n := failures(t, lib, native); n != 0 {
		t.Errorf("%d of 7 calls fail", n)
	}
}

// TestNoHandle: a handle that is refused makes each call fail, or the op where it keeps one.
func TestNoHandle(t *testing.T) {
	lib := isolated(t, "1")
	if lib == nil {
		return
	}
	if n := failures(t, lib, native); n != 7 {
		t.Errorf("%d of 7 calls fail", n)
	}
	if _, err := librarytest.Prepare(t, lib, "sha256", reused, 16, 32); err == nil || err.Error() != "no handle for it: General error" {
		t.Errorf("it is prepared with %v", err)
	}
}

// TestNoDigest: a digest that is refused makes each call fail.
func TestNoDigest(t *testing.T) {
	lib := isolated(t, "2")
	if lib == nil {
		return
	}
	for _, i := range []string{native, reused} {
		if n := failures(t, lib, i); n != 7 {
			t.Errorf("%d of 7 calls of %s fail", n, i)
		}
	}
}

// TestNotStarted: a library that cannot be set up is refused, with the reason.
func TestNotStarted(t *testing.T) {
	for fail, want := range map[string]string{
		"3": "it is not operational: its self-tests for FIPS mode failed",
		"4": "General error",
		"5": "gcry_check_version() gives no version",
	} {
		refused(t, partial(t, "-DFAIL="+fail), want)
	}
	refused(t, partial(t, "-DFAIL=0", "-Dgcry_control=other"), "no symbol gcry_control")
}

// TestTwoLibraries: a libgcrypt that brings another one with it is refused.
func TestTwoLibraries(t *testing.T) {
	dir := t.TempDir()
	other, path := filepath.Join(dir, "libgcrypt.so.20.0"), filepath.Join(dir, "libgcrypt.so.20.1")
	librarytest.Compile(t, other, "testdata/partial.c", "-DFAIL=0", "-Wl,-soname,libgcrypt.so.20.0")
	librarytest.Compile(t, path, "testdata/partial.c", "-DFAIL=0", "-Wl,--no-as-needed", other, "-Wl,-rpath,"+dir)
	refused(t, library.Target{Library: "gcrypt", Path: path}, "it brings another libgcrypt.so.20.0 into the process: "+other)
}

// refused checks that a process of its own opens the target with this error.
func refused(t *testing.T, target library.Target, want string) {
	t.Helper()
	if out, errs, err := opened(t, target); err == nil || !strings.Contains(out, ": "+want+"\n") {
		t.Errorf("not refused with %q: %v\n%s%s", want, err, errs, out)
	}
}

// failures makes 7 calls of SHA-256.
func failures(t *testing.T, lib library.Library, iface string) int64 {
	t.Helper()
	op, err := librarytest.Prepare(t, lib, "sha256", iface, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	return op.Time(3, 2, make([]int64, 2))
}
