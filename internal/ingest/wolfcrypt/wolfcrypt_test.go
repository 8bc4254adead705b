package wolfcrypt_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"

	_ "cpb/internal/ingest/wolfcrypt"
)

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, "wolfcrypt", sided, old,
		"RNG 5 MB took 0 seconds, inf MB/s Cycles per byte = nan\nRSA 2048 sign 0 ops took 0.000 sec, avg 0.000 ms, 0.000 ops/sec\n",
		"RSA 2048 public 1e308 ops took 1 sec, avg 1 ms, 1 ops/sec\nSHA 1 GB took 1 seconds, 99999999999999999999999999999 GB/s\n")
}

const benchmark = "wolfCrypt Benchmark (block bytes 1024, min 1.0 sec each)\n"

func TestText(t *testing.T) {
	// 176.988 × 2^20 = 1.855853...e8; 3778.599 B/s as it stands; 0.679/s has fewer digits than 1473.375 ms.
	ingesttest.Equal(t, "wolfcrypt", `------------------------------------------------------------------------------
 wolfSSL version 5.5.4
------------------------------------------------------------------------------
wolfCrypt Benchmark (block bytes 1048576, min 0.1 sec each)
RNG                          5 MiB took 0.088 seconds,   57.096 MiB/s Cycles per byte =  35.01
AES-128-CBC-enc             10 MiB took 0.057 seconds,  176.988 MiB/s Cycles per byte =  11.29
AES-128-GCM-dec-no_AAD SW   10 MiB took 0.100 seconds,  100.000 MiB/s
AES-128-ECB-enc             11 MiB took 0.109 seconds,  100.734 MiB/s
AES-XTS-dec                  5 MiB took 0.218 seconds,   22.943 MiB/s
GMAC Table 4-bit             2 MiB took 0.129 seconds,   15.494 MiB/s
CHA-POLY                     5 MiB took 0.060 seconds,   83.980 MiB/s
SHA                          5 MiB took 0.141 seconds,   35.413 MiB/s
SHA-512/256                  5 MiB took 0.141 seconds,   35.413 MiB/s
HMAC-SHA                   512 KiB took 1.000 seconds,  512.000 KiB/s
PBKDF2                     256 bytes took 0.068 seconds, 3778.599 bytes/s
RSA     2048  key gen         1 ops took 1.473 sec, avg 1473.375 ms, 0.679 ops/sec
RSA     2048   public       200 ops took 0.070 sec, avg 0.350 ms, 2857.185 ops/sec
DH      2048    agree       100 ops took 0.803 sec, avg 8.028 ms, 124.561 ops/sec
ECDHE [      SECP384R1]   384    agree       100 ops took 0.366 sec, avg 3.663 ms, 272.992 ops/sec
ECDSA    256 verify      HW     100 ops took 0.616 sec, avg 6.161 ms, 162.324 ops/sec, 123001095 cycles
CURVE  25519    agree       300 ops took 0.054 sec, avg 0.179 ms, 5592.728 ops/sec
ED     25519     sign       600 ops took 0.051 sec, avg 0.085 ms, 11812.390 ops/sec
ML-KEM 512     128    encap    6000 ops took 0.100 sec, avg 0.017 ms, 60000.000 ops/sec
ML-DSA    44     sign       100 ops took 0.100 sec, avg 1.000 ms, 1000.000 ops/sec
kyber_level1-ed         30 ops took 1.050 sec, avg 35.000 ms, 28.571 ops/sec
Benchmark complete
`, `
5 wolfSSL 5.5.4: wolfcrypt-5.5.4 rng rng 0.088s 5.98695e+07B/s 35.01c/B unknown
6 wolfSSL 5.5.4: wolfcrypt-5.5.4 aes-128-cbc encrypt update 1048576B 0.057s 1.85585e+08B/s 11.29c/B unknown
7 wolfSSL 5.5.4: wolfcrypt-5.5.4/sw aes-128-gcm open record 1048576B (no AAD) 0.1s 1.04858e+08B/s
8 wolfSSL 5.5.4: wolfcrypt-5.5.4 aes-128-ecb encrypt update 0.109s 1.05627e+08B/s
9 wolfSSL 5.5.4: wolfcrypt-5.5.4 aes-128-xts decrypt message 1048576B 0.218s 2.40575e+07B/s
10 wolfSSL 5.5.4: wolfcrypt-5.5.4 gmac mac message 1048576B (Table 4-bit) 0.129s 1.62466e+07B/s
11 wolfSSL 5.5.4: wolfcrypt-5.5.4 chacha20-poly1305 seal record 1048576B 0.06s 8.80594e+07B/s
12 wolfSSL 5.5.4: wolfcrypt-5.5.4 sha1 hash 1048576B 0.141s 3.71332e+07B/s
13 wolfSSL 5.5.4: wolfcrypt-5.5.4 sha512-256 hash 1048576B 0.141s 3.71332e+07B/s
14 wolfSSL 5.5.4: wolfcrypt-5.5.4 hmac-sha1 mac 1048576B 1s 524288B/s
15 wolfSSL 5.5.4: wolfcrypt-5.5.4 pbkdf2 kdf 0.068s 3778.6B/s
16 wolfSSL 5.5.4: wolfcrypt-5.5.4 rsa-2048 keygen 2048b 1 calls 1.473s 1.47338e+09ns
17 wolfSSL 5.5.4: wolfcrypt-5.5.4 rsa-2048 encrypt 2048b 200 calls 0.07s 2857.18/s
18 wolfSSL 5.5.4: wolfcrypt-5.5.4 ffdh-2048 derive 2048b 100 calls 0.803s 124.561/s
19 wolfSSL 5.5.4: wolfcrypt-5.5.4 ecdh-p384 derive 384b 100 calls 0.366s 272.992/s
20 wolfSSL 5.5.4: wolfcrypt-5.5.4/hw ecdsa-p256 verify 256b 100 calls 0.616s 162.324/s 1.23001e+06cycles unknown
21 wolfSSL 5.5.4: wolfcrypt-5.5.4 x25519 derive 300 calls 0.054s 5592.73/s
22 wolfSSL 5.5.4: wolfcrypt-5.5.4 ed25519 sign 600 calls 0.051s 11812.4/s
23 wolfSSL 5.5.4: wolfcrypt-5.5.4 ml-kem-512 encapsulate 6000 calls 0.1s 60000/s
24 wolfSSL 5.5.4: wolfcrypt-5.5.4 ml-dsa-44 sign 100 calls 0.1s 1000/s
25 wolfSSL 5.5.4: wolfcrypt-5.5.4 kyber-level1 (encapsulation and decapsulation together) 30 calls 1.05s 3.5e+07ns
`)
}

