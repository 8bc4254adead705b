package report

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"cpb/internal/golden"
	"cpb/result"
)

func listing() *Listing {
	return &Listing{
		Schema: result.Schema,
		Libraries: []LibraryRow{
			{
				Name: "openssl", Version: "3.0.22", Title: "OpenSSL and its forks: LibreSSL, BoringSSL, AWS-LC",
				Path:       "/usr/lib/x86_64-linux-gnu/libcrypto.so.3",
				Interfaces: []string{"oneshot", "lowlevel", "evp", "evp-fetched", "evp-reused"},
				Primitives: []string{"md5", "ripemd160", "sha1", "sha224", "sha256", "sha384", "sha512"},
				Missing: []MissingRow{
					{"evp", "md4", "hash", "not in the providers that are loaded: default 3.0.22"},
					{"evp-fetched", "md4", "hash", "not in the providers that are loaded: default 3.0.22"},
					{"oneshot", "md4", "hash", "md4: no symbol MD4"},
				},
			},
			{Name: "go", Version: "1.26.8", Interfaces: []string{"std"}, Primitives: []string{"md5", "sha1"}},
			{Name: "openssl", Label: "mine\x1b[31m", Path: "/opt/x/libcrypto.so", Root: "/opt/x", Problem: "cannot load:\nno such file"},
			{Name: "gcrypt", NotFound: true, Packages: []string{"libgcrypt20"}},
			{Name: "lavu", NotFound: true},
		},
		Interfaces: []InterfaceRow{
			{"go", "std", "sha256.Sum256(msg) and the like: one call a message"},
			{"openssl", "evp", "EVP_Digest() with EVP_sha256() named in each call; EVP_EncryptUpdate(); EVP_PKEY_sign(), EVP_PKEY_verify()"},
		},
		Primitives: []PrimitiveRow{
			{
				Slug: "ripemd160", Name: "RIPEMD-160", Operations: []string{"hash"},
				Standard: "ISO/IEC 10118-3:2018, dedicated hash-function 1", Aliases: []string{"rmd160", "RIPEMD"},
				Groups: []string{"classic", "hashes"},
			},
			{Slug: "sha256", Name: "SHA-256", Operations: []string{"hash"}, Standard: "FIPS 180-4, section 6.2"},
		},
		Works: []WorkRow{
			{"encrypt", "update", "data only; key and IV kept", true},
			{"encrypt", "keyed", "key set, IV set, data", false},
		},
		Groups: []GroupRow{
			{"classic", "the hashes that every general-purpose library has had", []string{"md4", "md5", "ripemd160", "sha1"}},
			{"hashes", "every hash function", []string{"md4", "md5"}},
		},
	}
}

func TestListing(t *testing.T) {
	for form, o := range map[string]Options{"80": {}, "120": {Width: 120}, "80.color": {Color: true}} {
		var b bytes.Buffer
		if err := listing().Table(&b, o); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/list."+form+".txt", b.Bytes())
		checkLines(t, "list", o, b.String())
	}
}

func TestListingJSON(t *testing.T) {
	var b bytes.Buffer
	if err := listing().JSON(&b); err != nil {
		t.Fatal(err)
	}
	var back Listing
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&back, listing()) {
		t.Errorf("read back as %+v", back)
	}
}
