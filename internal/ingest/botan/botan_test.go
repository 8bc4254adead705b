package botan_test

import (
	"testing"

	"cpb/internal/ingest/ingesttest"

	_ "cpb/internal/ingest/botan"
)

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, "botan", old, "RSA 2048 no events\nAES-128 encrypt buffer size 0 bytes: inf MiB/sec (1 MiB in 1 ms)\n",
		`,{"algo": "SHA-256", "op": "hash", "events": 1e300, "bps": 1e-300, "buf_size": 3, "nanos": 1}`)
}

func TestLines(t *testing.T) {
	// 1453.182 × 2^20 = 1.52377e9; 6482/s has more digits than 0.15 ms.
	ingesttest.Equal(t, "botan", `
SHA-256 hash buffer size 1024 bytes: 1453.182 MiB/sec 1.27 cycles/byte (29.06 MiB in 20.00 ms)
AES-128/GCM(16) [clmul] 59042 key schedule/sec; 0.02 ms/op 35385 cycles/op (2 ops in 0 ms)
AES-128/GCM(16) [clmul] encrypt buffer size 16 bytes: 84.484 MiB/sec 18.94 cycles/byte (1.58 MiB in 18.75 ms)
AES-128/GCM(16) [clmul] decrypt buffer size 16 bytes: 79.211 MiB/sec (1.584 MiB in 20.000 ms)
AES-128 encrypt buffer size 1024 bytes: 8397.378 MiB/sec 0.16 cycles/byte (167.95 MiB in 20.00 ms)
ECDSA-secp256r1 EMSA1(SHA-256) 6482 sign/sec; 0.15 ms/op 323051 cycles/op (130 ops in 20 ms)
ECDH-brainpool256r1 1829 key agreements/sec; 0.55 ms/op 1145279 cycles/op (38 ops in 21 ms)
RSA-3072 0 keygen/sec; 1711.97 ms/op 3588329052 cycles/op (1 op in 1712 ms)
ML-KEM-768 24634 KEM decrypt/sec; 40.59 us/op 85084 cycles/op (247 ops in 10 ms)
bcrypt wf=12 4 /sec; 231.18 ms/op 484558788 cycles/op (1 op in 231 ms)
PBKDF2(SHA-256,10000) 200 /sec; 5.01 ms/op (2 ops in 10.02 ms)
Ed25519 Pure 24872 sign/sec; 40206 ns/op 84153 cycles/op (249 ops in 10 ms)
RC4 write_keystream buffer size 64 bytes: 288.159 MiB/sec 6.94 cycles/byte (0.31 MiB in 1.08 ms)
BigInt mul 256 3100230 /sec; 0.00 ms/op 689.91 cycles/op (5666 ops in 1.83 ms)
`, `
2 text: botan sha256 hash message 1024B 0.02s 1.52377e+09B/s 1.27c/B tsc
3 text: botan/clmul aes-128-gcm (key schedule) 2 calls 59042/s 35385cycles tsc
4 text: botan/clmul aes-128-gcm seal record 16B 0.01875s 8.85879e+07B/s 18.94c/B tsc
5 text: botan/clmul aes-128-gcm open record 16B 0.02s 8.30588e+07B/s
6 text: botan aes-128 encrypt update 1024B 0.02s 8.80529e+09B/s 0.16c/B tsc
7 text: botan ecdsa-p256 sign message 256b (EMSA1(SHA-256)) 130 calls 0.02s 6482/s 323051cycles tsc
8 text: botan ecdh-brainpool-p256r1 derive 256b 38 calls 0.021s 1829/s 1.14528e+06cycles tsc
9 text: botan rsa-3072 keygen 3072b 1 calls 1.712s 1.71197e+09ns 3.58833e+09cycles tsc
10 text: botan ml-kem-768 decapsulate 247 calls 0.01s 24634/s 85084cycles tsc
11 text: botan bcrypt kdf (wf=12) 1 calls 0.231s 2.3118e+08ns 4.84559e+08cycles tsc
12 text: botan pbkdf2-sha256 kdf (10000 rounds) 2 calls 0.01002s 5.01e+06ns
13 text: botan ed25519 sign message (Pure) 249 calls 0.01s 40206ns 84153cycles tsc
14 text: botan rc4 64B (write_keystream) 0.00108s 3.02157e+08B/s 6.94c/B tsc
15 text: botan bigint-mul-256 5666 calls 0.00183s 3.10023e+06/s 689.91cycles tsc
15 unknown-name
`)
}

