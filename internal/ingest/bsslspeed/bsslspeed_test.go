package bsslspeed

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"
	"cpb/result"
)

const format = "bssl-speed"

// what is a result in short.
func what(r *result.Result) string {
	s := fmt.Sprintf("%d %s %s %s", r.Source.Line, r.Primitive, r.Operation, r.Work)
	if r.SizeBytes != nil {
		s += fmt.Sprintf(" %d", *r.SizeBytes)
	}
	if r.Bits > 0 {
		s += fmt.Sprintf(" %d bits", r.Bits)
	}
	if r.Interface != "" {
		s += " " + r.Interface
	}
	if r.Detail != "" {
		s += " (" + r.Detail + ")"
	}
	return strings.Join(strings.Fields(s), " ")
}

// TestNames has names as tool/speed.cc of BoringSSL and AWS-LC puts them together, at several times, and what the calls that it times
// are.
func TestNames(t *testing.T) {
	tests := []struct{ name, want string }{
		{"RSA 2048 signing", "rsa-2048 sign message 2048 bits"},
		{"RSA 3072 verify (fresh key)", "rsa-3072 verify fresh-key 3072 bits (fresh key)"},
		{"RSA 4096 verify", "rsa-4096 verify message 4096 bits"},
		{"RSA 2048 (3 prime, e=3) signing", "rsa-2048 sign message 2048 bits (3 prime, e=3)"},
		{"RSA 2048 private key parse", "rsa-2048 2048 bits (private key parse)"},
		{"ECDSA P-256 signing", "ecdsa-p256 sign message 256 bits"},
		{"ECDH P-224", "ecdh-p224 derive 224 bits (key generation included)"},
		{"EVP ECDH P-521", "ecdh-p521 derive 521 bits evp (key generation included)"},
		{"EVP ECDH X25519", "x25519 derive evp (key generation included)"},
		{"Generate P-384 with EVP_PKEY_keygen", "ec-p384 keygen 384 bits (EVP_PKEY_keygen)"},
		{"FFDH 2048", "ffdh-2048 derive 2048 bits (key generation included)"},
		{"Ed25519 key generation", "ed25519 keygen"},
		{"Ed25519 verify", "ed25519 verify"},
		{"Curve25519 base-point multiplication", "x25519 keygen (base-point multiplication)"},
		{"Curve25519 arbitrary point multiplication", "x25519 derive (arbitrary point multiplication)"},
		{"SPAKE2 over Ed25519", "spake2 derive (over Ed25519)"},
		{"scrypt (N = 1024, r = 8, p = 16)", "scrypt kdf (N = 1024, r = 8, p = 16)"},
		{"MLDSA parse (valid) public key", "mldsa (parse public key, valid)"},
		{"MLDSA65 signing", "ml-dsa-65 sign"},
		{"ML-KEM-768 generate + decap", "ml-kem-768 (generate + decap)"},
		{"ML-KEM-768 parse + encap", "ml-kem-768 encapsulate fresh-key (parse + encap)"},
		{"ML-KEM-512 encaps", "ml-kem-512 encapsulate"},
		{"SLHDSA-SHA2-128s signing", "slh-dsa-sha2-128s sign"},
		{"HRSS decap", "hrss decapsulate"},
		{"AES-128-GCM (1350 bytes) seal", "aes-128-gcm seal record 1350"},
		{"AEAD-AES-256-GCM open (16 bytes)", "aes-256-gcm open record 16 evp-aead"},
		{"AEAD-AES-256-GCM seal init", "aes-256-gcm evp-aead (seal init)"},
		{"EVP-AES-128-GCM encrypt (1 byte)", "aes-128-gcm seal record 1 evp"},
		{"EVP-AES-256-CTR decrypt (256 bytes)", "aes-256-ctr decrypt message 256 evp"},
		{"EVP-ChaCha20-Poly1305 encrypt init", "chacha20-poly1305 evp (encrypt init)"},
		{"AES-256-XTS encrypt (8192 bytes)", "aes-256-xts encrypt message 8192"},
		{"AES-192 encrypt", "aes-192 encrypt update 16 (one block)"},
		{"AES-256 decrypt setup", "aes-256 (decrypt setup)"},
		{"AES-128-CBC-SHA1 (16 bytes) seal", "aes-128-cbc-hmac-sha1 seal record 16 (TLS record)"},
		{"DES-EDE3-CBC-SHA1 (16 bytes) seal", "des-ede3-cbc-hmac-sha1 seal record 16 (TLS record)"},
		{"AES-128-CCM-Bluetooth (16 bytes) seal", "aes-128-ccm seal record 16 (Bluetooth)"},
		{"AES-128-GCM-SIV (16 bytes) open", "aes-128-gcm-siv open record 16"},
		{"ChaCha20-Poly1305-Old (16 bytes) seal", "chacha20-poly1305 seal record 16 (old nonce)"},
		{"SHA-1 (256 bytes)", "sha1 hash message 256"},
		{"SHAKE-128 (256 bytes)", "shake128 hash message 256"},
		{"HMAC-SHA256 (16 bytes)", "hmac-sha256 mac message 16"},
		{"HMAC-SHA256 init", "hmac-sha256 (init)"},
		{"HMAC-SHA256-OneShot (16 bytes)", "hmac-sha256 mac keyed 16 (OneShot)"},
		{"CMAC-AES-128-CBC (16 bytes)", "aes-128-cmac mac message 16"},
		{"SipHash-2-4 (1350 bytes)", "siphash mac keyed 1350"},
		{"RNG (16 bytes)", "rng rng 16"},
		{"CRYPTO_sysrand (16 bytes)", "rng rng 16 (CRYPTO_sysrand)"},
		{"EC POINT P-256 mul base", "ec-point-p-256 (mul base)"},
		{"TrustToken-Exp1-Batch10 begin_issuance", "trusttoken-exp1-batch10 (begin_issuance)"},
		{"hash-to-curve P384_XMD:SHA-512_SSWU_RO_", "hash-to-curve-p384-xmd-sha-512-sswu-ro"},
		{"CRYPTO_refcount_inc 1000 iterations with 4 threads", "crypto-refcount-inc (1000 iterations with 4 threads)"},
		{"Ed25519 PKCS#8 v2 decode", "ed25519 (PKCS#8 v2 decode)"},
	}
	for _, test := range tests {
		doc := ingesttest.Read(t, format, "Did 1000 "+test.name+" operations in 1000000us (1000.0 ops/sec)\n")
		if len(doc.Results) != 1 {
			t.Errorf("%s: %d results, %v", test.name, len(doc.Results), doc.Warnings)
			continue
		}
		if got := what(&doc.Results[0]); got != "1 "+test.want {
			t.Errorf("%s:\n got %s\nwant 1 %s", test.name, got, test.want)
		}
	}
}

