package ingest

import (
	"html"
	"strings"
)

var (
	// Tags of HTML that stand around preformatted text, lists and tables.
	tag = NewPattern(`(?i)</?(?:a|b|br|code|dd|div|em|font|i|kbd|li|p|pre|samp|span|strong|table|tbody|td|th|thead|tr|tt|ul)(?:\s[^<>]*)?/?>`)
	// Those that end a cell.
	cellTag = NewPattern(`(?i)</t[dh]>`)
)

// untagged is a line without the tags of HTML, and with characters for its entities. False where it has no tags.
func untagged(text string) (plain string, ok bool) {
	const longestMarkup = 4000
	if strings.IndexByte(text, '<') < 0 || len(text) > longestMarkup || !tag.MatchString(text) {
		return "", false
	}
	plain = tag.ReplaceAllString(cellTag.ReplaceAllString(text, "  "), "")
	return strings.ReplaceAll(html.UnescapeString(plain), "\u00a0", " "), true
}

// undressed is a line without the markup of Markdown around its text: the bars of a table's row, the signs of code and of bold type,
// and with characters for entities. False where it has none.
func undressed(text string) (plain string, ok bool) {
	if !strings.ContainsAny(text, "&`|*") || len(text) > 2000 {
		return "", false
	}
	text = strings.TrimSpace(text)
	plain = strings.ReplaceAll(text, "**", "")
	if strings.IndexByte(plain, '&') >= 0 {
		plain = strings.ReplaceAll(html.UnescapeString(plain), "\u00a0", " ")
	}
	if row, bars := strings.CutPrefix(plain, "|"); bars && strings.HasSuffix(row, "|") {
		plain = strings.ReplaceAll(row[:len(row)-1], "|", "  ")
	}
	plain = strings.TrimSpace(plain)
	if inner, code := strings.CutPrefix(plain, "`"); code && strings.HasSuffix(inner, "`") {
		plain = strings.Trim(inner, "`")
	}
	return plain, plain != "" && plain != text
}