// old has what Botan 1 prints, with invented figures.
const old = `
AES-256:                    95.72 MiB/sec
SHA-160:                   201.50 Mbytes/sec
AES-128 [openssl] 223.32 [core] 123.41
AES-128/CBC 1024 MiB / sec with 256 byte blocks
RSA-1024 EMSA4 [unknown] 12.5
RSA-1024 2500 EMSA4(SHA-1) signature per second; 0.40 ms/op (1250 ops in 500.00 ms)
DH-2048: 120.50 ops / second (key agreement)
DSA-1024: 4.00 ms / private operation
NoSuch: 1.5 ms / private operation
MD5:  0.00 Mbytes/sec
`

func TestBotan1(t *testing.T) {
	// 95.72 × 2^20 = 1.0036969472e8; 201.5 × 2^20 = 2.11288064e8; 1024 × 2^20 = 2^30.
	ingesttest.Equal(t, "botan", old, `
2 text: botan aes-256 encrypt update 1.0037e+08B/s
3 text: botan sha1 hash update 2.11288e+08B/s
4 text: botan/openssl aes-128 encrypt update 2.34168e+08B/s
4 text: botan/core aes-128 encrypt update 1.29405e+08B/s
5 text: botan aes-128-cbc encrypt update 256B 1.07374e+09B/s
7 text: botan rsa-1024 sign message 1024b (EMSA4(SHA-1)) 1250 calls 0.5s 2500/s
8 text: botan ffdh-2048 derive 2048b 120.5/s
9 text: botan dsa-1024 1024b (private operation) 4e+06ns
11 no-result
`)
}

// The table says what the lines say, with more digits: one measurement.
func TestTable(t *testing.T) {
	ingesttest.Equal(t, "botan", `Botan 2.19.3 (unreleased, revision unknown, distribution Debian)
CPUID: sse2 rdtsc

SHA-256 hash buffer size 64 bytes: 504.661 MiB/sec 2.28 cycles/byte (5.05 MiB in 10.00 ms)
bcrypt wf=4 1022 /sec; 0.98 ms/op 2050629 cycles/op (1 op in 1 ms)

algo                               operation               64 bytes      1024 bytes
SHA-256                            hash                   529175.69             N/A
hex                                decode                1000000.00      2000000.00
A name that runs into its operationhash                        1.50            2.50
SHA-1                              hash                        1.00            2.00            3.00
SHA-512                            hash                      100.25

[results are the number of 1000s bytes processed per second]

algo                               operation                 sec/op          op/sec
bcrypt wf=4                                                0.000978     1022.076860
AES-128/GCM(16) [clmul]            key schedule            0.000000    44969.083755
RSA-4096                           keygen                  1.340395        0.746049
RSA-2048                           keygen                  0.000000        0.000000
`, `
4 Botan 2.19.3: botan-2.19.3 sha256 hash message 64B 0.01s 5.29175e+08B/s 2.28c/B tsc
5 Botan 2.19.3: botan-2.19.3 bcrypt kdf (wf=4) 1 calls 0.001s 1022/s 2.05063e+06cycles tsc
8 Botan 2.19.3 / summary: botan-2.19.3 sha256 hash message 64B 5.29176e+08B/s
9 Botan 2.19.3 / summary: botan-2.19.3 hex (decode) 1e+09B/s
9 Botan 2.19.3 / summary: botan-2.19.3 hex (decode) 2e+09B/s
10 Botan 2.19.3 / summary: botan-2.19.3 a-name-that-runs-into-its-operation hash message 64B 1500B/s
10 Botan 2.19.3 / summary: botan-2.19.3 a-name-that-runs-into-its-operation hash message 1024B 2500B/s
12 Botan 2.19.3 / summary: botan-2.19.3 sha512 hash message 64B 100250B/s
17 Botan 2.19.3 / summary: botan-2.19.3 bcrypt kdf (wf=4) 1022.08/s
18 Botan 2.19.3 / summary: botan-2.19.3/clmul aes-128-gcm (key schedule) 44969.1/s
19 Botan 2.19.3 / summary: botan-2.19.3 rsa-4096 keygen 4096b 1.3404e+09ns
8 duplicate-block
8 no-result
9 unknown-name
10 unknown-name
11 columns
12 truncated
20 no-result
`)
}

