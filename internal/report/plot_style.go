package report

import (
	"fmt"
	"strings"
)

// A theme is the colours of a drawing on one kind of paper. Those of the series are the eight of Okabe and Ito (Color Universal
// Design, 2008), which people with any kind of colour vision tell apart, darker or lighter where the paper would hide them.
type theme struct {
	paper, ink, label, grid string
	series                  [mostSeries]string
}

var light = theme{
	paper: "#ffffff", ink: "#1a1a1a", label: "#4d4d4d", grid: "#e2e2e2",
	series: [mostSeries]string{"#0072b2", "#d55e00", "#00805c", "#000000", "#b0578d", "#a87400", "#3d8ec2", "#7f7600"},
}

var dark = theme{
	paper: "#16181b", ink: "#f0f0f0", label: "#b8b8b8", grid: "#33373c",
	series: [mostSeries]string{"#3d9ad8", "#e8752a", "#00b487", "#ffffff", "#d98db8", "#e69f00", "#8fcdf2", "#f0e442"},
}

// dashes are the lines of the series: gaps and strokes.
var dashes = [mostSeries]string{"none", "8 3", "3 3", "12 3 3 3", "2 5", "8 3 3 3 3 3", "16 4", "5 2"}

// drawingClass keeps the rules of a drawing's CSS from whatever page it is put into.
const drawingClass = "cpb-plot"

// stylesheet is the drawing's CSS: on light paper, or on dark where the reader has that.
func stylesheet() string {
	var b strings.Builder
	b.WriteString("\n")
	rule(&b, "text { font: 14px system-ui, sans-serif }")
	rule(&b, ".title { font-weight: bold; font-size: 16px }")
	rule(&b, ".line { fill: none; stroke-width: 1.5 }")
	rule(&b, ".axis, .grid { fill: none }")
	for i, d := range dashes {
		rule(&b, ".line.s%d { stroke-dasharray: %s }", i, d)
	}
	light.write(&b)
	b.WriteString(" @media (prefers-color-scheme: dark) {\n")
	dark.write(&b)
	b.WriteString(" }\n")
	return b.String()
}

func rule(b *strings.Builder, format string, args ...any) {
	fmt.Fprintf(b, " ."+drawingClass+" "+format+"\n", args...)
}

func (t *theme) write(b *strings.Builder) {
	rule := func(format string, args ...any) { rule(b, format, args...) }
	rule(".paper { fill: %s }", t.paper)
	rule("text { fill: %s }", t.ink)
	rule(".label { fill: %s }", t.label)
	rule(".axis { stroke: %s }", t.label)
	rule(".grid { stroke: %s }", t.grid)
	for i, c := range t.series {
		rule(".line.s%d { stroke: %s }", i, c)
		rule(".mark.s%d { fill: %s }", i, c)
	}
}
