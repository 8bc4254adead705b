package catalog

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The openssl command answers as the sources do. What it has not got is told in the log.
func TestKnownAnswersAgainstOpenSSL(t *testing.T) {
	path, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("no openssl")
	}
	tool := openssl{path, t.TempDir()}
	for _, p := range Primitives() {
		if p.Slug == "twofish-128-ecb" {
			continue // not in any version
		}
		for _, a := range knownAnswers(t, p.Slug) {
			err := tool.agrees(p, a)
			if lacks := (*exec.ExitError)(nil); errors.As(err, &lacks) && a.Operation != Verify {
				t.Logf("%s %s: %v: %s", p.Slug, a.Operation, err, lacks.Stderr) // a build without it
				break
			}
			if err != nil {
				t.Errorf("%s %s of %d bytes (%s): %v", p.Slug, a.Operation, len(a.In), a.Source, err)
			}
		}
	}
}

// openssl is the command, and a folder for files that it reads.
type openssl struct{ path, folder string }

// agrees is an error where the command answers otherwise, an *exec.ExitError where it does not answer.
func (o openssl) agrees(p Primitive, a KnownAnswer) error {
	var got []byte
	var err error
	switch a.Operation {
	case Hash:
		got, err = o.withProviders(a.In, "dgst", "-binary", "-"+p.Slug)
	case Encrypt:
		name := strings.Replace(p.Slug, "blowfish", "bf", 1)
		args := []string{"enc", "-e", "-nopad", "-" + name, "-K", hex.EncodeToString(a.Key)}
		if p.IVBytes > 0 {
			args = append(args, "-iv", hex.EncodeToString(a.IV))
		}
		got, err = o.withProviders(a.In, args...)
	case Sign:
		got, err = o.publicKey(p, a, "-sign")
	case Verify:
		_, err = o.publicKey(p, a, "-verify", "-pubin", "-sigfile", o.file("sig", a.Sig))
		return err
	}
	if err == nil && !bytes.Equal(got, a.Out) {
		err = fmt.Errorf("%x, not %x", got, a.Out)
	}
	return err
}

// withProviders asks version 3 with its legacy provider (MD4, Blowfish), or an older one, which has no providers.
func (o openssl) withProviders(in []byte, args ...string) ([]byte, error) {
	out, err := o.run(in, append(args, "-provider", "default", "-provider", "legacy")...)
	if err != nil {
		out, err = o.run(in, args...)
	}
	return out, err
}

func (o openssl) publicKey(p Primitive, a KnownAnswer, args ...string) ([]byte, error) {
	args = append([]string{"pkeyutl", "-keyform", "DER", "-inkey", o.file("key", a.Key), "-in", o.file("in", a.In)}, args...)
	if strings.HasPrefix(p.Slug, "rsa-") {
		args = append(args, "-pkeyopt", "digest:sha256")
	}
	return o.run(nil, args...)
}

func (o openssl) run(in []byte, args ...string) ([]byte, error) {
	cmd := exec.Command(o.path, args...)
	cmd.Stdin = bytes.NewReader(in)
	return cmd.Output()
}

// file is the path of a file with those bytes.
func (o openssl) file(name string, content []byte) string {
	path := filepath.Join(o.folder, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		panic(err)
	}
	return path
}
