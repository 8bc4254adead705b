package report

import (
	"io"

	"cpb/result"
)

// Table writes d as text: a table per primitive × operation × work, what was skipped, warnings, and the conditions of the
// run.
func Table(w io.Writer, d *result.Document, o Options) error {
	p := newPage(o)
	p.tables(d)
	for _, s := range sections(d) {
		p.section(s.title, s.remarks)
	}
	_, err := io.WriteString(w, p.text.String())
	return err
}

// tables writes d's tables, and below them what their marks and columns mean.
func (p *page) tables(d *result.Document) {
	var n notes
	for _, b := range blocks(d) {
		s := newSheet(b, &n)
		p.heading(s.title)
		newGrid(s, p.width, p.color).write(&p.text)
	}
	if len(d.Results) == 0 {
		p.heading("no results")
	}
	fastest := fastestMark
	if p.color {
		fastest = styled(true, "green:", boldGreen)
	}
	p.notes(n.list(fastest))
}
