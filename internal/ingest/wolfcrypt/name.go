package wolfcrypt

import (
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// names has what the catalogue calls otherwise.
var names = map[string]string{
	"SHA": "SHA-1", "HMAC-SHA": "HMAC-SHA1", "3DES": "DES-EDE3-CBC", "DES": "DES-CBC", "ARC4": "RC4", "CHACHA": "ChaCha20",
	"CHA-POLY": "ChaCha20-Poly1305", "RIPEMD": "RIPEMD-160", "BLAKE2b": "BLAKE2b-512", "BLAKE2s": "BLAKE2s-256", "HC128": "HC-128",
	"IDEA": "IDEA-CBC", "CAM-128": "Camellia-128-CBC", "CAM-192": "Camellia-192-CBC", "CAM-256": "Camellia-256-CBC", "Camellia": "Camellia-128-CBC",
	// Without a size of the key these had 128 bits.
	"AES": "AES-128-CBC", "AES-CBC": "AES-128-CBC", "AES-GCM": "AES-128-GCM", "AES-CCM": "AES-128-CCM", "AES-CTR": "AES-128-CTR", "AES-CMAC": "AES-128-CMAC",
	"AES-XTS": "AES-128-XTS",
	// SIV takes two keys, and is named after both together (RFC 5297, section 6).
	"AES-256-SIV": "AES-128-SIV", "AES-384-SIV": "AES-192-SIV", "AES-512-SIV": "AES-256-SIV",
}

// device is where a row was computed, in builds with hardware.
var device = ingest.NewPattern(`^(.*\S)\s+(SW|HW)$`)

// cutDevice takes it off.
func cutDevice(desc string) (rest, iface string) {
	if m := device.FindStringSubmatch(desc); m != nil {
		return m[1], strings.ToLower(m[2])
	}
	return desc, ""
}

// cell is a result with what the name of a row of bytes says.
func (p *parser) cell(desc string, line int, s *side) result.Result {
	r := result.Result{Library: "wolfcrypt", Source: &result.Source{Line: line}}
	var details []string
	desc, r.Interface = cutDevice(desc)
	for _, suffix := range []struct{ printed, detail string }{{"-no_AAD", "no AAD"}, {"-custom", "AAD of another size"}} {
		if rest, ok := strings.CutSuffix(desc, suffix.printed); ok {
			desc = rest
			details = append(details, suffix.detail)
		}
	}
	op := catalog.Operation("")
	for _, way := range []struct {
		suffix string
		op     catalog.Operation
	}{{"-enc", catalog.Encrypt}, {"-dec", catalog.Decrypt}, {"-Enc", catalog.Encrypt}, {"-Dec", catalog.Decrypt}, {" encrypt", catalog.Encrypt}, {" decrypt", catalog.Decrypt}} {
		if rest, ok := strings.CutSuffix(desc, way.suffix); ok {
			desc, op = rest, way.op
			break
		}
	}
	for _, mode := range []string{"-STREAM", "-stream"} {
		if rest, ok := strings.CutSuffix(desc, mode); ok {
			desc = rest
			details = append(details, "stream")
		}
	}
	for _, family := range []string{"GMAC ", "RNG ", "SipHash-"} {
		if rest, ok := strings.CutPrefix(desc, family); ok {
			desc = strings.TrimRight(family, " -")
			details = append(details, strings.TrimSpace(rest))
		}
	}
	name := desc
	if n, ok := names[name]; ok {
		name = n
	}
	primitive := p.out.Name(name, line)
	r.Primitive, r.Detail = primitive.Slug, strings.Clone(strings.Join(details, ", "))
	r.Operation = string(operationOf(primitive, op))
	if r.Operation == "" {
		r.Unknown = append(r.Unknown, "operation")
	}
	p.setSize(&r, primitive, s)
	p.setWork(&r, primitive)
	return r
}

// operationOf is the operation of a row of bytes: the ciphers without -enc and -dec were encrypting.
func operationOf(p catalog.Primitive, op catalog.Operation) catalog.Operation {
	switch seals := slices.Contains(p.Operations, catalog.Seal); {
	case len(p.Operations) == 0:
		return op
	case seals && op == catalog.Decrypt:
		return catalog.Open
	case seals:
		return catalog.Seal
	case op != "":
		return op
	case slices.Contains(p.Operations, catalog.Encrypt):
		return catalog.Encrypt
	}
	return p.Sole()
}

// setSize has the size of the head, where calls had it.
func (p *parser) setSize(r *result.Result, primitive catalog.Primitive, s *side) {
	switch {
	case !primitive.Sized():
	case s.size == nil, r.Operation == string(catalog.RNG), strings.HasSuffix(primitive.Slug, "-ecb"):
		r.Unknown = append(r.Unknown, "size_bytes")
	default:
		r.SizeBytes = s.size
	}
}

// setWork says what a call was, where that is known.
func (p *parser) setWork(r *result.Result, primitive catalog.Primitive) {
	switch catalog.Operation(r.Operation) {
	case catalog.Hash, catalog.MAC:
		switch command := p.out.Command(); {
		case primitive.Slug == "gmac", strings.Contains(command, "-dgst_full"):
			r.Work = string(catalog.Message)
		case command != "":
			r.Work = string(catalog.Update)
		default:
			r.Unknown = append(r.Unknown, "work")
		}
	case catalog.Seal, catalog.Open:
		// ChaCha20-Poly1305 is handed its key in each call, which for that cipher is to copy it.
		r.Work = string(catalog.Record)
	case catalog.Encrypt, catalog.Decrypt:
		r.Work = string(catalog.Update)
		if strings.HasSuffix(primitive.Slug, "-xts") || primitive.Slug == "chacha20" {
			r.Work = string(catalog.Message) // a tweak, an IV in each call
		}
	}
}

// keyOperations has the words for what is done with a key, in both languages.
var keyOperations = map[string]catalog.Operation{
	"public": catalog.Encrypt, "private": catalog.Decrypt, "encryption": catalog.Encrypt, "decryption": catalog.Decrypt,
	"encrypt": catalog.Encrypt, "decrypt": catalog.Decrypt,
	"key gen": catalog.Keygen, "key generation": catalog.Keygen, "keygen": catalog.Keygen, "gen": catalog.Keygen,
	"agree": catalog.Derive, "key agreement": catalog.Derive, "sign": catalog.Sign, "verify": catalog.Verify,
	"encap": catalog.Encapsulate, "decap": catalog.Decapsulate,
	"公開鍵": catalog.Encrypt, "秘密鍵": catalog.Decrypt, "鍵生成": catalog.Keygen, "鍵共有": catalog.Derive, "署名": catalog.Sign, "検証": catalog.Verify,
	"暗号化": catalog.Encrypt, "復号化": catalog.Decrypt,
}

// keyName is the name of a row of calls: algorithm, curve, strength, operation. Names may have a size of their own ("ML-KEM 512").
var keyName = ingest.NewPattern(`^([A-Za-z][\w+./-]*(?: \d+)?)\s*(?:\[\s*([\w-]+)\s*\])?\s+(\d+)(?:\s+(\S.*?))?$`)

// pqName is a row of liboqs's or pqm4's algorithms in wolfCrypt 5.0 to 5.5.
var pqName = ingest.NewPattern(`^([A-Za-z][\w+]*(?:-[A-Za-z]?\w+)*?)-(kg|keygen|gen|ed|encap|decap|sign|verify)$`)

// keyCell is a result with what the name of a row of calls says.
func (p *parser) keyCell(desc string, line int) result.Result {
	desc, iface := cutDevice(desc)
	var r result.Result
	if m := keyName.FindStringSubmatch(desc); m != nil {
		r = p.keyResult(m[1], m[2], m[3], m[4], line)
	} else {
		r = p.pqResult(desc, line)
	}
	r.Interface = iface
	return r
}

// keyResult is a result with a name that is taken apart.
func (p *parser) keyResult(algorithm, curve, strength, words string, line int) result.Result {
	r := result.Result{Library: "wolfcrypt", Source: &result.Source{Line: line}}
	words = strings.Join(strings.Fields(words), " ")
	op, known := keyOperations[words]
	r.Operation = string(op)
	if words == "" && strings.EqualFold(algorithm, "scrypt") {
		r.Operation = string(catalog.KDF)
	} else if !known {
		r.Detail = strings.Clone(words)
	}
	bits, _ := strconv.Atoi(strength)
	name := algorithm + "-" + strength
	switch algorithm {
	case "RSA", "DSA":
		r.Bits = bits
	case "DH":
		name, r.Bits = "FFDH-"+strength, bits
	case "ECC", "ECDSA", "EC-DSA":
		name, r.Bits = "ECDSA-"+curveOf(curve, strength), bits
		if op == catalog.Encrypt || op == catalog.Decrypt {
			name, r.Detail = "ECIES", curveOf(curve, strength)
		}
	case "ECDHE", "ECDH", "EC-DHE":
		name, r.Bits = "ECDH-"+curveOf(curve, strength), bits
	case "FALCON": // by its level of security
		if n, ok := map[string]string{"1": "512", "5": "1024"}[strength]; ok {
			name = "Falcon-" + n
		}
	case "SM2":
		name, r.Bits = "SM2", bits
	case "ECCSI", "SAKKE":
		name, r.Bits = algorithm, bits
	case "CURVE", "CURVE25519", "X25519":
		name = "X" + strings.TrimPrefix(strings.TrimPrefix(algorithm, "CURVE")+strength, "X")
	case "ED", "ED25519":
		name = "Ed" + strings.TrimPrefix(algorithm, "ED") + strength
	case "scrypt":
		name = algorithm
		if bits > 0 {
			r.Detail = strings.Clone(strength)
		}
	default:
		// Where the name has the parameters, the strength is one of security.
		if strings.ContainsAny(algorithm, "0123456789") {
			name = algorithm
		}
	}
	r.Primitive = p.out.Name(strings.TrimSuffix(name, "-"), line).Slug
	return r
}

// curveOf is the curve that is named, or the prime curve of that size, which is the default.
func curveOf(curve, strength string) string {
	if curve != "" {
		if bits, ok := strings.CutPrefix(curve, "BRAINPOOLP"); ok {
			return "brainpool-p" + bits
		}
		return curve
	}
	if strength == "" {
		return ""
	}
	return "p" + strength
}

// pqResult is a result of a post-quantum row without a strength.
func (p *parser) pqResult(desc string, line int) result.Result {
	r := result.Result{Library: "wolfcrypt", Source: &result.Source{Line: line}}
	m := pqName.FindStringSubmatch(desc)
	if m == nil {
		r.Primitive = p.out.Name(desc, line).Slug
		r.Unknown = []string{"operation"}
		return r
	}
	r.Primitive = p.out.Name(m[1], line).Slug
	switch m[2] {
	case "kg", "keygen", "gen":
		r.Operation = string(catalog.Keygen)
	case "ed":
		r.Detail = "encapsulation and decapsulation together"
	default:
		r.Operation = string(keyOperations[m[2]])
	}
	return r
}
