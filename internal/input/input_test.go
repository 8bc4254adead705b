package input

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cpb/internal/ingest"
	_ "cpb/internal/ingest/cpbdoc"
	"cpb/internal/store"
	"cpb/result"
)

// document has a result for each RUN=IMPLEMENTATION.
func document(rows ...string) *result.Document {
	d := &result.Document{Tool: result.Tool{Name: "cpb"}}
	for i, row := range rows {
		run, implementation, _ := strings.Cut(row, "=")
		r := result.Result{Run: run, Primitive: "md5", NsPerCall: float64(1 + i)}
		r.Library, r.Version, _ = strings.Cut(implementation, "-")
		r.Version, r.Interface, _ = strings.Cut(r.Version, "/")
		d.Results = append(d.Results, r)
	}
	return d
}

func indices(groups []result.Group) string {
	var b strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&b, "%s%v ", g.Name, g.Results)
	}
	return strings.TrimSpace(b.String())
}

func TestSelect(t *testing.T) {
	d := document("MD5 / Before=openssl-1.0/evp", "MD5 / After=openssl-1.1/evp", "SHA / Before=openssl-1.0/oneshot", "SHA / After=go-1.26/std", "third=")
	for name, want := range map[string][]int{
		"MD5 / Before": {0}, "md5 / after": {1}, "Before": {0, 2}, "after": {1, 3}, "openssl-1.0/evp": {0}, "openssl-1.0": {0, 2},
		"openssl": {0, 1, 2}, "go": {3}, "5": {4}, "thi": {4}, " third ": {4}, "1": {0},
	} {
		g, err := Select(d, name)
		if err != nil || !slices.Equal(g.Results, want) {
			t.Errorf("%q: %v, %v, want %v", name, g.Results, err, want)
		}
	}
	for name, want := range map[string]string{
		"md": `"md" is in the names of 2 groups`, "": `no group or implementation ""`, "Befor": `"Befor" is in the names of 2 groups`, "thirds": `no group or implementation "thirds"`,
		"6": `no group or implementation "6"`,
	} {
		if _, err := Select(d, name); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	_, err := Select(d, "thirds")
	if hint := err.(*Error).Hint(); hint != "did you mean third?" {
		t.Errorf("hint %q", hint)
	}
}

func TestHalves(t *testing.T) {
	for name, test := range map[string]struct {
		rows []string
		want string
	}{
		"two runs":                {[]string{"a=", "b=", "a="}, "a[0 2] b[1]"},
		"two sides":               {[]string{"MD5 / old=", "MD5 / new=", "SHA / old=", "SHA / new="}, "old[0 2] new[1 3]"},
		"sides of other things":   {[]string{"MD5 / old=", "MD5 / new=", "SHA / new="}, ""},
		"two builds":              {[]string{"r=openssl-1.0/evp", "r=openssl-1.1/evp", "r=openssl-1.0/x"}, "openssl-1.0[0 2] openssl-1.1[1]"},
		"two libraries":           {[]string{"r=openssl-1.0/evp", "r=go-1.26/std"}, ""},
		"four runs of two builds": {[]string{"a=openssl-1.0/x", "b=openssl-1.0/x", "c=openssl-1.1/x", "d=openssl-1.1/x"}, ""},
		"one":                     {[]string{"a="}, ""},
		"three":                   {[]string{"a=", "b=", "c="}, ""},
	} {
		got, ok := Halves(document(test.rows...))
		if indices(got) != test.want || ok != (test.want != "") {
			t.Errorf("%s: %s, want %s", name, indices(got), test.want)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_DATA_HOME", dir)
	if _, err := store.Keep(document("kept=go-1.26/std"), "kept"); err != nil {
		t.Fatal(err)
	}
	a, b := filepath.Join(dir, "a.json"), filepath.Join(dir, "b#1.json")
	for path, d := range map[string]*result.Document{a: document("x=", "y="), b: document("x=", "z=")} {
		if err := store.Write(path, d); err != nil {
			t.Fatal(err)
		}
	}
	set, err := Load(context.Background(), []string{a + "#y", "kept", b, a + "#x"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range set.Sides {
		got = append(got, fmt.Sprintf("%s whole=%t", indices(s.Groups), s.Whole))
	}
	want := []string{"y[1] whole=false", "kept[2] whole=true", "b#1 / x[3] z[4] whole=true", "x[0] whole=false"}
	if !slices.Equal(got, want) || len(set.Doc.Results) != 5 {
		t.Errorf("got %q, want %q", got, want)
	}
	if all := set.Sides[2].All(); !slices.Equal(all.Results, []int{3, 4}) || all.Name != b {
		t.Errorf("%+v", all)
	}
}

func TestLoadFails(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_DATA_HOME", dir)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for arg, want := range map[string]string{
		filepath.Join(dir, "none"):          "no such file, and no run of that name is kept",
		dir:                                 "is a folder",
		write("empty", ""):                  "no result that could be used",
		write("prose", "no figures here\n"): "no result that could be used",
		write("binary", "\x7fELF\x00\x00"):  "is no text",
		write("half", `{"schema": "cpb/1", "results":`):                                      "no result that could be used",
		write("bad", `{"schema": "cpb/1", "results": [{}]}`):                                 "no result that could be used",
		write("good", `{"schema":"cpb/1","results":[{"primitive":"md5","run":"r"}]}`) + "#x": `no group or implementation "x"`,
	} {
		_, err := Load(context.Background(), []string{arg}, Options{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v, want %q", arg, err, want)
		}
	}
	set, _ := Load(context.Background(), []string{filepath.Join(dir, "bad")}, Options{})
	if len(set.Doc.Warnings) != 1 || !strings.Contains(set.Doc.Warnings[0].Message, "results[0].primitive: is missing") {
		t.Errorf("the warnings of a file without results are lost: %+v", set.Doc.Warnings)
	}
}

// TestCancelled: a reading that is interrupted keeps what was read.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, Stdin, Options{Stdin: strings.NewReader("x")}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// TestWaiting: nobody waits for a pipe longer than for ctx, and what came out of it before is kept.
func TestWaiting(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	reading := NewReading(100)
	read := make(chan error)
	go func() { read <- reading.Read(ctx, Stdin, Options{Stdin: r}) }()
	if _, err := w.WriteString("+DT:md5:3:16\n+R:3000000:md5:3.000000\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-read; err != context.Canceled {
		t.Errorf("got %v", err)
	}
	if w := reading.Doc.Warnings; len(w) != 1 || w[0].Kind != ingest.Truncated {
		t.Errorf("nothing says that the rest is missing: %+v", w)
	}
}

func TestSplit(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "a#b", "a#b.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for arg, want := range map[string][2]string{
		"a": {"a", "-"}, "a#b": {"a#b", "-"}, "a#c": {"a", "c"}, "a#b.txt#c": {"a#b.txt", "c"}, "a#b#c": {"a#b", "c"},
		"a#c#d": {"a", "c#d"}, "a#": {"a", ""}, "none#c#d": {"none", "c#d"},
	} {
		path, name, named := split(filepath.Join(dir, arg))
		if !named {
			name = "-"
		}
		if filepath.Base(path) != want[0] || name != want[1] {
			t.Errorf("%s: %q and %q", arg, path, name)
		}
	}
}

// TestAlike: groups of one name in several files are several, in whatever folders the files are.
func TestAlike(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"a.json", "x/a.json", "y/a.json"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := store.Write(path, document("r / 1=", "r / 10=")); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	reading := NewReading(100)
	for _, path := range append(paths, paths[0]) {
		if err := reading.Read(context.Background(), path, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(reading.Groups) != 6 || reading.Tally.Results != 6 || reading.Lost != 0 {
		t.Errorf("%d groups, %d results, %d of them lost", len(reading.Groups), reading.Tally.Results, reading.Lost)
	}
	if want := paths[2] + "#r / 10"; reading.Groups[5].Name != want {
		t.Errorf("%s, not %s", reading.Groups[5].Name, want)
	}
	runs := map[string]bool{}
	for _, r := range reading.Doc.Results {
		runs[r.Run] = true
	}
	if len(runs) != 6 {
		t.Errorf("two runs have one name: %v", runs)
	}
	set, err := Load(context.Background(), []string{paths[0] + "#r / 1", paths[1] + "#r / 1", paths[2] + "#2"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range set.Sides {
		names = append(names, indices(s.Groups))
	}
	if want := []string{"r / 1[0]", "a / r / 1[2]", paths[2] + " / r / 10[5]"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

func TestNames(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.json", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]bool{"run.json": true, "run.json#base": true, Stdin: true, "missing.so": false, "missing.json#base": false, "": false} {
		if Names(arg) != want {
			t.Errorf("%q: %v", arg, !want)
		}
	}
}
