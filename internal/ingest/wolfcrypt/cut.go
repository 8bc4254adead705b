package wolfcrypt

import (
	"strings"

	"cpb/internal/ingest"
)

// What is left of rows without their rate: of columns that were cut off, or left out. The time is whole where its unit is.
var (
	cutRate  = ingest.NewPattern(`^([A-Za-z0-9][\w+/.() -]*?)\s+(\d+)\s+([KMG]i?B|[kmg]B|bytes)\s+took\s+([\d.]+)\s+seconds(?:,\s*[\d.]*(?:\s+[KMG]?i?B?/?)?)?$`)
	cutCalls = ingest.NewPattern(`^([A-Za-z][^:|<>=]*?)\s+(\d+)\s*ops took\s+([\d.]+)\s+sec(?:,[\s\w.,]*/?\w{0,2})?$`)
)

// isRow reports whether a text is a row, whole or cut off.
func isRow(text string) bool {
	return rateLine.MatchString(text) || callLine.MatchString(text) || cutRate.MatchString(text) || cutCalls.MatchString(text)
}

// hold keeps a row that has no rate: a mail may have wrapped it. In one of two columns it is cut off.
func (p *parser) hold(text string, line int, s *side) bool {
	if !cutRate.MatchString(text) && !cutCalls.MatchString(text) {
		return false
	}
	if p.sided || s != &p.sides[0] {
		return p.cut(text, line, s)
	}
	p.flush()
	p.half = ingest.Line{Number: line, Text: strings.Clone(text)}
	return true
}

// join takes a line that is the second half of the one before.
func (p *parser) join(l ingest.Line) bool {
	half := p.half
	text := half.Text + " " + strings.TrimSpace(strings.ReplaceAll(l.Text, "\t", " "))
	second := strings.TrimSpace(l.Text)
	if l.Number > half.Number+2 || isRow(second) || !rateLine.MatchString(text) && !callLine.MatchString(text) {
		p.flush()
		return false
	}
	p.half = ingest.Line{}
	return p.rate(text, half.Number, &p.sides[0]) || p.calls(text, half.Number, &p.sides[0])
}

// flush gives out what there is of a row that has no other half.
func (p *parser) flush() {
	half := p.half
	p.half = ingest.Line{}
	if half.Text != "" {
		p.cut(half.Text, half.Number, &p.sides[0])
	}
}

// cut takes a row that has no rate.
func (p *parser) cut(text string, line int, s *side) bool {
	if m := cutCalls.FindStringSubmatch(text); m != nil {
		r := p.keyCell(m[1], line)
		p.ensure()
		p.out.Warn(ingest.Truncated, line, "%s: the row has no rate: of it there are the calls and their time", m[1])
		f := callFigures{printedTime: "0.000"}
		f.count, _ = ingest.ParsePositive(m[2])
		f.count.Half = 0
		f.taken, _ = ingest.ParsePositive(m[3])
		p.giveCalls(&r, m[1], f, line, s)
		return true
	}
	m := cutRate.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	p.ensure()
	amount, _ := ingest.ParsePositive(m[2])
	taken, ok := ingest.ParsePositive(m[4])
	factor := factorOf(m[3])
	// An amount of whole rounds is exact in a unit that a call is a multiple of. Others are rounded, a few of them to half.
	if !ok || amount.Value == 0 || factor == 0 || s.size == nil || *s.size%int(factor) != 0 {
		p.out.Warn(ingest.Truncated, line, "%s: the row has no rate, and none follows from %s %s in %s s", m[1], m[2], m[3], m[4])
		return true
	}
	p.out.Warn(ingest.Truncated, line, "%s: the row has no rate: it is taken from the amount and the time", m[1])
	r := p.cell(m[1], line, s)
	r.BytesPerSecond, r.Seconds = amount.Value*factor/taken.Value, taken.Value
	r.Printed, r.Unit = strings.Join([]string{m[2], m[3], "in", m[4], "s"}, " "), "B, s"
	p.give(&r, s)
	return true
}
