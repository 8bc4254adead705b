package catalog

import (
	"strings"
	"testing"
)

func lookup(t *testing.T, slug string) Primitive {
	t.Helper()
	p, ok := Lookup(slug)
	if !ok || p.Slug != slug {
		t.Fatalf("no primitive %q", slug)
	}
	return p
}

func TestTakes(t *testing.T) {
	tests := []struct {
		slug string
		size int
		want bool
	}{
		{"sha256", 0, true},
		{"sha256", 1, true},
		{"sha256", 8192, true},
		{"aes-128-cbc", 0, false},
		{"aes-128-cbc", 8, false},
		{"aes-128-cbc", 16, true},
		{"aes-128-cbc", 17, false},
		{"aes-128-ecb", 8192, true},
		{"des-ede3-cbc", 4, false},
		{"des-ede3-cbc", 8, true},
		{"des-ede3-cbc", 24, true},
		{"rsa-2048", 0, true},
		{"dsa-1024", 0, true},
	}
	for _, test := range tests {
		if got := lookup(t, test.slug).Takes(test.size); got != test.want {
			t.Errorf("%s takes %d bytes: %t", test.slug, test.size, got)
		}
	}
}

func TestOutput(t *testing.T) {
	tests := []struct {
		slug string
		op   Operation
		size int
		want int
	}{
		{"md5", Hash, 0, 16},
		{"sha512-256", Hash, 1 << 20, 32},
		{"blowfish-ecb", Encrypt, 8, 8},
		{"aes-256-cbc", Encrypt, 8192, 8192},
		{"rsa-1024", Sign, 0, 128},
		{"rsa-4096", Sign, 0, 512},
		{"rsa-4096", Verify, 0, 0},
		// SEQUENCE { INTEGER, INTEGER }, with a zero before each: 2 + 2×(2 + 1 + 20), and 32 for 20.
		{"dsa-512", Sign, 0, 48},
		{"dsa-1024", Sign, 0, 48},
		{"dsa-2048", Sign, 0, 72},
		{"dsa-2048", Verify, 0, 0},
	}
	for _, test := range tests {
		if got := lookup(t, test.slug).Output(test.op, test.size); got != test.want {
			t.Errorf("%s %s of %d bytes gives %d, want %d", test.slug, test.op, test.size, got, test.want)
		}
	}
}

// A chain is what CBC mode makes where the IV is not set anew, and nothing else.
func TestChained(t *testing.T) {
	for _, p := range Primitives() {
		for _, w := range Works() {
			want := strings.HasSuffix(p.Slug, "-cbc") && w == Update
			if got := p.Chained(w); got != want {
				t.Errorf("%s %s is chained: %t", p.Slug, w, got)
			}
		}
	}
}

func TestSized(t *testing.T) {
	for slug, want := range map[string]bool{"sha1": true, "des-cbc": true, "rsa-2048": false, "dsa-512": false} {
		if got := lookup(t, slug).Sized(); got != want {
			t.Errorf("%s has a size: %t", slug, got)
		}
	}
}
