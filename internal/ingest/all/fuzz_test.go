package all_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cpb/internal/ingest"
	"cpb/result"
)

// FuzzRead reads any text with all formats: whatever it is, nothing panics, and what comes out are figures of the text's lines.
func FuzzRead(f *testing.F) {
	var seeds []string
	for _, pattern := range []string{"../*/testdata/*", filepath.Join(corpus, "*.txt")} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil && len(text) < 10_000 {
				seeds = append(seeds, string(text))
			}
		}
	}
	for i, seed := range seeds {
		f.Add(seed)
		// Two outputs cut into each other.
		other := seeds[(i+1)%len(seeds)]
		f.Add(seed[:len(seed)/2] + other[len(other)/3:])
	}
	f.Fuzz(func(t *testing.T, text string) {
		var c ingest.Collector
		err := ingest.Read(strings.NewReader(text), "f", &c, ingest.Options{})
		var unreadable *ingest.Unreadable
		if err != nil && !errors.As(err, &unreadable) {
			t.Fatal(err)
		}
		lines := 1 + strings.Count(text, "\n") + strings.Count(text, "\x00") // of UTF-16, at most
		doc := c.Finish()
		for i := range doc.Results {
			checkResult(t, &doc.Results[i], lines)
		}
		for _, w := range doc.Warnings {
			if w.Kind == "" || w.Message == "" || w.Line < 0 || w.Line > lines {
				t.Errorf("%+v", w)
			}
		}
	})
}

func checkResult(t *testing.T, r *result.Result, lines int) {
	t.Helper()
	figures := []float64{float64(r.Calls), r.Seconds, r.NsPerCall, r.CallsPerSecond, r.BytesPerSecond, r.CyclesPerByte, r.CyclesPerCall}
	wrong := func(x float64) bool { return x < 0 || math.IsInf(x, 0) || math.IsNaN(x) }
	none := !slices.ContainsFunc(figures, func(x float64) bool { return x > 0 })
	own := r.Source == nil // of a document of cpb's own, which says itself what it has
	switch {
	case slices.ContainsFunc(figures, wrong), wrong(r.Spread), wrong(r.LowNs), wrong(r.HighNs):
		t.Errorf("no number: %+v", *r)
	case none && !own:
		t.Errorf("no figure: %+v", *r)
	case r.Primitive == "", r.SizeBytes != nil && *r.SizeBytes < 0, r.Bits < 0, r.Threads < 0:
		t.Errorf("no cell: %+v", *r)
	case !own && (r.Run == "" || r.Source.File == "f" && (r.Source.Line < 1 || r.Source.Line > lines)):
		t.Errorf("no place: %+v %+v", *r, *r.Source)
	}
}
