package nettle

import (
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

var (
	// knownMode are the modes that the tool prints.
	knownMode = ingest.NewPattern(`^(?:(?:ECB|CBC) (?:en|de)crypt|CTR|\(in-place\)|encrypt|decrypt|update|\d+ bytes|single msg|(?:un)?aligned\d*)$`)
	messages  = ingest.NewPattern(`^(\d+) bytes$`)
)

func isMode(mode string) bool { return knownMode.MatchString(mode) }

// names are Nettle's names that are not the catalogue's.
var names = map[string]string{
	"blowfish128": "blowfish", "bf128": "blowfish", "cast128": "cast5", "des3": "des-ede3", "arcfour128": "rc4", "chacha": "chacha20",
	"chacha_poly1305": "chacha20-poly1305",
}

// modesBefore are the modes that stand before a cipher: gcm_aes128.
var modesBefore = []string{"gcm_", "eax_", "ocb_", "ccm_", "cbc_", "siv_cmac_", "siv_gcm_"}

// slugOf is the name of an algorithm without a mode beside it as the catalogue may have it.
func slugOf(name string) string {
	if slug, ok := names[name]; ok {
		return slug
	}
	for _, m := range modesBefore {
		if cipher, ok := strings.CutPrefix(name, m); ok {
			mode := map[string]string{"siv_cmac_": "siv", "siv_gcm_": "gcm-siv"}[m]
			if mode == "" {
				mode = strings.TrimSuffix(m, "_")
			}
			return slugOf(cipher) + "-" + mode
		}
	}
	return name
}

// identify is what a row is of.
func (p *parser) identify(name, mode string, line int) result.Result {
	r := result.Result{Work: string(catalog.Update), Unknown: sizeUnknown}
	block, way, _ := strings.Cut(mode, " ")
	switch {
	case block == "ECB" || block == "CBC" || block == "CTR":
		r.Primitive = p.out.Name(slugOf(name)+"-"+block, line).Slug
		r.Operation = string(catalog.Encrypt) // CTR is the same either way
		if way == "decrypt" {
			r.Operation = string(catalog.Decrypt)
		}
		return r
	case mode == "single msg":
		r.Primitive, r.Operation, r.Work = p.out.Name(name, line).Slug, string(catalog.MAC), string(catalog.Message)
		return r
	case messages.MatchString(mode):
		if size, err := strconv.Atoi(block); err == nil && size > 0 {
			r.SizeBytes, r.Unknown = p.size.Of(size), nil
		}
		r.Primitive, r.Operation, r.Work = p.out.Name(name, line).Slug, string(catalog.MAC), string(catalog.Message)
		return r
	}
	q := p.out.Name(slugOf(name), line)
	r.Primitive = q.Slug
	first := catalog.Operation("")
	if len(q.Operations) > 0 {
		first = q.Operations[0]
	}
	switch {
	case mode == "update" && first == catalog.Seal:
		r.Operation, r.Detail = string(catalog.MAC), "associated data only"
	case mode == "update" && q.Sole() != "":
		r.Operation = string(q.Sole())
	case mode == "encrypt":
		r.Operation = string(q.As(catalog.Encrypt))
	case mode == "decrypt":
		r.Operation = string(q.As(catalog.Decrypt))
	default:
		r.Unknown = operationUnknown
		if r.Work = ""; mode != "update" {
			r.Detail = strings.Clone(mode)
		}
	}
	return r
}

var (
	sizeUnknown      = []string{"size_bytes"}
	operationUnknown = []string{"operation", "size_bytes"}
)
