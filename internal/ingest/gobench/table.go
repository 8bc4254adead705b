package gobench

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A table is one of benchstat's or benchcmp's, from its head on.
type table struct {
	kind    tableKind
	columns []column
	labels  []label // of the new benchstat, between bars
	bars    int     // the place of the first bar
	csv     bool
	spread  string // what ± is
}

type tableKind int

const (
	noTable  tableKind = iota
	benchcmp           // benchmark  old ns/op  new ns/op  delta
	statOld            // name  old time/op  new time/op  delta
	statNew            // │ old │ new │ and │ sec/op │ sec/op  vs base │
)

// A column has the figures of one run.
type column struct {
	head string
	unit string // as the head has it; "" where each cell has its own
	at   int    // where it begins, in the new benchstat
}

// A label is what stands in the new benchstat's head above columns.
type label struct {
	text     string
	from, to int
}

// tableLine takes heads of tables and rows below them.
func (p *parser) tableLine(l ingest.Line, text string) bool {
	if p.table.kind == statNew && strings.Trim(text, "│|") == "" {
		return true // the last bar of the head, wrapped
	}
	if p.squeezedHead(l, text) {
		return true
	}
	if text[0] == '|' && !strings.HasPrefix(l.Text, "   ") { // Markdown's, from its first column on
		if p.table.columns != nil && strings.Trim(text, "|-: ") == "" {
			return true
		}
		text = strings.TrimSpace(strings.ReplaceAll(text, "|", "  "))
		l.Text = text
		if text == "" {
			return false
		}
	}
	if p.headLine(l, text) {
		return true
	}
	if p.table.kind == noTable {
		return false
	}
	return p.row(l, text)
}

// headLine takes the head of a table.
func (p *parser) headLine(l ingest.Line, text string) bool {
	switch {
	case strings.HasPrefix(text, "benchmark"), strings.HasPrefix(text, "name"):
		if strings.HasPrefix(text, "name,") || strings.HasPrefix(text, "name \\") && strings.Contains(text, ",") {
			return p.headCSV(text)
		}
		return p.headInColumns(text)
	case text[0] == ',':
		return p.headCSV(text)
	case strings.ContainsRune(text, '│') || strings.Contains(text, "|"):
		return p.headBetweenBars(l)
	}
	return false
}

// A shown is what the tables of the block have in common: columns, each time in another unit.
type shown struct {
	kind  tableKind
	heads map[string]bool
	units map[string]bool
}

// open begins a table. It belongs to the block before where it has a column of it in another unit.
func (p *parser) open(t table) {
	shares := slices.ContainsFunc(t.columns, func(c column) bool { return p.shown.heads[c.head] })
	unit := t.columns[0].unit
	if p.begun && p.table.kind == noTable && len(p.held.all) > 0 {
		p.flush() // benchmarks, of which this is no table
		p.config = config{}
	}
	if !p.begun || p.shown.kind != t.kind || !shares || p.shown.units[unit] {
		p.give()
		p.begun = false
		p.shown = shown{kind: t.kind, heads: map[string]bool{}, units: map[string]bool{}}
	}
	for _, c := range t.columns {
		p.shown.heads[c.head] = true
	}
	p.shown.units[unit] = true
	p.table = t
	p.begin()
}

// headInColumns takes the heads of benchcmp and of the old benchstat: words apart by two spaces, or old and new before units.
func (p *parser) headInColumns(text string) bool {
	fields := columnsOf(text)
	if len(fields) < 2 {
		return false
	}
	t := table{kind: benchcmp}
	first := fields[0]
	fields = fields[1:]
	switch {
	case first == "benchmark":
	case first == "name":
		t.kind, t.spread = statOld, "largest deviation from the mean"
	case strings.HasPrefix(first, `name \ `):
		t.kind, t.spread = statOld, "largest deviation from the mean"
		unit := strings.TrimPrefix(first, `name \ `)
		for _, f := range fields {
			t.columns = append(t.columns, column{head: strings.Clone(f), unit: strings.Clone(unit)})
		}
		if !isMetric(unit) {
			return false
		}
		p.open(t)
		return true
	default:
		return false
	}
	own := false // whether cells have units of their own
	for _, f := range fields {
		if f == "delta" || f == "speedup" || f == "ratio" {
			break
		}
		c := column{head: f}
		if words := strings.Fields(f); len(words) > 1 && isMetric(words[len(words)-1]) {
			c.head, c.unit = strings.Join(words[:len(words)-1], " "), words[len(words)-1]
		} else if isMetric(f) {
			c.head, c.unit = "", f
		}
		c.head, c.unit = strings.Clone(c.head), strings.Clone(c.unit)
		if c.unit == "" && len(fields) < 3 {
			return false
		}
		t.columns = append(t.columns, c)
		own = own || c.unit == ""
	}
	// Heads that people changed keep the last one, or are too few to be sure.
	if len(t.columns) == 0 || (t.kind == benchcmp || own) && len(t.columns) == len(fields) {
		return false
	}
	if own && t.kind == statOld {
		t.spread = ""
	}
	p.open(t)
	return true
}

