package catalog

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
)

// Known finds a primitive by any of its names, as Lookup does, and those too that cpb can name and has a cost model of but
// does not measure: what other tools print is full of them.
func Known(name string) (Primitive, bool) {
	folded := fold(name)
	if i, ok := names.primitives[folded]; ok {
		return primitives[i], true
	}
	if i, ok := knownNames()[folded]; ok {
		return known()[i], true
	}
	return Primitive{}, false
}

// NearestKnown is the name of a primitive that Known finds and that takes the fewest edits to make from name; "" where none is
// near.
func NearestKnown(name string) string { return Nearest(name, everySlug()) }

// everySlug is the slug of each primitive that Known finds.
var everySlug = sync.OnceValue(func() (all []string) {
	for _, table := range [][]Primitive{primitives, known()} {
		for _, p := range table {
			all = append(all, p.Slug)
		}
	}
	return all
})

// knownNames finds those of known by the folded form of their names, as positions in the table. A mistake in the table is a panic.
var knownNames = sync.OnceValue(func() map[string]int {
	index, err := newKnownIndex(known(), names.taken)
	if err != nil {
		panic("catalog: " + err.Error())
	}
	return index
})

// newKnownIndex fails where an entry is incomplete, or a name stands for two things after folding, here or among those taken:
// folded names and who has them.
func newKnownIndex(known []Primitive, taken map[string]string) (map[string]int, error) {
	taken = maps.Clone(taken)
	index := map[string]int{}
	for i, p := range known {
		if !isSlug(p.Slug) || p.Name == "" || len(p.Operations) == 0 || p.Model.Kind == "" {
			return nil, fmt.Errorf("known primitive %q is incomplete", p.Slug)
		}
		for _, name := range p.spellings() {
			folded := fold(name)
			if other, ok := taken[folded]; ok {
				return nil, fmt.Errorf("%q of %s is taken by %s", name, p.Slug, other)
			}
			taken[folded] = p.Slug
			index[folded] = i
		}
	}
	return index, nil
}

// Measured reports whether cpb can measure p, and not only name it.
func (p Primitive) Measured() bool { return len(p.Groups) > 0 }

// Cost models of what is not in the table of what is measured.
var (
	perByte = Model{Kind: Bytes}
	noSize  = Model{Kind: None}
	// FIPS 202, section 4: after the input come at least two bits of suffix and padding, so that a full last block has another
	// after it.
	sponge = func(rate int) Model { return Model{Kind: Blocks, BlockBytes: rate, PadBytes: 1} }
	// ISO/IEC 10118-3, dedicated hash-function 7: a byte and a length of 256 bits.
	whirlpool = Model{Kind: Blocks, BlockBytes: 64, PadBytes: 1 + 32}
	// RFC 7693, section 3.3: no padding beyond the last block, of which there is one even without input.
	blake2b = Model{Kind: Blocks, BlockBytes: 128, Least: 1}
	blake2s = Model{Kind: Blocks, BlockBytes: 64, Least: 1}
	// Poly1305 and GHASH take blocks of 16 bytes.
	blocks16 = Model{Kind: Blocks, BlockBytes: 16}
	blocks8  = Model{Kind: Blocks, BlockBytes: 8}
	// Skein 1.3, section 3.5: UBI pads with zeros, and takes one block without input; those of configuration and output are in the
	// fixed cost.
	skein512 = Model{Kind: Blocks, BlockBytes: 64, Least: 1}
)

