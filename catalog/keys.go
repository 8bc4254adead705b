package catalog

import (
	"embed"
	"encoding/pem"
	"fmt"
)

// A TestKey is a key pair for measuring, known to the whole world.
type TestKey struct {
	// Private is DER: a PKCS #1 RSAPrivateKey (RFC 8017, appendix A.1.2), or for DSA the SEQUENCE of the INTEGERs 0, p, q, g, y, x
	// that OpenSSL made the custom.
	Private []byte
	// Public is DER: a SubjectPublicKeyInfo (RFC 5280, section 4.1; RFC 3279, section 2.3).
	Public []byte
}

// keys holds one file per primitive that signs, keys/SLUG.pem: private and public key in turn. They were made with openssl
// genrsa and openssl genpkey; those of 512 bits, for which openssl makes no parameters any more, by FIPS 186-2, section 2.2, with
// random primes.
//
//go:embed keys/*.pem
var keys embed.FS

// TestKeyCount is how many test keys each primitive has that signs.
const TestKeyCount = 4

// TestKeys returns the test keys of the primitive with that slug, the same in every cpb.
func TestKeys(slug string) ([]TestKey, error) {
	text, err := keys.ReadFile("keys/" + slug + ".pem")
	if err != nil {
		return nil, fmt.Errorf("%s has no test keys: %w", slug, err)
	}
	var all []TestKey
	for {
		var private, public *pem.Block
		if private, text = pem.Decode(text); private == nil {
			return all, nil
		}
		if public, text = pem.Decode(text); public == nil {
			return nil, fmt.Errorf("keys/%s.pem: a private key without its public key", slug)
		}
		all = append(all, TestKey{private.Bytes, public.Bytes})
	}
}
