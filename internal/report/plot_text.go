package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Rows of characters of a picture, in a page that is wide enough and in others.
const (
	pictureHeight = 20
	narrowHeight  = 14
	narrow        = 60 // columns
)

// seriesMarks are the marks of a picture's series: letters, which every terminal and every font has in one width.
const seriesMarks = "ABCDEFGH"

// severalMark stands where marks of several series fall on one character.
const severalMark = '+'

// seriesColors are the series' colours, where there are some: those of a terminal that are read on light and on dark.
var seriesColors = [mostSeries]string{"36", "33", "35", "32", "34", "31", "96", "95"}

// picture draws x: the axes, lines and marks, what the marks are, notes.
func (p *page) picture(x *picture, ascii bool) {
	p.heading(x.title)
	height := pictureHeight
	if p.width < narrow {
		height = narrowHeight
	}
	ticks := x.times.timeTicks(height / 2)
	margin := 0
	for _, t := range ticks {
		margin = max(margin, text.StringWidth(t.label))
	}
	c := newCanvas(p.width-margin-3, height)
	for i := range x.series {
		c.line(x, i)
	}
	for i := range x.series {
		for _, at := range x.series[i].points {
			c.mark(x, i, at)
		}
	}
	frame := frameOf(ascii)
	labels := map[int]string{}
	for _, t := range ticks {
		labels[c.row(x.times.at(t.value))] = t.label
	}
	for row := range height {
		label, edge := labels[row], frame.tick
		if label == "" {
			edge = frame.side
		}
		line := text.AlignRight.Apply(label, margin) + " " + edge + c.text(row, ascii, p.color)
		p.text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	p.sizesBelow(x, c, frame, margin+1)
	p.legend(x, slices.Contains(c.marks, several))
	p.notes(x.notes())
}

// A frame is the characters of the axes.
type frame struct{ side, tick, corner, bottom, below string }

func frameOf(ascii bool) frame {
	if ascii {
		return frame{"|", "+", "+", "-", "+"}
	}
	return frame{"│", "┤", "└", "─", "┬"}
}

// sizesBelow writes the axis of sizes and its labels, indented.
func (p *page) sizesBelow(x *picture, c *canvas, f frame, indent int) {
	place := func(size float64) float64 { return float64(c.column(x.sizes.at(size))) }
	ticks := x.sizeTicks(place, func(label string) float64 { return float64(text.StringWidth(label)) })
	edge := make([]string, c.columns)
	for i := range edge {
		edge[i] = f.bottom
	}
	labels := []rune(strings.Repeat(" ", indent+1+c.columns))
	for _, t := range ticks {
		at := int(place(t.value))
		edge[at] = f.below
		from := indent + 1 + at - len(t.label)/2
		from = min(max(from, 0), len(labels)-len(t.label))
		copy(labels[max(from, 0):], []rune(t.label))
	}
	blank := strings.Repeat(" ", indent)
	p.text.WriteString(blank + f.corner + strings.Join(edge, "") + "\n")
	p.text.WriteString(strings.TrimRight(string(labels), " ") + "\n")
	p.text.WriteString(text.AlignRight.Apply("bytes", indent+1+c.columns) + "\n")
}

// legend says which mark is whose, what its line is, and what stands where marks overlap.
func (p *page) legend(x *picture, overlap bool) {
	costs := make([]string, len(x.series))
	for i := range x.series {
		costs[i] = x.series[i].costText()
	}
	room := p.width - len("A ") - 2 - widest(costs)
	names := labels(x.names(), room)
	for i, name := range names {
		line := styled(p.color, seriesMarks[i:i+1], colorOf(i)) + " " + text.AlignLeft.Apply(name, min(widest(names), room)) + "  " + costs[i]
		p.text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if overlap {
		p.text.WriteString(string(severalMark) + " several of them\n")
	}
}

func colorOf(series int) string { return text.EscapeStart + seriesColors[series] + text.EscapeStop }

// A canvas is characters of 2 × 4 dots, as braille has them. Marks are whole characters.
type canvas struct {
	columns, rows int
	dots          []uint8 // of each character, the bits of Unicode's braille patterns
	lines, marks  []int   // which series' line and mark a character has: none, several, or its number
}

const (
	none    = -1
	several = -2
)

// A character's dots.
const (
	dotsAcross = 2
	dotsDown   = 4
)

func newCanvas(columns, rows int) *canvas {
	c := &canvas{columns: columns, rows: rows, dots: make([]uint8, columns*rows), lines: make([]int, columns*rows), marks: make([]int, columns*rows)}
	for i := range c.lines {
		c.lines[i], c.marks[i] = none, none
	}
	return c
}

// column and row are where a place on an axis falls, which is 0 to 1 from the left and from below.
func (c *canvas) column(at float64) int { return int(math.Round(at * float64(c.columns-1))) }
func (c *canvas) row(at float64) int    { return c.rows - 1 - int(math.Round(at*float64(c.rows-1))) }

// mark puts the mark of x's i-th series to a point.
func (c *canvas) mark(x *picture, i int, at plotPoint) {
	put(&c.marks[c.row(x.times.at(at.ns))*c.columns+c.column(x.sizes.at(float64(at.size)))], i)
}

func put(place *int, series int) {
	if *place == none {
		*place = series
	} else if *place != series {
		*place = several
	}
}

// line draws the cost model of x's i-th series from its least size to its largest, at each column of dots that are between.
// Where it steps, the steps are joined.
func (c *canvas) line(x *picture, i int) {
	s := &x.series[i]
	// Dots are placed so that a mark's character is centred on its point.
	across, down := float64(dotsAcross*(c.columns-1)), float64(dotsDown*(c.rows-1))
	last := none
	for dot := range dotsAcross * c.columns {
		size := int(math.Round(x.sizes.value(min(1, float64(dot)/across))))
		if size < s.from() || size > s.to() {
			continue
		}
		ns, ok := s.line(size)
		if !ok {
			last = none
			continue
		}
		y := int(math.Round((1-x.times.at(ns))*down)) + dotsDown/2
		if last == none {
			last = y
		}
		for between := min(y, last+1); between <= max(y, last-1); between++ {
			c.dot(dot, between, i)
		}
		last = y
	}
}

// dot sets the dot at a column and row of dots; what is outside is left out.
func (c *canvas) dot(x, y, series int) {
	if y < 0 || y >= dotsDown*c.rows {
		return
	}
	at := y/dotsDown*c.columns + x/dotsAcross
	c.dots[at] |= braille[y%dotsDown][x%dotsAcross]
	put(&c.lines[at], series)
}

// braille has the bit of each dot (Unicode, block Braille Patterns).
var braille = [dotsDown][dotsAcross]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// text is a row of characters.
func (c *canvas) text(row int, ascii, color bool) string {
	var b strings.Builder
	for at := row * c.columns; at < (row+1)*c.columns; at++ {
		series, s := c.lines[at], dotted(c.dots[at], ascii)
		switch {
		case c.marks[at] == several:
			series, s = several, string(severalMark)
		case c.marks[at] >= 0:
			series, s = c.marks[at], seriesMarks[c.marks[at]:c.marks[at]+1]
		}
		if series >= 0 {
			s = styled(color, s, colorOf(series))
		}
		b.WriteString(s)
	}
	return b.String()
}

// dotted is the character with some dots.
func dotted(dots uint8, ascii bool) string {
	const upper = 0x01 | 0x08 | 0x02 | 0x10
	switch {
	case dots == 0:
		return " "
	case !ascii:
		return fmt.Sprintf("%c", 0x2800+rune(dots))
	case dots&^upper == 0:
		return "'"
	case dots&upper == 0:
		return "."
	}
	return ":"
}

// asASCII is s with other characters for those that ASCII has not got, each in one column.
func asASCII(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c < 0x80:
			return c
		case c == 'µ':
			return 'u'
		case c == '…':
			return '~'
		case c == '–':
			return '-'
		case c == '×':
			return 'x'
		}
		return '?'
	}, s)
}
