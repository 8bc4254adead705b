package opensslspeed_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cpb/internal/ingest"
	"cpb/internal/ingest/ingesttest"
	"cpb/result"
)

const format = "openssl-speed"

// read reads a text, and has its results and its warnings in short.
func read(t *testing.T, text string) (lines, warnings []string) {
	t.Helper()
	doc := ingesttest.Read(t, format, text)
	for i := range doc.Results {
		lines = append(lines, line(&doc.Results[i]))
	}
	for _, w := range doc.Warnings {
		warnings = append(warnings, fmt.Sprintf("%s:%d", w.Kind, w.Line))
	}
	return lines, warnings
}

// line is a result in short: "3: sha256 hash @16 = 57722540 B/s, 1000 in 2.5 s".
func line(r *result.Result) string {
	s := fmt.Sprintf("%d: %s %s", r.Source.Line, r.Primitive, r.Operation)
	if r.SizeBytes != nil {
		s += fmt.Sprintf(" @%d", *r.SizeBytes)
	}
	switch {
	case r.BytesPerSecond > 0:
		s += fmt.Sprintf(" = %.10g B/s", r.BytesPerSecond)
	case r.CallsPerSecond > 0:
		s += fmt.Sprintf(" = %.10g/s", r.CallsPerSecond)
	case r.NsPerCall > 0:
		s += fmt.Sprintf(" = %.10g ns", r.NsPerCall)
	}
	if r.Calls > 0 {
		s += fmt.Sprintf(", %d in %g s", r.Calls, r.Seconds)
	}
	return s
}

