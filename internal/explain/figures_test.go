package explain

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cpb/result"
)

// figures is a document of the figures that one published thread has in testdata/figures.tsv, and its groups.
func figures(t testing.TB, thread string) (*result.Document, []result.Group) {
	t.Helper()
	text, err := os.ReadFile("testdata/figures.tsv")
	if err != nil {
		t.Fatal(err)
	}
	doc := &result.Document{}
	var groups []result.Group
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range lines[2:] { // after a remark and the heads
		f := strings.Split(line, "\t")
		if f[0] != thread {
			continue
		}
		number := func(i int) float64 {
			if f[i] == "" {
				return 0
			}
			x, err := strconv.ParseFloat(f[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		r := result.Result{
			Run: f[1], Library: f[2], Version: f[3], Primitive: f[4], Operation: f[5], Bits: int(number(6)),
			Calls: int64(number(8)), Seconds: number(9), BytesPerSecond: number(10), CallsPerSecond: number(11),
			CyclesPerByte: number(12), Source: &result.Source{Tool: "openssl speed"},
		}
		if f[7] != "" {
			size := int(number(7))
			r.SizeBytes = &size
		}
		switch {
		case r.CyclesPerByte > 0:
			r.Source.Tool, r.Cycles, r.Work = "crypto_bench", "tsc", "keyed"
		case r.Operation == "encrypt":
			r.Work = "update"
		default:
			r.Work = "message"
		}
		g := slices.IndexFunc(groups, func(g result.Group) bool { return g.Name == r.Run })
		if g < 0 {
			g = len(groups)
			groups = append(groups, result.Group{Name: r.Run})
		}
		groups[g].Results = append(groups[g].Results, len(doc.Results))
		doc.Results = append(doc.Results, r)
	}
	if len(groups) == 0 {
		t.Fatalf("no figures of %q", thread)
	}
	return doc, groups
}
