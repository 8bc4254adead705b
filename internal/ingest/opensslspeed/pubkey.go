package opensslspeed

import (
	"cmp"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// publicKey reads what a "Doing" line says of a public key: "2048 bits private rsa", "256 bits sign ecdsa", "256 bits  ecdh",
// "253 bits sign Ed25519", "2048 bits public rsa encrypt", "256 bits sign prime256v1", "rsa2048 keygen".
func publicKey(text string) (of what, ok bool) {
	first, rest := cutField(text)
	bits, isBits := parseInt(first)
	if !isBits {
		if operation, ok := schemeOperations[rest]; ok {
			return scheme(first, operation), isName(first)
		}
		return of, false
	}
	unit, rest := cutField(rest)
	if unit != "bit" && unit != "bits" {
		return of, false
	}
	return keyOf(bits, rest)
}

// schemeOperations are what KEMs and signatures do.
var schemeOperations = map[string]catalog.Operation{
	"keygen": catalog.Keygen, "encaps": catalog.Encapsulate, "decaps": catalog.Decapsulate, "signs": catalog.Sign, "verify": catalog.Verify,
}

// scheme is a KEM or a signature by its name.
func scheme(name string, operation catalog.Operation) what {
	of := what{family: "scheme " + name, operation: string(operation), primitive: name}
	for _, family := range []string{"rsa", "dsa"} {
		if digits, ok := strings.CutPrefix(name, family); ok {
			if bits, ok := parseInt(digits); ok {
				of.primitive, of.keyBits = family+"-"+digits, bits
			}
		}
	}
	if digits, ok := strings.CutPrefix(name, "ECP-"); ok { // DHKEM on a curve of NIST (RFC 9180)
		if bits, ok := parseInt(digits); ok {
			of.primitive, of.keyBits = "ecdh-p"+digits, bits
		}
	}
	return of
}

// keyOf reads what follows the bits: an operation, which may be missing, and an algorithm, which may be a curve (version 4), and
// may have the operation behind it ("rsa encrypt", from 3.2).
func keyOf(bits int, text string) (of what, ok bool) {
	first, name := cutField(text)
	if name == "" {
		first, name = "", first
	}
	of.bits = bits
	family, operation := cutField(name)
	switch strings.ToLower(family) {
	case "rsa":
		of.family, of.keyBits = "rsa", bits
		switch first + " " + operation {
		case "private ", "private sign":
			of.operation = string(catalog.Sign)
		case "public ", "public verify":
			of.operation = string(catalog.Verify)
		case "public encrypt":
			of.operation = string(catalog.Encrypt)
		case "private decrypt":
			of.operation = string(catalog.Decrypt)
		default:
			return of, false
		}
		return of, true
	case "ffdh", "dh":
		of.family, of.operation, of.keyBits = "ffdh", string(catalog.Derive), bits
		return of, first == ""
	case "mlkem":
		of.family = "mlkem"
		switch first {
		case "keygen":
			of.operation = string(catalog.Keygen)
		case "encap":
			of.operation = string(catalog.Encapsulate)
		case "decap":
			of.operation = string(catalog.Decapsulate)
		}
		return of, of.operation != ""
	}
	switch first {
	case "sign":
		of.operation = string(catalog.Sign)
	case "verify":
		of.operation = string(catalog.Verify)
	case "":
		of.operation = string(catalog.Derive)
	default:
		return of, false
	}
	return curveKey(name, of)
}

// curveKey is the key on a curve, or of the family alone where the name is the family's.
func curveKey(name string, of what) (what, bool) {
	sole, isSole := soleCurves[strings.ToLower(name)]
	switch lower := strings.ToLower(name); {
	case lower == "dsa" || lower == "ecdsa" || lower == "ecdh":
		of.family, of.keyBits = lower, of.bits
		if primitive, ok := soleECDH[of.bits]; ok && lower == "ecdh" {
			of.primitive, of.keyBits = primitive, 0
		}
	case isSole:
		of.family, of.primitive = sole.family, sole.primitive
	case strings.ContainsAny(name, " \t") || !isName(name):
		return of, false
	case of.operation == string(catalog.Derive):
		of.family, of.primitive, of.keyBits = "ecdh", "ecdh-"+name, of.bits
	default:
		of.family, of.primitive, of.keyBits = "ecdsa", "ecdsa-"+name, of.bits
	}
	return of, true
}

// soleCurves are curves that have an algorithm of their own, of one size: the program's 253 and 456 bits are no choice. Of X25519 and X448 older versions say only "ecdh" and the bits.
var soleCurves = map[string]struct{ family, primitive string }{
	"ed25519": {"ed25519", "ed25519"}, "ed448": {"ed448", "ed448"},
	"sm2": {"sm2", "sm2"}, "curvesm2": {"sm2", "sm2"},
	"x25519": {"ecdh", "x25519"}, "x448": {"ecdh", "x448"},
}

// soleECDH are the bits that only one curve has.
var soleECDH = map[int]string{253: "x25519", 448: "x448"}

// describeKey sets what is known of a public key's row besides its figures.
func (p *parser) describeKey(r *result.Result, of *what, line int) {
	r.Library, r.Operation, r.Bits = p.libraryName(), of.operation, of.keyBits
	switch of.family {
	case "rsa", "dsa", "ffdh":
		r.Primitive = p.keySlug(of.family, of.bits, line)
	case "mlkem":
		r.Primitive = p.keySlug("ml-kem", of.bits, line)
	default:
		r.Primitive = p.keySlug(cmp.Or(of.primitive, of.family), 0, line)
	}
	if r.Operation == string(catalog.Sign) || r.Operation == string(catalog.Verify) {
		r.Work = string(catalog.Message)
	}
}
