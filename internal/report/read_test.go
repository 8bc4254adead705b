package report

import (
	"bytes"
	"path/filepath"
	"testing"

	"cpb/internal/golden"
	"cpb/result"
)

func TestRead(t *testing.T) {
	documents := explained(t)
	documents["foreign"] = documentsIn(t, "testdata")["foreign"]
	for name, d := range documents {
		for form, o := range map[string]Options{"80": {}, "80.color": {Color: true}, "40": {Width: 1}} {
			var b bytes.Buffer
			if err := Read(&b, d, groupsOf(d), o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata/explain", name+".read."+form+".txt"), b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
			checkClean(t, b.String(), o.Color)
		}
	}
}

func TestWarning(t *testing.T) {
	for want, w := range map[string]result.Warning{
		"a.txt:3: odd":   {File: "a.txt", Line: 3, Message: "odd"},
		"a.txt: odd":     {File: "a.txt", Message: "odd"},
		"the budget: 3s": {Message: "the \x1b[31mbudget:\n3s"},
	} {
		if got := Warning(w); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestArgument(t *testing.T) {
	for in, want := range map[string]string{
		"mail.txt#2":              "mail.txt#2",
		"mail.txt#a b":            "'mail.txt#a b'",
		"it's":                    `'it'\''s'`,
		"":                        "''",
		"#1":                      "'#1'",
		"a;rm $(x) `y` \"z\" \\n": "'a;rm $(x) `y` \"z\" \\n'",
		"größe.txt":               "größe.txt",
	} {
		if got := argument(in); got != want {
			t.Errorf("argument(%q) = %s, not %s", in, got, want)
		}
	}
}
