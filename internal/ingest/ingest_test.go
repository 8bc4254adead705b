package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"cpb/result"
)

// The tests read a format that no tool prints: "toy tool VERSION" begins a block, "toy NAME SIZE ns" is a result, {"toy": ns} too.
func init() {
	Register(Format{Name: "toy", Tool: "toy", Does: "tests", New: func(o *Output) Parser { return &toy{o} }})
}

type toy struct{ out *Output }

func (p *toy) Line(l Line) bool {
	if strings.TrimSpace(l.Text) == "" {
		panic("a blank line is offered")
	}
	f := strings.Fields(l.Text)
	if len(f) < 3 || f[0] != "toy" {
		return false
	}
	if f[1] == "tool" {
		p.out.Begin(Block{Title: "Toy " + f[2], Version: f[2]})
		return true
	}
	if len(f) < 4 {
		return false
	}
	ns, ok := ParseFigure(f[3])
	if !ok {
		return false
	}
	var size int
	fmt.Sscan(f[2], &size)
	r := &result.Result{Primitive: p.out.Name(f[1], l.Number).Slug, SizeBytes: &size, NsPerCall: ns.Value, Source: &result.Source{Line: l.Number}}
	if len(f) > 4 {
		r.Run = f[4]
	}
	p.out.Result(r)
	return true
}

func (p *toy) Value(v Value) bool {
	if !bytes.Contains(v.JSON, []byte(`"toy"`)) {
		return false
	}
	p.out.Result(&result.Result{Primitive: "md5", NsPerCall: 1, Source: &result.Source{Line: v.Line}})
	return true
}

func (p *toy) End() {}

func readToy(t *testing.T, text string) *result.Document {
	t.Helper()
	var c Collector
	if err := Read(strings.NewReader(text), "dir/mail.txt", &c, Options{}); err != nil {
		t.Fatal(err)
	}
	return c.Finish()
}

// told is a document in short: each result's line, run and version, then the kinds and lines of warnings.
func told(d *result.Document) string {
	var b strings.Builder
	for _, r := range d.Results {
		fmt.Fprintf(&b, "%d %s|%s\n", r.Source.Line, r.Run, r.Version)
	}
	for _, w := range d.Warnings {
		fmt.Fprintf(&b, "%d %s\n", w.Line, w.Kind)
	}
	return b.String()
}

