package result_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cpb/internal/golden"
	"cpb/result"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

func TestGoBench(t *testing.T) {
	var b bytes.Buffer
	if err := result.EncodeGoBench(&b, full()); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/full.bench", b.Bytes())
}

func TestGoBenchUnwritable(t *testing.T) {
	if err := result.EncodeGoBench(fullDisk{}, full()); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

// What the format can hold of a result comes back.
func TestGoBenchRoundTrip(t *testing.T) {
	d := full()
	d.Results = append(d.Results,
		result.Result{
			Run: "r2", Label: "50 % /tmp\tnew\u00a0\u2028\xff-8", Library: "x=y", Caps: "no-avx+no-sha",
			Primitive: "sha512-256", Operation: "hash", SizeBytes: size(1 << 30), Threads: 4, NsPerCall: 1e9 / 3,
		},
		result.Result{Run: "r2", Primitive: "SHA-1", NsPerCall: 0.125},
		result.Result{Run: "r2", Primitive: "---", Operation: "seal", BytesPerSecond: 1e6},
	)
	var b bytes.Buffer
	if err := result.EncodeGoBench(&b, d); err != nil {
		t.Fatal(err)
	}
	back, err := result.DecodeGoBench(&b, "x.bench")
	if err != nil {
		t.Fatal(err)
	}
	if len(back.Warnings) > 0 {
		t.Errorf("warnings: %v", back.Warnings)
	}
	if got, want := *back.Host, (result.Host{CPU: d.Host.CPU, Arch: "amd64", OS: "linux"}); !reflect.DeepEqual(got, want) {
		t.Errorf("host %+v, not %+v", got, want)
	}
	if len(back.Results) != len(d.Results) {
		t.Fatalf("%d results, not %d", len(back.Results), len(d.Results))
	}
	for i := range d.Results {
		want, got := d.Results[i], back.Results[i]
		if got.Source == nil || got.Source.File != "x.bench" || got.Source.Line == 0 || got.Source.Tool != "cpb" {
			t.Errorf("source %+v", got.Source)
		}
		if cell(got) != cell(want) {
			t.Errorf("got  %s\nwant %s", cell(got), cell(want))
		}
		if !slices.Equal(got.LaunchNs, want.LaunchNs) {
			t.Errorf("%s: launches %v, not %v", cell(want), got.LaunchNs, want.LaunchNs)
		}
		wantNs, timed := want.Time()
		gotNs, _ := got.Time()
		if math.Abs(gotNs-wantNs) > wantNs/100 {
			t.Errorf("%s: %v ns, not %v", cell(want), gotNs, wantNs)
		}
		if !timed && got.BytesPerSecond != want.BytesPerSecond {
			t.Errorf("%s: %v B/s, not %v", cell(want), got.BytesPerSecond, want.BytesPerSecond)
		}
		if got.AllocsPerCall != want.AllocsPerCall {
			t.Errorf("%s: %v allocations, not %v", cell(want), got.AllocsPerCall, want.AllocsPerCall)
		}
	}
}

// cell is all that makes r's cell, in one line.
func cell(r result.Result) string {
	n := -1
	if r.SizeBytes != nil {
		n = *r.SizeBytes
	}
	operation := r.Operation
	if operation == "" && r.Primitive == "SHA-1" {
		operation = "hash" // comes from the catalogue
	}
	return fmt.Sprintf("%q %q %q %q %q %q %q %q %q %d %d %d", r.Run, r.Library, r.Version, r.Label, r.Interface, r.Caps,
		r.Primitive, operation, r.Work, n, r.Bits, max(1, r.Threads))
}

// The interval of what was read is that of the launches, and contains them where they agree.
func TestGoBenchInterval(t *testing.T) {
	const text = "BenchmarkMD5/size=64-1 10 100 ns/op\nBenchmarkMD5/size=64-1 30 102 ns/op\nBenchmarkMD5/size=64-1 10 101 ns/op\n"
	d, err := result.DecodeGoBench(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	r := d.Results[0]
	if r.NsPerCall != 101 || !(r.LowNs < 100 && r.LowNs > 90 && r.HighNs > 102 && r.HighNs < 110) || r.Calls != 50 {
		t.Errorf("got %+v", r)
	}
	if r.BytesPerSecond != 64e9/101 {
		t.Errorf("%v B/s", r.BytesPerSecond)
	}
}

func TestGoBenchWarnings(t *testing.T) {
	const text = "BenchmarkMD5/fast/size=a/lib=%zz-1 10 100 ns/op\nBenchmarkMD5-1 10 3 frogs\nBenchmarkMD5-2 ten\n"
	d, err := result.DecodeGoBench(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Results) != 1 || d.Results[0].Primitive != "md5" || d.Results[0].NsPerCall != 100 {
		t.Errorf("results %+v", d.Results)
	}
	want := []result.Warning{
		{Kind: "benchmark-name", File: "x", Line: 1, Message: `unknown part "fast" of a benchmark's name`},
		{Kind: "benchmark-name", File: "x", Line: 1, Message: `size=a: not a number of size`},
		{Kind: "benchmark-name", File: "x", Line: 1, Message: `lib=%zz: invalid URL escape "%zz"`},
		{Kind: "syntax", File: "x", Line: 3, Message: "parsing iteration count: invalid syntax"},
		{Kind: "no-speed", File: "x", Line: 2, Message: "no time and no rate in the lines of this benchmark"},
	}
	if !reflect.DeepEqual(d.Warnings, want) {
		t.Errorf("warnings %+v", d.Warnings)
	}
}

// benchstat's own packages find the launches of each library in one row: benchstat -row .name,/size -col /lib.
func TestGoBenchInBenchstat(t *testing.T) {
	d := full()
	d.Results = d.Results[:2]
	d.Results[1].Library, d.Results[1].Label = "gcrypt", ""
	var b bytes.Buffer
	if err := result.EncodeGoBench(&b, d); err != nil {
		t.Fatal(err)
	}
	var p benchproc.ProjectionParser
	all, err := benchproc.NewFilter("*")
	if err != nil {
		t.Fatal(err)
	}
	project := func(by string) *benchproc.Projection {
		projection, err := p.Parse(by, all)
		if err != nil {
			t.Fatal(err)
		}
		return projection
	}
	table, row, column := project(".config"), project(".name,/size"), project("/lib")
	lines := map[string]int{}
	in := benchfmt.NewReader(&b, "x")
	for in.Scan() {
		line, ok := in.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("not a result: %v", in.Result())
		}
		lines[fmt.Sprintf("%s | %s | %s", table.Project(line), row.Project(line), column.Project(line))]++
	}
	const at = "goos:linux goarch:amd64 cpu:Intel(R) Xeon(R) Processor tool:cpb | .name:SHA256 /size:16 | /lib:"
	if want := map[string]int{at + "openssl": 3, at + "gcrypt": 3}; !reflect.DeepEqual(lines, want) {
		t.Errorf("got %v\nwant %v", lines, want)
	}
}

func FuzzDecodeGoBench(f *testing.F) {
	var b bytes.Buffer
	if err := result.EncodeGoBench(&b, full()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add("BenchmarkMD5//lib=-1 1 1 ns/op 2 MB/s\nBenchmark 1 1 B/s\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := result.DecodeGoBench(strings.NewReader(text), "x")
		if err != nil {
			return
		}
		for i := range d.Results {
			r := &d.Results[i]
			_, timed := r.Time()
			if _, rated := r.Rate(); !timed && !rated {
				t.Errorf("a result without a speed: %+v", r)
			}
		}
	})
}
