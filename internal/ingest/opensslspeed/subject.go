package opensslspeed

import (
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
)

// A row begins with the name of its algorithm. Where people edit tables, other words stand behind it ("AES-128-GCM 8",
// "md5-modified"), or in its place, and the algorithm is in the head of the table or in the command ("master", "C code").

// rowAlgorithm is what a row is of, and the words of its name that are no part of the algorithm's.
func (p *parser) rowAlgorithm(printed string, line int) (a *algorithm, words string) {
	if a, ok := p.algorithms[printed]; ok && a.known {
		return a, ""
	}
	if isBulk(printed) {
		return p.algorithm(printed, line), ""
	}
	if name, words, ok := splitName(printed); ok {
		return p.algorithm(name, line), strings.Clone(words)
	}
	if s := p.subject(printed); s != "" {
		if !p.assumed {
			p.assumed = true
			p.out.Warn(ingest.Assumed, line, "%q and other rows that name no algorithm are taken to be of %s, which the head, or the command, names", printed, s)
		}
		words = strings.Clone(printed)
		if len(p.subjects) < mostNames {
			p.subjects[words] = s
		}
		return p.algorithm(s, line), words
	}
	return p.algorithm(printed, line), ""
}

// subject is the algorithm that all rows are of: that of the head, or the only one that the command names; where there is no command,
// that of the last row of this name, for the table of another machine; "" where nothing says it.
func (p *parser) subject(printed string) string {
	switch c := &p.command; {
	case p.headName != "":
		return p.headName
	case c.evp != "" && !c.others && isBulk(c.evp):
		return c.evp
	case c.evp == "" && isBulk(c.only):
		return c.only
	case c.text == "":
		return p.subjects[printed]
	}
	return ""
}

// isBulk reports whether a name is that of something that the bulk table has.
func isBulk(name string) bool {
	p, ok := catalog.Known(plainName(name))
	return ok && p.Sized() && p.Bits == 0
}

// splitName takes the words behind an algorithm's name off it.
func splitName(printed string) (name, words string, ok bool) {
	for i := len(printed) - 1; i > 0; i-- {
		if c := printed[i]; c == ' ' || c == '\t' {
			name, words = strings.TrimRight(printed[:i], " \t"), trimLeft(printed[i:])
			if isBulk(name) && !isMode(words) {
				return name, bare(words), true
			}
		}
	}
	if i := strings.LastIndexAny(printed, "-_+"); i > 0 && sides[strings.ToLower(printed[i+1:])] && isBulk(printed[:i]) {
		return printed[:i], printed[i+1:], true
	}
	return "", "", false
}

// bare is a text without the brackets around it.
func bare(text string) string {
	if inner, ok := cutAround(text, "(", ")"); ok {
		return strings.TrimSpace(inner)
	}
	if inner, ok := cutAround(text, "[", "]"); ok {
		return strings.TrimSpace(inner)
	}
	return text
}

// isMode reports whether words make another algorithm of the name before them, one that cpb may not know: "foo" of "aes-128 foo",
// "384" of "sha 384".
func isMode(words string) bool {
	if len(words) < 3 || strings.ContainsAny(words, "([ \t") {
		return false
	}
	return !sides[strings.ToLower(words)]
}

// sides are words that tell one measurement of an algorithm from another.
var sides = map[string]bool{
	"modified": true, "patched": true, "unpatched": true, "optimized": true, "optimised": true, "original": true, "orig": true,
	"new": true, "old": true, "before": true, "after": true, "patch": true, "base": true, "baseline": true, "master": true,
	"asm": true, "noasm": true, "software": true, "hardware": true,
}

// directions are the words in heads and headings that say what ciphers did.
var directions = map[string]catalog.Operation{
	"encryption": catalog.Encrypt, "encrypt": catalog.Encrypt, "encrypting": catalog.Encrypt,
	"decryption": catalog.Decrypt, "decrypt": catalog.Decrypt, "decrypting": catalog.Decrypt,
}

// heedHeadings takes from the headings above what the program does not say: which library it is of, and what its ciphers did.
func (p *parser) heedHeadings() {
	p.above, p.direction = "", ""
	headings := p.out.Headings()
	for i := len(headings) - 1; i >= 0; i-- {
		lower := strings.ToLower(headings[i])
		if p.direction == "" {
			p.direction = directions[strings.TrimRight(lower, ": ")]
		}
		if p.above == "" {
			p.above = makerIn(lower)
		}
	}
}

// makerIn is the library that a heading names; "" where it names none, or several. That of the command's own name is none.
func makerIn(lower string) (library string) {
	lower = strings.ReplaceAll(lower, "openssl speed", "")
	for _, m := range makers {
		if strings.Contains(lower, m.library) {
			if library != "" {
				return ""
			}
			library = m.library
		}
	}
	return library
}
