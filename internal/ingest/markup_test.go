package ingest

import (
	"fmt"
	"testing"
)

// TestMarkup: rows of the toy in what pages put around them.
func TestMarkup(t *testing.T) {
	for text, want := range map[string]string{
		"<pre><code>toy md5 16 100<br>":                            "md5 16",
		"<tr><td>toy</td><td>md5</td><td>16</td><td>100</td></tr>": "md5 16",
		"toy&nbsp;md5 16 100<br/>":                                 "md5 16",
		"| toy | md5 | 16 | 100 |":                                 "md5 16",
		"| **toy** | md5 | 16 | **100** |":                         "md5 16",
		"`toy md5 16 100`":                                         "md5 16",
		"> > `toy md5 16 100`":                                     "md5 16",
		"#toy md5 16 100":                                          "md5 16",
		"> | toy | md5 | 16 | 100 |":                               "md5 16",
		"##toy md5 16 100":                                         "",
		"a < b, `toy md5 16 100` and more":                         "",
		"<toy md5 16 100>":                                         "",
	} {
		d := readToy(t, text)
		got := ""
		for _, r := range d.Results {
			got += fmt.Sprintf("%s %d", r.Primitive, *r.SizeBytes)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestUndressed(t *testing.T) {
	for text, want := range map[string]string{"| a | b |": "a    b", "``a``": "a", "a & b": "", "a &lt; b": "a < b", "|a": "", "| |": "", "` `": " ", "plain": ""} {
		if got, ok := undressed(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}
