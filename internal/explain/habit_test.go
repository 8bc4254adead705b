package explain

import (
	"testing"

	"cpb/result"
)

// TestHabits holds habits to what apps/speed.c has in each release: OpenSSL_0_9_6m, OpenSSL_0_9_7, OpenSSL_0_9_8zc, 1.0.1t, 1.0.2u,
// 1.1.0l, OpenSSL_1_1_1-stable, the commits before 3.0.0-alpha10, -alpha12 and -alpha13, and what came after; and LibreSSL's
// src/usr.bin/openssl/speed.c.
func TestHabits(t *testing.T) {
	tests := []struct {
		library, version, tool string
		command, primitive, op string
		iface, calls           string // "" where nothing is known
		unless                 bool
	}{
		{"ssleay", "0.8.2a", "", "", "md5", "hash", oneshot, "MD5()", false},
		{"openssl", "0.9.6m", "", "", "sha1", "hash", oneshot, "SHA1()", false},
		{"openssl", "0.9.6m", "", "", "rsa-1024", "sign", "", "", false},

		{"openssl", "0.9.7", "", "", "sha1", "hash", evp, "EVP_Digest", false},
		{"openssl", "0.9.8zc", "", "speed sha1", "sha1", "hash", evp, "EVP_Digest", false},
		{"openssl", "1.0.1t", "", "speed md5 sha1", "md5", "hash", evp, "EVP_Digest with a look-up by name in each call", false},
		{"openssl", "1.0.1t", "", "speed -evp md5 sha1", "md5", "hash", evp, "EVP_Digest", false},
		{"openssl", "1.0.1t", "", "", "md5", "hash", evp, "EVP_Digest with a look-up by name in each call", true},
		{"openssl", "1.0.1e-fips", "", "", "md4", "hash", evp, "EVP_Digest", false},
		{"openssl", "1.0.2u", "", "speed", "sha256", "hash", oneshot, "SHA256()", false},
		{"openssl", "1.0.2-beta1", "", "", "sha512", "hash", oneshot, "SHA512()", true},
		{"openssl", "1.0.2u", "", "speed -evp sha256", "sha256", "hash", evp, "EVP_Digest", false},
		{"openssl", "1.0.2u", "", "", "sha224", "hash", evp, "EVP_Digest", false}, // only -evp can ask for it
		{"openssl", "1.0.2u", "", "", "ripemd160", "hash", evp, "EVP_Digest", false},
		{"openssl", "1.0.2u", "", "", "whirlpool", "hash", oneshot, "WHIRLPOOL()", true},

		{"openssl", "1.1.0-pre4", "", "speed sha1", "sha1", "hash", oneshot, "SHA1()", false},
		{"openssl", "1.1.0d", "", "speed md5 sha1", "md5", "hash", oneshot, "MD5()", false},
		{"openssl", "1.1.0d", "", "openssl speed -evp md5 sha1", "md5", "hash", evp, "EVP_Digest", false},
		{"openssl", "1.1.0d", "", "openssl speed -evp md5 sha1", "sha1", "hash", oneshot, "SHA1()", false},
		{"openssl", "1.1.1w", "", "speed -evp sha1 -evp md5 sha1", "sha1", "hash", oneshot, "SHA1()", false}, // the last one counts
		{"openssl", "1.1.1w", "", "speed -evp md5 md5", "md5", "hash", "", "", false},                        // both, and which is which?
		{"openssl", "1.1.1w", "", "speed -elapsed md4", "md4", "hash", evp, "EVP_Digest", false},
		{"openssl", "1.1.1w", "", "speed aes-128-cbc", "aes-128-cbc", "encrypt", lowlevel, "AES_cbc_encrypt", false},
		{"openssl", "1.1.1w", "", "speed -evp AES-128-CBC", "aes-128-cbc", "", evp, "EVP with key and context kept", false},
		{"openssl", "1.1.1w", "", "", "aes-128-cbc", "", "", "", false},     // by either, and they differ by far
		{"openssl", "1.1.1w", "", "", "aes-256-gcm", "seal", "", "", false}, // what a call of an AEAD is, changed within the eras
		{"libressl", "3.8.2", "", "", "aes-256-gcm", "seal", "", "", false}, // it is EVP_AEAD_CTX_seal
		{"openssl", "1.1.1w", "", "speed rsa2048", "rsa-2048", "verify", lowlevel, "RSA_verify", false},
		{"openssl", "1.1.1w", "", "speed rsa2048", "rsa-2048", "keygen", "", "", false},
		{"openssl", "1.1.1w", "", "", "x25519", "derive", "", "", false},

		{"openssl", "3.0.0-alpha3", "", "speed -evp sha256", "sha256", "hash", evp, "EVP_Digest", false},
		{"openssl", "3.0.0-alpha12", "", "speed -evp sha256", "sha256", "hash", evpFetched, "EVP_Digest with a digest fetched once", false},
		{"openssl", "3.0.0-alpha12", "", "speed sha256", "sha256", "hash", oneshot, "SHA256()", false},
		{"openssl", "3.0.0-alpha13", "", "speed sha256", "sha256", "hash", evpFetched, "EVP_Digest with a digest fetched once", false},
		{"openssl", "3.0.0-beta3", "", "", "md5", "hash", evpFetched, "EVP_Digest with a digest fetched once", false},
		{"openssl", "3.5.0", "", "", "aes-128-cbc", "encrypt", evpFetched, "EVP with key and context kept", false},
		{"openssl", "3.0.22", "", "", "rsa-2048", "sign", evpReused, "EVP_PKEY_sign", false},

		{"openssl", "1.1.1", "1.0.2l", "", "sha1", "hash", evp, "EVP_Digest", false}, // what is called is the tool's
		{"libressl", "3.8.2", "", "", "sha1", "hash", evp, "EVP_Digest", false},
		{"libressl", "3.8.2", "", "speed sha256", "sha256", "hash", oneshot, "SHA256()", false},

		{"openssl", "", "", "speed sha1", "sha1", "hash", "", "", false},
		{"openssl", "1.1.0-dev", "", "speed sha1", "sha1", "hash", "", "", false}, // it changed while this was its name
		{"openssl", "3.0.0-alpha13-dev", "", "speed sha1", "sha1", "hash", "", "", false},
		{"openssl", "3.2.0-dev", "", "speed sha1", "sha1", "hash", evpFetched, "EVP_Digest with a digest fetched once", false},
		{"openssl", "two", "", "speed sha1", "sha1", "hash", "", "", false},
		{"libressl", "", "", "speed sha1", "sha1", "hash", "", "", false},
		{"boringssl", "1.1.1", "", "speed sha1", "sha1", "hash", "", "", false},
		{"", "1.1.1", "", "speed sha1", "sha1", "hash", "", "", false},
		{"openssl", "1.1.1", "", "", "no-such-thing", "hash", "", "", false},
		{"openssl", "1.1.1", "", "", "hmac-md5", "mac", "", "", false},
	}
	for _, test := range tests {
		r := result.Result{
			Library: test.library, Version: test.version, Primitive: test.primitive, Operation: test.op,
			Source: &result.Source{Tool: "openssl speed", Version: test.tool, Command: test.command},
		}
		h := habitOf(&r)
		if h == nil {
			h = &habit{}
		}
		if want := (habit{test.iface, test.calls, test.unless}); *h != want {
			t.Errorf("%s %s%s, %q, %s %s: %+v, want %+v", test.library, test.version, test.tool, test.command, test.primitive, test.op, *h, want)
		}
	}
}

