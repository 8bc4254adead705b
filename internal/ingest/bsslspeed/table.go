package bsslspeed

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// A nearby is what the prose before a table says of it.
type nearby struct {
	bssl int // the last line that names the tool; 0 where none
	unit int // the last line that names a unit
	ops  bool
}

// reach is how many lines a remark is from the table that it is about.
const reach = 24

// see looks for the tool and for units in a line that nobody took.
func (n *nearby) see(l ingest.Line) {
	if strings.Contains(l.Text, "bssl") {
		n.bssl = l.Number
	}
	if _, ops, ok := unitIn(l.Text); ok {
		n.unit, n.ops = l.Number, ops
	}
}

// extend has what is said of a table with that head hold behind its row too, for the next table.
func (n *nearby) extend(head, row int) {
	if within(n.bssl, head) {
		n.bssl = row
	}
	if within(n.unit, head) {
		n.unit = row
	}
}

// within reports whether line at is one, and near line.
func within(at, line int) bool { return at > 0 && line-at <= reach }

// unitIn is the unit that a text names: calls a second, or 10^6 bytes a second.
func unitIn(text string) (unit string, ops, ok bool) {
	for _, u := range []struct {
		words string
		ops   bool
	}{{"ops/sec", true}, {"ops/s", true}, {"operations per second", true}, {"MB/s", false}} {
		if strings.Contains(text, u.words) {
			return u.words, u.ops, true
		}
	}
	return "", false, false
}

// A table is one that somebody made of bssl's figures: a column or more of what names a row, then a column or two for each side, then
// ratios. The unit stands in the heads, in a row of its own below them, in each cell, or in the prose above.
type table struct {
	columns []column // of the head; empty outside a table
	head    int      // the line of its head
	begun   bool     // whether a row was given
	sure    bool     // whether it is said that the figures are bssl's
	keys    []string // of the row before, for those that leave out what is the same

	row       ingest.Line // held back for the rest of it: its last column may be wrapped into the next line
	last      int         // the number of the line that it ends in
	candidate candidate
}

// A candidate is what may be the head of a table: the next lines may have its units.
type candidate struct {
	text string
	line int
	last int
}

// A column has one side's figures, names, or none of ours.
type column struct {
	head string
	key  bool
	ops  bool
	unit bool // whether it is known
	none bool // ratios and the like
}

// end ends the table.
func (t *table) end(p *parser) {
	t.settle(p)
	c := t.candidate
	*t = table{candidate: c}
}

// line takes the lines of a table.
func (t *table) line(p *parser, l ingest.Line, text string) bool {
	if t.continues(l, text) {
		t.row.Text += " " + text
		t.last = l.Number
		return true
	}
	if isRuler(text) {
		return t.columns != nil || strings.HasPrefix(text, "┌") || strings.HasPrefix(text, "╔")
	}
	cells := split(text)
	if t.columns == nil && !t.opens(p, l, text, cells) {
		return false
	}
	if len(cells) < 2 {
		return false
	}
	if t.head == l.Number || t.unitRow(cells) {
		return true
	}
	if !t.begun && !t.sure && !knows(name(t.keysOf(cells))) {
		t.columns = nil
		return false
	}
	t.row, t.last = ingest.Line{Number: l.Number, Text: strings.Clone(text)}, l.Number
	return true
}

// continues reports whether a line has the rest of the row before: the row begins with a bar, the line does not.
func (t *table) continues(l ingest.Line, text string) bool {
	return t.row.Number > 0 && l.Number == t.last+1 && isRest(t.row.Text, text) && len(split(t.row.Text)) < len(t.columns)
}

// isRest reports whether a line can be the rest of a wrapped one.
func isRest(text, rest string) bool {
	return text[0] == '|' && rest[0] != '|' && strings.Contains(rest, "|") && !isRuler(rest)
}

