// Package gobench reads what go test -bench prints (https://go.dev/design/14313-benchmark-format), and the tables of benchstat and
// benchcmp. Facts are from golang.org/x/perf at 712aea8 and golang.org/x/tools/cmd/benchcmp at 8f0f8c7.
//
// What is read:
//   - lines "BenchmarkName-8 N V ns/op V MB/s", indented or not, with goos, goarch, pkg and cpu lines around them. MB is 10^6 bytes.
//     Calls is N. Allocations are no speeds; other units are warned of. cpb's own benchmark names are read by package result.
//   - benchstat since 2023: columns between bars, sec/op with the prefixes n, µ, m and B/s with Ki, Mi, Gi, and CSV. The value is the
//     median, ± the half width of its confidence interval (95 % unless asked otherwise).
//   - benchstat before: "old time/op", "new speed" and the like, and CSV. The value is the mean without outliers, ± the largest
//     deviation from it.
//   - benchcmp: "old ns/op", "new MB/s", with heads that people changed too.
//
// Each column is a run, named by its head and the cpu line. Differences, p values and geometric means are no results. What a table
// says of one benchmark in two units are two results.
//
// Go's names say freely what is measured. See name.go for what is made of them: the primitive is looked for in the name, in the
// package, in the heading above, in that order; a heading is warned of. A number at the name's end is a size; K and M are 1024 and
// 1024², as in Go's own benchmarks, and that is warned of where time and rate beside each other do not show it. The -N behind a name
// is GOMAXPROCS where all of a table's names have it, or the names come without it too; it is no number of threads: a benchmark
// runs in one unless it says otherwise.
package gobench

import (
	"strings"

	"cpb/internal/ingest"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "go-bench", Tool: "go test -bench", Does: "go test -bench, and what benchstat and benchcmp make of it",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out} },
	})
}

type parser struct {
	out    *ingest.Output
	config config
	last   int // the number of the last line that was offered

	begun bool   // whether the block began
	from  string // the file that the prefixes of its lines name
	alone string // a name without figures, which may follow in the next line
	at    int    // the line of that name

	table table
	maybe maybe
	shown shown
	held  block
}

// Line takes the lines of a block; the first that is none ends it.
func (p *parser) Line(l ingest.Line) bool {
	taken := p.line(l)
	if !taken {
		p.flush()
		if l.Number > p.last+1 {
			// After a blank line and prose comes another machine, for all that is known.
			p.config = config{}
		}
	}
	p.last = l.Number
	return taken
}

func (p *parser) line(l ingest.Line) bool {
	text := strings.TrimLeft(l.Text, " \t")
	if text == "" {
		return false
	}
	if p.begun && p.out.Prefix() != p.from {
		p.flush()
	}
	switch {
	case p.config.line(p, text):
		return true
	case p.tableLine(l, text):
		return true
	case text[0] == 'B':
		return p.benchmark(l, text)
	case p.alone != "" && '0' <= text[0] && text[0] <= '9' && l.Number == p.at+1:
		return p.benchmark(ingest.Line{Number: p.at}, p.alone+" "+text)
	}
	return p.testing(l, text)
}

// End gives out what is held back.
func (p *parser) End() { p.flush() }

// flush ends the block.
func (p *parser) flush() {
	p.give()
	p.table = table{}
	p.begun = false
	p.alone = ""
}

// begin begins a block.
func (p *parser) begin() {
	if p.begun {
		return
	}
	p.begun, p.from = true, strings.Clone(p.out.Prefix())
	p.out.Begin(ingest.Block{Title: p.config.cpu})
	p.held.headings = p.out.Headings()
}