// TestRead has invented figures. Each rate is what its count and seconds give, by hand, unless a warning says otherwise.
func TestRead(t *testing.T) {
	const head = "type             16 bytes     64 bytes\n"
	for _, c := range []struct {
		name     string
		text     string
		lines    []string
		warnings []string
	}{
		{"plain", "Doing md5 for 3s on 16 size blocks: 3000000 md5's in 3.00s\n" + head + "md5              16000.00k    32000.00k\n",
			[]string{"3: md5 hash @16 = 16000000 B/s, 3000000 in 3 s", "3: md5 hash @64 = 32000000 B/s"}, nil},
		{"lines alone", "Doing sha512 ops for 3s on 16 size blocks: 150 sha512 ops in 2.99s\nDoing des cbc for 3s on 8 size blocks: 7 des cbc's in 3.00s\n",
			[]string{"1: sha512 hash @16, 150 in 2.99 s", "2: des-cbc  @8, 7 in 3 s"}, nil},
		{"LibreSSL", "Doing aes-128 cbc for 3s on 16 size blocks: 300 aes-128 cbc in 3.00s\nLibreSSL 4.0.0\n" + head + "aes-128 cbc       1600.00      2000.00\n",
			[]string{"4: aes-128-cbc  @16 = 1600 B/s, 300 in 3 s", "4: aes-128-cbc  @64 = 2000 B/s"}, nil},
		{"B/s without k", head + "md2               9999.99     10000.01k\n", []string{"2: md2 hash @16 = 9999.99 B/s", "2: md2 hash @64 = 10000010 B/s"}, nil},
		{"no k above 10000", head + "md2              20000.00     20000.01k\n", []string{"2: md2 hash @64 = 20000010 B/s"}, []string{"no-result:2"}},
		{"other names", head + "des ede3          100.00k      200.00k\nrc5-32/12 cbc     101.00k      201.00k\nhmac(md5)         102.00k      202.00k\ncmac(AES-256-CBC)     103.00k      203.00k\nrand              104.00k      204.00k\n",
			[]string{
				"2: des-ede3-cbc  @16 = 100000 B/s", "2: des-ede3-cbc  @64 = 200000 B/s", "3: rc5-cbc  @16 = 101000 B/s", "3: rc5-cbc  @64 = 201000 B/s",
				"4: hmac-md5 mac @16 = 102000 B/s", "4: hmac-md5 mac @64 = 202000 B/s", "5: aes-256-cmac mac @16 = 103000 B/s", "5: aes-256-cmac mac @64 = 203000 B/s",
				"6: rand rng @16 = 104000 B/s", "6: rand rng @64 = 204000 B/s",
			}, nil},
		{"wrapped", "Doing sha1 for 3s on 16 size\nblocks: 300 sha1's in\n3.00s\ntype             16 bytes     64 bytes\n  256 bytes\nsha1               1.60k        2.00k\n        3.00k\n",
			[]string{"6: sha1 hash @16 = 1600 B/s, 300 in 3 s", "6: sha1 hash @64 = 2000 B/s", "6: sha1 hash @256 = 3000 B/s"}, nil},
		{"split by an error", "Doing X25519 ops for 3s on 16 size blocks: something broke\n12 X25519 ops in 3.00s\n" + head + "X25519              1.00k        2.00k\n",
			[]string{"4: x25519  @64 = 2000 B/s"}, []string{"no-result:1", "no-result:4"}},
		{"no count", "Doing md5 for 3s on 16 size blocks: \nDoing md5 for 3s on 64 size blocks: 3 md5's in 3.00s\n", []string{"2: md5 hash @64, 3 in 3 s"}, []string{"truncated:1"}},
		{"cut row", head + "md5              16000.00k\nsha1             16000.00k    320\n", []string{"2: md5 hash @16 = 16000000 B/s", "3: sha1 hash @16 = 16000000 B/s"}, []string{"truncated:2", "no-result:3"}},
		{"cut figure", head + "type             16 bytes     64 bytes    256 bytes\nsha1             16000.00k    3200.0\n", []string{"3: sha1 hash @16 = 16000000 B/s"}, []string{"truncated:3", "no-result:3"}},
		{"too many figures", head + "sha1             16000.00k    32000.00k    33000.00k\n",
			[]string{"2: sha1 hash = 16000000 B/s", "2: sha1 hash = 32000000 B/s", "2: sha1 hash = 33000000 B/s"}, []string{"columns:2"}},
		{"empty column", head + "sha1             16000.00k    32000.00k        0.00 \n",
			[]string{"2: sha1 hash @16 = 16000000 B/s", "2: sha1 hash @64 = 32000000 B/s"}, []string{"no-result:2"}},
		{"not measured", head + "mdc2                 0.00         0.00\nmd4                  0.00     32000.00k\n", []string{"3: md4 hash @64 = 32000000 B/s"}, []string{"no-result:2", "no-result:3"}},
		{"infinite bulk", head + "md5                  infk     32000.00k\nmd4              16000.00k         -nan \n",
			[]string{"2: md5 hash @64 = 32000000 B/s", "3: md4 hash @16 = 16000000 B/s"}, []string{"no-result:2", "no-result:3"}},
		{"negative", head + "sha1            -16000.00     32000.00k\n", []string{"2: sha1 hash @64 = 32000000 B/s"}, []string{"no-result:2"}},
		{"count mismatch", "Doing md5 for 3s on 16 size blocks: 3000000 md5's in 3.10s\n" + head + "md5              16000.00k    32000.00k\n",
			[]string{"3: md5 hash @16 = 16000000 B/s, 3000000 in 3.1 s", "3: md5 hash @64 = 32000000 B/s"}, []string{"count-mismatch:1"}},
		{"processor time", "Doing md5 for 3s on 16 size blocks: 3000000 md5's in 1.50s\nDoing md5 for 3s on 64 size blocks: 3000000 md5's in 1.50s\n",
			[]string{"1: md5 hash @16, 3000000 in 1.5 s", "2: md5 hash @64, 3000000 in 1.5 s"}, []string{"cpu-time:1"}},
		{"odd seconds", "You have chosen to measure elapsed time instead of user CPU time.\nDoing md5 for 3s on 16 size blocks: 3000000 md5's in 1.50s\nDoing md5 for 3s on 64 size blocks: 30 md5's in 9000.00s\n",
			[]string{"2: md5 hash @16, 3000000 in 1.5 s", "3: md5 hash @64, 30 in 9000 s"}, []string{"odd-seconds:2", "odd-seconds:3"}},
		{"one long call", "Doing rsa15360 keygen ops for 10s: 1 rsa15360 KEM keygen ops in 90.00s\n", []string{"1: rsa-15360 keygen, 1 in 90 s"}, nil},
		{"SSLeay", "SSLeay 0.8.1b 29-Jun-1998\n                  sign    verify\nrsa  512 bits   0.0200s   0.0010s\ndsa 1024 bits   0.0500s   0.1000s\n",
			[]string{"3: rsa-512 sign = 20000000 ns", "3: rsa-512 verify = 1000000 ns", "4: dsa-1024 sign = 50000000 ns", "4: dsa-1024 verify = 100000000 ns"}, nil},
		{"SSLeay 0.7", "SSLeay 0.7.3 30-Apr-1997\nrsa  512 bits   0.020s   0.001\nrsa 1024 bits   0.100s\n",
			[]string{"2: rsa-512 sign = 20000000 ns", "2: rsa-512 verify = 1000000 ns", "3: rsa-1024 sign = 100000000 ns"}, nil},
		{"public keys", "Doing 2048 bit private rsa's for 10s: 5000 2048 bit private RSA's in 10.00s\nDoing 512 bit verify dsa's for 10s: 766 512 bit DSA verify in 10.00s\nDoing 256 bit  ecdh's for 10s: 100 256-bit ECDH ops in 10.00s\n" +
			"                  sign    verify    sign/s verify/s\nrsa 2048 bits 0.002000s 0.000050s    500.0  20000.0\n                  sign    verify    sign/s verify/s\ndsa  512 bits 0.010000s 0.013055s    100.0     76.6\n" +
			"                              op      op/s\n 256 bit ecdh (nistp256)   0.1000s     10.0\n2048 bits ffdh   0.0000s  30000.0\n",
			[]string{
				"5: rsa-2048 sign = 500/s, 5000 in 10 s", "5: rsa-2048 verify = 20000/s", "7: dsa-512 sign = 100/s", "7: dsa-512 verify = 76.6/s, 766 in 10 s",
				"9: ecdh-p256 derive = 10/s, 100 in 10 s", "10: ffdh-2048 derive = 30000/s",
			}, nil},
		{"curves of one size", "Doing 256 bits sign ecdsa ops for 10s: 1000 256 bits ECDSA sign ops in 10.00s\nDoing 256 bits sign ecdsa ops for 10s: 500 256 bits ECDSA sign ops in 10.00s\n" +
			" 256 bits ecdsa (nistp256)   0.0100s   0.0200s    100.0     50.0\n 256 bits ecdsa (brainpoolP256r1)   0.0200s   0.0400s     50.0     25.0\n",
			[]string{
				"3: ecdsa-p256 sign = 100/s, 1000 in 10 s", "3: ecdsa-p256 verify = 50/s",
				"4: ecdsa-brainpool-p256r1 sign = 50/s, 500 in 10 s", "4: ecdsa-brainpool-p256r1 verify = 25/s",
			}, nil},
		{"version 4", "Doing 256 bits sign prime256v1 ops for 10s: 1000 prime256v1 sign ops in 10.00s\nDoing 253 bits  X25519 ops for 10s: 3000 X25519 ops in 10.00s\n                              sign    verify    sign/s verify/s\n" +
			" 256 bits EC (prime256v1)   0.0100s   0.0200s    100.0     50.0\n 253 bits EC (Ed25519)   0.0100s   0.0200s    100.0     50.0\n                              op      op/s\n 253 bits ecdh (X25519)   0.0033s    300.0\n",
			[]string{"4: ecdsa-p256 sign = 100/s, 1000 in 10 s", "4: ecdsa-p256 verify = 50/s", "5: ed25519 sign = 100/s", "5: ed25519 verify = 50/s", "7: x25519 derive = 300/s, 3000 in 10 s"}, nil},
		{"slow key", "Doing 15360 bits private rsa's for 10s: 1 15360 bits private RSA's in 40.00s\n                  sign    verify    sign/s verify/s\nrsa 15360 bits 40.000000s 0.002000s      0.0    500.0\n",
			[]string{"3: rsa-15360 sign = 0.025/s, 1 in 40 s", "3: rsa-15360 verify = 500/s"}, nil},
		{"seconds and rate exclude each other", "                              op      op/s\n 256 bits ecdh (nistp256)   0.0100s    300.0\n", []string{"2: ecdh-p256 derive = 300/s"}, []string{"count-mismatch:2"}},
		{"infinite", "                  sign    verify    sign/s verify/s\nrsa 2048 bits      infs 0.000050s      0.0  20000.0\n", []string{"2: rsa-2048 verify = 20000/s"}, []string{"no-result:2"}},
		{"mr of 1.0.2", "+DTP:1024:private:rsa:10\n+R1:10000:1024:10.00\n+DTP:160::ecdh:10\n+R7:2000:160:10.00\n+H:16:64\n+F:3:md5:1600.00:6400.00\n+F2:1:1024:0.001000:0.000050\n+F3:1:1024:0.000500:0.000600\n+F5:0:160:0.005000:200.000000\n",
			[]string{
				"6: md5 hash @16 = 1600 B/s", "6: md5 hash @64 = 6400 B/s", "7: rsa-1024 sign = 1000000 ns, 10000 in 10 s", "7: rsa-1024 verify = 50000 ns",
				"8: dsa-1024 sign = 500000 ns", "8: dsa-1024 verify = 600000 ns", "9: ecdh-p160 derive = 200/s, 2000 in 10 s",
			}, nil},
		{"mr of 3.0", "+DTP:2048:sign:dsa:10\n+R3:20000:2048:10.00\n+F3:2:2048:2000.000000:1800.000000\n+F4:16:256:500.000000:400.000000\n+F5:22:253:100.000000:0.010000\n+F7:0:256:CurveSM2:30.000000:20.000000\n+F8:0:2048:50.000000:0.020000\n",
			[]string{
				"3: dsa-2048 sign = 2000/s, 20000 in 10 s", "3: dsa-2048 verify = 1800/s", "4: ecdsa-brainpool-p256r1 sign = 500/s", "4: ecdsa-brainpool-p256r1 verify = 400/s",
				"5: x25519 derive = 100/s", "6: sm2 sign = 30/s", "6: sm2 verify = 20/s", "7: ffdh-2048 derive = 50/s",
			}, nil},
		{"mr of 3.2", "+DTP:2048:public:rsa encrypt:10\n+R3:20000:2048:10.00\n+F2:2:2048:100.000000:3000.000000:2000.000000:90.000000\n",
			[]string{"3: rsa-2048 sign = 100/s", "3: rsa-2048 verify = 3000/s", "3: rsa-2048 encrypt = 2000/s, 20000 in 10 s", "3: rsa-2048 decrypt = 90/s"}, nil},
		{"mr of 4", "+DTP:256:sign:prime256v1:10\n+R7:1000:prime256v1:10.00\n+R15:50:ML-KEM-768:10.00\n+R16:60:ML-KEM-768:10.00\n+R17:70:ML-KEM-768:10.00\n+F4:3:256:100.000000:50.000000\n+F7:0:2048:50.000000:0.020000\n+F8:1:5.000000:6.000000:7.000000\n+F9:4:5.500000:6.500000:7.500000\n",
			[]string{
				"6: ecdsa-p256 sign = 100/s, 1000 in 10 s", "6: ecdsa-p256 verify = 50/s", "7: ffdh-2048 derive = 50/s",
				"8: ml-kem-768 keygen = 5/s, 50 in 10 s", "8: ml-kem-768 encapsulate = 6/s, 60 in 10 s", "8: ml-kem-768 decapsulate = 7/s, 70 in 10 s",
				"9: signature-4 keygen = 5.5/s", "9: signature-4 sign = 6.5/s", "9: signature-4 verify = 7.5/s",
			}, []string{"unknown-name:9"}},
		{"mr without one of the two", "+F3:1:1024:inf:0.000600\n+F4:3:256:0.000100:0.000200\n", []string{"1: dsa-1024 verify = 600000 ns", "2: ecdsa-p256 sign = 100000 ns", "2: ecdsa-p256 verify = 200000 ns"}, []string{"no-result:1"}},
		{"mr of neither order", "+F3:1:1024:inf:2.000000\n", nil, []string{"no-result:1"}},
		{"a number of several eras", "+R3:20000:2048:10.00\n+F9:4:5.500000:6.500000:7.500000\n", nil, []string{"no-result:1", "no-result:2"}},
		{"a number of one era", "+R16:8000:rsa7680:10.00\n+R5:900:256:10.00\n", []string{"1: rsa-7680 encapsulate, 8000 in 10 s", "2: ecdsa sign, 900 in 10 s"}, nil},
		{"ML-KEM of LibreSSL", "Doing 768 bit keygen mlkem for 10s: 200 768-bit ML-KEM keygen in 10.00s\n               keygen keygen/s       encap  encap/s       decap  decap/s\nmlkem 768   0.050000s     20.0   0.010000s    100.0   0.020000s     50.0\n",
			[]string{"3: ml-kem-768 keygen = 20/s, 200 in 10 s", "3: ml-kem-768 encapsulate = 100/s", "3: ml-kem-768 decapsulate = 50/s"}, nil},
		{"children", "Forked child 0\nForked child 1\n+DT:md5:3:16\n+DT:md5:3:16\n+R:300:md5:3.000000\n+R:600:md5:3.000000\nGot: +H:16 from 0\nGot: +F:3:md5:3200.00 from 0\nGot: +H:16 from 1\nGot: +F:3:md5:1600.00 from 1\nversion: 3.0.8\nmd5               4800.00 \n",
			[]string{"8: md5 hash @16 = 3200 B/s, 600 in 3 s", "10: md5 hash @16 = 1600 B/s, 300 in 3 s", "12: md5 hash @16 = 4800 B/s"}, nil},
		{"SSLeay 0.5", "SSLeay-05 on a machine\ntype             8 bytes     64 bytes\ncbc des         500.00k      600.00k\nede3 des        100.00k      200.00k\nrsa  512 bits   0.159s !LLONG\nrsa 1024 bits   1.053s\n\nversion:SSLeay 0.5.9z 15-May-1996\nrsa  512 bits   0.035s\n",
			[]string{
				"3: des-cbc  @8 = 500000 B/s", "3: des-cbc  @64 = 600000 B/s", "4: des-ede3-cbc  @8 = 100000 B/s", "4: des-ede3-cbc  @64 = 200000 B/s",
				"5: rsa-512 sign = 159000000 ns", "6: rsa-1024 sign = 1053000000 ns", "9: rsa-512 sign = 35000000 ns",
			}, nil},
		{"words behind names", head + "AES-128-GCM *     100.00k      200.00k\nAES-128-GCM 8     800.00k     1600.00k\nmd2       C        10.00k       20.00k\nmd5-modified       30.00k       40.00k\nmd5 (new)          31.00k       41.00k\naes-128 foo        50.00k       60.00k\n",
			[]string{
				"2: aes-128-gcm  @16 = 100000 B/s", "2: aes-128-gcm  @64 = 200000 B/s", "3: aes-128-gcm  @16 = 800000 B/s", "3: aes-128-gcm  @64 = 1600000 B/s",
				"4: md2 hash @16 = 10000 B/s", "4: md2 hash @64 = 20000 B/s", "5: md5 hash @16 = 30000 B/s", "5: md5 hash @64 = 40000 B/s",
				"6: md5 hash @16 = 31000 B/s", "6: md5 hash @64 = 41000 B/s", "7: aes-128-foo  @16 = 50000 B/s", "7: aes-128-foo  @64 = 60000 B/s",
			}, []string{"unknown-name:7"}},
		{"words behind rows", "decryption         16B       1KB\naes-256-cbc   5000.00k  6000.00k bef.\naes-256-cbc   5500.00k  6600.00k aft. +10%\naes-256-cbc   5500.00k  6600.00k +10% +10%\n",
			[]string{
				"2: aes-256-cbc decrypt @16 = 5000000 B/s", "2: aes-256-cbc decrypt @1024 = 6000000 B/s", "3: aes-256-cbc decrypt @16 = 5500000 B/s", "3: aes-256-cbc decrypt @1024 = 6600000 B/s",
				"4: aes-256-cbc decrypt @16 = 5500000 B/s", "4: aes-256-cbc decrypt @1024 = 6600000 B/s",
			}, nil},
		{"the algorithm in the head", "AES-128-GCM   64 bytes     79 bytes\nmaster         100.00k      200.00k\nmaster+patch   110.00k      220.00k\ndiff               10%          10%\n",
			[]string{"2: aes-128-gcm  @64 = 100000 B/s", "2: aes-128-gcm  @79 = 200000 B/s", "3: aes-128-gcm  @64 = 110000 B/s", "3: aes-128-gcm  @79 = 220000 B/s"}, []string{"assumed:2"}},
		{"the algorithm in the command", "$ openssl speed -evp chacha20\n\nX1\n" + head + "C code         100.00k      200.00k\n\nX2\n" + head + "C code         110.00k      220.00k\n",
			[]string{"5: chacha20 encrypt @16 = 100000 B/s", "5: chacha20 encrypt @64 = 200000 B/s", "9: chacha20  @16 = 110000 B/s", "9: chacha20  @64 = 220000 B/s"}, []string{"assumed:5", "assumed:9"}},
		{"commands under one head", head + "\nopenssl speed md5:\nmd5            100.00k      200.00k\n\nopenssl speed -evp rc4:\nrc4            110.00k      220.00k\n\nopenssl speed -evp rc4 -bytes 64:\nrc4            110.00k\n",
			[]string{"4: md5 hash @16 = 100000 B/s", "4: md5 hash @64 = 200000 B/s", "7: rc4 encrypt @16 = 110000 B/s", "7: rc4 encrypt @64 = 220000 B/s", "10: rc4 encrypt = 110000 B/s"}, []string{"assumed:7"}},
		{"another unit", "Type\t16 bytes\t1,024 bytes\naes-128-cbc\t8,276.27\t12,915.75\nmd5\t1,000.00\t9,000.00\nsha1\t1,234.50k\t1.234,50k\n",
			[]string{"4: sha1 hash @16 = 1234500 B/s", "4: sha1 hash @1024 = 1234500 B/s"}, []string{"no-result:2", "no-result:2", "no-result:3", "no-result:3"}},
		{"rates alone", "              keygens/s    sign/s  verify/s\n    ML-DSA-44   100.0    200.0   300.0\n    ML-DSA-44   110.0    220.0   330.0\n    ML-DSA-44     10%     10%     10%\n\nanother machine:\n\n              keygens/s    sign/s  verify/s\n    ML-DSA-44   1.0    2.0   3.0\n    ML-DSA-65   4.0    5.0   6.0\n",
			[]string{
				"2: ml-dsa-44 keygen = 100/s", "2: ml-dsa-44 sign = 200/s", "2: ml-dsa-44 verify = 300/s", "3: ml-dsa-44 keygen = 110/s", "3: ml-dsa-44 sign = 220/s", "3: ml-dsa-44 verify = 330/s",
				"9: ml-dsa-44 keygen = 1/s", "9: ml-dsa-44 sign = 2/s", "9: ml-dsa-44 verify = 3/s", "10: ml-dsa-65 keygen = 4/s", "10: ml-dsa-65 sign = 5/s", "10: ml-dsa-65 verify = 6/s",
			}, nil},
		{"a provider's ML-KEM", "Doing mlkem512 keygen ops for 2s: 100 mlkem512 KEM keygen ops in 2.00s\n               keygen    encaps    decaps keygens/s  encaps/s  decaps/s\n  mlkem512 0.020000s 0.010000s 0.005000s      50.0     100.0     200.0\n",
			[]string{"3: ml-kem-512 keygen = 50/s, 100 in 2 s", "3: ml-kem-512 encapsulate = 100/s", "3: ml-kem-512 decapsulate = 200/s"}, nil},
		{"keys pressed meanwhile", "Doing rsa2048 verify ops for 10s: ^[[A^[[A^C300 rsa2048 signature verify ops in 10.00s\nDoing md5 for 3s on 16 size blocks: ^C\n",
			[]string{"1: rsa-2048 verify, 300 in 10 s"}, []string{"no-result:2"}},
		{"headings that say what was done", "**Decrypt**\nBaseline (LibreSSL):\n" + head + "AES-128-GCM     100.00k      200.00k\n", []string{"4: aes-128-gcm decrypt @16 = 100000 B/s", "4: aes-128-gcm decrypt @64 = 200000 B/s"}, nil},
		{"a head that was wrapped in a cell", "type             16 bytes     64\nbytes    256 bytes   1024\nbytes\nmd5             100.00k      200.00k\n300.00k      400.00k\n",
			[]string{"4: md5 hash @16 = 100000 B/s", "4: md5 hash @64 = 200000 B/s", "4: md5 hash @256 = 300000 B/s", "4: md5 hash @1024 = 400000 B/s"}, nil},
		{"a head without its last unit", "type             16 bytes     64\nmd5             100.00k      200.00k\n", []string{"2: md5 hash @16 = 100000 B/s", "2: md5 hash @64 = 200000 B/s"}, []string{"truncated:1"}},
		{"rows wrapped without a head", "OpenSSL 3.0.99 1 Jan 2030\nmd5             100.00k      200.00k\n300.00k\nsha1            110.00k      210.00k\n",
			[]string{"2: md5 hash = 100000 B/s", "2: md5 hash = 200000 B/s", "3: md5 hash = 300000 B/s", "4: sha1 hash = 110000 B/s", "4: sha1 hash = 210000 B/s"}, nil},
		{"rows of public keys that were wrapped", "                              sign    verify    sign/s\nverify/s\n 256 bits ecdsa (nistp256)   0.0100s   0.0200s    100.0\n50.0\n 384 bits ecdsa (nistp384)   0.0100s\n 0.0400s\n  100.0     25.0\n 521 bits ecdsa (nistp521)   0.0100s   0.0200s    100.0\n",
			[]string{
				"3: ecdsa-p256 sign = 100/s", "3: ecdsa-p256 verify = 50/s", "5: ecdsa-p384 sign = 100/s", "5: ecdsa-p384 verify = 25/s",
				"8: ecdsa-p521 sign = 100/s", "8: ecdsa-p521 verify = 20000000 ns",
			}, []string{"truncated:8"}},
		{"an empty cell", head[:len(head)-1] + "    256 bytes\nmd5             100.00k                   300.00k\nsha1\t100.00k\t\t300.00k\n",
			[]string{"2: md5 hash = 100000 B/s", "2: md5 hash = 300000 B/s", "3: sha1 hash = 100000 B/s", "3: sha1 hash = 300000 B/s"}, []string{"columns:2", "columns:3"}},
		{"lines of -mr that were cut", "+F:3:md5:3200.00:6400.5\n+F6:0:253:Ed25519:100.000000:50.00\n", []string{"1: md5 hash = 3200 B/s", "2: ed25519 sign = 100/s"}, []string{"no-result:1", "no-result:2"}},
		{"flags of many lines", "Doing md5 for 3s on 16 size blocks: 300 md5's in 3.00s\nOpenSSL 3.0.99 1 Jan 2030\ncompiler: gcc -fPIC\n" + strings.Repeat("-O2 -g\nfoo -Wall\n", 10) + head + "md5               1.60k        2.00k\n",
			[]string{"25: md5 hash @16 = 1600 B/s, 300 in 3 s", "25: md5 hash @64 = 2000 B/s"}, nil},
		{"a table cut into another", head + "md5             100.00k type    16 bytes\nsha1            110.00k\n  200.00k\nmd5  7type    16 bytes\nsha1            120.00k\n                  sign    verify    sign/s verify/s\nrsa 2048 bits 0.001000s        op      op/s\n 256 bits ecdh (nistp256)   0.0100s    100.0\n 0.002000s   1000.0  500.0\n",
			[]string{"2: md5 hash @16 = 100000 B/s", "3: sha1 hash @16 = 110000 B/s", "6: sha1 hash @16 = 120000 B/s", "8: rsa-2048 sign = 1000000 ns", "9: ecdh-p256 derive = 100/s"},
			[]string{"truncated:2", "unread:4", "truncated:5", "truncated:8", "unread:10"}},
		{"two processes in a terminal", "Doing md5 for 3s on 16 size blocks: Doing md5 for 3s on 16 size blocks: 300 md5's in 3.00s\n310 md5's in 3.00s\n", []string{"1: md5 hash @16, 300 in 3 s"}, []string{"truncated:1", "no-result:2"}},
		{"failures", "Skip  SLH-DSA-SHAKE-128s in sigs with signature not supported\nError setting cipher AES-256-XTS\nCouldn't init the context\nFailed to get the tag\nEd25519 sign failure\nX448 key generation failure.\nAssigning peer key for derivation failed.\nDon't understand line '+X' from child 3\n",
			nil, []string{"no-result:1", "no-result:2", "no-result:3", "no-result:4", "no-result:5", "no-result:6", "no-result:7", "no-result:8"}},
		{"no row of it", "Total size 16 bytes\nmd5 of file 12.50k and 13.50k more\nsign here\nDoing this makes it 3.00k\n+R+F:x\nGot: nothing from 1\nrsa 2048 bits\n0.5 5.00k\n", nil, []string{"unread:2", "unread:4", "unread:8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines, warnings := read(t, c.text)
			if !slices.Equal(lines, c.lines) || !slices.Equal(warnings, c.warnings) {
				t.Errorf("read\n%q\nwarned %q, want\n%q\nwarned %q", lines, warnings, c.lines, c.warnings)
			}
			// Prefixes, line ends and spaces of mails change nothing but the lines of what was wrapped.
			if c.name == "wrapped" || strings.Contains(c.text, "\n\n") {
				return
			}
			for _, as := range []*strings.Replacer{strings.NewReplacer("\n", "\r\n"), strings.NewReplacer("  ", " \u00a0")} {
				again, _ := read(t, as.Replace(c.text))
				if !slices.Equal(again, c.lines) {
					t.Errorf("with other spaces: %q", again)
				}
			}
			quoted, _ := read(t, "> "+strings.ReplaceAll(strings.TrimSuffix(c.text, "\n"), "\n", "\n> "))
			if !slices.Equal(quoted, c.lines) {
				t.Errorf("quoted: %q", quoted)
			}
		})
	}
}