// TestRates: 3000 calls of 16 bytes in 1.5 s are 2000 a second and 32000 B/s.
func TestRates(t *testing.T) {
	tests := []struct {
		line         string
		calls, bytes float64 // a second
		warnings     string
	}{
		{"Did 3000 SHA-1 (16 bytes) operations in 1500000us (2000.0 ops/sec): 0.0 MB/s", 2000, 0, ""},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (2000000.0 ops/sec): 32.0 MB/s", 2e6, 32e6, ""},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (2000000.0 ops/sec): 32.0 MB/s [+3.1%]", 2e6, 32e6, ""},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (2000000.0 ops/sec): 33.0 MB/s", 2e6, 33e6, "count-mismatch"},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (2100000.0 ops/sec): 32.0 MB/s", 2.1e6, 32e6, "count-mismatch"},
		{"Did 3,000,000 SHA-1 (16 bytes) operations in 1,500,000us (2000000.0 ops/sec): 32.0 MB/s", 2e6, 32e6, ""},
		// Of people who print one rate alone: the other is not computed.
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (32.0 MB/sec) [+3.1%]", 0, 32e6, ""},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (33.0 MB/s)", 0, 33e6, "count-mismatch"},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us: 32.0 MB/s", 0, 32e6, ""},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us: 32.0", 0, 0, "truncated"},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (32.0 MB/se", 0, 0, "truncated"},
		{"Did 3 SHA-1 (16 bytes) operations in 2000000us (1.5 ops/sec): 0.0 MB/s", 1.5, 0, ""},
		{"Did 1 SHA-1 (16 bytes) operations in 3000000us (0.3 ops/sec): 0.0 MB/s", 1. / 3, 0, ""},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (2000000.0 ops/sec): 32.0 MB/s by a friend", 2e6, 32e6, "columns"},
		{"Did 3000000 SHA-1 (16 bytes) operations in 1500000us (inf ops/sec): nan MB/s", 2e6, 0, "no-result no-result"},
	}
	for _, test := range tests {
		doc := ingesttest.Read(t, format, test.line+"\n")
		if len(doc.Results) != 1 {
			t.Errorf("%s: %d results", test.line, len(doc.Results))
			continue
		}
		r := doc.Results[0]
		if math.Abs(r.CallsPerSecond-test.calls) > 1e-9*test.calls || r.BytesPerSecond != test.bytes || kinds(doc) != test.warnings {
			t.Errorf("%s: %g calls/s, %g B/s, warnings %v", test.line, r.CallsPerSecond, r.BytesPerSecond, doc.Warnings)
		}
	}
}

func kinds(doc *result.Document) string {
	var all []string
	for _, w := range doc.Warnings {
		all = append(all, w.Kind)
	}
	return strings.Join(all, " ")
}

