package gostd

import (
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"errors"
)

// rsaScheme draws no random numbers: crypto/rsa works in constant time instead of blinding, and ignores the reader that it is
// given. That is measured as users have it, the check of each signature by its public exponent included.
var rsaScheme = scheme[*rsa.PrivateKey, *rsa.PublicKey]{
	parsePrivate: x509.ParsePKCS1PrivateKey,
	parsePublic:  parsePublic[*rsa.PublicKey],
	sign: func(key *rsa.PrivateKey, digest []byte) ([]byte, error) {
		return rsa.SignPKCS1v15(nil, key, crypto.SHA256, digest)
	},
	verify: func(key *rsa.PublicKey, digest, sig []byte) error {
		return rsa.VerifyPKCS1v15(key, crypto.SHA256, digest, sig)
	},
}

// parsePublic parses a SubjectPublicKeyInfo with a key of one kind.
func parsePublic[Key any](der []byte) (Key, error) {
	var none Key
	parsed, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return none, err
	}
	key, ok := parsed.(Key)
	if !ok {
		return none, errors.New("the public key is of another kind")
	}
	return key, nil
}
