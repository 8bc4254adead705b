package report

import (
	"io"
	"strings"

	"cpb/result"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table writes l as text: a paragraph per library, a line per primitive or group.
func (l *Listing) Table(w io.Writer, o Options) error {
	p := newPage(o)
	var missing []remark
	for i := range l.Libraries {
		if x := &l.Libraries[i]; x.NotFound {
			missing = append(missing, remark{clean(x.Name), x.wanted()})
		} else {
			p.library(x)
		}
	}
	var rows [][]string
	for _, x := range l.Interfaces {
		rows = append(rows, []string{clean(x.Library), clean(x.Name), clean(x.Does)})
	}
	p.lines([]string{"library", "interface", "what one call is"}, rows)
	p.section("not found", missing)
	rows = nil
	for _, x := range l.Primitives {
		about := clean(x.Standard)
		if len(x.Aliases) > 0 {
			about += "; also " + cleanList(x.Aliases)
		}
		rows = append(rows, []string{clean(x.Slug), clean(x.Name), cleanList(x.Operations), about})
	}
	p.lines([]string{"primitive", "name", "operations", "standard, and other names"}, rows)
	rows = nil
	for _, x := range l.Works {
		work := clean(x.Work)
		if x.Default {
			work += " (default)"
		}
		rows = append(rows, []string{clean(x.Operation), work, clean(x.Does)})
	}
	p.lines([]string{"operation", "work", "what one call includes"}, rows)
	rows = nil
	for _, x := range l.Groups {
		rows = append(rows, []string{clean(x.Name), clean(x.Does) + ": " + cleanList(x.Primitives)})
	}
	p.lines([]string{"group", "primitives"}, rows)
	rows = nil
	for _, x := range l.Formats {
		rows = append(rows, []string{clean(x.Name), clean(x.Tool), clean(x.Does)})
	}
	p.lines([]string{"format", "tool", "what is read"}, rows)
	_, err := io.WriteString(w, p.text.String())
	return err
}

// wanted says what to do to have x.
func (x *LibraryRow) wanted() string {
	give := "pass --lib " + clean(x.Name) + "=FILE"
	if len(x.Packages) == 0 {
		return give
	}
	return "install " + cleanList(x.Packages) + ", or " + give
}

// library writes what a library file has and has not.
func (p *page) library(x *LibraryRow) {
	p.heading(clean(result.ImplementationName(x.Name, x.Version, x.Label, "", "")))
	about := []remark{
		{"what", clean(x.Title)},
		{"file", clean(x.Path)},
		{"root", clean(x.Root)},
		{"problem", message(x.Problem)},
		{"interfaces", cleanList(x.Interfaces)},
		{"primitives", cleanList(x.Primitives)},
	}
	for _, r := range about {
		if r.what != "" {
			p.remarks([]remark{r})
		}
	}
	var g gathering
	for _, m := range x.Missing {
		g.add(said{iface: m.Interface, primitive: m.Primitive, operation: m.Operation, what: m.Reason})
	}
	p.remarks(g.remarks(func(_ string, interfaces []string) string {
		return strings.TrimSpace("missing " + strings.Join(interfaces, ", "))
	}))
}

// leastLast is as narrow as the last column of lines gets.
const leastLast = 20

// lines writes a table whose last column takes what is left of the width; nothing where there are no rows.
func (p *page) lines(heads []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	p.apart()
	t := table.NewWriter()
	t.SetStyle(table.Style{Box: table.BoxStyle{PaddingRight: "  "}})
	t.SuppressTrailingSpaces()
	left := p.width
	for i, head := range heads[:len(heads)-1] {
		widest := text.StringWidth(head)
		for _, row := range rows {
			widest = max(widest, text.StringWidth(row[i]))
		}
		left -= widest + 2
	}
	t.SetColumnConfigs([]table.ColumnConfig{
		{Number: len(heads), WidthMax: max(leastLast, left), WidthMaxEnforcer: text.WrapSoft},
	})
	t.AppendHeader(tableRow(heads, func(s string) string { return styled(p.color, s, faint) }))
	for _, row := range rows {
		t.AppendRow(tableRow(row, func(s string) string { return s }))
	}
	p.text.WriteString(t.Render() + "\n")
}

func tableRow(cells []string, style func(string) string) table.Row {
	row := make(table.Row, len(cells))
	for i, c := range cells {
		row[i] = style(c)
	}
	return row
}

// cleanList is foreign words in one text.
func cleanList(words []string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = clean(w)
	}
	return strings.Join(all, ", ")
}
