package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"cpb/result"
)

// Lengths of a drawing, in pixels of its own.
const (
	drawingWidth  = 800
	plotLeft      = 72
	plotRight     = drawingWidth - 24
	plotTop       = 44
	plotHeight    = 400
	plotInset     = 12 // between the axes and the outermost points
	lineHeight    = 22
	axisHeight    = 48
	legendRoom    = 64 // characters of a name
	costsAt       = 560
	longestTitle  = 96 // characters
	lineStep      = 2
	mostTimeTicks = 12
)

// PlotSVG writes what Plot does as one SVG file that needs no other: text is text, colours follow the reader's choice of light
// or dark, and series differ in their marks and dashes too. Readers of the screen are told the figures.
func PlotSVG(w io.Writer, d *result.Document) error {
	all := pictures(d)
	height := 0
	for _, p := range all {
		height += p.height()
	}
	s := newDrawing(w)
	s.start("svg",
		"xmlns", "http://www.w3.org/2000/svg", "viewBox", fmt.Sprintf("0 0 %d %d", drawingWidth, max(height, 2*lineHeight)),
		"width", strconv.Itoa(drawingWidth), "lang", "en", "class", drawingClass)
	s.whole("title", "ns per call against size")
	s.whole("style", stylesheet())
	s.leaf("rect", "class", "paper", "width", "100%", "height", "100%")
	if len(all) == 0 {
		s.text(float64(plotLeft), lineHeight, "title", "start", nothingToPlot)
	}
	top := 0
	for _, p := range all {
		s.picture(p, top)
		top += p.height()
	}
	s.end()
	return s.close()
}

// height is the pixels that p takes.
func (p *picture) height() int {
	return plotTop + plotHeight + axisHeight + lineHeight*(len(p.series)+len(p.notes())+1)
}

// A drawing is an SVG file as it is written. Its first error is kept.
type drawing struct {
	xml  *xml.Encoder
	open []xml.Name
	err  error
}

func newDrawing(w io.Writer) *drawing {
	s := &drawing{xml: xml.NewEncoder(w)}
	s.xml.Indent("", " ")
	return s
}

func (s *drawing) token(t xml.Token) {
	if s.err == nil {
		s.err = s.xml.EncodeToken(t)
	}
}

// start opens an element with attributes, each a name and a value.
func (s *drawing) start(name string, attributes ...string) {
	e := xml.StartElement{Name: xml.Name{Local: name}}
	for i := 0; i+1 < len(attributes); i += 2 {
		e.Attr = append(e.Attr, xml.Attr{Name: xml.Name{Local: attributes[i]}, Value: attributes[i+1]})
	}
	s.open = append(s.open, e.Name)
	s.token(e)
}

// end closes the element that was opened last.
func (s *drawing) end() {
	last := len(s.open) - 1
	s.token(xml.EndElement{Name: s.open[last]})
	s.open = s.open[:last]
}

// leaf is an element without content.
func (s *drawing) leaf(name string, attributes ...string) {
	s.start(name, attributes...)
	s.end()
}

// whole is an element that holds text.
func (s *drawing) whole(name, content string, attributes ...string) {
	s.start(name, attributes...)
	s.token(xml.CharData(content))
	s.end()
}

func (s *drawing) text(x, y float64, class, anchor, content string) {
	s.whole("text", content, "x", pixel(x), "y", pixel(y), "class", class, "text-anchor", anchor)
}

func (s *drawing) close() error {
	s.token(xml.CharData("\n"))
	if s.err == nil {
		s.err = s.xml.Close()
	}
	if s.err != nil {
		return fmt.Errorf("cannot write the picture: %w", s.err)
	}
	return nil
}

// pixel is a length as SVG has it.
func pixel(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

// x and y are where values lie in p's drawing.
func (p *picture) x(size float64) float64 {
	return plotLeft + plotInset + p.sizes.at(size)*(plotRight-plotLeft-2*plotInset)
}
func (p *picture) y(ns float64) float64 {
	return plotTop + plotInset + (1-p.times.at(ns))*(plotHeight-2*plotInset)
}

// picture draws p below top.
func (s *drawing) picture(p *picture, top int) {
	s.start("g", "transform", fmt.Sprintf("translate(0 %d)", top), "role", "img")
	s.whole("title", p.title)
	s.whole("desc", p.description())
	s.text(plotLeft, plotTop-18, "title", "start", shorten(p.title, longestTitle))
	s.axes(p)
	for i := range p.series {
		s.line(p, i)
	}
	for i := range p.series {
		for _, at := range p.series[i].points {
			s.mark(i, p.x(float64(at.size)), p.y(at.ns), fmt.Sprintf("%s: %d bytes, %s", p.series[i].name, at.size, Duration(at.ns)))
		}
	}
	s.legend(p)
	s.end()
}

// description is p's figures in words.
func (p *picture) description() string {
	var b strings.Builder
	for _, x := range p.series {
		fmt.Fprintf(&b, "%s:", x.name)
		for i, at := range x.points {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, " %d bytes %s", at.size, Duration(at.ns))
		}
		if costs := x.costText(); costs != "" {
			fmt.Fprintf(&b, "; cost model %s", costs)
		}
		b.WriteString(". ")
	}
	return strings.TrimSpace(b.String())
}

