package gobench

import (
	"math"
	"strconv"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// benchmark takes a line "BenchmarkName-8 N V unit V unit…".
func (p *parser) benchmark(l ingest.Line, text string) bool {
	if !isName(text) {
		return false
	}
	f := strings.Fields(text)
	if len(f) == 1 {
		// go test prints the name before it runs the benchmark; a benchmark that prints puts its own lines between.
		p.alone, p.at = strings.Clone(f[0]), l.Number
		return p.begun || p.config.any
	}
	calls, err := strconv.ParseUint(f[1], 10, 63)
	if err != nil {
		if strings.HasPrefix(f[1], "---") && len(f) > 2 && f[2] == "FAIL:" {
			p.out.Warn(ingest.NoResult, l.Number, "no figure: %s", text)
			return true
		}
		return false
	}
	if len(f) < 4 || !isUnit(f[3]) {
		if len(f) == 3 && (p.begun || p.config.any) {
			p.out.Warn(ingest.Truncated, l.Number, "%s: the line ends before its unit", f[0])
			return true
		}
		if len(f) == 4 && isNumber(f[2]) && (strings.HasSuffix(f[3], "%") || isMultiple(f[3])) {
			p.out.Warn(ingest.NoResult, l.Number, "a row of benchcmp without its head, which has the unit: %s", text)
			return true
		}
		return false
	}
	if p.table.kind != noTable {
		p.flush()
	}
	p.begin()
	h := held{line: l.Number, name: strings.Clone(f[0][len("Benchmark"):]), pkg: p.config.pkg, text: text}
	h.r.Calls, h.r.Loop = int64(calls), "go"
	p.measurements(&h, f[2:])
	if calls == 0 {
		p.out.Warn(ingest.NoResult, l.Number, "%s: 0 calls are no speed", f[0])
		return true
	}
	if h.r.NsPerCall > 0 || h.r.BytesPerSecond > 0 || h.r.CallsPerSecond > 0 || h.r.CyclesPerByte > 0 {
		h.text = strings.Clone(text)
		p.hold(h)
	}
	return true
}

// isName reports whether text begins with the name of a benchmark: Benchmark and no lower-case letter.
func isName(text string) bool {
	rest, ok := strings.CutPrefix(text, "Benchmark")
	return ok && rest != "" && !('a' <= rest[0] && rest[0] <= 'z') && rest[0] != ' ' && rest[0] != '\t' && rest[0] != ':'
}

func isUnit(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }) && !('0' <= s[0] && s[0] <= '9')
}

// measurements reads pairs of value and unit.
func (p *parser) measurements(h *held, f []string) {
	var printed, units []string
	for ; len(f) > 0; f = f[min(2, len(f)):] {
		if len(f) == 1 {
			p.out.Warn(ingest.Truncated, h.line, "%s: %s has no unit", h.name, f[0])
			return
		}
		value, ok := ingest.ParseFigure(f[0])
		to, half, unit := h.field(f[1])
		if to == nil {
			if f[1] != "B/op" {
				p.unit(f[1], h.line)
			}
			continue
		}
		if !ok || !(value.Value > 0) && to != &h.r.AllocsPerCall || value.Value < 0 || math.IsInf(value.Value*unit.factor, 0) {
			p.out.Warn(ingest.NoResult, h.line, "%s: %s %s is no figure", h.name, f[0], f[1])
			continue
		}
		*to = value.Value * unit.factor
		*half = value
		if half == &h.ns {
			h.ns.Half *= 2 // Go before 1.14 cut the time off at its last digit, and did not round it
		}
		if to != &h.r.AllocsPerCall {
			printed, units = append(printed, f[0]+" "+f[1]), append(units, unit.is)
		}
	}
	h.r.Printed, h.r.Unit = strings.Join(printed, ", "), strings.Join(units, ", ")
}

// field is where a figure with that unit goes.
func (h *held) field(unit string) (*float64, *ingest.Figure, unitOf) {
	var nowhere ingest.Figure
	switch unit {
	case "ns/op":
		return &h.r.NsPerCall, &h.ns, unitOf{1, "10^-9 s"}
	case "sec/op", "s/op":
		return &h.r.NsPerCall, &nowhere, unitOf{1e9, "s"}
	case "MB/s":
		return &h.r.BytesPerSecond, &h.mb, unitOf{1e6, "10^6 B/s"}
	case "GB/s":
		return &h.r.BytesPerSecond, &nowhere, unitOf{1e9, "10^9 B/s"}
	case "B/s":
		return &h.r.BytesPerSecond, &nowhere, unitOf{1, "B/s"}
	case "allocs/op":
		return &h.r.AllocsPerCall, &nowhere, unitOf{1, ""}
	case "ops/s", "op/s", "ops/sec":
		return &h.r.CallsPerSecond, &nowhere, unitOf{1, "calls/s"}
	case "cycles/byte", "cpb", "c/B":
		h.r.Cycles = result.CyclesUnknown
		return &h.r.CyclesPerByte, &nowhere, unitOf{1, "cycles/byte"}
	}
	return nil, nil, unitOf{}
}

// A unitOf is what a unit is, and what its figures are to be multiplied with.
type unitOf struct {
	factor float64
	is     string
}

// unit warns once a block of a unit that is passed over.
func (p *parser) unit(unit string, line int) {
	if p.held.units == nil {
		p.held.units = map[string]bool{}
	}
	if !p.held.units[unit] && len(p.held.units) < 100 {
		p.held.units[strings.Clone(unit)] = true
		p.out.Warn(ingest.Unread, line, "figures in %s are passed over", unit)
	}
}

// A held is a figure that is held back until its block is known whole.
type held struct {
	line  int
	name  string // without "Benchmark"
	pkg   string
	label string // the column's head
	text  string // the line, of a benchmark
	ns    ingest.Figure
	mb    ingest.Figure
	r     result.Result
}

// A block is what stands together: the lines of one or several packages, or a table.
type block struct {
	all      []held
	headings []string
	units    map[string]bool
	procs    *bool // whether -N is GOMAXPROCS, once a part of the block was given out
	assumed  bool  // whether it was said that K is 1024
	nameless bool  // whether it was said that names hold no primitive
	headed   bool  // whether it was said that a heading names the primitive
}

// name gives a package to the benchmarks that have none.
func (b *block) name(pkg string) {
	for i := range b.all {
		if b.all[i].pkg == "" {
			b.all[i].pkg = pkg
		}
	}
}

// mostHeld bounds what is held back.
const mostHeld = 10_000

func (p *parser) hold(h held) {
	p.held.all = append(p.held.all, h)
	if len(p.held.all) >= mostHeld {
		p.giveHeld()
	}
}
