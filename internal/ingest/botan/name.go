package botan

import (
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// operations has what Botan says it does, and what that is. What is none of the catalogue's operations is kept as a detail.
var operations = map[string]catalog.Operation{
	"hash": catalog.Hash, "mac": catalog.MAC, "encrypt": catalog.Encrypt, "decrypt": catalog.Decrypt, "generate": catalog.RNG,
	"keygen": catalog.Keygen, "sign": catalog.Sign, "signature": catalog.Sign, "verify": catalog.Verify,
	"key agreements": catalog.Derive, "key exchange": catalog.Derive, "key agreement": catalog.Derive,
	"KEM encrypt": catalog.Encapsulate, "KEM decrypt": catalog.Decapsulate,
	"write_keystream": "", "input": "", "output": "", "encode": "", "decode": "",
}

// splitOp takes the operation off the end of what stands before a rate of bytes; "" where there is none.
func splitOp(s string) (name, op string) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 || strings.Contains(s, "MiB/sec") || strings.Contains(s, " bytes:") {
		return s, ""
	}
	if _, ok := operations[s[i+1:]]; !ok {
		return s, ""
	}
	return strings.TrimRight(s[:i], " "), s[i+1:]
}

// cutOldPadding takes the padding off an operation of Botan 1: "EMSA4(SHA-1) signature".
func cutOldPadding(op string) (padding, operation string, ok bool) {
	padding, operation, ok = strings.Cut(op, " ")
	return padding, operation, ok && (operation == "verify" || operation == "sign" || operation == "signature" || operation == "encrypt" || operation == "decrypt") && padding != "KEM"
}

// A spelling is a name of Botan's in the catalogue's words.
type spelling struct {
	name   string
	detail string
	mode   bool // whether the cipher is in a mode that has its IV set for each buffer
	counts bool // whether it is a mode or a stream, which cannot be told apart
}

// cell is a result with what the name and the operation say.
func (p *parser) cell(name, op string, line int) result.Result {
	r := result.Result{Library: "botan", Source: &result.Source{Line: line}}
	name = strings.TrimSpace(name)
	if i := strings.LastIndex(name, " ["); i > 0 && strings.HasSuffix(name, "]") {
		name, r.Interface = name[:i], strings.Clone(name[i+2:len(name)-1])
	}
	s := spell(name)
	primitive := p.out.Name(s.name, line)
	r.Primitive = primitive.Slug
	r.Operation = string(operationOf(primitive, op))
	r.Work = string(workOf(primitive, s, op))
	r.Bits = primitive.Bits
	details := []string{s.detail}
	if _, known := operations[op]; r.Operation == "" && op != "" || !known && op != "" {
		details = append(details, op)
	}
	r.Detail = strings.Clone(strings.Join(slices.DeleteFunc(details, func(d string) bool { return d == "" }), ", "))
	return r
}

// operationOf is what was done: what is said, in the word that the primitive has for it; of what has one operation only, that.
func operationOf(p catalog.Primitive, op string) catalog.Operation {
	if said, known := operations[op]; known || op != "" {
		return p.As(said)
	}
	return p.Sole()
}

// workOf is what a call includes: see the package's documentation.
func workOf(p catalog.Primitive, s spelling, op string) catalog.Work {
	switch op {
	case "hash", "mac", "sign", "signature", "verify":
		return catalog.Message
	case "encrypt", "decrypt":
		switch {
		case !p.Sized(), s.counts:
			return ""
		case slices.Contains(p.Operations, catalog.Seal):
			return catalog.Record
		case s.mode:
			return catalog.Message
		}
		return catalog.Update
	}
	return ""
}

// longestKey has the ciphers whose names have no key size, with the one that the benchmark gives them: the longest.
var longestKey = map[string]string{"Serpent": "Serpent-256", "Twofish": "Twofish-256", "GOST-28147-89(R3411_94_TestParam)": "GOST-28147-89"}

// plain has names that are put otherwise than by a rule.
var plain = map[string]spelling{
	"SHA-160": {name: "SHA-1"}, "Blake2b": {name: "BLAKE2b-512"}, "SipHash(2,4)": {name: "SipHash-2-4"}, "Tiger(24,3)": {name: "Tiger"},
	"ARC4": {name: "RC4"}, "CRC24": {name: "CRC-24"}, "CRC32": {name: "CRC-32"}, "GOST-34.11": {name: "gost94"},
	"ML-DSA-4x4": {name: "ML-DSA-44"}, "ML-DSA-6x5": {name: "ML-DSA-65"}, "ML-DSA-8x7": {name: "ML-DSA-87"},
	"Dilithium-4x4": {name: "Dilithium-2"}, "Dilithium-6x5": {name: "Dilithium-3"}, "Dilithium-8x7": {name: "Dilithium-5"},
	"SM2-sm2p256v1":              {name: "SM2"},
	"RFC3394 AES-256 key wrap":   {name: "AES-256-wrap", detail: "key wrap"},
	"RFC3394 AES-256 key unwrap": {name: "AES-256-wrap", detail: "key unwrap"},
}

