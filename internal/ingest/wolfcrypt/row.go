package wolfcrypt

import (
	"strconv"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

const number = `(-?[\d.]+|-?inf|-?nan)`

// behind is what may stand behind a row: cycles, and the variation of builds that measure it (MULTI_VALUE_STATISTICS).
const behind = `(?:,? ?(\d+ cycles(?:/op)?),?)?(?:,?\s*(?:Cycles per byte|1バイトあたりのサイクル数)\s*=\s*` + number + `)?(?:, max duration \S+ \S+ min duration \S+ \S+ mean duration ` + number + ` \S+ sd ` + number + ` \S+)?(.*)$`

var (
	rateLine = ingest.NewPattern(`^([A-Za-z0-9][\w+/.() -]*?)\s+` + number + `\s+(bytes|[KMG]i?B|[kmg]B|megs)\s+(?:took|を)\s+` + number + `\s+(seconds|microseconds|秒で処理)\s*,\s+` + number + `\s+(bytes|[KMG]i?B|[kmg]B)/(s|[μµ]s)` + behind)
	callLine = ingest.NewPattern(`^([A-Za-z][^:|<>=]*?)\s+(\d+)\s*(?:ops took|回処理を)\s+` + number + `\s+([μµ]?sec|秒で実施),\s+(?:(?:avg|平均)\s+` + number + `\s+ms,\s+)?` + number + `\s+(?:ops/([μµ]?)sec|処理/秒)` + behind)
)

// rate takes a row with a rate of bytes.
func (p *parser) rate(text string, line int, s *side) bool {
	m := rateLine.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	old := m[3] == "megs" || m[3] == "kB" && m[7] == "MB" // before 3.11
	r := p.cell(m[1], line, s)
	p.ensure()
	remark, ok := p.rest(m[13], line)
	if !ok {
		return true
	}
	addDetail(&r, remark)
	rate, ok := ingest.ParsePositive(m[6])
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: %s %s/%s is no speed", m[1], m[6], m[7], m[8])
		return true
	}
	r.Printed = m[6] + " " + m[7] + "/" + m[8]
	amount, _ := ingest.ParseFigure(m[2])
	taken, _ := ingest.ParseFigure(m[4])
	seconds := 1.0
	if m[5] == "microseconds" {
		seconds = 1e-6
	}
	if m[8] != "s" {
		rate = rate.Times(1e6)
	}
	taken = taken.Times(seconds)
	if taken.Value > 0 {
		r.Seconds = taken.Value
	}
	setCycles(&r, m[10])
	setSpread(&r, m[11], m[12])
	counted := amount
	if old {
		counted = amount.Times(oldFactor(m[3], m[7]))
	}
	if implied, ok := ingest.Agree(counted, taken, rate); !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s: %s %s in %s s are not %s %s/%s, which is kept; it would take %.6g s", m[1], m[2], m[3], m[4], m[6], m[7], m[8], implied)
	}
	if old {
		s.units.known, s.units.binary = true, true
	}
	p.rated(&r, rate, amount, m[7], s)
	return true
}

// oldFactor is the unit of an amount in that of the rate, before 3.11.
func oldFactor(amount, rate string) float64 {
	if amount == "kB" && rate == "MB" {
		return 1.0 / 1024
	}
	return 1
}

// calls takes a row with a rate of calls.
func (p *parser) calls(text string, line int, s *side) bool {
	m := callLine.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	r := p.keyCell(m[1], line)
	p.ensure()
	remark, ok := p.rest(m[12], line)
	if !ok {
		return true
	}
	addDetail(&r, remark)
	unit := 1.0
	if m[7] != "" {
		unit = 1e6
	}
	seconds := 1.0
	if strings.HasSuffix(m[4], "sec") && m[4] != "sec" {
		seconds = 1e-6
	}
	count, _ := ingest.ParseFigure(m[2])
	count.Half = 0
	taken, _ := ingest.ParseFigure(m[3])
	f := callFigures{count: count, taken: taken.Times(seconds), printedTime: m[5], printedRate: m[6]}
	f.per, _ = ingest.ParsePositive(m[5])
	f.per = f.per.Times(1e-3)
	if rate, ok := ingest.ParsePositive(m[6]); ok {
		f.rate = rate.Times(unit)
	}
	setSpread(&r, m[10], m[11])
	of, per, _ := strings.Cut(m[8], " ")
	if cycles, ok := ingest.ParsePositive(of); ok && count.Value > 0 {
		r.CyclesPerCall, r.Cycles = cycles.Value, result.CyclesUnknown
		if per == "cycles" { // of all calls
			r.CyclesPerCall /= count.Value
		}
	}
	p.giveCalls(&r, m[1], f, line, s)
	return true
}

// callFigures is what is printed of calls; figures that are not there are 0.
type callFigures struct {
	count, taken, per, rate  ingest.Figure // seconds, and calls per second
	printedTime, printedRate string
}

