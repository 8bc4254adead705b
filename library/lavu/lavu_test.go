//go:build cgo

package lavu

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

// TestMachine runs the suite on this machine's own libavutil.
func TestMachine(t *testing.T) {
	lib, info := librarytest.Open(t, "lavu", "")
	librarytest.Run(t, lib, info)
	for _, o := range lib.Offers() {
		if o.Missing != "" {
			t.Errorf("%s %s: %s", o.Primitive, o.Interface, o.Missing)
		}
	}
	l := lib.Loaded()
	if _, version := lib.Identity(); !strings.Contains(filepath.Base(l.Path), version) || version == "" {
		t.Errorf("the version is %q, of %s", version, l.Path)
	}
	if l.Text == "" || !strings.HasPrefix(l.Flags, "--") || !strings.HasPrefix(l.Capabilities, "av_get_cpu_flags=0x") {
		t.Errorf("it says %+v", l)
	}
}

// TestRoots runs the suite on every libavutil in CPB_TEST_ROOTS.
func TestRoots(t *testing.T) { librarytest.Roots(t, "lavu") }

// partial makes the library of testdata/partial.c.
func partial(t *testing.T, fail string) library.Target {
	t.Helper()
	path := filepath.Join(t.TempDir(), "libavutil.so.56")
	librarytest.Compile(t, path, "testdata/partial.c", "-DFAIL="+fail)
	return library.Target{Library: "lavu", Path: path}
}

// TestMissingSymbols: a library with few functions offers what it has and says what it has not.
func TestMissingSymbols(t *testing.T) {
	lib := librarytest.Isolated(t, func() library.Target { return partial(t, "1000") })
	if lib == nil {
		return
	}
	if name, version := lib.Identity(); name != "lavu" || version != "56.1.2" {
		t.Errorf("it is %q %q", name, version)
	}
	if l := lib.Loaded(); l.Text != "" || l.Flags != "" || l.Capabilities != "" {
		t.Errorf("it says %+v", l)
	}
	none := "av_sha512_alloc() returns none"
	want := map[string]string{
		"md5 native-reused": "no symbol av_md5_alloc", "ripemd160 native-reused": "no symbol av_ripemd_alloc",
		"sha224 native-reused": "the library was built without it",
		"sha384 native-reused": none, "sha512 native-reused": none, "sha512-256 native-reused": none,
		"cast5-ecb native-reused": "av_cast5_alloc() returns none",
	}
	for _, c := range ciphers {
		if s := c.primitive + " native-reused"; want[s] == "" && c.family != "av_des" {
			want[s] = "no symbol " + c.family + "_alloc"
		}
	}
	offers := lib.Offers()
	if n := 9 + 7*2 + 6*3; len(offers) != n { // hashes, MD5 twice; ECB and CBC
		t.Errorf("%d offers, want %d", len(offers), n)
	}
	for _, o := range offers {
		if s := o.Primitive + " " + o.Interface; o.Missing != want[s] {
			t.Errorf("%s: %q, want %q", s, o.Missing, want[s])
		}
	}
	_, err := prepare(t, lib, "ripemd160", reused, 16, 20)
	if u, ok := errors.AsType[library.Unsupported](err); !ok || u != (library.Unsupported{Primitive: "ripemd160", Symbol: "av_ripemd_alloc"}) {
		t.Errorf("ripemd160 is prepared with %v", err)
	}
	for _, c := range []struct {
		in, out int
		want    string
	}{
		{16, 15, "no room for the digest"},
		{1 << 31, 16, "this version takes no more than 2147483647 bytes in a call"},
	} {
		if _, err := prepare(t, lib, "md5", oneshot, c.in, c.out); err == nil || err.Error() != c.want {
			t.Errorf("%d bytes into %d are prepared with %v", c.in, c.out, err)
		}
	}
	op, err := prepare(t, lib, "md5", oneshot, 1<<31-1, 16)
	if err != nil {
		t.Fatal(err)
	}
	op.Close()
	if n := failures(t, lib); n != 0 {
		t.Errorf("%d of 7 calls fail", n)
	}
}

