package result_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cpb/internal/golden"
	"cpb/result"

	"golang.org/x/perf/benchfmt"
)

// compared is a document of a base, and two others held against it.
func compared() (d *result.Document, base result.Group, others []result.Group) {
	of := func(implementation string, launches ...float64) result.Result {
		r := result.Result{Primitive: "sha1", Operation: "hash", Work: "message", SizeBytes: size(16), LaunchNs: launches, NsPerCall: launches[0]}
		r.Library, r.Interface, _ = strings.Cut(implementation, "/")
		r.Library, r.Version, _ = strings.Cut(r.Library, "-")
		return r
	}
	ticks := func(cpb float64) result.Result {
		return result.Result{Primitive: "md5", Operation: "hash", SizeBytes: size(1 << 20), CyclesPerByte: cpb, Cycles: "tsc", Library: "lavu"}
	}
	d = &result.Document{
		Host: &result.Host{CPU: "Example 3000", Arch: "amd64"},
		Results: []result.Result{
			of("openssl-1.1.1/evp", 300, 301), of("openssl-3.0/evp", 400, 401), of("openssl-3.0/oneshot", 500, 501), of("openssl-3.5/evp", 350, 351),
			ticks(5), ticks(4),
			{Primitive: "rsa-2048", Operation: "sign", Bits: 2048, CallsPerSecond: 1000}, {Primitive: "rsa-2048", Operation: "sign", Bits: 2048, CallsPerSecond: 1250},
			{Primitive: "rsa-2048", Operation: "sign", Bits: 2048, CallsPerSecond: 1001}, {Primitive: "rsa-2048", Operation: "sign", Bits: 2048, CallsPerSecond: 1251},
			{Primitive: "aes-128-cbc", Operation: "encrypt", Work: "update", SizeBytes: size(16), NsPerCall: 10},
			{Primitive: "aes-128-cbc", Operation: "encrypt", Work: "keyed", SizeBytes: size(16), NsPerCall: 20},
		},
		Comparisons: []result.Comparison{
			{Primitive: "sha1", Operation: "hash", Work: "message", SizeBytes: size(16), Base: 0, Other: 1, Ratio: 4.0 / 3, Low: 1.33, High: 1.34, Interval: result.IntervalUnpaired, P: 0.25, Verdict: result.Slower, Warnings: []string{"a", "b"}},
			{Primitive: "sha1", Operation: "hash", Work: "message", SizeBytes: size(16), Base: 0, Other: 2, Ratio: 5.0 / 3, Verdict: result.Undecided},
			{Primitive: "sha1", Operation: "hash", Work: "message", SizeBytes: size(16), Base: 0, Other: 3, Ratio: 7.0 / 6, Verdict: result.Undecided},
			{Primitive: "md5", Operation: "hash", SizeBytes: size(1 << 20), Base: 4, Other: 5, Ratio: 0.8, Figure: result.FigureCyclesPerByte, Verdict: result.Undecided},
			{Primitive: "rsa-2048", Operation: "sign", Bits: 2048, Base: 6, Other: 7, Ratio: 0.8, Verdict: result.Faster},
			{Primitive: "rsa-2048", Operation: "sign", Bits: 2048, Base: 8, Other: 9, Ratio: 0.8, Verdict: result.Faster},
			{Primitive: "aes-128-cbc", Operation: "encrypt", SizeBytes: size(16), Base: 10, Other: 11, Verdict: result.NotComparable},
		},
	}
	return d, result.Group{Name: "before\n.txt", Results: []int{0, 4, 6, 8, 10}},
		[]result.Group{{Name: "after.txt#3.0", Results: []int{1, 2, 5, 7, 9, 11}}, {Name: "after.txt#3.5", Results: []int{3}}}
}

func TestComparisonsCSV(t *testing.T) {
	d, _, _ := compared()
	var b bytes.Buffer
	if err := result.EncodeComparisonsCSV(&b, d); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/compared.csv", b.Bytes())
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + len(d.Comparisons); len(lines) != want {
		t.Errorf("%d lines, not %d", len(lines), want)
	}
	if err := result.EncodeComparisonsCSV(fullDisk{}, d); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

// Each name stands for one result on a side, and for both sides of what is compared, so that benchstat puts into one row what
// was compared and merges nothing.
func TestComparisonsGoBench(t *testing.T) {
	d, base, others := compared()
	var b bytes.Buffer
	if err := result.EncodeGoBenchSides(&b, d, base, others); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/compared.bench", b.Bytes())
	rows := map[string][]string{}
	lines := benchfmt.NewReader(&b, "x")
	for lines.Scan() {
		line, ok := lines.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("line %v", lines.Result())
		}
		v := line.Values[0]
		if v.OrigUnit != "" {
			v.Value = v.OrigValue
		}
		rows[string(line.Name)] = append(rows[string(line.Name)], fmt.Sprint(line.GetConfig("side"), " ", v.Value))
	}
	want := [][]string{
		{"base 300", "base 301", "other1 400", "other1 401", "other2 350", "other2 351"},
		{"base 300", "base 301", "other1 500", "other1 501"},
		{"base 5", "other1 4"},
		{"base 1e+06", "other1 800000"},
		{"base 999000.999000999", "other1 799360.5115907274"},
	}
	if len(rows) != len(want) {
		t.Errorf("%d rows, not %d", len(rows), len(want))
	}
	for name, row := range rows {
		if !slices.ContainsFunc(want, func(w []string) bool { return slices.Equal(w, row) }) {
			t.Errorf("%s: %v", name, row)
		}
	}
	if err := result.EncodeGoBenchSides(fullDisk{}, d, base, others); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

// The figure that a source prints is what a time comes from, and not the count and the rounded seconds beside it: 8755.16k at
// 64 bytes is 7310 ns, 3.10 s for 411766 calls would be 7529.
func TestTimeOfPrintedRate(t *testing.T) {
	r := result.Result{Primitive: "blowfish-cbc", SizeBytes: size(64), BytesPerSecond: 8755160, Calls: 411766, Seconds: 3.10}
	if ns, ok := r.Time(); !ok || int(ns) != 7309 && int(ns) != 7310 {
		t.Errorf("got %v, %v", ns, ok)
	}
	r.BytesPerSecond = 0
	if ns, ok := r.Time(); !ok || int(ns) != 7528 {
		t.Errorf("got %v, %v", ns, ok)
	}
}