// giveCalls gives out calls with the more exact of time and rate.
func (p *parser) giveCalls(r *result.Result, name string, f callFigures, line int, s *side) {
	if 1 <= f.count.Value && f.count.Value < 1<<53 {
		r.Calls = int64(f.count.Value)
	}
	if f.taken.Value > 0 {
		r.Seconds = f.taken.Value
	}
	rated, timed := f.rate.Value > 0, f.per.Value > 0
	switch {
	case rated && (!timed || f.rate.Half/f.rate.Value <= f.per.Half/f.per.Value):
		r.CallsPerSecond, r.Printed, r.Unit = f.rate.Value, f.printedRate+" ops/sec", "calls/s"
	case timed:
		r.NsPerCall, r.Printed, r.Unit = f.per.Value*1e9, f.printedTime+" ms", "ms"
	case f.printedTime == "0.000" && r.Calls > 0 && r.Seconds > 0:
		r.Printed, r.Unit = strconv.FormatInt(r.Calls, 10)+" ops", "calls"
	default:
		p.out.Warn(ingest.NoResult, line, "%s: %s ms and %s ops/sec are no speed", name, f.printedTime, f.printedRate)
		return
	}
	if _, ok := ingest.Agree(ingest.Figure{Value: 1}, f.per, f.rate); !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s: %s ms and %s ops/sec do not agree: the one with more digits is kept", name, f.printedTime, f.printedRate)
	} else if implied, ok := ingest.Agree(f.count, f.taken, f.rate); !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s: %.0f ops in %.6g s are not %s ops/sec; at that rate they would take %.6g s",
			name, f.count.Value, f.taken.Value, f.printedRate, implied)
	}
	p.settleSide(s) // the order of the text
	p.give(r, s)
}

// oldLine is a row of calls before 3.11.
var oldLine = ingest.NewPattern(`^(RSA|DH|ECC|EC-DHE|EC-DSA|ECDHE|ECDSA|CURVE25519|ED25519)(?:\s+|-)(?:(\d+)\s+)?(\S.*?)\s+(?:took\s+)?` + number + ` milliseconds, avg over (\d+)(?:\s+iterations)?(?:, ` + number + ` ops/sec)?$`)

// oldCalls takes a row of calls before 3.11.
func (p *parser) oldCalls(text string, line int, s *side) bool {
	m := oldLine.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	p.ensure()
	r := p.keyResult(m[1], "", m[2], strings.Join(strings.Fields(strings.TrimSuffix(m[3], "time")), " "), line)
	count, _ := ingest.ParseFigure(m[5])
	count.Half = 0
	f := callFigures{count: count, printedTime: m[4], printedRate: m[6]}
	f.per, _ = ingest.ParsePositive(m[4])
	f.per = f.per.Times(1e-3)
	f.rate, _ = ingest.ParsePositive(m[6])
	p.giveCalls(&r, m[1]+" "+m[2]+" "+m[3], f, line, s)
	return true
}

// sums of the threads come at the end (-threads, -print).
var sumLine = ingest.NewPattern(`^([A-Za-z0-9][^:|<>=]*?)\s+` + number + `\s+(MB/s|mB/s|ops/sec)$`)

// sum takes a line that adds up what the threads printed. What it calls MB is whatever unit each of them had.
func (p *parser) sum(text string, line int) bool {
	m := sumLine.FindStringSubmatch(text)
	if m == nil || p.rows == 0 {
		return false
	}
	if m[3] == "ops/sec" {
		p.out.Warn(ingest.NoResult, line, "%s: %s ops/sec is the sum of threads that have their own rows", m[1], m[2])
		return true
	}
	p.out.Warn(ingest.NoResult, line, "%s: the sum of threads, %s %s, is none of one unit: the benchmark adds KiB and MiB", m[1], m[2], m[3])
	return true
}

// remarked is what people put behind a row: words in parentheses.
var remarked = ingest.NewPattern(`^\(([^()|<>]{1,80})\)$`)

// rest is the remark behind a row. It warns of what else stands there and is not known; the row is none then.
func (p *parser) rest(text string, line int) (remark string, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" || text == "," {
		return "", true
	}
	if strings.Contains(text, "heap") || strings.Contains(text, "stack") { // of builds that count memory
		return "", true
	}
	if m := remarked.FindStringSubmatch(text); m != nil {
		return m[1], true
	}
	p.out.Warn(ingest.Mismatched, line, "no figure is taken of a row with something else behind it: %s", text)
	return "", false
}

// addDetail adds what else is said of a row.
func addDetail(r *result.Result, more string) {
	if more != "" {
		r.Detail = ingest.Details(r.Detail, strings.Clone(more))
	}
}

func setCycles(r *result.Result, printed string) {
	if c, ok := ingest.ParsePositive(printed); ok {
		r.CyclesPerByte, r.Cycles = c.Value, result.CyclesUnknown
	}
}

func setSpread(r *result.Result, mean, sd string) {
	if m, ok := ingest.ParsePositive(mean); ok {
		if d, ok := ingest.ParsePositive(sd); ok {
			r.Spread, r.Spreads = d.Value/m.Value, result.StandardDeviation
		}
	}
}
