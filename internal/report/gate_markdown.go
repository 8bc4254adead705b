package report

import (
	"fmt"
	"io"
	"strings"

	"cpb/result"
)

// GateMarkdown writes what Gate writes as GitHub's and GitLab's Markdown, for a pull request: the outcome and the cells that matter, and all
// else folded away.
func GateMarkdown(w io.Writer, d *result.Document) error {
	var b strings.Builder
	v := newGateView(d)
	fmt.Fprintf(&b, "**%s**\n", markdownWords(v.outcome()))
	if same := v.same(); same != "" {
		fmt.Fprintf(&b, "\n%s\n", markdownWords(same))
	}
	shown := v.mattering()
	if len(shown) > 0 {
		b.WriteString("\n")
		s := v.sheet(shown)
		s.markdown(&b)
	}
	if rest := v.rest(); rest != "" {
		fmt.Fprintf(&b, "\n%s\n", markdownWords(rest))
	}
	b.WriteString("\n<details><summary>all cells, and how they were measured</summary>\n\n")
	for _, line := range v.sides() {
		side, name, _ := strings.Cut(line, ": ")
		fmt.Fprintf(&b, "- %s: %s\n", side, markdownCode(name))
	}
	if len(v.cells) > 0 {
		b.WriteString("\n")
		s := v.sheet(v.cells)
		s.markdown(&b)
		fmt.Fprintf(&b, "\n%s\n", markdownWords(v.note(v.cells)))
	}
	for _, part := range append(v.sections(), section{"conditions", conditions(d)}) {
		if len(part.remarks) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n**%s**\n\n", strings.ToUpper(part.title[:1])+part.title[1:])
		for _, r := range part.remarks {
			fmt.Fprintf(&b, "- %s: %s\n", markdownCode(r.who), markdownWords(r.what))
		}
	}
	fmt.Fprintf(&b, "\n</details>\n\n%s\n", markdownWords(v.cost()))
	_, err := io.WriteString(w, b.String())
	return err
}
