package liboqs_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"

	_ "cpb/internal/ingest/liboqs"
)

func FuzzRead(f *testing.F) { ingesttest.Fuzz(f, "liboqs") }

const head = `Operation                            | Iterations | Total time (s) | Time (us): mean | pop. stdev | CPU cycles: mean          | pop. stdev
------------------------------------ | ----------:| --------------:| ---------------:| ----------:| -------------------------:| ----------:
`

func TestTable(t *testing.T) {
	// 4.395 ÷ 8.687 = 0.5059; 5935.68 µs × 169 = 1.00313 s.
	ingesttest.Equal(t, "liboqs", `Configuration info
==================
Target platform:  x86_64-Linux-6.1
Compiler:         gcc (12.2.0)
OQS version:      0.16.0 (major: 0, minor: 16, patch: 0)
SHA-3:            AVX2
Speed test
==========
Started at 2026-12-01 10:00:00
`+head+`ML-KEM-768                           |            |                |                 |            |                           |
keygen                               |     115116 |          1.000 |           8.687 |      4.395 |                     18116 |       9141
decaps                               |      95530 |          1.000 |          10.468 |      0.000 |                     21880 |          0
SLH_DSA_PURE_SHA2_128S               |            |                |                 |            |                           |
fullcycle                            |        169 |          1.003 |        5935.680 |   1564.996 |                  12441052 |    3280139
public key bytes: 1184, secret key bytes: 2400
Ended at 2026-12-01 10:00:03
`, `
13 liboqs 0.16.0: liboqs-0.16.0 ml-kem-768 keygen 115116 calls 1s 8687ns 18116cycles tsc ±0.5059
14 liboqs 0.16.0: liboqs-0.16.0 ml-kem-768 decapsulate 95530 calls 1s 10468ns 21880cycles tsc
16 liboqs 0.16.0: liboqs-0.16.0 slh-dsa-sha2-128s (fullcycle) 169 calls 1.003s 5.93568e+06ns 1.24411e+07cycles tsc ±0.2637
`)
}

// Where there is no counter of cycles the column has nanoseconds; where the platform is not said, it is not known what is counted.
func TestColumns(t *testing.T) {
	ingesttest.Equal(t, "liboqs", `
Operation                            | Iterations | Total time (s) | Time (us): mean | pop. stdev | High-prec time (ns): mean | pop. stdev
ML-DSA-44                            |            |                |                 |            |                           |
sign                                 |      10000 |          1.000 |         100.000 |     20.000 |                    100250 |      25000
`+head+`OQS_SHA2_sha256                      |    5000000 |          1.000 |           0.200 |      0.400 |                       500 |        100
unheard-of                           |        100 |          1.000 |       10000.000 |      1.000 |                       500 |        100
`, `
4 text: liboqs ml-dsa-44 sign message 10000 calls 1s 100250ns ±0.2494
7 text: liboqs sha256 hash message 5000000 calls 1s 200ns 500cycles unknown ±2
8 text: liboqs unheard-of 100 calls 1s 1e+07ns 500cycles unknown ±0.0001
8 unknown-name
`)
}

