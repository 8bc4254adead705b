// Package cryptobench reads what FFmpeg's tools/crypto_bench prints, a line for each library and algorithm:
//
//		lavu       MD5          size: 1048576  runs:   1024  time:    5.300 +- 0.120
//
//	  - The time is what the platform's timer counts, per byte: the mean over the runs, and their standard deviation. On x86 the timer
//	    is the time-stamp counter, so that the ticks are "tsc" where a heading names an x86 processor. Elsewhere it is one counter or
//	    another: without such a heading the ticks are "unknown". They are core cycles nowhere. Where there is no timer at all 0.000 is
//	    printed, which is no result.
//	  - Libraries: lavu is FFmpeg's libavutil, crypto OpenSSL's libcrypto, mbedcrypto Mbed TLS, gcrypt and tomcrypt are themselves. Their
//	    versions are not printed. A line such as "(crypt 1.0.1e, gcrypt 1.5.2, tomcrypt 1.17)" above the rows gives them, with a warning:
//	    it is somebody's word.
//	  - Ciphers encrypt 1 MiB block by block without a mode (ECB), RC4 as a stream, and set their key in each run: work "keyed". Keys
//	    have 128 bits, DES has its 56. OpenSSL's are the functions for single blocks (AES_encrypt, …), not EVP.
//	  - Hashes take the whole message: OpenSSL by MD5() and so on, libgcrypt by gcry_md_hash_buffer(), the others by init, update, final.
//	  - A row that breaks off, or whose end is in the next line, is read as far as its figures have their three decimals.
//	    "Fatal error: output mismatch" ends the program before its row is printed.
//
// The facts are from tools/crypto_bench.c and libavutil/timer.h of FFmpeg, the first version (2013) and a recent one.
package cryptobench

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "crypto-bench", Tool: "FFmpeg crypto_bench", Does: "FFmpeg's comparison of libavutil with other libraries",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out, algorithms: map[string]algorithm{}} },
	})
}

// A parser reads one text.
type parser struct {
	out   *ingest.Output
	table table
	last  int         // the line that was taken last
	other int         // the line behind it that was not
	half  ingest.Line // a row that breaks off

	algorithms map[string]algorithm
	size       ingest.LastSize
	result     result.Result // the last one: each comes in the same place
}

// Line takes a row, the line of versions above rows, or the error that ends the program.
func (p *parser) Line(l ingest.Line) bool {
	if p.half.Text != "" && p.join(l) {
		return true
	}
	text := strings.TrimLeft(l.Text, " \t")
	if text == "" {
		return false
	}
	taken := false
	switch text[0] {
	case '(':
		taken = p.versions(l, text)
	case 'E':
		taken = p.last > 0 && isFalseOutput(text)
	case 'F':
		taken = p.fatal(l, text)
	}
	if taken = taken || p.row(l, text); taken {
		p.last, p.other = l.Number, 0
	} else if p.other == 0 && l.Number != p.last {
		p.other = l.Number
	}
	return taken
}

// End gives out the row that breaks off in the last line.
func (p *parser) End() { p.flush() }

// join takes the line that ends the row which the line before began.
func (p *parser) join(l ingest.Line) bool {
	if l.Number > p.half.Number+2 { // a blank line may stand between
		p.flush()
		return false
	}
	first := strings.TrimLeft(l.Text, " \t")
	if first == "" || !strings.ContainsRune("0123456789+-±rt", rune(first[0])) {
		return false // it may have prefixes still
	}
	r, state := scan(p.half.Text + " " + first)
	if state != whole || r.rest != "" {
		return false
	}
	at := p.half.Number
	p.half = ingest.Line{}
	p.give(&r, at)
	p.last, p.other = l.Number, 0
	return true
}

// flush gives out what there is of a row that breaks off.
func (p *parser) flush() {
	if p.half.Text == "" {
		return
	}
	half := p.half
	p.half = ingest.Line{}
	p.giveCut(half)
}

// row takes a line of figures, or the beginning of one.
func (p *parser) row(l ingest.Line, text string) bool {
	r, state := scan(text)
	switch state {
	case none:
		return false
	case cut:
		p.flush()
		p.begin(l.Number)
		p.half = ingest.Line{Number: l.Number, Text: strings.Clone(text)}
		return true
	}
	p.flush()
	p.begin(l.Number)
	p.give(&r, l.Number)
	for r.rest != "" {
		rest := r.rest
		if r, state = scan(rest); state != whole {
			p.out.Warn(ingest.Mismatched, l.Number, "what stands behind the row is passed over: %s", ingest.Brief(rest))
			break
		}
		p.give(&r, l.Number)
	}
	return true
}

// isFalseOutput reports whether text is the line before the error that a library's output is not the right one.
func isFalseOutput(text string) bool {
	hex, ok := strings.CutPrefix(text, "Expected: ")
	return ok && hex != "" && strings.Trim(hex, "0123456789abcdef") == ""
}

// fatal takes the error that ends the program.
func (p *parser) fatal(l ingest.Line, text string) bool {
	reason, ok := strings.CutPrefix(text, "Fatal error: ")
	ours := reason == "output mismatch" || p.last > 0 && p.other == 0
	if !ok || !ours {
		return false
	}
	p.flush()
	p.out.Warn(ingest.NoResult, l.Number, "crypto_bench ended with an error, and what it measured then has no result: %s", ingest.Brief(reason))
	return true
}

// give gives out the result of a row.
func (p *parser) give(r *row, line int) {
	if !r.ticks.positive() || r.size <= 0 || r.runs <= 0 {
		p.giveNone(r, line)
		return
	}
	a := p.algorithm(r.name, line)
	library := libraryOf(r.library)
	out := &p.result
	*out = result.Result{
		Primitive: a.primitive, Operation: a.operation, Work: a.work, Unknown: a.unknown,
		Library: library, Version: p.table.libraries[library], SizeBytes: p.size.Of(r.size), Calls: r.runs,
		CyclesPerByte: r.ticks.value, Cycles: p.table.cycles,
		Printed: r.printed, Unit: "ticks/B", Source: &result.Source{Line: line},
	}
	switch {
	case r.deviation.positive():
		out.Spread, out.Spreads = r.deviation.value/r.ticks.value, result.StandardDeviation
	case r.deviation.text != "" && (!r.deviation.isNumber || r.deviation.value < 0):
		p.out.Warn(ingest.NoResult, line, "%s %s: the standard deviation %s is none", r.library, r.name, r.deviation.text)
	}
	p.out.Result(out)
}

// giveNone says why a row has no result.
func (p *parser) giveNone(r *row, line int) {
	hint := ""
	if r.ticks.isNumber && r.ticks.value == 0 {
		hint = "; it is 0 where the program has no timer"
	}
	p.out.Warn(ingest.NoResult, line, "%s %s: time %s of %d bytes in %d runs is no speed%s", r.library, r.name, r.ticks.text, r.size, r.runs, hint)
}

// giveCut gives out the row of a line that breaks off, as far as its figures are whole: they have three decimals.
func (p *parser) giveCut(l ingest.Line) {
	r, _ := scan(l.Text)
	if !r.ticks.whole() {
		p.out.Warn(ingest.Truncated, l.Number, "the row breaks off before its time is complete: %s", ingest.Brief(l.Text))
		return
	}
	p.out.Warn(ingest.Truncated, l.Number, "the row breaks off before its deviation is complete: %s", ingest.Brief(l.Text))
	r.deviation, r.printed = figure{}, r.ticks.text
	p.give(&r, l.Number)
}
