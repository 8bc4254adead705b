package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"
)

// clean makes foreign text fit to be printed on a line: no escape sequences, no control characters, nothing that turns the
// direction of writing, and single spaces for white space of every kind.
func clean(s string) string {
	s = strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			return ' '
		case unicode.IsControl(c), unicode.Is(unicode.Cf, c):
			return -1
		}
		return c
	}, text.StripEscape(strings.ToValidUTF8(s, "\ufffd")))
	return strings.Join(strings.Fields(s), " ")
}

// shorten takes the middle out of s where it is wider than width.
func shorten(s string, width int) string {
	if text.StringWidth(s) <= width {
		return s
	}
	head := text.Trim(s, width/2)
	tail := s
	for text.StringWidth(tail) > width-1-text.StringWidth(head) {
		_, n := utf8.DecodeRuneInString(tail)
		tail = tail[n:]
	}
	return head + "…" + tail
}

// longest is how much of a reason or message is shown, in columns.
const longest = 300

// message is a foreign sentence, cleaned and not too long.
func message(s string) string { return shorten(clean(s), longest) }
