package benchslope

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// callRow takes a row of a table of calls: nanoseconds, cycles, and the clock.
func (p *parser) callRow(line int, name string, fields []string) bool {
	if fields[0] == "<<skipped>>" {
		p.out.Warn(ingest.NoResult, line, "%s %s: skipped", p.table.name, name)
		return true
	}
	for i, f := range fields {
		if !isFigure(f) && !(i == 2 && isClock(f)) && !(i >= 2 && isRatio(f)) {
			return false
		}
	}
	f := callFigures{ns: fields[0]}
	if len(fields) > 1 {
		f.cycles = fields[1]
	}
	if p.table.clock && len(fields) > 2 {
		f.clock = fields[2]
	}
	p.begin(line)
	switch {
	case len(fields) < p.table.columns-p.table.added:
		p.out.Warn(ingest.Truncated, line, "%s %s: %d figures under %d columns", p.table.name, name, len(fields), p.table.columns)
	case len(fields) > p.table.columns:
		p.out.Warn(ingest.Mismatched, line, "%s %s: %d figures under %d columns: those that are too many are passed over", p.table.name, name, len(fields), p.table.columns)
	}
	p.calls(line, name, f)
	return true
}

// callFigures are what a row of calls has.
type callFigures struct{ ns, cycles, clock string }

// calls gives out a row of a table of calls.
func (p *parser) calls(line int, name string, f callFigures) {
	ns, ok := ingest.ParsePositive(f.ns)
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s %s: %q ns is no time", p.table.name, name, f.ns)
		return
	}
	id, ok := p.identifyCall(name, line)
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: the name of its key does not stand above: %s ns", name, f.ns)
		return
	}
	r := id.result()
	r.NsPerCall, r.Printed, r.Unit = ns.Value, f.ns+" ns/iter"+figures{clock: f.clock}.clockText(), "ns"
	if cycles, ok := ingest.ParsePositive(f.cycles); ok {
		r.CyclesPerCall = cycles.Value
		if r.Cycles = result.CyclesUnknown; f.clock != "" && f.clock != "-" {
			r.Cycles = result.CyclesCore
		}
		mean, _, _ := strings.Cut(f.clock, "±")
		if clock, ok := ingest.ParsePositive(mean); ok && apart(ns, clock.Times(1e-3), cycles) {
			p.out.Warn(ingest.CountMismatch, line, "%s %s: %s ns at %s MHz are %.4g cycles, not %s, which is kept", p.table.name, name, f.ns, f.clock, ns.Value*clock.Value/1e3, f.cycles)
		}
	}
	p.give(&r, line)
}
