package catalog

import "testing"

// TestKnown has names as the tools named print them.
func TestKnown(t *testing.T) {
	tests := []struct{ name, slug string }{
		{"sha256", "sha256"}, {"SHA2-256", "sha256"}, // measured
		{"AES-128-GCM", "aes-128-gcm"}, {"aes-256-xts", "aes-256-xts"}, {"camellia-128-cbc", "camellia-128-cbc"}, // openssl speed
		{"ChaCha20-Poly1305", "chacha20-poly1305"}, {"seed-cbc", "seed-cbc"}, {"idea-cbc", "idea-cbc"}, {"cast-cbc", "cast5-cbc"},
		{"hmac(md5)", "hmac-md5"}, {"ghash", "ghash"}, {"sha", "sha"}, {"X25519", "x25519"}, {"ffdh2048", "ffdh-2048"},
		{"ecdsa nistp256", "ecdsa-p256"}, {"ecdh brainpoolP256r1", "ecdh-brainpool-p256r1"}, {"ML-KEM-768", "ml-kem-768"},
		{"aes-128", "aes-128"}, {"SHA-3(256)", ""}, // Botan
		{"ECDSA SECP256R1", "ecdsa-p256"}, {"HMAC-SHA3-256", "hmac-sha3-256"}, {"SHA-512/256", "sha512-256"}, // wolfCrypt
		{"blowfish", "blowfish"}, {"des", "des"}, {"", ""}, {"is_prime", ""}, {"memxor", ""},
	}
	for _, test := range tests {
		if p, ok := Known(test.name); ok != (test.slug != "") || p.Slug != test.slug {
			t.Errorf("Known(%q) = %q, %t, want %q", test.name, p.Slug, ok, test.slug)
		}
	}
}

// TestKnownModels: blocks counted by hand from the standards named at the models.
func TestKnownModels(t *testing.T) {
	tests := []struct {
		slug         string
		size, blocks int
	}{
		{"sha3-256", 135, 1}, {"sha3-256", 136, 2}, {"sha3-512", 72, 2}, {"sha3-224", 143, 1}, {"sha3-384", 104, 2}, {"shake128", 167, 1},
		{"blake2b-512", 0, 1}, {"blake2b-512", 128, 1}, {"blake2b-512", 129, 2}, {"blake2s-256", 65, 2},
		{"whirlpool", 31, 1}, {"whirlpool", 32, 2}, {"md2", 15, 1}, {"md2", 16, 2},
		{"aes-128-gcm", 16, 1}, {"aes-128-gcm", 17, 2}, {"hmac-sha512", 111, 1}, {"hmac-sha512", 112, 2},
	}
	for _, test := range tests {
		p, ok := Known(test.slug)
		if !ok || p.Measured() {
			t.Fatalf("%s: known %t, measured %t", test.slug, ok, p.Measured())
		}
		if got := p.Model.Blocks(test.size); got != test.blocks {
			t.Errorf("%s of %d bytes is %d blocks, want %d", test.slug, test.size, got, test.blocks)
		}
	}
}

// TestKnownBits: sizes of keys from SP 800-186, RFC 5639, SEC 2, GB/T 32918.5. What has one size only needs none.
func TestKnownBits(t *testing.T) {
	for slug, bits := range map[string]int{
		"rsa-3072": 3072, "dsa-1024": 1024, "ffdh-2048": 2048, "elgamal-4096": 4096, "ecdsa-p521": 521, "ecdh-p256": 256, "ec-p384": 384,
		"ecdsa-secp256k1": 256, "ecdh-k571": 571, "ecdsa-brainpool-p384t1": 384, "ecdsa-sm2": 256, "sm2": 256,
		"x25519": 0, "ed25519": 0, "rsa": 0, "ml-kem-768": 0, "aes-128-gcm": 0,
	} {
		if p, ok := Known(slug); !ok || p.Bits != bits {
			t.Errorf("%s: %d bits, known %t; want %d", slug, p.Bits, ok, bits)
		}
	}
}

func TestAs(t *testing.T) {
	for _, test := range []struct {
		slug      string
		said, did Operation
	}{
		{"aes-128-gcm", Encrypt, Seal}, {"chacha20-poly1305", Decrypt, Open}, {"aes-128-gcm", Seal, Seal}, {"aes-128-gcm", "", ""},
		{"aes-128-cbc", Encrypt, Encrypt}, {"chacha20", Decrypt, Decrypt}, {"rsa-2048", Encrypt, Encrypt},
	} {
		p, ok := Known(test.slug)
		if got := p.As(test.said); !ok || got != test.did {
			t.Errorf("%s: %q is %q, want %q", test.slug, test.said, got, test.did)
		}
	}
}

func TestSelectKnown(t *testing.T) {
	_, err := Select([]string{"chacha20"})
	if err == nil || err.Error() != "chacha20 is read from other tools, and not measured" {
		t.Errorf("got %v", err)
	}
}
