//go:build cgo

package gcrypt

import (
	"crypto/dsa"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
)

// A scheme turns the keys, digests and signatures of a library.Call into the S-expressions that libgcrypt takes, as its manual has
// them: "RSA key parameters", "DSA key parameters", "Cryptographic Functions".
type scheme struct {
	algo                               int // enum gcry_pk_algos: part of the ABI
	private, public, digest, signature func([]byte) (string, error)
}

var (
	rsaScheme = scheme{1, rsaPrivate, rsaPublic, rsaDigest, rsaSignature}
	dsaScheme = scheme{17, dsaPrivate, dsaPublic, dsaDigest, dsaSignature}
)

// rsaPrivate has p and q as libgcrypt wants them, p the lesser, which in PKCS #1 is customarily the other way round.
func rsaPrivate(der []byte) (string, error) {
	var k struct {
		Version                     int
		N, E, D, P, Q, Dp, Dq, QInv *big.Int
	}
	if err := unmarshal(der, &k); err != nil {
		return "", fmt.Errorf("not an RSA private key: %w", err)
	}
	p, q := k.P, k.Q
	if p.Cmp(q) > 0 {
		p, q = q, p
	}
	u := new(big.Int).ModInverse(p, q)
	if u == nil {
		return "", errors.New("not an RSA private key: its primes are none")
	}
	return list("private-key", list("rsa", number("n", k.N), number("e", k.E), number("d", k.D),
		number("p", p), number("q", q), number("u", u))), nil
}

func rsaPublic(der []byte) (string, error) {
	k, err := public[*rsa.PublicKey](der)
	if err != nil {
		return "", err
	}
	return list("public-key", list("rsa", number("n", k.N), number("e", big.NewInt(int64(k.E))))), nil
}

func rsaDigest(digest []byte) (string, error) {
	return list("data", list("flags", atom("pkcs1")), list("hash", atom("sha256"), atom(digest))), nil
}

func rsaSignature(sig []byte) (string, error) {
	return list("sig-val", list("rsa", list("s", atom(sig)))), nil
}

func dsaPrivate(der []byte) (string, error) {
	var k struct {
		Version       int
		P, Q, G, Y, X *big.Int
	}
	if err := unmarshal(der, &k); err != nil {
		return "", fmt.Errorf("not a DSA private key: %w", err)
	}
	return list("private-key", list("dsa", number("p", k.P), number("q", k.Q), number("g", k.G), number("y", k.Y), number("x", k.X))), nil
}

func dsaPublic(der []byte) (string, error) {
	k, err := public[*dsa.PublicKey](der)
	if err != nil {
		return "", err
	}
	return list("public-key", list("dsa", number("p", k.P), number("q", k.Q), number("g", k.G), number("y", k.Y))), nil
}

// dsaDigest has a digest of as many bits as q as the number that it is, which libgcrypt takes as it stands.
func dsaDigest(digest []byte) (string, error) {
	return list("data", list("flags", atom("raw")), list("value", atom(digest))), nil
}

func dsaSignature(sig []byte) (string, error) {
	var s struct{ R, S *big.Int }
	if err := unmarshal(sig, &s); err != nil {
		return "", fmt.Errorf("not a DSA signature: %w", err)
	}
	return list("sig-val", list("dsa", number("r", s.R), number("s", s.S))), nil
}

// public reads a SubjectPublicKeyInfo.
func public[K any](der []byte) (K, error) {
	parsed, err := x509.ParsePKIXPublicKey(der)
	k, ok := parsed.(K)
	if err == nil && !ok {
		err = fmt.Errorf("the public key is a %T", parsed)
	}
	return k, err
}

// unmarshal reads DER that is one value and nothing after it.
func unmarshal(der []byte, value any) error {
	rest, err := asn1.Unmarshal(der, value)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d bytes follow it", len(rest))
	}
	return err
}
