package cpbdoc

import (
	"strings"
	"testing"

	"cpb/internal/ingest"
)

func TestDocuments(t *testing.T) {
	for name, test := range map[string]struct {
		text    string
		runs    string // of the results
		warning string // LINE: message
	}{
		"one among prose": {"see:\n{\"schema\": \"cpb/1\", \"results\": [{\"primitive\": \"md5\", \"run\": \"a\"}]}\nbye\n", "a", ""},
		"two of one name": {
			strings.Repeat("{\"schema\": \"cpb/1\", \"results\": [{\"primitive\": \"md5\", \"run\": \"a\"}, {\"primitive\": \"sha1\", \"run\": \"a\"}]}\n", 2),
			"a, a, a (2), a (2)", "",
		},
		"damaged":            {"\n{\"schema\": \"cpb/1\",\n \"results\": [\n{\"primitive\": \"md5\", \"ns_per_call\": -1}]}\n", "", "4: results[0].ns_per_call: -1 is negative"},
		"another schema":     {"{\"schema\": \"cpb/2\",\n \"results\": []}\n", "", `1: schema "cpb/2" is not one that this cpb reads (it reads "cpb/1")`},
		"cut off":            {"see:\n{\"schema\": \"cpb/1\",\n \"results\": [\n{\"primitive\": \"md5\",\n", "", "4: not a cpb document: unexpected end of JSON input"},
		"cut off in a word":  {"{\"schema\": \"cpb/1\",\n \"results\": [\n{\"primitive\": \"md", "", "3: not a cpb document: invalid character '\\n' in string literal"},
		"edited by hand":     {"{\"schema\": \"cpb/1\",\n \"results\": [\n{\"primitive\": \"md5\" \"run\": \"a\"}\n]}\n", "", "3: not a cpb document: invalid character '\"' after object key:value pair"},
		"of others, cut off": {"{\"schema\": \"x/1\",\n", "", "1: a JSON value begins here and does not end"},
		"of others":          {"{\"schema\": \"x/1\"}\n", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var c ingest.Collector
			if err := ingest.Read(strings.NewReader(test.text), "f.json", &c, ingest.Options{}); err != nil {
				t.Fatal(err)
			}
			doc := c.Finish()
			var runs []string
			for _, r := range doc.Results {
				runs = append(runs, r.Run)
			}
			if got := strings.Join(runs, ", "); got != test.runs {
				t.Errorf("runs %q, want %q", got, test.runs)
			}
			switch {
			case test.warning == "" && len(doc.Warnings) > 0:
				t.Errorf("warned: %+v", doc.Warnings)
			case test.warning != "":
				line, message, _ := strings.Cut(test.warning, ": ")
				if w := doc.Warnings; len(w) != 1 || w[0].Message != message || line != string(rune('0'+w[0].Line)) {
					t.Errorf("warned: %+v, want %s", w, test.warning)
				}
			}
		})
	}
}
