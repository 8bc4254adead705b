package cryptobench

import (
	"strings"
	"testing"

	"cpb/internal/ingest"
	"cpb/internal/ingest/ingesttest"
	"cpb/result"
)

const format = "crypto-bench"

// TestRead: figures made up, so that deviation ÷ mean can be seen.
func TestRead(t *testing.T) {
	ingesttest.Equal(t, format, ingesttest.File(t, "two-machines.txt"), `
		3 Intel(R) Invented CPU 9000 @ 4.00GHz (64 bits): lavu md5 hash message 1048576B 1024 calls 5c/B tsc ±0.02
		4 Intel(R) Invented CPU 9000 @ 4.00GHz (64 bits): openssl-1.0.2z md5 hash message 1048576B 1024 calls 4c/B tsc ±0.005
		5 Intel(R) Invented CPU 9000 @ 4.00GHz (64 bits): gcrypt-1.9.9 sha1 hash message 1048576B 1024 calls 8c/B tsc
		6 Intel(R) Invented CPU 9000 @ 4.00GHz (64 bits): tomcrypt-1.18 sha512 hash message 1048576B 1024 calls 10c/B tsc ±0.05
		7 Intel(R) Invented CPU 9000 @ 4.00GHz (64 bits): openssl-1.0.2z aes-128-ecb encrypt keyed 1048576B 1024 calls 16c/B tsc ±0.01
		11 A board with an ARM Cortex-A53: lavu camellia-128-ecb encrypt keyed 1048576B 64 calls 0.25c/B unknown ±0.004
		12 A board with an ARM Cortex-A53: mbedtls xtea-ecb encrypt keyed 1048576B 64 calls 0.75c/B unknown ±0.004
		13 A board with an ARM Cortex-A53: tomcrypt rc4 encrypt keyed 1048576B 64 calls 0.5c/B unknown ±0.004
		2 assumed
		14 no-result
		16 no-result`)
}

// TestPrinted: what was printed stays, and its unit is named.
func TestPrinted(t *testing.T) {
	r := ingesttest.Read(t, format, "lavu  MD5  size: 1048576  runs:   1024  time:    5.300 +- 0.120").Results[0]
	if r.Printed != "5.300 +- 0.120" || r.Unit != "ticks/B" || r.Spreads != "standard deviation" || r.Source.Tool != "FFmpeg crypto_bench" {
		t.Errorf("%+v %+v", r, r.Source)
	}
}

// TestNames: every name of tools/crypto_bench.c, with the key sizes that it sets.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"MD5": "md5", "SHA-1": "sha1", "SHA-224": "sha224", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512",
		"RIPEMD-128": "ripemd128", "RIPEMD-160": "ripemd160", "AES-128": "aes-128-ecb", "CAMELLIA": "camellia-128-ecb",
		"CAST-128": "cast5-ecb", "BLOWFISH": "blowfish-ecb", "TWOFISH": "twofish-128-ecb", "DES": "des-ecb", "RC4": "rc4", "XTEA": "xtea-ecb",
	} {
		d := ingesttest.Read(t, format, "lavu "+name+" size: 1048576 runs: 1024 time: 5.300 +- 0.120")
		if len(d.Results) != 1 || d.Results[0].Primitive != want || len(d.Warnings) > 0 {
			t.Errorf("%s: %+v %v", name, d.Results, d.Warnings)
		}
	}
}

