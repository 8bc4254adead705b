package explain

import (
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// A habit is what openssl speed is known to have called for a row: read in apps/speed.c of the releases and of the
// commits between them, never concluded from figures.
type habit struct {
	iface  string // as cpb names the interface: "oneshot", "lowlevel", "evp", "evp-fetched", "evp-reused"
	calls  string // the calls, to stand after "calls": "EVP_Digest", "SHA1()"
	unless bool   // whether the source does not tell the command: with -evp and this name it would be EVP
}

// Interfaces that habits speak of.
const (
	oneshot    = "oneshot"
	lowlevel   = "lowlevel"
	evp        = "evp"
	evpFetched = "evp-fetched"
	evpReused  = "evp-reused"
)

// byNameWords are what habit.calls adds where each call looks its digest up.
const byNameWords = " with a look-up by name in each call"

// speedTool is the name of the tool in result.Source.
const speedTool = "openssl speed"

// An era is a range of versions in which openssl speed called the same functions. It ends where the next one begins.
type era struct {
	since   release
	digests []string // what went by EVP without being asked to; the other hashes by their one-shot functions
	byName  bool     // whether md5 was looked up by name in each call
	option  string   // the interface that -evp stood for; "" where there was no such option
	signs   string   // the interface of RSA, DSA and ECDSA; "" where nobody looked
	fetched bool     // whether everything went by EVP, fetched once
}

// eras, oldest first. The commits are of OpenSSL: 20d2186c87 brought EVP_Digest in, 7d34470458 the look-up of MD5 (2001);
// 27e0c86307 took MD5 out (2012) and 474e469bbd SHA-1 (January 2015), both only on what became 1.1.0; 128d25ba6a fetches for
// -evp (alpha10); a89cd8d87c and f3ccfc76fe turn everything to EVP (alpha13).
var eras = []era{
	{},
	{since: release{major: 0, minor: 9, patch: 7}, digests: []string{"md2", "mdc2", "md4", "md5", "sha1", "ripemd160"}, byName: true, option: evp, signs: lowlevel},
	{since: release{major: 1, minor: 1}, digests: []string{"md2", "mdc2", "md4", "ripemd160"}, option: evp, signs: lowlevel},
	{since: release{3, 0, 0, alpha, 10}, digests: []string{"md2", "mdc2", "md4", "ripemd160"}, option: evpFetched, signs: lowlevel},
	{since: release{3, 0, 0, alpha, 13}, option: evpFetched, signs: evpReused, fetched: true},
}

// libressl is the library of LibreSSL's openssl.
const libressl = "libressl"

// libreEra is the era of OpenSSL that LibreSSL began with and has kept: what its speed.c calls has not changed since 2014.
var libreEra = eras[1]

// oneshots are the functions of the hashes that openssl speed can be asked for by their own names, without -evp.
var oneshots = map[string]string{
	"md2": "MD2()", "mdc2": "MDC2()", "md4": "MD4()", "md5": "MD5()", "sha1": "SHA1()", "sha256": "SHA256()", "sha512": "SHA512()",
	"ripemd160": "RIPEMD160()", "whirlpool": "WHIRLPOOL()",
}

// lowlevels are the functions of the ciphers that openssl speed can be asked for by their own names.
var lowlevels = map[string]string{
	"rc4": "RC4", "des-cbc": "DES_ncbc_encrypt", "des-ede3-cbc": "DES_ede3_cbc_encrypt", "idea-cbc": "IDEA_cbc_encrypt",
	"seed-cbc": "SEED_cbc_encrypt", "rc2-cbc": "RC2_cbc_encrypt", "rc5-cbc": "RC5_32_cbc_encrypt", "blowfish-cbc": "BF_cbc_encrypt",
	"cast5-cbc": "CAST_cbc_encrypt", "aes-128-cbc": "AES_cbc_encrypt", "aes-192-cbc": "AES_cbc_encrypt", "aes-256-cbc": "AES_cbc_encrypt",
	"aes-128-ige": "AES_ige_encrypt", "aes-192-ige": "AES_ige_encrypt", "aes-256-ige": "AES_ige_encrypt",
	"camellia-128-cbc": "Camellia_cbc_encrypt", "camellia-192-cbc": "Camellia_cbc_encrypt", "camellia-256-cbc": "Camellia_cbc_encrypt",
}

// habitOf is what openssl speed called for r; nil where that is not known: no version, a version between two eras, another
// tool, a primitive whose functions are not listed here. AEADs are not: whether a call has a nonce and a tag of its own changed within
// the eras and with -aead, and LibreSSL's go by EVP_AEAD.
func habitOf(r *result.Result) *habit {
	if r.Source == nil || r.Source.Tool != speedTool {
		return nil
	}
	era, dated := eraOf(r)
	p, ok := catalog.Known(r.Primitive)
	if !dated || !ok {
		return nil
	}
	switch {
	case slices.Contains(p.Operations, catalog.Hash):
		return era.choose(r, p.Slug, era.digest(p.Slug), era.digestByEVP())
	case slices.Contains(p.Operations, catalog.Sign):
		return era.signature(p.Slug, catalog.Operation(r.Operation))
	case slices.Contains(p.Operations, catalog.Encrypt):
		return era.choose(r, p.Slug, era.cipher(p.Slug), era.cipherByEVP())
	}
	return nil
}

// eraOf is the era of the tool that printed r.
func eraOf(r *result.Result) (era, bool) {
	version := r.Version
	if r.Source.Version != "" {
		version = r.Source.Version
	}
	switch r.Library {
	case libressl:
		return libreEra, version != ""
	case "openssl", "ssleay":
	default:
		return era{}, false
	}
	v, ok := parseRelease(version)
	if !ok {
		return era{}, false
	}
	at := 0
	for i := range eras {
		if !v.before(eras[i].since) {
			at = i
		}
	}
	return eras[at], true
}

// choose is the habit of the two that r's interface or command asked for. A name that can be asked for only by -evp has no other
// one. Without a command, hashes are taken to have gone by their own paths. Ciphers are not: in one way of asking they are many
// times as fast as in the other, and whoever times them asks for that one.
func (e era) choose(r *result.Result, slug string, byDefault, byOption *habit) *habit {
	if byDefault == nil || e.fetched {
		return byOption
	}
	switch r.Interface {
	case "":
	case byDefault.iface:
		if byOption == nil || byOption.iface != byDefault.iface {
			return byDefault
		}
	default:
		return byOption
	}
	if r.Source.Command == "" {
		if byDefault.iface == lowlevel {
			return nil
		}
		assumed := *byDefault
		assumed.unless = byOption != nil && byOption.calls != byDefault.calls
		return &assumed
	}
	asked, others := askedByEVP(r.Source.Command)
	switch {
	case !is(asked, slug):
		return byDefault
	case slices.ContainsFunc(others, func(name string) bool { return is(name, slug) }):
		return nil // it is in the table twice, and which row is which is not told
	}
	return byOption
}

// is reports whether name is one of the names of the primitive with that slug.
func is(name, slug string) bool {
	p, ok := catalog.Known(name)
	return ok && p.Slug == slug
}

// askedByEVP is the name after the last -evp of a command, and its other words. The option takes one name: in
// "speed -evp md5 sha1" sha1 goes by its own path.
func askedByEVP(command string) (name string, others []string) {
	words := strings.Fields(command)
	for i := 0; i < len(words); i++ {
		if (words[i] == "-evp" || words[i] == "--evp") && i+1 < len(words) {
			i++
			name = words[i]
			continue
		}
		others = append(others, words[i])
	}
	return name, others
}

// digest is how a hash was called that was asked for by its own name; nil where it has none.
func (e era) digest(slug string) *habit {
	function := oneshots[slug]
	switch {
	case function == "":
		return nil
	case slug == "md5" && e.byName:
		return &habit{iface: evp, calls: "EVP_Digest" + byNameWords}
	case slices.Contains(e.digests, slug):
		return &habit{iface: evp, calls: "EVP_Digest"}
	}
	return &habit{iface: oneshot, calls: function}
}

func (e era) digestByEVP() *habit {
	switch e.option {
	case evp:
		return &habit{iface: evp, calls: "EVP_Digest"}
	case evpFetched:
		return &habit{iface: evpFetched, calls: "EVP_Digest with a digest fetched once"}
	}
	return nil
}

// cipher is how a cipher was called that was asked for by its own name; nil where it has none.
func (e era) cipher(slug string) *habit {
	function := lowlevels[slug]
	if function == "" {
		return nil
	}
	return &habit{iface: lowlevel, calls: function}
}

func (e era) cipherByEVP() *habit {
	if e.option == "" {
		return nil
	}
	return &habit{iface: e.option, calls: "EVP with key and context kept"}
}

// signature is how a signature was made or verified.
func (e era) signature(slug string, op catalog.Operation) *habit {
	algorithm, _, _ := strings.Cut(slug, "-")
	if e.signs == "" || op != catalog.Sign && op != catalog.Verify || !slices.Contains([]string{"rsa", "dsa", "ecdsa"}, algorithm) {
		return nil
	}
	function := "EVP_PKEY"
	if e.signs == lowlevel {
		function = strings.ToUpper(algorithm)
	}
	return &habit{iface: e.signs, calls: function + "_" + string(op)}
}
