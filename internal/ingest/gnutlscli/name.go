package gnutlscli

import (
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// names are ciphers and MACs whose names are not the catalogue's: a number is added that is no part of it, or a mode has another
// name.
var names = map[string]string{
	"3DES-CBC":            "des-ede3-cbc",
	"ARCFOUR-128":         "rc4",
	"SALSA20-256":         "salsa20",
	"ESTREAM-SALSA20-256": "salsa20r12",
	"CHACHA20-32":         "chacha20",
	"CHACHA20-64":         "chacha20",
	"AES-128-CCM-8":       "aes-128-ccm8",
	"AES-256-CCM-8":       "aes-256-ccm8",
}

// identify is what a row is of, with its operation and size.
func (p *parser) identify(name, protocol string, line int) result.Result {
	r := result.Result{SizeBytes: p.size}
	if p.size == nil {
		r.Unknown = append(r.Unknown, "size_bytes")
	}
	switch p.section {
	case macs:
		r.Primitive, r.Operation, r.Work = p.mac(name, line), string(catalog.MAC), string(catalog.Keyed)
		return r
	case records:
		q := p.name(suiteCipher(name), line)
		r.Primitive, r.Interface = q.Slug, strings.ToLower(protocol)
		r.Unknown = append(r.Unknown, "operation")
		r.Detail = "TLS record sent and received"
		if strings.Contains(name, "_") {
			r.Detail += ", " + strings.Clone(name)
		}
		return r
	}
	q := p.name(name, line)
	r.Primitive = q.Slug
	switch {
	case len(q.Operations) > 0 && q.Operations[0] == catalog.Seal:
		r.Operation, r.Work = string(catalog.Seal), string(catalog.Record)
	case len(q.Operations) > 0 && q.Operations[0] == catalog.Encrypt:
		r.Operation, r.Work = string(catalog.Encrypt), string(catalog.Update)
	case p.section == ciphers && name != "NULL":
		r.Operation, r.Work = string(catalog.Encrypt), string(catalog.Update)
	default:
		r.Unknown = append(r.Unknown, "operation")
	}
	if p.section == combinations && r.Operation != string(catalog.Seal) && name != "NULL" {
		r.Detail = "cipher and HMAC"
	}
	return r
}

// name finds a cipher.
func (p *parser) name(printed string, line int) catalog.Primitive {
	if slug, ok := names[printed]; ok {
		if q, known := catalog.Known(slug); known {
			return q
		}
	}
	// A cipher with a MAC: "AES-128-CBC-SHA1".
	if p.section == combinations {
		if at := strings.LastIndexByte(printed, '-'); at > 0 {
			if q, ok := catalog.Known(printed[:at] + "-hmac" + printed[at:]); ok {
				return q
			}
		}
	}
	return p.out.Name(printed, line)
}

// mac is the slug of a MAC: an HMAC, under its hash's name.
func (p *parser) mac(printed string, line int) string {
	if h, ok := catalog.Known(printed); ok && h.Sole() == catalog.Hash {
		printed = "HMAC-" + h.Slug
	}
	return p.out.Name(printed, line).Slug
}

// suiteCipher is the cipher in a suite's name: ECDHE_RSA_AES_128_CBC_SHA1.
func suiteCipher(name string) string {
	name, _ = strings.CutPrefix(name, "TLS_")
	if !strings.Contains(name, "_") {
		return name
	}
	for _, begin := range []string{"AES_", "CAMELLIA_", "CHACHA20_", "3DES_", "ARCFOUR_", "SALSA20_", "ESTREAM_", "GOST28147_"} {
		at := strings.Index(name, begin)
		if at < 0 {
			continue
		}
		parts := strings.Split(name[at:], "_")
		for n := len(parts); n > 0; n-- {
			if q, ok := catalog.Known(strings.Join(parts[:n], "-")); ok {
				return q.Slug
			}
			if slug, ok := names[strings.Join(parts[:n], "-")]; ok {
				return slug
			}
		}
	}
	return name
}
