// Package wolfcrypt reads what wolfCrypt's benchmark prints (wolfcrypt/benchmark/benchmark of wolfSSL 3 to 5).
//
//   - "NAME N UNIT took T seconds, R UNIT/s Cycles per byte = C": a rate of bytes. "NAME BITS OP N ops took T sec, avg A ms, R
//     ops/sec": calls, of which the more exact of rate and time is kept. Both in English and Japanese (-lng 1), and as CSV
//     (-csv, and GENERATE_MACHINE_PARSEABLE_REPORT). Before 3.11: "NAME N kB took …" and "NAME A milliseconds, avg over N
//     iterations".
//   - KiB, MiB and GiB are powers of 1024. MB and KB are powers of 1024 before wolfSSL 5.3; versions that print MiB by default
//     print MB for powers of 1000, and 5.5 and later are among them. Where the output does not have the version, the amounts
//     tell: they are whole multiples of 5 MiB, or 25 KiB on embedded systems, in the one unit or the other. A warning says what
//     was taken. mB and kB are powers of 1000 always, but before 3.11.
//   - The size of a call is the "block bytes" of the head: not of the random number generator, of PBKDF2, and of ECB, which were
//     timed in other pieces. Digests and HMACs are updates, and only now and then a final, unless -dgst_full was given: without
//     the command the work is unknown.
//   - RSA's public and private are PKCS #1 encryption and decryption. An ECC key is read as one of ECDSA. "-ed" of old
//     post-quantum rows is encapsulation and decapsulation together, no operation of its own.
//   - Cycles are the time-stamp counter's on x86, and of one or another counter elsewhere: which, the output does not say.
//   - Two outputs side by side (diff -y, sdiff) are two runs, left and right.
//
// Amount, time and rate are checked against each other. The facts are from benchmark.c of wolfSSL 5.5.4 and older and newer copies of it,
// from outputs of 3.x to 5.5, and the pull requests 926, 5871 and 6237 of wolfSSL/wolfssl.
package wolfcrypt

import (
	"strconv"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "wolfcrypt", Tool: "wolfCrypt benchmark", Does: "wolfCrypt's benchmark: text in both languages, CSV, two side by side",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out} },
	})
}

// longest is the length of the longest line that is looked at: two rows side by side have less than half of it.
const longest = 1000

// A parser reads one text.
type parser struct {
	out   *ingest.Output
	open  bool // whether a head or a row has been seen since the last end
	rows  int  // of the block
	sided bool // whether the block is two outputs side by side
	sides [2]side
	csv   table
	half  ingest.Line // a row that has no rate yet
}

// A side is what is known of one output: of the only one, or of the left and the right one.
type side struct {
	label   string
	version string
	size    *int
	units   units
}

// Line takes one line of text.
func (p *parser) Line(l ingest.Line) bool {
	text := strings.TrimSpace(l.Text)
	if len(text) > longest {
		return false
	}
	if p.half.Text != "" && p.join(l) {
		return true
	}
	if left, right, ok := halves(text); ok {
		return p.both(left, right, l.Number)
	}
	if p.sided {
		if rest, ok := strings.CutSuffix(text, " <"); ok {
			return p.line(strings.TrimSpace(rest), l.Number, &p.sides[0])
		}
		if rest, ok := strings.CutPrefix(text, ">"); ok {
			return p.line(strings.TrimSpace(rest), l.Number, &p.sides[1])
		}
	}
	return p.line(strings.TrimRight(strings.ReplaceAll(text, "\t", " "), " |"), l.Number, &p.sides[0])
}

// End gives out what waits: for its other half, for its unit.
func (p *parser) End() {
	p.flush()
	p.settle()
}

// Part does so where another file's lines come.
func (p *parser) Part() { p.End() }

