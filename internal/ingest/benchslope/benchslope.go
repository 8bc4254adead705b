// Package benchslope reads the benchmarks of libgcrypt and their relatives.
//
// bench-slope, of libgcrypt's tests and of jkivilin's bench-slopes for other libraries, prints the slope of the time over sizes from 16
// to 4096 bytes:
//
//		AES            |  nanosecs/byte   mebibytes/sec   cycles/byte  auto Mhz
//		       CBC enc |     0.684 ns/B      1394 MiB/s      2.50 c/B      3656±1
//
//	  - It is one figure in three units. The rate is given, in 2^20 B/s; the others are checked with it. Of a row that has no rate the
//	    time per byte is turned into one. There is no size, and what a call costs before its first byte is in none of the figures.
//	  - Cycles are "core" where the tool measured the clock itself, by a chain of dependent additions ("auto Mhz"), else "unknown": then
//	    they are time times what the user said the clock is. On POWER and z/Architecture the chain is not one cycle a step, and "auto" is
//	    off; the output does not show it. The measured clock stands with the printed figure.
//	  - "AES" of libgcrypt is AES-128, "TWOFISH" has a key of 256 bits, "3DES" is DES-EDE3. "auth" rows authenticate associated data and
//	    encrypt a byte or nothing: operation "mac", detail "associated data only".
//	  - Hashes take whole messages; modes with an IV set it for each call (message, record); the key is kept.
//	  - KDF rows are nanoseconds per iteration of PBKDF2. Public-key and post-quantum rows are times of calls. "mult" is the
//	    multiplication of a point: what X25519 and X448 derive by, of other curves a primitive of its own.
//	  - Sections ("Hash:") are known, and no headings, where they follow the program's own line, its table or its command. --csv has the
//	    same figures; the files of --raw, which name nothing, are not read.
//
// Tables with a column before and one after are made by hand: each row is a result of either run, in the unit that the line above
// names, with a warning. So is a column "speed-up" that was added behind the tool's own; it is no figure of the tool's.
//
// tests/benchmark, the older program, prints milliseconds of processor time for a number of calls that it does not print (a thousand of
// a kilobyte each in most versions), in steps of 10 ms on most systems: seconds, with the repetitions that were asked for in the detail,
// and no speed. With --cipher-with-keysetup the key is set in each call. The table of public keys says how often an operation was done:
// calls and seconds. Its tables of hashes and MACs have no head, which changed with versions: a warning says so.
//
// The facts are from tests/bench-slope.c and tests/benchmark.c of libgcrypt 1.6 to 1.12-dev, their log, and bench-slopes of 2024.
package benchslope

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "bench-slope", Tool: "libgcrypt bench-slope", Does: "libgcrypt's bench-slope and benchmark, and bench-slope of other libraries",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out, library: "gcrypt"} },
	})
}

// A parser reads one text.
type parser struct {
	out     *ingest.Output
	library string // that the program measures
	section string // "Hash", …; "" where it is not known
	table   table
	derived derived
	old     old
	command string  // that printed what is read
	last    int     // the line that was taken last
	other   int     // the line behind it that was not
	remark  comment // the last line of prose that names a unit

	assumed string // the heading that a cipher's name was taken from

	ciphers map[string]string // slugs of ciphers, by name
}

// Line takes lines of any of the programs.
func (p *parser) Line(l ingest.Line) bool {
	taken := p.take(l)
	if taken {
		p.last, p.other = l.Number, 0
		return true
	}
	if p.other == 0 && l.Number != p.last {
		p.other = l.Number
	}
	p.remember(l)
	return false
}

// End gives out the table that was held back.
func (p *parser) End() { p.endDerived() }

func (p *parser) take(l ingest.Line) bool {
	if bar := strings.IndexByte(l.Text, '|'); bar >= 0 {
		return p.barred(l, strings.TrimSpace(l.Text[:bar]), l.Text[bar+1:])
	}
	p.endDerived()
	text := strings.TrimSpace(l.Text)
	switch {
	case text == "":
		return false
	case text == "=":
		return p.footer()
	case strings.HasPrefix(text, "bench-slope-"):
		return p.program(text)
	case text[len(text)-1] == ':':
		return p.heading(text[:len(text)-1], l.Number)
	case strings.Contains(text, ",ns/"):
		return p.csv(text, l.Number)
	}
	return p.benchmark(l, text)
}

// barred takes a line with a bar: the head or a row of a table.
func (p *parser) barred(l ingest.Line, left, right string) bool {
	if strings.IndexByte(right, '|') >= 0 || !isName(left) {
		return false
	}
	if p.derivedRow(l, left, right) {
		return true
	}
	p.endDerived()
	fields := strings.Fields(right)
	if len(fields) == 0 {
		return false
	}
	return p.head(left, fields, l.Number) || p.row(l, left, fields) || p.derivedHead(l, left, fields)
}

// isName reports whether s can be what stands before a bar, if anything does: no prefix is in it.
func isName(s string) bool {
	for i, c := range s {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && (i == 0 || strings.IndexByte(" _-/.()", byte(c)) < 0 || c > 0x7f) {
			return false
		}
	}
	return len(s) <= 40
}

// begin looks at what stands above where other lines do: another command is another program's output.
func (p *parser) begin(line int) {
	if p.last > 0 && (p.other == 0 || p.other >= line) {
		return
	}
	command := p.out.Command()
	if p.last == 0 || command != p.command {
		p.command = command
		p.library = libraryOf(command)
		p.out.Begin(ingest.Block{})
	}
}

// give gives out r, which has a primitive and its figures.
func (p *parser) give(r *result.Result, line int) {
	r.Library = p.library
	r.Source = &result.Source{Line: line}
	p.out.Result(r)
}