// known lists the primitives that cpb can name but does not measure. What is said of primitives about names and aliases holds
// here too.
//
// They and their index are made when they are first asked for: the workers of a run have no use for them, and start often.
var known = sync.OnceValue(func() (all []Primitive) {
	measured := map[string]bool{}
	for _, p := range primitives {
		for _, name := range p.spellings() {
			measured[fold(name)] = true
		}
	}
	add := func(model Model, operations []Operation, slug, name string, aliases ...string) {
		p := Primitive{Slug: slug, Name: name, Operations: operations, Model: model}
		seen := map[string]bool{fold(slug): true, fold(name): true}
		for _, a := range aliases { // names that are put together come out alike now and then
			if !seen[fold(a)] {
				p.Aliases = append(p.Aliases, a)
			}
			seen[fold(a)] = true
		}
		all = append(all, p)
	}
	hash, mac := []Operation{Hash}, []Operation{MAC}
	cipher, aead := []Operation{Encrypt, Decrypt}, []Operation{Seal, Open}
	signs, agrees := []Operation{Keygen, Sign, Verify}, []Operation{Keygen, Derive}
	kem, kdf := []Operation{Keygen, Encapsulate, Decapsulate}, []Operation{KDF}

	// Hashes.
	add(Model{Kind: Blocks, BlockBytes: 16, PadBytes: 1}, hash, "md2", "MD2") // RFC 1319: blocks of 16 bytes, at least one of padding
	add(blocks8, hash, "mdc2", "MDC-2")
	add(block64, hash, "sha", "SHA-0")
	add(block64, hash, "ripemd128", "RIPEMD-128", "rmd128")
	add(block64, hash, "ripemd256", "RIPEMD-256", "rmd256")
	add(block64, hash, "ripemd320", "RIPEMD-320", "rmd320")
	add(block128, hash, "sha512-224", "SHA-512/224", "SHA2-512/224")
	add(skein512, hash, "skein-512", "Skein-512", "Skein-512(512)")
	add(block64, hash, "sm3", "SM3")
	add(block64, hash, "md5-sha1", "MD5 and SHA-1 of the same input") // TLS 1.0
	add(block64, hash, "tiger", "Tiger", "tiger1", "tiger-192")
	add(whirlpool, hash, "whirlpool", "Whirlpool")
	for _, bits := range []int{224, 256, 384, 512} {
		add(sponge(200-bits/4), hash, fmt.Sprintf("sha3-%d", bits), fmt.Sprintf("SHA3-%d", bits), fmt.Sprintf("Keccak-%d", bits))
	}
	add(sponge(168), hash, "shake128", "SHAKE128")
	add(sponge(136), hash, "shake256", "SHAKE256")
	add(perByte, hash, "shake256-x4", "SHAKE256 of four inputs at once", "SHAKE256_x4")
	add(perByte, hash, "shake128-x4", "SHAKE128 of four inputs at once", "SHAKE128_x4")
	add(blake2b, hash, "blake2b-512", "BLAKE2b-512", "blake2b", "blake2b512", "BLAKE2B_512")
	add(blake2b, hash, "blake2b-256", "BLAKE2b-256")
	add(blake2b, hash, "blake2b-384", "BLAKE2b-384")
	add(blake2b, hash, "blake2b-160", "BLAKE2b-160")
	add(blake2s, hash, "blake2s-256", "BLAKE2s-256", "blake2s", "blake2s256")
	add(blake2s, hash, "blake2s-224", "BLAKE2s-224")
	add(blake2s, hash, "blake2s-160", "BLAKE2s-160")
	add(blake2s, hash, "blake2s-128", "BLAKE2s-128")
	add(perByte, hash, "blake3", "BLAKE3")
	add(blocks8, hash, "gost94", "GOST R 34.11-94", "GOSTR3411_94", "gostr3411-94", "gosthash94", "md_gost94", "gost-r-34.11-94", "gostr341194")
	add(block64, hash, "streebog-256", "Streebog-256", "stribog256", "md_gost12_256", "gost-r-34.11-2012-256")
	add(block64, hash, "streebog-512", "Streebog-512", "stribog512", "md_gost12_512", "gost-r-34.11-2012-512")
	add(perByte, hash, "crc32", "CRC-32", "crc32b")
	add(perByte, hash, "crc24", "CRC-24", "crc24-rfc2440", "crc24rfc2440")
	add(perByte, hash, "crc32-rfc1510", "CRC-32 of RFC 1510", "crc32rfc1510")
	add(perByte, hash, "adler32", "Adler-32")

	// Block ciphers without a mode: some tools name none.
	type blockCipher struct {
		slug, name string
		model      Model
		aliases    []string
	}
	ciphers := []blockCipher{
		{"aes-128", "AES-128", blocks16, nil}, {"aes-192", "AES-192", blocks16, nil}, {"aes-256", "AES-256", blocks16, nil},
		{"camellia-128", "Camellia-128", blocks16, nil}, {"camellia-192", "Camellia-192", blocks16, nil}, {"camellia-256", "Camellia-256", blocks16, nil},
		{"aria-128", "ARIA-128", blocks16, nil}, {"aria-192", "ARIA-192", blocks16, nil}, {"aria-256", "ARIA-256", blocks16, nil},
		{"serpent-128", "Serpent-128", blocks16, nil}, {"serpent-192", "Serpent-192", blocks16, nil}, {"serpent-256", "Serpent-256", blocks16, nil},
		{"twofish-128", "Twofish-128", blocks16, nil}, {"twofish-192", "Twofish-192", blocks16, nil}, {"twofish-256", "Twofish-256", blocks16, nil},
		{"sm4", "SM4", blocks16, nil}, {"seed", "SEED", blocks16, nil}, {"noekeon", "Noekeon", blocks16, nil},
		{"kuznyechik", "Kuznyechik", blocks16, []string{"grasshopper"}}, {"threefish-512", "Threefish-512", Model{Kind: Blocks, BlockBytes: 64}, nil},
		{"shacal2", "SHACAL-2", Model{Kind: Blocks, BlockBytes: 32}, nil},
		{"des", "DES", blocks8, nil}, {"des-ede3", "DES-EDE3", blocks8, []string{"tripledes", "desede", "des3", "desede3", "tdes"}},
		{"blowfish", "Blowfish", blocks8, []string{"bf"}}, {"cast5", "CAST5", blocks8, []string{"cast", "cast-128", "cast5-128"}}, {"idea", "IDEA", blocks8, nil},
		{"rc2", "RC2", blocks8, []string{"rfc2268"}}, {"rc5", "RC5", blocks8, []string{"rc5-32/12"}}, {"gost28147", "GOST 28147-89", blocks8, []string{"gost89", "gost28147-89", "gost-28147-89", "magma"}},
		{"misty1", "MISTY1", blocks8, nil}, {"kasumi", "KASUMI", blocks8, nil}, {"xtea", "XTEA", blocks8, nil}, {"tea", "TEA", blocks8, nil},
		{"arctwo-128", "RC2-128", blocks8, []string{"arctwo128", "rc2-128", "arctwo"}},
	}
	modes := []string{"ecb", "cbc", "cfb", "ofb", "ctr", "xts", "cfb1", "cfb8", "eax", "ccm", "gcm", "ocb", "siv", "gcm-siv", "lrw", "cts", "cbc-cts", "cbc-mac", "cmac", "wrap", "openpgp", "cbc-essiv", "ccm8", "wrap-pad", "hctr2"}
	for _, c := range ciphers {
		add(c.model, cipher, c.slug, c.name, c.aliases...)
		for _, mode := range modes {
			operations := cipher
			switch mode {
			case "eax", "ccm", "gcm", "ocb", "siv", "gcm-siv", "ccm8":
				operations = aead
			case "cbc-mac", "cmac":
				operations = mac
			}
			slug := c.slug + "-" + mode
			if measured[fold(slug)] {
				continue
			}
			var aliases []string
			for _, a := range c.aliases {
				if !measured[fold(a+"-"+mode)] {
					aliases = append(aliases, a+"-"+mode)
				}
			}
			if mode == "cmac" {
				aliases = append(aliases, "cmac-"+c.slug)
			}
			add(c.model, operations, slug, slug, aliases...)
		}
	}
	for _, bits := range []string{"128", "192", "256"} {
		for _, digest := range []string{"sha1", "sha256", "sha512"} {
			add(blocks16, cipher, "aes-"+bits+"-cbc-hmac-"+digest, "AES-"+bits+"-CBC-HMAC-"+digest)
		}
		add(blocks16, cipher, "aes-"+bits+"-ige", "AES-"+bits+"-IGE")
	}

	// Stream ciphers and their AEADs.
	for _, s := range []struct {
		slug, name string
		aliases    []string
	}{
		{"chacha20", "ChaCha20", []string{"chacha"}}, {"xchacha20", "XChaCha20", []string{"xchacha"}}, {"chacha8", "ChaCha8", nil}, {"chacha12", "ChaCha12", nil},
		{"salsa20", "Salsa20", []string{"salsa"}}, {"salsa20r12", "Salsa20/12", nil}, {"xsalsa20", "XSalsa20", nil},
		{"rc4", "RC4", []string{"arc4", "arcfour", "arcfour-128", "arc4-128"}},
		{"hc-128", "HC-128", nil}, {"hc-256", "HC-256", nil}, {"rabbit", "Rabbit", nil}, {"zuc", "ZUC", nil},
	} {
		add(perByte, cipher, s.slug, s.name, s.aliases...)
	}
	add(perByte, cipher, "rc4-hmac-md5", "RC4-HMAC-MD5")
	add(blocks8, cipher, "des-ede3-cbc-hmac-sha1", "DES-EDE3-CBC-HMAC-SHA1")
	add(blocks16, aead, "chacha20-poly1305", "ChaCha20-Poly1305", "chacha-poly", "chachapoly", "chacha20poly1305-ietf")
	add(blocks16, aead, "xchacha20-poly1305", "XChaCha20-Poly1305")
	add(blocks16, aead, "salsa20-poly1305", "Salsa20-Poly1305")
	add(blocks16, aead, "xsalsa20-poly1305", "XSalsa20-Poly1305")
	add(perByte, aead, "aegis-128l", "AEGIS-128L")
	add(perByte, aead, "aegis-256", "AEGIS-256")
	add(perByte, aead, "ascon-128", "Ascon-128")
	add(perByte, aead, "ascon-aead128", "Ascon-AEAD128")
	add(perByte, hash, "ascon-hash256", "Ascon-Hash256")

	// Message authentication codes. The two hashes around the message are in the fixed cost.
	for _, h := range []struct {
		slug  string
		model Model
		alias []string
	}{
		{"md5", block64, nil}, {"sha1", block64, []string{"sha"}}, {"sha224", block64, nil}, {"sha256", block64, nil}, {"sha384", block128, nil},
		{"sha512", block128, nil}, {"sha512-224", block128, nil}, {"sha512-256", block128, nil}, {"ripemd160", block64, []string{"rmd160"}}, {"sm3", block64, nil}, {"whirlpool", whirlpool, nil},
		{"sha3-224", sponge(144), nil}, {"sha3-256", sponge(136), nil}, {"sha3-384", sponge(104), nil}, {"sha3-512", sponge(72), nil},
		{"streebog-256", block64, nil}, {"streebog-512", block64, nil},
	} {
		var aliases []string
		for _, a := range append([]string{h.slug}, h.alias...) {
			if a != h.slug {
				aliases = append(aliases, "hmac-"+a)
			}
			aliases = append(aliases, a+"-hmac")
		}
		add(h.model, mac, "hmac-"+h.slug, "HMAC-"+h.slug, append(aliases, "hmac("+h.slug+")")...)
	}
	add(blocks16, mac, "ghash", "GHASH")
	add(blocks16, mac, "gmac", "GMAC")
	for _, c := range []string{"aes-128", "aes-192", "aes-256", "camellia-128", "camellia-256", "serpent-128", "serpent-256", "twofish", "sm4", "seed", "aria-128"} {
		add(blocks16, mac, "gmac-"+c, "GMAC-"+c, c+"-gmac")
	}
	add(blocks16, mac, "poly1305", "Poly1305")
	for _, c := range []string{"aes", "camellia", "serpent", "twofish", "seed", "sm4"} {
		add(blocks16, mac, "poly1305-"+c, "Poly1305-"+c)
	}
	add(blocks8, mac, "siphash", "SipHash", "siphash-2-4")
	add(sponge(168), mac, "kmac128", "KMAC128")
	add(sponge(136), mac, "kmac256", "KMAC256")
	add(blocks16, mac, "polyval", "POLYVAL")
	add(perByte, mac, "umac", "UMAC")
	for _, bits := range []int{32, 64, 96, 128} {
		add(perByte, mac, fmt.Sprintf("umac%d", bits), fmt.Sprintf("UMAC-%d", bits))
	}
	add(perByte, mac, "x919-mac", "X9.19-MAC")

	// Key derivation and random numbers.
	add(noSize, kdf, "pbkdf2", "PBKDF2")
	for _, h := range []string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "ripemd160", "whirlpool", "sm3", "sha3-256", "sha3-512", "stribog512"} {
		add(noSize, kdf, "pbkdf2-"+h, "PBKDF2-HMAC-"+h, "pbkdf2-hmac-"+h)
	}
	for _, k := range [][2]string{{"argon2i", "Argon2i"}, {"argon2d", "Argon2d"}, {"argon2id", "Argon2id"}, {"scrypt", "scrypt"}, {"bcrypt", "bcrypt"}, {"hkdf", "HKDF"}, {"bcrypt-pbkdf", "bcrypt-pbkdf"}, {"passhash9", "Passhash9"}} {
		add(noSize, kdf, k[0], k[1])
	}
	rng := []Operation{RNG}
	add(perByte, rng, "rng", "random number generator", "random")
	add(perByte, rng, "rand", "RAND_bytes")
	add(perByte, rng, "jitter", "jitter entropy")
	add(perByte, rng, "ctr-drbg", "CTR_DRBG", "ctrdrbg")
	add(perByte, rng, "hmac-drbg", "HMAC_DRBG", "hmacdrbg")
	add(perByte, rng, "hash-drbg", "Hash_DRBG", "hashdrbg")

	// Public keys. Where the name has their size, the entry has it too: not every tool prints it.
	addKey := func(bits int, operations []Operation, slug, name string, aliases ...string) {
		add(noSize, operations, slug, name, aliases...)
		all[len(all)-1].Bits = bits
	}
	for _, bits := range []int{512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 7680, 8192, 15360, 16384} {
		n := fmt.Sprint(bits)
		if !measured["rsa"+n] {
			addKey(bits, append([]Operation{Encrypt, Decrypt, Encapsulate, Decapsulate}, signs...), "rsa-"+n, "RSA-"+n)
		}
		if !measured["dsa"+n] {
			addKey(bits, signs, "dsa-"+n, "DSA-"+n)
		}
		addKey(bits, agrees, "ffdh-"+n, "FFDH-"+n, "dh-"+n, "ffdhe"+n)
		addKey(bits, append([]Operation{Encrypt, Decrypt}, signs...), "elgamal-"+n, "ElGamal-"+n)
	}
	add(noSize, signs, "rsa", "RSA")
	add(noSize, signs, "dsa", "DSA")
	add(noSize, agrees, "ffdh", "finite-field Diffie-Hellman", "dh")
	for _, c := range curves {
		ecdsa, ecdh := "ecdsa-"+c.slug, "ecdh-"+c.slug
		var asECDSA, asECDH []string
		for _, a := range c.aliases {
			asECDSA, asECDH = append(asECDSA, "ecdsa-"+a), append(asECDH, "ecdh-"+a, "ecdhe-"+a)
		}
		addKey(c.bits(), signs, ecdsa, "ECDSA "+c.slug, asECDSA...)
		addKey(c.bits(), agrees, ecdh, "ECDH "+c.slug, append(asECDH, "ecdhe-"+c.slug)...)
		addKey(c.bits(), []Operation{Keygen}, "ec-"+c.slug, "key pair on "+c.slug)
	}
	add(noSize, signs, "ecdsa", "ECDSA")
	add(noSize, agrees, "ecdh", "ECDH", "ecdhe")
	add(noSize, []Operation{Encrypt, Decrypt}, "ecies", "ECIES")
	add(noSize, agrees, "x25519", "X25519", "ecdh-x25519", "curve25519", "ecdh-curve25519")
	add(noSize, agrees, "x448", "X448", "ecdh-x448", "curve448", "ecdh-curve448")
	add(noSize, signs, "ed25519", "Ed25519", "eddsa-ed25519")
	add(noSize, signs, "ed448", "Ed448", "eddsa-ed448")
	addKey(256, append([]Operation{Encrypt, Decrypt}, signs...), "sm2", "SM2", "curvesm2")
	add(noSize, agrees, "spake2", "SPAKE2")
	add(noSize, kem, "hrss", "HRSS")

	// Post-quantum.
	for _, n := range []string{"512", "768", "1024"} {
		add(noSize, kem, "ml-kem-"+n, "ML-KEM-"+n)
		add(noSize, kem, "kyber-"+n, "Kyber-"+n, "kyber"+n)
		add(noSize, kem, "kyber-"+n+"-90s", "Kyber-"+n+"-90s")
	}
	for _, n := range []string{"640", "976", "1344"} {
		for _, g := range []string{"AES", "SHAKE"} {
			lower := strings.ToLower(n + "-" + g)
			add(noSize, kem, "frodokem-"+lower, "FrodoKEM-"+n+"-"+g)
			add(noSize, kem, "efrodokem-"+lower, "eFrodoKEM-"+n+"-"+g)
		}
	}
	for _, n := range []string{"348864", "460896", "6688128", "6960119", "8192128"} {
		add(noSize, kem, "classic-mceliece-"+n, "Classic-McEliece-"+n)
		add(noSize, kem, "classic-mceliece-"+n+"f", "Classic-McEliece-"+n+"f")
	}
	for i, level := range []string{"1", "3", "5"} {
		add(noSize, kem, "bike-l"+level, "BIKE-L"+level)
		add(noSize, kem, "hqc-"+level, "HQC-"+level, fmt.Sprintf("HQC-%d", 128+64*i))
	}
	for _, n := range []string{"hps-2048-509", "hps-2048-677", "hps-4096-821", "hps-4096-1229", "hrss-701", "hrss-1373"} {
		add(noSize, kem, "ntru-"+n, "NTRU-"+strings.ToUpper(n))
	}
	add(noSize, kem, "sntrup761", "sntrup761")
	for _, level := range []string{"1", "2", "3", "5"} {
		add(noSize, signs, "mayo-"+level, "MAYO-"+level)
	}
	for _, problem := range []string{"rsdp", "rsdpg"} {
		for _, bits := range []string{"128", "192", "256"} {
			for _, v := range []string{"balanced", "fast", "small"} {
				add(noSize, signs, "cross-"+problem+"-"+bits+"-"+v, "CROSS-"+problem+"-"+bits+"-"+v)
			}
		}
	}
	for i := 1; i <= 5; i++ {
		add(noSize, kem, fmt.Sprintf("kyber-level%d", i), fmt.Sprintf("Kyber level %d", i))
		add(noSize, signs, fmt.Sprintf("dilithium-level%d", i), fmt.Sprintf("Dilithium level %d", i))
		add(noSize, signs, fmt.Sprintf("dilithium-%d", i), fmt.Sprintf("Dilithium-%d", i))
	}
	add(noSize, signs, "mldsa", "ML-DSA")
	add(noSize, kem, "mlkem", "ML-KEM")
	for _, n := range []string{"44", "65", "87"} {
		add(noSize, signs, "ml-dsa-"+n, "ML-DSA-"+n)
	}
	for _, h := range []string{"sha2", "shake"} {
		for _, bits := range []string{"128", "192", "256"} {
			for _, v := range []string{"s", "f"} {
				add(noSize, signs, "slh-dsa-"+h+"-"+bits+v, "SLH-DSA-"+h+"-"+bits+v, "SLH_DSA_PURE_"+h+"_"+bits+v)
				add(noSize, signs, "sphincs-"+h+"-"+bits+v+"-simple", "SPHINCS+-"+h+"-"+bits+v+"-simple", "SPHINCS+-"+h+"-"+bits+v)
			}
		}
	}
	for _, n := range []string{"512", "1024"} {
		add(noSize, signs, "falcon-"+n, "Falcon-"+n)
		add(noSize, signs, "falcon-padded-"+n, "Falcon-padded-"+n)
	}
	add(noSize, kem, "x25519-ml-kem-768", "X25519MLKEM768")
	add(noSize, kem, "x448-ml-kem-1024", "X448MLKEM1024")
	add(noSize, kem, "p256-ml-kem-768", "SecP256r1MLKEM768")
	add(noSize, kem, "p384-ml-kem-1024", "SecP384r1MLKEM1024")
	add(noSize, kem, "x25519-kyber-768", "X25519Kyber768Draft00", "x25519kyber768", "x25519-kyber768")
	return all
})

