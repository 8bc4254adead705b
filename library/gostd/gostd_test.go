package gostd

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

func TestLibrary(t *testing.T) {
	lib, info := librarytest.Open(t, "go", "")
	librarytest.Run(t, lib, info)
}

func TestOffers(t *testing.T) {
	var got []string
	for _, o := range (golang{}).Offers() {
		got = append(got, o.Primitive+" "+o.Interface)
	}
	want := []string{"md4 x", "md4 x-reused"}
	for _, p := range []string{"md5", "ripemd160", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-256"} {
		if p == "ripemd160" {
			want = append(want, "ripemd160 x", "ripemd160 x-reused")
			continue
		}
		want = append(want, p+" std", p+" std-reused")
	}
	if !slices.Equal(got, want) {
		t.Errorf("offers %q, want %q", got, want)
	}
}

func TestFind(t *testing.T) {
	if _, err := find(t.TempDir()); !errors.Is(err, library.ErrNoFile) {
		t.Errorf("a folder: %v, want ErrNoFile", err)
	}
}

func TestPrepareRefusesOtherOutputs(t *testing.T) {
	c := library.Cell{Primitive: "sha256", Operation: catalog.Hash, Interface: std, Work: catalog.Message}
	for _, size := range []int{0, 31, 33} {
		if _, err := (golang{}).Prepare(c, []library.Call{{Out: make([]byte, size)}}); err == nil {
			t.Errorf("an output of %d bytes is accepted", size)
		}
	}
}

func TestVersionOf(t *testing.T) {
	tests := []struct{ text, want string }{
		{"go1.26.8", "1.26.8"},
		{"go1.27rc1", "1.27rc1"},
		{"go1.26.8 X:boringcrypto", "1.26.8-boringcrypto"},
		{"go1.26.8 X:boringcrypto,jsonv2", "1.26.8-boringcrypto-jsonv2"},
		{"go1.27-devel_a1b2c3d4e5 Mon Nov 2 10:00:00 2026 +0000", "1.27-devel_a1b2c3d4e5"},
		{"devel go1.27-a1b2c3d4e5 Mon Nov 2 10:00:00 2026 +0000 X:jsonv2", "1.27-a1b2c3d4e5-jsonv2"},
		{"go1.26.8-microsoft", "1.26.8-microsoft"},
	}
	for _, test := range tests {
		if got := versionOf(test.text); got != test.want {
			t.Errorf("versionOf(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestLoaded(t *testing.T) {
	l := (golang{}).Loaded()
	if l.Text != runtime.Version() || !strings.HasPrefix(l.Module, "std; golang.org/x/crypto") || l.FIPS == "" {
		t.Errorf("%+v", l)
	}
	t.Logf("%+v", l)
}

// In FIPS 140-only mode MD5 and SHA-1 are missing with the reason, nothing crashes, and the rest is as good as ever.
func TestFIPSOnly(t *testing.T) {
	const reasonMD5 = "crypto/md5: use of MD5 is not allowed in FIPS 140-only mode"
	const reasonSHA1 = "crypto/sha1: use of SHA-1 is not allowed in FIPS 140-only mode"
	if os.Getenv("CPB_TEST_FIPS") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFIPSOnly$", "-test.v")
		cmd.Env = append(os.Environ(), "CPB_TEST_FIPS=1", "GODEBUG=fips140=only")
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), "panic: fips140: ") {
			t.Skipf("this build has no FIPS 140-3 mode: %s", out)
		}
		if err != nil || !strings.Contains(string(out), "--- PASS: TestFIPSOnly") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if f := fips(); !strings.HasPrefix(f, "only, module ") {
		t.Errorf("FIPS state is %q", f)
	}
	want := map[string]string{"md5": reasonMD5, "sha1": reasonSHA1}
	for _, o := range (golang{}).Offers() {
		if o.Missing != want[o.Primitive] {
			t.Errorf("%s through %s: missing %q, want %q", o.Primitive, o.Interface, o.Missing, want[o.Primitive])
		}
		p, _ := catalog.Lookup(o.Primitive)
		c := library.Cell{Primitive: o.Primitive, Operation: o.Operation, Interface: o.Interface, Work: o.Work}
		reason := ""
		if _, err := (golang{}).Prepare(c, []library.Call{{Out: make([]byte, p.OutBytes)}}); err != nil {
			reason = err.Error()
		}
		if reason != want[o.Primitive] {
			t.Errorf("%s through %s: prepare gives %q, want %q", o.Primitive, o.Interface, reason, want[o.Primitive])
		}
	}
}
