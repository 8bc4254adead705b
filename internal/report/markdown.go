package report

import (
	"fmt"
	"io"
	"strings"

	"cpb/result"
)

// Markdown writes what Table writes as GitHub's Markdown, for a commit message or a pull request: titles are bold, since git
// takes lines that begin with # for comments. Foreign text that means anything in Markdown stands in code spans.
func Markdown(w io.Writer, d *result.Document) error {
	var b strings.Builder
	var n notes
	for _, block := range blocks(d) {
		s := newSheet(block, &n)
		fmt.Fprintf(&b, "**%s**\n\n", markdownText(s.title))
		s.markdown(&b)
		b.WriteString("\n")
	}
	if len(d.Results) == 0 {
		b.WriteString("No results.\n\n")
	}
	for _, sentence := range n.list("**bold**:") {
		fmt.Fprintf(&b, "- %s\n", sentence)
	}
	for _, part := range sections(d) {
		if len(part.remarks) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n**%s**\n\n", strings.ToUpper(part.title[:1])+part.title[1:])
		for _, r := range part.remarks {
			fmt.Fprintf(&b, "- %s: %s\n", markdownCode(r.who), markdownText(r.what))
		}
	}
	_, err := io.WriteString(w, strings.TrimLeft(b.String(), "\n"))
	return err
}

// markdown writes s as a table.
func (s *sheet) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "| %s | %s |\n", s.corner, strings.Join(s.heads, " | "))
	fmt.Fprintf(b, "|:--|%s\n", strings.Repeat("--:|", len(s.heads)))
	for _, r := range s.rows {
		fmt.Fprintf(b, "| %s |", strings.ReplaceAll(markdownCode(r.name), "|", `\|`))
		for _, c := range r.cells {
			b.WriteString(" " + c.markdown() + " |")
		}
		b.WriteString("\n")
	}
}

func (c *sheetCell) markdown() string {
	cell := c.text
	if c.fastest {
		cell = "**" + cell + "**"
	}
	if c.misfit {
		cell += misfitMark
	}
	if c.interval != "" {
		cell += " " + c.interval
	}
	return cell
}

// markdownCode is s in a code span, in which only backquotes mean anything.
func markdownCode(s string) string { return "`" + strings.ReplaceAll(s, "`", "'") + "`" }

// markdownText is s as it is, where nothing in it means anything in Markdown or to GitHub.
func markdownText(s string) string {
	if strings.ContainsAny(s, "`*_[]<>#|~@&\\") {
		return markdownCode(s)
	}
	return s
}
