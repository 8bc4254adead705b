package catalog

// DefaultGroup is what is measured where no primitive is asked for.
const DefaultGroup = "classic"

// groups lists the groups in the order in which they are shown.
var groups = []Group{
	{"classic", "the hashes that every general-purpose library has had, MD4 to SHA-512"},
	{"hashes", "every hash function"},
}

// How many blocks a Merkle–Damgård hash processes: after the input come a byte 0x80 and the length in bits, of 8 or 16
// bytes (RFC 1320, sections 3.1 and 3.2; FIPS 180-4, section 5.1).
var (
	block64  = Model{Kind: Blocks, BlockBytes: 64, PadBytes: 1 + 8}
	block128 = Model{Kind: Blocks, BlockBytes: 128, PadBytes: 1 + 16}
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
		Operations: []Operation{Hash}, OutBytes: 16, Model: block64, Groups: []string{"classic", "hashes"},
	},
	{
		Slug: "ripemd160", Name: "RIPEMD-160", Standard: "ISO/IEC 10118-3:2018, dedicated hash-function 1",
		Operations: []Operation{Hash}, OutBytes: 20, Model: block64, Groups: []string{"classic", "hashes"},
		Aliases: []string{
			"rmd160", // openssl speed, OpenSSL 3, LibTomCrypt
			"RIPEMD", // wolfCrypt; OpenSSL 3 lists it as the same algorithm
		},
	},
	{
		Slug: "sha1", Name: "SHA-1", Standard: "FIPS 180-4, section 6.1",
		Operations: []Operation{Hash}, OutBytes: 20, Model: block64, Groups: []string{"classic", "hashes"},
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
		Operations: []Operation{Hash}, OutBytes: 32, Model: block64, Groups: []string{"classic", "hashes"},
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
		Operations: []Operation{Hash}, OutBytes: 64, Model: block128, Groups: []string{"classic", "hashes"},
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
}