// MB is what the version has it be, and without a version what the amounts say: 100 KB are four rounds of 25 KiB, and no whole
// number of rounds in KB of 1000; 105 MB are twenty rounds of 5 MiB in MB of 1000000.
func TestMegabytes(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"before 5.3", " wolfSSL version 4.5.0\n" + benchmark + "MD5  82 MB took 1.000 seconds,   82.104 MB/s\n",
			"3 wolfSSL 4.5.0: wolfcrypt-4.5.0 md5 hash 1024B 1s 8.60923e+07B/s"},
		{"from 5.5 on", " wolfSSL version 5.6.0\n" + benchmark + "MD5  82 MB took 1.000 seconds,   82.104 MB/s\n",
			"3 wolfSSL 5.6.0: wolfcrypt-5.6.0 md5 hash 1024B 1s 8.2104e+07B/s"},
		{"rounds of 1024", benchmark + "RNG  100 KB took 1.000 seconds,  100.000 KB/s\nMD5  5 MB took 1.000 seconds, 5.000 MB/s\n",
			"2 text: wolfcrypt rng rng 1s 102400B/s\n3 text: wolfcrypt md5 hash 1024B 1s 5.24288e+06B/s\n2 assumed"},
		{"rounds of 1000", benchmark + "MD5  105 MB took 1.000 seconds,  104.858 MB/s\nSHA  273 MB took 1.000 seconds, 272.630 MB/s\n",
			"2 text: wolfcrypt md5 hash 1024B 1s 1.04858e+08B/s\n3 text: wolfcrypt sha1 hash 1024B 1s 2.7263e+08B/s\n2 assumed"},
		{"no rounds", benchmark + "GMAC Small  7 MB took 1.000 seconds,  7.000 MB/s\nRSA     2048 public  10 ops took 1.000 sec, avg 100.000 ms, 10.000 ops/sec\n",
			"2 text: wolfcrypt gmac mac message 1024B (Small) 1s 7.34003e+06B/s\n3 text: wolfcrypt rsa-2048 encrypt 2048b 10 calls 1s 1e+08ns\n2 assumed"},
		{"-base10 before 5.3", " wolfSSL version 4.5.0\n" + benchmark + "MD5  82 mB took 1.000 seconds,   82.104 mB/s\n",
			"3 wolfSSL 4.5.0: wolfcrypt-4.5.0 md5 hash 1024B 1s 8.2104e+07B/s"},
	} {
		t.Run(test.name, func(t *testing.T) { ingesttest.Equal(t, "wolfcrypt", test.text, test.want) })
	}
}