func TestOdd(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"an unknown name": {"lavu FROG size: 16 runs: 2 time: 5.300 +- 0.000", `
			1 text: lavu frog 16B 2 calls 5.3c/B unknown
			1 unknown-name`},
		"a deviation that is no number": {"lavu MD5 size: 16 runs: 2 time: 5.300 +- -nan", `
			1 text: lavu md5 hash message 16B 2 calls 5.3c/B unknown
			1 no-result`},
		"times that are none": {"lavu MD5 size: 16 runs: 2 time: nan +- nan\nlavu MD5 size: 16 runs: 2 time: -1.000 +- 0.000\nlavu MD5 size: 0 runs: 2 time: inf +- 0.000\n" +
			"lavu MD5 size: 16 runs: 0 time: 1.000 +- 0.000", "1 no-result\n2 no-result\n3 no-result\n4 no-result"},
		"a row in two lines": {"> lavu MD5 size: 16 runs: 2 time: 5.300\n> +- 0.053\n> lavu MD5 size: 16 runs: 2 time:\n> 6.000 +- 0.060\n", `
			1 text: lavu md5 hash message 16B 2 calls 5.3c/B unknown ±0.01
			3 text: lavu md5 hash message 16B 2 calls 6c/B unknown ±0.01`},
		"a row that breaks off behind its time": {"lavu MD5 size: 16 runs: 2 time: 5.300 +- 0.0\nand prose", `
			1 text: lavu md5 hash message 16B 2 calls 5.3c/B unknown
			1 truncated`},
		"and within it":             {"lavu MD5 size: 16 runs: 2 time: 5.3", "1 truncated"},
		"and before it":             {"lavu MD5 size: 16 runs: 2 ti\nlavu SHA-1 size: 16 runs:", "1 truncated\n2 truncated"},
		"two rows in a line":        {"lavu MD5 size: 16 runs: 2 time: 5.300 +- 0.053 crypto MD5 size: 16 runs: 2 time: 4.000 +- 0.040", "1 text: lavu md5 hash message 16B 2 calls 5.3c/B unknown ±0.01\n1 text: openssl md5 hash message 16B 2 calls 4c/B unknown ±0.01"},
		"a remark behind a row":     {"lavu MD5 size: 16 runs: 2 time: 5.300 +- 0.053 <-- slow", "1 text: lavu md5 hash message 16B 2 calls 5.3c/B unknown ±0.01\n1 columns"},
		"an absurd number":          {"lavu MD5 size: 99999999999999999999 runs: 2 time: 5.300 +- 0.053", ""},
		"prose that looks alike":    {"the md5 size: 16 bytes\nlavu MD5 size: big runs: two\nFatal error: no such file\nExpected: 00\n(see 1.0)", ""},
		"tabs":                      {"lavu\tMD5\tsize: 16\truns: 2\ttime: 5.300 ± 0.053\r\n", "1 text: lavu md5 hash message 16B 2 calls 5.3c/B unknown ±0.01"},
		"the first algorithm fails": {"Expected: 0011\nFatal error: output mismatch", "2 no-result"},
		"versions hold for the rows behind them only": {"AMD one\n\n(crypt 1.0.1, gcrypt 1.5)\ncrypto MD5 size: 16 runs: 2 time: 5.000 +- 0.000\n\nAMD two\n\ncrypto MD5 size: 16 runs: 2 time: 6.000 +- 0.000", `
			4 AMD one: openssl-1.0.1 md5 hash message 16B 2 calls 5c/B tsc
			8 AMD two: openssl md5 hash message 16B 2 calls 6c/B tsc
			3 assumed`},
	} {
		t.Run(name, func(t *testing.T) { ingesttest.Equal(t, format, test.text, test.want) })
	}
}

// TestCopiedBlock: figures of one machine under the name of another.
func TestCopiedBlock(t *testing.T) {
	var rows strings.Builder
	for _, name := range []string{"MD5", "SHA-1", "SHA-256", "SHA-512", "AES-128"} {
		rows.WriteString("lavu " + name + " size: 1048576 runs: 1024 time: 5.300 +- 0.120\n")
	}
	d := ingesttest.Read(t, format, "AMD one\n\n"+rows.String()+"\nAMD two\n\n"+rows.String())
	if len(d.Results) != 10 || len(d.Warnings) != 1 || d.Warnings[0].Kind != ingest.DuplicateBlock || d.Warnings[0].Line != 11 {
		t.Errorf("%d results, %+v", len(d.Results), d.Warnings)
	}
}

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format, "lavu MD5 size: 16 runs: 2 time: 5.300\n+- 0.053", "(crypt 1.0.1)\ncrypto MD5 size: 16 runs: 2 time: 5.3 +- nan x")
}

type counter struct{ results int }

func (c *counter) Result(*result.Result)     { c.results++ }
func (c *counter) Warning(result.Warning)    {}
func (c *counter) Document(*result.Document) {}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat(ingesttest.File(b, "two-machines.txt"), 1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var c counter
		if err := ingest.Read(strings.NewReader(text), "text", &c, ingest.Options{}); err != nil || c.results != 8000 {
			b.Fatal(err, c.results)
		}
	}
}

// BenchmarkRows is one long table.
func BenchmarkRows(b *testing.B) {
	var rows strings.Builder
	for _, library := range []string{"lavu    ", "crypto  ", "gcrypt  ", "tomcrypt"} {
		for _, name := range []string{"MD5    ", "SHA-1  ", "SHA-256", "SHA-512", "AES-128"} {
			rows.WriteString(library + "   " + name + "      size: 1048576  runs:   1024  time:    5.300 +- 0.120\n")
		}
	}
	text := strings.Repeat(rows.String(), 1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var c counter
		if err := ingest.Read(strings.NewReader(text), "text", &c, ingest.Options{}); err != nil || c.results != 20000 {
			b.Fatal(err, c.results)
		}
	}
}

func TestIsX86(t *testing.T) {
	for heading, want := range map[string]bool{
		"Intel(R) Core(TM) i7-3770K CPU @ 3.50GHz (64 bits)": true, "AMD EPYC": true, "core i5": true, "an i5-2500 at home": true, "x86_64, gcc": true,
		"Linux i686": true, "Cortex-A72": false, "Power9": false, "Core clock": false, "i7": false, "SpacemiT K1": false, "": false, "Amdahl": false,
	} {
		if isX86(heading) != want {
			t.Errorf("%q: %t", heading, !want)
		}
	}
}
