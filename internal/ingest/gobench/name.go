package gobench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"cpb/catalog"
	"cpb/internal/ingest"
)

// What a name says is found in four steps:
//
//  1. The -N of GOMAXPROCS is taken off, see suffixIsProcs.
//  2. The rest is cut into words where letters become digits, small letters capitals, and at other signs. The primitive is the longest
//     run of words that the catalogue knows: "Sha3_512_MTU" has Sha3_512. Where there is none it is the package's ("pkg:" or the "ok"
//     line: crypto/sha256, with "/Sum224" sha224), then what the innermost heading begins with.
//  3. A word of the table of verbs is the operation: Seal, Open, Sign, …; where there is none, and the primitive does one thing, it
//     is that. Sealing and opening are AEADs' encryption and decryption.
//  4. A number with Bytes, B, K, KiB, M, MiB behind it is the size, else a number alone behind a verb, the primitive, or a sign. For
//     what has no size, and for key derivation, numbers are parameters.
//
// All other words are the detail.

// A cell is what a name says.
type cell struct {
	primitive catalog.Primitive
	operation string
	detail    string
	library   string
	iface     string
	size      int // 0 where the name has none
	thousands int // the size if K were 1000; 0 where it does not matter
	bits      int
	unknown   []string
}

// A word is a part of a name.
type word struct {
	text string
	from int // in the name
	to   int
	used bool
}

// verbs are the words for operations. Lower case.
var verbs = map[string]catalog.Operation{
	"seal": catalog.Seal, "open": catalog.Open,
	"encrypt": catalog.Encrypt, "decrypt": catalog.Decrypt, "encryption": catalog.Encrypt, "decryption": catalog.Decrypt,
	"hash": catalog.Hash, "mac": catalog.MAC,
	"sign": catalog.Sign, "signing": catalog.Sign, "verify": catalog.Verify, "verification": catalog.Verify,
	"keygen": catalog.Keygen, "generatekey": catalog.Keygen, "keygeneration": catalog.Keygen, "scalarbasemult": catalog.Keygen,
	"scalarmult": catalog.Derive, "sharedkey": catalog.Derive, "sharedsecret": catalog.Derive,
	"encaps": catalog.Encapsulate, "encapsulate": catalog.Encapsulate, "encapsulation": catalog.Encapsulate,
	"decaps": catalog.Decapsulate, "decapsulate": catalog.Decapsulate, "decapsulation": catalog.Decapsulate,
}

// before a bare number, beside verbs, these words do not say that it counts something else than bytes.
var ofSize = []string{"write", "sum", "xor", "xorkeystream", "size", "len", "bytes", "digest", "update", "block", "new", "unaligned"}

// cellOf is what the name of h says.
func (p *parser) cellOf(h *held, procs, several bool) *cell {
	c := &cell{}
	name := h.name
	detail := ""
	if procs {
		base, n := procsOf(name)
		name = base
		if several {
			detail = fmt.Sprintf("GOMAXPROCS %d", max(1, n))
		}
	}
	c.library, c.iface = libraryOf(h.pkg)
	words := wordsOf(name)
	verb := takeVerb(name, words)
	primitive, found := takePrimitive(name, words)
	if !found {
		primitive, found = p.primitiveOfPackage(h, name, words)
	}
	if !found {
		primitive, found = p.primitiveOfHeading(h)
	}
	if found && primitive.Slug == "chacha20-poly1305" {
		if w := lone(words, "x"); w != nil { // x/crypto/chacha20poly1305: of the longer nonce
			w.used = true
			primitive, _ = catalog.Known("xchacha20-poly1305")
		}
	}
	sized := !found || primitive.Sized()
	if sized {
		c.size, c.thousands = takeSize(name, words)
	}
	c.detail = ingest.Details(rest(name, words), detail)
	if !found {
		primitive = p.unnamed(h, c, verb)
	}
	c.primitive = primitive
	c.operation = string(operationOf(primitive, verb))
	c.bits = primitive.Bits
	if !found {
		c.unknown = append(c.unknown, "primitive")
	}
	if c.operation == "" {
		c.unknown = append(c.unknown, "operation")
	}
	if c.size == 0 && sized {
		c.unknown = append(c.unknown, "size_bytes")
	}
	if c.library == "" {
		c.unknown = append(c.unknown, "library")
	}
	return c
}

