package wolfcrypt

import (
	"testing"

	"cpb/internal/ingest/ingesttest"
)

// TestCut: figures made up. 100 MiB in 2 s are 52428800 B/s; 3 MiB of calls of 1 KiB are rounded.
func TestCut(t *testing.T) {
	ingesttest.Equal(t, "wolfcrypt", `wolfCrypt Benchmark (block bytes 1048576, min 1.0 sec each)
| AES-128-CBC-enc  |   100 MiB took 2.000 seconds |
SHA-256            100 MiB took 2.000 seconds,   50.0
SHA-256            100 MiB took 2.0
RSA     2048   public       300 ops took 1.500 sec, avg 5.0
`, `
		2 text: wolfcrypt aes-128-cbc encrypt update 1048576B 2s 5.24288e+07B/s
		3 text: wolfcrypt sha256 hash 1048576B 2s 5.24288e+07B/s
		5 text: wolfcrypt rsa-2048 encrypt 2048b 300 calls 1.5s
		2 truncated
		3 truncated
		5 truncated`)
	ingesttest.Equal(t, "wolfcrypt", "wolfCrypt Benchmark (block bytes 1024, min  sec each\nSHA-256     3 MiB took 1.000 seconds\n", "2 truncated")
}

// TestForms: what ports of the benchmark print, and what people put around and behind it. Figures made up.
func TestForms(t *testing.T) {
	ingesttest.Equal(t, "wolfcrypt", `SHA-256           50 megs took 0.500 seconds ,  100.000 MB/s
AES-GCM decrypt   50 megs took 0.500 seconds ,  100.000 MB/s
RSA-2048 encrypt   took  0.500 milliseconds, avg over 100
RNG      25 kB took 0.500 seconds,    0.049 MB/s (from the chip)
ECC      encrypt          5.000 milliseconds, avg over 1 iterations
RSA     2048   public        20 ops took 1.000 sec, avg 50.000 ms, 20.000 ops/sec, 5000 cycles/op
#ECC      256 key gen        20 ops took 1.000 sec, avg 50.000 ms, 20.000 ops/sec, 5000 cycles
`, `
		1 text: wolfcrypt sha256 hash 0.5s 1.04858e+08B/s
		2 text: wolfcrypt aes-128-gcm open record 0.5s 1.04858e+08B/s
		3 text: wolfcrypt rsa-2048 encrypt 2048b 100 calls 500000ns
		4 text: wolfcrypt rng rng (from the chip) 0.5s 51380.2B/s
		5 text: wolfcrypt ecies encrypt 1 calls 5e+06ns
		6 text: wolfcrypt rsa-2048 encrypt 2048b 20 calls 1s 5e+07ns 5000cycles unknown
		7 text: wolfcrypt ecdsa-p256 keygen 256b 20 calls 1s 5e+07ns 250cycles unknown`)
}

// TestLinesAround: no line of the benchmark's own names a run.
func TestLinesAround(t *testing.T) {
	d := ingesttest.Read(t, "wolfcrypt", "Board A:\n wolfSSL version 5.6.6\nMath: \tMulti-Precision: Wolf(SP)\nRunning wolfCrypt Benchmarks...\nwolfCrypt Benchmark (block bytes 1024, min 1.0 sec each)\nMD5  8 MiB took 1.000 seconds,    8.000 MiB/s\nBenchmark complete\nBenchmark Test: Return code 0\n\nBoard B:\n\nMD5  9 MiB took 1.000 seconds,    9.000 MiB/s\n")
	if len(d.Results) != 2 || d.Results[0].Run != "Board A / wolfSSL 5.6.6" || d.Results[1].Run != "Board B" {
		t.Errorf("%+v", d.Results)
	}
}

// TestWrapped: rows that a mail wrapped, tabs, and names of other versions. Figures made up.
func TestWrapped(t *testing.T) {
	ingesttest.Equal(t, "wolfcrypt", `wolfCrypt Benchmark (block bytes 1048576, min 1.0 sec each)
RSA     2048   public       300 ops took 1.500 sec, avg 5.000
ms, 200.000 ops/sec
SHA-256            100 MiB took 2.000 seconds,
50.000 MiB/s Cycles per byte =  4.00
MD5                100 MiB took 2.000 seconds,
MD5                100 MiB took 2.000 seconds,   50.000 MiB/s
AES-128-CCM-Enc	100 MiB took 2.000 seconds,	50.000 MiB/s
FALCON     5 verify      1000 ops took 1.000 sec, avg 1.000 ms, 1000.000 ops/sec
Benchmark Test Completed
RSA 2048 public 3.333 ops/sec
`, `
		2 text: wolfcrypt rsa-2048 encrypt 2048b 300 calls 1.5s 200/s
		4 text: wolfcrypt sha256 hash 1048576B 2s 5.24288e+07B/s 4c/B unknown
		6 text: wolfcrypt md5 hash 1048576B 2s 5.24288e+07B/s
		7 text: wolfcrypt md5 hash 1048576B 2s 5.24288e+07B/s
		8 text: wolfcrypt aes-128-ccm seal record 1048576B 2s 5.24288e+07B/s
		9 text: wolfcrypt falcon-1024 verify 1000 calls 1s 1000/s
		6 truncated
		11 unread`)
}

// TestQuotedSides: two outputs side by side behind a prefix.
func TestQuotedSides(t *testing.T) {
	ingesttest.Equal(t, "wolfcrypt", "> > MD5  8 MiB took 1.000 seconds,    8.000 MiB/s | MD5  9 MiB took 1.000 seconds,    9.000 MiB/s\n", `
		1 left: wolfcrypt md5 hash 1s 8.38861e+06B/s
		1 right: wolfcrypt md5 hash 1s 9.43718e+06B/s`)
}
