package opensslspeed

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// An algorithm is a row of the bulk table.
type algorithm struct {
	printed   string
	primitive string
	operation string // "" for ciphers
	work      string // "" where it is not known, or follows from the command
	aead      bool
	cipher    bool
	known     bool    // to the catalogue
	queues    *queues // shared by the names of a primitive
}

func (a *algorithm) at(size int) what {
	return what{family: a.primitive, size: size, algorithm: a}
}

// isNamed reports whether a count is of what the line above it announces. -mb calls everything evp.
func (w *what) isNamed(named string) bool {
	if w.algorithm == nil {
		return true
	}
	named = strings.TrimSuffix(strings.TrimSuffix(named, " ops"), "'s")
	return named == w.algorithm.printed || named == "evp"
}

// mostNames is how many names are remembered.
const mostNames = 10_000

// algorithm finds what a row or line names.
func (p *parser) algorithm(printed string, line int) *algorithm {
	if a, ok := p.algorithms[printed]; ok {
		return a
	}
	if len(p.algorithms) >= mostNames {
		clear(p.algorithms)
		clear(p.queues)
	}
	printed = strings.Clone(printed)
	found := p.out.Name(plainName(printed), line)
	a := &algorithm{printed: printed, primitive: found.Slug, queues: p.queues[found.Slug]}
	_, a.known = catalog.Known(plainName(printed))
	if a.queues == nil {
		a.queues = &queues{}
		p.queues[found.Slug] = a.queues
	}
	switch ops := found.Operations; {
	case slices.Contains(ops, catalog.Hash):
		a.operation, a.work = string(catalog.Hash), string(catalog.Message)
	case slices.Contains(ops, catalog.MAC):
		a.operation = string(catalog.MAC)
		if a.primitive != "ghash" { // its key and IV stay
			a.work = string(catalog.Message)
		}
	case slices.Contains(ops, catalog.RNG):
		a.operation = string(catalog.RNG)
	case slices.Contains(ops, catalog.Seal):
		a.cipher, a.aead = true, true
	case slices.Contains(ops, catalog.Encrypt):
		a.cipher = true
		if keepsIV(a.primitive) {
			a.work = string(catalog.Update)
		}
	}
	if libreSSL[printed] {
		a.operation, a.work = string(catalog.Seal), string(catalog.Record)
	}
	p.algorithms[printed] = a
	return a
}

// keepsIV reports whether a call of a cipher is data alone. SIV and key wrap begin anew with each, and the stitched ciphers of TLS
// do what they are told to (apps/speed.c, EVP_Update_loop and after it).
func keepsIV(slug string) bool {
	return !strings.Contains(slug, "-siv") && !strings.Contains(slug, "-wrap") && !strings.Contains(slug, "hmac")
}

// libreSSL has the names that only LibreSSL's tables have: it seals whole messages with EVP_AEAD_CTX_seal.
var libreSSL = map[string]bool{"aes-128 gcm": true, "aes-256 gcm": true, "chacha20 poly1305": true}

// plainName is the name that the catalogue has for what the program calls otherwise.
func plainName(printed string) string {
	lower := strings.ToLower(printed)
	if plain, ok := plainNames[lower]; ok {
		return plain
	}
	if inner, ok := cutAround(lower, "cmac(", ")"); ok { // -cmac aes-128-cbc: the mode is that of the cipher it is made of
		return strings.TrimSuffix(inner, "-cbc") + "-cmac"
	}
	if rest, ok := strings.CutPrefix(lower, "id-aes"); ok { // ASN.1 names, of -evp up to 1.0.2
		return "aes-" + rest
	}
	return printed
}

// plainNames are rows whose name leaves the mode out, all of which are CBC, and others that the catalogue has not.
var plainNames = map[string]string{
	"des ede3": "des-ede3-cbc", "des-ede3": "des-ede3-cbc", "blowfish": "blowfish-cbc",
	// SSLeay up to 0.4 named the mode first.
	"cbc des": "des-cbc", "cfb des": "des-cfb", "ede3 des": "des-ede3-cbc", "cbc idea": "idea-cbc", "cfb idea": "idea-cfb",
}

