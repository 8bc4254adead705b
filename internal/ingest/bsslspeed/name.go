package bsslspeed

import (
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// A cell is what the name of a line says.
type cell struct {
	primitive catalog.Primitive
	operation string
	work      string
	detail    string
	iface     string
	size      *int
	bits      int
	threads   int
	unknown   []string
	generates bool // whether a line of its distribution may follow
}

// result is a result of the cell, without figures.
func (c *cell) result(line int) result.Result {
	return result.Result{
		Primitive: c.primitive.Slug, Operation: c.operation, Work: c.work, Detail: c.detail, Interface: c.iface,
		SizeBytes: c.size, Bits: c.bits, Threads: c.threads, Unknown: c.unknown, Source: &result.Source{Line: line},
	}
}

// An ending is the words that end a name, and what they say.
type ending struct {
	words     string
	operation catalog.Operation
	detail    string
	other     bool // whether it is known to be no operation of the catalogue: key set-up, parsing
}

// endings are those of tool/speed.cc, longer ones before those that end them. Lower case.
var endings = []ending{
	{" seal init", "", "seal init", true}, {" open init", "", "open init", true},
	{" encrypt init", "", "encrypt init", true}, {" decrypt init", "", "decrypt init", true},
	{" encrypt setup", "", "encrypt setup", true}, {" decrypt setup", "", "decrypt setup", true},
	{" init", "", "init", true},
	{" private key parse", "", "private key parse", true}, {" parse public key", "", "parse public key", true},
	{" parse + encap", catalog.Encapsulate, "parse + encap", false}, {" generate + decap", "", "generate + decap", true},
	{" pkcs#8 v1 encode", "", "PKCS#8 v1 encode", true}, {" pkcs#8 v1 decode", "", "PKCS#8 v1 decode", true},
	{" pkcs#8 v2 encode", "", "PKCS#8 v2 encode", true}, {" pkcs#8 v2 decode", "", "PKCS#8 v2 decode", true},
	{" key generation", catalog.Keygen, "", false}, {" key-gen", catalog.Keygen, "", false}, {" keygen", catalog.Keygen, "", false},
	{" generate_key", catalog.Keygen, "", false}, {" generate", catalog.Keygen, "", false},
	{" encaps", catalog.Encapsulate, "", false}, {" encap", catalog.Encapsulate, "", false},
	{" decaps", catalog.Decapsulate, "", false}, {" decap", catalog.Decapsulate, "", false},
	{" signing", catalog.Sign, "", false}, {" sign", catalog.Sign, "", false}, {" verify", catalog.Verify, "", false},
	{" encrypt", catalog.Encrypt, "", false}, {" decrypt", catalog.Decrypt, "", false},
	{" seal", catalog.Seal, "", false}, {" open", catalog.Open, "", false},
	{" mul base", "", "mul base", true}, {" mul public", "", "mul public", true}, {" mul", "", "mul", true},
	{" dbl", "", "dbl", true}, {" add", "", "add", true},
	{" begin_issuance", "", "begin_issuance", true}, {" finish_issuance", "", "finish_issuance", true}, {" issue", "", "issue", true},
	{" begin_redemption", "", "begin_redemption", true}, {" finish_redemption", "", "finish_redemption", true}, {" redeem", "", "redeem", true},
}

// A meaning is what a name stands for that does not say it itself.
type meaning struct {
	name      string // for the catalogue
	operation catalog.Operation
	detail    string
}

// meanings are of whole names, without sizes, prefixes and endings; lower case.
var meanings = map[string]meaning{
	// X25519 on the base point is the making of a public key.
	"curve25519 base-point multiplication":      {"X25519", catalog.Keygen, "base-point multiplication"},
	"curve25519 arbitrary point multiplication": {"X25519", catalog.Derive, "arbitrary point multiplication"},
	"spake2 over ed25519":                       {"SPAKE2", catalog.Derive, "over Ed25519"},
	"aes-128-cbc-sha1":                          {"AES-128-CBC-HMAC-SHA1", "", "TLS record"},
	"aes-256-cbc-sha1":                          {"AES-256-CBC-HMAC-SHA1", "", "TLS record"},
	"aes-128-cbc-sha256":                        {"AES-128-CBC-HMAC-SHA256", "", "TLS record"},
	"des-ede3-cbc-sha1":                         {"DES-EDE3-CBC-HMAC-SHA1", "", "TLS record"},
	"rc4-md5":                                   {"RC4-HMAC-MD5", "", "TLS record"},
	"chacha20-poly1305-old":                     {"ChaCha20-Poly1305", "", "old nonce"},
	"aes-128-ccm-bluetooth":                     {"AES-128-CCM", "", "Bluetooth"},
	"aes-128-ccm-bluetooth-8":                   {"AES-128-CCM", "", "Bluetooth, tag of 8 bytes"},
	"aes-128-ccm-matter":                        {"AES-128-CCM", "", "Matter"},
	"cmac-aes-128-cbc":                          {"AES-128-CMAC", "", ""},
	"cmac-aes-256-cbc":                          {"AES-256-CMAC", "", ""},
	"crypto_sysrand":                            {"RNG", "", "CRYPTO_sysrand"},
}

// cell is what a printed name says. The catalogue's ignorance is warned of at line.
func (p *parser) cell(printed string, line int) *cell {
	if c := p.cells[printed]; c != nil {
		return c
	}
	c := p.readName(printed, line)
	if len(p.cells) < mostCells {
		p.cells[strings.Clone(printed)] = c
	}
	return c
}

func (p *parser) readName(printed string, line int) *cell {
	printed = strings.Clone(printed)
	c := &cell{}
	name, size, remarks := parentheses(printed)
	c.size = size
	if rest, ok := cutPrefixFold(name, "EVP-", "EVP "); ok {
		name, c.iface = rest, "evp"
	} else if rest, ok := cutPrefixFold(name, "AEAD-"); ok {
		name, c.iface = rest, "evp-aead"
	}
	var end ending
	name, end = cutEnding(name)
	fresh, oneShot := strings.Contains(remarks, "fresh key"), false
	detail := end.detail
	switch {
	case strings.HasPrefix(name, "Generate "):
		var by string
		name, by, _ = strings.Cut(name[len("Generate "):], " with ")
		name, end.operation, detail = "EC "+name, catalog.Keygen, by
	case strings.HasPrefix(name, "RSA FIPS "):
		name, detail = "RSA "+name[len("RSA FIPS "):], "FIPS"
	case strings.HasPrefix(name, "CRYPTO_refcount_inc "):
		detail = name[len("CRYPTO_refcount_inc "):]
		name, end.other = "CRYPTO_refcount_inc", true
		c.threads = threadsIn(detail)
	case strings.HasPrefix(name, "ECDH "), strings.HasPrefix(name, "FFDH "):
		detail = ingest.Details(detail, "key generation included")
	}
	if rest, ok := strings.CutSuffix(name, "-OneShot"); ok {
		name, detail, oneShot = rest, ingest.Details("OneShot", detail), true
	}
	if m, ok := meanings[strings.ToLower(name)]; ok {
		name, detail = m.name, ingest.Details(m.detail, detail)
		if m.operation != "" {
			end.operation = m.operation
		}
	}
	c.primitive = p.out.Name(name, line)
	c.detail = ingest.Details(detail, remarks)
	c.operation = string(operationOf(c.primitive, end))
	c.bits = c.primitive.Bits
	c.generates = c.operation == string(catalog.Keygen) && strings.HasPrefix(name, "RSA ")
	if c.size == nil && isBlockOfAES(c.primitive, end) {
		// AES_encrypt and AES_decrypt take one block.
		block := 16
		c.size, c.detail = &block, ingest.Details(c.detail, "one block")
	}
	c.work = workOf(c, end, fresh, oneShot)
	c.unknown = unknownOf(c, end)
	return c
}

// parentheses takes what stands in parentheses out of a name: a size in bytes, and remarks.
func parentheses(name string) (rest string, size *int, remarks string) {
	var all []string
	for {
		open := strings.Index(name, " (")
		if open < 0 {
			break
		}
		length := strings.IndexByte(name[open:], ')')
		if length < 0 {
			break
		}
		inside := name[open+2 : open+length]
		name = name[:open] + name[open+length+1:]
		number, unit, _ := strings.Cut(inside, " ")
		if n, err := strconv.Atoi(number); err == nil && n > 0 && (unit == "bytes" || unit == "byte") && size == nil {
			size = &n
		} else {
			all = append(all, inside)
		}
	}
	return strings.TrimSpace(name), size, strings.Join(all, ", ")
}

// cutPrefixFold cuts the first of the prefixes that s has, whatever the case.
func cutPrefixFold(s string, prefixes ...string) (string, bool) {
	for _, prefix := range prefixes {
		if len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
			return s[len(prefix):], true
		}
	}
	return s, false
}

