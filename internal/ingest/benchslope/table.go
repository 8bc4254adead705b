package benchslope

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A table is what its head says.
type table struct {
	open    bool
	name    string // of the cipher or key whose modes or operations the rows are; "" where rows have names of their own
	calls   bool   // whether figures are of calls, not of bytes
	clock   bool   // whether there is a column of the measured clock
	columns int
	added   int // columns that somebody added: speed-up
}

// head takes the head of a table.
func (p *parser) head(name string, fields []string, line int) bool {
	t := table{open: true, name: strings.Clone(name)}
	for i, f := range fields {
		switch f {
		case "nanosecs/byte", "mebibytes/sec", "cycles/byte":
		case "nanosecs/iter", "cycles/iter":
			t.calls = true
		case "auto":
			continue
		case "Mhz":
			t.clock = i > 0 && fields[i-1] == "auto"
		default:
			if i == 0 || !isRatioName(f) {
				return false
			}
			t.added++
		}
		t.columns++
	}
	p.begin(line)
	p.table = t
	return true
}

// footer takes the line below a table.
func (p *parser) footer() bool {
	was := p.table.open
	p.table = table{}
	return was
}

// row takes a row of a table of bytes, which has its units in itself, or of calls.
func (p *parser) row(l ingest.Line, name string, fields []string) bool {
	if f, ok := scanRow(fields); ok && name != "" {
		p.begin(l.Number)
		if cipher, mode, ok := splitCipher(name); ok {
			p.table = table{name: strings.Clone(cipher)}
			name = mode
		}
		p.bytes(l.Number, name, f)
		return true
	}
	if p.table.calls && name != "" {
		return p.callRow(l.Number, name, fields)
	}
	return false
}

// Figures are what a row of bytes has. Texts are "" where the row ends before them, "-" where they are unknown.
type figures struct{ ns, mib, cycles, clock, rest string }

// scanRow reads figures with their units.
func scanRow(fields []string) (f figures, ok bool) {
	for len(fields) >= 2 {
		to := (*string)(nil)
		switch fields[1] {
		case "ns/B":
			to = &f.ns
		case "MiB/s":
			to = &f.mib
		case "c/B":
			to = &f.cycles
		}
		if to == nil || *to != "" || !isFigure(fields[0]) {
			break
		}
		*to = fields[0]
		fields, ok = fields[2:], true
	}
	if len(fields) > 0 && f.cycles != "" && isClock(fields[0]) {
		f.clock = fields[0]
		fields = fields[1:]
	}
	f.rest = strings.Join(fields, " ")
	return f, ok
}

// isFigure reports whether s is what stands in the place of a figure.
func isFigure(s string) bool {
	switch strings.TrimLeft(s, "-") {
	case "", "nan", "inf":
		return true
	}
	_, ok := ingest.ParseFigure(s)
	return ok
}

// isClock reports whether s is a clock in MHz, with what it varied by: 3656, 3656±1, 4348.7.
func isClock(s string) bool {
	mean, _, _ := strings.Cut(s, "±")
	mean, _, _ = strings.Cut(mean, "+-")
	f, ok := ingest.ParseFigure(mean)
	return ok && f.Value >= 1 || s == "-"
}

// bytes gives out a row of a table of bytes.
func (p *parser) bytes(line int, name string, f figures) {
	id, ok := p.identify(name, line)
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: the name of its cipher does not stand above: %s MiB/s", name, f.mib)
		return
	}
	r := id.result()
	r.Unknown = slopeUnknown
	if !p.rate(&r, name, f, line) {
		return
	}
	if clock, ok := ingest.ParsePositive(f.cycles); ok {
		r.CyclesPerByte = clock.Value
		if r.Cycles = result.CyclesUnknown; f.clock != "" && f.clock != "-" {
			r.Cycles = result.CyclesCore
		}
	}
	p.checkBytes(name, f, line)
	p.give(&r, line)
}

// slopeUnknown is what is not said of a slope.
var slopeUnknown = []string{"size_bytes"}

// rate sets the rate of a row, or says why there is none.
func (p *parser) rate(r *result.Result, name string, f figures, line int) bool {
	if mib, ok := ingest.ParsePositive(f.mib); ok {
		r.BytesPerSecond = mib.Value * (1 << 20)
		r.Printed, r.Unit = f.mib+" MiB/s"+f.clockText(), "2^20 B/s"
		return true
	}
	ns, ok := ingest.ParsePositive(f.ns)
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: %q ns/B and %q MiB/s are no speed", name, f.ns, f.mib)
		return false
	}
	p.out.Warn(ingest.Truncated, line, "%s: the row has no MiB/s: its rate is that of %s ns/B", name, f.ns)
	r.BytesPerSecond = 1e9 / ns.Value
	r.Printed, r.Unit = f.ns+" ns/B"+f.clockText(), "ns/B"
	return true
}

// clockText is the clock that the tool measured, as it stands with the figure.
func (f figures) clockText() string {
	if f.clock == "" || f.clock == "-" {
		return ""
	}
	return " at " + f.clock + " MHz"
}

// checkBytes holds the units of a row against each other, and the row against its head.
func (p *parser) checkBytes(name string, f figures, line int) {
	ns, haveNs := ingest.ParsePositive(f.ns)
	mib, haveMiB := ingest.ParsePositive(f.mib)
	if haveNs && haveMiB {
		second := ingest.Figure{Value: 1e9}
		if implied, ok := ingest.Agree(second, ns, mib.Times(1<<20)); !ok {
			p.out.Warn(ingest.CountMismatch, line, "%s: %s ns/B and %s MiB/s are not the same speed: the second, which is kept, is %.4g ns/B", name, f.ns, f.mib, implied)
		}
	}
	cycles, haveCycles := ingest.ParsePositive(f.cycles)
	mean, _, _ := strings.Cut(f.clock, "±")
	clock, haveClock := ingest.ParsePositive(mean)
	if haveNs && haveCycles && haveClock && apart(ns, clock.Times(1e-3), cycles) {
		p.out.Warn(ingest.CountMismatch, line, "%s: %s ns/B at %s MHz are %.4g c/B, not %s, which is kept", name, f.ns, f.clock, ns.Value*clock.Value/1e3, f.cycles)
	}
	switch {
	case haveMiB && f.cycles == "":
		p.out.Warn(ingest.Truncated, line, "%s: the row ends before its cycles", name)
	case haveMiB && f.rest != "" && p.table.added == 0 && !isRatio(f.rest):
		p.out.Warn(ingest.Mismatched, line, "%s: what stands behind the figures is passed over: %s", name, ingest.Brief(f.rest))
	}
}

// apart reports whether c cannot be the product of a and b, all three as rounded.
func apart(a, b, c ingest.Figure) bool {
	least := (a.Value - a.Half) * (b.Value - b.Half)
	most := (a.Value + a.Half) * (b.Value + b.Half)
	const slack = 1e-9 // of the arithmetic
	return c.Value+c.Half < least*(1-slack) || c.Value-c.Half > most*(1+slack)
}