// axes draws p's grid and its labels.
func (s *drawing) axes(p *picture) {
	const bottom = plotTop + plotHeight
	for _, t := range p.times.timeTicks(mostTimeTicks) {
		y := p.y(t.value)
		s.leaf("path", "class", "grid", "d", fmt.Sprintf("M%d %sH%d", plotLeft, pixel(y), plotRight))
		s.text(plotLeft-8, y+4, "label", "end", t.label)
	}
	for _, t := range p.sizeTicks(p.x, func(label string) float64 { return 8 * float64(len(label)) }) {
		x := p.x(t.value)
		s.leaf("path", "class", "grid", "d", fmt.Sprintf("M%s %dV%d", pixel(x), plotTop, bottom))
		s.text(x, bottom+18, "label", "middle", t.label)
	}
	s.leaf("path", "class", "axis", "d", fmt.Sprintf("M%d %dV%dH%d", plotLeft, plotTop, bottom, plotRight))
	s.text(plotRight, bottom+36, "label", "end", "bytes")
}

// line draws the cost model of p's i-th series from its least size to its largest.
func (s *drawing) line(p *picture, i int) {
	row := &p.series[i]
	var d strings.Builder
	command, skipped := "M", ""
	last := ""
	const from, to = plotLeft + plotInset, plotRight - plotInset
	for x := from; x <= to; x += lineStep {
		size := int(math.Round(p.sizes.value(float64(x-from) / (to - from))))
		if size < row.from() || size > row.to() {
			continue
		}
		ns, ok := row.line(size)
		if !ok || p.y(ns) > plotTop+plotHeight || p.y(ns) < plotTop {
			command, skipped, last = "M", "", ""
			continue
		}
		y := pixel(p.y(ns))
		at := fmt.Sprintf("%d %s", x, y)
		if y == last {
			skipped = at // level: only its end is drawn
			continue
		}
		if skipped != "" {
			d.WriteString("L" + skipped)
		}
		d.WriteString(command + at)
		command, skipped, last = "L", "", y
	}
	if skipped != "" {
		d.WriteString("L" + skipped)
	}
	if d.Len() > 0 {
		s.leaf("path", "class", fmt.Sprintf("line s%d", i), "d", d.String())
	}
}

// markPaths are the marks of the series, each around 0 0.
var markPaths = [mostSeries]string{
	"M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",              // circle
	"M-4.5 -4.5h9v9h-9z",                                 // square
	"M0 -6L5.5 4H-5.5z",                                  // triangle
	"M0 -6L6 0L0 6L-6 0z",                                // diamond
	"M0 6L5.5 -4H-5.5z",                                  // triangle on its point
	"M-1.5 -6h3v4.5h4.5v3h-4.5v4.5h-3v-4.5h-4.5v-3h4.5z", // plus
	"M-5.5 -3.5l2 -2l3.5 3.5l3.5 -3.5l2 2l-3.5 3.5l3.5 3.5l-2 2l-3.5 -3.5l-3.5 3.5l-2 -2l3.5 -3.5z", // cross
	"M-7 -2h14v4h-14z", // bar
}

// mark draws the mark of a series, and what is told of it where it is pointed at.
func (s *drawing) mark(series int, x, y float64, about string) {
	s.start("path", "class", fmt.Sprintf("mark s%d", series), "d", markPaths[series], "transform", "translate("+pixel(x)+" "+pixel(y)+")")
	if about != "" {
		s.whole("title", about)
	}
	s.end()
}

// legend says which mark is whose, and what its line is.
func (s *drawing) legend(p *picture) {
	y := float64(plotTop + plotHeight + axisHeight)
	names := labels(p.names(), legendRoom)
	for i, x := range p.series {
		y += lineHeight
		s.mark(i, plotLeft, y-5, "")
		s.text(plotLeft+16, y, "name", "start", names[i])
		if costs := x.costText(); costs != "" {
			s.text(costsAt, y, "name", "start", costs)
		}
	}
	for _, note := range p.notes() {
		y += lineHeight
		s.text(plotLeft, y, "label", "start", note)
	}
}