// old has what versions before 3.11 print, with invented figures.
const old = `AES      25 kB took 0.050 seconds,    0.488 MB/s
SHA-256  50 megs took 0.500 seconds,  100.000 MB/s Cycles per byte =  12.00
RSA 2048 encryption took 2.500 milliseconds, avg over 100 iterations
DH  1024 key agreement   50.000 milliseconds, avg over 10 iterations
EC-DSA   sign   time     20.000 milliseconds, avg over 5 iterations, 50.000 ops/sec
ECC  256 key generation  10.000 milliseconds, avg over 5 iterations
`

func TestOld(t *testing.T) {
	// 25 KiB in 0.050 s are 0.488 MiB/s; 0.488 × 2^20 = 511705.
	ingesttest.Equal(t, "wolfcrypt", old, `
1 text: wolfcrypt aes-128-cbc encrypt update 0.05s 511705B/s
2 text: wolfcrypt sha256 hash 0.5s 1.04858e+08B/s 12c/B unknown
3 text: wolfcrypt rsa-2048 encrypt 2048b 100 calls 2.5e+06ns
4 text: wolfcrypt ffdh-1024 derive 1024b 10 calls 5e+07ns
5 text: wolfcrypt ecdsa sign 5 calls 50/s
6 text: wolfcrypt ecdsa-p256 keygen 256b 5 calls 1e+07ns
`)
}

func TestJapanese(t *testing.T) {
	ingesttest.Equal(t, "wolfcrypt", benchmark+`SHA-256                     10 MiB を 0.083 秒で処理,  120.417 MiB/s 1バイトあたりのサイクル数 =  16.60
RSA     2048 公開鍵       300 回処理を 0.054 秒で実施, 平均 0.179 ms, 5592.206 処理/秒
RSA     2048 秘密鍵       100 回処理を 1.727 秒で実施, 平均 17.274 ms, 57.890 処理/秒
`, `
2 text: wolfcrypt sha256 hash 1024B 0.083s 1.26266e+08B/s 16.6c/B unknown
3 text: wolfcrypt rsa-2048 encrypt 2048b 300 calls 0.054s 5592.21/s
4 text: wolfcrypt rsa-2048 decrypt 2048b 100 calls 1.727s 57.89/s
`)
}

func TestCSV(t *testing.T) {
	// 10 485 760 ÷ 0.071115 = 1.47448e8, which is 140.617 × 2^20.
	ingesttest.Equal(t, "wolfcrypt", ` wolfSSL version 5.5.4
wolfCrypt Benchmark (block bytes 1048576, min 0.1 sec each)
This format allows you to easily copy the output to a csv file.

Symmetric Ciphers:

Algorithm,MB/s,Cycles per byte,
AES-128-CBC-enc,10.000000,206.041901,
AES-128-GCM-dec,0.000000,92.766968,
SHA,20.000000,
Asymmetric Ciphers:

Algorithm,key size,operation,avg ms,ops/sec,
RSA,2048,public,0.511,1958.861,
ECDSA [      SECP256R1],256,sign,5.239,190.864,
Benchmark complete
###,  wolfSSL version 5.5.4
###, wolfCrypt Benchmark (block bytes 1048576, min 0.1 sec each)
"sym",Algorithm,HW/SW,bytes_total,seconds_total,MB/s,cycles_total,Cycles per byte,
sym,AES-128-CBC-enc,,10485760,0.071115,140.617277,149044182,14.213961,
sym,AES-128-CBC-dec,,10485760,0.071115,9.9,149044182,14.213961,
"asym",Algorithm,key size,operation,avg ms,ops/sec,ops,secs,cycles,cycles/op
asym,DH,2048,key gen,1.097,911.486,46,0.050467,105779520,2299554.782609
###, Benchmark complete
`, `
8 wolfSSL 5.5.4: wolfcrypt-5.5.4 aes-128-cbc encrypt update 1048576B 1.04858e+07B/s 206.042c/B unknown
10 wolfSSL 5.5.4: wolfcrypt-5.5.4 sha1 hash 1048576B 2.09715e+07B/s
14 wolfSSL 5.5.4: wolfcrypt-5.5.4 rsa-2048 encrypt 2048b 1958.86/s
15 wolfSSL 5.5.4: wolfcrypt-5.5.4 ecdsa-p256 sign 256b 190.864/s
20 wolfSSL 5.5.4 (2): wolfcrypt-5.5.4 aes-128-cbc encrypt update 1048576B 0.071115s 1.47448e+08B/s 14.214c/B unknown
21 wolfSSL 5.5.4 (2): wolfcrypt-5.5.4 aes-128-cbc decrypt update 1048576B 0.071115s 1.47448e+08B/s 14.214c/B unknown
23 wolfSSL 5.5.4 (2): wolfcrypt-5.5.4 ffdh-2048 keygen 2048b 46 calls 0.050467s 911.486/s 2.29955e+06cycles unknown
7 assumed
9 no-result
21 count-mismatch
`)
}

