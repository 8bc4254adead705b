package gostd

import (
	"crypto/dsa"
	"crypto/fips140"
	"crypto/rand"
	"encoding/asn1"
	"errors"
	"math/big"
)

// dsaKey is the private key in catalog.TestKey.
type dsaKey struct {
	Version       int
	P, Q, G, Y, X *big.Int
}

// dsaSignature is Dss-Sig-Value of RFC 3279, section 2.2.2.
type dsaSignature struct{ R, S *big.Int }

var errFalse = errors.New("crypto/dsa: the signature does not hold")

// dsaScheme: crypto/dsa, deprecated and measured all the same. It gives and takes two numbers and has nothing for private keys: that
// a signature is put into DER and taken out of it with encoding/asn1 is timed, since every Go program has to do it. It does
// not cut a digest down to q's length, which the catalogue's have.
func dsaScheme() scheme[*dsa.PrivateKey, *dsa.PublicKey] {
	return scheme[*dsa.PrivateKey, *dsa.PublicKey]{
		parsePrivate: parseDSA,
		parsePublic:  parsePublic[*dsa.PublicKey],
		sign: func(key *dsa.PrivateKey, digest []byte) ([]byte, error) {
			r, s, err := dsa.Sign(rand.Reader, key, digest)
			if err != nil {
				return nil, err
			}
			return asn1.Marshal(dsaSignature{r, s})
		},
		verify: func(key *dsa.PublicKey, digest, sig []byte) error {
			var s dsaSignature
			if rest, err := asn1.Unmarshal(sig, &s); err != nil || len(rest) > 0 || !dsa.Verify(key, digest, s.R, s.S) {
				return errFalse
			}
			return nil
		},
		random: dsaRandom(),
	}
}

// dsaRandom says where crypto/rand, which the process's FIPS mode decides, has its numbers from: see crypto/internal/fips140/drbg.
func dsaRandom() string {
	if fips140.Enabled() {
		return "crypto/rand, the FIPS 140-3 module's DRBG: k of each signature"
	}
	return "crypto/rand, the operating system's: k of each signature"
}

func parseDSA(der []byte) (*dsa.PrivateKey, error) {
	var k dsaKey
	rest, err := asn1.Unmarshal(der, &k)
	switch {
	case err != nil:
		return nil, err
	case len(rest) > 0:
		return nil, errors.New("bytes follow the DSA private key")
	}
	return &dsa.PrivateKey{
		PublicKey: dsa.PublicKey{Parameters: dsa.Parameters{P: k.P, Q: k.Q, G: k.G}, Y: k.Y},
		X:         k.X,
	}, nil
}
