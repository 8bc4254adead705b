package gobench

import (
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"
	"cpb/result"
)

const format = "go-bench"

// what is a result in short: "LINE RUN PRIMITIVE OPERATION SIZE DETAIL: figures".
func what(r *result.Result) string {
	s := []string{strconv.Itoa(r.Source.Line), r.Run, r.Primitive, r.Operation}
	if r.SizeBytes != nil {
		s = append(s, strconv.Itoa(*r.SizeBytes))
	}
	if r.Detail != "" {
		s = append(s, "("+r.Detail+")")
	}
	for _, f := range []struct {
		value float64
		unit  string
	}{{r.NsPerCall, "ns"}, {r.BytesPerSecond, "B/s"}, {r.CyclesPerByte, "c/B"}, {r.Spread, "±"}} {
		if f.value > 0 {
			s = append(s, strconv.FormatFloat(f.value, 'g', 10, 64)+f.unit)
		}
	}
	return strings.Join(s, " ")
}

func check(t *testing.T, text string, results, warnings []string) {
	t.Helper()
	doc := ingesttest.Read(t, format, text)
	var got, kinds []string
	for i := range doc.Results {
		got = append(got, what(&doc.Results[i]))
	}
	for _, w := range doc.Warnings {
		kinds = append(kinds, w.Kind+":"+strconv.Itoa(w.Line))
	}
	if strings.Join(got, "\n") != strings.Join(results, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(results, "\n"))
	}
	if strings.Join(kinds, " ") != strings.Join(warnings, " ") {
		t.Errorf("warnings %q, want %q: %v", kinds, warnings, doc.Warnings)
	}
}

