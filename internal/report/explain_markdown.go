package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"cpb/result"
)

// ExplainMarkdown writes what Explain writes as GitHub's Markdown; see Markdown.
func ExplainMarkdown(w io.Writer, d *result.Document, groups []result.Group) error {
	var b strings.Builder
	naming := newNaming(groups)
	all := accounts(d, naming, DefaultWidth)
	if len(d.Findings)+len(all) > 0 && naming.several() {
		b.WriteString("**Groups**\n\n")
		for g, r := range naming.list() {
			call := ""
			if !naming.numbered && naming.called[g] == r.who {
				call = markdownCode(r.who) + ": "
			}
			fmt.Fprintf(&b, "%d. %s%s\n", g+1, call, markdownCode(r.what))
		}
	}
	if len(d.Findings) > 0 {
		b.WriteString("\n**Found**\n\n")
	}
	for i := range d.Findings {
		f := &d.Findings[i]
		b.WriteString("- " + markdownWords(naming.sentence(f.Sentence, f.Mentions)))
		if tail := standing(f); len(tail) > 0 {
			b.WriteString(" (" + markdownWords(strings.Join(tail, ", ")) + ")")
		}
		b.WriteString("\n")
	}
	var n costNotes
	for _, a := range all {
		fmt.Fprintf(&b, "\n**%s**\n\n", markdownText(a.title()))
		var sheets []sheet
		if len(a.costs) > 0 {
			sheets = append(sheets, a.sheet(&n))
		}
		tables, sentences := a.told(d, naming, 0, &n)
		for i, s := range append(sheets, tables...) {
			if i > 0 {
				b.WriteString("\n")
			}
			s.corner = markdownHead(s.corner)
			s.heads = slices.Clone(s.heads)
			for j, head := range s.heads {
				s.heads[j] = markdownHead(head)
			}
			s.markdown(&b)
		}
		if len(sheets)+len(tables) > 0 && len(sentences) > 0 {
			b.WriteString("\n")
		}
		for _, s := range sentences {
			fmt.Fprintf(&b, "- %s\n", markdownWords(s))
		}
	}
	if len(d.Findings) == 0 && len(all) == 0 {
		b.WriteString("Nothing to explain.\n")
	}
	notes := n.list()
	if len(notes) > 0 {
		b.WriteString("\n")
	}
	for _, s := range notes {
		fmt.Fprintf(&b, "- %s\n", markdownNote(s, n.versions))
	}
	warningsMarkdown(&b, about(d, groups))
	_, err := io.WriteString(w, strings.TrimLeft(b.String(), "\n"))
	return err
}

// markdownHead is the head of a column, which may be a foreign name.
func markdownHead(s string) string { return strings.ReplaceAll(markdownText(s), "|", `\|`) }

// markdownNote is a note, whose words are foreign where it is one of those.
func markdownNote(s string, foreign []string) string {
	if slices.Contains(foreign, s) {
		return markdownWords(s)
	}
	return s
}

// warningsMarkdown writes d's warnings as warningsByKind does.
func warningsMarkdown(b *strings.Builder, d *result.Document) {
	kinds := warningKinds(d)
	if len(kinds) > 0 {
		b.WriteString("\n**Warnings**\n\n")
	}
	for _, k := range kinds {
		fmt.Fprintf(b, "- %s: %d\n", markdownText(k.name), k.count)
		for _, line := range k.lines {
			fmt.Fprintf(b, "  - %s\n", markdownWords(line))
		}
		if more := k.count - k.shown; more > 0 {
			fmt.Fprintf(b, "  - and %d more (`--json` has all)\n", more)
		}
	}
}

// markdownWords is s with each word in a code span that means anything in Markdown or to GitHub.
func markdownWords(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		words[i] = markdownText(w)
	}
	return strings.Join(words, " ")
}
