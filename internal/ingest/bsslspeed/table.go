package bsslspeed

import (
	"math"
	"strings"

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

// A table is one that somebody made of bssl's figures: names, then a column for each side, then ratios.
type table struct {
	columns []column // of the head, but for the first; empty outside a table
}

// A column has one side's figures, or none of ours.
type column struct {
	head string
	ops  bool
	none bool // ratios and the like
}

func (t *table) end() { t.columns = nil }

// line takes the lines of a table in whose neighbourhood bssl is named.
func (t *table) line(p *parser, l ingest.Line, text string) bool {
	if p.near.bssl == 0 || l.Number-p.near.bssl > reach && t.columns == nil {
		return false
	}
	if isRuler(text) {
		return t.columns != nil || strings.HasPrefix(text, "┌") || strings.HasPrefix(text, "╔")
	}
	cells := split(text)
	if len(cells) < 2 {
		return false
	}
	if t.columns == nil {
		return t.head(p, l, cells)
	}
	t.row(p, l, cells)
	return true
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

// split is the cells of a row between bars; nil where there are none.
func split(text string) (cells []string) {
	text = strings.NewReplacer("│", "|", "║", "|", "┃", "|").Replace(text)
	if !strings.Contains(text, "|") {
		return nil
	}
	for _, cell := range strings.Split(strings.Trim(strings.TrimSpace(text), "|"), "|") {
		cells = append(cells, strings.Trim(cell, " \t*`"))
	}
	return cells
}

// head takes the head of a table: a word for what is measured, and no figures.
func (t *table) head(p *parser, l ingest.Line, cells []string) bool {
	switch strings.ToLower(cells[0]) {
	case "operation", "benchmark", "name", "algorithm", "test", "primitive", "":
	default:
		return false
	}
	var columns []column
	for _, cell := range cells[1:] {
		c := column{head: cell, ops: p.near.ops, none: isRatio(cell)}
		words, ops, own := unitIn(cell)
		if own {
			c.ops = ops
			c.head = strings.Trim(strings.Replace(cell, words, "", 1), " (),[]")
		}
		if !c.none && (cell == "" || !own && (p.near.unit == 0 || l.Number-p.near.unit > reach)) {
			return false
		}
		columns = append(columns, c)
	}
	for i, c := range columns {
		columns[i].head = strings.Clone(c.head)
	}
	p.inBlock = false
	p.begin(l.Number)
	p.out.Warn(ingest.Derived, l.Number, "a table that was made of bssl speed's figures, which themselves are not here: counts and times cannot be checked")
	t.columns = columns
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

// row gives out the figures of a row.
func (t *table) row(p *parser, l ingest.Line, cells []string) {
	if cells[0] == "" {
		return
	}
	if len(cells) > len(t.columns)+1 {
		p.out.Warn(ingest.Mismatched, l.Number, "%s: %d cells below %d heads: which is whose is not certain", cells[0], len(cells), len(t.columns)+1)
		return
	}
	if len(cells) < len(t.columns)+1 {
		p.out.Warn(ingest.Truncated, l.Number, "%s: %d cells below %d heads", cells[0], len(cells), len(t.columns)+1)
	}
	c := p.cell(strings.Join(strings.Fields(cells[0]), " "), l.Number)
	src := &result.Source{Line: l.Number}
	for i, text := range cells[1:] {
		column := t.columns[i]
		if column.none {
			continue
		}
		number := text
		words, ops, own := unitIn(text)
		if own {
			number = strings.TrimSpace(strings.Replace(text, words, "", 1))
		} else {
			words, ops = "ops/sec", column.ops
			if !ops {
				words = "MB/s"
			}
		}
		f, ok := ingest.ParseLocalFigure(number, true)
		if !ok || !(f.Value > 0) || math.IsInf(f.Value*1e6, 0) {
			p.out.Warn(ingest.NoResult, l.Number, "%s, %s: %q is no speed", cells[0], column.head, text)
			continue
		}
		r := c.result(l.Number)
		r.Source, r.Run = src, column.head
		r.Printed = number + " " + words
		if ops {
			r.CallsPerSecond, r.Unit = f.Value, "calls/s"
		} else {
			r.BytesPerSecond, r.Unit = f.Times(1e6).Value, "10^6 B/s"
		}
		p.give(&r)
	}
}
