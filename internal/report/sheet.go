package report

import (
	"cmp"

	"cpb/result"
)

// A sheet is a block as it is shown, whatever the form: texts in their places.
type sheet struct {
	title  string
	corner string   // head of the names
	heads  []string // of the cells
	rows   []sheetRow
}

type sheetRow struct {
	name  string
	cells []sheetCell
}

// A sheetCell is one number and what is said about it.
type sheetCell struct {
	text     string
	interval string // "±3%" where it is wide
	spread   string // of what measure of variation that is, where it is the tool's own
	fastest  bool
	alone    bool // whether nothing tells how the figure varies
	misfit   bool
	style    string // escape sequence that the number is shown in, where there are colours
}

// absent stands where there is no result.
const absent = "-"

// wide is the half-width of an interval, as a part of the value, from which it is shown.
const wide = 0.01

// newSheet lays b out and notes in n what the reader will need to be told.
func newSheet(b *block, n *notes) sheet {
	s := sheet{title: b.title()}
	extras := b.extras()
	for _, at := range b.columns {
		s.heads = append(s.heads, b.head(at))
		if at.kind == sized {
			s.corner = "bytes"
		}
	}
	for _, x := range extras {
		s.heads = append(s.heads, x.head)
	}
	for _, r := range b.rows {
		line := sheetRow{name: r.name}
		for _, at := range b.columns {
			line.cells = append(line.cells, r.cells[at].show(at))
		}
		for _, x := range extras {
			line.cells = append(line.cells, x.cell(r))
		}
		for _, c := range line.cells {
			n.see(c)
		}
		s.rows = append(s.rows, line)
	}
	for _, r := range b.rows {
		n.fixed = n.fixed || r.fit != nil
		n.cycles = n.cycles || r.fit != nil && r.fit.cyclesPerByte > 0
	}
	return s
}

// head is what stands over the cells of at.
func (b *block) head(at column) string {
	switch {
	case at.kind == sized:
		return Size(at.size)
	case !b.timed():
		return "cycles"
	case at.kind == ops:
		return "ops/s"
	case len(b.columns) > 1:
		return "size?"
	}
	return "MB/s"
}

// show is m in the column at: a rate, or a time where a rate says nothing.
func (m *measure) show(at column) sheetCell {
	if m == nil {
		return sheetCell{text: absent}
	}
	c := sheetCell{text: absent, fastest: m.fastest, alone: m.LowNs == 0 && m.Spread == 0}
	ns, timed := m.Time()
	rate, rated := m.Rate()
	switch {
	case at.kind == ops && m.CallsPerSecond > 0:
		c.text = Digits(m.CallsPerSecond)
	case at.kind == ops && timed:
		c.text = Digits(1e9 / ns)
	case rated:
		c.text = MegabytesPerSecond(rate)
	case timed:
		c.text = Duration(ns)
	case m.CyclesPerByte > 0:
		c.text = cycles(m.CyclesPerByte, m.Cycles == result.CyclesEstimated) + " " + cyclesUnit(m.Cycles)
	case m.CyclesPerCall > 0:
		c.text = cycles(m.CyclesPerCall, m.Cycles == result.CyclesEstimated) + " " + cyclesName(m.Cycles)
	}
	if m.LowNs == 0 && m.Spread > wide {
		c.interval, c.spread = PlusMinus(m.Spread), cmp.Or(message(m.Spreads), "unnamed")
	}
	if part := (m.HighNs - m.LowNs) / 2 / ns; timed && m.LowNs > 0 && part > wide {
		c.interval = PlusMinus(part)
	}
	return c
}
