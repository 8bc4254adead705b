package report

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"cpb/internal/golden"
	"cpb/result"

	"github.com/jedib0t/go-pretty/v6/text"
)

func TestMain(m *testing.M) {
	text.OverrideRuneWidthEastAsianWidth(false) // else widths follow the locale of whoever runs the tests
	os.Exit(m.Run())
}

// documents are the hand-made documents in testdata by name.
func documents(t *testing.T) map[string]*result.Document {
	t.Helper()
	return documentsIn(t, "testdata")
}

// documentsIn are the documents in a folder by name.
func documentsIn(t *testing.T, folder string) map[string]*result.Document {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	all := map[string]*result.Document{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, err := result.Decode(bytes.NewReader(text), file)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".json")] = d
	}
	return all
}

func TestTable(t *testing.T) {
	for name, d := range documents(t) {
		for form, o := range map[string]Options{
			"80": {}, "120": {Width: 120}, "80.color": {Width: 80, Color: true}, "40": {Width: 1},
		} {
			var b bytes.Buffer
			if err := Table(&b, d, o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "testdata/"+name+"."+form+".txt", b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
		}
	}
}

// checkLines fails where a line of text does not fit or has blanks at its end.
func checkLines(t *testing.T, name string, o Options, page string) {
	t.Helper()
	for line := range strings.SplitSeq(page, "\n") {
		if text.StringWidthWithoutEscSequences(line) > o.width() {
			t.Errorf("%s: wider than %d: %q", name, o.width(), line)
		}
		if strings.HasSuffix(line, " ") {
			t.Errorf("%s: blanks at the end of %q", name, line)
		}
	}
}

// checkClean fails where text holds what a terminal would obey, but for colours where there may be some.
func checkClean(t *testing.T, page string, colors bool) {
	t.Helper()
	if colors {
		page = colorCodes.ReplaceAllString(page, "")
	}
	for _, c := range page {
		if unicode.IsControl(c) && c != '\n' || unicode.Is(unicode.Cf, c) {
			t.Errorf("control character %q", c)
		}
	}
}

var colorCodes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestVerified(t *testing.T) {
	all := documents(t)
	for _, name := range []string{"classic", "empty"} {
		var b bytes.Buffer
		if err := Verified(&b, all[name], Options{}); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/"+name+".verified.txt", b.Bytes())
		checkLines(t, name, Options{}, b.String())
	}
}

func TestMarkdown(t *testing.T) {
	for name, d := range documents(t) {
		var b bytes.Buffer
		if err := Markdown(&b, d); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/"+name+".md", b.Bytes())
	}
}

func TestFor(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if o := For(w); o != (Options{}) || o.width() != DefaultWidth {
		t.Errorf("a pipe: %+v", o)
	}
}

func TestLocaleIsUTF8(t *testing.T) {
	for _, test := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "", false}, {"", "", "C.UTF-8", true}, {"", "", "de_DE.utf8@euro", true}, {"", "", "de_DE@euro", false},
		{"C", "", "en_US.UTF-8", false}, {"", "C.UTF-8", "C", true}, {"C.UTF-8", "C", "C", true}, {"", "ja_JP.eucJP", "ja_JP.UTF-8", false},
	} {
		env := map[string]string{"LC_ALL": test.all, "LC_CTYPE": test.ctype, "LANG": test.lang}
		if got := localeIsUTF8(func(name string) string { return env[name] }); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// Whatever document is read, its report fits and holds nothing that a terminal would obey.
func FuzzTable(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		document, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(document, 80)
	}
	f.Fuzz(func(t *testing.T, document []byte, width int) {
		d, err := result.Decode(bytes.NewReader(document), "x")
		if err != nil {
			return
		}
		var b bytes.Buffer
		o := Options{Width: width}
		if err := Table(&b, d, o); err != nil {
			t.Fatal(err)
		}
		checkLines(t, "table", o, b.String())
		if err := Markdown(&b, d); err != nil {
			t.Fatal(err)
		}
		for _, c := range b.String() {
			if unicode.IsControl(c) && c != '\n' {
				t.Errorf("control character %q", c)
			}
		}
	})
}