// around has the constructions that take the name of another primitive in parentheses, as the catalogue puts them; the sign %
// is where that goes.
var around = map[string]string{
	"HMAC": "HMAC-%", "CMAC": "%-CMAC", "OMAC": "%-CMAC", "GMAC": "GMAC-%", "CBC-MAC": "%-CBC-MAC", "CTR-BE": "%-CTR", "OFB": "%-OFB",
	"SHA-3": "SHA3-%", "Keccak-1600": "Keccak-%", "SHAKE-128": "SHAKE128", "SHAKE-256": "SHAKE256", "BLAKE2b": "BLAKE2b-%", "BLAKE2s": "BLAKE2s-%", "Blake2b": "BLAKE2b-%",
	"ChaCha": "ChaCha%", "HMAC_DRBG": "HMAC_DRBG", "KMAC-128": "KMAC128", "KMAC-256": "KMAC256",
}

// derivations has the functions whose parameters are a part of their names.
var derivations = []string{"bcrypt", "passhash9", "scrypt", "Scrypt", "Argon2id", "Argon2i", "Argon2d", "PBKDF2"}

// spell puts a name of Botan's in the catalogue's words, as far as it has them.
func spell(name string) spelling {
	if s, ok := plain[name]; ok {
		return s
	}
	if longer, ok := longestKey[name]; ok {
		return spelling{name: longer}
	}
	if round3, ok := strings.CutSuffix(name, "-r3"); ok { // of the NIST's contest, not the standard
		s := spell(round3)
		s.detail = "round 3"
		return s
	}
	if frodo, ok := strings.CutPrefix(name, "FrodoKEM-eFrodoKEM"); ok {
		return spelling{name: "eFrodoKEM" + frodo}
	}
	for _, kdf := range derivations {
		if rest, ok := strings.CutPrefix(name, kdf); ok && (rest == "" || strings.IndexByte("(- ", rest[0]) >= 0) {
			return spellDerivation(kdf, rest)
		}
	}
	if strings.HasSuffix(name, "_RNG") || strings.Contains(name, "_RNG (") {
		return spelling{name: "rng", detail: name}
	}
	if curve, ok := strings.CutPrefix(name, "ECDSA recovery "); ok {
		return spelling{name: "ecdsa-" + spellCurve(curve), detail: "public key recovery"}
	}
	if family, curve, ok := strings.Cut(name, "-"); ok && (family == "ECDSA" || family == "ECDH" || family == "ECKCDSA" || family == "ECGDSA") {
		curve, padding, _ := strings.Cut(curve, " ")
		return spelling{name: family + "-" + spellCurve(curve), detail: padding}
	}
	if cipher, mode, ok := strings.Cut(name, "/"); ok {
		return spellMode(cipher, mode)
	}
	if outer, inner, ok := parenthesised(name); ok {
		if form, ok := around[outer]; ok {
			s := spelling{name: strings.ReplaceAll(form, "%", spell(inner).name), counts: outer == "CTR-BE"}
			if !strings.Contains(form, "%") {
				s.detail = inner
			}
			return s
		}
	}
	// A public key has its padding behind a space.
	if before, padding, ok := strings.Cut(name, " "); ok {
		_, whole := catalog.Known(name)
		if _, first := catalog.Known(before); first && !whole {
			return spelling{name: before, detail: padding}
		}
	}
	return spelling{name: name}
}

// spellMode puts the name of a cipher in a mode: "AES-128" and "CBC/PKCS7", "GCM(16)", "CFB(8)".
func spellMode(cipher, mode string) spelling {
	if longer, ok := longestKey[cipher]; ok {
		cipher = longer
	}
	mode, padding, _ := strings.Cut(mode, "/")
	s := spelling{mode: true, detail: padding}
	outer, inner, _ := parenthesised(mode)
	switch {
	case mode == "CTR-BE":
		mode = "CTR"
	case padding == "CTS":
		mode, s.detail = "CBC-CTS", ""
	case outer == "CFB" && (inner == "128" || inner == "64" && strings.Contains("Blowfish CAST-128 DES TripleDES IDEA", cipher)):
		mode = "CFB"
	case outer == "CFB":
		mode = "CFB" + inner
	case outer != "" && inner == "16": // the tag of all that do not say another one
		mode = outer
	case outer != "":
		mode, s.detail = outer, mode
	}
	s.name = cipher + "-" + mode
	return s
}

// spellDerivation puts the name of a function that makes keys of passwords.
func spellDerivation(kdf, rest string) spelling {
	s := spelling{name: kdf, detail: strings.Trim(rest, "()- ")}
	if kdf == "PBKDF2" {
		if hash, rounds, ok := strings.Cut(s.detail, ","); ok {
			s.name, s.detail = "PBKDF2-"+spell(hash).name, rounds+" rounds"
		}
	}
	return s
}

// spellCurve puts the name of a curve.
func spellCurve(curve string) string {
	if bits, ok := strings.CutPrefix(curve, "brainpool"); ok && !strings.HasPrefix(bits, "P") && !strings.HasPrefix(bits, "-") {
		return "brainpool-p" + bits
	}
	return curve
}

// parenthesised takes "OUTER(INNER)" apart.
func parenthesised(name string) (outer, inner string, ok bool) {
	i := strings.IndexByte(name, '(')
	if i <= 0 || !strings.HasSuffix(name, ")") {
		return "", "", false
	}
	return name[:i], name[i+1 : len(name)-1], true
}
