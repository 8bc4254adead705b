package bsslspeed

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A did is the figures of a line "Did N NAME operations in Uus (R ops/sec): M MB/s".
type did struct {
	name      string
	count, us ingest.Figure
	ops, mb   ingest.Figure // zero where there is none, NaN where what is printed is no number
	opsText   string        // as printed; "" where there is none
	mbText    string
	behind    string // what follows the figures
}

// progress is how far a line goes.
type progress int

const (
	nothing progress = iota // it is no such line
	unsure                  // it begins like one, and could be a sentence
	begins                  // it is one without a time
	timed                   // it has a count and a time, and not all of its rates
	rated                   // it is whole
)

// parseDid reads as much of text as is there. Where it is not sure that the text is of bssl it says nothing.
func parseDid(text string) (d did, at progress) {
	rest, ok := strings.CutPrefix(text, "Did ")
	if !ok {
		return d, nothing
	}
	count, rest, _ := strings.Cut(rest, " ")
	if d.count, ok = whole(count); !ok {
		return d, nothing
	}
	name, rest, ok := strings.Cut(rest, " operations")
	d.name = strings.Join(strings.Fields(name), " ")
	switch {
	case d.name == "":
		return d, nothing
	case !ok && strings.Contains(name, " bytes)"):
		return d, begins
	case !ok:
		return d, unsure
	}
	rest = strings.TrimLeft(rest, " ")
	if rest == "" || rest == "in" {
		return d, begins
	}
	rest, ok = strings.CutPrefix(rest, "in ")
	if !ok {
		return d, nothing
	}
	us, rest, ok := strings.Cut(strings.TrimLeft(rest, " "), "us")
	if !ok {
		return d, begins
	}
	if d.us, ok = whole(us); !ok {
		return d, nothing
	}
	rest = strings.TrimLeft(rest, " ")
	if inside, behind, ok := cutParentheses(rest); ok {
		rest = behind
		if ops, ok := strings.CutSuffix(inside, " ops/sec"); ok {
			d.opsText, d.ops = ops, figure(ops)
		} else if mb, ok := cutMB(inside); ok { // of those who print the rate that they are after
			d.mbText, d.mb = mb, figure(mb)
			d.behind = strings.TrimSpace(rest)
			return d, rated
		} else {
			return d, timed
		}
	}
	if mb, ok := strings.CutPrefix(rest, ":"); ok {
		text, behind, ok := strings.Cut(strings.TrimLeft(mb, " "), " MB/s")
		if !ok {
			d.behind = rest
			return d, timed
		}
		d.mbText, d.mb, rest = text, figure(text), behind
	}
	d.behind = strings.TrimSpace(rest)
	if d.opsText == "" && d.mbText == "" {
		return d, timed
	}
	return d, rated
}

// cutParentheses cuts what stands in parentheses off the beginning of a text.
func cutParentheses(text string) (inside, behind string, ok bool) {
	text, ok = strings.CutPrefix(text, "(")
	if !ok {
		return "", text, false
	}
	return strings.Cut(text, ")")
}

// cutMB cuts the unit of bytes off a figure.
func cutMB(text string) (string, bool) {
	if mb, ok := strings.CutSuffix(text, " MB/sec"); ok {
		return mb, true
	}
	return strings.CutSuffix(text, " MB/s")
}

// whole reads a number without a point: a count, or microseconds, which are as exact as they are printed. People group digits.
func whole(s string) (ingest.Figure, bool) {
	if grouped := strings.Split(s, ","); len(grouped) > 1 {
		if slices.ContainsFunc(grouped[1:], func(g string) bool { return len(g) != 3 }) {
			return ingest.Figure{}, false
		}
		s = strings.Join(grouped, "")
	}
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil {
		return ingest.Figure{}, false
	}
	return ingest.Figure{Value: float64(n)}, true
}

// figure reads a rate.
func figure(s string) ingest.Figure {
	f, ok := ingest.ParseFigure(s)
	if !ok {
		f.Value = math.NaN()
	}
	return f
}

// didLine takes a line that begins like one of bssl's. What may go on in the next line is held back.
func (p *parser) didLine(l ingest.Line, text string) bool {
	d, at := parseDid(text)
	p.endPartial()
	switch at {
	case nothing:
		return false
	case rated:
		p.begin(l.Number)
		p.figures(l.Number, d)
		return true
	}
	p.begun = partial{line: ingest.Line{Number: l.Number, Text: strings.Clone(text)}, last: l.Number, did: d, at: at}
	if at == unsure {
		return false
	}
	p.begin(l.Number)
	return true
}

// continued takes the rest of a line that was wrapped.
func (p *parser) continued(l ingest.Line, text string) bool {
	begun := p.begun
	d, at := parseDid(begun.line.Text + " " + text)
	if l.Number != begun.last+1 || at <= begun.at || strings.Contains(d.name, "Did ") {
		return false
	}
	p.begun = partial{}
	if at == rated {
		p.begin(begun.line.Number)
		p.figures(begun.line.Number, d)
		return true
	}
	// It may go on once more.
	p.begin(begun.line.Number)
	p.begun = partial{line: ingest.Line{Number: begun.line.Number, Text: begun.line.Text + " " + text}, last: l.Number, did: d, at: at}
	return true
}

