//go:build cgo && linux

package gate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"cpb/catalog"
	"cpb/internal/gate"
	"cpb/internal/stats"
	"cpb/library"
	"cpb/result"
)

// BenchmarkGate holds a copy of this machine's libcrypto against another: 20 cells in which nothing differs, but for one in which a cost is
// planted that is known exactly: to each k calls one more that does not count. Each iteration is a whole gate with a bound of 2 %; the metrics are how many
// of 100 gates were red, how many of them in a cell without a cost, how many were undecided, and how long they took. docs/gate.md has
// its results.
func BenchmarkGate(b *testing.B) {
	info, ok := library.Lookup("openssl")
	if !ok {
		b.Skip("built without OpenSSL")
	}
	found, err := info.Find("")
	if err != nil {
		b.Skip(err)
	}
	text, err := os.ReadFile(found[0].Path)
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	copied := func(side string) library.Target {
		path := filepath.Join(dir, side, filepath.Base(found[0].Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o755); err != nil {
			b.Fatal(err)
		}
		return library.Target{Library: info.Name, Path: path}
	}
	base, head := copied(gate.BaseLabel), copied(gate.HeadLabel)
	wanted, err := gate.ParseWanted([]string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "aes-128-ecb"}, []int{64, 1024}, 1<<20)
	if err != nil {
		b.Fatal(err)
	}
	planted := library.Cell{Primitive: "sha256", Operation: catalog.Hash, Interface: "evp", Work: catalog.Message, SizeBytes: 1024}
	for _, cost := range []struct {
		name string
		k    int
	}{{"none", 0}, {"1%", 100}, {"3%", 33}} {
		b.Run("planted="+cost.name, func(b *testing.B) {
			var red, wrong, undecided int
			var seconds []float64
			for i := range b.N {
				r := request(b)
				r.Seed = uint64(i + 1)
				r.Interfaces = []string{planted.Interface}
				r.Plant = func(t library.Target, c library.Cell) int {
					if t.Label == gate.HeadLabel && c == planted {
						return cost.k
					}
					return 0
				}
				l := gate.Live{Request: r, Wanted: wanted, Base: base, Head: head, MaxSlowdown: gate.DefaultMaxSlowdown}
				doc, err := l.Measure(context.Background())
				if err != nil || doc.Gate == nil || len(doc.Gate.Cells) != 20 {
					b.Fatalf("%v; %+v; skipped %+v", err, doc.Gate, doc.Skipped)
				}
				switch doc.Gate.Outcome {
				case result.GateSlower:
					red++
				case result.GateUndecided:
					undecided++
				}
				if strays(doc, planted, cost.k) {
					wrong++
				}
				seconds = append(seconds, doc.Method.Seconds)
			}
			b.ReportMetric(100*float64(red)/float64(b.N), "red-of-100")
			b.ReportMetric(100*float64(wrong)/float64(b.N), "stray-of-100")
			b.ReportMetric(100*float64(undecided)/float64(b.N), "undecided-of-100")
			b.ReportMetric(stats.Median(seconds), "median-s")
			b.ReportMetric(stats.Quantile(seconds, 0.9), "p90-s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkShift holds a small library against itself with its code moved by 16, 32 and 48 bytes, and nothing else. The bound is as good as none,
// so that each difference that is seen is beyond it: the metrics are how many cells differed by more than it, how many of these have the state
// layout, and the largest difference.
func BenchmarkShift(b *testing.B) {
	base := example(b)
	for _, bytes := range []int{16, 32, 48} {
		b.Run(fmt.Sprintf("bytes=%d", bytes), func(b *testing.B) {
			head := example(b, "static uint32_t rotate", fmt.Sprintf("__asm__(\".text\\n.skip %d\");\nstatic uint32_t rotate", bytes))
			var cells, slower, layout int
			most := 1.0
			for i := range b.N {
				r := request(b)
				r.Seed = uint64(i + 1)
				doc, err := (&gate.Live{Request: r, Wanted: wanted(b, "sha256"), Base: base, Head: head, MaxSlowdown: 0.0001}).Measure(context.Background())
				if err != nil || doc.Gate == nil {
					b.Fatalf("%v; skipped %+v", err, doc.Skipped)
				}
				for _, c := range doc.Gate.Cells {
					cells++
					most = max(most, doc.Comparisons[c.Comparison].Ratio)
					switch c.State {
					case result.CellSlower:
						slower++
					case result.CellLayout:
						layout++
					}
				}
			}
			b.ReportMetric(float64(cells)/float64(b.N), "cells")
			b.ReportMetric(float64(slower)/float64(b.N), "slower")
			b.ReportMetric(float64(layout)/float64(b.N), "layout")
			b.ReportMetric(100*(most-1), "most-%")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// strays reports whether a cell is slower that has no cost.
func strays(doc *result.Document, planted library.Cell, k int) (found bool) {
	for _, c := range doc.Gate.Cells {
		x := doc.Comparisons[c.Comparison]
		is := k > 0 && x.Primitive == planted.Primitive && *x.SizeBytes == planted.SizeBytes
		if !is && (c.State == result.CellSlower || c.State == result.CellLayout) {
			found = true
		}
	}
	return found
}