// isRuler reports whether a text draws lines only.
func isRuler(text string) bool {
	for _, c := range text {
		if !(0x2500 <= c && c <= 0x257f) && !strings.ContainsRune("+-|=: ", c) {
			return false
		}
	}
	return strings.ContainsAny(text, "-=─═━")
}

var bars = strings.NewReplacer("│", "|", "║", "|", "┃", "|")

// split is the cells of a row between bars; nil where there are none.
func split(text string) (cells []string) {
	text = strings.TrimSpace(bars.Replace(text))
	if !strings.Contains(text, "|") {
		return nil
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, "|"), "|")
	for _, cell := range strings.Split(text, "|") {
		cells = append(cells, strings.Trim(cell, " \t*`"))
	}
	return cells
}

// opens reports whether a line opens a table: it is a head with units, or has the units of the head before it.
func (t *table) opens(p *parser, l ingest.Line, text string, cells []string) bool {
	c := t.candidate
	if c.line > 0 && l.Number == c.last+1 && isRest(c.text, text) {
		t.candidate.text, t.candidate.last = c.text+" "+text, l.Number
		return false
	}
	if len(cells) < 2 {
		return false
	}
	if columns := columnsOf(cells); columns != nil {
		if c.line != l.Number { // else it is offered again, without its first bar
			t.candidate = candidate{strings.Clone(text), l.Number, l.Number}
		}
		return t.open(p, l.Number, columns, text)
	}
	const below = 4 // lines, of rulers and blank ones
	if c.line == 0 || l.Number-c.last > below {
		return false
	}
	columns := columnsOf(split(c.text))
	units := 0
	for i, cell := range cells {
		if _, _, own := unitIn(cell); own && i < len(columns) && !columns[i].key {
			units++
		}
	}
	return units > 0 && t.open(p, c.line, columns, c.text+" "+text)
}

// Words of heads of columns that name what a row is of: of the first, and of those that may follow.
var (
	firstKeys = []string{"operation", "benchmark", "name", "algorithm", "test", "primitive", "workload", "cipher", "function", ""}
	moreKeys  = []string{"operation", "mode", "bytes", "size", "input size", "block size", "message size", "size (bytes)", "input"}
)

// columnsOf is the columns that a head of cells has; nil where it is none.
func columnsOf(cells []string) []column {
	var columns []column
	keys := true
	for i, cell := range cells {
		known := firstKeys
		if i > 0 {
			known = moreKeys
		}
		keys = keys && slices.Contains(known, strings.ToLower(cell))
		if i == 0 && !keys {
			return nil
		}
		c := column{head: cell, key: keys, none: isRatio(cell)}
		if words, ops, own := unitIn(cell); own {
			c.ops, c.unit = ops, true
			c.head = strings.Trim(strings.Replace(cell, words, "", 1), " (),[]")
		}
		if !keys && cell == "" { // a head that spans columns
			if i == 0 || columns[i-1].key {
				return nil
			}
			c = columns[i-1]
		}
		if f, ok := ingest.ParseLocalFigure(cell, true); ok && f.Value > 0 {
			return nil
		}
		columns = append(columns, c)
	}
	if keys {
		return nil
	}
	for i, c := range columns {
		columns[i].head = strings.Clone(c.head)
	}
	return columns
}

// open opens the table of a head, whose text, with what has its units, tells whether the figures can be bssl's.
func (t *table) open(p *parser, line int, columns []column, text string) bool {
	ownWords := strings.Contains(text, "ops/s") // which is what bssl calls it
	sure := within(p.near.bssl, line) || strings.Contains(text, "AWS-LC") || strings.Contains(text, "BoringSSL")
	if !sure && !ownWords {
		return false
	}
	unit := within(p.near.unit, line)
	for i, c := range columns {
		if !c.key && !c.unit && !c.none && unit {
			columns[i].ops, columns[i].unit = p.near.ops, true
		}
	}
	if !slices.ContainsFunc(columns, func(c column) bool { return c.unit }) && !hasUnit(text) {
		return false
	}
	t.columns, t.head, t.sure, t.begun, t.keys = columns, line, sure, false, nil
	t.candidate = candidate{}
	return true
}