// cutEnding takes the words of what is done off a name.
func cutEnding(name string) (string, ending) {
	lower := strings.ToLower(name)
	if len(lower) != len(name) {
		return name, ending{}
	}
	for _, e := range endings {
		if strings.HasSuffix(lower, e.words) {
			return name[:len(name)-len(e.words)], e
		}
	}
	return name, ending{}
}

// operationOf is what is done: what the words say, else the only thing that the primitive does. An AEAD is sealed and opened.
func operationOf(p catalog.Primitive, end ending) catalog.Operation {
	switch {
	case end.operation != "" || end.other:
		return p.As(end.operation)
	case slices.Contains(p.Operations, catalog.Derive) && !slices.Contains(p.Operations, catalog.Sign):
		return catalog.Derive // "ECDH P-256", "FFDH 2048" alone
	}
	return p.Sole()
}

// workOf is what a call includes, where the tool's source says it.
func workOf(c *cell, end ending, fresh, oneShot bool) string {
	work := catalog.Work("")
	classic := strings.HasPrefix(c.primitive.Slug, "rsa-") || strings.HasPrefix(c.primitive.Slug, "ecdsa-")
	switch op := catalog.Operation(c.operation); {
	case op == catalog.Hash, op == catalog.MAC && !oneShot && c.primitive.Slug != "siphash":
		work = catalog.Message
	case op == catalog.MAC:
		work = catalog.Keyed
	case op == catalog.Seal, op == catalog.Open:
		work = catalog.Record
	case (op == catalog.Encrypt || op == catalog.Decrypt) && (c.iface == "evp" || strings.HasSuffix(c.primitive.Slug, "-xts")):
		work = catalog.Message
	case (op == catalog.Encrypt || op == catalog.Decrypt) && isBlockOfAES(c.primitive, end):
		work = catalog.Update
	case op == catalog.Verify && fresh, end.words == " parse + encap":
		work = catalog.FreshKey
	case (op == catalog.Sign || op == catalog.Verify) && classic:
		work = catalog.Message
	}
	return string(work)
}

func isBlockOfAES(p catalog.Primitive, end ending) bool {
	return (end.operation == catalog.Encrypt || end.operation == catalog.Decrypt) &&
		slices.Contains([]string{"aes-128", "aes-192", "aes-256"}, p.Slug)
}

// threadsIn is the number before "threads".
func threadsIn(s string) int {
	words := strings.Fields(s)
	if n := len(words); n >= 2 && words[n-1] == "threads" {
		threads, _ := strconv.Atoi(words[n-2])
		return max(0, threads)
	}
	return 0
}

// unknownOf is what the name does not say. The library comes last: a heading may tell it.
func unknownOf(c *cell, end ending) (all []string) {
	if c.operation == "" && !end.other {
		all = append(all, "operation")
	}
	if c.size == nil && c.primitive.Sized() && len(c.primitive.Operations) > 0 && !end.other {
		all = append(all, "size_bytes")
	}
	return append(all, "library")
}
