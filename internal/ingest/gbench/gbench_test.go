package gbench

import (
	"fmt"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"
	"cpb/result"
)

const format = "google-benchmark"

// what is a result in short.
func what(r *result.Result) string {
	s := fmt.Sprintf("%d %s %s %s %s", r.Source.Line, r.Library, r.Primitive, r.Operation, r.Work)
	if r.SizeBytes != nil {
		s += fmt.Sprintf(" %d", *r.SizeBytes)
	}
	if r.Detail != "" {
		s += " (" + r.Detail + ")"
	}
	if r.Threads > 0 {
		s += fmt.Sprintf(" x%d", r.Threads)
	}
	s += fmt.Sprintf(" %gns", r.NsPerCall)
	if r.BytesPerSecond > 0 {
		s += fmt.Sprintf(" %gB/s", r.BytesPerSecond)
	}
	if r.Spread > 0 {
		s += fmt.Sprintf(" ±%.3g", r.Spread)
	}
	return strings.Join(strings.Fields(s), " ")
}

func check(t *testing.T, doc *result.Document, results, kinds string) {
	t.Helper()
	var got, warned []string
	for i := range doc.Results {
		got = append(got, what(&doc.Results[i]))
	}
	for _, w := range doc.Warnings {
		warned = append(warned, w.Kind)
	}
	if strings.Join(got, "\n") != results || strings.Join(warned, " ") != kinds {
		t.Errorf("got\n%s\nwant\n%s\nwarnings %v, want %s", strings.Join(got, "\n"), results, doc.Warnings, kinds)
	}
}

// The names are those that BoringSSL's bench registers, the figures invented.
const table = `2026-01-02T03:04:05+00:00
Running ./bench
Run on (8 X 3000 MHz CPU s)
---------------------------------------------------------------------------------------------
Benchmark                                       Time             CPU   Iterations UserCounters...
---------------------------------------------------------------------------------------------
BM_SpeedAEAD/seal_aes_128_gcm/InputSize:1350     410 ns          400 ns      1000000 bytes_per_second=3.125Gi/s
BM_SpeedAEAD/open_aes_256_cbc_sha1/InputSize:16  2.50 us         2.25 us        1000 bytes_per_second=6.5Mi/s
BM_SpeedAESBlockEncrypt<128>/threads:2           20.5 ns         20.1 ns     1000000
BM_SpeedHash/sha256/InputSize:16/threads:1       155 ns          150 ns      1000000 bytes_per_second=101.7Mi/s
BM_SpeedRSAImportKeyAndVerify/2048               30 us           29 us          1000
BM_SpeedMLKEM768ParseEncap/threads:1             30 us           29 us          1000
BM_SpeedScrypt/(N = 1024, r = 8, p = 16)/threads:1  60 ms        59 ms            10
BM_SpeedHashToCurve/hash-to-scalar P384_XMD:SHA-512/threads:1 60 ms 59 ms         10
BM_SpeedSipHash/256                              120 ns          119 ns      1000000 bytes_per_second=2Gi/s
BM_StringCopy/8                                  5 ns            5 ns        1000000
BM_SpeedEd25519Sign ERROR OCCURRED: 'Ed25519_sign failed.'
BM_SHA1/64                                       1.0 us          nan us         1000
BM_SpeedECDSASign/p256                           30 us
done
BM_SHA1/64                                       1.0 us          1.0 us         1000
`

func TestText(t *testing.T) {
	check(t, ingesttest.Read(t, format, table), strings.TrimSpace(`
7 boringssl aes-128-gcm seal record 1350 400ns 3.3554432e+09B/s
8 boringssl aes-256-cbc-hmac-sha1 open record 16 (TLS record) 2250ns 6.815744e+06B/s
9 boringssl aes-128 encrypt update 16 (one block) x2 20.1ns
10 boringssl sha256 hash message 16 x1 150ns 1.066401792e+08B/s
11 boringssl rsa-2048 verify fresh-key 29000ns
12 boringssl ml-kem-768 encapsulate fresh-key (parse + encap) x1 29000ns
13 boringssl scrypt kdf (N = 1024, r = 8, p = 16) x1 5.9e+07ns
15 boringssl siphash mac keyed 256 119ns 2.147483648e+09B/s`), "unknown-name unknown-name no-result no-result truncated")
}

func TestRepetitions(t *testing.T) {
	const text = `Benchmark                Time             CPU   Iterations
BM_SHA512/1024           102 ns          100 ns      1000
BM_SHA512/1024           104 ns          104 ns      1000
BM_SHA512/1024_mean      103 ns          102 ns         2
BM_SHA512/1024_median    103 ns          102 ns         2
BM_SHA512/1024_stddev    1.4 ns         2.04 ns         2
BM_SHA512/1024_cv       1.40 %          2.00 %          2
`
	check(t, ingesttest.Read(t, format, text), strings.TrimSpace(`
2 sha512 hash 1024 100ns
3 sha512 hash 1024 104ns
4 sha512 hash 1024 (mean of 2) 102ns ±0.02
5 sha512 hash 1024 (median of 2) 102ns ±0.02`), "")
}