// unnamed is the primitive of a name that holds none: what is left of the name, else the nameless one.
func (p *parser) unnamed(h *held, c *cell, verb catalog.Operation) catalog.Primitive {
	for _, word := range strings.Fields(c.detail) {
		if mode, ok := strings.CutPrefix(word, "AES"); ok && catalogHasMode(mode) {
			c.detail = strings.TrimSpace(strings.Replace(c.detail, word, "", 1))
			return p.out.Name("AES-"+mode, h.line) // of a key whose size is not said
		}
	}
	left := strings.TrimSuffix(c.detail, "Unaligned")
	if verb == "" && left != "" && !slices.Contains(ofSize, strings.ToLower(left)) {
		c.detail = ""
		return p.out.Name(left, h.line)
	}
	if !p.held.nameless {
		p.held.nameless = true
		p.out.Warn(ingest.UnknownName, h.line, "Benchmark%s names no primitive, and neither does a package or a heading: it is kept as unnamed", h.name)
	}
	return catalog.Primitive{Slug: "unnamed", Name: "unnamed", Model: catalog.Model{Kind: catalog.Bytes}}
}

// catalogHasMode reports whether AES has a mode of that name.
func catalogHasMode(mode string) bool {
	_, ok := catalog.Known("AES-128-" + mode)
	return ok && mode != ""
}

const mostWords = 24

// wordsOf cuts a name into words.
func wordsOf(name string) (words []word) {
	kind := func(b byte) int {
		switch {
		case '0' <= b && b <= '9':
			return 1
		case 'a' <= b && b <= 'z' || b >= 0x80:
			return 2
		case 'A' <= b && b <= 'Z':
			return 3
		}
		return 0
	}
	for i := 0; i < len(name) && len(words) < mostWords; {
		k := kind(name[i])
		if k == 0 {
			i++
			continue
		}
		j := i + 1
		switch k {
		case 1, 2:
			for j < len(name) && kind(name[j]) == k {
				j++
			}
		case 3:
			for j < len(name) && kind(name[j]) == 3 {
				j++
			}
			if j < len(name) && kind(name[j]) == 2 {
				if j-i > 1 {
					j-- // the last capital begins the next word
				} else {
					for j < len(name) && kind(name[j]) == 2 {
						j++
					}
				}
			}
		}
		words = append(words, word{text: name[i:j], from: i, to: j})
		i = j
	}
	return words
}

// takeVerb finds the first run of words, long ones first, that is a verb.
func takeVerb(name string, words []word) catalog.Operation {
	for n := min(3, len(words)); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			run := name[words[i].from:words[i+n-1].to]
			if op, ok := verbs[strings.ToLower(strings.ReplaceAll(run, "_", ""))]; ok {
				use(words[i : i+n])
				return op
			}
		}
	}
	return ""
}

func use(words []word) {
	for i := range words {
		words[i].used = true
	}
}

// takePrimitive finds the longest run of unused words that the catalogue knows.
func takePrimitive(name string, words []word) (catalog.Primitive, bool) {
	for n := min(10, len(words)); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			run := words[i : i+n]
			if slices.ContainsFunc(run, func(w word) bool { return w.used }) {
				continue
			}
			text := name[run[0].from:run[n-1].to]
			if strings.Trim(text, "0123456789") == "" || isSized(name, run) {
				continue
			}
			if isOrdinary(text) && besides(words, run) {
				continue
			}
			if p, ok := catalog.Known(text); ok {
				use(run)
				return p, true
			}
		}
	}
	return aesOf(name, words)
}

// isOrdinary reports whether a word is one that programmers use for other things than the primitive of that name: NewKeyFromSeed,
// ValidateRandom. In capitals it is the primitive's name.
func isOrdinary(word string) bool {
	switch strings.ToLower(word) {
	case "seed", "idea", "random", "rand", "cast":
		return word != strings.ToUpper(word)
	}
	return false
}

// besides reports whether there are words besides a run that tell that it is no name: any but numbers, verbs of ciphers, and reading.
func besides(words, run []word) bool {
	for _, w := range words {
		if w.from >= run[0].from && w.to <= run[len(run)-1].to || '0' <= w.text[0] && w.text[0] <= '9' {
			continue
		}
		switch strings.ToLower(w.text) {
		case "encrypt", "decrypt", "read", "bytes", "block":
		default:
			return true
		}
	}
	return false
}

// isSized reports whether the last word of a run is a number with a unit of size behind it.
func isSized(name string, run []word) bool {
	last := run[len(run)-1]
	_, length, _, _ := sizeUnit(name[last.to:])
	return last.text[0] >= '0' && last.text[0] <= '9' && length > 0
}