// TestCipherRefusals: keys, IVs and lengths that a cipher does not take are refused before its first call.
func TestCipherRefusals(t *testing.T) {
	lib := librarytest.Isolated(t, func() library.Target { return partial(t, "1000") })
	if lib == nil {
		return
	}
	for _, c := range []struct {
		primitive        string
		key, iv, in, out int
		want             string
	}{
		{"des-cbc", 8, 8, 16, 16, ""},
		{"des-cbc", 7, 8, 16, 16, "the key has another length than the cipher's"},
		{"des-cbc", 8, 16, 16, 16, "the IV has another length than the block"},
		{"des-cbc", 8, 0, 16, 16, "the IV has another length than the block"},
		{"des-cbc", 8, 8, 12, 16, "the input is not whole blocks"},
		{"des-cbc", 8, 8, 0, 16, "the input is not whole blocks"},
		{"des-cbc", 8, 8, 16, 15, "no room for the output"},
		{"des-cbc", 8, 8, 1 << 34, 16, "no version takes more than 2147483647 blocks in a call"},
		{"des-ede3-cbc", 24, 8, 16, 16, "the library refuses the key"},
	} {
		op, err := encryption(t, lib, c.primitive, catalog.Update, c.key, c.iv, c.in, c.out)
		switch {
		case err == nil && c.want != "" || err != nil && err.Error() != c.want:
			t.Errorf("%+v: prepared with %v", c, err)
		case err == nil:
			op.Close()
		}
	}
}

// TestFailures: failures that the library reports are counted. The first calls of av_sha_init() and av_des_init() are Prepare's.
func TestFailures(t *testing.T) {
	lib := librarytest.Isolated(t, func() library.Target { return partial(t, "4") })
	if lib == nil {
		return
	}
	if n := failures(t, lib); n != 5 {
		t.Errorf("%d of 7 calls fail, want 5", n)
	}
	op, err := encryption(t, lib, "des-cbc", catalog.Keyed, 8, 8, 16, 16)
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	if n := op.Time(3, 2, make([]int64, 2)); n != 5 {
		t.Errorf("%d of 7 keyed calls fail, want 5", n)
	}
}

// failures makes 7 calls of SHA-256.
func failures(t *testing.T, lib library.Library) int64 {
	t.Helper()
	op, err := prepare(t, lib, "sha256", reused, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	return op.Time(3, 2, make([]int64, 2))
}

// encryption makes an op with one call, whose input is so long only by its own account.
func encryption(t *testing.T, lib library.Library, primitive string, w catalog.Work, keyBytes, ivBytes, inBytes, outBytes int) (library.Op, error) {
	t.Helper()
	cell := library.Cell{Primitive: primitive, Operation: catalog.Encrypt, Interface: reused, Work: w, SizeBytes: inBytes}
	in := unsafe.Slice(unsafe.SliceData(alloc(t, lib, 16)), inBytes)
	return lib.Prepare(cell, []library.Call{{Key: alloc(t, lib, keyBytes), IV: alloc(t, lib, ivBytes), In: in, Out: alloc(t, lib, outBytes)}})
}

// prepare makes an op with one call, whose input is so long only by its own account.
func prepare(t *testing.T, lib library.Library, primitive, iface string, inBytes, outBytes int) (library.Op, error) {
	t.Helper()
	in := unsafe.Slice(unsafe.SliceData(alloc(t, lib, 16)), inBytes)
	cell := library.Cell{Primitive: primitive, Operation: catalog.Hash, Interface: iface, Work: catalog.Message, SizeBytes: inBytes}
	return lib.Prepare(cell, []library.Call{{In: in, Out: alloc(t, lib, outBytes)}})
}

// alloc is memory of the library, to the end of the test.
func alloc(t *testing.T, lib library.Library, n int) []byte {
	t.Helper()
	p, err := lib.Alloc(n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lib.Free(p) })
	return p
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]bool{
		"libavutil.so": true, "libavutil.so.57": true, "libavutil.so.61.1.102": true, "libavutil-6e5c3f0a.so.58.29.100": true,
		"libavutil.a": false, "libavutil.so.57.debug": false, "libavcodec.so.59": false,
	} {
		if got := fileName.MatchString(name); got != want {
			t.Errorf("%s is libavutil: %v, want %v", name, got, want)
		}
	}
}