// sided is two outputs side by side, with invented figures.
const sided = " wolfSSL version 5.2.0\t\t\t\t wolfSSL version 5.1.0\n" +
	"wolfCrypt Benchmark (block bytes 1024, min 1.0 sec each)\twolfCrypt Benchmark (block bytes 2048, min 1.0 sec each)\n" +
	"MD5     60 MB took 1.000 seconds,   60.000 MB/s   |\tMD5     80 MB took 1.000 seconds,   80.000 MB/s\n" +
	"SHA     60 MB took 1.000 seconds,   60.000 MB/s   \tSHA     60 MB took 1.000 seconds,   60.000 MB/s\n" +
	"CHACHA  10 MB took 1.000 seconds,   10.000 MB/s   <\n" +
	"\t\t\t\t\t>\tPOLY1305  10 MB took 1.000 seconds,   10.000 MB/s\n"

func TestSideBySide(t *testing.T) {
	ingesttest.Equal(t, "wolfcrypt", sided, `
3 left: wolfcrypt-5.2.0 md5 hash 1024B 1s 6.29146e+07B/s
3 right: wolfcrypt-5.1.0 md5 hash 2048B 1s 8.38861e+07B/s
4 left: wolfcrypt-5.2.0 sha1 hash 1024B 1s 6.29146e+07B/s
4 right: wolfcrypt-5.1.0 sha1 hash 2048B 1s 6.29146e+07B/s
5 left: wolfcrypt-5.2.0 chacha20 encrypt message 1024B 1s 1.04858e+07B/s
6 right: wolfcrypt-5.1.0 poly1305 mac 2048B 1s 1.04858e+07B/s
`)
}

func TestHostile(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"prose", "it took 3 seconds, 5 MB/s\nthe wolf took 10 MB\nAlgorithm, key size\nRSA took long\n", "1 unread"},
		{"prefixes", "> SHA  5 MiB took 1.000 seconds,  5.000 MiB/s\r\n[BENCH]: SHA\u00a0 5 MiB took 1.000 seconds,\t5.000 MiB/s\r\n| SHA  5 MiB took 1.000 seconds,  5.000 MiB/s |\n",
			"1 text: wolfcrypt sha1 hash 1s 5.24288e+06B/s\n2 text: wolfcrypt sha1 hash 1s 5.24288e+06B/s\n3 text: wolfcrypt sha1 hash 1s 5.24288e+06B/s"},
		{"figures that are none", benchmark + "SHA  0 MiB took 1.000 seconds,  0.000 MiB/s\nSHA  5 MiB took 0.000 seconds,  inf MiB/s\nSHA  5 MiB took 1.000 seconds,  -5.000 MiB/s\n" +
			"RSA     2048 sign  0 ops took 1.000 sec, avg 0.000 ms, 0.000 ops/sec\nBenchmark AES-128-CBC-enc failed: -174\nSHA   12.000 MB/s\n",
			"2 no-result\n3 no-result\n4 no-result\n5 no-result\n6 no-result\n7 no-result"},
		{"figures that do not agree", benchmark + "SHA  50 MiB took 1.000 seconds,  5.000 MiB/s\nRSA     2048 sign  100 ops took 2.000 sec, avg 10.000 ms, 100.000 ops/sec\n",
			"2 text: wolfcrypt sha1 hash 1024B 1s 5.24288e+06B/s\n3 text: wolfcrypt rsa-2048 sign 2048b 100 calls 2s 100/s\n2 count-mismatch\n3 count-mismatch"},
		{"something behind", benchmark + "SHA  5 MiB took 1.000 seconds,  5.000 MiB/s SHA  5 MiB\n", "2 columns"},
		{"rows of another CSV", benchmark + "\"sym\",Algorithm,HW/SW,bytes_total,seconds_total,MB/s,\nsym,SHA,,5,1,1,1,1,1\nsym,SHA,,5242880\n",
			"3 columns\n4 truncated\n4 no-result"},
		{"variation", benchmark + "SHA  5 MiB took 1.000 seconds,  5.000 MiB/s, max duration 0.300 s, min duration 0.100 s, mean duration 0.200 s, sd 0.020 s\n",
			"2 text: wolfcrypt sha1 hash 1024B 1s 5.24288e+06B/s ±0.1"},
	} {
		t.Run(test.name, func(t *testing.T) { ingesttest.Equal(t, "wolfcrypt", test.text, test.want) })
	}
}

