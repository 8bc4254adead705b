package botan

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"cpb/internal/ingest"
)

// A table is the summary that is read.
type table struct {
	open     bool
	sizes    []*int // of its columns; none where they are time and rate of calls
	repeated int    // cells that say what the lines above said
	begun    int    // the line of the head
}

// summary is the run of a table's results.
const summary = "summary"

var tableHead = ingest.NewPattern(`^algo +operation((?: +\d+ bytes)+| +sec/op +op/sec)$`)

// head takes the head of a table.
func (p *parser) head(text string) bool {
	m := tableHead.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	p.flush()
	p.ensure()
	repeated := p.table.repeated
	p.table = table{open: true, repeated: repeated, begun: p.table.begun}
	for _, size := range digits.FindAllString(m[1], -1) {
		n, err := strconv.Atoi(size)
		if err != nil || n <= 0 {
			p.table.sizes = append(p.table.sizes, nil)
			continue
		}
		p.table.sizes = append(p.table.sizes, &n)
	}
	return true
}

// cells takes the figures off the end of a row.
var cells = ingest.NewPattern(`^` + named + `((?: +(?:-?\d+\.\d+|N/A|-?inf|-?nan))+)$`)

// row takes a row of a table, or its end.
func (p *parser) row(l ingest.Line) bool {
	text := strings.TrimLeft(l.Text, " \t")
	if text == "[results are the number of 1000s bytes processed per second]" {
		return true
	}
	m := cells.FindStringSubmatch(text)
	if m == nil {
		p.table.open = strings.HasPrefix(text, "algo ")
		return false
	}
	name, op := splitRow(m[1])
	figures := strings.Fields(m[2])
	columns := len(p.table.sizes)
	if columns == 0 {
		columns = 2
	}
	switch {
	case len(figures) > columns:
		p.out.Warn(ingest.Mismatched, l.Number, "%s %s has %d figures under a head of %d columns: which is which cannot be told", name, op, len(figures), columns)
		return true
	case len(figures) < columns:
		p.out.Warn(ingest.Truncated, l.Number, "%s %s has %d of %d figures", name, op, len(figures), columns)
	}
	if len(p.table.sizes) == 0 {
		p.callCell(name, op, figures, l.Number)
		return true
	}
	p.rateCells(name, op, figures, l.Number)
	return true
}

// splitRow takes name and operation apart: they fill 35 and 16 columns, and a longer name runs into the operation. There is no
// operation where what was timed is in the name.
func splitRow(s string) (name, op string) {
	for _, op := range rowOperations {
		if name, ok := strings.CutSuffix(s, op); ok && name != "" {
			return strings.TrimRight(name, " "), op
		}
	}
	if i := strings.LastIndex(s, "  "); i >= 0 {
		return strings.TrimRight(s[:i], " "), s[i+2:]
	}
	return s, ""
}

// rowOperations has the operations, those first that end with others.
var rowOperations = func() []string {
	all := []string{"key schedule"}
	for op := range operations {
		all = append(all, op)
	}
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}()

// rateCells gives out the rates of a row, in 1000 B/s.
func (p *parser) rateCells(name, op string, figures []string, line int) {
	r := p.cell(name, op, line)
	r.Unit, r.Run = "1000 B/s", p.summaryRun()
	unknown := r.Unknown
	for i, printed := range figures {
		rate, ok := ingest.ParsePositive(printed)
		if !ok {
			p.out.Warn(ingest.NoResult, line, "%s %s: %s is no speed", name, op, printed)
			continue
		}
		size := p.table.sizes[i]
		r.SizeBytes, r.Unknown = size, unknown
		if size == nil || op == "decode" { // the head has the sizes of what is encoded
			r.SizeBytes, r.Unknown = nil, append(slices.Clip(unknown), "size_bytes")
		}
		r.BytesPerSecond, r.Printed = rate.Value*1000, printed
		if size != nil {
			p.repeats(key(name, op, strconv.Itoa(*size)), rate.Times(1000), line)
		}
		p.give(&r)
	}
}

// callCell gives out the time and the rate of a call, whichever is more exact.
func (p *parser) callCell(name, op string, figures []string, line int) {
	r := p.cell(name, op, line)
	r.Run = p.summaryRun()
	per, timed := ingest.ParsePositive(figures[0])
	var rate ingest.Figure
	rated := false
	if len(figures) > 1 {
		rate, rated = ingest.ParsePositive(figures[1])
	}
	switch {
	case rated && (!timed || rate.Half/rate.Value <= per.Half/per.Value):
		r.CallsPerSecond, r.Printed, r.Unit = rate.Value, figures[1]+" op/sec", unitCalls
	case timed:
		r.NsPerCall, r.Printed, r.Unit = per.Value*1e9, figures[0]+" sec/op", "s"
	default:
		p.out.Warn(ingest.NoResult, line, "%s %s: %s is no speed", name, op, strings.Join(figures, " "))
		return
	}
	if _, ok := ingest.Agree(ingest.Figure{Value: 1}, per, rate); !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s %s: %s sec/op and %s op/sec do not agree: the one with more digits is kept", name, op, figures[0], figures[1])
	}
	p.repeats(key(name, op, ""), rate, line)
	p.give(&r)
}

// summaryRun is the run of a table that comes after lines.
func (p *parser) summaryRun() string {
	if p.lines == nil {
		return ""
	}
	return summary
}

// repeats warns, once, that the table says what the lines said.
func (p *parser) repeats(key string, f ingest.Figure, line int) {
	of, ok := p.lines[key]
	if !ok || math.Abs(of.Value-f.Value) > of.Half+f.Half {
		return
	}
	if p.table.repeated++; p.table.repeated == 1 {
		p.out.Warn(ingest.DuplicateBlock, line, "the table repeats the figures of the lines before it: they are one measurement, not two")
	}
}

var digits = ingest.NewPattern(`\d+`)
