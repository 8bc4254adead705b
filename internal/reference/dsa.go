package reference

import (
	"crypto/dsa"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// integers reads a SEQUENCE of so many INTEGERs and nothing else.
func integers(der []byte, n int) ([]*big.Int, error) {
	outer := cryptobyte.String(der)
	var inner cryptobyte.String
	ok := outer.ReadASN1(&inner, asn1.SEQUENCE) && outer.Empty()
	all := make([]*big.Int, n)
	for i := range all {
		all[i] = new(big.Int)
		ok = ok && inner.ReadASN1Integer(all[i])
	}
	if !ok || !inner.Empty() {
		return nil, fmt.Errorf("not a SEQUENCE of %d INTEGERs", n)
	}
	return all, nil
}

// signDSA signs by FIPS 186-4, section 4.6, with a k that is drawn from the seed: fit for nothing but tests, since whoever knows k
// knows the key.
func signDSA(private, digest []byte, seed uint64) ([]byte, error) {
	key, err := integers(private, 6)
	if err != nil {
		return nil, fmt.Errorf("no DSA private key: %w", err)
	}
	p, q, g, x := key[1], key[2], key[3], key[5]
	z := new(big.Int).SetBytes(digest[:min(len(digest), (q.BitLen()+7)/8)])
	random := rand.New(rand.NewPCG(seed, z.Uint64()))
	for {
		k := new(big.Int)
		for k.BitLen() < q.BitLen()+64 {
			k.Lsh(k, 64).Or(k, new(big.Int).SetUint64(random.Uint64()))
		}
		k.Mod(k, q)
		if k.Sign() == 0 {
			continue
		}
		r := new(big.Int).Exp(g, k, p)
		r.Mod(r, q)
		s := new(big.Int).Mul(x, r)
		s.Add(s, z).Mul(s, k.ModInverse(k, q)).Mod(s, q)
		if r.Sign() != 0 && s.Sign() != 0 {
			var b cryptobyte.Builder
			b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
				b.AddASN1BigInt(r)
				b.AddASN1BigInt(s)
			})
			return b.Bytes()
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
	pair, err := integers(sig, 2)
	if err != nil {
		return fmt.Errorf("no DSA signature: %w", err)
	}
	if !dsa.Verify(key, digest, pair[0], pair[1]) {
		return errors.New("the signature does not hold")
	}
	return nil
}

// element is the DER element that p begins with.
func element(p []byte) ([]byte, error) {
	in := cryptobyte.String(p)
	var first cryptobyte.String
	if !in.ReadASN1Element(&first, asn1.SEQUENCE) {
		return nil, errors.New("no DSA signature: it does not begin with a SEQUENCE")
	}
	return first, nil
}