// TestCommand reads what only the command says.
func TestCommand(t *testing.T) {
	const table = "type             16 bytes     64 bytes\n"
	for _, c := range []struct{ command, row, operation, work, iface string }{
		{"", "aes-128-cbc", "", "update", ""},
		{"openssl speed aes-128-cbc", "aes-128-cbc", "encrypt", "update", ""},
		{"openssl speed -evp aes-128-cbc", "AES-128-CBC", "encrypt", "update", "evp"},
		{"openssl speed -evp aes-128-cbc -decrypt", "AES-128-CBC", "decrypt", "update", "evp"},
		{"openssl speed -evp aes-128-gcm", "AES-128-GCM", "encrypt", "update", "evp"},
		{"openssl speed -seconds 1 -evp aes-128-gcm -aead", "AES-128-GCM", "seal", "record", "evp"},
		{"openssl speed -evp aes-128-gcm -aead -decrypt", "AES-128-GCM", "open", "record", "evp"},
		{"openssl speed -evp aes-128-ccm", "AES-128-CCM", "encrypt", "", "evp"},
		{"openssl speed -mb -evp aes-128-cbc-hmac-sha1", "AES-128-CBC-HMAC-SHA1", "encrypt", "record", "evp"},
		{"openssl speed -evp md5 sha1", "md5", "hash", "message", "evp"},
		{"openssl speed -evp md5 sha1", "sha1", "hash", "message", ""},
		{"openssl speed -evp md5", "sha1", "hash", "message", ""},
		{"openssl speed -elapsed sha1", "sha1", "hash", "message", ""},
	} {
		text := table + c.row + "     16000.00k    32000.00k\n"
		if c.command != "" {
			text = "$ " + c.command + "\n" + text
		}
		var got ingest.Collector
		if err := ingest.Read(strings.NewReader(text), "text.txt", &got, ingest.Options{Format: "openssl-speed"}); err != nil {
			t.Fatal(err)
		}
		doc := got.Finish()
		if len(doc.Results) != 2 {
			t.Errorf("%q: %d results", c.command, len(doc.Results))
			continue
		}
		r := &doc.Results[0]
		if r.Operation != c.operation || r.Work != c.work || r.Interface != c.iface || r.Source.Command != c.command {
			t.Errorf("%q, row %s: operation %q, work %q, interface %q, command %q, want %q, %q, %q", c.command, c.row, r.Operation, r.Work, r.Interface, r.Source.Command, c.operation, c.work, c.iface)
		}
		if (r.Operation == "") != slices.Contains(r.Unknown, "operation") {
			t.Errorf("%q: operation %q, unknown %q", c.command, r.Operation, r.Unknown)
		}
	}
}

