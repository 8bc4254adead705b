// Package nettle reads what nettle-benchmark prints, the benchmark among the examples of GNU Nettle:
//
//		Algorithm         mode Mbyte/s cycles/byte cycles/block
//		   sha256       update 1286.48        2.22       142.33
//		   aes128  ECB encrypt 6765.63        0.50         7.95
//
//	  - Mbyte/s is 2^20 B/s. Cycles stand there with -f only: they are time times the frequency that the user gave, "unknown". Cycles per
//	    block are not kept: they are cycles per byte times a block.
//	  - Each call takes the same buffer, of a size that is not printed (10 KiB in the sources), with whatever state the last one left:
//	    "update". A hash is never finished, an AEAD has neither a new nonce nor a tag. "N bytes" and "single msg" rows are HMACs of
//	    whole messages with their key kept, N bytes each, or the whole buffer.
//	  - "(in-place)" is the mode of the row above, with input and output in one buffer. "update" of an AEAD takes associated data:
//	    operation "mac".
//	  - "openssl aes128" is OpenSSL's, called by Nettle's interface. memxor and memxor3 are no primitives.
//	  - "sha1_compress: 1358.70 cycles" counts ticks of the time-stamp counter, on x86 only: a call of an inner function.
//
// The facts are from examples/nettle-benchmark.c of Nettle 3.8.1 and of 2026, and outputs of 3.8.1.
package nettle

import (
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "nettle-benchmark", Tool: "nettle-benchmark", Does: "the benchmark of GNU Nettle",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out} },
	})
}

// A parser reads one text.
type parser struct {
	out     *ingest.Output
	columns int    // of figures, in the table that is open; 0 where none is
	last    int    // the line that was taken last
	name    string // of the last row
	mode    string // and its mode, for the row that is the same in place
	size    ingest.LastSize
	summary summary
}

// far is how many other lines end a table.
const far = 12

// Line takes the head of the table, a row, or a count of cycles.
func (p *parser) Line(l ingest.Line) bool {
	text := strings.TrimSpace(l.Text)
	if text == "" {
		return false
	}
	taken := false
	if strings.HasSuffix(text, "cycles") || strings.HasSuffix(text, ")") || strings.HasSuffix(text, "block") {
		taken = p.inner(text, l.Number)
	}
	fields := strings.Fields(text)
	switch {
	case taken:
	case text[0] == '|':
		taken = p.markdown(text, l.Number)
	case strings.Contains(text, "nettle-benchmark"):
		taken = p.command(text, l.Number)
	case fields[0] == "Algorithm":
		taken = p.head(fields)
	case p.columns == 0:
	case l.Number > p.last+far:
		p.columns = 0
	default:
		taken = p.row(fields, l.Number)
	}
	if taken {
		p.last = l.Number
	}
	return taken
}

// End has nothing to give out.
func (p *parser) End() {}

// commandLine is the command alone, as people put it above rows whose head they leave out.
var commandLine = ingest.NewPattern("^[`$#]* *(?:[\\w./-]*/)?nettle-benchmark( +-f +\\S+)?`?:?$")

// command takes it: what follows are rows.
func (p *parser) command(text string, line int) bool {
	m := commandLine.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	if p.columns = 1; m[1] != "" {
		p.columns = 3
	}
	p.name, p.mode = "", ""
	p.last = line
	return false // it names the run too
}

// heads are the heads of the table without and with cycles.
var heads = [][]string{{"Algorithm", "mode", "Mbyte/s"}, {"Algorithm", "mode", "Mbyte/s", "cycles/byte", "cycles/block"}}

// head takes the head of the table.
func (p *parser) head(fields []string) bool {
	if !slices.ContainsFunc(heads, func(h []string) bool { return slices.Equal(h, fields) }) {
		return false
	}
	p.columns = len(fields) - 2
	p.name, p.mode = "", ""
	p.out.Begin(ingest.Block{})
	return true
}

// figure is how the tool prints a number, %.2f.
var figure = ingest.NewPattern(`^-?(?:\d+\.\d\d|nan|inf)$`)

// row takes a row: the name, the mode in one word or two, and figures.
func (p *parser) row(fields []string, line int) bool {
	n := len(fields)
	for n > 0 && figure.MatchString(fields[n-1]) {
		n--
	}
	names, figures := fields[:n], fields[n:]
	library := "nettle"
	if len(names) > 2 && names[0] == "openssl" {
		library, names = "openssl", names[1:]
	}
	if len(names) < 2 || len(names) > 3 {
		return false
	}
	name, mode := names[0], strings.Join(names[1:], " ")
	if !isMode(mode) {
		if _, known := catalog.Known(slugOf(name)); !known || len(figures) == 0 {
			return false
		}
	}
	if len(figures) == 0 {
		p.out.Warn(ingest.Truncated, line, "%s %s: the row breaks off before its figures", name, mode)
		return true
	}
	if len(figures) > p.columns {
		p.out.Warn(ingest.Mismatched, line, "%s %s: %d figures under %d columns: those that are too many are passed over", name, mode, len(figures), p.columns)
		figures = figures[:p.columns]
	}
	p.give(library, name, mode, figures, line)
	return true
}

// give gives out a row.
func (p *parser) give(library, name, mode string, figures []string, line int) {
	detail := ""
	switch {
	case mode != "(in-place)":
		p.name, p.mode = strings.Clone(name), strings.Clone(mode)
	case p.name != name:
		p.out.Warn(ingest.NoResult, line, "%s (in-place): its mode does not stand above: %s Mbyte/s", name, figures[0])
		return
	default:
		mode, detail = p.mode, "in place"
	}
	rate, ok := ingest.ParsePositive(figures[0])
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s %s: %s Mbyte/s are no speed", name, mode, figures[0])
		return
	}
	r := p.identify(name, mode, line)
	r.Library, r.Source = library, &result.Source{Line: line}
	r.Detail = ingest.Details(r.Detail, detail)
	r.BytesPerSecond, r.Printed, r.Unit = rate.Value*(1<<20), strings.Clone(figures[0])+" Mbyte/s", "2^20 B/s"
	if len(figures) > 1 {
		if cycles, ok := ingest.ParsePositive(figures[1]); ok {
			r.CyclesPerByte, r.Cycles = cycles.Value, result.CyclesUnknown
		}
	}
	p.out.Result(&r)
}

// innerLine is the count of an inner function.
var innerLine = ingest.NewPattern(`^(sha1_compress|salsa20_core|sha3_permute|gcm_hash|ghash_update): (-?\d+\.\d\d) cycles(?: \(-?\d+\.\d\d / round\)|( / block))?$`)

// inner takes the count of an inner function, which stands before the table.
func (p *parser) inner(text string, line int) bool {
	m := innerLine.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	cycles, ok := ingest.ParsePositive(m[2])
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: %s cycles are no time", m[1], m[2])
		return true
	}
	if p.last == 0 || line > p.last+1 {
		p.out.Begin(ingest.Block{})
	}
	r := result.Result{Library: "nettle", Primitive: p.out.Name(m[1], line).Slug, Unknown: []string{"operation"}, CyclesPerCall: cycles.Value, Cycles: result.CyclesTSC,
		Printed: strings.Clone(m[2]) + " cycles", Unit: "ticks", Source: &result.Source{Line: line}}
	if m[3] != "" {
		r.Detail = "a block"
	}
	p.out.Result(&r)
	return true
}
