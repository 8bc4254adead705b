package gbench

import (
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
)

// A cell is what the name of a benchmark says.
type cell struct {
	primitive catalog.Primitive
	operation string
	work      string
	detail    string
	library   string
	size      *int
	bits      int
	threads   int
	unknown   []string
}

// A meaning is what a name of BoringSSL's bench stands for. In the name of the primitive % is the part that follows.
type meaning struct {
	name      string
	operation catalog.Operation
	work      catalog.Work
	detail    string
}

// meanings are by the names in bench/*.cc, without BM_Speed.
var meanings = map[string]meaning{
	"AESBlockEncrypt":                  {"AES-%", catalog.Encrypt, catalog.Update, "one block"},
	"AESBlockDecrypt":                  {"AES-%", catalog.Decrypt, catalog.Update, "one block"},
	"AESBlockEncryptSetup":             {"AES-%", "", "", "encrypt setup"},
	"AESBlockDecryptSetup":             {"AES-%", "", "", "decrypt setup"},
	"Hash":                             {"%", catalog.Hash, catalog.Message, ""},
	"SipHash":                          {"SipHash-2-4", catalog.MAC, catalog.Keyed, ""},
	"Random":                           {"RNG", catalog.RNG, "", ""},
	"Scrypt":                           {"scrypt", catalog.KDF, "", "%"},
	"SPAKE2":                           {"SPAKE2", catalog.Derive, "", ""},
	"Ed25519":                          {"Ed25519", catalog.Keygen, "", ""},
	"Ed25519Sign":                      {"Ed25519", catalog.Sign, "", ""},
	"Ed25519Verify":                    {"Ed25519", catalog.Verify, "", ""},
	"Curve25519BasePointMultiply":      {"X25519", catalog.Keygen, "", "base-point multiplication"},
	"Curve25519ArbitraryPointMultiply": {"X25519", catalog.Derive, "", "arbitrary point multiplication"},
	"ECDH":                             {"ECDH-%", catalog.Derive, "", "key generation included"}, // as it was called at first
	"ECDHKeyGen":                       {"ECDH-%", catalog.Keygen, "", ""},
	"ECDHComputeKey":                   {"ECDH-%", catalog.Derive, "", ""},
	"ECDHEphemeral":                    {"ECDH-%", catalog.Derive, "", "key generation included"},
	"ECDSASign":                        {"ECDSA-%", catalog.Sign, catalog.Message, ""},
	"ECDSAVerify":                      {"ECDSA-%", catalog.Verify, catalog.Message, ""},
	"RSASign":                          {"RSA-%", catalog.Sign, catalog.Message, ""},
	"RSAVerify":                        {"RSA-%", catalog.Verify, catalog.Message, ""},
	"RSAImportKeyAndSign":              {"RSA-%", catalog.Sign, catalog.FreshKey, ""},
	"RSAImportKeyAndVerify":            {"RSA-%", catalog.Verify, catalog.FreshKey, ""},
	"RSAParsePrivateKey":               {"RSA-%", "", "", "private key parse"},
	"RSAKeyGen":                        {"RSA-%", catalog.Keygen, "", ""},
	"MLDSAKeyGen":                      {"%", catalog.Keygen, "", ""},
	"MLDSASign":                        {"%", catalog.Sign, "", ""},
	"MLDSAVerify":                      {"%", catalog.Verify, "", ""},
	"MLDSAVerifyBadSignature":          {"%", catalog.Verify, "", "invalid signature"},
	"MLDSAParsePubKey":                 {"%", "", "", "parse public key"},
	"SLHDSA":                           {"SLH-DSA-SHA2-128s", catalog.Keygen, "", ""},
	"SLHDSASign":                       {"SLH-DSA-SHA2-128s", catalog.Sign, "", ""},
	"SLHDSAVerify":                     {"SLH-DSA-SHA2-128s", catalog.Verify, "", ""},
	"HRSSGenerate":                     {"HRSS", catalog.Keygen, "", ""},
	"HRSSEncap":                        {"HRSS", catalog.Encapsulate, "", ""},
	"HRSSDecap":                        {"HRSS", catalog.Decapsulate, "", ""},
}

