package botan

import (
	"fmt"
	"strconv"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

const (
	mebibyte  = 1 << 20
	unitMiB   = "2^20 B/s"
	unitCalls = "calls/s"
)

// number is a figure as C++ streams print one, whatever it is.
const number = `(-?(?:[\d.]+(?:e[-+]?\d+)?|inf|nan)|N/A)`

// named is a name of Botan's, with operation, padding, provider: what a log or a mail puts before a line is none.
const named = `([A-Za-z][^:|<]*?)`

// What Botan 2 and 3 print. The parentheses are optional: they are what a line that was cut off lacks.
var (
	bulkLine = ingest.NewPattern(`^` + named + ` (?:buffer size (\d+) bytes: )?` + number + `(?: MiB/sec)?(?: ` + number + ` cycles/byte)?(?: \(` + number + ` MiB in ` + number + ` ms\))?$`)
	callLine = ingest.NewPattern(`^` + named + ` (\d+) ((?:[A-Za-z][^;/]*)?)(?:/sec| per second); ` + number + ` (ms|us|ns)/op(?: ` + number + ` cycles/op)?(?: \(` + number + ` ops? in ` + number + ` ms\))?$`)
	noEvents = ingest.NewPattern(`^` + named + ` no events$`)
)

// figure takes a line with a figure of Botan 2 or 3.
func (p *parser) figure(text string, line int) bool {
	if strings.Contains(text, "/op") || strings.HasSuffix(text, " no events") {
		return p.calls(text, line)
	}
	return p.bulk(text, line)
}

// bulk takes a line with a rate of bytes.
func (p *parser) bulk(text string, line int) bool {
	if !isFigure(text) {
		return false
	}
	m := bulkLine.FindStringSubmatch(text)
	name, op := splitOp(m[1])
	p.ensure()
	r := p.cell(name, op, line)
	p.setSize(&r, m[2], line)
	rate, ok := ingest.ParsePositive(m[3])
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s %s: %s is no speed", name, op, m[3])
		return true
	}
	r.BytesPerSecond, r.Printed, r.Unit = rate.Value*mebibyte, strings.Clone(m[3])+" MiB/sec", unitMiB
	if cycles, ok := ingest.ParsePositive(m[4]); ok {
		r.CyclesPerByte, r.Cycles = cycles.Value, result.CyclesTSC
	}
	if ms, ok := ingest.ParsePositive(m[6]); ok {
		r.Seconds = ms.Value / 1e3
		amount, _ := ingest.ParseFigure(m[5])
		if implied, ok := ingest.Agree(amount, ms.Times(1e-3), rate); !ok {
			p.out.Warn(ingest.CountMismatch, line, "%s %s: %s MiB in %s ms are not %s MiB/sec, which is kept; it would take %.6g ms",
				name, op, m[5], m[6], m[3], implied*1e3)
		}
	}
	p.remember(key(name, op, m[2]), ingest.Figure{Value: rate.Value, Half: rate.Half}.Times(mebibyte))
	p.give(&r)
	return true
}

// setSize has the size that is printed, if it can be one.
func (p *parser) setSize(r *result.Result, printed string, line int) {
	size, err := strconv.Atoi(printed)
	if err == nil && size > 0 {
		r.SizeBytes = p.size.Of(size)
		return
	}
	if printed != "" {
		p.out.Warn(ingest.NoResult, line, "%s bytes is no size of a buffer", printed)
	}
	r.Unknown = append(r.Unknown, "size_bytes")
}

// calls takes a line with a rate of calls.
func (p *parser) calls(text string, line int) bool {
	if m := noEvents.FindStringSubmatch(text); m != nil && p.open {
		p.out.Warn(ingest.NoResult, line, "%s: nothing was measured", m[1])
		return true
	}
	m := callLine.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	p.ensure()
	name, op := m[1], m[3]
	if before, after, ok := cutOldPadding(op); ok { // of Botan 1: "EMSA1(SHA-1) verify"
		name, op = name+" "+before, after
	}
	r := p.cell(name, op, line)
	rate, rated := ingest.ParsePositive(m[2])
	rate.Half = 1 // cut off, not rounded
	per, timed := ingest.ParsePositive(m[4])
	per = per.Times(nanoseconds[m[5]])
	cycles, counted := ingest.ParsePositive(m[6])
	if counted {
		r.CyclesPerCall, r.Cycles = cycles.Value, result.CyclesTSC
	}
	count, _ := ingest.ParseFigure(m[7])
	taken, _ := ingest.ParseFigure(m[8])
	setCalls(&r, count, taken.Times(1e-3))
	switch {
	case rated && (!timed || rate.Half/rate.Value <= per.Half/per.Value):
		r.CallsPerSecond, r.Printed, r.Unit = rate.Value, strings.TrimSuffix(m[2]+" "+m[3], " ")+"/sec", unitCalls
	case timed:
		r.NsPerCall, r.Printed, r.Unit = per.Value, m[4]+" "+m[5]+"/op", m[5]
	case !counted && (r.Calls == 0 || r.Seconds == 0):
		p.out.Warn(ingest.NoResult, line, "%s %s: %s/sec and %s %s/op are no speed", name, op, m[2], m[4], m[5])
		return true
	default: // both are rounded to nothing, and what they were made of is there
		r.Printed = fmt.Sprintf("%s ops in %s ms", m[7], m[8])
	}
	p.checkCalls(name+" "+op, line, rate, per, count, taken, m)
	p.remember(key(name, op, ""), rate)
	p.give(&r)
	return true
}