func TestText(t *testing.T) {
	tests := map[string]struct{ text, results, warnings string }{
		"distribution": {"Did 90 RSA 2048 key-gen operations in 30000000us (3.0 ops/sec)\n  min: 65015us, median: 280000us, max: 900000us\nDid 40 RSA 3072 key-gen operations in 30000000us (1.3 ops/sec)\n",
			"1 rsa-2048 keygen 2048 bits (min 65015 µs, median 280000 µs, max 900000 µs)\n3 rsa-3072 keygen 3072 bits", ""},
		"wrapped": {"> Did 3000000 AES-128-GCM (16 bytes) seal operations in 1500000us\n> (2000000.0 ops/sec): 32.0 MB/s\n> Did 3000000 AES-128-GCM (32\n> bytes) seal operations in 1500000us (2000000.0 ops/sec): 64.0\n> MB/s\n",
			"1 aes-128-gcm seal record 16\n3 aes-128-gcm seal record 32", ""},
		"cut off": {"Did 3000 SHA-1 (16 bytes) operations in 1500000us (20\nDid 3000 SHA-1 (16 bytes) opera\n",
			"1 sha1 hash message 16", "truncated truncated"},
		"cut into each other": {"Did 3000 SHA-1 (16 byDid 3000 SHA-1 (16 bytes) operations in 1500000us (2000.0 ops/sec): 0.0 MB/s\n", "", "no-result"},
		"nothing done":        {"Did 0 SHA-1 (16 bytes) operations in 1500000us (0.0 ops/sec): 0.0 MB/s\nDid 5 SHA-1 (16 bytes) operations in 0us (inf ops/sec): inf MB/s\n", "", "no-result no-result"},
		"failures":            {"Did 3000 SHA-1 (16 bytes) operations in 1500000us (2000.0 ops/sec): 0.0 MB/s\nRSA_sign failed.\n", "1 sha1 hash message 16", "no-result"},
		"sentences":           {"Did 3 people see this?\nDid 12 tests fail\nFatal Error: no disk\nThis failed.\n", "", ""},
		"library":             {"AWS-LC on a laptop:\n\nDid 3000 SHA-1 (16 bytes) operations in 1500000us (2000.0 ops/sec): 0.0 MB/s\n", "3 sha1 hash message 16", "assumed"},
		"JSON that ends early": {"[\n{\"description\": \"SHA-1\", \"numCalls\": 3000, \"microseconds\": 1500000, \"bytesPerCall\": 16},\n{\"description\": \"SHA-1\", \"numC\n",
			"2 sha1 hash message 16", "truncated"},
		"JSON": {"[\n{\"description\": \"SHA-1\", \"numCalls\": 3000, \"microseconds\": 1500000, \"bytesPerCall\": 16},\n{\"description\": \"DH check(s)\", \"numCalls\": 3, \"microseconds\": 0, \"primeSizePerCall\": 2048},\n{\"name\": 3}]\n",
			"2 sha1 hash message 16", "no-result no-result"},
		"table": {"bssl speed, ops/sec\n\n| Operation | Old | New | Gain |\n|---|---:|---:|---|\n| Ed25519 signing | 10,000 | 12,500.5 | 25% |\n| Ed25519 verify | N/A | 0 | |\n| ECDH P-256 | 1 | 2 | 3 | 4 |\n",
			"5 ed25519 sign\n5 ed25519 sign", "derived no-result no-result columns"},
		"table in bssl's words": {"| Operation           | Before(ops/sec) | After(ops/sec) | Improvement |\n| ECDH P-521          |       1000      |      2000      |     2.0x    |\n-----\n| ECDSA P-521 signing | 3000 | 4500 | 1.5x |\n",
			"2 ecdh-p521 derive 521 bits (key generation included)\n2 ecdh-p521 derive 521 bits (key generation included)\n4 ecdsa-p521 sign message 521 bits\n4 ecdsa-p521 sign message 521 bits", "derived"},
		"table of keys left out": {"Numbers are in **MB/s**\n| Algorithm | Operation | Bytes | AWS-LC PR | AWS-LC main | ratio |\n| --- | --- | --- | --- | --- | --- |\n| EVP-AES-128-GCM | Encrypt | 16 | 90.5 | 99.5 | 0.91 |\n| | | 128 | 600 | 700 | 0.86 |\n| | Decrypt | 16 | 80 | +5% | |\n| AEAD-AES-256-GCM | Seal (Encrypt) | 16 | n/a | 70 | |\n",
			"4 aes-128-gcm seal record 16 evp\n4 aes-128-gcm seal record 16 evp\n5 aes-128-gcm seal record 128 evp\n5 aes-128-gcm seal record 128 evp\n6 aes-128-gcm open record 16 evp\n7 aes-256-gcm seal record 16 evp-aead", "derived no-result"},
		"table of two units, wrapped": {"| Algorithm | Input Size | ASM | | C | |\nSpeedup |\n\n|---|---|---|---|---|---|---|\n| | | ops/sec | MB/s | ops/sec | MB/s | % |\n| **SHA3-224** | **16 bytes** | **3,000,000.0** | **48.0** |\n**2,000,000.0** | **32.0** | **50%** |\n| | 256 bytes | 1,000,000.0 | 256.0 | 500,000 | 128.0 | 100% |\n",
			"6 sha3-224 hash message 16\n6 sha3-224 hash message 16\n8 sha3-224 hash message 256\n8 sha3-224 hash message 256", "derived"},
		"table without outer bars": {"Algorithm | Operation | Original (ops/sec) | New (ops/sec) | Speedup\n-- | -- | -- | -- | --\nML-KEM-512 | keygen | 70,000.5 | 105,000.5 | +50%\nML-KEM-512 | encaps | 60,000.5 | 90,000.5 | +50%\n",
			"3 ml-kem-512 keygen\n3 ml-kem-512 keygen\n4 ml-kem-512 encapsulate\n4 ml-kem-512 encapsulate", "derived"},
		"table with units in its cells": {"| Workload | Before | After |\n|---|---|---|\n|RSA 2048 sign|900.5 ops/sec|1,300.5 ops/sec\n| AES-128-GCM, 16 KB | 6000 MB/s (a kernel) | kernel (5 MB/s) |\n",
			"3 rsa-2048 sign message 2048 bits\n3 rsa-2048 sign message 2048 bits\n4 aes-128-gcm 16384 (a kernel)", "derived no-result"},
		"table cut off": {"bssl speed\nAlgorithm | Operation | Original (ops/sec) | New (ops/sec) | Speedup\n-- | -- | -- | -- | --\nML-KEM-512 | keygen | 70,000.5 | 10\nML-KEM-512 | encaps | 60,000.5 | 9,0,0 | 50%\n",
			"4 ml-kem-512 keygen\n5 ml-kem-512 encapsulate", "derived truncated truncated no-result"},
		"table of something else": {"| Name | Before (ops/sec) | After (ops/sec) |\n|---|---|---|\n| quicksort | 1,000 | 2,000 |\n", "", ""},
		"table of others":         {"| Operation | Old | New |\n|---|---:|---:|\n| Ed25519 signing | 10,000 | 12,500 |\n", "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			doc := ingesttest.Read(t, format, test.text)
			var got []string
			for i := range doc.Results {
				got = append(got, what(&doc.Results[i]))
			}
			if strings.Join(got, "\n") != test.results || kinds(doc) != test.warnings {
				t.Errorf("got\n%s\nwant\n%s\nwarnings %v, want %s", strings.Join(got, "\n"), test.results, doc.Warnings, test.warnings)
			}
		})
	}
}

