package report

import (
	"cmp"
	"fmt"
	"io"

	"cpb/result"
)

// Tally writes what a text holds, in numbers.
func Tally(w io.Writer, t *result.Tally, o Options) error {
	p := newPage(o)
	for _, g := range t.Groups {
		p.heading(nameOfGroup(result.Group{Name: g.File + "#" + g.Name}))
		var version, lines string
		if g.Version != "" {
			version = "version " + clean(g.Version)
		}
		if g.First > 0 {
			lines = lineRange(g.First, g.Last)
		}
		if origin := joined(", ", clean(g.Tool), version, lines); origin != "" {
			p.paragraph("  ", origin)
		}
		p.paragraph("  ", counted(g.Results, "result")+": "+clean(listed(g.Primitives)))
	}
	if t.More > 0 {
		p.apart()
		p.paragraph("", "and "+counted(t.More, "more group"))
	}
	for i, k := range t.Warnings {
		if i == 0 {
			p.apart()
		}
		text := fmt.Sprintf("%s: %d", cmp.Or(clean(k.Kind), "other"), k.Count)
		switch file := clean(k.First.File); {
		case k.First.Line > 0:
			text += fmt.Sprintf(", first at %s:%d", file, k.First.Line)
		case file != "":
			text += ", first in " + file
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