func TestRows(t *testing.T) {
	tests := map[string]struct {
		text              string
		results, warnings []string
	}{
		"package": {"goos: linux\ngoarch: arm64\npkg: crypto/sha512\nBenchmarkHash1K/Sum384-4   1000   2000 ns/op   512.00 MB/s   0 B/op   0 allocs/op\nPASS\nok  \tcrypto/sha512\t1.0s\n",
			[]string{"4 text sha384 hash 1024 2000ns 512000000B/s"}, nil},
		"package behind": {"BenchmarkHash8Bytes\t1000\t100 ns/op\t80.00 MB/s\nok  \tcrypto/md5\t1.0s\n",
			[]string{"1 text md5 hash 8 100ns 80000000B/s"}, nil},
		"machine": {"goos: linux\npkg: crypto/md5\ncpu: Some CPU\nBenchmarkHash8Bytes-4 10 100 ns/op\n",
			[]string{"4 Some CPU md5 hash 8 100ns"}, nil},
		"aead with key size": {"pkg: crypto/cipher\nBenchmarkAESGCM/Open-256-1350-8 100 1000 ns/op 1350.00 MB/s\n",
			[]string{"2 text aes-256-gcm open 1350 1000ns 1350000000B/s"}, nil},
		"public keys": {"pkg: crypto/rsa\nBenchmarkSignPKCS1v15/2048-8 100 1000000 ns/op\npkg: crypto/ecdsa\nBenchmarkVerify/P384-8 100 2000000 ns/op\n",
			[]string{"2 text rsa-2048 sign (PKCS1v15) 1000000ns", "4 text ecdsa-p384 verify 2000000ns"}, nil},
		"thousands": {"BenchmarkSHA256_1K-4 100 1000 ns/op 1000.00 MB/s\n",
			[]string{"1 text sha256 hash 1000 1000ns 1000000000B/s"}, nil},
		"assumed": {"BenchmarkSHA256_1K-4 100 1000 ns/op\n",
			[]string{"1 text sha256 hash 1024 1000ns"}, []string{"assumed:1"}},
		"size that is none": {"BenchmarkSHA256_1K-4 100 1000 ns/op 500.00 MB/s\n",
			[]string{"1 text sha256 hash 1000ns 500000000B/s"}, []string{"count-mismatch:1"}},
		"sizes behind hyphens": {"BenchmarkChacha20Poly1305/Open-64 100 1000 ns/op 64.00 MB/s\nBenchmarkChacha20Poly1305/Open-1350 100 1000 ns/op 1350.00 MB/s\n",
			[]string{"1 text chacha20-poly1305 open 64 1000ns 64000000B/s", "2 text chacha20-poly1305 open 1350 1000ns 1350000000B/s"}, nil},
		"GOMAXPROCS list": {"BenchmarkSHA1_8Bytes 100 10.5 ns/op\nBenchmarkSHA1_8Bytes-4 100 20.25 ns/op\n",
			[]string{"1 text sha1 hash 8 (GOMAXPROCS 1) 10.5ns", "2 text sha1 hash 8 (GOMAXPROCS 4) 20.25ns"}, nil},
		"kdf": {"BenchmarkArgon2id/Time:_3,_Memory:_64_MB-4 10 5000000 ns/op\n",
			[]string{"1 text argon2id kdf (Time: 3, Memory: 64 MB) 5000000ns"}, nil},
		"no speed": {"BenchmarkSHA1_8Bytes-4 100 NaN ns/op 12.00 MB/s\nBenchmarkMD5_8Bytes-4 0 0.00 ns/op\nBenchmarkMD4_8Bytes-4 7 -5 ns/op\n",
			[]string{"1 text sha1 hash 8 12000000B/s"}, []string{"no-result:1", "no-result:2", "no-result:2", "no-result:3"}},
		"own units": {"BenchmarkSHA1_8Bytes-4 100 10.00 ns/op 3.5 cycles/byte 12 widgets\n",
			[]string{"1 text sha1 hash 8 10ns 3.5c/B"}, []string{"unread:1"}},
		"cut off": {"pkg: a\nBenchmarkSHA1_8Bytes-4 100 10.00 ns/op 3.5\nBenchmarkSHA1_8Bytes-4 100 11\n",
			[]string{"2 text sha1 hash 8 10ns"}, []string{"truncated:2", "truncated:3"}},
		"key of no size": {"BenchmarkAESGCMSeal1K-4 10 1024 ns/op 1000.00 MB/s\n", []string{"1 text aes-gcm seal 1024 1024ns 1000000000B/s"}, []string{"unknown-name:1"}},
		"name alone": {"pkg: a\nBenchmarkSHA1_8Bytes-4 \n   100   10.00 ns/op\n",
			[]string{"2 text sha1 hash 8 10ns"}, nil},
		"failures": {"pkg: a\nBenchmarkSHA1_8Bytes-4 100 10.00 ns/op\n--- FAIL: BenchmarkMD5-4\nPASS\n",
			[]string{"2 text sha1 hash 8 10ns"}, []string{"no-result:3"}},
		"prefixes": {"> BenchmarkSHA1_8Bytes-4\u00a0 100 10.00 ns/op\r\n> BenchmarkSHA1_64Bytes-4\t100\t20.00 ns/op\r\n",
			[]string{"1 text sha1 hash 8 10ns", "2 text sha1 hash 64 20ns"}, nil},
		"files": {"a.txt:BenchmarkSHA1_8Bytes-4 100 10.00 ns/op\nb.txt:BenchmarkSHA1_8Bytes-4 100 20.00 ns/op\n",
			[]string{"1 a.txt sha1 hash 8 10ns", "2 b.txt sha1 hash 8 20ns"}, nil},
		"unknown": {"BenchmarkFrobnicate-4 100 10.00 ns/op\nBenchmark64-4 100 10.00 ns/op\n",
			[]string{"1 text frobnicate  10ns", "2 text unnamed  64 10ns"}, []string{"unknown-name:1", "unknown-name:2"}},
		"cpb's own": {"BenchmarkSHA256/lib=openssl/version=3.0.22/interface=evp/work=message/size=8192-1 1200 14301 ns/op 572.828 MB/s\n",
			[]string{"1 text sha256 hash 8192 14301ns 572827075B/s"}, nil},
		"ordinary words": {"BenchmarkNewKeyFromSeed-8 1 10.00 ns/op\nBenchmarkSeedEncrypt-8 1 10.00 ns/op\nBenchmarkCheckRandom-8 1 10.00 ns/op\nBenchmarkRandom-8 1 10.00 ns/op\n",
			[]string{"1 text newkeyfromseed  10ns", "2 text seed encrypt 10ns", "3 text checkrandom  10ns", "4 text rng rng 10ns"}, []string{"unknown-name:1", "unknown-name:3"}},
		"prose": {"Benchmarks are hard.\nBenchmarking 12 machines took 3 days\nBenchmarkSHA1 is fast\n", nil, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { check(t, test.text, test.results, test.warnings) })
	}
}

