package catalog

import (
	"errors"
	"slices"
	"testing"
)

func slugs(primitives []Primitive) (all []string) {
	for _, p := range primitives {
		all = append(all, p.Slug)
	}
	return all
}

func TestLookup(t *testing.T) {
	tests := []struct{ name, slug string }{
		{"sha256", "sha256"},
		{"SHA-256", "sha256"},
		{"SHA 256", "sha256"},
		{"SHA2-256", "sha256"},
		{"sha1", "sha1"},
		{"SHA-160", "sha1"},
		{"rmd160", "ripemd160"},
		{"RIPEMD", "ripemd160"},
		{"RIPEMD-160", "ripemd160"},
		{"ripemd_160", "ripemd160"},
		{"SHA-512/256", "sha512-256"},
		{"SHA512_256", "sha512-256"},
		{"sha512-256", "sha512-256"},
		{"SHA2-512/256", "sha512-256"},
		{"sha512", "sha512"},
		{"MD-5", "md5"},
		{" sha_256 ", "sha256"},
		{"bf-cbc", "blowfish-cbc"},
		{"AES128-CBC", "aes-128-cbc"},
		{"cast-ecb", "cast5-ecb"},
		{"DES_CBC", "des-cbc"},
		{"3DES", "des-ede3-cbc"},
		{"des-ede3-cbc", "des-ede3-cbc"},
		{"RSA 2048", "rsa-2048"},
		{"dsa1024", "dsa-1024"},
	}
	for _, test := range tests {
		if p, ok := Lookup(test.name); !ok || p.Slug != test.slug {
			t.Errorf("Lookup(%q) = %q, %t, want %q", test.name, p.Slug, ok, test.slug)
		}
	}
	for _, name := range []string{"", "sha", "sha3-256", "hashes", "classic", "sha256x", "aes", "des", "rsa", "aes-128", "camellia", "aes-128-gcm"} {
		if p, ok := Lookup(name); ok {
			t.Errorf("Lookup(%q) = %q, want none", name, p.Slug)
		}
	}
}

func TestPosition(t *testing.T) {
	for slug, want := range map[string]int{"md4": 0, "md5": 1, "MD5": -1, "SHA2-256": -1, "nothing": -1, "hashes": -1} {
		if got := Position(slug); got != want {
			t.Errorf("Position(%q) = %d, want %d", slug, got, want)
		}
	}
}

func TestSelect(t *testing.T) {
	hashes := []string{"md4", "md5", "ripemd160", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-256"}
	ciphers := []string{
		"blowfish-cbc", "blowfish-ecb", "aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "aes-128-ecb", "aes-192-ecb", "aes-256-ecb",
		"camellia-128-ecb", "cast5-ecb", "twofish-128-ecb", "des-cbc", "des-ede3-cbc",
	}
	signatures := []string{"dsa-512", "dsa-1024", "dsa-2048", "rsa-1024", "rsa-2048", "rsa-4096"}
	classic := slices.Concat(hashes[:8], ciphers, signatures)
	// The implementations in FFmpeg's tools/crypto_bench.c.
	bench := []string{
		"md5", "ripemd160", "sha1", "sha256", "sha512", "blowfish-ecb", "aes-128-ecb", "camellia-128-ecb", "cast5-ecb", "twofish-128-ecb",
	}
	tests := []struct {
		asked []string
		want  []string
	}{
		{nil, nil},
		{[]string{"hashes"}, hashes},
		{[]string{"ciphers"}, ciphers},
		{[]string{"signatures"}, signatures},
		{[]string{"Classic"}, classic},
		{[]string{DefaultGroup}, classic},
		{[]string{"crypto-bench"}, bench},
		{[]string{"sha256", "md5", "SHA-256"}, []string{"md5", "sha256"}},
		{[]string{"3des", "sha512/256", "hashes", "rmd160"}, append(slices.Clone(hashes), "des-ede3-cbc")},
	}
	for _, test := range tests {
		got, err := Select(test.asked)
		if err != nil || !slices.Equal(slugs(got), test.want) {
			t.Errorf("Select(%q) = %q, %v, want %q", test.asked, slugs(got), err, test.want)
		}
	}
}

func TestSelectUnknown(t *testing.T) {
	tests := []struct{ name, text, hint string }{
		{"sha-25", `unknown primitive or group "sha-25"`, "did you mean sha256?"},
		{"ripe-md-16", `unknown primitive or group "ripe-md-16"`, "did you mean ripemd160?"},
		{"rmd16", `unknown primitive or group "rmd16"`, "did you mean rmd160?"},
		{"hash", `unknown primitive or group "hash"`, "did you mean hashes?"},
		{"whirlpool", `whirlpool is read from other tools, and not measured`, "see cpb list primitives"},
		{"", `unknown primitive or group ""`, "see cpb list primitives"},
	}
	for _, test := range tests {
		_, err := Select([]string{"md5", test.name})
		var unknown *Unknown
		if !errors.As(err, &unknown) {
			t.Errorf("Select(%q): %v, want an *Unknown", test.name, err)
			continue
		}
		if unknown.Error() != test.text || unknown.Hint() != test.hint {
			t.Errorf("Select(%q): %q, %q, want %q, %q", test.name, unknown.Error(), unknown.Hint(), test.text, test.hint)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"evp", "evp-fetched", "evp-reused", "lowlevel", "oneshot"}
	tests := []struct{ name, want string }{
		{"evp-fetch", "evp-fetched"},
		{"EVP_reuse", "evp-reused"},
		{"low-level", "lowlevel"},
		{"one-shot", "oneshot"},
		{"lowlevle", "lowlevel"},
		{"native", ""},
		{"", ""},
	}
	for _, test := range tests {
		if got := Nearest(test.name, known); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.name, got, test.want)
		}
	}
	if got := Nearest("abcdx", []string{"abcda", "abcdb"}); got != "abcda" {
		t.Errorf("of two equally near the nearest is %q, want the first", got)
	}
}

func TestPrimitivesIsACopy(t *testing.T) {
	Primitives()[0].Slug = "changed"
	Groups()[0].Name = "changed"
	if Primitives()[0].Slug != "md4" || Groups()[0].Name != "classic" {
		t.Error("the caller's changes reach the catalogue")
	}
}
