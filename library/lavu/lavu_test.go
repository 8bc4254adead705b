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
	want := []string{"", "no symbol av_md5_alloc", "no symbol av_ripemd_alloc", "", "the library was built without it", "", none, none, none}
	offers := lib.Offers()
	if len(offers) != len(want) {
		t.Fatalf("%d offers", len(offers))
	}
	for i, o := range offers {
		if o.Missing != want[i] {
			t.Errorf("%s %s: %q, want %q", o.Primitive, o.Interface, o.Missing, want[i])
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

// TestFailures: failures that the library reports are counted. The first call of av_sha_init() is Prepare's.
func TestFailures(t *testing.T) {
	lib := librarytest.Isolated(t, func() library.Target { return partial(t, "4") })
	if lib == nil {
		return
	}
	if n := failures(t, lib); n != 5 {
		t.Errorf("%d of 7 calls fail, want 5", n)
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

// prepare makes an op with one call, whose input is so long only by its own account.
func prepare(t *testing.T, lib library.Library, primitive, iface string, inBytes, outBytes int) (library.Op, error) {
	t.Helper()
	var buffers [2][]byte
	for i, n := range []int{16, outBytes} {
		p, err := lib.Alloc(n)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { lib.Free(p) })
		buffers[i] = p
	}
	in := unsafe.Slice(unsafe.SliceData(buffers[0]), inBytes)
	cell := library.Cell{Primitive: primitive, Operation: catalog.Hash, Interface: iface, Work: catalog.Message, SizeBytes: inBytes}
	return lib.Prepare(cell, []library.Call{{In: in, Out: buffers[1]}})
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
