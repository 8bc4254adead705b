//go:build cgo

package gcrypt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

// TestMachine runs the suite on this machine's own libgcrypt.
func TestMachine(t *testing.T) {
	lib, info := librarytest.Open(t, "gcrypt", "")
	librarytest.Run(t, lib, info)
}

// TestPeriods: where a call opens a handle, the library mixes its random pool now and then.
func TestPeriods(t *testing.T) {
	lib := librarytest.Isolated(t, func() library.Target {
		found, err := find("")
		if err != nil {
			t.Skip(err)
		}
		return found[0]
	})
	if lib == nil {
		return
	}
	for _, o := range lib.Offers() {
		if o.Missing != "" || o.Operation != catalog.Hash {
			continue
		}
		want := 1
		if o.Interface == native || o.Interface == oneshot && (o.Primitive == "md4" || o.Primitive == "md5") {
			want = 5
		}
		op, err := librarytest.Prepare(t, lib, o.Primitive, o.Interface, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := op.Period(); got != want && o.Primitive != "sha224" && o.Primitive != "sha384" {
			t.Errorf("%s through %s: a period of %d calls, want %d", o.Primitive, o.Interface, got, want)
		}
		op.Close()
	}
}

// TestRoots runs the suite on every libgcrypt in CPB_TEST_ROOTS.
func TestRoots(t *testing.T) { librarytest.Roots(t, "gcrypt") }

// TestFIPS: in FIPS mode what is not allowed is missing, and nothing is printed; nor is out of it.
func TestFIPS(t *testing.T) {
	var targets []library.Target
	for _, where := range append([]string{""}, filepath.SplitList(os.Getenv("CPB_TEST_ROOTS"))...) {
		found, err := find(where)
		if err != nil {
			t.Logf("%q: %v", where, err)
		}
		targets = append(targets, found...)
	}
	for _, target := range targets {
		t.Run(target.Path, func(t *testing.T) {
			if out := silently(t, target); !strings.Contains(out, "md4, hash, message, oneshot: \n") {
				t.Errorf("there is no MD4:\n%s", out)
			}
			// The library's generator leaves memory behind in FIPS mode (1.10.1), which the address sanitizer would print.
			out := silently(t, target, "LIBGCRYPT_FORCE_FIPS_MODE=1", "ASAN_OPTIONS=detect_leaks=0")
			if !strings.Contains(out, "FIPS mode on") {
				t.Skip("it does not obey LIBGCRYPT_FORCE_FIPS_MODE, as 1.8")
			}
			for _, want := range []string{
				"md4, hash, message, oneshot: refused, in FIPS mode: Invalid digest algorithm\n",
				"md4, hash, message, native-reused: refused, in FIPS mode: Invalid digest algorithm\n",
				"sha256, hash, message, oneshot: \n",
				"blowfish-ecb, encrypt, keyed, native: refused, in FIPS mode: Invalid cipher algorithm\n",
				"aes-128-cbc, encrypt, update, native-reused: \n",
				"dsa-2048, verify, message, native: refused, in FIPS mode: ",
				"rsa-1024, sign, message, native: refused, in FIPS mode: ",
				"rsa-2048, sign, message, native: \n",
				"rsa-2048, verify, fresh-key, native: \n",
			} {
				if !strings.Contains(out, want) {
					t.Errorf("no line %q in\n%s", want, out)
				}
			}
		})
	}
}

// opened runs TestOpened on the target in another process, with more in the environment.
func opened(t *testing.T, target library.Target, environ ...string) (stdout, stderr string, err error) {
	t.Helper()
	cmd := librarytest.Command(t, target, "TestOpened")
	cmd.Env = append(cmd.Env, environ...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// silently is what TestOpened says of a library that opens and prints nothing.
func silently(t *testing.T, target library.Target, environ ...string) string {
	t.Helper()
	out, errs, err := opened(t, target, environ...)
	if err != nil || errs != "" {
		t.Errorf("%v\n%s%s", err, errs, out)
	}
	return out
}

// TestOpened opens a library in a process of its own and says what it is.
func TestOpened(t *testing.T) {
	lib := librarytest.Opened(t)
	name, version := lib.Identity()
	l := lib.Loaded()
	t.Logf("%s %s, FIPS mode %s", name, version, l.FIPS)
	t.Logf("capabilities %s", l.Capabilities)
	if name != "gcrypt" || version == "" || !strings.HasPrefix(l.Text, "libgcrypt "+version+", libgpg-error ") ||
		l.Flags == "" || l.Platform == "" || l.Capabilities == "" {
		t.Errorf("it is %q %q, loaded %+v", name, version, l)
	}
	for _, o := range lib.Offers() {
		t.Logf("%s, %s, %s, %s: %s", o.Primitive, o.Operation, o.Work, o.Interface, o.Missing)
		if o.Operation == catalog.Sign && o.Missing == "" {
			sign(t, lib, o)
		}
	}
}

// sign makes signatures.
func sign(t *testing.T, lib library.Library, o library.Offer) {
	p, _ := catalog.Lookup(o.Primitive)
	c := library.Cell{Primitive: o.Primitive, Operation: o.Operation, Interface: o.Interface, Work: o.Work}
	call := signed(t, c)
	call.In = make([]byte, p.InBytes)
	op, _, err := prepare(t, lib, c, p.OutBytes, call)
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	if n := op.Time(1, 2, make([]int64, 1)); n != 0 || o.Random == "" {
		t.Errorf("%v: %d of 3 calls fail; random numbers: %q", c, n, o.Random)
	}
}

// TestCaps: what is to be left unused is not among what the library says that it uses, or the library is refused.
func TestCaps(t *testing.T) {
	if len(hardware) == 0 {
		t.Skip("nothing can be left unused on this architecture")
	}
	found, err := find("")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"no-aes", "no-sha"} {
		target := found[0]
		target.Caps = library.Caps(name)
		feature := hardware[name][0]
		out, _, err := opened(t, target)
		switch {
		case err == nil && (!strings.Contains(out, "capabilities ") || strings.Contains(out, feature)):
			t.Errorf("%s: it uses %s all the same, or does not say:\n%s", name, feature, out)
		case err != nil && !strings.Contains(out, name+": it cannot be told to leave "+feature+" unused"):
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]bool{
		"libgcrypt.so": true, "libgcrypt.so.20": true, "libgcrypt.so.20.4.1": true,
		"libgcrypt.so.11": false, "libgcrypt.so.200": false, "libgcrypt.so.20.hmac": false,
		".libgcrypt.so.20.hmac": false, "libgcrypt.a": false,
	} {
		if fileName.MatchString(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// TestConfig: the lines are what 1.8.8 and 1.10.1 give.
func TestConfig(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{versions(fields("version", "version:1.10.1:10a01:1.46:12e00:\n")), "libgcrypt 1.10.1, libgpg-error 1.46"},
		{versions(fields("version", "")), ""},
		{compiler(fields("cc", "cc:100201:gcc:10.2.1 20210110:\n")), "gcc 10.2.1 20210110"},
		{compiler(fields("cc", "")), ""},
		{features(fields("hwflist", "hwflist:intel-bmi2:intel-ssse3:\n")), "intel-bmi2:intel-ssse3"},
		{features(fields("hwflist", "hwflist:\n")), "none"},
		{features(fields("hwflist", "")), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
