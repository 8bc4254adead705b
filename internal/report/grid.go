package report

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// The marks beside numbers.
const (
	fastestMark = "*"
	misfitMark  = "†"
)

// A grid is a sheet in columns of characters: names to the left, numbers to the right, their marks in a place of their
// own so that the digits stand under each other.
type grid struct {
	sheet
	color bool

	inline  bool         // intervals beside their numbers, not on a line beneath
	gap     int          // between columns
	names   int          // width of the names
	columns []gridColumn // widths of the others
	part    int          // columns that stand side by side; the next ones stand beneath
}

// A gridColumn is the widths of a column's parts, 0 for those that it has not got.
type gridColumn struct{ number, mark, interval int }

// newGrid finds the roomiest layout of s in width. Names have up to 45 % of it: what is longer is shortened before the table is
// divided, what is not stands whole.
func newGrid(s sheet, width int, color bool) *grid {
	g := &grid{sheet: s, color: color, part: len(s.heads)}
	longest := text.StringWidth(s.corner)
	for _, r := range s.rows {
		longest = max(longest, text.StringWidth(r.name))
	}
	fits := func() bool {
		g.names = min(longest, width-g.widestPart())
		return g.names >= min(longest, width*45/100)
	}
	for _, roomy := range []struct {
		inline bool
		gap    int
	}{{true, 2}, {false, 2}, {false, 1}} {
		g.inline, g.gap = roomy.inline, roomy.gap
		g.measure()
		if fits() {
			return g
		}
	}
	g.gap = 2
	for parts := 2; !fits() && g.part > 1; parts++ {
		g.part = (len(s.heads) + parts - 1) / parts
	}
	g.names = max(g.names, min(longest, width*45/100))
	return g
}

// measure sets the widths of the columns.
func (g *grid) measure() {
	g.columns = make([]gridColumn, len(g.heads))
	for i := range g.columns {
		c := &g.columns[i]
		c.number = text.StringWidth(g.heads[i])
		for _, r := range g.rows {
			cell := r.cells[i]
			c.number = max(c.number, text.StringWidth(cell.text))
			if g.mark(cell) != "" {
				c.mark = 1
			}
			c.interval = max(c.interval, text.StringWidth(cell.interval))
		}
		if !g.inline {
			c.number = max(c.number, c.interval)
			c.interval = 0
		}
	}
}

// widestPart is the width of the widest part without its names.
func (g *grid) widestPart() int {
	widest, sum := 0, 0
	for i, c := range g.columns {
		if i%g.part == 0 {
			sum = 0
		}
		sum += g.gap + c.number + c.mark
		if c.interval > 0 {
			sum += 1 + c.interval
		}
		widest = max(widest, sum)
	}
	return widest
}

// mark is what stands behind c's number; colours take the place of the star.
func (g *grid) mark(c sheetCell) string {
	switch {
	case c.misfit:
		return misfitMark
	case c.fastest && !g.color:
		return fastestMark
	}
	return ""
}

// write writes the grid, all its parts.
func (g *grid) write(b *strings.Builder) {
	names := make([]string, len(g.rows))
	for i, r := range g.rows {
		names[i] = r.name
	}
	names = labels(names, g.names)
	for from := 0; from < len(g.heads); from += g.part {
		if from > 0 {
			b.WriteString("\n")
		}
		g.writePart(b, names, from, min(from+g.part, len(g.heads)))
	}
}

func (g *grid) writePart(b *strings.Builder, names []string, from, to int) {
	line := func(name string, cell func(i int) (number, mark, interval string)) {
		var l strings.Builder
		l.WriteString(text.AlignLeft.Apply(name, g.names))
		for i := from; i < to; i++ {
			c := g.columns[i]
			number, mark, interval := cell(i)
			l.WriteString(strings.Repeat(" ", g.gap))
			l.WriteString(text.AlignRight.Apply(number, c.number))
			l.WriteString(text.Pad(mark, c.mark, ' '))
			if c.interval > 0 {
				l.WriteString(text.Pad(" "+interval, 1+c.interval, ' '))
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	line(styled(g.color, g.corner, faint), func(i int) (number, mark, interval string) {
		return styled(g.color, g.heads[i], faint), "", ""
	})
	for i, r := range g.rows {
		beneath := false
		line(names[i], func(i int) (number, mark, interval string) {
			c := r.cells[i]
			number = c.text
			if c.fastest {
				number = styled(g.color, number, boldGreen)
			}
			if c.style != "" {
				number = styled(g.color, number, c.style)
			}
			if g.inline {
				interval = styled(g.color, c.interval, faint)
			}
			beneath = beneath || !g.inline && c.interval != ""
			return number, g.mark(c), interval
		})
		if beneath {
			line("", func(i int) (number, mark, interval string) {
				return styled(g.color, r.cells[i].interval, faint), "", ""
			})
		}
	}
}
