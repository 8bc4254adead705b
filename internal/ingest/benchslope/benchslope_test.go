package benchslope

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"
	"cpb/result"
)

const format = "bench-slope"

// TestCells reads real outputs again in a simple way, a line at a time, and holds each cell against it.
func TestCells(t *testing.T) {
	line := regexp.MustCompile(`^ +(?:\S+|\S+ (?:enc|dec|auth)) +\| +([\d.]+) ns/B +([\d.]+) MiB/s +([\d.]+|-) c/B(?: +([\d.]+)(?:±[\d.]+)?)?$`)
	for file, library := range map[string]string{"gcrypt-auto.txt": "gcrypt", "gcrypt-rest.txt": "gcrypt", "nettle.txt": "nettle-3.8", "openssl.txt": "openssl-3.0.19"} {
		text := ingesttest.File(t, file)
		d := ingesttest.Read(t, format, text)
		byLine := map[int]*result.Result{}
		for i := range d.Results {
			byLine[d.Results[i].Source.Line] = &d.Results[i]
		}
		cells := 0
		for i, l := range strings.Split(text, "\n") {
			m := line.FindStringSubmatch(l)
			if m == nil {
				continue
			}
			cells++
			r := byLine[i+1]
			if r == nil {
				t.Errorf("%s:%d: no result: %s", file, i+1, l)
				continue
			}
			mib, _ := strconv.ParseFloat(m[2], 64)
			cycles, _ := strconv.ParseFloat(m[3], 64)
			kind := ""
			if cycles > 0 {
				kind = "unknown"
				if m[4] != "" {
					kind = "core"
				}
			}
			if math.Abs(r.BytesPerSecond-mib*1048576) > 1 || r.CyclesPerByte != cycles || r.Cycles != kind || r.Implementation() != library || !strings.HasPrefix(r.Printed, m[2]+" MiB/s") {
				t.Errorf("%s:%d: %s: %s", file, i+1, ingesttest.Short(r), l)
			}
		}
		if cells < 4 {
			t.Errorf("%s: %d cells", file, cells)
		}
		for _, w := range d.Warnings {
			if !strings.Contains(w.Message, " mult") { // the multiplication of a point has no name of its own
				t.Errorf("%s: %+v", file, w)
			}
		}
	}
}

// TestNames are names in real outputs, by line.
func TestNames(t *testing.T) {
	for file, want := range map[string]map[int]string{
		"gcrypt-auto.txt": {
			3: "md5 hash message", 4: "sha256 hash message", 8: "aes-128-ecb encrypt update", 10: "aes-128-cbc encrypt message", 19: "aes-128-xts decrypt message",
			20: "aes-128-ccm seal record", 22: "aes-128-ccm mac record (associated data only)", 27: "aes-128-gcm open record", 30: "aes-128-ocb open record", 35: "aes-128-gcm-siv seal record",
		},
		"gcrypt-rest.txt": {
			3: "hmac-sha256 mac message", 4: "aes-128-cmac mac message", 5: "gmac-aes-128 mac message", 6: "poly1305 mac message",
			10: "pbkdf2-sha256 kdf (one iteration)", 14: "ed25519-mult", 15: "ed25519 keygen", 16: "ed25519 sign", 17: "ed25519 verify",
			20: "nist-p256-mult", 22: "ecdsa-p256 sign", 26: "x25519 derive",
		},
		"nettle.txt": {4: "aes-128-ecb encrypt update", 12: "aes-128-xts encrypt message", 22: "chacha20 encrypt message", 24: "chacha20-poly1305 seal record"},
	} {
		d := ingesttest.Read(t, format, ingesttest.File(t, file))
		for line, name := range want {
			found := false
			for i := range d.Results {
				r := &d.Results[i]
				found = found || r.Source.Line == line && strings.Contains(ingesttest.Short(r), " "+name)
			}
			if !found {
				t.Errorf("%s:%d: no %s", file, line, name)
			}
		}
	}
}

// TestCSV: the same figures as tables have, whatever stands between.
func TestCSV(t *testing.T) {
	ingesttest.Equal(t, format, "hash,SHA1,,,,0.513,ns/B,1858,MiB/s,1.92,c/B,3736,Mhz,0.8,Mhz-diff\ncipher,TWOFISH,ECB enc,,,3.89,ns/B,245.2,MiB/s,11.67,c/B\n"+
		"ecc,Ed25519,sign,,,,,,,,,3161039,ns/iter,,c/iter\nkdf,PBKDF2-HMAC-SHA1,,,,,,,,,,250.0,ns/iter,750.0,c/iter,3000,Mhz\nhash,MD5,,,,1.33,ns/B,717.0,MiB/s,,c/B\n", `
		1 text: gcrypt sha1 hash message 1.94825e+09B/s 1.92c/B core
		2 text: gcrypt twofish-256-ecb encrypt update 2.57111e+08B/s 11.67c/B unknown
		3 text: gcrypt ed25519 sign 3.16104e+06ns
		4 text: gcrypt pbkdf2-sha1 kdf (one iteration) 250ns 750cycles core
		5 text: gcrypt md5 hash message 7.51829e+08B/s`)
	d := ingesttest.Read(t, format, ingesttest.File(t, "gcrypt-csv.txt"))
	if n := strings.Count(ingesttest.File(t, "gcrypt-csv.txt"), "\n"); len(d.Results) != n {
		t.Errorf("%d results of %d lines", len(d.Results), n)
	}
}