func cutAround(s, before, after string) (string, bool) {
	s, begins := strings.CutPrefix(s, before)
	s, ends := strings.CutSuffix(s, after)
	return s, begins && ends
}

// isName reports whether a text can be the name of a row.
func isName(s string) bool {
	if s == "" || len(s) > 60 || !isAlnum(s[0]) {
		return false
	}
	letter, spaces := false, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			letter = true
		case c == ' ' || c == '\t':
			if s[i-1] != ' ' && s[i-1] != '\t' {
				spaces++
			}
		case c >= '0' && c <= '9' || strings.IndexByte("-_/().+,*:", c) >= 0:
		default:
			return false
		}
	}
	return letter && spaces < 3 && s[len(s)-1] != ':'
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// describe sets what is known of a row besides its figures.
func (p *parser) describe(r *result.Result, a *algorithm) {
	r.Library, r.Primitive, r.Operation, r.Work = p.libraryName(), a.primitive, a.operation, a.work
	evp := p.isEVP(a)
	if evp {
		r.Interface = "evp"
	}
	if !a.cipher || a.operation != "" {
		if a.operation == "" {
			r.Unknown = lacksOperation
		}
		return
	}
	if p.describeCipher(r, a, evp); p.direction != "" {
		r.Operation, r.Unknown = string(p.direction), nil
	}
}

// describeCipher sets what the command says of a cipher's row.
func (p *parser) describeCipher(r *result.Result, a *algorithm, evp bool) {
	c := &p.command
	if a.aead && !evp || a.aead && c.aead {
		r.Work = ""
	}
	switch {
	case !evp && c.speed && !c.decrypt && !a.aead:
		r.Operation = string(catalog.Encrypt) // -decrypt alone turns it round, and by -evp alone
	case !evp:
		r.Unknown = lacksOperation
		if a.aead {
			r.Work = p.workBySizes()
		}
	case c.aead && a.aead:
		r.Work = string(catalog.Record)
		r.Operation = string(choose(c.decrypt, catalog.Open, catalog.Seal))
	default:
		if a.aead && keepsIV(a.primitive) && !strings.Contains(a.primitive, "-ccm") {
			r.Work = string(catalog.Update)
		}
		if c.blocks {
			r.Work = string(catalog.Record)
		}
		r.Operation = string(choose(c.decrypt, catalog.Decrypt, catalog.Encrypt))
	}
}

// workBySizes tells the work of an AEAD by the columns: those that -aead has, and no other option.
func (p *parser) workBySizes() string {
	if len(p.sizes) >= 3 && p.sizes[0] == 2 && p.sizes[1] == 31 && p.sizes[2] == 136 {
		return string(catalog.Record)
	}
	return ""
}

func choose(b bool, yes, no catalog.Operation) catalog.Operation {
	if b {
		return yes
	}
	return no
}

// isEVP reports whether a row is that of -evp: it has its name, or if that is a name that only the program knows, the command names
// nothing else.
func (p *parser) isEVP(a *algorithm) bool {
	c := &p.command
	if c.evp == "" {
		return false
	}
	if named, ok := catalog.Known(plainName(c.evp)); ok {
		return named.Slug == a.primitive
	}
	return !c.others
}

func (p *parser) libraryName() string {
	return cmp.Or(p.library, p.above, "openssl")
}

// A keyName is a public-key algorithm of a size.
type keyName struct {
	family string
	bits   int
}

// keySlug is the primitive of a name and a size.
func (p *parser) keySlug(family string, bits, line int) string {
	key := keyName{family, bits}
	if slug, ok := p.keys[key]; ok {
		return slug
	}
	if len(p.keys) >= mostNames {
		clear(p.keys)
	}
	key.family = strings.Clone(family)
	name := key.family
	if bits > 0 {
		name += "-" + strconv.Itoa(bits)
	}
	slug := p.out.Name(name, line).Slug
	p.keys[key] = slug
	return slug
}