func hasUnit(text string) bool {
	_, _, ok := unitIn(text)
	return ok
}

// unitRow takes a row that has the units of the columns, and nothing else.
func (t *table) unitRow(cells []string) bool {
	units := 0
	for i, cell := range cells {
		words, _, own := unitIn(cell)
		switch {
		case own && cell == words && i < len(t.columns) && !t.columns[i].key:
			units++
		case cell != "" && cell != "%":
			return false
		}
	}
	if units == 0 || t.begun {
		return false
	}
	for i, cell := range cells {
		if _, ops, own := unitIn(cell); own {
			t.columns[i].ops, t.columns[i].unit = ops, true
		}
	}
	return true
}

// isRatio reports whether a head is of what was made of two columns.
func isRatio(head string) bool {
	head = strings.ToLower(head)
	for _, word := range []string{"speedup", "speed-up", "ratio", "change", "delta", "diff", "gain", "improvement", "%", "factor", "vs"} {
		if strings.Contains(head, word) {
			return true
		}
	}
	return false
}

// ofSize is a size in a cell, or at a name's end.
var ofSize = ingest.NewPattern(`(?i)^(.*?)(?:^|,? )(\d{1,9}) ?(bytes?|B|KB|KiB)?(?: bytes)?$`)

// keysOf is what names a row: its own cells, and from the left on those of the row before that it leaves out.
func (t *table) keysOf(cells []string) (keys []string) {
	same := true
	for i, c := range t.columns {
		if !c.key || i >= len(cells) {
			break
		}
		key := cells[i]
		if same = same && key == "" && i < len(t.keys); same {
			key = t.keys[i]
		}
		keys = append(keys, key)
	}
	return keys
}

// name is the name of a row, as bssl prints it.
func name(keys []string) string {
	var words []string
	size := ""
	for i, key := range keys {
		if m := ofSize.FindStringSubmatch(key); m != nil && (m[3] != "" || m[1] == "" && i > 0) {
			key, size = m[1], bytesOf(m[2], m[3])
		}
		if rest, _, ok := strings.Cut(key, " ("); ok && i > 0 {
			key = rest
		}
		words = append(words, strings.Fields(key)...)
	}
	return strings.TrimSpace(strings.Join(append(words, size), " "))
}

// bytesOf is a size as bssl prints it. Its sizes are 16384 where people write 16 KB.
func bytesOf(number, unit string) string {
	n, _ := strconv.Atoi(number)
	if unit != "" && (unit[0] == 'k' || unit[0] == 'K') {
		n <<= 10
	}
	return "(" + strconv.Itoa(n) + " bytes)"
}

// knows reports whether a name holds a primitive that the catalogue has.
func knows(printed string) bool {
	name, _, _ := parentheses(printed)
	if rest, ok := cutPrefixFold(name, "EVP-", "EVP ", "AEAD-"); ok {
		name = rest
	}
	name, _ = cutEnding(name)
	_, meant := meanings[strings.ToLower(name)]
	_, known := catalog.Known(name)
	return meant || known
}

// settle gives out the figures of the row that is held back.
func (t *table) settle(p *parser) {
	l := t.row
	if l.Number == 0 {
		return
	}
	t.row = ingest.Line{}
	cells := split(l.Text)
	keys := t.keysOf(cells)
	name := name(keys)
	if name == "" {
		return
	}
	if !t.begun {
		t.begun = true
		p.inBlock = false
		p.begin(t.head)
		p.out.Warn(ingest.Derived, t.head, "a table that was made of bssl speed's figures, which themselves are not here: counts and times cannot be checked%s", t.doubt())
	}
	t.keys = keys
	p.near.extend(t.head, l.Number)
	switch {
	case len(cells) > len(t.columns):
		p.out.Warn(ingest.Mismatched, l.Number, "%s: %d cells below %d heads: which is whose is not certain", name, len(cells), len(t.columns))
		return
	case len(cells) < len(t.columns):
		p.out.Warn(ingest.Truncated, l.Number, "%s: %d cells below %d heads", name, len(cells), len(t.columns))
	}
	if last := len(cells) - 1; isCut(l.Text, len(cells) < len(t.columns)) && !t.columns[last].none && !hasUnit(cells[last]) {
		p.out.Warn(ingest.Truncated, l.Number, "%s: the end of the row may be cut off, and with it digits: %s is passed over", name, cells[last])
		cells = cells[:last]
	}
	t.figures(p, l.Number, name, cells)
}