// TestOdd: figures made up. 1000 ns/B is 0.954 MiB/s, 100 ns/B is 9.54 MiB/s.
func TestOdd(t *testing.T) {
	const head = " SM4            |  nanosecs/byte   mebibytes/sec   cycles/byte\n"
	for name, test := range map[string]struct{ text, want string }{
		"quoted, with tabs": {"> " + head + "> \tCBC enc\t|\t100.0 ns/B\t9.54 MiB/s\t300.0 c/B\n", `
			2 text: gcrypt sm4-cbc encrypt message 1.00034e+07B/s 300c/B unknown`},
		"no rate":  {head + "  CBC enc |   0.000 ns/B  0.000 MiB/s  - c/B\n  CBC dec |  nan ns/B  nan MiB/s  nan c/B\n", "2 no-result\n3 no-result"},
		"negative": {head + "  CBC enc |   -5.00 ns/B  -190.7 MiB/s  - c/B", "2 no-result"},
		"units that disagree": {head + "  CBC enc |   100.0 ns/B  95.4 MiB/s  300.0 c/B", `
			2 text: gcrypt sm4-cbc encrypt message 1.00034e+08B/s 300c/B unknown
			2 count-mismatch`},
		"cycles that disagree": {" SM4 | nanosecs/byte mebibytes/sec cycles/byte auto Mhz\n  CBC enc |   100.0 ns/B  9.54 MiB/s  600.0 c/B  3000±5", `
			2 text: gcrypt sm4-cbc encrypt message 1.00034e+07B/s 600c/B core
			2 count-mismatch`},
		"rows that end early": {head + "  CBC enc |   100.0 ns/B  9.54 MiB/s\n  CBC dec |   100.0 ns/B   9.5", `
			2 text: gcrypt sm4-cbc encrypt message 1.00034e+07B/s
			3 text: gcrypt sm4-cbc decrypt message 1e+07B/s
			2 truncated
			3 truncated`},
		"a mode of no cipher":   {"  CBC enc |   100.0 ns/B  9.54 MiB/s 1.00 c/B", "1 text: gcrypt cbc encrypt message 1.00034e+07B/s 1c/B unknown\n1 unknown-name"},
		"a stream of no cipher": {"  STREAM enc |   100.0 ns/B  9.54 MiB/s 1.00 c/B", "1 no-result"},
		"a cipher in the heading": {"Chacha20 on a board:\n\n | nanosecs/byte mebibytes/sec cycles/byte\n POLY1305 auth |   100.0 ns/B  9.54 MiB/s 1.00 c/B", `
			4 Chacha20 on a board: gcrypt chacha20-poly1305 mac record (associated data only) 1.00034e+07B/s 1c/B unknown
			4 assumed`},
		"two ciphers in the heading": {"AES256 and SM4 on a board:\n\n GCM dec |   100.0 ns/B  9.54 MiB/s 1.00 c/B", `
			3 AES256 and SM4 on a board: gcrypt gcm open record 1.00034e+07B/s 1c/B unknown
			3 unknown-name`},
		"a cipher before the mode": {"AES192  CTR enc |   100.0 ns/B  9.54 MiB/s 1.00 c/B\n        CTR dec |   100.0 ns/B  9.54 MiB/s 1.00 c/B", `
			1 text: gcrypt aes-192-ctr encrypt message 1.00034e+07B/s 1c/B unknown
			2 text: gcrypt aes-192-ctr decrypt message 1.00034e+07B/s 1c/B unknown`},
		"a mode behind the table":      {head + "  =\n  CBC enc |   100.0 ns/B  9.54 MiB/s 1.00 c/B", "3 text: gcrypt cbc encrypt message 1.00034e+07B/s 1c/B unknown\n3 unknown-name"},
		"a hash without a head":        {" MD5 |   100.0 ns/B  9.54 MiB/s - c/B", "1 text: gcrypt md5 hash message 1.00034e+07B/s"},
		"rows of calls without a head": {" sign |  1234  5678", ""},
		"too many figures of calls": {" Ed25519 | nanosecs/iter cycles/iter\n sign |  1000  3000 17", `
			2 text: gcrypt ed25519 sign 1000ns 3000cycles unknown
			2 columns`},
		"skipped":                 {" cm6688128f | nanosecs/iter cycles/iter\n keygen |  <<skipped>>  -\n encap | 41016 -", "3 text: gcrypt classic-mceliece-6688128f encapsulate 41016ns\n2 no-result"},
		"a column that was added": {" Ed25519 | nanosecs/iter cycles/iter auto Mhz speed-up\n sign |  1000  3000 3000 +51%", "2 text: gcrypt ed25519 sign 1000ns 3000cycles core"},
		"tables cut into each other": {head + " Ed25519 | nanosecs/iter cycles/iter\n  CBC enc |   100.0 ns/B  9.54 MiB/s 1.00 c/B\n sign |  1000  3000", `
			4 text: gcrypt ed25519 sign 1000ns 3000cycles unknown
			3 no-result`},
		"RSA keys":                {"Public-key:\n RSA-2048 | nanosecs/iter cycles/iter\n sign |  1000  -\n", "3 text: gcrypt rsa-2048 sign 2048b 1000ns"},
		"MPI":                     {"MPI:\n | nanosecs/byte mebibytes/sec cycles/byte\n add |  100.0 ns/B  9.54 MiB/s - c/B", "3 text: gcrypt mpi-add 1.00034e+07B/s\n3 unknown-name"},
		"a MAC behind arithmetic": {"MPI:\n | nanosecs/byte mebibytes/sec cycles/byte\n CMAC_AES |  100.0 ns/B  9.54 MiB/s - c/B", "3 text: gcrypt aes-128-cmac mac message 1.00034e+07B/s"},
		"prose":                   {"see Hash: or | that\nMAC:\nECB: ~2.4x faster\n a | b | c\n | d", ""},
		"two programs in a file": {"$ src/bench-slope-openssl hash md5\nbench-slope-openssl: OpenSSL 3.0.19 27 Jan 2026\nHash:\n | nanosecs/byte mebibytes/sec cycles/byte\n MD5 | 100.0 ns/B 9.54 MiB/s - c/B\n =\n" +
			"$ tests/bench-slope hash md5\nHash:\n | nanosecs/byte mebibytes/sec cycles/byte\n MD5 | 100.0 ns/B 9.54 MiB/s - c/B\n", `
			5 src/bench-slope-openssl hash md5 / OpenSSL 3.0.19: openssl-3.0.19 md5 hash message 1.00034e+07B/s
			10 tests/bench-slope hash md5: gcrypt md5 hash message 1.00034e+07B/s`},
	} {
		t.Run(name, func(t *testing.T) { ingesttest.Equal(t, format, test.text, test.want) })
	}
}

