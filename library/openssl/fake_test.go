//go:build cgo

package openssl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

// partial makes the library of testdata/partial.c, with more arguments to the compiler.
func partial(t *testing.T, fail string, more ...string) library.Target {
	t.Helper()
	path := filepath.Join(t.TempDir(), "libcrypto.so")
	librarytest.Compile(t, path, "testdata/partial.c", append(more, "-DFAIL="+fail)...)
	return library.Target{Library: "openssl", Path: path}
}

// TestMissingSymbols: a library with few functions offers what it has and says what it has not.
func TestMissingSymbols(t *testing.T) {
	lib := librarytest.Isolated(t, func() library.Target { return partial(t, "0") })
	if lib == nil {
		return
	}
	if name, version := lib.Identity(); name != "openssl" || version != "" {
		t.Errorf("it is %q %q", name, version)
	}
	if l := lib.Loaded(); l.Text != "" || l.Flags != "" || l.Capabilities != "" || l.FIPS != "" || l.Providers != nil || l.Engines != nil {
		t.Errorf("it says %+v", l)
	}
	want := map[string]string{
		"sha256 hash oneshot": "", "sha256 hash lowlevel": "", "sha256 hash evp": "",
		"sha1 hash oneshot": "no symbol SHA1", "sha1 hash lowlevel": "no symbol SHA1_Init", "sha1 hash evp": "no symbol EVP_sha1",
		"sha256 hash evp-fetched": "no symbol EVP_MD_fetch", "sha256 hash evp-reused": "no symbol EVP_DigestInit_ex",
		"aes-128-cbc encrypt lowlevel": "no symbol AES_set_encrypt_key", "aes-128-cbc encrypt evp": "",
		"aes-192-cbc encrypt evp": "no symbol EVP_aes_192_cbc", "aes-128-cbc encrypt evp-fetched": "no symbol EVP_CIPHER_fetch",
		"dsa-512 sign lowlevel": "no symbol DSA_sign", "dsa-512 sign evp": "no symbol EVP_PKEY_sign",
		"dsa-512 verify lowlevel": "", "dsa-512 verify evp": "",
		"rsa-1024 sign lowlevel": "no symbol RSA_sign", "rsa-1024 verify lowlevel": "no symbol RSA_verify",
		"rsa-1024 verify evp": "no symbol EVP_PKEY_CTX_ctrl",
	}
	found := map[string]bool{}
	for _, o := range lib.Offers() {
		row := fmt.Sprintf("%s %s %s", o.Primitive, o.Operation, o.Interface)
		if reason, ok := want[row]; ok && o.Missing != reason {
			t.Errorf("%s, %s: %q, want %q", row, o.Work, o.Missing, reason)
		}
		by := ""
		if o.Missing == "" && (o.Interface == evp || o.Operation == catalog.Verify) {
			by = "engine odd"
		}
		if o.Provider != by {
			t.Errorf("%s, %s, is served by %q, want %q", row, o.Work, o.Provider, by)
		}
		if (o.Random != "") != (o.Operation == catalog.Sign) {
			t.Errorf("%s, %s: random numbers %q", row, o.Work, o.Random)
		}
		found[row] = true
	}
	for row := range want {
		if !found[row] {
			t.Errorf("%s is not offered", row)
		}
	}
	_, err := librarytest.Prepare(t, lib, "sha1", lowlevel, 16, 32)
	if u, ok := errors.AsType[library.Unsupported](err); !ok || u != (library.Unsupported{Primitive: "sha1", Symbol: "SHA1_Init"}) {
		t.Errorf("sha1 is prepared with %v", err)
	}
	if _, err := librarytest.Prepare(t, lib, "sha256", lowlevel, 16, 31); err == nil || err.Error() != "no room for the digest" {
		t.Errorf("an output of 31 bytes is prepared with %v", err)
	}
	for _, i := range []string{lowlevel, evp} {
		if n := failures(t, lib, i); n != 0 {
			t.Errorf("%d of 7 calls of %s fail", n, i)
		}
	}
}

// TestFailures: every failure that a function of the library reports is counted.
func TestFailures(t *testing.T) {
	for _, fail := range []string{"1", "2", "3"} {
		lib := librarytest.Isolated(t, func() library.Target { return partial(t, fail) })
		if lib == nil {
			continue
		}
		for _, i := range []string{oneshot, lowlevel} {
			if n := failures(t, lib, i); n != 7 {
				t.Errorf("%d of 7 calls of %s fail", n, i)
			}
		}
		for _, o := range lib.Offers() {
			if o.Primitive == "sha256" && o.Interface == evp && o.Missing != "EVP_sha256() returns none: the library was built without it" {
				t.Errorf("EVP_sha256() that returns none: %q", o.Missing)
			}
		}
		return
	}
}

// TestOldDSA: DSA_verify() of OpenSSL 0.9.8 returns -1, "bad q value", for each signature of a key whose q has not 160 bits.
func TestOldDSA(t *testing.T) {
	out := reasons(t, partial(t, "0", "-DEVP_PKEY_verify=later"))
	expect(t, out, "dsa-512 lowlevel: ", "dsa-1024 lowlevel: ",
		"dsa-2048 lowlevel: before 1.0.0, DSA_verify() takes a q of 160 bits only, and this one has 256",
		"dsa-2048 evp: no symbol EVP_PKEY_verify")
	if strings.Contains(out, "dsa-2048 lowlevel: \n") {
		t.Errorf("DSA_verify() is offered:\n%s", out)
	}
}

