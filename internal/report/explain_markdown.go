package report

import (
	"fmt"
	"io"
	"strings"

	"cpb/result"
)

// ExplainMarkdown writes what Explain writes as GitHub's Markdown; see Markdown.
func ExplainMarkdown(w io.Writer, d *result.Document, groups []result.Group) error {
	var b strings.Builder
	if len(d.Findings) > 0 {
		b.WriteString("**Found**\n\n")
	}
	for i := range d.Findings {
		f := &d.Findings[i]
		b.WriteString("- " + markdownWords(sentence(f.Sentence)))
		if tail := standing(f); len(tail) > 0 {
			b.WriteString(" (" + markdownWords(strings.Join(tail, ", ")) + ")")
		}
		b.WriteString("\n")
	}
	var n costNotes
	all := accounts(d)
	for _, a := range all {
		fmt.Fprintf(&b, "\n**%s**\n\n", markdownText(a.title()))
		if len(a.costs) > 0 {
			s := a.sheet(&n)
			s.markdown(&b)
			b.WriteString("\n")
		}
		for _, s := range a.sentences {
			fmt.Fprintf(&b, "- %s\n", markdownWords(s))
		}
	}
	if len(d.Findings) == 0 && len(all) == 0 {
		b.WriteString("Nothing to explain.\n")
	}
	notes := n.list()
	if told := toldElsewhere(d); told != "" {
		notes = append(notes, told)
	}
	if len(notes) > 0 {
		b.WriteString("\n")
	}
	for _, s := range notes {
		fmt.Fprintf(&b, "- %s\n", s)
	}
	if len(groups) > 1 && len(d.Findings)+len(all) > 0 {
		b.WriteString("\n**Groups**\n\n")
		for _, r := range groupNames(groups) {
			fmt.Fprintf(&b, "- %s: %s\n", r.who, markdownCode(r.what))
		}
	}
	_, err := io.WriteString(w, strings.TrimLeft(b.String(), "\n"))
	return err
}

// markdownWords is s with each word in a code span that means anything in Markdown or to GitHub.
func markdownWords(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		words[i] = markdownText(w)
	}
	return strings.Join(words, " ")
}