// TestVersion reads version lines, and none out of prose.
func TestVersion(t *testing.T) {
	for _, c := range []struct{ line, library, version, tool string }{
		{"version: 3.5.0-dev", "openssl", "3.5.0-dev", ""},
		{"OpenSSL 1.1.1j  16 Feb 2021", "openssl", "1.1.1j", ""},
		{"OpenSSL 0.9.8e-fips-rhel5 01 Jul 2008", "openssl", "0.9.8e-fips-rhel5", ""},
		{"OpenSSL 1.0.1t  3 May 2016 (Library: OpenSSL 1.0.2l  25 May 2017)", "openssl", "1.0.2l", "1.0.1t"},
		{"OpenSSL 3.5.5, built on 27 Jan 2026 (Library: OpenSSL 3.5.5 27 Jan 2026)", "openssl", "3.5.5", ""},
		{"OpenSSL 3.2.2-dev , built on  (Library: OpenSSL 3.2.2-dev )", "openssl", "3.2.2-dev", ""},
		{"OpenSSL 1.1.1c, built on FIPS 28 May 2019", "openssl", "1.1.1c", ""},
		{"OpenSSL 1.1.0-dev xx XXX xxxx", "openssl", "1.1.0-dev", ""},
		{"SSLeay 0.9.0b 29-Jun-1998", "ssleay", "0.9.0b", ""},
		{"LibreSSL 3.8.2", "libressl", "3.8.2", ""},
		{"OpenSSL is slow", "openssl", "", ""},
	} {
		var got ingest.Collector
		text := c.line + "\ntype             16 bytes\nmd5              16000.00k\n"
		if err := ingest.Read(strings.NewReader(text), "", &got, ingest.Options{Format: "openssl-speed"}); err != nil {
			t.Fatal(err)
		}
		r := &got.Finish().Results[0]
		if r.Library != c.library || r.Version != c.version || r.Source.Version != c.tool {
			t.Errorf("%q: %s %q, tool %q; want %s %q, tool %q", c.line, r.Library, r.Version, r.Source.Version, c.library, c.version, c.tool)
		}
	}
}

