package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"cpb/result"
)

// Explain writes what d's findings and explanations say: what the groups are called, what was found over several results, then
// for each primitive what a call and a block cost, and what of that changed; and what was odd about the figures.
func Explain(w io.Writer, d *result.Document, groups []result.Group, o Options) error {
	p := newPage(o)
	naming := newNaming(groups)
	all := accounts(d, naming, p.width)
	if len(d.Findings)+len(all) > 0 && naming.several() {
		p.heading("groups")
		for _, r := range naming.list() {
			p.entry("  "+r.who+"  ", r.what)
		}
	}
	if len(d.Findings) > 0 {
		p.heading("found")
		for i := range d.Findings {
			p.finding(&d.Findings[i], naming)
		}
	}
	var n costNotes
	for _, a := range all {
		p.account(a, d, naming, &n)
	}
	if len(d.Findings) == 0 && len(all) == 0 {
		p.heading(unexplained)
		p.paragraph("  ", unexplainedWhy)
	}
	p.notes(n.list())
	p.warningsByKind(about(d, groups))
	_, err := io.WriteString(w, p.text.String())
	return err
}

// entry writes s in lines that fit, behind a lead and under each other.
func (p *page) entry(lead, s string) {
	for line := range strings.SplitSeq(text.WrapSoft(s, max(1, p.width-text.StringWidth(lead))), "\n") {
		p.text.WriteString(strings.TrimRight(lead+line, " ") + "\n")
		lead = strings.Repeat(" ", text.StringWidth(lead))
	}
}

// unexplained is said of a document without explanations and findings.
const (
	unexplained    = "nothing to explain"
	unexplainedWhy = "no primitive has times at two sizes, and none stands in two groups; cpb read shows what there is"
)

// finding writes f: its sentence, then on what it stands and where that is described.
func (p *page) finding(f *result.Finding, naming *naming) {
	s := naming.sentence(f.Sentence, f.Mentions)
	if tail := strings.Join(standing(f), ", "); tail != "" {
		s += " " + styled(p.color, "("+tail+")", faint)
	}
	p.paragraph("  ", s)
}

// standing is on what f stands, and where that is described.
func standing(f *result.Finding) []string {
	var all []string
	for _, s := range []string{clean(string(f.Basis)), clean(f.Page)} {
		if s != "" {
			all = append(all, s)
		}
	}
	return all
}

// account writes the costs of a, then what its pairs come to: in sentences, in a table where they are many, and in a table of figures
// where they are many and there are no costs.
func (p *page) account(a *account, d *result.Document, naming *naming, n *costNotes) {
	p.heading(a.title())
	written := false
	table := func(s sheet) {
		if written {
			p.apart()
		}
		written = true
		newGrid(s, p.width, p.color).write(&p.text)
	}
	if len(a.costs) > 0 {
		table(a.sheet(n))
	}
	sheets, sentences := a.told(d, naming, p.width, n)
	for _, s := range sheets {
		table(s)
	}
	if written && len(sentences) > 0 {
		p.apart()
	}
	for _, s := range sentences {
		p.paragraph("", s)
	}
}

// told is what is said of a's pairs: tables, and sentences.
func (a *account) told(d *result.Document, naming *naming, width int, n *costNotes) (sheets []sheet, sentences []string) {
	if len(a.costs) == 0 && len(a.pairs) > mostSentences {
		v := newVersions(d, naming.groups)
		n.versions = v.list(naming)
		return a.figureSheets(d, naming, v), nil
	}
	table, rest := a.changes()
	for _, e := range rest {
		sentences = append(sentences, naming.sentence(e.Sentence, e.Mentions))
	}
	if len(table) > 0 {
		sheets = append(sheets, a.changeSheet(table, naming, width, n))
		if s := naming.unmatched(table); s != "" {
			sentences = append(sentences, s)
		}
	}
	if a.alone != "" {
		sentences = append(sentences, "Without a pair: "+a.alone)
	}
	return sheets, sentences
}

// toldElsewhere points to what d warns of, and an explanation does not repeat; "" where there is nothing.
func toldElsewhere(d *result.Document) string {
	if n := countWarnings(d); n > 0 {
		return counted(n, "warning") + " about these figures: cpb read tells them"
	}
	return ""
}

// longestSentence is how much of a sentence is shown, in columns: those of findings list what they stand on.
const longestSentence = 2000

// sentence is s, which may have foreign names in it, fit to be printed.
func sentence(s string) string { return shorten(clean(s), longestSentence) }

// counted is a number of things, with their name in the singular or plural.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
