package report

import (
	"fmt"
	"io"

	"cpb/result"
)

// Tally writes what a text holds, in numbers.
func Tally(w io.Writer, t *result.Tally, o Options) error {
	p := newPage(o)
	for _, g := range t.Groups {
		p.heading(nameOfGroup(result.Group{Name: g.File + "#" + g.Name}))
		origin := clean(g.Tool)
		if g.Version != "" {
			origin += ", version " + clean(g.Version)
		}
		if g.First > 0 {
			origin += fmt.Sprintf(", lines %d to %d", g.First, g.Last)
		}
		if origin != "" {
			p.paragraph("  ", origin)
		}
		p.paragraph("  ", counted(g.Results, "result")+": "+listed(g.Primitives))
	}
	if t.More > 0 {
		p.apart()
		p.paragraph("", "and "+counted(t.More, "more group"))
	}
	for i, k := range t.Warnings {
		if i == 0 {
			p.apart()
		}
		text := fmt.Sprintf("%s: %d", k.Kind, k.Count)
		if k.First.File != "" {
			text += fmt.Sprintf(", first at %s:%d", clean(k.First.File), k.First.Line)
		}
		p.paragraph("", text)
	}
	p.apart()
	groups, warnings := len(t.Groups)+t.More, 0
	for _, k := range t.Warnings {
		warnings += k.Count
	}
	summary := counted(t.Results, "result") + " in " + counted(groups, "group")
	if warnings > 0 {
		summary += ", " + counted(warnings, "warning")
	}
	p.paragraph("", styled(p.color, summary, bold))
	_, err := io.WriteString(w, p.text.String())
	return err
}