// columnsOf cuts a head where two spaces or a tab are. Where single spaces are left of them, old and new and the metrics tell.
func columnsOf(text string) []string {
	var fields []string
	for _, f := range strings.FieldsFunc(strings.ReplaceAll(text, "  ", "\t"), func(c rune) bool { return c == '\t' }) {
		if f = strings.TrimSpace(f); f != "" {
			fields = append(fields, f)
		}
	}
	if len(fields) > 1 {
		return fields
	}
	words := strings.Fields(text)
	fields = nil
	for i := 0; i < len(words); i++ {
		w := words[i]
		if (w == "old" || w == "new") && i+1 < len(words) && isMetric(words[i+1]) {
			i++
			w += " " + words[i]
		}
		fields = append(fields, w)
	}
	return fields
}

// isMetric reports whether a word of a head is what is measured.
func isMetric(s string) bool {
	switch s {
	case "time/op", "speed", "alloc/op", "allocs/op", "ns/op", "MB/s", "allocs", "bytes", "sec/op", "B/s", "B/op":
		return true
	}
	return strings.HasSuffix(s, "/op") || strings.HasSuffix(s, "/s")
}

// headBetweenBars takes the two lines of the new benchstat's head, or more of them where there are more keys.
func (p *parser) headBetweenBars(l ingest.Line) bool {
	text := l.Text
	cells := betweenBars(text)
	if len(cells) < 2 || strings.TrimSpace(cells[0].text) != "" || cells[1].from < 3 {
		return false
	}
	cells = cells[1:]
	if strings.TrimSpace(cells[len(cells)-1].text) == "" {
		cells = cells[:len(cells)-1] // behind the last bar
	}
	if len(cells) == 0 {
		return false
	}
	units := true
	for i, c := range cells {
		cells[i].text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(c.text), "vs base"))
		units = units && strings.Contains(cells[i].text, "/") && isMetric(cells[i].text)
	}
	if !units {
		if bar := strings.TrimRight(text, " "); !strings.HasSuffix(bar, "│") && !strings.HasSuffix(bar, "|") {
			return p.labels(l.Number, cells) // the last bar is wrapped into the next line
		}
		if p.table.kind == statNew && p.table.columns == nil {
			p.table.labels = append(p.table.labels, cells...)
			return true
		}
		p.table = table{kind: statNew, labels: cells}
		return true
	}
	t := table{kind: statNew, bars: cells[0].from, spread: result.ConfidenceInterval}
	labels := p.table.labels
	if len(labels) == 0 {
		labels = p.maybe.above(l.Number)
	}
	for i, c := range cells {
		var heads []string
		if len(labels) == 0 && len(cells) > 1 {
			heads = []string{fmt.Sprintf("column %d", i+1)} // whose name is not there
		}
		for _, above := range labels {
			if above.from <= c.from && c.from < above.to && above.text != "" {
				heads = append(heads, above.text)
			}
		}
		t.columns = append(t.columns, column{head: strings.Clone(strings.Join(heads, " ")), unit: strings.Clone(c.text), at: c.from})
	}
	p.open(t)
	return true
}

// A maybe is what can be the labels of the new benchstat's head, if the line with the units follows.
type maybe struct {
	line   int
	labels []label
}

func (m *maybe) note(line int, cells []label) {
	if m.line == line {
		return // offered again, without a prefix
	}
	*m = maybe{line: line}
	for _, c := range cells {
		m.labels = append(m.labels, label{strings.Clone(strings.TrimSpace(c.text)), c.from, c.to})
	}
}

