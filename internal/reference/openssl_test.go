package reference

import (
	"bytes"
	"encoding/hex"
	"os/exec"
	"strings"
	"testing"

	"cpb/catalog"
)

// sizes are whole blocks, and around the ends of a hash's last block; one is long.
var sizes = []int{0, 1, 16, 48, 55, 56, 64, 111, 112, 128, 272, 1 << 16}

// Go agrees with the openssl command at sizes that no standard has an answer for.
func TestAgainstOpenSSL(t *testing.T) {
	path, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("no openssl")
	}
	for _, p := range catalog.Primitives() {
		for _, size := range sizes {
			if !p.Sized() || !p.Takes(size) {
				continue
			}
			in := bytes.Repeat([]byte{1, 2, 3, 5, 7, 11, 13, 17}, size/8+1)[:size]
			want, args, err := answer(p, in)
			if err != nil {
				t.Log(err)
				break
			}
			got, err := openssl(path, args, in)
			if err != nil {
				t.Logf("%s: this openssl has it not: %v", p.Slug, err)
				break
			}
			if p.Operations[0] == catalog.Hash {
				digest, _, _ := strings.Cut(string(got), " ")
				if got, err = hex.DecodeString(digest); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s of %d bytes: openssl says %x, Go %x", p.Slug, size, got[:min(len(got), 64)], want[:min(len(want), 64)])
			}
		}
	}
}

// answer is Go's, and how openssl is asked for the same.
func answer(p catalog.Primitive, in []byte) (out []byte, args []string, err error) {
	if p.Operations[0] == catalog.Hash {
		out, err = Hash(p.Slug, in)
		return out, []string{"dgst", "-r", "-" + p.Slug}, err
	}
	key, iv := []byte("0123456789abcdefghijklmnopqrstuv")[:p.KeyBytes], []byte("ABCDEFGHIJKLMNOP")[:p.IVBytes]
	name := strings.Replace(p.Slug, "blowfish", "bf", 1)
	args = []string{"enc", "-" + name, "-nopad", "-K", hex.EncodeToString(key)}
	if p.IVBytes > 0 {
		args = append(args, "-iv", hex.EncodeToString(iv))
	}
	out, err = Encrypt(p.Slug, key, iv, in)
	return out, args, err
}

// openssl runs the command; from version 3 on what is old is in the legacy provider.
func openssl(path string, args []string, in []byte) ([]byte, error) {
	for _, providers := range [][]string{nil, {"-provider", "legacy", "-provider", "default"}} {
		cmd := exec.Command(path, append(args, providers...)...)
		cmd.Stdin = bytes.NewReader(in)
		if out, err := cmd.Output(); err == nil {
			return out, nil
		} else if providers != nil {
			return nil, err
		}
	}
	panic("not reached")
}
