// Package botan reads what Botan's benchmark prints: `botan speed` of Botan 2 and 3 as lines, as tables (--format=table) and as
// JSON (--format=json), and the benchmarks of Botan 1.
//
//   - Lines. "NAME [PROVIDER] OP buffer size N bytes: R MiB/sec C cycles/byte (M MiB in T ms)" is a rate in 2^20 B/s; before 2.5
//     without size and cycles. "NAME N OP/sec; T ms/op C cycles/op (N ops in T ms)" is calls: N is cut off to a whole number, not
//     rounded, and T can be 0.00, so that the more exact of the two is kept. Both are checked with what stands in the
//     parentheses.
//   - Tables repeat the lines above them in 1000 B/s, and calls with more digits. They are a run of their own, "summary", and
//     where they say what the lines said a warning says so: two results are not two measurements. The head has the sizes of
//     the first algorithm: what is decoded (hex, base64) has others, which nothing tells.
//   - JSON: the first element is the context. Where there is a buf_size, events are bytes, and calls are events ÷ buf_size.
//   - Botan 1: "NAME: R MiB/sec" (Mbytes/sec, of 2^20 too), "NAME [PROVIDER] R …" without a unit, of MiB/s, "NAME R MiB / sec with N
//     byte blocks", "NAME N OP per second; T ms/op (…)", "NAME: N ops / second (OP)". Sizes and modes are not said.
//
// Cycles are those of the time-stamp counter (with --cpu-clock-ratio or --cpu-clock-speed what the user says they are). A block
// cipher by itself takes the buffer block by block with its key kept (update); a mode sets its IV for each buffer (message,
// record); a cipher without a size of its key in its name has the longest that it takes. What is neither is in the detail:
// "key schedule", "write_keystream".
//
// The facts are from src/cli/speed.cpp, timer.cpp and perf_*.cpp of Botan 1.11.34, 2.0, 2.5, 2.19.3, 3.0, 3.5 and 3.13, and of
// checks/bench.cpp, checks/pk_bench.cpp and checks/timer.cpp of Botan 1.5 to 1.10.
package botan

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "botan", Tool: "botan speed", Does: "lines, tables and JSON of Botan's benchmark, versions 1 to 3",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out} },
	})
}

// A parser reads one text.
type parser struct {
	out   *ingest.Output
	open  bool // whether lines belong to the block that is open
	lines map[string]ingest.Figure
	table table
	half  ingest.Line // a line that breaks off in the middle
	size  ingest.LastSize
	duel  duel
}

// longest is the length of the longest line that is looked at: the tool's own have less than half of it.
const longest = 1000

// version is the line that a verbose output or a table begins with.
var version = ingest.NewPattern(`^Botan (\d+\.\d+\.\d+\S*) \(`)

// Line takes one line of text.
func (p *parser) Line(l ingest.Line) bool {
	l.Text = strings.ReplaceAll(l.Text, "\t", " ")
	text := strings.TrimLeft(l.Text, " ")
	if text == "" || len(text) > longest {
		return false
	}
	if p.half.Text != "" {
		if p.join(l) {
			return true
		}
	}
	if p.table.open {
		if p.row(l) {
			return true
		}
	}
	switch {
	case strings.HasPrefix(text, "Botan "):
		return p.begin(text)
	case strings.HasPrefix(text, "CPUID: "), strings.HasPrefix(text, "Estimated clock speed "):
		return p.open
	case strings.HasPrefix(text, "algo ") && (p.head(text) || p.versus(text, l.Number)):
		return true
	case strings.HasPrefix(text, "INFO: "):
		return p.compared(text)
	case strings.HasPrefix(text, `,{"algo":`):
		return p.element([]byte(text[1:]), l.Number)
	}
	if strings.HasSuffix(text, " ms)") || strings.HasSuffix(text, " no events") {
		return p.figure(text, l.Number)
	}
	return p.old(text, l.Number) || p.hold(text, l.Number)
}

// End gives out the line that has no other half.
func (p *parser) End() { p.flush() }

// begin takes the line with Botan's version.
func (p *parser) begin(text string) bool {
	m := version.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	p.start(m[1])
	return true
}

// start opens a block.
func (p *parser) start(version string) {
	p.flush()
	b := ingest.Block{Version: strings.Clone(version)}
	if version != "" {
		b.Title = "Botan " + b.Version
	}
	p.out.Begin(b)
	p.open, p.lines, p.table = true, nil, table{}
}

// ensure opens a block where none is open.
func (p *parser) ensure() {
	if !p.open {
		p.start("")
	}
}

// mostLines is how many lines are remembered for the table that repeats them.
const mostLines = 4096

// remember keeps the figure of a line for the table that may come.
func (p *parser) remember(key string, f ingest.Figure) {
	if p.lines == nil {
		p.lines = map[string]ingest.Figure{}
	}
	if len(p.lines) < mostLines {
		p.lines[key] = f
	}
}

// give gives out r.
func (p *parser) give(r *result.Result) { p.out.Result(r) }