// TestCapabilities: OPENSSL_ia32cap_loc() is not called in 1.0.2, where it makes the library forget half of them.
func TestCapabilities(t *testing.T) {
	for number, want := range map[string]string{"0x1000115f": "OPENSSL_ia32cap=0x700000003", "0x10002000": "", "0x1000215f": ""} {
		out := reasons(t, partial(t, "0", "-DNUMBER="+number))
		expect(t, out, "capabilities: "+want)
	}
}

// TestTwoLibraries: a libcrypto that brings another one with it is refused.
func TestTwoLibraries(t *testing.T) {
	dir := t.TempDir()
	other, path := filepath.Join(dir, "libcrypto.so.7"), filepath.Join(dir, "libcrypto.so.8")
	librarytest.Compile(t, other, "testdata/partial.c", "-DFAIL=0", "-Wl,-soname,libcrypto.so.7")
	librarytest.Compile(t, path, "testdata/partial.c", "-DFAIL=0", "-Wl,--no-as-needed", other, "-Wl,-rpath,"+dir)
	out, err := librarytest.Child(t, library.Target{Library: "openssl", Path: path}, "TestReasons")
	if err == nil || !strings.Contains(string(out), "it brings another libcrypto.so.7 into the process: "+other) {
		t.Errorf("it is opened with %v\n%s", err, out)
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

// machineCopy puts this machine's libcrypto, which must have providers, into a new folder without any.
func machineCopy(t *testing.T) library.Target {
	t.Helper()
	targets, err := find("")
	if err != nil {
		t.Skip(err)
	}
	content, err := os.ReadFile(targets[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(content), "OSSL_PROVIDER_try_load") {
		t.Skip("this machine's OpenSSL has no providers")
	}
	path := filepath.Join(t.TempDir(), "libcrypto.so.3")
	if err := os.WriteFile(path, content, 0o755); err != nil {
		t.Fatal(err)
	}
	return library.Target{Library: "openssl", Path: path}
}

// reasons is what the target lacks and why, told by a process of its own.
func reasons(t *testing.T, target library.Target) string {
	t.Helper()
	out, err := librarytest.Child(t, target, "TestReasons")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestReasons prints what is missing, for the tests below.
func TestReasons(t *testing.T) {
	lib := librarytest.Opened(t)
	loaded := lib.Loaded()
	t.Log(loaded.Providers)
	t.Logf("capabilities: %s", loaded.Capabilities)
	for _, o := range lib.Offers() {
		t.Logf("%s %s: %s", o.Primitive, o.Interface, o.Missing)
	}
}

// expect checks that the lines are there.
func expect(t *testing.T, out string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains(out, line+"\n") {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
}

// TestNoLegacyProvider: the machine's own legacy provider does not stand in for the one that is not there.
func TestNoLegacyProvider(t *testing.T) {
	target := machineCopy(t)
	none := "the legacy provider has it, and there is no " + filepath.Join(filepath.Dir(target.Path), "ossl-modules", "legacy.so")
	out := reasons(t, target)
	expect(t, out, "md4 oneshot: ", "md4 lowlevel: ", "md4 evp: "+none, "md4 evp-fetched: "+none, "md4 evp-reused: "+none, "sha256 evp: ")
	expect(t, out, "des-cbc lowlevel: ", "des-cbc evp: "+none, "des-cbc evp-fetched: "+none, "des-ede3-cbc evp: ", "rsa-2048 evp: ")
	if strings.Contains(out, "legacy 3") {
		t.Errorf("there is one all the same:\n%s", out)
	}
}

// TestBrokenLegacyProvider: one that does not load is not passed over.
func TestBrokenLegacyProvider(t *testing.T) {
	target := machineCopy(t)
	path := filepath.Join(filepath.Dir(target.Path), "ossl-modules", "legacy.so")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no library"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out := reasons(t, target); !strings.Contains(out, "md4 evp: the legacy provider has it, and "+path+" does not load: error:") {
		t.Errorf("a broken provider is not named in\n%s", out)
	}
}

// TestOtherProvider: a row is refused where a provider of another version would serve it.
func TestOtherProvider(t *testing.T) {
	target := machineCopy(t)
	dir := filepath.Join(filepath.Dir(target.Path), "ossl-modules")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	librarytest.Compile(t, filepath.Join(dir, "legacy.so"), "testdata/legacy.c")
	out := reasons(t, target)
	expect(t, out, "md4 lowlevel: ", "sha256 evp: ")
	for _, i := range []string{evp, fetched, reused} {
		if !strings.Contains(out, "md4 "+i+`: provider legacy has it, whose version is "9.9.9", and the library's is "3.`) {
			t.Errorf("md4 through %s is not refused:\n%s", i, out)
		}
	}
}

// TestProperties: a query is obeyed by fetches, and by nothing else.
func TestProperties(t *testing.T) {
	target := machineCopy(t)
	target.Properties = "provider=none"
	out := reasons(t, target)
	expect(t, out, "sha256 oneshot: ", "sha256 evp: ", "aes-128-cbc evp: ", "rsa-2048 evp: ")
	for _, row := range []string{"sha256 evp-fetched", "sha256 evp-reused", "aes-128-cbc evp-fetched"} {
		if !strings.Contains(out, row+`: no provider has it with properties "provider=none": error:`) {
			t.Errorf("%s does not obey:\n%s", row, out)
		}
	}
	target.Properties = "provider=default"
	expect(t, reasons(t, target), "sha256 evp-fetched: ", "sha256 evp-reused: ")
}