// kems are what follows MLKEM768 and MLKEM1024.
var kems = map[string]meaning{
	"KeyGenDecap":            {"", "", "", "generate + decap"},
	"ParseEncap":             {"", catalog.Encapsulate, catalog.FreshKey, "parse + encap"},
	"KeyGenOnly":             {"", catalog.Keygen, "", ""},
	"EncapOnly":              {"", catalog.Encapsulate, "", ""},
	"DecapOnly":              {"", catalog.Decapsulate, "", ""},
	"ParseOnly":              {"", "", "", "parse public key"},
	"PrivateKeyFromSeedOnly": {"", "", "", "private key from seed"},
}

// aeads are those whose names the catalogue has in another way.
var aeads = map[string]meaning{
	"aes_128_cbc_sha1":        {name: "AES-128-CBC-HMAC-SHA1", detail: "TLS record"},
	"aes_128_cbc_sha256":      {name: "AES-128-CBC-HMAC-SHA256", detail: "TLS record"},
	"aes_256_cbc_sha1":        {name: "AES-256-CBC-HMAC-SHA1", detail: "TLS record"},
	"des_ede3_cbc_sha1":       {name: "DES-EDE3-CBC-HMAC-SHA1", detail: "TLS record"},
	"aes_128_ccm_bluetooth":   {name: "AES-128-CCM", detail: "Bluetooth"},
	"aes_128_ccm_bluetooth8":  {name: "AES-128-CCM", detail: "Bluetooth, tag of 8 bytes"},
	"aes_128_ccm_bluetooth_8": {name: "AES-128-CCM", detail: "Bluetooth, tag of 8 bytes"},
	"aes_128_ccm_matter":      {name: "AES-128-CCM", detail: "Matter"},
}

// verbs end the names of other programs' benchmarks.
var verbs = []struct {
	text string
	op   catalog.Operation
}{
	{"keygen", catalog.Keygen}, {"encrypt", catalog.Encrypt}, {"decrypt", catalog.Decrypt}, {"seal", catalog.Seal}, {"open", catalog.Open},
	{"sign", catalog.Sign}, {"verify", catalog.Verify}, {"encaps", catalog.Encapsulate}, {"decaps", catalog.Decapsulate},
	{"encapsulate", catalog.Encapsulate}, {"decapsulate", catalog.Decapsulate}, {"derive", catalog.Derive}, {"hash", catalog.Hash}, {"enc", catalog.Encrypt}, {"dec", catalog.Decrypt},
}

// cell is what a name says; nil where it holds no primitive, which is warned of.
func (p *parser) cell(name string, line int) *cell {
	if c, ok := p.cells[name]; ok {
		return c
	}
	c := p.readName(name, line)
	if len(p.cells) < 4096 {
		p.cells[name] = c
	}
	return c
}

func (p *parser) readName(name string, line int) *cell {
	c := &cell{}
	parts := c.parameters(strings.Split(name, "/"))
	if len(parts) == 0 {
		return nil
	}
	if base, ok := strings.CutPrefix(parts[0], "BM_Speed"); ok {
		if m, part, ok := boring(base, parts[1:]); ok {
			c.library = "boringssl"
			c.primitive = p.out.Name(m.name, line)
			c.operation, c.work = string(m.operation), string(m.work)
			c.detail = ingest.Details(m.detail, c.detail)
			if strings.HasPrefix(base, "AESBlock") && m.operation != "" {
				block := 16
				c.size = &block
			}
			return c.finish(part, m.operation == "" && m.detail != "")
		}
	}
	primitive, op, rest, ok := generic(parts)
	if !ok {
		p.out.Warn(ingest.UnknownName, line, "the benchmark %q names no primitive that cpb knows, and is passed over", name)
		return nil
	}
	c.primitive = primitive
	if op == "" {
		op = primitive.Sole()
	}
	c.operation = string(primitive.As(op))
	return c.finish(rest, false)
}

