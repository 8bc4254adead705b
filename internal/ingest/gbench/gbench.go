// Package gbench reads what Google Benchmark prints, as text and as JSON. BoringSSL's bench prints that since the end of 2025, in
// place of bssl speed.
//
// What is read: cpu_time with its unit, of which the tool makes its rates, and bytes_per_second, in B/s; the text has it with the
// prefixes Ki, Mi and Gi, powers of 1024. Calls is iterations. Of repetitions each is a result, and so are their mean and median, with
// the standard deviation for a spread; deviations are no results of their own.
//
// The table of tools/compare.py is read too: its processor times, as runs "Old" and "New". It does not say their unit; a warning says
// that nanoseconds are taken. The changes are checked with them. Probabilities and the geometric mean are no results.
//
// What a benchmark measures stands in its name alone. BoringSSL's names are those of bench/*.cc at a0689af29; of other programs only
// benchmarks whose names hold a primitive that the catalogue knows are read, a warning names each of the others: the tool measures
// anything. Facts on the tool are from google/benchmark at 267a1115.
package gbench

import (
	"math"
	"strconv"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "google-benchmark", Tool: "Google Benchmark", Does: "Google Benchmark's text and JSON, as BoringSSL's bench prints them",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out, cells: map[string]*cell{}} },
	})
}

type parser struct {
	out     *ingest.Output
	cells   map[string]*cell // by the name printed
	inTable bool
	held    []run // of one benchmark, until its deviation is known

	comparison comparison
}

// A run is one row.
type run struct {
	line      int
	name      string // without what tells of the aggregate
	aggregate string // "mean", "median", "stddev", "cv"; "" of a measurement
	threads   int
	calls     int64
	time      ingest.Figure
	timeText  string
	unit      string
	bytes     float64 // a second
}

// units of time, in ns.
var units = map[string]struct {
	ns float64
	is string
}{"ns": {1, "10^-9 s"}, "us": {1e3, "10^-6 s"}, "ms": {1e6, "10^-3 s"}, "s": {1e9, "s"}}

// A row is "NAME TIME ns CPU ns ITERATIONS COUNTERS"; the name of a benchmark may have spaces.
var row = ingest.NewPattern(`^(\S.*?)\s+([-+.\w]+) (ns|us|ms|s|%)\s+([-+.\w]+) (ns|us|ms|s|%)\s+(\d+)(?:\s+(.*))?$`)

// Line takes the table from its head on.
func (p *parser) Line(l ingest.Line) bool {
	text := strings.TrimLeft(l.Text, " \t")
	if p.comparedLine(l, text) {
		return true
	}
	if strings.HasPrefix(text, "Benchmark") && isHead(text) {
		p.end()
		p.out.Begin(ingest.Block{})
		p.inTable = true
		return true
	}
	if !p.inTable {
		return false
	}
	if strings.Trim(text, "-") == "" {
		return true
	}
	if name, reason, ok := strings.Cut(text, "ERROR OCCURRED: "); ok {
		p.flush()
		p.out.Warn(ingest.NoResult, l.Number, "%s: %s", strings.TrimSpace(name), reason)
		return true
	}
	m := row.FindStringSubmatch(text)
	switch {
	case m != nil:
		p.row(l.Number, m)
		return true
	case strings.HasPrefix(text, "BM_"):
		p.flush()
		p.out.Warn(ingest.Truncated, l.Number, "the row is not whole: %s", text)
		return true
	}
	p.flush()
	p.inTable = false
	return false
}

func isHead(text string) bool {
	f := strings.Fields(text)
	return len(f) >= 4 && f[0] == "Benchmark" && f[1] == "Time" && f[2] == "CPU" && f[3] == "Iterations"
}

// End gives out what is held back.
func (p *parser) End() { p.end() }

// end ends the table, of whichever kind.
func (p *parser) end() {
	p.flush()
	p.inTable = false
	p.endComparison()
}

func (p *parser) row(line int, m []string) {
	r := run{line: line, timeText: strings.Clone(m[4]), unit: m[5]}
	r.name, r.aggregate = cutAggregate(strings.Clone(m[1]))
	if m[5] == "%" {
		r.aggregate = "cv"
	}
	var ok bool
	if r.time, ok = ingest.ParseFigure(m[4]); !ok {
		r.time.Value = math.NaN()
	}
	r.calls, _ = strconv.ParseInt(m[6], 10, 64)
	for _, counter := range strings.Fields(m[7]) {
		if rate, ok := strings.CutPrefix(counter, "bytes_per_second="); ok {
			r.bytes = rateOf(rate)
		}
	}
	p.add(r)
}

// rateOf reads a rate as the text has it: "1.2Gi/s".
func rateOf(text string) float64 {
	number, ok := strings.CutSuffix(text, "/s")
	if !ok {
		return 0
	}
	factor := 1.0
	for _, prefix := range []struct {
		text   string
		factor float64
	}{{"Ki", 1 << 10}, {"Mi", 1 << 20}, {"Gi", 1 << 30}, {"Ti", 1 << 40}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}} {
		if rest, ok := strings.CutSuffix(number, prefix.text); ok {
			number, factor = rest, prefix.factor
			break
		}
	}
	f, ok := ingest.ParseFigure(number)
	if x := f.Value * factor; ok && x > 0 && !math.IsInf(x, 0) {
		return x
	}
	return 0
}

// cutAggregate cuts the name of an aggregate off a name.
func cutAggregate(name string) (rest, aggregate string) {
	for _, a := range []string{"mean", "median", "stddev", "cv", "BigO", "RMS"} {
		if rest, ok := strings.CutSuffix(name, "_"+a); ok {
			return rest, a
		}
	}
	return name, ""
}

// add holds back a row until the deviation of its benchmark can be known.
func (p *parser) add(r run) {
	if len(p.held) > 0 && p.held[0].name != r.name || len(p.held) >= 10_000 {
		p.flush()
	}
	p.held = append(p.held, r)
}

// flush gives out the rows of one benchmark.
func (p *parser) flush() {
	deviation := 0.0
	for _, r := range p.held {
		if u, ok := units[r.unit]; ok && r.aggregate == "stddev" {
			deviation = r.time.Value * u.ns
		}
	}
	for _, r := range p.held {
		if r.aggregate == "" || r.aggregate == "mean" || r.aggregate == "median" {
			p.give(r, deviation)
		}
	}
	p.held = p.held[:0]
}

func (p *parser) give(b run, deviation float64) {
	u, ok := units[b.unit]
	if !ok || !(b.time.Value > 0) || math.IsInf(b.time.Value*u.ns, 0) || b.calls <= 0 {
		p.out.Warn(ingest.NoResult, b.line, "%s: %s %s in %d iterations is no time", b.name, b.timeText, b.unit, b.calls)
		return
	}
	c := p.cell(b.name, b.line)
	if c == nil {
		return
	}
	r := c.result(b.line)
	r.Threads = max(c.threads, b.threads)
	r.NsPerCall, r.BytesPerSecond, r.Printed, r.Unit = b.time.Value*u.ns, b.bytes, b.timeText+" "+b.unit, u.is
	if b.aggregate == "" {
		r.Calls = b.calls
	} else {
		r.Detail = ingest.Details(r.Detail, b.aggregate+" of "+strconv.FormatInt(b.calls, 10))
		if spread := deviation / r.NsPerCall; spread > 0 && !math.IsInf(spread, 0) {
			r.Spread, r.Spreads = spread, result.StandardDeviation
		}
	}
	p.out.Result(&r)
}
