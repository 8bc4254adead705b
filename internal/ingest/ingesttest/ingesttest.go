// Package ingesttest is what the tests of formats have in common. Only tests import it.
package ingesttest

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cpb/internal/ingest"
	"cpb/result"
)

// Read reads text as one format only.
func Read(t testing.TB, format, text string) *result.Document {
	t.Helper()
	var c ingest.Collector
	if err := ingest.Read(strings.NewReader(text), "text", &c, ingest.Options{Format: format}); err != nil {
		t.Fatal(err)
	}
	return c.Finish()
}

// File is the text of a file of testdata.
func File(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Equal holds what is read of text against want: a line for each result as Short has it, and then one for each warning, its line and
// its kind. White space around lines does not count, nor do blank lines.
func Equal(t *testing.T, format, text, want string) {
	t.Helper()
	d := Read(t, format, text)
	var lines []string
	for i := range d.Results {
		lines = append(lines, Short(&d.Results[i]))
	}
	for _, w := range d.Warnings {
		lines = append(lines, fmt.Sprintf("%d %s", w.Line, w.Kind))
	}
	var wanted []string
	for _, l := range strings.Split(want, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			wanted = append(wanted, l)
		}
	}
	if got, want := strings.Join(lines, "\n"), strings.Join(wanted, "\n"); got != want {
		var messages []string
		for _, w := range d.Warnings {
			messages = append(messages, fmt.Sprintf("%d %s: %s", w.Line, w.Kind, w.Message))
		}
		t.Errorf("got\n%s\nwant\n%s\nwarnings\n%s", got, want, strings.Join(messages, "\n"))
	}
}

// Short is a result in a line: where it stands, its run, whose it is, what was called, and the figures, those of six digits.
func Short(r *result.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s:", r.Source.Line, r.Run)
	word := func(format string, x any, known bool) {
		if known {
			fmt.Fprintf(&b, " "+format, x)
		}
	}
	word("%s", r.Implementation(), r.Implementation() != "")
	word("%s", r.Primitive, true)
	word("%s", r.Operation, r.Operation != "")
	word("%s", r.Work, r.Work != "")
	if r.SizeBytes != nil {
		word("%dB", *r.SizeBytes, true)
	}
	word("%db", r.Bits, r.Bits != 0)
	word("%d threads", r.Threads, r.Threads != 0)
	word("(%s)", r.Detail, r.Detail != "")
	word("%d calls", r.Calls, r.Calls != 0)
	for _, f := range []struct {
		x    float64
		unit string
	}{
		{r.Seconds, "s"}, {r.NsPerCall, "ns"}, {r.CallsPerSecond, "/s"}, {r.BytesPerSecond, "B/s"}, {r.CyclesPerByte, "c/B"}, {r.CyclesPerCall, "cycles"},
	} {
		word("%.6g"+f.unit, f.x, f.x != 0)
	}
	word("%s", r.Cycles, r.Cycles != "")
	word("±%.4g", r.Spread, r.Spread != 0)
	return b.String()
}

// Fuzz reads whatever text as one format, or as all where it has no name. It never panics, and what it gives out has a primitive, a
// line of the text, and figures that are numbers. The seeds are the texts of testdata, and those given.
func Fuzz(f *testing.F, format string, seeds ...string) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		seeds = append(seeds, File(f, filepath.Base(name)))
	}
	const longest = 3000 // of longer ones go test spends its time on finding shorter ones that do the same
	for _, s := range seeds {
		f.Add(s[:min(len(s), longest)])
	}
	f.Fuzz(func(t *testing.T, text string) {
		var c ingest.Collector
		var noText *ingest.Unreadable
		switch err := ingest.Read(strings.NewReader(text), "text", &c, ingest.Options{Format: format}); {
		case errors.As(err, &noText):
			return
		case err != nil:
			t.Fatal(err)
		}
		d := c.Finish()
		last := 1 + strings.Count(text, "\n")
		if len(text)%2 == 0 {
			last = max(last, 1+len(text)/2) // UTF-16 may have other ends of lines
		}
		for i := range d.Results {
			check(t, &d.Results[i], last)
		}
		for _, w := range d.Warnings {
			if w.Line < 0 || w.Line > last || w.Kind == "" || w.Message == "" {
				t.Errorf("a warning of line %d of %d: %s %q", w.Line, last, w.Kind, w.Message)
			}
		}
	})
}

func check(t *testing.T, r *result.Result, last int) {
	t.Helper()
	if r.Source == nil || r.Source.File != "text" {
		return // of a document of cpb's own, which package result checks
	}
	if r.Primitive == "" || r.Run == "" || r.Source.Line < 1 || r.Source.Line > last {
		t.Fatalf("no primitive, run or line of the %d: %+v %+v", last, r, r.Source)
	}
	figures := 0
	for _, x := range []float64{r.Seconds, r.NsPerCall, r.CallsPerSecond, r.BytesPerSecond, r.CyclesPerByte, r.CyclesPerCall, r.Spread, float64(r.Calls), float64(r.Bits)} {
		if x < 0 || math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("a figure that is none: %+v", r)
		}
	}
	for _, x := range []float64{r.Seconds, r.NsPerCall, r.CallsPerSecond, r.BytesPerSecond, r.CyclesPerByte, r.CyclesPerCall} {
		if x > 0 {
			figures++
		}
	}
	if figures == 0 {
		t.Fatalf("a result without a figure: %+v", r)
	}
	if (r.CyclesPerByte > 0 || r.CyclesPerCall > 0) != (r.Cycles != "") || (r.Spread > 0) != (r.Spreads != "") {
		t.Fatalf("cycles or a spread of which it is not said what they are: %+v", r)
	}
	if r.SizeBytes != nil && *r.SizeBytes < 0 {
		t.Fatalf("%d bytes: %+v", *r.SizeBytes, r)
	}
}