// aesOf finds AES with a mode and the bits of its key elsewhere in the name: "AESGCM/Seal-128-1024", "AESCTR/256/8K".
func aesOf(name string, words []word) (catalog.Primitive, bool) {
	for i, w := range words {
		mode, ok := strings.CutPrefix(strings.ToUpper(w.text), "AES")
		if !ok || w.used {
			continue
		}
		for j := i + 1; j < len(words); j++ {
			if _, length, _, _ := sizeUnit(name[words[j].to:]); length > 0 || !slices.Contains([]string{"128", "192", "256"}, words[j].text) {
				continue
			}
			if mode == "" && j+1 < len(words) && !words[j+1].used {
				if p, ok := catalog.Known("AES-" + words[j].text + "-" + words[j+1].text); ok {
					words[i].used, words[j].used, words[j+1].used = true, true, true
					return p, true
				}
			}
			if p, ok := catalog.Known("AES-" + words[j].text + "-" + mode); ok {
				words[i].used, words[j].used = true, true
				return p, true
			}
		}
	}
	return catalog.Primitive{}, false
}

// packages are those whose names are not their primitives'. The key is what the path ends with.
var packages = map[string]string{
	"nacl/secretbox": "xsalsa20-poly1305",
	"crypto/rand":    "rng",
	"math/rand":      "",
}

// primitiveOfPackage is what the package is about, with the part of the name that chooses among its primitives.
func (p *parser) primitiveOfPackage(h *held, name string, words []word) (catalog.Primitive, bool) {
	if h.pkg == "" {
		return catalog.Primitive{}, false
	}
	for i, w := range words[:max(0, len(words)-1)] {
		// crypto/sha512's Hash8Bytes/Sum384.
		if strings.EqualFold(w.text, "Sum") && w.to == words[i+1].from && (strings.HasSuffix(h.pkg, "/sha256") || strings.HasSuffix(h.pkg, "/sha512")) {
			if prim, ok := catalog.Known("sha" + words[i+1].text); ok {
				use(words[i : i+2])
				return prim, true
			}
		}
	}
	elements := strings.Split(h.pkg, "/")
	last := elements[len(elements)-1]
	if len(elements) > 1 {
		if len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" { // a major version
			last = elements[len(elements)-2]
		} else if own, ok := packages[elements[len(elements)-2]+"/"+last]; ok {
			last = own
		}
	}
	for _, cut := range []string{"-simd", "-go", "-asm", "simd"} {
		last = strings.TrimSuffix(last, cut)
	}
	last = strings.TrimPrefix(last, "go-")
	// The curve or the size of the key in the name makes it whole: "ecdsa" and "Sign/P256", "rsa" and "2048".
	for n := min(2, len(words)); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			run := words[i : i+n]
			if slices.ContainsFunc(run, func(w word) bool { return w.used }) || last == "" {
				continue
			}
			if prim, ok := catalog.Known(last + "-" + name[run[0].from:run[n-1].to]); ok && !isSized(name, run) && !prim.Sized() {
				use(run)
				return prim, true
			}
		}
	}
	return catalog.Known(last)
}

// primitiveOfHeading is what the innermost heading begins with.
func (p *parser) primitiveOfHeading(h *held) (catalog.Primitive, bool) {
	for i := len(p.held.headings) - 1; i >= 0; i-- {
		first := strings.Trim(firstWord(p.held.headings[i]), ":,.;()`*")
		if strings.Trim(first, "0123456789") == "" {
			continue
		}
		prim, ok := catalog.Known(first)
		if !ok {
			continue
		}
		if !p.held.headed {
			p.held.headed = true
			p.out.Warn(ingest.Assumed, h.line, "the names here hold no primitive: %s is taken from the heading %q", prim.Slug, p.held.headings[i])
		}
		return prim, true
	}
	return catalog.Primitive{}, false
}

func firstWord(s string) string {
	if f := strings.Fields(s); len(f) > 0 {
		return f[0]
	}
	return ""
}

// lone is the unused word that is text, whatever the case.
func lone(words []word, text string) *word {
	for i := range words {
		if !words[i].used && strings.EqualFold(words[i].text, text) {
			return &words[i]
		}
	}
	return nil
}