func TestTables(t *testing.T) {
	tests := map[string]struct {
		text              string
		results, warnings []string
	}{
		"benchcmp": {"benchmark             old ns/op     new ns/op     delta\nBenchmarkSHA1_8Bytes-4     100     50.5     -49.50%\n\nbenchmark    old MB/s   new MB/s   speedup\nBenchmarkSHA1_8Bytes-4   80.00   158.42   1.98x\n\nbenchmark  old allocs  new allocs  delta\nBenchmarkSHA1_8Bytes-4   1   2   +100.00%\n",
			[]string{"2 old sha1 hash 8 100ns", "5 old sha1 hash 8 80000000B/s", "2 new sha1 hash 8 50.5ns", "5 new sha1 hash 8 158420000B/s"}, nil},
		"the same table again": {"benchmark   old ns/op   new ns/op   delta\nBenchmarkMD5_8Bytes   1.5   2.5   +66%\n\nbenchmark   old ns/op   new ns/op   delta\nBenchmarkMD5_8Bytes   1.7   2.7   +59%\n",
			[]string{"2 old md5 hash 8 1.5ns", "2 new md5 hash 8 2.5ns", "5 old (2) md5 hash 8 1.7ns", "5 new (2) md5 hash 8 2.7ns"}, nil},
		"old benchstat": {"name  old time/op  new time/op  delta\nSHA1_8Bytes-4  1.25µs ± 3%  800ns ±12%  -36.00%  (p=0.000 n=9+10)\n[Geomean]  1.25µs  800ns  -36.00%\n",
			[]string{"2 old sha1 hash 8 1250ns 0.03±", "2 new sha1 hash 8 800ns 0.12±"}, nil},
		"three columns": {"name \\ speed      a.txt         b.txt         c.txt\nMD5_8Bytes-4  1.50GB/s ± 1%  2.50MB/s ± 2%  10.0kB/s ± 0%\nMD4_8Bytes-4  1.50GB/s ± 1%  2.50MB/s ± 2%\n",
			[]string{"2 a.txt md5 hash 8 1500000000B/s 0.01±", "2 b.txt md5 hash 8 2500000B/s 0.02±", "2 c.txt md5 hash 8 10000B/s"}, []string{"columns:3"}},
		"new benchstat, squeezed": {"pkg: crypto/md5\n │ a.txt │ b.txt │\n │ sec/op │ sec/op vs base │\nHash8Bytes-4 20.00n ± 1% 10.00n ± 1% -50.00% (p=0.000 n=10)\nHash1K-4 20.00n ± 1%\n",
			[]string{"4 a.txt md5 hash 8 20ns 0.01±", "4 b.txt md5 hash 8 10ns 0.01±"}, []string{"columns:5"}},
		"new benchstat, with tabs": {"pkg: crypto/md5\n\t|\ta.txt\t|\tb.txt\t|\n\t|\tsec/op\t|\tsec/op\tvs base\t|\nHash8Bytes-4\t20.00n ± 1%\t10.00n ± 1%\t-50.00% (p=0.000 n=10)\n",
			[]string{"4 a.txt md5 hash 8 20ns 0.01±", "4 b.txt md5 hash 8 10ns 0.01±"}, nil},
		"new benchstat, a bar wrapped": {"pkg: crypto/sha1\n             │    a     │           b\n│\n             │  sec/op  │  sec/op   vs base\n│\nSHA1_8Bytes-4  20.00n ± 1%   10.00n ± 1%  -50.00% (p=0.000 n=10)\n",
			[]string{"6 a sha1 hash 8 20ns 0.01±", "6 b sha1 hash 8 10ns 0.01±"}, nil},
		"new benchstat without labels": {"             │  sec/op  │  sec/op   vs base      │\nSHA1_8Bytes-4  20.00n ± 1%   10.00n ± 1%  -50.00% (p=0.000 n=10)\n",
			[]string{"2 column 1 sha1 hash 8 20ns 0.01±", "2 column 2 sha1 hash 8 10ns 0.01±"}, nil},
		"a head without units": {"poly1305: better\n\nname\t\told\t\tnew\t\tdelta\n64\t\t500MB/s\t\t1000 MB/s\t+100.00%\n64Unaligned\t600MB/s\t\t900 MB/s       +50.00%\n",
			[]string{"4 poly1305: better / old poly1305 mac 64 500000000B/s", "5 poly1305: better / old poly1305 mac 64 (Unaligned) 600000000B/s", "4 poly1305: better / new poly1305 mac 64 1000000000B/s", "5 poly1305: better / new poly1305 mac 64 (Unaligned) 900000000B/s"}, []string{"assumed:4"}},
		"a row without its head": {"BenchmarkSHA256-4      2000         1000         -50.00%\n", nil, []string{"no-result:1"}},
		"a line right below": {"pkg: golang.org/x/crypto/internal/poly1305\n       │    a     │           b            │\n       │  sec/op  │  sec/op   vs base      │\n64-4     20.00n ± 1%   10.00n ± 1%  -50.00% (p=0.000 n=10)\n\nAn-Id: I0123 456\n",
			[]string{"4 a poly1305 mac 64 20ns 0.01±", "4 b poly1305 mac 64 10ns 0.01±"}, nil},
		"new benchstat": {"pkg: golang.org/x/crypto/internal/poly1305\n       │    a     │           b            │\n       │  sec/op  │  sec/op   vs base      │\n64-4     20.00n ± 1%   10.00n ± ∞ ¹  -50.00% (p=0.000 n=10)\n128-4               12.00n ± 2%\ngeomean  20.00n        10.95n        -45%\n¹ need >= 6 samples\n",
			[]string{"4 a poly1305 mac 64 20ns 0.01±", "4 b poly1305 mac 64 10ns", "5 b poly1305 mac 128 12ns 0.02±"}, nil},
		"binary": {"pkg: golang.org/x/crypto/internal/poly1305\n       |    a     |\n       |   B/s    |\n64-4     1.500Ki ± 1%\n96-4     2.000Gi ± 1%\n",
			[]string{"4 a poly1305 mac 64 1536B/s 0.01±", "5 a poly1305 mac 96 2147483648B/s 0.01±"}, nil},
		"unit cut off": {"pkg: golang.org/x/crypto/internal/poly1305\n       │    a     │           b            │\n       │  sec/op  │  sec/op   vs base      │\n64-4     20.00n ± 1%   10.00\n",
			[]string{"4 a poly1305 mac 64 20ns 0.01±"}, []string{"truncated:4"}},
		"too many": {"benchmark   old ns/op   new ns/op   delta\nBenchmarkMD5_8Bytes   1.5   2.5   3.5 +66%\n", nil, []string{"columns:2"}},
		"zeros":    {"benchmark   old MB/s   new MB/s   speedup\nBenchmarkMD5_8Bytes   0.00   2.50   +Inf%\n", []string{"2 new md5 hash 8 2500000B/s"}, []string{"no-result:2"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { check(t, test.text, test.results, test.warnings) })
	}
}

// row is a line of go test as a regular expression sees it.
var row = regexp.MustCompile(`^Benchmark(\S+)\s+(\d+)\s+([\d.]+) ns/op(?:\s+([\d.]+) MB/s)?`)

// TestGoTest holds what is read of Go's own benchmarks against the lines.
func TestGoTest(t *testing.T) {
	for _, name := range []string{"gotest.txt", "cpus.txt"} {
		text := ingesttest.File(t, name)
		doc := ingesttest.Read(t, format, text)
		sameRows(t, text, doc)
		if len(doc.Warnings) > 0 {
			t.Errorf("%s: warnings %v", name, doc.Warnings)
		}
	}
	// Of each package something that its names alone do not say.
	doc := ingesttest.Read(t, format, ingesttest.File(t, "gotest.txt"))
	seen := map[string]bool{}
	for _, r := range doc.Results {
		size := ""
		if r.SizeBytes != nil {
			size = strconv.Itoa(*r.SizeBytes)
		}
		seen[strings.Join([]string{r.Library, r.Interface, r.Primitive, r.Operation, size}, " ")] = true
	}
	for _, want := range []string{
		"go std sha224 hash 8", "go std sha256 hash 8192", "go std sha384 hash 1024", "go std hmac-sha256 mac 1024",
		"go std ecdsa-p256 sign ", "go std ecdh-p256 derive ", "go std aes-128-gcm seal 1350", "go std aes-128-gcm open 64",
	} {
		if !seen[want] {
			t.Errorf("no %q in %v", want, seen)
		}
	}
}

// TestRealTool runs go test -bench on a package made here, on one processor and on two.
func TestRealTool(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/bench\n",
		"bench_test.go": `package bench
import ("crypto/sha256"; "testing")
func sum(b *testing.B, n int) { in := make([]byte, n); b.SetBytes(int64(n)); b.ReportAllocs(); for i := 0; i < b.N; i++ { sha256.Sum256(in) } }
func BenchmarkSHA256_64(b *testing.B) { sum(b, 64) }
func BenchmarkSHA256_8K(b *testing.B) { sum(b, 8192) }
func BenchmarkSHA224(b *testing.B) { for _, n := range []string{"1350", "2000"} { b.Run(n, func(b *testing.B) { for i := 0; i < b.N; i++ { sha256.Sum224(nil) } }) } }
`,
	} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, procs := range []string{"1", "2"} {
		run := exec.Command(tool, "test", "-run", "^$", "-bench", ".", "-benchtime", "20x", "-cpu", procs)
		run.Dir, run.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOWORK=off")
		text, err := run.Output()
		if err != nil {
			t.Skipf("%v: %s", err, text)
		}
		doc := ingesttest.Read(t, format, string(text))
		sameRows(t, string(text), doc)
		var sizes []int
		for _, r := range doc.Results {
			if r.SizeBytes != nil {
				sizes = append(sizes, *r.SizeBytes)
			}
			if r.Library != "example.org/bench" || r.Operation != "hash" {
				t.Errorf("%+v", r)
			}
		}
		if !slices.Equal(sizes, []int{64, 8192, 1350, 2000}) || len(doc.Warnings) > 0 {
			t.Errorf("-cpu %s: sizes %v, warnings %v", procs, sizes, doc.Warnings)
		}
	}
}