func TestJSON(t *testing.T) {
	// 21 058 821 cycles ÷ 21 692 416 bytes = 0.970792; 21 692 416 ÷ 1024 = 21 184; 20 970 285 ÷ 500 = 41 940.57.
	ingesttest.Equal(t, "botan", `[
{"arch": "x86_64", "version": "3.13.0", "compiler": "g++ -O2"},
{"algo": "AES-128/GCM(16) [avx512_clmul]", "op": "encrypt", "events": 21692416, "cycles": 21058821, "bps": 2159095792, "buf_size": 1024, "nanos": 10046991},

{"algo": "RSA-2048", "op": "verify", "events": 500, "cycles": 20970285, "nanos": 10004823},
{"algo": "RSA-2048", "op": "sign", "events": 0, "nanos": 0},
{"algo": "SHA-256", "op": "hash", "events": 1000, "bps": 7, "buf_size": 1024, "nanos": 1000000},
{"algo": "SHA-256", "op": "hash", "events": 1024, "bps": 7, "buf_size": -1, "nanos": 1000000},
{"something": "else"}
]
,{"algo": "MD5", "op": "hash", "events": 2048, "bps": 2048000, "buf_size": 1024, "nanos": 1000000}
`, `
3 Botan 3.13.0: botan-3.13.0/avx512_clmul aes-128-gcm seal record 1024B 21184 calls 0.010047s 2.1591e+09B/s 0.970792c/B tsc
5 Botan 3.13.0: botan-3.13.0 rsa-2048 verify message 2048b 500 calls 0.0100048s 41940.6cycles tsc
7 Botan 3.13.0: botan-3.13.0 sha256 hash message 1024B 0.001s 7B/s
11 text: botan md5 hash message 1024B 2 calls 0.001s 2.048e+06B/s
6 no-result
7 count-mismatch
7 count-mismatch
8 no-result
9 no-result
`)
}

