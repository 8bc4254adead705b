// Package cryptsetup reads what `cryptsetup benchmark` prints, in any of its languages:
//
//		PBKDF2-sha256    4378187 iterations per second for 256-bit key
//		argon2id      4 iterations, 416377 memory, 4 parallel threads (CPUs) for 256-bit key (requested 2000 ms time)
//		#     Algorithm |       Key |      Encryption |      Decryption
//		        aes-xts        256b      2050.6 MiB/s      2061.8 MiB/s
//
//	  - Rates of ciphers are in 2^20 B/s, with the decimal comma of the locale. "b" are bits of the key: XTS has two keys in it, LRW has a
//	    tweak of 128 bits, so that "aes-xts 256b" is AES-128 in XTS. The ciphers are the kernel's, by AF_ALG: library "linux". Each
//	    call sets its IV and keeps its key (message); its size is not printed.
//	  - PBKDF2 is in iterations, not derivations. A hash shorter than the key that is asked for is iterated for each part of it: two
//	    SHA-1 are one "iteration" of a key of 256 bits. Whose hash it is depends on the build.
//	  - argon2 lines are parameters that take the time that was asked for, and no speed: a warning has them. N/A, in any language, is no
//	    result; nor is the error for a kernel without AF_ALG.
//
// The facts are from src/cryptsetup.c of cryptsetup (excerpts), the translations of 2.6.1,
// and its output.
package cryptsetup

import (
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "cryptsetup", Tool: "cryptsetup", Does: "cryptsetup benchmark, in any language",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out} },
	})
}

// A parser reads one text.
type parser struct {
	out  *ingest.Output
	open bool                // whether a block has begun
	ways []catalog.Operation // of the columns; none where there is no head
}

// Line takes a line of the output.
func (p *parser) Line(l ingest.Line) bool {
	text := strings.TrimSpace(strings.ReplaceAll(l.Text, "\t", " "))
	if len(text) < 8 {
		return false
	}
	switch {
	case text[0] == '#', text[0] == '|', strings.HasPrefix(text, "№"):
		return p.comment(text)
	case p.failure(text, l.Number), p.pbkdf2(text, l.Number), p.argon2(text, l.Number):
		return true
	}
	return p.cipher(text, l.Number)
}

// End has nothing to give out.
func (p *parser) End() {}

// ensure begins a block where none has begun.
func (p *parser) ensure() {
	if !p.open {
		p.begin()
	}
}

func (p *parser) begin() {
	p.out.Begin(ingest.Block{})
	p.open, p.ways = true, nil
}

// comment takes the line that the output begins with, and the head of the table.
func (p *parser) comment(text string) bool {
	if ways, ok := waysOf(text); ok {
		p.ensure()
		p.ways = ways
		return true
	}
	if !isNotice(text) {
		return false
	}
	p.begin()
	return true
}

// failure takes the errors for ciphers that cannot be measured.
func (p *parser) failure(text string, line int) bool {
	switch {
	case text == "Required kernel crypto interface not available.":
	case text == "Ensure you have algif_skcipher kernel module loaded.":
		return true // the advice behind it
	case strings.HasPrefix(text, "Cipher ") && strings.Contains(text, " bits key) is not available"):
	default:
		return false
	}
	p.out.Warn(ingest.NoResult, line, "%s", text)
	return true
}
