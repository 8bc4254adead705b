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
