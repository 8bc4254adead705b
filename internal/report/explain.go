package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"cpb/result"
)

// Explain writes what d's findings and explanations say: what was found over several results, then for each primitive what a
// call and a block cost, and what of that changed. The names of groups stand below, whole, where there are several.
func Explain(w io.Writer, d *result.Document, groups []result.Group, o Options) error {
	p := newPage(o)
	short := shortNames(d, groups, p.width)
	if len(d.Findings) > 0 {
		p.heading("found")
		for i := range d.Findings {
			p.finding(&d.Findings[i], short)
		}
	}
	var n costNotes
	all := accounts(d)
	for _, a := range all {
		p.account(a, short, &n)
	}
	if len(d.Findings) == 0 && len(all) == 0 {
		p.heading(unexplained)
	}
	p.notes(n.list())
	if len(d.Findings)+len(all) > 0 && (len(groups) > 1 || len(short) > 0) {
		p.section("groups", groupNames(groups))
	}
	if told := toldElsewhere(d); told != "" {
		p.notes([]string{told})
	}
	_, err := io.WriteString(w, p.text.String())
	return err
}

// unexplained is said of a document without explanations and findings.
const unexplained = "nothing to explain"

// finding writes f: its sentence, then on what it stands and where that is described.
func (p *page) finding(f *result.Finding, short shortened) {
	s := short.in(sentence(f.Sentence))
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

// account writes the table of a, then its sentences.
func (p *page) account(a *account, short shortened, n *costNotes) {
	p.heading(a.title())
	if len(a.costs) > 0 {
		s := a.sheet(n)
		for i := range s.rows {
			s.rows[i].name = short.name(s.rows[i].name)
		}
		newGrid(s, p.width, p.color).write(&p.text)
	}
	if len(a.costs) > 0 && len(a.sentences) > 0 {
		p.apart()
	}
	for _, s := range a.sentences {
		p.paragraph("", short.in(s))
	}
}

// shortened has the names that are too long to be said in each table and sentence, longest first, and what is said for them.
type shortened [][2]string

// shortNames shortens the names of groups and of whose costs are told, where one of them takes more of a page's width than
// names have in a table.
func shortNames(d *result.Document, groups []result.Group, width int) shortened {
	var names []string
	for _, g := range groups {
		names = append(names, clean(g.Name))
	}
	for i := range d.Explanations {
		for _, c := range []*result.Cost{d.Explanations[i].Base, d.Explanations[i].Other} {
			if c != nil {
				names = append(names, nameOf(c, d))
			}
		}
	}
	names = distinctTexts(names)
	if len(names) == 0 {
		return nil
	}
	var all shortened
	for i, label := range labels(names, width*45/100) {
		if label != names[i] {
			all = append(all, [2]string{names[i], label})
		}
	}
	slices.SortFunc(all, func(x, y [2]string) int { return len(y[0]) - len(x[0]) })
	return all
}

// name is what is said for a name.
func (all shortened) name(name string) string {
	for _, x := range all {
		if x[0] == name {
			return x[1]
		}
	}
	return name
}

// in is a sentence with what is said for the names in it.
func (all shortened) in(sentence string) string {
	var pairs []string
	for _, x := range all {
		pairs = append(pairs, x[0], x[1])
	}
	return strings.NewReplacer(pairs...).Replace(sentence)
}

// groupNames lists the names of groups, in the order in which they are held against each other.
func groupNames(groups []result.Group) []remark {
	var all []remark
	for i, g := range groups {
		if i == mostListed {
			return append(all, remark{"more", fmt.Sprint(len(groups) - i)})
		}
		all = append(all, remark{fmt.Sprint(i + 1), shorten(cmp.Or(clean(g.Name), "without a name"), longestSentence)})
	}
	return all
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