func sameRows(t *testing.T, text string, doc *result.Document) {
	t.Helper()
	byLine := map[int]*result.Result{}
	for i := range doc.Results {
		byLine[doc.Results[i].Source.Line] = &doc.Results[i]
	}
	rows := 0
	for i, line := range strings.Split(text, "\n") {
		m := row.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		rows++
		r := byLine[i+1]
		if r == nil {
			t.Errorf("line %d is not read: %s", i+1, line)
			continue
		}
		ns, _ := strconv.ParseFloat(m[3], 64)
		mb, _ := strconv.ParseFloat(m[4], 64)
		if strconv.FormatInt(r.Calls, 10) != m[2] || r.NsPerCall != ns || math.Abs(r.BytesPerSecond-mb*1e6) > 1 {
			t.Errorf("line %d, %s: read as %d, %g ns, %g B/s", i+1, line, r.Calls, r.NsPerCall, r.BytesPerSecond)
		}
	}
	if rows != len(doc.Results) || rows == 0 {
		t.Errorf("%d results of %d rows", len(doc.Results), rows)
	}
}

// TestBenchstat holds the text of benchstat, old and new, against its CSV, which package csv reads: what benchstat rounded, to two digits
// where the rows' other figure is larger, is what it had before.
func TestBenchstat(t *testing.T) {
	for _, version := range []string{"benchstat", "benchstat-v1"} {
		raw := ingesttest.File(t, version+".csv")
		doc := ingesttest.Read(t, format, raw)
		want := csvFigures(t, raw)
		same(t, version+".csv", doc, want, 1e-9)
		doc = ingesttest.Read(t, format, ingesttest.File(t, version+".txt"))
		same(t, version+".txt", doc, want, 0.01)
	}
}

