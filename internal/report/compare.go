package report

import (
	"io"
	"strings"

	"cpb/result"
)

// Compare writes d's comparisons of others with base: a table per primitive × operation × work, in which each row has the two
// figures, how many times as fast the other side is, and the verdict; how many of each verdict there are; and what has no pair.
func Compare(w io.Writer, d *result.Document, base result.Group, others []result.Group, o Options) error {
	p := newPage(o)
	var n contestNotes
	for _, c := range contests(d, base, others) {
		p.apart()
		for _, line := range c.sides(d) {
			p.paragraph("", styled(p.color, line, bold))
		}
		for _, t := range c.tables {
			s := t.sheet(d, &n)
			p.heading(s.title)
			newGrid(s, p.width, p.color).write(&p.text)
			for _, line := range t.beneath() {
				p.paragraph("", styled(p.color, line, faint))
			}
		}
		p.apart()
		p.paragraph("", styled(p.color, c.summary(), bold))
	}
	p.notes(n.list())
	for _, s := range aboutComparisons(d) {
		p.section(s.title, s.remarks)
	}
	if told := toldElsewhere(withoutNoPair(d)); told != "" {
		p.notes([]string{told})
	}
	_, err := io.WriteString(w, p.text.String())
	return err
}

// aboutComparisons is what is to be known of d's comparisons beside their tables.
func aboutComparisons(d *result.Document) []section {
	return []section{
		{"about these comparisons", comparisonWarnings(d)},
		{"no pair", withoutPair(d)},
	}
}

// comparisonWarnings are the warnings of d's comparisons: what is said of many is said once, with the cells that it is said of.
// What the lines under tables say is not said again.
func comparisonWarnings(d *result.Document) []remark {
	var g gathering
	count := map[string]int{}
	for i := range d.Comparisons {
		c := &d.Comparisons[i]
		for _, w := range c.Warnings {
			if w == result.WarnUnpaired || w == result.WarnSingleRuns {
				continue
			}
			if c.Verdict == result.NotComparable {
				w = string(result.NotComparable) + ": " + w
			}
			count[message(w)]++
			g.add(said{primitive: c.Primitive, operation: c.Operation, size: c.SizeBytes, what: w})
		}
	}
	var all []remark
	for _, x := range g.groups {
		who := shorten(x.cells(), longest)
		if count[x.what] == len(d.Comparisons) {
			who = "all"
		}
		all = append(all, remark{who, x.what})
	}
	return all
}

// noPair is the kind of the warnings that say what has no pair.
const noPair = "no-pair"

// withoutPair says what has no pair: what it is of, and why.
func withoutPair(d *result.Document) []remark {
	var all []remark
	count := 0
	for _, w := range d.Warnings {
		if w.Kind != noPair {
			continue
		}
		if count++; count <= mostListed {
			what, why, _ := strings.Cut(message(w.Message), ": ")
			all = append(all, remark{what, why})
		}
	}
	if more := count - len(all); more > 0 {
		all = append(all, remark{"and", counted(more, "more row") + " (--json has all)"})
	}
	return all
}

// withoutNoPair is d without the warnings that withoutPair shows.
func withoutNoPair(d *result.Document) *result.Document {
	rest := *d
	rest.Warnings = nil
	for _, w := range d.Warnings {
		if w.Kind != noPair {
			rest.Warnings = append(rest.Warnings, w)
		}
	}
	return &rest
}
