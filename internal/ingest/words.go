package ingest

import (
	"strings"
	"unicode/utf8"
)

// Brief is a text short enough for a message.
func Brief(text string) string {
	text = strings.TrimSpace(text)
	const longest = 80
	if len(text) <= longest {
		return text
	}
	cut := longest
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// Details are the parts of a result's Detail that say something, one after the other.
func Details(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		if part != "" && b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(part)
	}
	return b.String()
}
