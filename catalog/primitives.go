package catalog

// DefaultGroup is what is measured where no primitive is asked for.
const DefaultGroup = "classic"

// groups lists the groups in the order in which they are shown.
var groups = []Group{
	{"classic", "what general-purpose libraries have had for long: hashes, block ciphers, RSA, DSA"},
	{"hashes", "every hash function"},
	{"ciphers", "every block cipher"},
	{"signatures", "everything that signs"},
	{"crypto-bench", "the ten algorithms of FFmpeg's crypto_bench; it has --work keyed --size 1Mi"},
}

// How many blocks a Merkle–Damgård hash processes: after the input come a byte 0x80 and the length in bits, of 8 or 16
// bytes (RFC 1320, sections 3.1 and 3.2; FIPS 180-4, section 5.1).
var (
	block64  = Model{Kind: Blocks, BlockBytes: 64, PadBytes: 1 + 8}
	block128 = Model{Kind: Blocks, BlockBytes: 128, PadBytes: 1 + 16}
)

// Block ciphers take whole blocks, and nothing is padded.
var (
	cipher64  = Model{Kind: Blocks, BlockBytes: 8, Whole: true}
	cipher128 = Model{Kind: Blocks, BlockBytes: 16, Whole: true}
)

// primitives lists every primitive in the order in which they are shown.
//
// An alias is another tool's name that does not fold to the slug or the standard's own name; see fold. The bare "sha" is no
// alias: it is SHA-0 to SSLeay and old versions of openssl speed, and SHA-1 to wolfCrypt.
var primitives = []Primitive{
	{
		Slug: "md4", Name: "MD4", Standard: "RFC 1320, section 3",
		Operations: []Operation{Hash}, OutBytes: 16, Model: block64, Groups: []string{"classic", "hashes"},
	},
	{
		Slug: "md5", Name: "MD5", Standard: "RFC 1321, section 3",
		Operations: []Operation{Hash}, OutBytes: 16, Model: block64, Groups: []string{"classic", "hashes", "crypto-bench"},
	},
	{
		Slug: "ripemd160", Name: "RIPEMD-160", Standard: "ISO/IEC 10118-3:2018, dedicated hash-function 1",
		Operations: []Operation{Hash}, OutBytes: 20, Model: block64, Groups: []string{"classic", "hashes", "crypto-bench"},
		Aliases: []string{
			"rmd160", // openssl speed, OpenSSL 3, LibTomCrypt
			"RIPEMD", // wolfCrypt; OpenSSL 3 lists it as the same algorithm
		},
	},
	{
		Slug: "sha1", Name: "SHA-1", Standard: "FIPS 180-4, section 6.1",
		Operations: []Operation{Hash}, OutBytes: 20, Model: block64, Groups: []string{"classic", "hashes", "crypto-bench"},
		Aliases: []string{
			"SHA-160", // Botan 1 and 2
		},
	},
	{
		Slug: "sha224", Name: "SHA-224", Standard: "FIPS 180-4, section 6.3",
		Operations: []Operation{Hash}, OutBytes: 28, Model: block64, Groups: []string{"classic", "hashes"},
		Aliases: []string{
			"SHA2-224", // OpenSSL 3
		},
	},
	{
		Slug: "sha256", Name: "SHA-256", Standard: "FIPS 180-4, section 6.2",
		Operations: []Operation{Hash}, OutBytes: 32, Model: block64, Groups: []string{"classic", "hashes", "crypto-bench"},
		Aliases: []string{
			"SHA2-256", // OpenSSL 3
		},
	},
	{
		Slug: "sha384", Name: "SHA-384", Standard: "FIPS 180-4, section 6.5",
		Operations: []Operation{Hash}, OutBytes: 48, Model: block128, Groups: []string{"classic", "hashes"},
		Aliases: []string{
			"SHA2-384", // OpenSSL 3
		},
	},
	{
		Slug: "sha512", Name: "SHA-512", Standard: "FIPS 180-4, section 6.4",
		Operations: []Operation{Hash}, OutBytes: 64, Model: block128, Groups: []string{"classic", "hashes", "crypto-bench"},
		Aliases: []string{
			"SHA2-512", // OpenSSL 3
		},
	},
	{
		Slug: "sha512-256", Name: "SHA-512/256", Standard: "FIPS 180-4, section 6.7",
		Operations: []Operation{Hash}, OutBytes: 32, Model: block128, Groups: []string{"hashes"},
		Aliases: []string{
			"SHA2-512/256", // OpenSSL 3
		},
	},
	{
		Slug: "blowfish-cbc", Name: "Blowfish-CBC", Standard: "Schneier, Fast Software Encryption 1993; CBC in SP 800-38A, section 6.2",
		Operations: []Operation{Encrypt}, KeyBytes: 16, IVBytes: 8, Model: cipher64, Groups: []string{"classic", "ciphers"},
		Aliases: []string{
			"bf-cbc", // openssl
		},
	},
	{
		Slug: "blowfish-ecb", Name: "Blowfish-ECB", Standard: "Schneier, Fast Software Encryption 1993; ECB in SP 800-38A, section 6.1",
		Operations: []Operation{Encrypt}, KeyBytes: 16, Model: cipher64, Groups: []string{"classic", "ciphers", "crypto-bench"},
		Aliases: []string{
			"bf-ecb", // openssl
		},
	},
	{
		Slug: "aes-128-cbc", Name: "AES-128-CBC", Standard: "FIPS 197; CBC in SP 800-38A, section 6.2",
		Operations: []Operation{Encrypt}, KeyBytes: 16, IVBytes: 16, Model: cipher128, Groups: []string{"classic", "ciphers"},
	},
	{
		Slug: "aes-192-cbc", Name: "AES-192-CBC", Standard: "FIPS 197; CBC in SP 800-38A, section 6.2",
		Operations: []Operation{Encrypt}, KeyBytes: 24, IVBytes: 16, Model: cipher128, Groups: []string{"classic", "ciphers"},
	},
	{
		Slug: "aes-256-cbc", Name: "AES-256-CBC", Standard: "FIPS 197; CBC in SP 800-38A, section 6.2",
		Operations: []Operation{Encrypt}, KeyBytes: 32, IVBytes: 16, Model: cipher128, Groups: []string{"classic", "ciphers"},
	},
	{
		Slug: "aes-128-ecb", Name: "AES-128-ECB", Standard: "FIPS 197; ECB in SP 800-38A, section 6.1",
		Operations: []Operation{Encrypt}, KeyBytes: 16, Model: cipher128, Groups: []string{"classic", "ciphers", "crypto-bench"},
	},
	{
		Slug: "aes-192-ecb", Name: "AES-192-ECB", Standard: "FIPS 197; ECB in SP 800-38A, section 6.1",
		Operations: []Operation{Encrypt}, KeyBytes: 24, Model: cipher128, Groups: []string{"classic", "ciphers"},
	},
	{
		Slug: "aes-256-ecb", Name: "AES-256-ECB", Standard: "FIPS 197; ECB in SP 800-38A, section 6.1",
		Operations: []Operation{Encrypt}, KeyBytes: 32, Model: cipher128, Groups: []string{"classic", "ciphers"},
	},
	{
		Slug: "camellia-128-ecb", Name: "Camellia-128-ECB", Standard: "RFC 3713; ECB in SP 800-38A, section 6.1",
		Operations: []Operation{Encrypt}, KeyBytes: 16, Model: cipher128, Groups: []string{"classic", "ciphers", "crypto-bench"},
	},
	{
		Slug: "cast5-ecb", Name: "CAST5-ECB", Standard: "RFC 2144; ECB in SP 800-38A, section 6.1",
		Operations: []Operation{Encrypt}, KeyBytes: 16, Model: cipher64, Groups: []string{"classic", "ciphers", "crypto-bench"},
		Aliases: []string{
			"cast-ecb",     // openssl
			"cast-128-ecb", // the name in RFC 2144
		},
	},
	{
		Slug: "twofish-128-ecb", Name: "Twofish-128-ECB", Standard: "Schneier and others, Twofish: A 128-Bit Block Cipher, 1998; ECB in SP 800-38A, section 6.1",
		Operations: []Operation{Encrypt}, KeyBytes: 16, Model: cipher128, Groups: []string{"classic", "ciphers", "crypto-bench"},
	},
	{
		Slug: "des-cbc", Name: "DES-CBC", Standard: "FIPS 46-3; CBC in SP 800-38A, section 6.2",
		Operations: []Operation{Encrypt}, KeyBytes: 8, IVBytes: 8, Model: cipher64, Groups: []string{"classic", "ciphers"},
	},
	{
		Slug: "des-ede3-cbc", Name: "DES-EDE3-CBC", Standard: "SP 800-67; CBC in SP 800-38A, section 6.2",
		Operations: []Operation{Encrypt}, KeyBytes: 24, IVBytes: 8, Model: cipher64, Groups: []string{"classic", "ciphers"},
		Aliases: []string{
			"3des",     // openssl, libgcrypt
			"TDES-CBC", // SP 800-67
		},
	},
	{
		Slug: "dsa-512", Name: "DSA-512", Standard: "FIPS 186-2, section 4",
		Operations: []Operation{Sign, Verify}, Bits: 512, InBytes: 20, OutBytes: dsaBytes(20), Model: Model{Kind: None}, Groups: []string{"classic", "signatures"},
	},
	{
		Slug: "dsa-1024", Name: "DSA-1024", Standard: "FIPS 186-4, section 4, L = 1024 and N = 160",
		Operations: []Operation{Sign, Verify}, Bits: 1024, InBytes: 20, OutBytes: dsaBytes(20), Model: Model{Kind: None}, Groups: []string{"classic", "signatures"},
	},
	{
		Slug: "dsa-2048", Name: "DSA-2048", Standard: "FIPS 186-4, section 4, L = 2048 and N = 256",
		Operations: []Operation{Sign, Verify}, Bits: 2048, InBytes: 32, OutBytes: dsaBytes(32), Model: Model{Kind: None}, Groups: []string{"classic", "signatures"},
	},
	{
		Slug: "rsa-1024", Name: "RSA-1024", Standard: "RFC 8017, section 8.2, with SHA-256",
		Operations: []Operation{Sign, Verify}, Bits: 1024, InBytes: 32, OutBytes: 128, Model: Model{Kind: None}, Groups: []string{"classic", "signatures"},
	},
	{
		Slug: "rsa-2048", Name: "RSA-2048", Standard: "RFC 8017, section 8.2, with SHA-256",
		Operations: []Operation{Sign, Verify}, Bits: 2048, InBytes: 32, OutBytes: 256, Model: Model{Kind: None}, Groups: []string{"classic", "signatures"},
	},
	{
		Slug: "rsa-4096", Name: "RSA-4096", Standard: "RFC 8017, section 8.2, with SHA-256",
		Operations: []Operation{Sign, Verify}, Bits: 4096, InBytes: 32, OutBytes: 512, Model: Model{Kind: None}, Groups: []string{"classic", "signatures"},
	},
}

// dsaBytes is the longest that a DSA signature can be in DER, where q has so many bytes: a SEQUENCE of two INTEGERs, each of
// which may need a zero before it (RFC 3279, section 2.2.2).
func dsaBytes(q int) int { return 2 + 2*(2+1+q) }