// TestLabels reads what people write between and behind rows.
func TestLabels(t *testing.T) {
	var got ingest.Collector
	text := "type             16 bytes\nopenssl-1_1_1:\nmd5              16000.00k\nopenssl-3.0\nmd5              15000.00k (little core)\n"
	if err := ingest.Read(strings.NewReader(text), "a.txt", &got, ingest.Options{Format: "openssl-speed"}); err != nil {
		t.Fatal(err)
	}
	var runs []string
	for _, r := range got.Finish().Results {
		runs = append(runs, r.Run+" "+r.Version)
	}
	if want := []string{"openssl-1_1_1 1.1.1", "openssl-3.0 / little core 3.0"}; !slices.Equal(runs, want) {
		t.Errorf("runs %q, want %q", runs, want)
	}
}

// TestPrefixes reads lines that wait for a table, and whose prefixes name another file before one comes.
func TestPrefixes(t *testing.T) {
	var got ingest.Collector
	text := "a.txt:Doing md5 for 3s on 16 size blocks:\n30 md5's in 3.00s\nb.txt:Doing md5 for 3s on 16 size blocks: 60 md5's in 3.00s\n"
	if err := ingest.Read(strings.NewReader(text), "", &got, ingest.Options{Format: "openssl-speed"}); err != nil {
		t.Fatal(err)
	}
	var runs []string
	for _, r := range got.Finish().Results {
		runs = append(runs, fmt.Sprintf("%s: %d", r.Run, r.Calls))
	}
	if want := []string{"a.txt: 30", "b.txt: 60"}; !slices.Equal(runs, want) {
		t.Errorf("runs %q, want %q", runs, want)
	}
}

