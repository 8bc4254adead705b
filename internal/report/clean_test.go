package report

import (
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"as it is":                        "as it is",
		" \ttabs\r\nand  lines\u2028 ":    "tabs and lines",
		"\x1b[1;31mred\x1b[0m \x1b[2J":    "red",
		"\x1b]8;;http://x\x1b\\link\x1b[": "link",
		"\x9b31m C1 \u009b31m":            "\ufffd31m C1 31m",
		"\u202eturned\u2066 \u200bzero":   "turned zero",
		"no UTF-8 \xff\xfe":               "no UTF-8 \ufffd",
		"ünï – 日本":                        "ünï – 日本",
	} {
		if got := clean(in); got != want {
			t.Errorf("clean(%q) = %q, not %q", in, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		s     string
		width int
		want  string
	}{
		{"openssl-3.0.22/evp", 18, "openssl-3.0.22/evp"},
		{"openssl-3.0.22/evp", 11, "opens…2/evp"},
		{"openssl-3.0.22/evp", 10, "opens…/evp"},
		{"日本語日本語", 7, "日…本語"}, {"日本語日本語", 6, "日…語"},
		{"abc", 1, "…"},
	} {
		got := shorten(c.s, c.width)
		if got != c.want || text.StringWidth(got) > c.width {
			t.Errorf("shorten(%q, %d) = %q, not %q", c.s, c.width, got, c.want)
		}
	}
}