// What tools/compare.py prints, with a word of somebody's in the head of the second table, and invented figures.
const comparedTables = `Benchmark                              Time             CPU      Time Old      Time New       CPU Old       CPU New
---------------------------------------------------------------------------------------------------------------------
BM_SpeedECDSASign/p256/threads:1    -0.2000         -0.2500          2010          1608          2000          1500
BM_SpeedAEAD/seal_aes_128_gcm/InputSize:16 +0.0519 +0.0476    42            44            42            44
BM_SpeedRSASign/2048/threads:72     -0.5000         +0.5000          4000          2000          4000          2000
BM_SpeedAESBlockEncrypt/128         +0.0000            +nan             0             0             0             1
BM_SpeedECDSAVerify/p256            -0.2000
BM_SHA1/64_pvalue                    0.0001          0.0002      U Test, Repetitions: 9 vs 9
OVERALL_GEOMEAN                     -0.1000         -0.1000             0             0             0             0

Benchmark (Small build)    Time             CPU      Time Old      Time New       CPU Old       CPU New
--------------------------------------------------------------------------------------------------------
BM_SHA1/64_mean         -0.5000         -0.5000           200           100           200           100
BM_SHA1/64_stddev       -0.5000         -0.5000            20            10            20            10
`

func TestComparison(t *testing.T) {
	doc := ingesttest.Read(t, format, comparedTables)
	check(t, doc, strings.TrimSpace(`
3 boringssl ecdsa-p256 sign message x1 2000ns
4 boringssl aes-128-gcm seal record 16 42ns
5 boringssl rsa-2048 sign message x72 4000ns
3 boringssl ecdsa-p256 sign message x1 1500ns
4 boringssl aes-128-gcm seal record 16 44ns
5 boringssl rsa-2048 sign message x72 2000ns
6 boringssl aes-128 encrypt update 16 (one block) 1ns
13 sha1 hash 64 (mean) 200ns
13 sha1 hash 64 (mean) 100ns`), "assumed count-mismatch truncated no-result assumed")
	var runs []string
	for _, r := range doc.Results {
		runs = append(runs, r.Run)
	}
	if got := strings.Join(runs, ", "); got != "Old, Old, Old, New, New, New, New, Small build / Old, Small build / New" {
		t.Errorf("runs are %s", got)
	}
}

// TestWrappedComparison: the table is wider than the lines of a mail.
func TestWrappedComparison(t *testing.T) {
	const text = `Benchmark                              Time
CPU      Time
Old      Time New       CPU Old       CPU New
----------------------------------------------------------------------
-----------------------------------------------
BM_SpeedECDSASign/p256/threads:1    -0.2000         -0.2500
2010          1608          2000          1500
BM_SpeedECDSASign/p384/threads:1    -0.2000         -0.2500          2010
   1608          2000
   1500
BM_SpeedECDSAVerify/p256/threads:1    -0.2000         -0.2500
`
	check(t, ingesttest.Read(t, format, text), strings.TrimSpace(`
6 boringssl ecdsa-p256 sign message x1 2000ns
8 boringssl ecdsa-p384 sign message x1 2000ns
6 boringssl ecdsa-p256 sign message x1 1500ns
8 boringssl ecdsa-p384 sign message x1 1500ns`), "assumed truncated")
}

func TestJSON(t *testing.T) {
	const text = `{
  "context": {"executable": "./bench", "num_cpus": 2},
  "benchmarks": [
    {
      "name": "BM_SpeedHash/sha1/InputSize:8192/threads:1", "run_name": "BM_SpeedHash/sha1/InputSize:8192/threads:1", "run_type": "iteration",
      "threads": 1, "iterations": 1000, "real_time": 4.1e+03, "cpu_time": 4.0e+03, "time_unit": "ns", "bytes_per_second": 2.048e+09
    },
    {
      "name": "BM_SpeedEd25519Verify_mean", "run_name": "BM_SpeedEd25519Verify", "run_type": "aggregate", "aggregate_name": "mean",
      "iterations": 3, "real_time": 40, "cpu_time": 40, "time_unit": "us"
    },
    {
      "name": "BM_SpeedEd25519Verify_stddev", "run_name": "BM_SpeedEd25519Verify", "run_type": "aggregate", "aggregate_name": "stddev",
      "iterations": 3, "real_time": 1, "cpu_time": 2, "time_unit": "us"
    },
    {"name": "BM_SpeedMLDSASign/ml_dsa_44", "error_occurred": true, "error_message": "failed", "iterations": 0},
    {"name": "BM_SHA1/64", "iterations": 5, "cpu_time": 0, "time_unit": "ns"}
  ]
}
`
	check(t, ingesttest.Read(t, format, text), strings.TrimSpace(`
4 boringssl sha1 hash message 8192 x1 4000ns 2.048e+09B/s
8 boringssl ed25519 verify (mean of 3) 40000ns ±0.05`), "no-result no-result")
	check(t, ingesttest.Read(t, format, `{"context": {}, "other": []}`), "", "")
}

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format, table, comparedTables, `{"context": {}, "benchmarks": [{"name": "BM_SHA1/64_mean", "iterations": 5, "cpu_time": 1.5, "time_unit": "ns"}]}`)
}
