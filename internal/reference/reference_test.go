package reference

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"cpb/catalog"
)

// What is hashed and encrypted right is known to catalog's tests, which hold its known answers against this package.

// Of the catalogue Go lacks one cipher.
func TestHasEveryPrimitive(t *testing.T) {
	for _, p := range catalog.Primitives() {
		var err error
		switch p.Operations[0] {
		case catalog.Hash:
			_, err = Hash(p.Slug, nil)
		case catalog.Encrypt:
			var iv []byte
			if p.IVBytes > 0 {
				iv = make([]byte, p.IVBytes)
			}
			_, err = Encrypt(p.Slug, make([]byte, p.KeyBytes), iv, make([]byte, 3*p.Model.BlockBytes))
		case catalog.Sign:
			_, err = Sign(p.Slug, firstKey(t, p).Private, make([]byte, p.InBytes), 0)
		default:
			t.Errorf("%s: nothing is known of %s", p.Slug, p.Operations[0])
		}
		if lacks := p.Slug == "camellia-128-ecb"; errors.Is(err, ErrNone) != lacks || err != nil && !lacks {
			t.Errorf("%s: %v", p.Slug, err)
		}
	}
}

func firstKey(t *testing.T, p catalog.Primitive) catalog.TestKey {
	t.Helper()
	keys, err := catalog.TestKeys(p.Slug)
	if err != nil {
		t.Fatal(err)
	}
	return keys[0]
}