// TestDerived: tables made by hand, each column a run.
func TestDerived(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"cycles of modes": {"On a board, CAMELLIA128 cycles/byte:\n\n             |   before    after   speedup\n ECB enc     |    30.00    15.00     2.00x\n CBC dec | - 20.00\n", `
			4 On a board, CAMELLIA128 cycles/byte / before: gcrypt camellia-128-ecb encrypt update 30c/B unknown
			4 On a board, CAMELLIA128 cycles/byte / after: gcrypt camellia-128-ecb encrypt update 15c/B unknown
			5 On a board, CAMELLIA128 cycles/byte / after: gcrypt camellia-128-cbc decrypt message 20c/B unknown
			3 derived
			5 truncated
			5 no-result`},
		"times of operations": {"On a board, SNTRUP761 usec/operation, without\nanything else:\n\n     |  base  before  after  speedup  total\n keygen |  40.0  20.0  10.0  2.00x  4.00x\n", `
			5 On a board, SNTRUP761 usec/operation, without / anything else / base: gcrypt sntrup761 keygen 40000ns
			5 On a board, SNTRUP761 usec/operation, without / anything else / before: gcrypt sntrup761 keygen 20000ns
			5 On a board, SNTRUP761 usec/operation, without / anything else / after: gcrypt sntrup761 keygen 10000ns
			4 derived`},
		"without a unit": {"On a board:\n\n   |   before    after\n ECB enc     |    30.00    15.00\n", ""},
		"too many":       {"SM4 cycles/byte:\n   |   before    after\n ECB enc     |    30.00    15.00  10.00\n", "2 derived\n3 columns"},
	} {
		t.Run(name, func(t *testing.T) { ingesttest.Equal(t, format, test.text, test.want) })
	}
}