func TestTableRuns(t *testing.T) {
	doc := ingesttest.Read(t, format, "bssl speed\n\n| Operation | Old (ops/sec) | New (MB/s) |\n| SHA-1 (16 bytes) | 1,000 | 12.5 |\n")
	if len(doc.Results) != 2 {
		t.Fatalf("%d results, %v", len(doc.Results), doc.Warnings)
	}
	old, next := doc.Results[0], doc.Results[1]
	if !strings.HasSuffix(old.Run, "Old") || old.CallsPerSecond != 1000 || !strings.HasSuffix(next.Run, "New") || next.BytesPerSecond != 12.5e6 {
		t.Errorf("%+v\n%+v", old, next)
	}
}

func TestDebugBuild(t *testing.T) {
	doc := ingesttest.Read(t, format, "Benchmarking in debug mode.\nDid 3000 SHA-1 (16 bytes) operations in 1500000us (2000.0 ops/sec): 0.0 MB/s\n")
	if len(doc.Results) != 1 || len(doc.Results[0].Warnings) != 1 {
		t.Errorf("%+v", doc.Results)
	}
}

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format,
		"Did 90 RSA 2048 key-gen operations in 30000000us (3.0 ops/sec)\n  min: 1us, median: 2us, max: 3us\n",
		"Did 3000 SHA-1 (16 bytes) operations in 1500000us\n(2000.0 ops/sec): 0.0 MB/s [-1%]\n",
		"[\n{\"description\": \"SHA-1\", \"numCalls\": 3000, \"microseconds\": 1500000, \"bytesPerCall\": 16}\n]\n",
		"bssl speed ops/sec\n┌──┐\n│ Operation │ a │ b │\n├──┤\n│ Ed25519 signing │ 1,000 │ 2 │\n",
		"Fatal Error: HW capability found: 1\nBenchmarking in debug mode.\nRSA_sign failed.\n",
	)
}