// line takes a line of one output.
func (p *parser) line(text string, line int, s *side) bool {
	switch {
	case strings.Contains(text, "ops took ") || strings.Contains(text, "回処理を"):
		return p.calls(text, line, s) || p.hold(text, line, s)
	case strings.Contains(text, " took ") || strings.Contains(text, " を "):
		return p.rate(text, line, s) || p.oldCalls(text, line, s) || p.hold(text, line, s)
	case strings.Contains(text, " milliseconds, avg over "):
		return p.oldCalls(text, line, s)
	case strings.Contains(text, "wolf"):
		return p.head(text, s)
	case p.csvLine(text, line, s):
		return true
	case strings.HasPrefix(text, "Benchmark Test: Return code "):
		return true
	case !p.open:
		return false
	case strings.HasPrefix(text, "Math:") || strings.HasPrefix(text, "Single Precision:") || strings.HasPrefix(text, "Assembly Speedups:"):
		return true
	case strings.HasSuffix(text, "Benchmark complete"), text == "Benchmark Test Completed":
		p.flush()
		p.settle()
		p.open, p.csv = false, table{}
		return true
	case strings.Contains(text, " failed: "):
		return p.failure(text, line)
	case strings.HasSuffix(text, "B/s") || strings.HasSuffix(text, " ops/sec"):
		return p.sum(text, line)
	}
	return false
}

// What a benchmark begins with: an ESP32 prints it behind a level and a name.
var (
	versionLine = ingest.NewPattern(`^(?:.*: |#+, +)?wolfSSL version (\d+(?:\.\d+)+\S*)$`)
	benchLine   = ingest.NewPattern(`^(?:.*: |#+, +)?wolfCrypt Benchmark \(block bytes (\d+), min [\d.]* ?\S+ each\)?$`)
)

// head takes a line of the head.
func (p *parser) head(text string, s *side) bool {
	if text == "Running wolfCrypt Benchmarks..." {
		return true
	}
	if m := versionLine.FindStringSubmatch(text); m != nil {
		p.begin()
		s.version = strings.Clone(m[1])
		p.describe()
		return true
	}
	if m := benchLine.FindStringSubmatch(text); m != nil {
		p.begin()
		if size, err := strconv.Atoi(m[1]); err == nil && size > 0 {
			s.size = &size
		}
		return true
	}
	return false
}

// begin opens a block, unless nothing but the head of it has been read.
func (p *parser) begin() {
	if p.open && p.rows == 0 {
		return
	}
	p.start()
}

func (p *parser) start() {
	p.flush()
	p.settle()
	p.open, p.rows, p.sided, p.sides, p.csv = true, 0, false, [2]side{}, table{}
	p.out.Begin(ingest.Block{})
}

// ensure opens a block where none is open.
func (p *parser) ensure() {
	if !p.open {
		p.start()
	}
	p.rows++
}

// describe says the version, where it is one.
func (p *parser) describe() {
	v := p.sides[0].version
	if p.sided && p.sides[1].version != v {
		v = ""
	}
	if v != "" {
		p.out.Describe(ingest.Block{Version: v, Title: "wolfSSL " + v})
	}
}

// failure takes an error that a row ends with.
func (p *parser) failure(text string, line int) bool {
	if !failed.MatchString(text) {
		return false
	}
	p.out.Warn(ingest.NoResult, line, "%s: what is printed for it is no result", text)
	return true
}

var failed = ingest.NewPattern(`^(?:.*: )?Benchmark \S.* failed: -?\d+$`)

// column parts the two sides: tabs, or a sign of diff's between spaces.
var column = ingest.NewPattern(`\s*[|<>]\s*\t\s*|\s+[|<>]\s+|\t+\s*`)

// halves takes a line with two outputs apart.
func halves(text string) (left, right string, ok bool) {
	for _, word := range []string{" took ", " を ", "wolfSSL version ", "wolfCrypt Benchmark ("} {
		if i := strings.Index(text, word); i >= 0 && strings.Contains(text[i+len(word):], word) {
			for _, at := range column.FindAllStringIndex(text, -1) {
				if at[0] > i && strings.Contains(text[at[1]:], word) {
					return strings.TrimSpace(text[:at[0]]), text[at[1]:], true
				}
			}
		}
	}
	return "", "", false
}

// both takes a line of two outputs.
func (p *parser) both(left, right string, line int) bool {
	if !isRow(left) && !versionLine.MatchString(left) && !benchLine.MatchString(left) { // it has a prefix
		return false
	}
	if !p.sided {
		if p.rows > 0 || !p.open {
			p.start()
		}
		p.sided = true
		p.sides[0].label, p.sides[1].label = "left", "right"
	}
	l, r := p.line(left, line, &p.sides[0]), p.line(right, line, &p.sides[1])
	return l || r
}

// give gives out a result of a side.
func (p *parser) give(r *result.Result, s *side) {
	r.Run, r.Version = s.label, s.version
	p.out.Result(r)
}
