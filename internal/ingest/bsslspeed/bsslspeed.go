// Package bsslspeed reads what bssl speed prints: the benchmark of BoringSSL until 2025, and of AWS-LC, which can be built against
// OpenSSL and BoringSSL too. So what is measured is one of several libraries, and the output does not say which: it is unknown
// unless a heading tells.
//
// What is read:
//   - "Did N NAME operations in Uus (R ops/sec)" and ": M MB/s" behind it. MB is 10^6 bytes: bytes divided by microseconds
//     (TimeResults::PrintWithBytes). The size stands inside the name. What is written behind a line, "[+25.4%]", is nobody's figure.
//   - "min: Aus, median: Bus, max: Cus" below generated RSA keys: it goes to Detail.
//   - -json: objects with description, numCalls, microseconds, bytesPerCall; only count and time are printed, and no more is given.
//   - tables that people made of its figures, where "bssl" stands near, or which are in its words: a warning says that they are derived.
//
// The rates are count divided by time, with one digit: where that rounding takes more than a ten-thousandth, the count and the
// time, printed beside it and exact to a microsecond, give the rate. A rate of bytes of 0.0 is left out for the same reason. All
// four figures are checked against each other.
//
// What a call is, is read in tool/speed.cc of BoringSSL (2014 to 2024) and AWS-LC (5.5.0): "seal" and "open" keep the key and have 13
// or 11 bytes of additional data; "EVP-" sets the nonce, and for AEADs the tag, in each call; "same key" has the key imported before,
// "fresh key" imports it in each call; ECDH and FFDH make a key pair in each call; "init" and "setup" process no data.
package bsslspeed

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "bssl-speed", Tool: "bssl speed", Does: "BoringSSL's and AWS-LC's bssl speed: text, JSON, tables made of it",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out, cells: map[string]*cell{}} },
	})
}

// mostCells bounds how many names are remembered.
const mostCells = 4096

type parser struct {
	out   *ingest.Output
	cells map[string]*cell // by the name printed

	inBlock bool // whether the last line offered was taken
	debug   bool // whether the block says that it is a debug build
	library string
	said    string        // the library that was warned of
	begun   partial       // a line that does not end
	keygen  *keygenResult // held back for the line of its distribution
	table   table
	near    nearby
}

// A partial is a line whose rest may be in the next: wrapped in a mail.
type partial struct {
	line ingest.Line // the text so far, and where it began
	last int         // the number of the line that it ends in
	did  did
	at   progress
}

// Line takes bssl's own lines, and the rows of tables made of them.
func (p *parser) Line(l ingest.Line) bool {
	taken := p.line(l)
	if !taken {
		begun := p.begun
		p.flush()
		if begun.at == unsure && begun.line.Number == l.Number {
			p.begun = begun // what it is, the next line may tell
		}
		p.near.see(l)
	}
	p.inBlock = taken
	return taken
}

func (p *parser) line(l ingest.Line) bool {
	text := strings.TrimLeft(l.Text, " \t")
	if text == "" {
		return false
	}
	if p.begun.at != nothing && p.continued(l, text) {
		return true
	}
	if !p.table.continues(l, text) {
		p.table.settle(p)
	}
	taken := false
	switch text[0] {
	case 'D':
		taken = p.didLine(l, text)
	case 'm':
		taken = p.distribution(text)
	case '{':
		taken = p.object(l, text)
	case 'F', 'B':
		taken = p.notice(l, text)
	}
	return taken || p.table.line(p, l, text) || p.failure(l, text)
}

// End gives out what was held back.
func (p *parser) End() { p.flush() }

// flush ends the block.
func (p *parser) flush() {
	p.endPartial()
	p.giveKeygen("")
	p.table.end(p)
	p.debug = false
}

// begin begins a block where the last line was none of it.
func (p *parser) begin(line int) {
	if p.inBlock {
		return
	}
	p.out.Begin(ingest.Block{})
	p.library = p.libraryOf(line)
}

// libraryOf is the library that the headings name, where they name one alone.
func (p *parser) libraryOf(line int) string {
	headings := strings.ToLower(strings.Join(p.out.Headings(), "\n"))
	boring := strings.Contains(headings, "boringssl")
	aws := strings.Contains(headings, "aws-lc") || strings.Contains(headings, "awslc")
	library := ""
	switch {
	case boring && !aws:
		library = "boringssl"
	case aws && !boring:
		library = "aws-lc"
	default:
		return ""
	}
	if p.said == library {
		return library
	}
	p.said = library
	p.out.Warn(ingest.Assumed, line, "%s is taken from the headings: bssl speed does not say which library it measured", library)
	return library
}

// notice reads what bssl says of itself.
func (p *parser) notice(l ingest.Line, text string) bool {
	switch {
	case strings.HasPrefix(text, "Fatal Error: HW capability"):
		p.begin(l.Number)
		p.out.Warn(ingest.NoResult, l.Number, "the program ended before it measured: %s", text)
	case text == "Benchmarking in debug mode.":
		p.begin(l.Number)
		p.debug = true
	default:
		return false
	}
	return true
}

// failure reads "RSA_sign failed." among the figures.
func (p *parser) failure(l ingest.Line, text string) bool {
	if !p.inBlock || len(text) > 80 || !strings.HasSuffix(text, " failed.") && !strings.HasPrefix(text, "Failed to ") {
		return false
	}
	p.giveKeygen("")
	p.out.Warn(ingest.NoResult, l.Number, "an error in place of a figure: %s", text)
	return true
}

// give gives out a result of the block.
func (p *parser) give(r *result.Result) {
	if p.library != "" {
		r.Library, r.Unknown = p.library, r.Unknown[:len(r.Unknown)-1]
	}
	if p.debug {
		r.Warnings = append(r.Warnings, "a debug build")
	}
	p.out.Result(r)
}