// sizeUnit reads the unit that text begins with. kilo tells what it is by the powers of 1000, where that is in doubt.
func sizeUnit(text string) (factor, length, kilo int, ok bool) {
	for _, u := range []struct {
		text         string
		factor, kilo int
	}{
		{"KiB", 1 << 10, 0}, {"MiB", 1 << 20, 0}, {"GiB", 1 << 30, 0}, {"Ki", 1 << 10, 0}, {"Mi", 1 << 20, 0},
		{"Bytes", 1, 0}, {"bytes", 1, 0}, {"Byte", 1, 0}, {"byte", 1, 0},
		{"KB", 1 << 10, 1000}, {"kB", 1 << 10, 1000}, {"MB", 1 << 20, 1000_000}, {"GB", 1 << 30, 1000_000_000},
		{"K", 1 << 10, 1000}, {"k", 1 << 10, 1000}, {"M", 1 << 20, 1000_000}, {"G", 1 << 30, 1000_000_000}, {"B", 1, 0},
	} {
		if !strings.HasPrefix(text, u.text) {
			continue
		}
		if rest := text[len(u.text):]; rest == "" || !('a' <= rest[0] && rest[0] <= 'z' || '0' <= rest[0] && rest[0] <= '9') {
			return u.factor, len(u.text), u.kilo, true
		}
	}
	return 0, 0, 0, false
}

// mostBytes is more than any message that is measured.
const mostBytes = 1 << 40

// takeSize finds the size: a number with a unit, else the last number alone that may be one.
func takeSize(name string, words []word) (size, thousands int) {
	for i := range words {
		n, err := strconv.Atoi(words[i].text)
		if err != nil || words[i].used || n <= 0 || n > 1<<30 {
			continue
		}
		factor, length, kilo, ok := sizeUnit(name[words[i].to:])
		if !ok || n*factor > mostBytes {
			continue
		}
		for j := range words {
			if words[j].from >= words[i].from && words[j].from < words[i].to+length {
				words[j].used = true
				if words[j].to > words[i].to+length { // a word that begins with the unit
					words[j].used, words[j].from = false, words[i].to+length
				}
			}
		}
		return n * factor, n * kilo
	}
	for i := len(words) - 1; i >= 0; i-- {
		n, err := strconv.Atoi(words[i].text)
		if err == nil && !words[i].used && n > 0 && n <= mostBytes && isBareSize(name, words, i) {
			words[i].used = true
			return n, 0
		}
	}
	return 0, 0
}

// isBareSize reports whether the number words[i] may be a size: nothing small is glued to its end, and before it stands nothing, a
// sign, or a word for the handling of bytes.
func isBareSize(name string, words []word, i int) bool {
	w := words[i]
	if w.to < len(name) && ('a' <= name[w.to] && name[w.to] <= 'z') {
		return false
	}
	if i == 0 || words[i-1].used {
		return true
	}
	before := strings.ToLower(words[i-1].text)
	if _, ok := verbs[before]; ok || slices.Contains(ofSize, before) {
		return true
	}
	// "/1024" and "-64" stand for themselves; "Rounds_10" and "n=3" count what is named.
	return words[i-1].to < w.from && strings.ContainsAny(name[words[i-1].to:w.from], "/-")
}

// rest is what no step used, as printed, without the signs at its ends.
func rest(name string, words []word) string {
	var b strings.Builder
	end := 0
	for _, w := range words {
		if w.used {
			continue
		}
		if b.Len() > 0 {
			between := name[end:w.from]
			if strings.ContainsFunc(between, func(c rune) bool { return '0' <= c && c <= '9' || unicode.IsLetter(c) }) {
				between = " "
			}
			b.WriteString(between)
		}
		b.WriteString(name[w.from:w.to])
		end = w.to
	}
	text := b.String()
	if strings.ContainsAny(text, "_") {
		text = strings.Join(strings.Fields(strings.ReplaceAll(text, "_", " ")), " ")
	}
	return strings.Clone(text)
}

// operationOf is what is done: the verb, else the only thing that the primitive does.
func operationOf(p catalog.Primitive, verb catalog.Operation) catalog.Operation {
	does := func(op catalog.Operation) bool { return slices.Contains(p.Operations, op) }
	switch {
	case verb == catalog.Hash && does(catalog.MAC):
		return catalog.MAC
	case verb != "":
		return p.As(verb)
	case does(catalog.Derive) && !does(catalog.Sign):
		return catalog.Derive // "ECDH/P256", "X25519"
	}
	return p.Sole()
}

// libraryOf is whose code a package is: Go's own, or the package itself.
func libraryOf(pkg string) (library, iface string) {
	switch {
	case pkg == "":
		return "", ""
	case strings.HasPrefix(pkg, "golang.org/x/crypto/"):
		return "go", "x"
	case !strings.Contains(firstElement(pkg), "."):
		return "go", "std"
	}
	return pkg, ""
}

func firstElement(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}
