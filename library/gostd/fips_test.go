package gostd

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"cpb/library"
)

// TestFIPSOnly: in FIPS 140-only mode what it does not allow is missing with Go's reason, nothing crashes, and the rest is as good as
// ever: what golang.org/x/crypto has, which knows of no such mode, too.
func TestFIPSOnly(t *testing.T) {
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
	const notAllowed = " is not allowed in FIPS 140-only mode"
	want := map[string]string{
		"md5":          "crypto/md5: use of MD5" + notAllowed,
		"sha1":         "crypto/sha1: use of SHA-1" + notAllowed,
		"blowfish-cbc": "crypto/cipher: use of CBC with non-AES ciphers" + notAllowed,
		"des-cbc":      "crypto/des: use of DES" + notAllowed,
		"des-ede3-cbc": "crypto/des: use of TripleDES" + notAllowed,
		"dsa-512":      "crypto/dsa: use of DSA" + notAllowed,
		"dsa-1024":     "crypto/dsa: use of DSA" + notAllowed,
		"dsa-2048":     "crypto/dsa: use of DSA" + notAllowed,
		"rsa-1024":     "crypto/rsa: use of keys smaller than 2048 bits" + notAllowed,
	}
	for _, o := range (golang{}).Offers() {
		if o.Missing != want[o.Primitive] {
			t.Errorf("%s through %s: missing %q, want %q", o.Primitive, o.Interface, o.Missing, want[o.Primitive])
		}
		c := library.Cell{Primitive: o.Primitive, Operation: o.Operation, Interface: o.Interface, Work: o.Work}
		reason := ""
		if _, err := (golang{}).Prepare(c, []library.Call{call(t, c)}); err != nil {
			reason = err.Error()
		}
		if reason != want[o.Primitive] {
			t.Errorf("%s through %s: prepare gives %q, want %q", o.Primitive, o.Interface, reason, want[o.Primitive])
		}
	}
}
