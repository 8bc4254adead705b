package catalog

import "testing"

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
	for _, p := range Primitives() {
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
	for _, p := range Primitives() {
		if p.Model.Kind != Blocks || p.Model.BlockBytes != want[p.Slug] {
			t.Errorf("%s: %s of %d bytes, want blocks of %d", p.Slug, p.Model.Kind, p.Model.BlockBytes, want[p.Slug])
		}
	}
}
