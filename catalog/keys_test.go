package catalog

import (
	"crypto/dsa"
	"crypto/x509"
	"encoding/asn1"
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// Launches take the keys in turn, so each file has as many. None is there twice, in no file.
func TestTestKeys(t *testing.T) {
	seen := map[string]string{}
	for _, p := range ofOperation(Sign) {
		keys, err := TestKeys(p.Slug)
		if err != nil || len(keys) != TestKeyCount {
			t.Errorf("%s has %d test keys, %v", p.Slug, len(keys), err)
		}
		for i, k := range keys {
			check := checkDSA
			if strings.HasPrefix(p.Slug, "rsa-") {
				check = checkRSA
			}
			if err := check(p, k); err != nil {
				t.Errorf("%s, key %d: %v", p.Slug, i, err)
			}
			name := fmt.Sprintf("%s, key %d", p.Slug, i)
			if other, twice := seen[string(k.Public)]; twice {
				t.Errorf("%s is %s", name, other)
			}
			seen[string(k.Public)] = name
		}
	}
	for _, slug := range []string{"", "sha256", "aes-128-cbc", "rsa-512"} {
		if keys, err := TestKeys(slug); err == nil {
			t.Errorf("%q has %d test keys", slug, len(keys))
		}
	}
}

func checkRSA(p Primitive, k TestKey) error {
	private, err := x509.ParsePKCS1PrivateKey(k.Private)
	if err != nil {
		return err
	}
	if err := private.Validate(); err != nil {
		return err
	}
	public, err := x509.ParsePKIXPublicKey(k.Public)
	switch {
	case err != nil:
		return err
	case !private.PublicKey.Equal(public):
		return fmt.Errorf("private and public key do not belong together")
	case private.N.BitLen() != p.Bits || private.E != 65537 || len(private.Primes) != 2:
		return fmt.Errorf("modulus of %d bits and %d primes, e = %d", private.N.BitLen(), len(private.Primes), private.E)
	case private.Primes[0].BitLen() != p.Bits/2 || private.Primes[1].BitLen() != p.Bits/2:
		return fmt.Errorf("primes of %d and %d bits", private.Primes[0].BitLen(), private.Primes[1].BitLen())
	}
	return nil
}

// checkDSA holds a key to FIPS 186-4, section 4.1.
func checkDSA(p Primitive, k TestKey) error {
	var private struct {
		Zero          int
		P, Q, G, Y, X *big.Int
	}
	rest, err := asn1.Unmarshal(k.Private, &private)
	if err != nil || len(rest) > 0 || private.Zero != 0 {
		return fmt.Errorf("private key: %v, %d bytes follow, begins with %d", err, len(rest), private.Zero)
	}
	parsed, err := x509.ParsePKIXPublicKey(k.Public)
	if err != nil {
		return err
	}
	public, ok := parsed.(*dsa.PublicKey)
	one := big.NewInt(1)
	switch {
	case !ok:
		return fmt.Errorf("public key of %T", parsed)
	case public.P.Cmp(private.P) != 0 || public.Q.Cmp(private.Q) != 0 || public.G.Cmp(private.G) != 0 || public.Y.Cmp(private.Y) != 0:
		return fmt.Errorf("private and public key do not belong together")
	case private.P.BitLen() != p.Bits || private.Q.BitLen() != 8*p.InBytes:
		return fmt.Errorf("p of %d bits, q of %d", private.P.BitLen(), private.Q.BitLen())
	case !private.P.ProbablyPrime(10) || !private.Q.ProbablyPrime(10):
		return fmt.Errorf("p or q is not prime")
	case new(big.Int).Mod(new(big.Int).Sub(private.P, one), private.Q).Sign() != 0:
		return fmt.Errorf("q does not divide p - 1")
	case private.G.Cmp(one) <= 0 || new(big.Int).Exp(private.G, private.Q, private.P).Cmp(one) != 0:
		return fmt.Errorf("g does not generate the group of order q")
	case private.X.Sign() <= 0 || private.X.Cmp(private.Q) >= 0:
		return fmt.Errorf("x is out of range")
	case private.Y.Cmp(new(big.Int).Exp(private.G, private.X, private.P)) != 0:
		return fmt.Errorf("y is not g to the x")
	}
	return nil
}
