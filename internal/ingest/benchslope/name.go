package benchslope

import (
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// An identity is what a row's names stand for.
type identity struct {
	primitive, operation, work, detail string
	bits                               int
	unknown                            []string
}

func (id identity) result() result.Result {
	return result.Result{Primitive: id.primitive, Operation: id.operation, Work: id.work, Detail: id.detail, Bits: id.bits, Unknown: id.unknown}
}

// ciphers are names of ciphers that mean something else than in the catalogue: libgcrypt's by gcry_cipher_algo_name, nettle's, and
// those of OpenSSL without a mode.
var ciphers = map[string]string{
	"AES": "aes-128", "AES192": "aes-192", "AES256": "aes-256", "3DES": "des-ede3", "TWOFISH": "twofish-256", "CAST5": "cast5",
	"BLOWFISH": "blowfish", "ARCFOUR": "rc4", "CHACHA20": "chacha20", "CHACHA": "chacha20", "DES3": "des-ede3", "CAST-128": "cast5", "CAST128": "cast5",
	"BF": "blowfish", "BLOWFISH128": "blowfish", "ARCFOUR128": "rc4", "GOST28147": "gost28147", "RFC2268_128": "arctwo-128",
}

// cipherOf is the slug of a cipher without its mode.
func (p *parser) cipherOf(name string) string {
	if slug, ok := p.ciphers[name]; ok {
		return slug
	}
	slug, ok := ciphers[strings.ToUpper(name)]
	if !ok || name != strings.ToUpper(name) && slug == "twofish-256" {
		slug = name // a Twofish that is not libgcrypt's has whatever key
		if q, ok := catalog.Known(name); ok {
			slug = q.Slug
		}
	}
	if p.ciphers == nil {
		p.ciphers = map[string]string{}
	}
	if len(p.ciphers) < 1000 {
		slug = strings.Clone(slug)
		p.ciphers[strings.Clone(name)] = slug
	}
	return slug
}

// identify finds what a row of bytes is: a mode of the table's cipher, or a name of its own. False where the name of the cipher is
// not there, and the mode says nothing without it.
func (p *parser) identify(name string, line int) (identity, bool) {
	mode, way := splitWay(name)
	if way == "" {
		return p.whole(name, line), true
	}
	if p.table.calls {
		return identity{}, false
	}
	cipher := p.table.name
	if cipher == "" {
		cipher = p.cipherInHeadings(line)
	}
	if cipher == "" && !isBlockMode(mode) {
		return identity{}, false
	}
	return p.mode(cipher, mode, way, line), true
}

// isBlockMode reports whether a mode is one of block ciphers: of any of them.
func isBlockMode(mode string) bool {
	_, known := catalog.Known("aes-128-" + mode)
	return known && mode != "" && !strings.EqualFold(mode, "stream")
}

// cipherInHeadings is the cipher that the nearest heading above names which names any, if it names one alone.
func (p *parser) cipherInHeadings(line int) string {
	headings := p.out.Headings()
	for i := len(headings) - 1; i >= 0; i-- {
		cipher, several := "", false
		for _, word := range strings.FieldsFunc(headings[i], notInName) {
			if isCipher(word) {
				several = several || cipher != "" && p.cipherOf(word) != p.cipherOf(cipher)
				cipher = word
			}
		}
		switch {
		case several:
			return ""
		case cipher != "":
			if p.assumed != headings[i] {
				p.assumed = headings[i]
				p.out.Warn(ingest.Assumed, line, "the name of the cipher does not stand above: %s (%s) is taken from %q", cipher, p.cipherOf(cipher), ingest.Brief(headings[i]))
			}
			return cipher
		}
	}
	return ""
}

// notInName reports whether c is in no cipher's name.
func notInName(c rune) bool {
	return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9')
}

// isCipher reports whether a word is the name of a cipher.
func isCipher(word string) bool {
	if ciphers[strings.ToUpper(word)] != "" {
		return true
	}
	q, known := catalog.Known(word)
	return known && slices.Contains(q.Operations, catalog.Encrypt)
}

// splitCipher splits "AES     GCM enc", of a row that has the name of its cipher before it, as the tool printed it at first.
func splitCipher(name string) (cipher, mode string, ok bool) {
	cipher, mode, ok = strings.Cut(name, "  ")
	mode = strings.TrimSpace(mode)
	_, way := splitWay(mode)
	return cipher, mode, ok && way != ""
}

// splitWay splits "CBC enc" into the mode and what is done.
func splitWay(name string) (mode, way string) {
	at := strings.LastIndexAny(name, " \t")
	if at < 0 {
		return name, ""
	}
	switch way = name[at+1:]; way {
	case "enc", "dec", "auth", "enc/dec":
		return strings.TrimSpace(name[:at]), way
	}
	return name, ""
}

// mode is a mode of a cipher, or of one whose name is not known where cipher is "".
func (p *parser) mode(cipher, mode, way string, line int) identity {
	slug := p.cipherOf(cipher)
	full := slug + "-" + mode
	switch {
	case cipher == "":
		full = mode
	case mode == "STREAM" || mode == "Stream":
		full = slug
	case strings.EqualFold(mode, "POLY1305"):
		full = strings.TrimSuffix(slug, "-poly1305") + "-poly1305"
	}
	q := p.out.Name(full, line)
	operations := q.Operations
	if cipher == "" {
		any, _ := catalog.Known("aes-128-" + mode)
		operations = any.Operations
	}
	sealed := len(operations) > 0 && operations[0] == catalog.Seal
	id := identity{primitive: q.Slug, work: string(catalog.Message)}
	switch {
	case sealed:
		id.work = string(catalog.Record)
	case strings.EqualFold(mode, "ECB"):
		id.work = string(catalog.Update) // without an IV a message is no more than its data
	}
	switch {
	case way == "auth":
		id.operation, id.detail = string(catalog.MAC), "associated data only"
	case way == "enc/dec":
		id.unknown = []string{"operation"}
	case way == "enc" && sealed:
		id.operation = string(catalog.Seal)
	case way == "enc":
		id.operation = string(catalog.Encrypt)
	case sealed:
		id.operation = string(catalog.Open)
	default:
		id.operation = string(catalog.Decrypt)
	}
	return id
}

// whole is what a name stands for that needs no other beside it: a hash, a MAC, or arithmetic.
func (p *parser) whole(name string, line int) identity {
	name = macName(name)
	if _, known := catalog.Known(name); !known && p.section == "MPI" {
		return identity{primitive: p.out.Name("MPI "+name, line).Slug, unknown: []string{"operation"}}
	}
	q := p.out.Name(name, line)
	id := identity{primitive: q.Slug, operation: string(q.Sole())}
	switch {
	case id.operation == "" && p.section == "Hash":
		id.operation = string(catalog.Hash)
	case id.operation == "" && p.section == "MAC":
		id.operation = string(catalog.MAC)
	}
	switch catalog.Operation(id.operation) {
	case "":
		id.unknown = []string{"operation"}
	case catalog.Hash, catalog.MAC:
		id.work = string(catalog.Message)
	}
	return id
}

// macName is a MAC's name with the key size that libgcrypt leaves out: CMAC_AES, GMAC_TWOFISH.
func macName(name string) string {
	for _, kind := range []string{"CMAC_", "GMAC_"} {
		cipher, ok := strings.CutPrefix(name, kind)
		if slug := ciphers[cipher]; ok && slug != "" {
			if kind == "CMAC_" {
				return slug + "-cmac"
			}
			return "gmac-" + slug
		}
	}
	return name
}

// callOperations are the operations of tables of calls.
var callOperations = map[string]catalog.Operation{
	"keygen": catalog.Keygen, "sign": catalog.Sign, "verify": catalog.Verify, "encap": catalog.Encapsulate, "encaps": catalog.Encapsulate,
	"decap": catalog.Decapsulate, "decaps": catalog.Decapsulate, "mult": catalog.Derive,
}

// identifyCall finds what a row of calls is. False where the name of the key is not there.
func (p *parser) identifyCall(name string, line int) (identity, bool) {
	if strings.HasPrefix(name, "PBKDF2") {
		return identity{primitive: p.out.Name(name, line).Slug, operation: string(catalog.KDF), detail: "one iteration"}, true
	}
	if p.table.name == "" {
		if _, isOperation := callOperations[name]; isOperation {
			return identity{}, false
		}
		return identity{primitive: p.out.Name(name, line).Slug, unknown: []string{"operation"}}, true
	}
	return p.key(p.table.name, name, line), true
}

// key is an operation with a key.
func (p *parser) key(key, operation string, line int) identity {
	op, known := callOperations[operation]
	name := keyName(key)
	if operation == "mult" && !strings.HasPrefix(key, "X") {
		name, known = key+" mult", false
	}
	q := p.out.Name(name, line)
	id := identity{primitive: q.Slug, operation: string(op), bits: bitsOf(key)}
	if !known {
		id.operation, id.unknown = "", []string{"operation"}
		if operation != "mult" {
			id.detail = strings.Clone(operation)
		}
	}
	return id
}

// keyName is a key's name as the catalogue may have it.
func keyName(key string) string {
	if curve, ok := strings.CutPrefix(key, "NIST-"); ok {
		return "ecdsa-" + curve
	}
	if strings.HasPrefix(key, "brainpool") {
		return "ecdsa-" + key
	}
	if parameters, ok := strings.CutPrefix(key, "cm"); ok { // "cm6688128f"
		return "classic-mceliece-" + parameters
	}
	return key
}

// bitsOf is the size of an RSA or DSA key by its name; 0 for others.
func bitsOf(key string) int {
	for _, kind := range []string{"RSA-", "DSA-"} {
		if bits, ok := strings.CutPrefix(key, kind); ok {
			n, err := strconv.Atoi(bits)
			if err == nil && n > 0 {
				return n
			}
		}
	}
	return 0
}
