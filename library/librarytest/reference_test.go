package librarytest

import (
	"bytes"
	"encoding/hex"
	"os/exec"
	"strings"
	"testing"

	"cpb/catalog"
)

func TestEveryHashHasAReference(t *testing.T) {
	for _, p := range catalog.Primitives() {
		if p.Operations[0] != catalog.Hash {
			continue
		}
		d, err := digest(p.Slug, nil)
		if err != nil || len(d) != p.OutBytes {
			t.Errorf("%s: %d bytes, %v, want %d", p.Slug, len(d), err, p.OutBytes)
		}
	}
}

// The reference agrees with the openssl command at every size that the suite uses.
func TestReferenceAgainstOpenSSL(t *testing.T) {
	path, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("no openssl")
	}
	for slug := range references {
		args := []string{"dgst", "-r", "-" + slug}
		if slug == "md4" { // in OpenSSL 3 only the legacy provider has it
			args = append(args, "-provider", "legacy")
		}
		for _, size := range hashSizes {
			m := message(size, 0)
			cmd := exec.Command(path, args...)
			cmd.Stdin = bytes.NewReader(m)
			out, err := cmd.Output()
			if err != nil {
				t.Logf("%s: this openssl has it not: %v", slug, err)
				break
			}
			got, _, _ := strings.Cut(string(out), " ")
			want, err := digest(slug, m)
			if err != nil {
				t.Fatal(err)
			}
			if got != hex.EncodeToString(want) {
				t.Errorf("%s of %d bytes: openssl says %s, the reference %x", slug, size, got, want)
			}
		}
	}
}