type key struct{ name, column, unit string }

// csvFigures are the speeds of a CSV of benchstat by row, column and unit, in ns and B/s, in their order.
func csvFigures(t *testing.T, raw string) map[key]float64 {
	t.Helper()
	figures := map[key]float64{}
	pkg, unit := "", ""
	var heads []string
	for _, line := range strings.Split(raw, "\n") {
		f, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil {
			continue
		}
		switch {
		case strings.HasPrefix(f[0], "pkg:"):
			pkg = strings.Fields(strings.TrimPrefix(f[0], "pkg:"))[0]
		case f[0] == "" && f[1] == "old.txt", f[0] == "name":
			heads = []string{"old", "new"}
			if f[0] == "name" {
				unit = f[1]
			}
		case f[0] == "":
			unit = f[1]
		case len(f) > 3 && f[0] != "geomean" && f[0] != "[Geomean]":
			factor := map[string]float64{"sec/op": 1e9, "B/s": 1, "old time/op (ns/op)": 1, "old speed (MB/s)": 1e6}[unit]
			if factor == 0 {
				continue
			}
			for i, at := range []int{1, 3} {
				x, err := strconv.ParseFloat(f[at], 64)
				if err != nil {
					t.Fatal(line)
				}
				figures[key{pkg + " " + f[0], heads[i], map[bool]string{true: "ns", false: "B/s"}[factor == 1e9 || factor == 1 && unit != "B/s"]}] = x * factor
			}
		}
	}
	return figures
}