func TestHostile(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no head", "ML-KEM-768 | | | | | |\nkeygen | 10 | 1.000 | 100000.000 | 1.000 | 5 | 5\n", "2 truncated"},
		{"another table", head + "keygen | fast | slow\nkeygen | 10 | 1.000 | 100000.000 | 1.000 | 5 | 5\n", "4 truncated"},
		{"cut off", head + "ML-KEM-768 | | | | | |\nkeygen | 10 | 1.000 | 100000.000\nkeygen | 10 | 1.0\n",
			"4 text: liboqs ml-kem-768 keygen 10 calls 1s 1e+08ns\n4 truncated\n5 truncated\n5 no-result"},
		{"cut within a cell", head + "ML-KEM-768 | | | | | |\nkeygen | 10 | 1.000 | 100000.000 | 1.000 | 51\n", "4 text: liboqs ml-kem-768 keygen 10 calls 1s 1e+08ns ±1e-05\n4 truncated"},
		{"no algorithm", head + "keygen | 10 | 1.000 | 100000.000 | 1.000 | 5 | 5\n", "3 no-result"},
		{"tabs", head + "ML-KEM-768\t|\t|\t|\t|\t|\t|\t\nkeygen\t| 10 | 1.000 | 100000.000 | 1.000 | 5 | 5\n", "4 text: liboqs ml-kem-768 keygen 10 calls 1s 1e+08ns 5cycles unknown ±1e-05"},
		{"more cells", head + "ML-KEM-768 | | | | | |\nkeygen | 10 | 1.000 | 100000.000 | 1.000 | 5 | 5 | 5\n", "4 columns"},
		{"no times", head + "ML-KEM-768 | | | | | |\nkeygen | 10 | 1.000 | 0.000 | 0.000 | 5 | 5\nencaps | 10 | 1.000 | nan | 0.000 | 5 | 5\ndecaps | 10 | 1.000 | -1.000 | 0.000 | 5 | 5\n",
			"4 no-result\n5 no-result\n6 no-result"},
		{"figures that do not agree", head + "ML-KEM-768 | | | | | |\nkeygen | 100 | 1.000 | 5000.000 | 1.000 | 5 | 5\n",
			"4 text: liboqs ml-kem-768 keygen 100 calls 1s 5e+06ns 5cycles unknown ±0.0002\n4 count-mismatch"},
		{"Markdown", "| " + strings.ReplaceAll(strings.TrimSuffix(head, "\n"), "\n", " |\n| ") + " |\n| Falcon-512 | | | | | | |\n| verify | 1000 | 0.040 | 40.000 | 4.000 | 80000 | 8000 |\n",
			"4 text: liboqs falcon-512 verify message 1000 calls 0.04s 40000ns 80000cycles unknown ±0.1"},
	} {
		t.Run(test.name, func(t *testing.T) { ingesttest.Equal(t, "liboqs", test.text, test.want) })
	}
}

// TestReal holds what is read of the programs' outputs against their columns, taken by their places.
func TestReal(t *testing.T) {
	for _, file := range []string{"kem-0.16.txt", "sig-0.16.txt", "sigf-0.16.txt", "common-0.16.txt"} {
		text := ingesttest.File(t, file)
		d := ingesttest.Read(t, "liboqs", text)
		n := 0
		for i, line := range strings.Split(text, "\n") {
			if len(line) < 120 || line[37] != '|' || strings.TrimSpace(line[38:50]) == "" || strings.Contains(line, "Iterations") || strings.Contains(line, "---") {
				continue
			}
			number := func(from, to int) float64 {
				x, err := strconv.ParseFloat(strings.TrimSpace(line[from:to]), 64)
				if err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				return x
			}
			if n == len(d.Results) {
				t.Fatalf("%s: no result of %q", file, line)
			}
			r := d.Results[n]
			n++
			want := []float64{float64(i + 1), number(39, 49), number(52, 66), number(69, 84) * 1e3, number(87, 97) / number(69, 84), number(100, 125)}
			got := []float64{float64(r.Source.Line), float64(r.Calls), r.Seconds, r.NsPerCall, r.Spread, r.CyclesPerCall}
			for i := range want {
				if math.Abs(want[i]-got[i]) > 1e-9*want[i] {
					t.Errorf("%s: %q: %v, not %v", file, line, got, want)
					break
				}
			}
		}
		if n == 0 || n != len(d.Results) || len(d.Warnings) > 0 {
			t.Errorf("%s: %d results of %d, warnings %s", file, len(d.Results), n, fmt.Sprint(d.Warnings))
		}
	}
}

// TestCutDescription: the version, where the description begins further up.
func TestCutDescription(t *testing.T) {
	d := ingesttest.Read(t, "liboqs", "OQS version:      0.8.0-dev\nOperation | Iterations | Total time (s) | Time (us): mean | pop. stdev\n----- | -----:| -----:| -----:| -----:\nKyber512 | | | |\nkeygen | 1000 | 1.000 | 1000.000 | 1.000\n")
	if len(d.Results) != 1 || d.Results[0].Version != "0.8.0-dev" || d.Results[0].NsPerCall != 1e6 {
		t.Errorf("%+v", d.Results)
	}
}