// nanoseconds has the units of --time-unit.
var nanoseconds = map[string]float64{"ms": 1e6, "us": 1e3, "ns": 1}

// checkCalls holds the rate against the time of a call, and against the count and the time of all.
func (p *parser) checkCalls(what string, line int, rate, per, count, taken ingest.Figure, m []string) {
	if _, ok := ingest.Agree(ingest.Figure{Value: 1}, per.Times(1e-9), rate); !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s: %s/sec and %s %s/op do not agree: the one with more digits is kept", what, m[2], m[4], m[5])
		return
	}
	if implied, ok := ingest.Agree(count, taken.Times(1e-3), rate); !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s: %s ops in %s ms are not %s/sec; at that rate they would take %.6g ms", what, m[7], m[8], m[2], implied*1e3)
	}
}

// setCalls has the calls and their time, where they are numbers.
func setCalls(r *result.Result, count, taken ingest.Figure) {
	const most = 1 << 53
	if count.Value >= 1 && count.Value < most {
		r.Calls = int64(count.Value)
	}
	if taken.Value > 0 {
		r.Seconds = taken.Value
	}
}

// key is what a line and a cell of the table have in common.
func key(name, op, size string) string { return name + "\x00" + op + "\x00" + size }

// breaks has what the first half of a line that a mail wrapped ends with, where that is no whole figure yet.
var breaks = ingest.NewPattern(`(?: buffer size \d+ bytes:(?: [\d.]+)?| MiB/sec [\d.]+| MiB/sec(?: [\d.]+ cycles/byte)? \([\d.]+(?: MiB(?: in(?: [\d.]+)?)?)?| \d+ [A-Za-z][\w ]*/sec;(?: [\d.]+)?| ms/op(?: [\d.]+ cycles/op)? \(\d+(?: ops?(?: in(?: [\d.]+)?)?)?)$`)

// hold keeps a line that may be the first half of one: a whole one ends with a parenthesis.
func (p *parser) hold(text string, line int) bool {
	if !strings.Contains(text, " bytes:") && !strings.Contains(text, "/sec") {
		return false
	}
	if !breaks.MatchString(text) && !isFigure(text) {
		return false
	}
	p.half = ingest.Line{Number: line, Text: strings.Clone(text)}
	return true
}

// isFigure reports whether text is a line of Botan 2 or 3 with a figure.
func isFigure(text string) bool {
	if m := bulkLine.FindStringSubmatch(text); m != nil && (strings.Contains(text, " MiB/sec") || m[3] == "N/A") && (m[2] != "" || m[5] != "") {
		_, op := splitOp(m[1])
		return op != ""
	}
	return strings.Contains(text, "/op") && callLine.MatchString(text)
}

// join takes a line that is the second half of the one before.
func (p *parser) join(l ingest.Line) bool {
	text := p.half.Text + " " + strings.TrimLeft(l.Text, " \t")
	if l.Number > p.half.Number+2 || !strings.HasSuffix(text, ")") || isFigure(l.Text) || !isFigure(text) {
		p.flush()
		return false
	}
	line := p.half.Number
	p.half = ingest.Line{}
	return p.figure(text, line)
}

// flush takes what there is of a line that has no other half.
func (p *parser) flush() {
	half := p.half
	p.half = ingest.Line{}
	if half.Text != "" && (!isFigure(half.Text) || !p.figure(half.Text, half.Number)) {
		p.out.Warn(ingest.Truncated, half.Number, "a line of botan speed breaks off, and no figure is taken of it: %s", half.Text)
	}
}
