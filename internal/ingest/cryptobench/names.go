package cryptobench

import (
	"strings"

	"cpb/catalog"
)

// An algorithm is what a name stands for.
type algorithm struct {
	primitive, operation, work string
	unknown                    []string
}

// ciphers are the names of ciphers that are not the catalogue's: single blocks are encrypted, with keys of 16 bytes, of DES with 8.
var ciphers = map[string]string{
	"AES-128":  "aes-128-ecb",
	"CAMELLIA": "camellia-128-ecb",
	"CAST-128": "cast5-ecb",
	"BLOWFISH": "blowfish-ecb",
	"TWOFISH":  "twofish-128-ecb",
	"DES":      "des-ecb",
	"XTEA":     "xtea-ecb",
	"RC4":      "rc4",
}

// mostNames is how many names are remembered.
const mostNames = 1000

// algorithm is what a printed name stands for.
func (p *parser) algorithm(name string, line int) algorithm {
	if a, ok := p.algorithms[name]; ok {
		return a
	}
	a := p.find(name, line)
	if len(p.algorithms) < mostNames {
		p.algorithms[strings.Clone(name)] = a
	}
	return a
}

func (p *parser) find(name string, line int) algorithm {
	if slug, ok := ciphers[name]; ok {
		return algorithm{primitive: slug, operation: string(catalog.Encrypt), work: string(catalog.Keyed)}
	}
	q := p.out.Name(name, line)
	a := algorithm{primitive: q.Slug, operation: string(q.Sole())}
	switch {
	case a.operation == string(catalog.Hash):
		a.work = string(catalog.Message)
	case len(q.Operations) > 0 && q.Operations[0] == catalog.Encrypt:
		a.operation, a.work = string(catalog.Encrypt), string(catalog.Keyed)
	default:
		a.unknown = []string{"operation"}
	}
	return a
}

// libraries are names of libraries that are not cpb's.
var libraries = map[string]string{"crypt": "openssl", "libcrypto": "openssl", "openssl": "openssl", "mbedcrypto": "mbedtls", "mbedtls": "mbedtls",
	"libgcrypt": "gcrypt", "libtomcrypt": "tomcrypt", "libavutil": "lavu"}

// libraryOf is cpb's name of a library.
func libraryOf(printed string) string {
	switch printed {
	case "lavu", "gcrypt", "tomcrypt": // those that have one name
		return printed
	case "crypto":
		return "openssl"
	}
	if name, ok := libraries[printed]; ok {
		return name
	}
	return strings.ToLower(strings.Clone(printed))
}
