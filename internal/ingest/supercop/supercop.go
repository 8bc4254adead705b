// Package supercop reads the data files of SUPERCOP, and tables that were made of them. A line of data has the words
//
//		VERSION HOST ABI DATE crypto_OP PRIMITIVE KIND …
//
//	  - "try CHECKSUM ok CYCLES CHECKSUMCYCLES HZ IMPLEMENTATION COMPILER" is the choice of the fastest: the median of the cycles that the
//	    operation took, whose size the line does not say. "unknown" in place of "ok" is a primitive without a known checksum. With
//	    "fails" the output is wrong, and there is no result; nor is there with "tryfails".
//	    What is tried of a hash is one call; of others it may be several (a signature is made and opened), so that the operation is
//	    not said. CHECKSUMCYCLES are of the test, and no speed.
//	  - "cycles", "xor_cycles", "keypair_cycles", … are the measurement of the fastest: size, median, and each of the calls, as values in
//	    old versions, as differences from the median ("+12-5+0") in new ones. The interquartile range of the calls, a part of the median,
//	    is the spread. "implementation", "compiler" and "cpucycles_implementation" before them say what was measured, and how.
//	  - Cycles are what cpucycles counts: "tsc" or "core" where the line of cpucycles_implementation says which, else "unknown".
//	  - The library is "supercop" in the version of the collection, the interface is the implementation's path behind the
//	    primitive, and the compiler with its flags, as printed, is the detail.
//	  - objsize, namespace, fromcompiler and counts of bytes and random calls are no speeds.
//
// "IMPLEMENTATION COMPILER NUMBER" and "NUMBER, IMPLEMENTATION COMPILER" are made from try lines by hand; no tool prints them, and
// neither unit nor size are in them. They are taken to be cycles per byte, with a warning, where the primitive has a size.
//
// The facts are from do-part, try-anything.c, measure-anything.c and crypto_*/measure.c of SUPERCOP 20170716 and later copies of them.
package supercop

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "supercop", Tool: "supercop", Does: "lines of SUPERCOP's data, tries and measurements, and tables made of tries",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out} },
	})
}

// A parser reads one text.
type parser struct {
	out      *ingest.Output
	context  context  // of the last line
	measured measured // what is being measured
	derived  int      // the last line of a table made by hand
	size     ingest.LastSize
}

// A context is what data lines of one run begin with.
type context struct{ version, host, abi, date string }

// leastWords is how many words a line of data has before what differs.
const leastWords = 7

// Line takes a line of data, or of a table that was made of them.
func (p *parser) Line(l ingest.Line) bool {
	text := strings.TrimSpace(l.Text)
	if text == "" || !strings.Contains(text, "crypto_") {
		return false
	}
	if text[0] < '0' || text[0] > '9' {
		return p.byHand(text, l.Number)
	}
	words := strings.Fields(text)
	if len(words) < leastWords || !isDate(words[0]) || !isDate(words[3]) || !isOperation(words[4]) {
		return p.byHand(text, l.Number)
	}
	d := data{line: l.Number, operation: words[4], primitive: words[5], kind: words[6], rest: words[leastWords:]}
	if !d.isKnown() {
		return false
	}
	p.enter(context{words[0], words[1], words[2], words[3]})
	p.data(d)
	return true
}

// End has nothing to give out.
func (p *parser) End() {}

// isDate reports whether s can be a date of eight digits, as versions of SUPERCOP are too.
func isDate(s string) bool { return len(s) == 8 && strings.Trim(s, "0123456789") == "" }

// isOperation reports whether s is the name of an operation: crypto_hash.
func isOperation(s string) bool {
	name, ok := strings.CutPrefix(s, "crypto_")
	return ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_0123456789") == ""
}

// enter begins a run where a line is of another one than the last.
func (p *parser) enter(c context) {
	if c == p.context {
		return
	}
	p.context = context{strings.Clone(c.version), strings.Clone(c.host), strings.Clone(c.abi), strings.Clone(c.date)}
	p.measured = measured{}
	p.out.Begin(ingest.Block{
		Title:   strings.Join([]string{"SUPERCOP", c.version, c.host, c.abi, c.date}, " "),
		Version: p.context.version,
	})
}

// A data is a line of data.
type data struct {
	line                       int
	operation, primitive, kind string
	rest                       []string
}

// isKnown reports whether the line's kind is one of SUPERCOP's.
func (d *data) isKnown() bool {
	switch d.kind {
	case "try", "tryfails", "objsize", "namespace", "fromcompiler", "implementation", "compiler", "cpuid", "cpucycles_persecond",
		"cpucycles_implementation", "bytes", "outputbytes", "randombytes", "randomcalls":
		return true
	}
	return d.isCycles() || strings.HasPrefix(d.kind, "crypto_") || strings.HasSuffix(d.kind, "bytes") || strings.HasSuffix(d.kind, "_randomcalls")
}

// isCycles reports whether the line is a measurement of time.
func (d *data) isCycles() bool { return d.kind == "cycles" || strings.HasSuffix(d.kind, "_cycles") }

// data takes a line of data.
func (p *parser) data(d data) {
	switch d.kind {
	case "try":
		p.try(d)
	case "tryfails":
		p.out.Warn(ingest.NoResult, d.line, "%s %s: the try failed: %s", d.operation, d.primitive, ingest.Brief(strings.Join(d.rest, " ")))
	case "implementation", "compiler", "cpucycles_implementation":
		p.measured.set(d)
	default:
		if d.isCycles() {
			p.measurement(d)
		}
	}
}

// implementation is the path of an implementation without its operation and primitive.
func implementation(path string) string {
	parts := strings.SplitN(path, "/", 3)
	if len(parts) < 3 {
		return strings.Clone(path)
	}
	return strings.Clone(parts[2])
}

// compiler is a detail that names the compiler and its flags, between which there are underscores for spaces.
func compiler(printed string) string {
	if printed = strings.Trim(printed, "_"); printed == "" {
		return ""
	}
	return "compiler " + printed
}

// result is what every result has.
func (p *parser) result(primitive string, line int) result.Result {
	return result.Result{Library: "supercop", Primitive: primitive, Source: &result.Source{Line: line}}
}