// A curve is a curve of ECDSA and ECDH with the names that tools have for it.
type curve struct {
	slug    string
	aliases []string
}

// bits are those of c's field. Names have them, but for that of SM2 (GB/T 32918.5).
func (c curve) bits() int {
	if c.slug == "sm2" {
		return 256
	}
	digits := strings.FieldsFunc(c.slug, func(r rune) bool { return r < '0' || r > '9' })
	n, err := strconv.Atoi(digits[0])
	if err != nil {
		panic("catalog: curve " + c.slug + " without a size")
	}
	return n
}

var curves = func() []curve {
	all := []curve{
		{"p192", []string{"nistp192", "secp192r1", "prime192v1", "nist-p192"}},
		{"p224", []string{"nistp224", "secp224r1", "nist-p224"}},
		{"p256", []string{"nistp256", "secp256r1", "prime256v1", "nist-p256"}},
		{"p384", []string{"nistp384", "secp384r1", "nist-p384"}},
		{"p521", []string{"nistp521", "secp521r1", "nist-p521"}},
		{"p160", []string{"secp160r1"}},
		{"secp256k1", nil}, {"secp224k1", nil}, {"secp192k1", nil}, {"secp160k1", nil},
		{"sm2", []string{"sm2p256v1", "curvesm2"}},
	}
	for _, n := range []string{"163", "233", "283", "409", "571"} {
		random := "sect" + n + "r1"
		if n == "163" {
			random = "sect163r2" // SEC 2: its sect163r1 is another curve
		}
		all = append(all, curve{"k" + n, []string{"nistk" + n, "sect" + n + "k1"}}, curve{"b" + n, []string{"nistb" + n, random}})
	}
	for _, n := range []string{"160", "192", "224", "256", "320", "384", "512"} {
		all = append(all, curve{"brainpool-p" + n + "r1", nil}, curve{"brainpool-p" + n + "t1", nil})
	}
	for _, n := range []string{"256a", "512a"} {
		all = append(all, curve{"gost-" + n, nil})
	}
	return all
}()