// TestBenchmark: tests/benchmark of libgcrypt.
func TestBenchmark(t *testing.T) {
	const head = "                ECB/Stream    CBC/Poly1305         CTR             GCM      \n             --------------- --------------- --------------- ---------------\n"
	for name, test := range map[string]struct{ text, want string }{
		"ciphers": {"$ tests/benchmark --cipher-repetitions 100 cipher aes\nRunning each test 100 times.\n" + head +
			"AES             20ms    30ms     0ms    10ms       -       -   100ms   110ms\nCHACHA20        40ms    50ms    70ms    60ms\n", `
			5 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt aes-128-ecb encrypt update (100 repetitions) 0.02s
			5 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt aes-128-ecb decrypt update (100 repetitions) 0.03s
			5 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt aes-128-cbc decrypt update (100 repetitions) 0.01s
			5 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt aes-128-gcm seal record (100 repetitions) 0.1s
			5 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt aes-128-gcm open record (100 repetitions) 0.11s
			6 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt chacha20 encrypt update (100 repetitions) 0.04s
			6 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt chacha20 decrypt update (100 repetitions) 0.05s
			6 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt chacha20-poly1305 seal record (100 repetitions) 0.07s
			6 tests/benchmark --cipher-repetitions 100 cipher aes: gcrypt chacha20-poly1305 open record (100 repetitions) 0.06s
			5 no-result`},
		"more and fewer times than modes": {head + "AES 1ms 1ms 1ms 1ms 1ms 1ms 1ms 1ms 1ms\nAES 20ms\n", `
			4 text: gcrypt aes-128-ecb encrypt update 0.02s
			3 columns
			4 truncated`},
		"public keys": {"Algorithm         generate   20*priv   40*public\n------------------------------------------------\nRSA 1024 bit          10ms      20ms         0ms\nELG 1024 bit             -      90ms        30ms\nDSA 2048/224             -      20ms        20ms\nECDSA 256 bit          0ms      10ms        10ms\nEdDSA Ed25519         10ms      30ms        10ms\nRSA 2048 bit          [skipped in fips mode]\n", `
			3 text: gcrypt rsa-1024 keygen 1024b 1 calls 0.01s
			3 text: gcrypt rsa-1024 sign message 1024b 20 calls 0.02s
			4 text: gcrypt elgamal-1024 decrypt message 20 calls 0.09s
			4 text: gcrypt elgamal-1024 encrypt message 40 calls 0.03s
			5 text: gcrypt dsa-2048 sign message 2048b 20 calls 0.02s
			5 text: gcrypt dsa-2048 verify message 2048b 40 calls 0.02s
			6 text: gcrypt ecdsa-p256 sign message 20 calls 0.01s
			6 text: gcrypt ecdsa-p256 verify message 40 calls 0.01s
			7 text: gcrypt ed25519 keygen 1 calls 0.01s
			7 text: gcrypt ed25519 sign message 20 calls 0.03s
			7 text: gcrypt ed25519 verify message 40 calls 0.01s
			3 no-result
			6 no-result
			8 no-result`},
		"public keys, in the words of 1.5": {"Algorithm         generate  100*sign  100*verify\n------------------------------------------------\nDSA 1024/160             -      20ms        30ms\n", `
			3 text: gcrypt dsa-1024 sign message 1024b 100 calls 0.02s
			3 text: gcrypt dsa-1024 verify message 1024b 100 calls 0.03s`},
		"hashes have no head": {"$ tests/benchmark md md5\nMD5             30ms    30ms   160ms    50ms    30ms\n", "2 columns"},
		"a hash below the table of ciphers": {head + "AES 20ms 30ms 10ms 10ms 10ms 10ms 10ms 10ms\nSHA512       17050ms 18780ms 29120ms 18040ms 17190ms\n  130ms   110ms   110ms   100ms   110ms   110ms   160ms   150ms\n", `
			3 text: gcrypt aes-128-ecb encrypt update 0.02s
			3 text: gcrypt aes-128-ecb decrypt update 0.03s
			3 text: gcrypt aes-128-cbc encrypt update 0.01s
			3 text: gcrypt aes-128-cbc decrypt update 0.01s
			3 text: gcrypt aes-128-ctr encrypt update 0.01s
			3 text: gcrypt aes-128-ctr decrypt update 0.01s
			3 text: gcrypt aes-128-gcm seal record 0.01s
			3 text: gcrypt aes-128-gcm open record 0.01s
			4 columns
			5 columns`},
		"other milliseconds": {"it took 30ms\nMD5 30ms 40ms\n", ""},
	} {
		t.Run(name, func(t *testing.T) { ingesttest.Equal(t, format, test.text, test.want) })
	}
	for file, results := range map[string]int{"benchmark-cipher.txt": 60, "benchmark-pubkey.txt": 50} {
		if d := ingesttest.Read(t, format, ingesttest.File(t, file)); len(d.Results) < results-20 {
			t.Errorf("%s: %d results", file, len(d.Results))
		}
	}
}

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format, "SM4 cycles/byte:\n | before after speedup\n ECB enc | 30.00 15.00 2x\n", " Ed25519 | nanosecs/iter cycles/iter auto Mhz speed-up\n sign | 1000 3000 3000±1 +51%")
}