// TestFiles reads what the programs printed here.
func TestFiles(t *testing.T) {
	for name, want := range map[string][]string{
		// 936 / 0.26, 28215 / 0.62 and the others are the tool's own quotients.
		"keys-3.5": {
			"21: rsa-2048 sign = 3600/s, 936 in 0.26 s", "21: rsa-2048 decrypt = 3606.2/s, 1154 in 0.32 s", "23: ecdsa-p256 verify = 13339.1/s, 6136 in 0.46 s",
			"27: rsa-2048 encapsulate = 45508.1/s, 28215 in 0.62 s", "29: rsa-2048 keygen = 23.3/s, 10 in 0.43 s", "29: rsa-2048 verify = 57687.3/s, 31728 in 0.55 s",
		},
		"multi-3.6":  {"76: sha256 hash @16 = 22746704 B/s, 1421669 in 1 s", "82: sha256 hash @16 = 24807680 B/s, 1550480 in 1 s", "92: sha256 hash @16 = 47554380 B/s", "94: rsa-2048 sign = 948/s", "100: rsa-2048 verify = 23747/s"},
		"blocks-3.6": {"8: aes-128-cbc-hmac-sha256  @131072 = 1580145780 B/s, 3255 in 0.27 s"},
		"mac-3.5":    {"10: hmac-sha256 mac @64 = 272906900 B/s, 1151326 in 0.27 s", "11: aes-128-cmac mac @64 = 332226500 B/s, 1193939 in 0.23 s"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		lines, warnings := read(t, string(text))
		for _, w := range want {
			if !slices.Contains(lines, w) {
				t.Errorf("%s: no %q in\n%s", name, w, strings.Join(lines, "\n"))
			}
		}
		for _, w := range warnings {
			if !strings.HasPrefix(w, "cpu-time:") {
				t.Errorf("%s: warned of %s", name, w)
			}
		}
	}
}

// TestRuns: what stands around rows names their runs and their library.
func TestRuns(t *testing.T) {
	const head = "type             16 bytes     64 bytes\n"
	for _, c := range []struct {
		name, text string
		want       []string // library, version, run
	}{
		{"words", "openssl version: 3.0.99\n" + head + "AES-128-GCM     100.00k      200.00k\nAES-128-GCM 8   800.00k     1600.00k\nAES-128-GCM     100.00k      200.00k bef.\n",
			[]string{"openssl 3.0.99 OpenSSL 3.0.99", "openssl 3.0.99 OpenSSL 3.0.99 / 8", "openssl 3.0.99 OpenSSL 3.0.99 / bef."}},
		{"a library in a heading", "LibreSSL:\n\n" + head + "md5             100.00k      200.00k\n\nOpenSSL against LibreSSL:\n\n" + head + "md5             110.00k      200.00k\n",
			[]string{"libressl  LibreSSL", "openssl  OpenSSL against LibreSSL"}},
		{"a version without a date", "SSLeay 0.6.9\noptions:bn(32,16)\n" + head + "md5             100.00k      200.00k\n", []string{"ssleay 0.6.9 SSLeay 0.6.9"}},
		{"a paragraph of titles", "Some CPU 100mhz\nSome OS 5.3\ncc -O2\n" + head + "md5             100.00k      200.00k\n\nSome CPU 100mhz\nSome OS 5.3\ncc -O3\n" + head + "md5             110.00k      200.00k\n",
			[]string{"openssl  Some CPU 100mhz / Some OS 5.3 / cc -O2", "openssl  Some CPU 100mhz / Some OS 5.3 / cc -O3"}},
		{"titles right behind rows", "== core 0 ==\n$ openssl speed -evp rc4 | tail -1\nrc4             100.00k      200.00k\n== core 4 ==\n$ openssl speed -evp rc4 | tail -1\nrc4             110.00k      200.00k\ncore 6\n$ openssl speed -evp rc4 | tail -1\nrc4             120.00k      200.00k\n",
			[]string{"openssl  core 0 / openssl speed -evp rc4", "openssl  core 4 / openssl speed -evp rc4", "openssl  core 6 / openssl speed -evp rc4"}},
		{"a command within the command", "$ openssl speed -multi $(lscpu | wc -l) -evp rc4 | tail -1\n" + head + "rc4             100.00k      200.00k\n", []string{"openssl  openssl speed -multi $(lscpu | wc -l) -evp rc4"}},
	} {
		var d ingest.Collector
		if err := ingest.Read(strings.NewReader(c.text), "text.txt", &d, ingest.Options{Format: "openssl-speed"}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range d.Finish().Results {
			if s := r.Library + " " + r.Version + " " + r.Run; len(got) == 0 || got[len(got)-1] != s {
				got = append(got, s)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