// labels takes what can be the labels of a head, where lines of benchmarks or such a table are above. Elsewhere it is remembered.
func (p *parser) labels(line int, cells []label) bool {
	p.maybe.note(line, cells)
	known := p.config.any
	for _, l := range p.maybe.labels {
		known = known || p.shown.kind == statNew && p.shown.heads[l.text]
	}
	if known && line == p.maybe.line {
		p.table = table{kind: statNew, labels: p.maybe.labels}
	}
	return known
}

// above is the labels, if they stand right above a line, or a wrapped bar is between.
func (m *maybe) above(line int) []label {
	if m.line == 0 || line-m.line > 2 {
		return nil
	}
	return m.labels
}

// squeezedHead takes the new benchstat's line of units where its spaces were lost, so that places tell nothing.
func (p *parser) squeezedHead(l ingest.Line, text string) bool {
	if text[0] != '|' && !strings.HasPrefix(text, "│") {
		return false
	}
	cells := betweenBars(text)[1:]
	if n := len(cells); n > 0 && strings.TrimSpace(cells[n-1].text) == "" {
		cells = cells[:n-1]
	}
	if len(cells) == 0 || len(l.Text)-len(text) > 2 {
		return false
	}
	t := table{kind: statNew, bars: -1, spread: result.ConfidenceInterval}
	labels := p.table.labels
	if len(labels) == 0 {
		labels = p.maybe.above(l.Number)
	}
	for i, c := range cells {
		unit := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(c.text), "vs base"))
		if !isSpeed(unit) && !isMemory(unit) || unit == "" {
			return p.labels(l.Number, cells)
		}
		head := fmt.Sprintf("column %d", i+1)
		if len(labels) == len(cells) {
			head = labels[i].text
		}
		t.columns = append(t.columns, column{head: head, unit: strings.Clone(unit)})
	}
	p.open(t)
	return true
}

// betweenBars is the parts of a text between bars, with the places of their first and last characters.
func betweenBars(text string) (cells []label) {
	at, from := 0, 0
	var b strings.Builder
	for _, c := range text {
		at++
		if c == '│' || c == '|' {
			cells = append(cells, label{b.String(), from, at})
			b.Reset()
			from = at
			continue
		}
		b.WriteRune(c)
	}
	return append(cells, label{b.String(), from, math.MaxInt})
}

// headCSV takes the heads that benchstat -csv prints: "name,old time/op (ns/op),±,…" in the old form; a line of runs and a line of
// units in the new one.
func (p *parser) headCSV(text string) bool {
	f, ok := fieldsOfCSV(text)
	if !ok || len(f) < 2 {
		return false
	}
	if f[0] == "" {
		return p.headNewCSV(f)
	}
	t := table{kind: statOld, csv: true, spread: "largest deviation from the mean"}
	name, several := strings.CutPrefix(f[0], `name \ `)
	if several {
		_, name, _ = strings.Cut(name, "(")
	}
	for _, head := range f[1:] {
		if head == "±" || head == "delta" || head == "" {
			continue
		}
		c := column{head: head, unit: strings.TrimSuffix(name, ")")}
		if !several {
			var metric string
			metric, c.unit, _ = strings.Cut(strings.TrimSuffix(head, ")"), " (")
			c.head = ""
			if old, _, ok := strings.Cut(metric, " "); ok {
				c.head = old
			}
		}
		if c.unit == "" {
			return false
		}
		c.head, c.unit = strings.Clone(c.head), strings.Clone(c.unit)
		t.columns = append(t.columns, c)
	}
	if len(t.columns) == 0 {
		return false
	}
	p.open(t)
	return true
}

func (p *parser) headNewCSV(f []string) bool {
	units := len(f) > 2 && f[2] == "CI"
	var cells []label
	for i, text := range f[1:] {
		if text != "" && text != "CI" && text != "vs base" && text != "P" {
			cells = append(cells, label{strings.Clone(text), i, i + 1})
		}
	}
	if len(cells) == 0 {
		return false
	}
	if !units {
		if len(f) < 3 || f[2] != "" {
			return false
		}
		p.table = table{kind: statNew, csv: true, labels: cells}
		return true
	}
	t := table{kind: statNew, csv: true, spread: result.ConfidenceInterval}
	for _, c := range cells {
		head := ""
		for _, above := range p.table.labels {
			if above.from == c.from {
				head = above.text
			}
		}
		t.columns = append(t.columns, column{head: head, unit: c.text, at: c.from})
	}
	p.open(t)
	return true
}

func fieldsOfCSV(text string) ([]string, bool) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	f, err := r.Read()
	return f, err == nil
}
