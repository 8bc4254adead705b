package gbench

import (
	"math"
	"slices"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A comparison is the table of tools/compare.py: a benchmark's change of time and of processor time, then both times of either run. It
// is held back until it ends, to be given out run by run.
type comparison struct {
	open bool
	rows []compared
	part part
}

// A part is the beginning of a head or row that may go on in the next line: the tables are wider than a mail.
type part struct {
	text       string
	line, last int
}

type compared struct {
	line     int
	name     string
	time     [2]string // old and new
	cpu      [2]ingest.Figure
	cpuTexts [2]string
}

// sides are the runs of a comparison, in the words of its head.
var sides = [2]string{"Old", "New"}

var (
	// People put what they measured on behind the first word.
	comparedHead = ingest.NewPattern(`^Benchmark(?:\s+(\S.*?))?\s+Time\s+CPU\s+Time\s+Old\s+Time\s+New\s+CPU\s+Old\s+CPU\s+New$`)
	// "NAME -0.1234 -0.1230 1000 877 1000 877"
	comparedRow = ingest.NewPattern(`^(\S.*?)((?:\s+[-+]?(?:\d+\.\d+|inf|nan)){2})\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)$`)
	// The probabilities of a test that the runs are alike, and the mean over all rows.
	noBenchmark = ingest.NewPattern(`^(?:\S.*_pvalue|OVERALL_GEOMEAN)\s`)
)

// comparedLine takes the lines of a comparison.
func (p *parser) comparedLine(l ingest.Line, text string) bool {
	line := l.Number
	if part := p.comparison.part; part.line > 0 && l.Number == part.last+1 && isRest(text) {
		text, line = part.text+" "+text, part.line
	} else {
		p.endPart()
	}
	if m := comparedHead.FindStringSubmatch(text); m != nil {
		p.end()
		p.out.Begin(ingest.Block{Label: strings.Clone(strings.Trim(m[1], "()[]: "))})
		p.out.Warn(ingest.Assumed, line, "the table does not say what its times are in: they are taken for nanoseconds, as the tool has them unless told otherwise")
		p.comparison.open = true
		return true
	}
	if !p.comparison.open {
		p.comparison.part = part{}
		if isPartOfHead(text) {
			p.comparison.part = part{strings.Clone(text), line, l.Number}
		}
		return false
	}
	m := comparedRow.FindStringSubmatch(text)
	switch {
	case strings.Trim(text, "- ") == "", noBenchmark.MatchString(text):
		p.comparison.part = part{}
		return true
	case m != nil:
		p.comparison.part = part{}
		p.compare(line, m)
		return true
	case strings.HasPrefix(text, "BM_") && l.Number-line < 6:
		p.comparison.part = part{strings.Clone(text), line, l.Number}
		return true
	}
	p.endComparison()
	return false
}

// heads are the words of a head behind what names the rows.
var heads = strings.Fields("Time CPU Time Old Time New CPU Old CPU New")

// isPartOfHead reports whether a text begins like a head, and ends before it does.
func isPartOfHead(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "Benchmark" {
		return false
	}
	at := slices.Index(words, heads[0])
	if at < 0 {
		return false
	}
	words = words[at:]
	return len(words) < len(heads) && slices.Equal(words, heads[:len(words)])
}

// isRest reports whether a text can be the rest of a head or of a row.
func isRest(text string) bool {
	for _, word := range strings.Fields(text) {
		if _, isNumber := ingest.ParseFigure(word); !isNumber && !slices.Contains(heads, word) {
			return false
		}
	}
	return true
}

// endPart says that a row does not go on.
func (p *parser) endPart() {
	if part := p.comparison.part; part.line > 0 && p.comparison.open {
		p.out.Warn(ingest.Truncated, part.line, "the row is not whole: %s", part.text)
	}
	p.comparison.part = part{}
}

// compare holds back a row.
func (p *parser) compare(line int, m []string) {
	r := compared{line: line, name: strings.Clone(m[1])}
	for i := range sides {
		r.time[i], r.cpuTexts[i] = strings.Clone(m[3+i]), strings.Clone(m[5+i])
		r.cpu[i], _ = ingest.ParseFigure(m[5+i])
	}
	change := strings.Fields(m[2])[1]
	if f, ok := ingest.ParseFigure(change); ok && !isChange(f, r.cpu[0], r.cpu[1]) {
		p.out.Warn(ingest.CountMismatch, line, "%s: from %s to %s is a change of %+.4f, not of %s: the times are kept", r.name, m[5], m[6], r.cpu[1].Value/r.cpu[0].Value-1, change)
	}
	p.comparison.rows = append(p.comparison.rows, r)
	if len(p.comparison.rows) >= 10_000 {
		p.giveComparison()
	}
}

// isChange reports whether change can be that from one time to another, all three as rounded.
func isChange(change, from, to ingest.Figure) bool {
	if from.Value <= from.Half {
		return true
	}
	least := (to.Value-to.Half)/(from.Value+from.Half) - 1
	most := (to.Value+to.Half)/(from.Value-from.Half) - 1
	const slack = 1e-9 // of the arithmetic
	return least-slack <= change.Value+change.Half && change.Value-change.Half <= most+slack
}

func (p *parser) endComparison() {
	p.endPart()
	p.giveComparison()
	p.comparison.open = false
}

// giveComparison gives out what is held back, first the old run, then the new one.
func (p *parser) giveComparison() {
	for i, side := range sides {
		for _, row := range p.comparison.rows {
			name, aggregate := cutAggregate(row.name)
			if aggregate != "" && aggregate != "mean" && aggregate != "median" {
				continue
			}
			c := p.cell(name, row.line)
			switch {
			case c == nil:
				continue
			case !(row.cpu[i].Value > 0) || math.IsInf(row.cpu[i].Value, 0):
				p.out.Warn(ingest.NoResult, row.line, "%s, CPU %s: %s is no time", row.name, side, row.cpuTexts[i])
				continue
			}
			r := c.result(row.line)
			r.Run, r.NsPerCall = side, row.cpu[i].Value
			r.Printed, r.Unit = row.cpuTexts[i]+" of processor time, "+row.time[i]+" by the clock", "10^-9 s"
			r.Detail = ingest.Details(r.Detail, aggregate)
			p.out.Result(&r)
		}
	}
	p.comparison.rows = p.comparison.rows[:0]
}

// result is what the name of a benchmark says, as a result of a line.
func (c *cell) result(line int) result.Result {
	return result.Result{
		Primitive: c.primitive.Slug, Operation: c.operation, Work: c.work, Detail: c.detail, Library: c.library,
		SizeBytes: c.size, Bits: c.bits, Threads: c.threads, Unknown: c.unknown, Source: &result.Source{Line: line},
	}
}