// endPartial gives out what is there of a line that does not go on.
func (p *parser) endPartial() {
	begun := p.begun
	p.begun = partial{}
	switch begun.at {
	case begins:
		p.out.Warn(ingest.Truncated, begun.line.Number, "the line ends before its time: %s", begun.line.Text)
	case timed:
		p.out.Warn(ingest.Truncated, begun.line.Number, "the line ends before its rate: what is there is kept")
		begun.did.behind = ""
		p.figures(begun.line.Number, begun.did)
	}
}

// figures makes a result of a line.
func (p *parser) figures(line int, d did) {
	p.giveKeygen("")
	if strings.Contains(d.name, "Did ") {
		p.out.Warn(ingest.NoResult, line, "two lines are cut into each other: %s", d.name)
		return
	}
	if d.count.Value == 0 || d.us.Value == 0 {
		p.out.Warn(ingest.NoResult, line, "%s: %.0f operations in %.0f µs are no speed", d.name, d.count.Value, d.us.Value)
		return
	}
	p.annotation(line, d.behind)
	c := p.cell(d.name, line)
	r := c.result(line)
	r.Calls, r.Seconds = int64(d.count.Value), d.us.Value/1e6
	p.rates(&r, line, d)
	if c.generates {
		p.keygen = &keygenResult{r}
		return
	}
	p.give(&r)
}

// annotation says what is passed over behind the figures, but for ratios in brackets.
func (p *parser) annotation(line int, behind string) {
	if behind == "" || strings.HasPrefix(behind, "[") && strings.HasSuffix(behind, "%]") {
		return
	}
	p.out.Warn(ingest.Mismatched, line, "behind the figures, and passed over: %s", behind)
}

// coarse is the part of a rate that its rounding may take before count and time are better.
const coarse = 1e-4

// rates sets the rates of r and checks them against count, time and size.
func (p *parser) rates(r *result.Result, line int, d did) {
	fromCount := d.count.Value / (d.us.Value / 1e6)
	switch {
	case d.ops.Value == 0 && d.opsText == "": // cut off
	case !(d.ops.Value >= 0):
		p.out.Warn(ingest.NoResult, line, "%s ops/sec is no rate: count and time are kept", d.opsText)
		r.CallsPerSecond = fromCount
	case d.ops.Half > coarse*d.ops.Value || d.ops.Value == 0:
		r.CallsPerSecond = fromCount
	default:
		r.CallsPerSecond = d.ops.Value
	}
	// The time is a whole number of microseconds of a clock that counts no finer: half of one is what it may be off.
	us := ingest.Figure{Value: d.us.Value, Half: 0.5}
	seconds, ok := ingest.Agree(d.count, us.Times(1e-6), d.ops)
	if !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s: %.0f operations in %.0f µs are %.1f a second, %s is printed (that would take %.6f s): the printed rate is kept",
			d.name, d.count.Value, d.us.Value, fromCount, d.opsText, seconds)
		r.CallsPerSecond = d.ops.Value
	}
	if d.opsText != "" {
		r.Printed, r.Unit = d.opsText+" ops/sec", "calls/s"
	}
	if d.mbText == "" && d.mb.Value == 0 {
		return
	}
	r.Printed, r.Unit = d.mbText+" MB/s", "10^6 B/s"
	mb := d.mb.Times(1e6)
	if !(mb.Value >= 0) || math.IsInf(mb.Value, 0) {
		p.out.Warn(ingest.NoResult, line, "%s MB/s is no rate: count and time are kept", d.mbText)
		return
	}
	r.BytesPerSecond = mb.Value
	if r.SizeBytes == nil || mb.Value == 0 {
		return
	}
	bytes := ingest.Figure{Value: d.count.Value * float64(*r.SizeBytes)}
	if seconds, ok := ingest.Agree(bytes, us.Times(1e-6), mb); !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s: %.0f × %d bytes in %.0f µs are %.1f MB/s, %s is printed (that would take %.6f s): the printed rate is kept",
			d.name, d.count.Value, *r.SizeBytes, d.us.Value, bytes.Value/d.us.Value, d.mbText, seconds)
	}
}

// A keygenResult waits for the line of its distribution.
type keygenResult struct{ r result.Result }

// giveKeygen gives out the result that waits, with what the next line says of it.
func (p *parser) giveKeygen(spread string) {
	k := p.keygen
	if k == nil {
		return
	}
	p.keygen = nil
	k.r.Detail = ingest.Details(k.r.Detail, spread)
	p.give(&k.r)
}

// distribution takes "min: Aus, median: Bus, max: Cus" below a key generation.
func (p *parser) distribution(text string) bool {
	if p.keygen == nil {
		return false
	}
	var min, median, max uint64
	if n, _ := fmt.Sscanf(text, "min: %dus, median: %dus, max: %dus", &min, &median, &max); n != 3 {
		return false
	}
	p.giveKeygen(fmt.Sprintf("min %d µs, median %d µs, max %d µs", min, median, max))
	return true
}