func TestHostile(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no figures of Botan's", "the rate is 12 MiB/sec here\n100 sign/sec\nAES-128: fast MiB/sec\nalgo operation\n", "1 unread"},
		{"wrapped", "AES-128 encrypt buffer size 1024 bytes: 2272.629 MiB/sec 0.80\ncycles/byte (137.70 MiB in 60.59 ms)\n" +
			"RSA-2048 EMSA1(SHA-1) 100 sign/sec; 10.00\nms/op (10 ops in 100.00 ms)\n",
			"1 text: botan aes-128 encrypt update 1024B 0.06059s 2.38302e+09B/s 0.8c/B tsc\n3 text: botan rsa-2048 sign message 2048b (EMSA1(SHA-1)) 10 calls 0.1s 1e+07ns"},
		{"cut off", "AES-128 encrypt buffer size 1024 bytes: 2272.629 MiB/sec 0.80 cycles/byte\nAES-128 decrypt buffer size 1024 bytes:\n" +
			"AES-192 encrypt buffer size 64 bytes: 100.000 MiB/sec (1.00 MiB in 10.00 ms)\n",
			"1 text: botan aes-128 encrypt update 1024B 2.38302e+09B/s 0.8c/B tsc\n3 text: botan aes-192 encrypt update 64B 0.01s 1.04858e+08B/s\n2 truncated"},
		{"figures that are none", "SHA-1 hash buffer size 64 bytes: N/A (0 MiB in 0 ms)\nSHA-1 hash buffer size 64 bytes: -nan MiB/sec (0.00 MiB in 0.00 ms)\n" +
			"SHA-1 hash buffer size 64 bytes: 0.000 MiB/sec (0.00 MiB in 9.00 ms)\nRSA-2048 0 sign/sec; 0.00 ms/op (0 ops in 0 ms)\nRSA-2048 no events\n",
			"1 no-result\n2 no-result\n3 no-result\n4 no-result\n5 no-result"},
		{"figures that do not agree", "SHA-1 hash buffer size 64 bytes: 50.000 MiB/sec (10.00 MiB in 100.00 ms)\nRSA-2048 200 sign/sec; 10.00 ms/op (10 ops in 50 ms)\n",
			"1 text: botan sha1 hash message 64B 0.1s 5.24288e+07B/s\n2 text: botan rsa-2048 sign message 2048b 10 calls 0.05s 1e+07ns\n1 count-mismatch\n2 count-mismatch"},
		{"prefixes", "> \tSHA-1 hash buffer size 64 bytes: 50.000 MiB/sec (5.00 MiB in 100.00 ms)\r\n12:00:01 SHA-1 hash buffer size\u00a064 bytes: 50.000 MiB/sec (5.00 MiB in 100.00 ms)\r\n",
			"1 text: botan sha1 hash message 64B 0.1s 5.24288e+07B/s\n2 text: botan sha1 hash message 64B 0.1s 5.24288e+07B/s"},
	} {
		t.Run(test.name, func(t *testing.T) { ingesttest.Equal(t, "botan", test.text, test.want) })
	}
}

// TestVersus: what Botan's script that compares it with OpenSSL prints. Figures made up.
func TestVersus(t *testing.T) {
	ingesttest.Equal(t, "botan", `   INFO: Comparing Botan 3.0.1 with OpenSSL 3.0.2
   INFO: Running Botan benchmark for SHA-512
algo SHA-512 buf_size     16 botan    200000000 bps openssl    100000000 bps adv botan by 2.00
algo AES-128/GCM buf_size   1024 botan            0 bps openssl    100000000 bps adv openssl by inf
algo AES-128/GCM buf_size   1024 botan    100000000 bps openssl    400000000 bps adv openssl by 4.00
`, `
		3 text: botan-3.0.1 sha512 hash 16B 2e+08B/s
		3 text: openssl-3.0.2 sha512 hash 16B 1e+08B/s
		4 text: openssl-3.0.2 aes-128-gcm seal 1024B 1e+08B/s
		5 text: botan-3.0.1 aes-128-gcm seal 1024B 1e+08B/s
		5 text: openssl-3.0.2 aes-128-gcm seal 1024B 4e+08B/s
		4 no-result`)
	ingesttest.Equal(t, "botan", "BLAKE2s(256) hash buffer size 1024 bytes: 100.000 MiB/sec (100.000 MiB in 1000.000 ms)", "1 text: botan blake2s-256 hash message 1024B 1s 1.04858e+08B/s")
}

// TestBroken: lines that a mail broke behind the rate, and tabs. A line's decryption is none of Botan 1's encryption.
func TestBroken(t *testing.T) {
	ingesttest.Equal(t, "botan", "AES-128 [base] decrypt buffer size 4096 bytes: 100.000 MiB/sec\n(100.000 MiB in 1000.000 ms)\nAES-128:\t100.00 MiB/sec\nECKCDSA-secp256r1 50 EMSA1(SHA-256) sign/sec; 20.00 ms/op (50 ops in 1000.00 ms)\n", `
		1 text: botan/base aes-128 decrypt update 4096B 1s 1.04858e+08B/s
		3 text: botan aes-128 encrypt update 1.04858e+08B/s
		4 text: botan eckcdsa-secp256r1 sign message (EMSA1(SHA-256)) 50 calls 1s 2e+07ns
		4 unknown-name`)
}