func TestRuns(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"the file's name": {"toy md5 16 5", "1 mail|\n"},
		"the tool's version, and rows that repeat inside a block": {
			"toy tool 1.0\ntoy md5 16 5\ntoy md5 16 6",
			"2 Toy 1.0|1.0\n3 Toy 1.0|1.0\n",
		},
		"another table of the same output": {"toy tool 1.0\ntoy md5 16 5\ntoy tool 1.0\ntoy sha1 16 6", "2 Toy 1.0|1.0\n4 Toy 1.0|1.0\n"},
		"the same table again":             {"toy tool 1.0\ntoy md5 16 5\ntoy tool 1.0\ntoy md5 16 6", "2 Toy 1.0|1.0\n4 Toy 1.0 (2)|1.0\n"},
		"another version":                  {"toy tool 1.0\ntoy md5 16 5\ntoy tool 2.0\ntoy md5 16 6", "2 Toy 1.0|1.0\n4 Toy 2.0|2.0\n"},
		"before and after":                 {"Before:\ntoy md5 16 5\nAfter (3x faster):\ntoy md5 16 6", "2 Before|\n4 After (3x faster)|\n"},
		"two things before and after": {
			"MD5\n\nBefore:\ntoy md5 16 5\nAfter:\ntoy md5 16 6\n\nSHA-1\n\nBefore:\ntoy sha1 16 5\nAfter:\ntoy sha1 16 6",
			"4 MD5 / Before|\n6 MD5 / After|\n11 SHA-1 / Before|\n13 SHA-1 / After|\n",
		},
		"a heading that comes back": {"SSE2:\ntoy md5 16 5\nWithout SSE2:\ntoy md5 16 6\nSSE2:\ntoy sha1 16 7", "2 SSE2|\n4 Without SSE2|\n6 SSE2|\n"},
		"commands":                  {"$ ./bssl.old speed -filter X 2>&1 | tail\ntoy md5 16 5\n$ ./bssl speed\ntoy md5 16 6", "2 ./bssl.old speed -filter X|\n4 ./bssl speed|\n"},
		"a version in a heading": {
			"On an i5, with openssl 1.0.1t:\ntoy md5 16 5\nInstead with the 1.1.0d version:\ntoy md5 16 6\nvs:\ntoy md5 16 7",
			"2 On an i5, with openssl 1.0.1t|1.0.1t\n4 Instead with the 1.1.0d version|1.1.0d\n6 Instead with the 1.1.0d version / vs|1.1.0d\n" +
				"1 assumed\n3 assumed\n3 assumed\n",
		},
		"grep's file names": {
			"openssl-1.0.2g-speed.txt:toy md5 16 5\nopenssl-1.1.0.txt:7:toy md5 16 6",
			"1 openssl-1.0.2g-speed.txt|1.0.2g\n2 openssl-1.1.0.txt|1.1.0\n1 assumed\n2 assumed\n",
		},
		"Markdown": {"# CPU one\n## old\ntoy md5 16 5\n## new\ntoy md5 16 6\n# CPU two\n## old\ntoy md5 16 7",
			"3 CPU one / old|\n5 CPU one / new|\n8 CPU two / old|\n"},
		"an underlined heading": {"some prose about it.\n\nBig machine\n-----------\ntoy md5 16 5", "5 Big machine|\n"},
		"prose and noise are no headings": {
			"I ran it, and this is what came out.\ntoy md5 16 5\nkernel: something happened again\nand again, twice\ntoy sha1 16 5",
			"2 mail|\n5 mail|\n",
		},
		"labels": {"toy md5 16 5 A53\ntoy md5 16 6 A72\ntoy sha1 16 5 A53", "1 A53|\n2 A72|\n3 A53|\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := told(readToy(t, test.text)); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

// TestSourceAndThreads: what the surroundings say goes into the result.
func TestSourceAndThreads(t *testing.T) {
	d := readToy(t, "user@host:~$ openssl speed -multi 4 -evp aes-256-gcm 2>&1 | tail -5\ntoy md5 16 5\n")
	r := d.Results[0]
	if r.Threads != 4 || r.Source.Command != "openssl speed -multi 4 -evp aes-256-gcm" || r.Source.File != "dir/mail.txt" || r.Source.Tool != "toy" {
		t.Errorf("%+v %+v", r, r.Source)
	}
}

// TestPrefixes: a line is read behind whatever quotes, comments and logs put before it.
func TestPrefixes(t *testing.T) {
	for _, prefix := range []string{
		"> ", ">> ", "> > ", "| ", "# ", "// ", "%% ", "* ", "  ", "\t", "speed.txt:", "logs/speed.log:12:", "[WOLFCRYPT]: ", "[   12.345678] ",
		"2026-12-01T10:00:00.1234567Z ", "2026-12-01 10:00:00,123 ", "Dec  1 10:00:00 host speed[12]: ", "12-01 10:00:00.123  1234  1234 I tag: ",
		"I/bench(  123): ", "web_1  | ", "<6>[   12.3] ", "> # ",
	} {
		d := readToy(t, prefix+"toy md5 16 5\n"+prefix+"toy sha1 16 6\n")
		if len(d.Results) != 2 || d.Results[1].NsPerCall != 6 {
			t.Errorf("%q: %s", prefix, told(d))
		}
	}
}

// TestEncodings: the same text as terminals, mails and web pages have it.
func TestEncodings(t *testing.T) {
	const text = "toy md5 16 5.5\ntoy sha1 16 6.25\n"
	wide := func(order func(uint16) []byte, mark bool) string {
		units := utf16.Encode([]rune(text))
		if mark {
			units = append([]uint16{0xfeff}, units...)
		}
		var b []byte
		for _, u := range units {
			b = append(b, order(u)...)
		}
		return string(b)
	}
	little := func(u uint16) []byte { return []byte{byte(u), byte(u >> 8)} }
	big := func(u uint16) []byte { return []byte{byte(u >> 8), byte(u)} }
	for name, text := range map[string]string{
		"plain": text, "byte order mark": "\ufeff" + text, "CRLF": strings.ReplaceAll(text, "\n", "\r\n"),
		"spaces that do not break": strings.ReplaceAll(text, " ", "\u00a0"), "the same in Latin-1": strings.ReplaceAll(text, " ", "\xa0"),
		"colours": "\x1b[1;32m" + strings.ReplaceAll(text, "5.5", "\x1b[0m5.5\x1b[K"), "titles": "\x1b]0;toy\x07" + text,
		"progress":                    "10 %\rtoy md5 16 5.5\n\r50 %\rtoy sha1 16 6.25",
		"backspaces":                  strings.ReplaceAll(text, "5.5", "7\b5.5"),
		"no width":                    strings.ReplaceAll(text, "toy", "t\u200boy"),
		"UTF-16":                      wide(little, true),
		"UTF-16, big end first":       wide(big, true),
		"UTF-16 without a mark":       wide(little, false),
		"the same, big end first":     wide(big, false),
		"blank lines between":         strings.ReplaceAll(text, "\n", "\n\n"),
		"spaces at the ends of lines": strings.ReplaceAll(text, "\n", "  \t\n"),
	} {
		d := readToy(t, text)
		if len(d.Results) != 2 || d.Results[0].NsPerCall != 5.5 || d.Results[1].NsPerCall != 6.25 || len(d.Warnings) > 0 {
			t.Errorf("%s: %v", name, told(d))
		}
	}
}

func TestUnreadable(t *testing.T) {
	for name, text := range map[string]string{
		"an ELF file": "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00\x00\x00",
	} {
		var c Collector
		err := Read(strings.NewReader(text), "f", &c, Options{})
		var u *Unreadable
		if !errors.As(err, &u) || u.Line == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for magic, do := range map[string]string{"\x1f\x8b\x08": "zcat FILE | cpb read -", "\x28\xb5\x2f\xfd": "zstdcat FILE | cpb read -"} {
		var u *Unreadable
		if err := Read(strings.NewReader(magic+"x"), "f", &Collector{}, Options{}); !errors.As(err, &u) || u.Hint() != do {
			t.Errorf("compressed: %v", err)
		}
	}
	if d := readToy(t, "toy md5 16 5.5\nalg=\x00\ntoy s\x00ha1 16 6\n"+strings.Repeat("text\n", 20)); len(d.Results) != 2 {
		t.Errorf("a program that prints a NUL: %s", told(d))
	}
	var c Collector
	if err := Read(strings.NewReader(""), "f", &c, Options{}); err != nil || len(c.Doc.Results) != 0 {
		t.Errorf("an empty file: %v", err)
	}
}

// TestLongLine: a line that is none is passed over, and said.
func TestLongLine(t *testing.T) {
	d := readToy(t, "toy md5 16 5\n"+strings.Repeat("x", longestLine+1)+"\ntoy sha1 16 6\n")
	if got := told(d); got != "1 mail|\n3 mail|\n2 too-long\n" {
		t.Error(got)
	}
}

func TestValues(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"one":                      {`{"toy": 1}`, "1 mail|\n"},
		"over lines, among others": {"toy md5 16 5\n[\n {\"toy\": \"}\"},\n {}\n]\ntoy sha1 16 5", "1 mail|\n2 mail|\n6 mail|\n"},
		"two, and noise":           {"no heading, this.\n{\"toy\": 1}\n{\"toy\": 2}\ny", "2 mail|\n3 mail|\n"},
		"of nobody":                {`{"other": 1}`, ""},
		"code is none":             {"{\n  int x;\n}\ntoy md5 16 5", "4 mail|\n"},
		"a bracket in prose":       {"[1] see there.\n[ 1.0] toy md5 16 5", "2 mail|\n"},
		"cut off":                  {"{\"toy\":\n 1,\n", "1 truncated\n"},
		"cut off before a table":   {"{\"toy\":\ntoy md5 16 5", "2 mail|\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := told(readToy(t, test.text)); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestDuplicateBlock(t *testing.T) {
	table := "toy md5 16 5\ntoy md5 64 6\ntoy sha1 16 7\ntoy sha1 64 8\ntoy sha1 256 9\n"
	d := readToy(t, "Machine A:\n"+table+"Machine B:\n"+table+"Machine C:\n"+strings.Replace(table, "9", "10", 1))
	if len(d.Results) != 15 || len(d.Warnings) != 1 || d.Warnings[0].Kind != DuplicateBlock || d.Warnings[0].Line != 8 {
		t.Errorf("%s", told(d))
	}
	few := "toy md5 16 5\ntoy md5 64 6\n"
	if d := readToy(t, "A:\n"+few+"B:\n"+few); len(d.Warnings) != 0 {
		t.Errorf("two figures: %s", told(d))
	}
}

func TestWarnings(t *testing.T) {
	d := readToy(t, "toy sha257 16 5\ntoy sha257 64 5\nother tool: 12.5 MB/s\nnothing\n")
	if got := told(d); got != "1 mail|\n2 mail|\n1 unknown-name\n3 unread\n" {
		t.Error(got)
	}
	if d.Results[0].Primitive != "sha257" || !strings.Contains(d.Warnings[0].Message, "did you mean sha256?") {
		t.Errorf("%+v %+v", d.Results[0], d.Warnings[0])
	}
}

func TestParseFigure(t *testing.T) {
	for _, test := range []struct {
		text        string
		value, half float64
	}{
		{"5", 5, 0.5}, {"8954.05", 8954.05, 0.005}, {"0.0", 0, 0.05}, {"-3.10", -3.10, 0.005}, {"1.5e3", 1500, 50}, {"2e-3", 0.002, 0.0005}, {".5", 0.5, 0.05},
	} {
		f, ok := ParseFigure(test.text)
		if !ok || f.Value != test.value || math.Abs(f.Half-test.half) > 1e-12*test.half {
			t.Errorf("%q: %v, %t", test.text, f, ok)
		}
	}
	for _, text := range []string{"", "inf", "NaN", "infs", "0x10", "1_000", "1.2.3", "1e999", "5k", "--5", "1e", "e5", ".", "-", "1,5", strings.Repeat("9", 400)} {
		if f, ok := ParseFigure(text); ok {
			t.Errorf("%q is %v", text, f)
		}
	}
}

func TestParseLocalFigure(t *testing.T) {
	for _, test := range []struct {
		text      string
		thousands bool
		want      float64
	}{
		{"5000,0", false, 5000}, {"1,234.5", false, 1234.5}, {"1.234,5", false, 1234.5}, {"1,234,567", false, 1234567}, {"9,309", true, 9309},
		{"9,309", false, 9.309}, {"1 234", false, 1234}, {"12.5", false, 12.5}, {"1.234.567", false, 1234567},
	} {
		if f, ok := ParseLocalFigure(test.text, test.thousands); !ok || f.Value != test.want {
			t.Errorf("%q: %v, %t, want %v", test.text, f, ok, test.want)
		}
	}
}

// TestAgree has rows of openssl speed: count × size ÷ seconds is the rate, or not.
func TestAgree(t *testing.T) {
	count := func(n float64) Figure { return Figure{n, 0.5} }
	for _, test := range []struct {
		count, seconds, rate Figure
		ok                   bool
		implied              float64
	}{
		{count(1805960), Figure{3, 0.005}, Figure{9862949.55e3 / 16384, 5.0 / 16384}, true, 3},
		{count(411766), Figure{3.10, 0.005}, Figure{8755.16e3 / 64, 5.0 / 64}, false, 3.01}, // 3.01 s gives the rate
		{count(48000), Figure{4000, 0.005}, Figure{12, 0.05}, true, 4000},
		{count(5), Figure{0, 0.005}, Figure{12, 0.05}, true, 5.0 / 12}, // no time: nothing to compare
	} {
		implied, ok := Agree(test.count, test.seconds, test.rate)
		if ok != test.ok || math.Abs(implied-test.implied) > 0.001*test.implied {
			t.Errorf("%v in %v at %v: %v, %t", test.count, test.seconds, test.rate, implied, ok)
		}
	}
}

func TestMerge(t *testing.T) {
	a := &result.Document{Host: &result.Host{CPU: "a"}, Results: []result.Result{{Primitive: "md5"}}}
	b := &result.Document{Host: &result.Host{CPU: "b"}, Results: make([]result.Result, 2), Pairs: []result.Pair{{Base: 0, Other: 1}}}
	var d result.Document
	Merge(&d, a)
	if d.Host != a.Host {
		t.Error("the host of the only document is gone")
	}
	Merge(&d, b)
	if d.Host != nil || len(d.Results) != 3 || d.Pairs[0].Base != 1 || d.Pairs[0].Other != 2 || b.Pairs[0].Base != 0 {
		t.Errorf("%+v", d)
	}
}

func TestRegister(t *testing.T) {
	defer func() { recover() }()
	Register(Format{Name: "toy", Tool: "toy", Does: "tests", New: formats[0].New})
	t.Error("a format is registered twice")
}

func TestFormatOption(t *testing.T) {
	if err := Read(strings.NewReader("x"), "f", &Collector{}, Options{Format: "none"}); err == nil {
		t.Error("an unknown format is taken")
	}
}

// FuzzRead: whatever the text, what is read has lines of the file, and nothing panics.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"toy md5 16 5", "Before:\ntoy tool 1\ntoy md5 16 5\n\nAfter:\ntoy md5 16 6", "{\"toy\": [1,\n2]}", "[{", "> | # toy md5 16 5", "\xff\xfet\x00o\x00",
		"|||`||||`|", "a.txt:1:toy md5 16 5", "$ openssl speed -multi 4 x\ntoy md5 16 5 label", "\x1b[", "toy x 1 1\r\r\b\b",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var c Collector
		err := Read(strings.NewReader(text), "f", &c, Options{})
		var u *Unreadable
		if err != nil && !errors.As(err, &u) {
			t.Fatal(err)
		}
		lines := 1 + strings.Count(text, "\n") + strings.Count(text, "\x00") // those of UTF-16 at most
		for _, r := range c.Finish().Results {
			if r.Source == nil || r.Source.Line < 1 || r.Source.Line > lines || r.Run == "" {
				t.Errorf("%+v", r)
			}
		}
		if slices.ContainsFunc(c.Doc.Warnings, func(w result.Warning) bool { return w.Line > lines || w.Message == "" }) {
			t.Errorf("%+v", c.Doc.Warnings)
		}
	})
}

// TestReadingFails: what was read before reading failed is kept, however little it is.
func TestReadingFails(t *testing.T) {
	broken := errors.New("broken")
	var c Collector
	err := Read(io.MultiReader(strings.NewReader("toy md5 16 5\n"), iotest.ErrReader(broken)), "f", &c, Options{})
	if err != broken || len(c.Doc.Results) != 1 {
		t.Errorf("%d results and %v", len(c.Doc.Results), err)
	}
}

func TestTitle(t *testing.T) {
	for text, want := range map[string]string{"**Before:**": "Before", "**Before**:": "Before", "`x y`:": "x y", "with `x`:": "with `x`", "== After ==": "After", "a: b::": "a: b"} {
		if got := title(text); got != want {
			t.Errorf("title(%q) = %q", text, got)
		}
	}
}

// TestTallier: groups of another text are others, whatever they are called.
func TestTallier(t *testing.T) {
	var c Tallier
	for _, file := range []string{"a", "b"} {
		c.Begin(file)
		c.Result(&result.Result{Run: "x", Primitive: "md5"})
		c.Result(&result.Result{Run: "y", Primitive: "md5"})
		c.Result(&result.Result{Run: "x", Primitive: "sha1"})
	}
	var got []string
	for _, g := range c.Tally.Groups {
		got = append(got, fmt.Sprintf("%s#%s %d", g.File, g.Name, g.Results))
	}
	if want := []string{"a#x 2", "a#y 1", "b#x 2", "b#y 1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHeadingsOfPrefixedFile: what stands above the first figure of a file is a heading of it where all its lines name it, too.
func TestHeadingsOfPrefixedFile(t *testing.T) {
	doc := readToy(t, "Elsewhere:\n\na.txt:Machine one:\na.txt:Before:\na.txt:toy md5 16 5\na.txt:After:\na.txt:toy md5 16 4\nb.txt:Old:\nb.txt:toy md5 16 3\n")
	var runs []string
	for _, r := range doc.Results {
		runs = append(runs, r.Run)
	}
	if got, want := strings.Join(runs, ", "), "a.txt / Machine one / Before, a.txt / Machine one / After, b.txt / Old"; got != want {
		t.Errorf("runs are %s, want %s", got, want)
	}
}

// TestGroupedDigits: separators between digits have three of them behind each.
func TestGroupedDigits(t *testing.T) {
	for text, want := range map[string]float64{"1,234.5": 1234.5, "1.234,5": 1234.5, "12,345,678": 12345678, "1.234.567": 1234567, "5000,0": 5000} {
		if f, ok := ParseLocalFigure(text, true); !ok || f.Value != want {
			t.Errorf("%s is %v, %v", text, f, ok)
		}
	}
	for _, text := range []string{"94,563,7", "1,23.5", "1.2.3", "1.23,5", "1,,234.0"} {
		if f, ok := ParseLocalFigure(text, true); ok {
			t.Errorf("%s is %v", text, f)
		}
	}
}

// TestKeyBits: a size of a key that the catalogue has not got is in the name.
func TestKeyBits(t *testing.T) {
	o := newOutput("f", &Collector{})
	for name, want := range map[string]int{"RSA-1280": 1280, "ffdh 1234": 1234, "rsa-2048": 2048, "rsa-big": 0, "memxor-64": 0, "ecdsa sm2": 256} {
		if got := o.Name(name, 1).Bits; got != want {
			t.Errorf("%s has %d bits, want %d", name, got, want)
		}
	}
}
