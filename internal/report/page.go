package report

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Escape sequences of a terminal's colours.
const (
	bold      = text.EscapeStart + "1" + text.EscapeStop
	boldGreen = text.EscapeStart + "1;32" + text.EscapeStop
	green     = text.EscapeStart + "32" + text.EscapeStop
	red       = text.EscapeStart + "31" + text.EscapeStop
	faint     = text.EscapeStart + "2" + text.EscapeStop
)

// A page is text of some width as it grows.
type page struct {
	text  strings.Builder
	width int
	color bool
}

func newPage(o Options) *page { return &page{width: o.width(), color: o.Color} }

// heading writes a line that stands out, and a blank one before it.
func (p *page) heading(title string) {
	p.apart()
	p.paragraph("", styled(p.color, title, bold))
}

// notes writes sentences, a paragraph each.
func (p *page) notes(sentences []string) {
	if len(sentences) > 0 {
		p.apart()
	}
	for _, s := range sentences {
		p.paragraph("", s)
	}
}

// section writes remarks under a heading, nothing where there are none.
func (p *page) section(heading string, remarks []remark) {
	if len(remarks) == 0 {
		return
	}
	p.heading(heading)
	p.remarks(remarks)
}

func (p *page) remarks(remarks []remark) {
	for _, r := range remarks {
		p.paragraph("  ", r.who+": "+r.what)
	}
}

// apart writes a blank line between what is above and what comes.
func (p *page) apart() {
	if p.text.Len() > 0 {
		p.text.WriteString("\n")
	}
}

// hanging is what the lines of a paragraph after its first are indented by.
const hanging = "    "

// paragraph writes s in lines that fit, those after the first indented further.
func (p *page) paragraph(indent, s string) {
	lead := indent
	for line := range strings.SplitSeq(text.WrapSoft(s, p.width-len(indent)-len(hanging)), "\n") {
		p.text.WriteString(strings.TrimRight(lead+line, " ") + "\n")
		lead = indent + hanging
	}
}

// styled is s in the style of an escape sequence, where there are colours.
func styled(color bool, s, escape string) string {
	if !color || s == "" {
		return s
	}
	return text.Escape(s, escape)
}