// A signature is the same each time, holds, and holds for nothing else.
func TestSignVerify(t *testing.T) {
	for _, p := range signing() {
		keys, err := catalog.TestKeys(p.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for i, key := range keys {
			digest := digestOf(p, i)
			sig := sign(t, p, key, digest, 1)
			if again := sign(t, p, key, digest, 1); !bytes.Equal(again, sig) {
				t.Errorf("%s, key %d: signatures %x and %x", p.Slug, i, sig, again)
			}
			if err := Verify(p.Slug, key.Public, digest, sig); err != nil {
				t.Errorf("%s, key %d: %v", p.Slug, i, err)
			}
			refuses(t, p, key.Public, changed(digest, 0), sig, "another first byte of the digest")
			refuses(t, p, key.Public, changed(digest, len(digest)-1), sig, "another last byte of the digest")
			refuses(t, p, key.Public, digest, changed(sig, len(sig)-1), "another last byte of the signature")
			refuses(t, p, key.Public, digest, changed(sig, len(sig)/4), "another byte of the signature")
			refuses(t, p, key.Public, digest, sig[:len(sig)-1], "a signature cut short")
			refuses(t, p, key.Public, digest, append(bytes.Clone(sig), 0), "a signature with a byte more")
			refuses(t, p, key.Public, digest, nil, "no signature")
			refuses(t, p, keys[(i+1)%len(keys)].Public, digest, sig, "another key")
		}
	}
}

// DSA draws a number from the seed and the digest: whoever uses one twice with one key gives the key away. RSA draws none.
func TestSignSeed(t *testing.T) {
	for _, p := range signing() {
		key := firstKey(t, p)
		seen := map[string]bool{}
		for seed := range uint64(2) {
			for i := range 2 {
				sig := sign(t, p, key, digestOf(p, i), seed)
				if err := Verify(p.Slug, key.Public, digestOf(p, i), sig); err != nil {
					t.Errorf("%s with seed %d: %v", p.Slug, seed, err)
				}
				seen[string(firstHalf(p, sig))] = true
			}
		}
		want := 2
		if isDSA(p) {
			want = 4
		}
		if len(seen) != want {
			t.Errorf("%s: %d different signatures, want %d", p.Slug, len(seen), want)
		}
	}
}

// firstHalf has r of a DSA signature, which is another for another number.
func firstHalf(p catalog.Primitive, sig []byte) []byte {
	if !isDSA(p) {
		return sig
	}
	return sig[4 : 4+sig[3]] // after SEQUENCE, its length, INTEGER, its length
}

// What follows a signature in a buffer that has room for the longest is taken off, whatever it is.
func TestTrim(t *testing.T) {
	for _, p := range signing() {
		key := firstKey(t, p)
		for i := range 20 { // DSA's lengths differ
			sig := sign(t, p, key, digestOf(p, i), 0)
			if len(sig) > p.OutBytes {
				t.Errorf("%s: a signature of %d bytes, at most %d", p.Slug, len(sig), p.OutBytes)
				continue
			}
			for _, filler := range []byte{0, 0x30, 0xff} {
				buffer := append(bytes.Clone(sig), bytes.Repeat([]byte{filler}, p.OutBytes-len(sig))...)
				if got, err := Trim(p.Slug, buffer); err != nil || !bytes.Equal(got, sig) {
					t.Errorf("%s: %x of %x, %v, want %x", p.Slug, got, buffer, err, sig)
				}
			}
			if p.Bits > 2048 {
				break // slow
			}
		}
	}
	for _, sig := range [][]byte{nil, {0x30}, {0x30, 0x06, 0x02, 0x01}, {0xff, 0xff}, {0x30, 0x84, 0xff, 0xff, 0xff, 0xff}} {
		if got, err := Trim("dsa-1024", sig); err == nil || len(got) != 0 {
			t.Errorf("Trim(%x) is %x, %v", sig, got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	dsa, rsa := keyOf(t, "dsa-1024"), keyOf(t, "rsa-1024")
	digest := make([]byte, 32)
	call := func(_ []byte, err error) error { return err }
	tests := []struct {
		what string
		err  error
		want string
	}{
		{"no such hash", call(Hash("sha3-256", nil)), "sha3-256: not in Go"},
		{"no such cipher", call(Encrypt("aria-128-cbc", nil, nil, nil)), "aria-128-cbc: not in Go"},
		{"a slug without a hyphen", call(Encrypt("aes", nil, nil, nil)), "aes: not in Go"},
		{"an empty slug", call(Encrypt("", nil, nil, nil)), "not in Go"},
		{"no such mode", call(Encrypt("aes-128-ctr", digest[:16], digest[:16], nil)), `no mode "ctr"`},
		{"a short key", call(Encrypt("aes-128-ecb", digest[:3], nil, nil)), "invalid key size 3"},
		{"no IV", call(Encrypt("aes-128-cbc", digest[:16], nil, digest[:16])), "IV of 0 bytes"},
		{"half a block", call(Encrypt("des-cbc", digest[:8], digest[:8], digest[:12])), "12 bytes are not whole blocks"},
		{"no such signature", call(Sign("ed25519", nil, nil, 0)), "ed25519: not in Go"},
		{"no such verification", Verify("ed25519", nil, nil, nil), "ed25519: not in Go"},
		{"no RSA key", call(Sign("rsa-1024", nil, digest, 0)), "asn1"},
		{"a DSA key for RSA", call(Sign("rsa-1024", dsa.Private, digest, 0)), "asn1"},
		{"an RSA digest too short", call(Sign("rsa-1024", rsa.Private, digest[:20], 0)), "input must be hashed message"},
		{"no DSA key", call(Sign("dsa-1024", nil, digest[:20], 0)), "no DSA private key: not a SEQUENCE of 6 INTEGERs"},
		{"bytes after a DSA key", call(Sign("dsa-1024", append(bytes.Clone(dsa.Private), 1, 2), digest[:20], 0)), "not a SEQUENCE of 6 INTEGERs"},
		{"no public RSA key", Verify("rsa-1024", nil, digest, nil), "asn1"},
		{"no public DSA key", Verify("dsa-1024", nil, digest[:20], nil), "asn1"},
		{"a public DSA key for RSA", Verify("rsa-1024", dsa.Public, digest, nil), "the key is none for RSA"},
		{"a public RSA key for DSA", Verify("dsa-1024", rsa.Public, digest[:20], nil), "the key is none for DSA"},
		{"no DSA signature", Verify("dsa-1024", dsa.Public, digest[:20], []byte{0x30}), "no DSA signature"},
		{"a DSA signature of zeros", Verify("dsa-1024", dsa.Public, digest[:20], []byte{0x30, 6, 2, 1, 0, 2, 1, 0}), "does not hold"},
	}
	for _, test := range tests {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.what, test.err, test.want)
		}
	}
}

func keyOf(t *testing.T, slug string) catalog.TestKey {
	t.Helper()
	p, ok := catalog.Lookup(slug)
	if !ok {
		t.Fatal(slug)
	}
	return firstKey(t, p)
}

func signing() (all []catalog.Primitive) {
	for _, p := range catalog.Primitives() {
		if p.Operations[0] == catalog.Sign {
			all = append(all, p)
		}
	}
	return all
}

func isDSA(p catalog.Primitive) bool { return strings.HasPrefix(p.Slug, "dsa-") }

// digestOf is the i-th digest for p, as long as p takes.
func digestOf(p catalog.Primitive, i int) []byte {
	sum := sha256.Sum256([]byte(fmt.Sprint(p.Slug, i)))
	return sum[:p.InBytes]
}

func sign(t *testing.T, p catalog.Primitive, key catalog.TestKey, digest []byte, seed uint64) []byte {
	t.Helper()
	sig, err := Sign(p.Slug, key.Private, digest, seed)
	if err != nil {
		t.Fatalf("%s: %v", p.Slug, err)
	}
	return sig
}

func refuses(t *testing.T, p catalog.Primitive, public, digest, sig []byte, what string) {
	t.Helper()
	if Verify(p.Slug, public, digest, sig) == nil {
		t.Errorf("%s holds with %s", p.Slug, what)
	}
}

// changed is b with one bit of the byte at i changed.
func changed(b []byte, i int) []byte {
	b = bytes.Clone(b)
	b[i] ^= 1
	return b
}