// isCut reports whether the last cell of a row may lack its end: no bar is behind it, where one is before the row, or cells are missing.
func isCut(text string, missing bool) bool {
	text = bars.Replace(text)
	return !strings.HasSuffix(text, "|") && (missing || text[0] == '|')
}

// doubt is what a warning says of a table where bssl is not named.
func (t *table) doubt() string {
	if t.sure {
		return ""
	}
	return "; that they are its figures is taken from its words, ops/sec"
}

// figures gives out the figures of a row: the two of one side, of calls and of bytes, as one result.
func (t *table) figures(p *parser, line int, name string, cells []string) {
	c := p.cell(name, line)
	src := &result.Source{Line: line}
	var r result.Result
	given := -1 // the column of r
	for i, text := range cells {
		column := t.columns[i]
		if column.key || column.none || text == "" || isShare(text) {
			continue
		}
		f, ok := figureOf(text, column)
		if !ok {
			p.out.Warn(ingest.NoResult, line, "%s, %s: %q is no speed", name, column.head, text)
			continue
		}
		pair := given >= 0 && given == i-1 && t.columns[given].head == column.head && (f.ops && r.CallsPerSecond == 0 || !f.ops && r.BytesPerSecond == 0)
		if given >= 0 && !pair {
			p.give(&r)
		}
		if !pair {
			r = c.result(line)
			r.Source, r.Run, r.Detail = src, column.head, ingest.Details(r.Detail, f.remark)
		}
		given = i
		r.Printed = strings.TrimSpace(r.Printed + " " + f.number + " " + f.words)
		if f.ops {
			r.CallsPerSecond = f.value
			r.Unit = "calls/s"
		} else {
			r.BytesPerSecond = f.value * 1e6
			r.Unit = "10^6 B/s"
		}
	}
	if given >= 0 {
		p.give(&r)
	}
}

// isShare reports whether a cell is a ratio or a change.
func isShare(text string) bool {
	number, isPercent := strings.CutSuffix(text, "%")
	if !isPercent {
		number, isPercent = strings.CutSuffix(text, "x")
	}
	_, ok := ingest.ParseLocalFigure(strings.TrimLeft(strings.TrimSpace(number), "+-~"), false)
	return isPercent && ok
}

// A shown is what a cell says.
type shown struct {
	number, words, remark string
	value                 float64
	ops                   bool
}

// figureOf reads a cell: a number, in its own unit or in that of its column, with a remark in parentheses behind it.
func figureOf(text string, c column) (f shown, ok bool) {
	f.number = text
	if before, remark, found := strings.Cut(text, " ("); found && strings.HasSuffix(remark, ")") {
		f.number, f.remark = strings.TrimSpace(before), strings.Clone(strings.TrimSuffix(remark, ")"))
	}
	words, ops, own := unitIn(f.number)
	switch {
	case own:
		f.number, f.words, f.ops = strings.TrimSpace(strings.Replace(f.number, words, "", 1)), words, ops
	case !c.unit:
		return f, false
	case c.ops:
		f.words, f.ops = "ops/sec", true
	default:
		f.words = "MB/s"
	}
	number, ok := ingest.ParseLocalFigure(f.number, true)
	f.value = number.Value
	return f, ok && f.value > 0 && !math.IsInf(f.value*1e6, 0)
}