// TestReal holds what is read of wolfCrypt's own output against its rows, taken apart at their spaces and commas.
func TestReal(t *testing.T) {
	for file, unit := range map[string]float64{"text-5.5.4.txt": 1 << 20, "base10-5.5.4.txt": 1e6, "japanese-5.5.4.txt": 1 << 20, "machine-5.5.4.txt": 1 << 20} {
		text := ingesttest.File(t, file)
		d := ingesttest.Read(t, "wolfcrypt", text)
		n := 0
		for i, line := range strings.Split(text, "\n") {
			if !strings.Contains(line, " took ") && !strings.Contains(line, "を ") {
				continue
			}
			if n == len(d.Results) {
				t.Fatalf("%s: no result of %q", file, line)
			}
			r := d.Results[n]
			n++
			clauses := strings.Split(line, ",")
			first := func(s string) float64 {
				x, err := strconv.ParseFloat(strings.Fields(s)[0], 64)
				if err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				return x
			}
			got, want := r.BytesPerSecond, 0.0
			switch {
			case strings.Contains(line, "ms,"):
				if got, want = r.CallsPerSecond, first(clauses[2]); got == 0 {
					got, want = r.NsPerCall, first(strings.TrimLeft(clauses[1], " avg平均"))*1e6
				}
			case strings.Contains(clauses[1], "bytes/s"):
				want = first(clauses[1])
			default:
				want = first(clauses[1]) * unit
			}
			if r.Source.Line != i+1 || math.Abs(got-want) > 1e-9*want || r.Version != "5.5.4" || r.Seconds == 0 {
				t.Errorf("%s: %q: %s", file, line, ingesttest.Short(&r))
			}
		}
		if n == 0 || n != len(d.Results) || len(d.Warnings) > 0 {
			t.Errorf("%s: %d results of %d, warnings %v", file, len(d.Results), n, d.Warnings)
		}
	}
}

// The CSV of one build has the figures of the other form's: bytes and seconds, to a millionth.
func TestRealCSV(t *testing.T) {
	text := ingesttest.File(t, "machine-csv-5.5.4.txt")
	d := ingesttest.Read(t, "wolfcrypt", text)
	lines, n := strings.Split(text, "\n"), 0
	for i, line := range lines {
		f := strings.Split(line, ",")
		switch f[0] {
		case "sym":
			bytes, _ := strconv.ParseFloat(f[3], 64)
			seconds, _ := strconv.ParseFloat(f[4], 64)
			if r := d.Results[n]; r.Source.Line != i+1 || math.Abs(r.BytesPerSecond-bytes/seconds) > 1 || r.Seconds != seconds {
				t.Errorf("%q: %s", line, ingesttest.Short(&r))
			}
			n++
		case "asym":
			ops, _ := strconv.ParseInt(f[6], 10, 64)
			seconds, _ := strconv.ParseFloat(f[7], 64)
			if r := d.Results[n]; r.Source.Line != i+1 || r.Calls != ops || r.Seconds != seconds || strconv.FormatFloat(r.CyclesPerCall, 'f', 6, 64) != f[9] {
				t.Errorf("%q: %s", line, ingesttest.Short(&r))
			}
			n++
		}
	}
	if n == 0 || n != len(d.Results) || len(d.Warnings) > 0 {
		t.Errorf("%d results of %d, warnings %v", len(d.Results), n, d.Warnings)
	}
}
