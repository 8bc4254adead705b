package reference

import (
	"crypto/dsa"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
)

// A dsaKey is OpenSSL's form of a DSA private key.
type dsaKey struct {
	Version       int
	P, Q, G, Y, X *big.Int
}

type dsaSignature struct{ R, S *big.Int }

// signDSA signs by FIPS 186-4, section 4.6, with a k that is drawn from the seed: fit for nothing but tests, since whoever knows k
// knows the key.
func signDSA(private, digest []byte, seed uint64) ([]byte, error) {
	var key dsaKey
	if rest, err := asn1.Unmarshal(private, &key); err != nil || len(rest) > 0 {
		return nil, fmt.Errorf("not a DSA private key: %w", errors.Join(err, trailing(rest)))
	}
	z := new(big.Int).SetBytes(digest[:min(len(digest), (key.Q.BitLen()+7)/8)])
	random := rand.New(rand.NewPCG(seed, z.Uint64()))
	for {
		k := new(big.Int)
		for k.BitLen() < key.Q.BitLen()+64 {
			k.Lsh(k, 64).Or(k, new(big.Int).SetUint64(random.Uint64()))
		}
		k.Mod(k, key.Q)
		if k.Sign() == 0 {
			continue
		}
		r := new(big.Int).Exp(key.G, k, key.P)
		r.Mod(r, key.Q)
		s := new(big.Int).Mul(key.X, r)
		s.Add(s, z).Mul(s, k.ModInverse(k, key.Q)).Mod(s, key.Q)
		if r.Sign() != 0 && s.Sign() != 0 {
			return asn1.Marshal(dsaSignature{r, s})
		}
	}
}

func verifyDSA(public, digest, sig []byte) error {
	parsed, err := x509.ParsePKIXPublicKey(public)
	if err != nil {
		return err
	}
	key, ok := parsed.(*dsa.PublicKey)
	if !ok {
		return errors.New("the key is none for DSA")
	}
	var s dsaSignature
	if rest, err := asn1.Unmarshal(sig, &s); err != nil || len(rest) > 0 {
		return fmt.Errorf("not a DSA signature: %w", errors.Join(err, trailing(rest)))
	}
	if !dsa.Verify(key, digest, s.R, s.S) {
		return errors.New("the signature does not hold")
	}
	return nil
}

// signatureBytes is how many of sig's bytes are the DER that it begins with.
func signatureBytes(sig []byte) (int, error) {
	var s asn1.RawValue
	rest, err := asn1.Unmarshal(sig, &s)
	if err != nil {
		return 0, fmt.Errorf("not a DSA signature: %w", err)
	}
	return len(sig) - len(rest), nil
}

func trailing(rest []byte) error {
	if len(rest) > 0 {
		return fmt.Errorf("%d bytes follow it", len(rest))
	}
	return nil
}