func same(t *testing.T, file string, doc *result.Document, want map[key]float64, tolerance float64) {
	t.Helper()
	if len(doc.Results) != len(want) || len(want) < 90 {
		t.Errorf("%s: %d results, %d figures", file, len(doc.Results), len(want))
	}
	var got, figures []float64
	for _, r := range doc.Results {
		got = append(got, sided(max(r.NsPerCall, r.BytesPerSecond), r.NsPerCall > 0, strings.HasPrefix(r.Run[strings.LastIndex(r.Run, " ")+1:], "old")))
		if r.Spread > 0 && r.Spreads == "" || !strings.Contains(r.Run, "old") && !strings.Contains(r.Run, "new") {
			t.Errorf("%s:%d: run %q, spread %g %q", file, r.Source.Line, r.Run, r.Spread, r.Spreads)
		}
	}
	for k, x := range want {
		figures = append(figures, sided(x, k.unit == "ns", k.column == "old"))
	}
	slices.Sort(got)
	slices.Sort(figures)
	for i := range min(len(got), len(figures)) {
		if math.Abs(got[i]-figures[i]) > tolerance*math.Abs(figures[i]) {
			t.Errorf("%s: the %d. figure is %g, want %g", file, i, got[i], figures[i])
		}
	}
}

// sided sets apart times and rates, and the two columns, so that sorted figures stand beside their like: rates are negative, the old
// column's figures 10^15 times as large.
func sided(x float64, isTime, old bool) float64 {
	if old {
		x *= 1e15
	}
	if !isTime {
		x = -x
	}
	return x
}

func TestBenchcmp(t *testing.T) {
	text := ingesttest.File(t, "benchcmp.txt")
	doc := ingesttest.Read(t, format, text)
	pair := regexp.MustCompile(`^Benchmark\S+\s+([\d.]+)\s+([\d.]+)\s+(\S+)$`)
	cells, factor := 0, 1.0
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.Contains(line, "MB/s"):
			factor = 1e6
		case strings.Contains(line, "allocs"), strings.Contains(line, "bytes"):
			factor = 0
		}
		m := pair.FindStringSubmatch(line)
		if m == nil || factor == 0 {
			continue
		}
		for side, run := range []string{"old", "new"} {
			x, _ := strconv.ParseFloat(m[1+side], 64)
			cells++
			found := false
			for _, r := range doc.Results {
				found = found || r.Source.Line == i+1 && r.Run == run && math.Abs(max(r.NsPerCall, r.BytesPerSecond)-x*factor) <= 1e-9*x*factor
			}
			if !found {
				t.Errorf("line %d: no %s %g", i+1, run, x*factor)
			}
		}
	}
	if cells == 0 || cells != len(doc.Results) {
		t.Errorf("%d results of %d cells", len(doc.Results), cells)
	}
}

func FuzzRead(f *testing.F) {
	seeds := []string{"name \\ time/op  a  b\nX-4 1ns ± 1%  2ns ± 0%\n", "  │ a │\n  │ B/s │\nx 1Ki ± 1%\n"}
	for _, name := range []string{"benchstat.csv", "benchstat-v1.csv"} {
		seeds = append(seeds, ingesttest.File(f, name))
	}
	ingesttest.Fuzz(f, format, seeds...)
}
