package benchslope

import (
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// A derived table is made by hand: a column for each of two runs or more. It is held back until it ends, to be given out run by run.
type derived struct {
	open    bool
	line    int // of its head
	columns []string
	cipher  string
	unit    *unit
	rows    []derivedCell
}

type derivedCell struct {
	column int
	result result.Result
}

// A unit is what figures of a table can be in.
type unit struct {
	names []string
	unit  string // as results have it
	set   func(r *result.Result, x float64)
}

var units = []unit{
	{[]string{"cycles/byte", "c/b", "cpb"}, "cycles/B", func(r *result.Result, x float64) { r.CyclesPerByte, r.Cycles = x, result.CyclesUnknown }},
	{[]string{"mebibytes/sec", "mib/s"}, "2^20 B/s", func(r *result.Result, x float64) { r.BytesPerSecond = x * (1 << 20) }},
	{[]string{"nanosecs/byte", "ns/b", "ns/byte"}, "ns/B", func(r *result.Result, x float64) { r.BytesPerSecond = 1e9 / x }},
	{[]string{"usec/operation", "usec/op", "usec/iter", "µs/op", "us/op"}, "µs", func(r *result.Result, x float64) { r.NsPerCall = x * 1e3 }},
	{[]string{"nsec/operation", "nanosecs/iter", "nanosecs/op", "ns/op", "ns/iter"}, "ns", func(r *result.Result, x float64) { r.NsPerCall = x }},
	{[]string{"cycles/operation", "cycles/op", "cycles/iter", "c/iter"}, "cycles", func(r *result.Result, x float64) { r.CyclesPerCall, r.Cycles = x, result.CyclesUnknown }},
}

// unitIn is the unit that a word names; nil where it names none.
func unitIn(word string) *unit {
	word = strings.ToLower(strings.Trim(word, ".,:;()[]"))
	for i := range units {
		if slices.Contains(units[i].names, word) {
			return &units[i]
		}
	}
	return nil
}

// Words at the heads of columns.
var (
	runNames   = ingest.NewPattern(`(?i)^(?:base|baseline|before|after|old|new|orig|original|prev|previous|master|unpatched|patched|vanilla|generic|without|with|v\d+)$`)
	ratioNames = ingest.NewPattern(`(?i)^(?:speed-?up|total|gain|ratio|diff|change|improvement|faster|delta|%)$`)
	ratio      = ingest.NewPattern(`^\(?[~+-]?\d+(?:\.\d+)?(?:x|%|×)\)?$`)
)

func isRatioName(s string) bool { return ratioNames.MatchString(s) }

func isRatio(s string) bool { return ratio.MatchString(s) }

// A comment is a line of prose.
type comment struct {
	line int
	text string
}

// remember keeps the last line that names a unit.
func (p *parser) remember(l ingest.Line) {
	if strings.IndexByte(l.Text, '/') < 0 || len(l.Text) > 400 {
		return
	}
	for _, word := range strings.Fields(l.Text) {
		if unitIn(word) != nil {
			p.remark = comment{l.Number, strings.Clone(l.Text)}
			return
		}
	}
}

// above is how many lines may stand between the line that names a unit and the table.
const above = 4

// derivedHead takes the head of a table made by hand, if a line above says what its figures are.
func (p *parser) derivedHead(l ingest.Line, left string, fields []string) bool {
	if left != "" || len(fields) < 2 || p.remark.line == 0 || l.Number-p.remark.line > above {
		return false
	}
	d := derived{open: true, line: l.Number}
	runs := 0
	for _, f := range fields {
		switch {
		case runNames.MatchString(f):
			runs++
			d.columns = append(d.columns, strings.Clone(f))
		case isRatioName(f):
			d.columns = append(d.columns, "")
		default:
			return false
		}
	}
	if runs < 2 {
		return false
	}
	for _, word := range strings.Fields(p.remark.text) {
		if u := unitIn(word); u != nil {
			d.unit = u
		} else if name := strings.Trim(word, ".,:;()[]"); d.cipher == "" && p.isAlgorithm(name) {
			d.cipher = name
		}
	}
	if d.cipher == "" {
		return false
	}
	p.out.Begin(ingest.Block{})
	p.out.Warn(ingest.Derived, l.Number, "the table is made from outputs of a tool, which does not print it; what it is of is said in line %d: %s", p.remark.line, ingest.Brief(p.remark.text))
	p.derived = d
	return true
}

// isAlgorithm reports whether a word is the name of a cipher or of a key.
func (p *parser) isAlgorithm(word string) bool {
	if ciphers[word] != "" {
		return true
	}
	_, known := catalog.Known(word)
	return known && strings.ContainsAny(word, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// derivedRow takes a row of the table that is open.
func (p *parser) derivedRow(l ingest.Line, name, right string) bool {
	if !p.derived.open || name == "" {
		return false
	}
	fields := strings.Fields(right)
	for _, f := range fields {
		if _, isNumber := ingest.ParseFigure(f); !isNumber && !isRatio(f) && f != "-" {
			return false
		}
	}
	if len(fields) == 0 {
		return false
	}
	columns := p.derived.columns
	switch {
	case len(fields) > len(columns):
		p.out.Warn(ingest.Mismatched, l.Number, "%s: %d figures under %d columns: which is which is not certain, and none is given", name, len(fields), len(columns))
		return true
	case len(fields) < len(columns):
		p.out.Warn(ingest.Truncated, l.Number, "%s: %d figures under %d columns", name, len(fields), len(columns))
	}
	p.table = table{name: p.derived.cipher}
	var id identity
	if mode, way := splitWay(name); way != "" {
		id = p.mode(p.derived.cipher, mode, way, l.Number)
	} else {
		id = p.key(p.derived.cipher, name, l.Number)
	}
	p.table = table{}
	source := &result.Source{Line: l.Number}
	for i, f := range fields {
		if columns[i] == "" {
			continue
		}
		x, ok := ingest.ParsePositive(f)
		if !ok {
			p.out.Warn(ingest.NoResult, l.Number, "%s, %s: %s is no figure", name, columns[i], f)
			continue
		}
		r := id.result()
		r.Run, r.Source, r.Library = columns[i], source, p.library
		r.Printed, r.Unit = strings.Clone(f), p.derived.unit.unit
		p.derived.unit.set(&r, x.Value)
		if r.NsPerCall == 0 && r.CyclesPerCall == 0 {
			r.Unknown = slopeUnknown
		}
		p.derived.rows = append(p.derived.rows, derivedCell{i, r})
	}
	if len(p.derived.rows) > mostDerived {
		p.giveDerived()
	}
	return true
}

// mostDerived is the most cells of a table that are held back.
const mostDerived = 10_000

// endDerived ends the table that is open.
func (p *parser) endDerived() {
	if p.derived.open {
		p.giveDerived()
		p.derived = derived{}
	}
}

// giveDerived gives out what was held back, a column after the other.
func (p *parser) giveDerived() {
	for i := range p.derived.columns {
		for j := range p.derived.rows {
			if c := &p.derived.rows[j]; c.column == i {
				p.out.Result(&c.result)
			}
		}
	}
	p.derived.rows = p.derived.rows[:0]
}