func TestHabitsOfOthers(t *testing.T) {
	own := result.Result{Library: "openssl", Version: "1.1.1w", Primitive: "sha1", Operation: "hash", Interface: evp}
	bssl := own
	bssl.Interface, bssl.Source = "", &result.Source{Tool: "bssl speed"}
	for name, r := range map[string]result.Result{"what cpb measured": own, "another tool": bssl} {
		if h := habitOf(&r); h != nil {
			t.Errorf("%s has the habit %+v", name, *h)
		}
	}
}

// Where the reader of the output tells the interface, that is the habit, in the words of the version.
func TestHabitsThatAreTold(t *testing.T) {
	for _, test := range []struct{ version, primitive, iface, calls string }{
		{"1.1.1w", "sha1", evp, "EVP_Digest"},
		{"1.1.1w", "sha1", oneshot, "SHA1()"},
		{"1.0.2u", "sha1", evp, "EVP_Digest"},
		{"1.1.1w", "aes-128-cbc", lowlevel, "AES_cbc_encrypt"},
		{"1.1.1w", "aes-128-cbc", evp, "EVP with key and context kept"},
		{"3.0.22", "sha1", evp, "EVP_Digest with a digest fetched once"},
	} {
		r := result.Result{
			Library: "openssl", Version: test.version, Primitive: test.primitive, Operation: "hash", Interface: test.iface,
			Source: &result.Source{Tool: speedTool},
		}
		if h := habitOf(&r); h == nil || h.calls != test.calls || h.unless && test.calls != "EVP_Digest" {
			t.Errorf("%s %s by %s: %+v", test.version, test.primitive, test.iface, h)
		}
	}
}

func TestReleases(t *testing.T) {
	inOrder := []string{"0.8.2a", "0.9.6m", "0.9.7", "0.9.8zc", "1.0.1e-fips", "1.0.2-beta1", "1.0.2-beta2", "1.0.2zq", "1.1.0-pre4", "1.1.0",
		"3.0.0-alpha1", "3.0.0-alpha9", "3.0.0-alpha10", "3.0.0-alpha12-dev", "3.0.0-beta1", "3.0.0-beta3-dev", "3.0.0", "3.0.22", "3.2", "3.5.5+quic", "4.0.0 FIPS"}
	for i, later := range inOrder {
		b, ok := parseRelease(later)
		if !ok {
			t.Errorf("%q is no version", later)
			continue
		}
		for _, earlier := range inOrder[:i] {
			if a, _ := parseRelease(earlier); !a.before(b) || b.before(a) {
				t.Errorf("%s is not before %s", earlier, later)
			}
		}
	}
	for _, none := range []string{"", "1", "1.", "v1.1.1", "1.1.1.1", "beta", "3.0.0-dev", "3.0.0-alpha10-dev", "0.9.7-dev", "99999999999999999999.1.1"} {
		if r, ok := parseRelease(none); ok {
			t.Errorf("%q is the version %+v", none, r)
		}
	}
}

func FuzzHabit(f *testing.F) {
	f.Add("1.0.2g", "speed -evp md5 sha1", "md5", "hash")
	f.Add("3.0.0-alpha12", "-evp", "aes-128-cbc", "")
	f.Fuzz(func(t *testing.T, version, command, primitive, operation string) {
		habitOf(&result.Result{
			Library: "openssl", Version: version, Primitive: primitive, Operation: operation,
			Source: &result.Source{Tool: speedTool, Command: command},
		})
	})
}
