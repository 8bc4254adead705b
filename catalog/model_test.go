package catalog

import (
	"strings"
	"testing"
)

// The block counts were worked out by hand: a message, one byte 0x80 and the length must fit.
func TestBlocks(t *testing.T) {
	md := []struct{ size, blocks64, blocks128 int }{
		{0, 1, 1},
		{1, 1, 1},
		{16, 1, 1},
		{54, 1, 1},
		{55, 1, 1},
		{56, 2, 1},
		{63, 2, 1},
		{64, 2, 1},
		{65, 2, 1},
		{110, 2, 1},
		{111, 2, 1},
		{112, 2, 2},
		{119, 2, 2},
		{120, 3, 2},
		{127, 3, 2},
		{128, 3, 2},
		{183, 3, 2},
		{184, 4, 2},
		{239, 4, 2},
		{240, 4, 3},
		{8192, 129, 65},
		{1 << 20, 16385, 8193},
	}
	for _, p := range ofOperation(Hash) {
		for _, c := range md {
			want := c.blocks64
			if p.Model.BlockBytes == 128 {
				want = c.blocks128
			}
			if got := p.Model.Blocks(c.size); got != want {
				t.Errorf("%s of %d bytes: %d blocks, want %d", p.Slug, c.size, got, want)
			}
		}
	}
}

func TestModelOfEachHash(t *testing.T) {
	want := map[string]int{
		"md4": 64, "md5": 64, "ripemd160": 64, "sha1": 64, "sha224": 64, "sha256": 64,
		"sha384": 128, "sha512": 128, "sha512-256": 128,
	}
	for _, p := range ofOperation(Hash) {
		if p.Model.Kind != Blocks || p.Model.BlockBytes != want[p.Slug] || p.Model.Whole {
			t.Errorf("%s: %s of %d bytes, want blocks of %d", p.Slug, p.Model.Kind, p.Model.BlockBytes, want[p.Slug])
		}
	}
}

// A cipher without padding has as many blocks as its input, and an IV as long as a block where it has one.
func TestModelOfEachCipher(t *testing.T) {
	block := map[string]int{"aes": 16, "blowfish": 8, "camellia": 16, "cast5": 8, "des": 8, "twofish": 16}
	for _, p := range ofOperation(Encrypt) {
		family, _, _ := strings.Cut(p.Slug, "-")
		b := block[family]
		for n := 1; n < 5; n++ {
			if got := p.Model.Blocks(n * b); got != n {
				t.Errorf("%s of %d bytes: %d blocks, want %d", p.Slug, n*b, got, n)
			}
		}
		iv := 0
		if strings.HasSuffix(p.Slug, "-cbc") {
			iv = b
		}
		if p.Model.BlockBytes != b || !p.Model.Whole || p.IVBytes != iv {
			t.Errorf("%s: blocks of %d bytes, whole %t, IV of %d, want %d, true, %d", p.Slug, p.Model.BlockBytes, p.Model.Whole, p.IVBytes, b, iv)
		}
	}
}

func TestModelOfEachSignature(t *testing.T) {
	for _, p := range ofOperation(Sign) {
		if p.Model.Kind != None || p.Sized() {
			t.Errorf("%s has a size: %s", p.Slug, p.Model.Kind)
		}
	}
}