// parameters takes the parts "key:value" out of a name.
func (c *cell) parameters(parts []string) (rest []string) {
	for _, part := range parts {
		key, value, ok := strings.Cut(part, ":")
		n, err := strconv.Atoi(value)
		switch {
		case ok && err == nil && n > 0 && (key == "InputSize" || key == "size" || key == "bytes" || key == "len"):
			c.size = &n
		case ok && err == nil && n > 0 && key == "threads":
			c.threads = n
		case ok && err == nil || part == "real_time" || part == "process_time" || part == "manual_time" || key == "min_time" || key == "min_warmup_time":
			c.detail = ingest.Details(c.detail, part)
		default:
			rest = append(rest, part)
		}
	}
	return rest
}

// boring is what a name of BoringSSL's bench stands for, with the parts that it does not use.
func boring(base string, parts []string) (m meaning, rest []string, ok bool) {
	argument := ""
	if open := strings.IndexByte(base, '<'); open > 0 && strings.HasSuffix(base, ">") {
		base, argument = base[:open], base[open+1:len(base)-1]
	} else if len(parts) > 0 {
		argument = parts[0]
	}
	used := argument != "" && len(parts) > 0 && argument == parts[0]
	if base == "AEAD" || base == "AEADv" {
		verb, name, ok := strings.Cut(argument, "_")
		if !ok || verb != "seal" && verb != "open" {
			return m, nil, false
		}
		if m, ok = aeads[name]; !ok {
			m.name = name
		}
		m.operation, m.work = catalog.Operation(verb), catalog.Record
		return m, parts[1:], true
	}
	if kem, ok := strings.CutPrefix(base, "MLKEM"); ok {
		what := strings.TrimLeft(kem, "0123456789")
		m, ok := kems[what]
		m.name = "ML-KEM-" + kem[:len(kem)-len(what)]
		return m, parts, ok
	}
	m, ok = meanings[base]
	if !ok {
		return m, nil, false
	}
	switch {
	case strings.Contains(m.name, "%"):
		m.name = strings.Replace(m.name, "%", argument, 1)
	case m.detail == "%":
		m.detail = strings.Trim(argument, "()")
	default:
		used = false
	}
	if used {
		parts = parts[1:]
	}
	return m, parts, true
}

// generic finds a primitive in the name of another program's benchmark: its first part, or the first two, with or without a verb.
func generic(parts []string) (p catalog.Primitive, op catalog.Operation, rest []string, ok bool) {
	for n := min(2, len(parts)); n > 0; n-- {
		name := strings.Join(parts[:n], "-")
		for _, prefix := range []string{"BM_", "BM", "bench_", "Benchmark"} {
			name = strings.TrimPrefix(name, prefix)
		}
		if p, ok := catalog.Known(name); ok {
			return p, "", parts[n:], true
		}
		for _, v := range verbs {
			short := strings.ToLower(name)
			if s, ok := strings.CutSuffix(short, v.text); ok {
				short = s
			} else if s, ok := strings.CutPrefix(short, v.text+"_"); ok {
				short = s
			} else {
				continue
			}
			if p, ok := catalog.Known(strings.Trim(short, "_-")); ok {
				return p, v.op, parts[n:], true
			}
		}
	}
	return p, "", nil, false
}

// finish reads what is left of a name, and says what is not known. other is whether the operation is none of the catalogue's.
func (c *cell) finish(rest []string, other bool) *cell {
	for _, part := range rest {
		n, err := strconv.Atoi(part)
		if err == nil && n > 0 && c.size == nil && c.primitive.Sized() {
			c.size = &n
			continue
		}
		c.detail = ingest.Details(c.detail, part)
	}
	c.bits = c.primitive.Bits
	for _, public := range []string{"rsa-", "ecdsa-p", "ecdh-p"} {
		if n, ok := strings.CutPrefix(c.primitive.Slug, public); ok && c.bits == 0 {
			bits, _ := strconv.Atoi(n)
			c.bits = max(0, bits)
		}
	}
	if c.operation == "" && !other {
		c.unknown = append(c.unknown, "operation")
	}
	if c.size == nil && c.primitive.Sized() && !other {
		c.unknown = append(c.unknown, "size_bytes")
	}
	if c.library == "" {
		c.unknown = append(c.unknown, "library")
	}
	return c
}
