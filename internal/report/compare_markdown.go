package report

import (
	"fmt"
	"io"
	"strings"

	"cpb/result"
)

// CompareMarkdown writes what Compare writes as GitHub's Markdown, for a commit message or a pull request; see Markdown.
func CompareMarkdown(w io.Writer, d *result.Document, base result.Group, others []result.Group) error {
	var b strings.Builder
	var n contestNotes
	for _, c := range contests(d, base, others) {
		b.WriteString("\n")
		for _, line := range c.sides(d) {
			side, name, _ := strings.Cut(line, ": ")
			fmt.Fprintf(&b, "- %s: %s\n", side, markdownCode(name))
		}
		for _, t := range c.tables {
			s := t.sheet(d, &n)
			fmt.Fprintf(&b, "\n**%s**\n\n", markdownText(s.title))
			s.markdown(&b)
			if lines := t.beneath(); len(lines) > 0 {
				fmt.Fprintf(&b, "\n%s.\n", strings.Join(lines, "; "))
			}
		}
		fmt.Fprintf(&b, "\n**%s**\n", c.summary())
	}
	if notes := n.list(); len(notes) > 0 {
		b.WriteString("\n")
		for _, sentence := range notes {
			fmt.Fprintf(&b, "- %s\n", sentence)
		}
	}
	for _, part := range aboutComparisons(d) {
		if len(part.remarks) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n**%s**\n\n", strings.ToUpper(part.title[:1])+part.title[1:])
		for _, r := range part.remarks {
			fmt.Fprintf(&b, "- %s: %s\n", markdownCode(r.who), markdownWords(r.what))
		}
	}
	_, err := io.WriteString(w, strings.TrimLeft(b.String(), "\n"))
	return err
}
