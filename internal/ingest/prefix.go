package ingest

import "strings"

// deepest is the most prefixes that are taken off a line.
const deepest = 5

// Prefixes that mails, comments and logs put before a line. Each pattern is anchored, and takes the spaces that belong to it.
var (
	// > quoted, | from a table, # // %% * ; comments. A mark must be followed by a space or another mark, or end the line.
	mark = NewPattern(`^\s*(?:>|\||#|//|%%|%|\*|;|--|│)(?:\s|$)|^\s*>+`)
	// grep's and others' name.txt: and name.txt:12:
	fileName = NewPattern(`^([\w.+@/-]*[\w-]\.(?:txt|log|out|md|csv|dat|res|bench|results?))[:-](?:\d+[:-])?`)
	// [kernel time], [TAG]:
	bracketed = NewPattern(`^\s*\[[^\[\]]{1,40}\]:?\s`)
	// 2026-12-01T10:00:00.123Z, Dec  1 10:00:00 host name[12]:, 12-01 10:00:00.123  1234  1234 I tag:, 10:00:00
	stamped = NewPattern(`^\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: [\w.-]+)?(?: [\w./-]+(?:\[\d+\])?:)?|\d\d-\d\d \d\d:\d\d:\d\d\.\d+\s+\d+\s+\d+ [A-Z] [^:]{1,40}:|\d\d:\d\d:\d\d(?:[.,]\d+)?)\s`)
	// logcat's I/tag(123):, and names of programs and containers: web_1  |
	tagged = NewPattern(`^\s*(?:[VDIWEF]/[^():]{1,40}\(\s*\d+\):|[\w.-]{1,40}\s+\|)\s`)
	// <6> of kernel messages
	priority = NewPattern(`^<\d{1,3}>`)
)

// strip takes one prefix off text, and gives the name of the file where the prefix is one. What a line begins with says which
// patterns are worth a try: most lines have no prefix.
func strip(text string) (rest, file string, ok bool) {
	at := 0
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	if at == len(text) {
		return "", "", false
	}
	c := text[at]
	var patterns []*Pattern
	switch {
	case strings.IndexByte(">|#/%*;-\xe2", c) >= 0:
		patterns = marks
	case c == '[':
		patterns = brackets
	case c == '<':
		patterns = priorities
	case at == 0 && colonWithin(text, 200):
		if m := fileName.FindStringSubmatch(text); m != nil {
			return text[len(m[0]):], m[1], true
		}
		patterns = stamps
	case colonWithin(text, 80) || strings.Contains(text, " |"):
		patterns = stamps
	}
	for _, p := range patterns {
		if m := p.FindString(text); m != "" {
			return text[len(m):], "", true
		}
	}
	// #wolfSSL: a comment without a space. ## begins a heading.
	if rest := text[at+1:]; c == '#' && rest != "" && (rest[0] == '-' || isLetter(rune(rest[0]))) {
		return rest, "", true
	}
	return "", "", false
}

var (
	marks      = []*Pattern{mark}
	brackets   = []*Pattern{bracketed}
	priorities = []*Pattern{priority}
	stamps     = []*Pattern{stamped, tagged}
)

// colonWithin reports whether a colon stands in the first n bytes, or a hyphen, which grep puts behind the names of lines around.
func colonWithin(text string, n int) bool {
	return strings.ContainsAny(text[:min(n, len(text))], ":-|")
}

// stripped is l without so many prefixes.
func stripped(l Line, depth int) (bare Line, file string, ok bool) {
	for range depth {
		rest, from, ok := strip(l.Text)
		if !ok {
			return l, "", false
		}
		l.Text = rest
		if from != "" {
			file = from
		}
	}
	return l, file, !isBlank(l.Text)
}
