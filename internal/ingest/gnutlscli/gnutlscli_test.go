package gnutlscli

import (
	"context"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"cpb/internal/ingest/ingesttest"
	"cpb/result"
)

const format = "gnutls-cli"

// checkCells reads the tool's output again in a simple way, and holds each rate against it. It returns how many there are.
func checkCells(t *testing.T, text string) (cells int) {
	t.Helper()
	d := ingesttest.Read(t, format, text)
	byLine := map[int]*result.Result{}
	for i := range d.Results {
		byLine[d.Results[i].Source.Line] = &d.Results[i]
	}
	for i, l := range strings.Split(text, "\n") {
		f := strings.Fields(l)
		if len(f) < 3 || !strings.HasSuffix(f[len(f)-1], "B/sec") {
			continue
		}
		cells++
		rate, err := strconv.ParseFloat(f[len(f)-2], 64)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f[len(f)-1][:1] {
			rate *= math.Pow(1000, float64(1+strings.IndexRune("KMG", c)))
		}
		r := byLine[i+1]
		if r == nil || math.Abs(r.BytesPerSecond-rate) > 1e-9*rate || r.SizeBytes == nil || r.Library != "gnutls" {
			t.Errorf("line %d: %s: %+v", i+1, l, r)
		}
	}
	if cells != len(d.Results) {
		t.Errorf("%d results of %d cells", len(d.Results), cells)
	}
	return cells
}

// TestOutputs: what gnutls-cli 3.7.9 printed.
func TestOutputs(t *testing.T) {
	if n := checkCells(t, ingesttest.File(t, "ciphers.txt")); n != 20 {
		t.Errorf("%d cells", n)
	}
	if n := checkCells(t, ingesttest.File(t, "tls-ciphers.txt")); n != 18 {
		t.Errorf("%d cells", n)
	}
	ingesttest.Equal(t, format, ingesttest.File(t, "ciphers.txt"), `
		2 text: gnutls aes-128-gcm seal record 16384B 4.76e+09B/s
		3 text: gnutls aes-128-ccm seal record 16384B 7.2e+08B/s
		4 text: gnutls chacha20-poly1305 seal record 16384B 2.9e+08B/s
		7 text: gnutls salsa20-256-sha1 16384B (cipher and HMAC) 4.4e+08B/s
		8 text: gnutls aes-128-cbc-hmac-sha1 encrypt update 16384B (cipher and HMAC) 6.8e+08B/s
		9 text: gnutls aes-128-cbc-hmac-sha256 encrypt update 16384B (cipher and HMAC) 6.4e+08B/s
		10 text: gnutls gost28147-tc26z-cnt-gost28147-tc26z-imit 16384B (cipher and HMAC) 5.256e+07B/s
		13 text: gnutls hmac-sha1 mac keyed 16384B 1.75e+09B/s
		14 text: gnutls hmac-sha256 mac keyed 16384B 1.45e+09B/s
		15 text: gnutls hmac-sha512 mac keyed 16384B 9.2e+08B/s
		16 text: gnutls gost28147-tc26z-imit mac keyed 16384B 1.3982e+08B/s
		17 text: gnutls hmac-gost94 mac keyed 16384B 6.68e+07B/s
		18 text: gnutls hmac-streebog-512 mac keyed 16384B 1.7259e+08B/s
		21 text: gnutls des-ede3-cbc encrypt update 16384B 2.784e+07B/s
		22 text: gnutls aes-128-cbc encrypt update 16384B 1.18e+09B/s
		23 text: gnutls aes-128-xts encrypt update 16384B 9.25e+09B/s
		24 text: gnutls aes-256-xts encrypt update 16384B 6.79e+09B/s
		25 text: gnutls salsa20 encrypt update 16384B 6.2e+08B/s
		26 text: gnutls null 16384B 3.702e+10B/s
		27 text: gnutls gost28147-tc26z-cnt encrypt update 16384B 7.84e+07B/s
		7 unknown-name
		10 unknown-name
		16 unknown-name
		17 unknown-name
		26 unknown-name
		27 unknown-name`)
	// 6.02 ms of 50.28 ms, and 69.18 µs of 344.14 µs.
	for line, want := range map[int]string{4: "19.88/s ±0.1197", 34: "2872.06/s ±0.201"} {
		d, found := ingesttest.Read(t, format, ingesttest.File(t, "tls-kx.txt")), false
		for i := range d.Results {
			s := ingesttest.Short(&d.Results[i])
			found = found || d.Results[i].Source.Line == line && strings.HasSuffix(s, want)
		}
		if len(d.Results) != 9 || !found {
			t.Errorf("%d results; line %d has no %s", len(d.Results), line, want)
		}
	}
}

func TestOdd(t *testing.T) {
	const head = "Checking ciphers, payload size: 1024\n"
	for name, test := range map[string]struct{ text, want string }{
		"of older versions": {"Checking ciphers, payload size: 16384\n AES-128-CBC  Processed 1.50 GB in 5.00 secs: 0.30 GB/sec\n ARCFOUR-128  Processed 1.50 GB in 5.00 secs: 0.50 GB/sec\n", `
			2 text: gnutls aes-128-cbc encrypt update 16384B 5s 3e+08B/s
			3 text: gnutls rc4 encrypt update 16384B 5s 5e+08B/s
			3 count-mismatch`},
		"units":                  {head + "AES-128-CBC 1.50 bytes/sec\nAES-128-CBC 1.50 KB/sec\n", "2 text: gnutls aes-128-cbc encrypt update 1024B 1.5B/s\n3 text: gnutls aes-128-cbc encrypt update 1024B 1500B/s"},
		"no speeds":              {head + "AES-128-CBC 0.00 MB/sec\nAES-128-CBC -nan MB/sec\nAES-128-CBC inf MB/sec\nAES-128-CBC error: no such algorithm\nAES-128-CBC\n", "2 no-result\n3 no-result\n4 no-result\n5 no-result\n6 truncated"},
		"no size":                {"Checking MAC algorithms, payload size: x\nSHA1 1.00 MB/sec", "2 text: gnutls hmac-sha1 mac keyed 1e+06B/s"},
		"without a heading":      {"AES-128-CBC 1.50 KB/sec", "1 unread"},
		"far behind its heading": {head + strings.Repeat("prose\n", 20) + "AES-128-CBC 1.50 KB/sec", "22 unread"},
		"quoted":                 {"> " + head + "> \tAES-128-CBC 1.50 KB/sec", "2 text: gnutls aes-128-cbc encrypt update 1024B 1500B/s"},
		"records of suites": {"Testing throughput in cipher/MAC combinations (payload: 1400 bytes)\n   ECDHE_RSA_AES_128_CBC_SHA1  50.00 MB/sec\n   AES-128-GCM - TLS1.3  1.00 GB/sec\n", `
			2 text: gnutls aes-128-cbc 1400B (TLS record sent and received, ECDHE_RSA_AES_128_CBC_SHA1) 5e+07B/s
			3 text: gnutls/tls1.3 aes-128-gcm 1400B (TLS record sent and received) 1e+09B/s`},
		"handshakes of older versions": {"Testing key exchanges (RSA/DH bits: 3072, EC bits: 256)\n  (TLS1.2)-(RSA)-(AES-128-CBC)-(SHA1)  50.00 transactions/sec\n   (avg. handshake time: 20.00 ms, sample variance: 4.00)\n", `
			2 text: gnutls tls1-2-rsa-aes-128-cbc-sha1 (TLS handshake) 50/s
			2 unknown-name`},
		"handshakes that break off": {"Testing key exchanges (x)\n(TLS1.3)-(A)\n(TLS1.3)-(B)\n - 0.00 transactions/sec\n(TLS1.3)-(C)\n - 5.00 transactions/sec", `
			6 text: gnutls tls1-3-c (TLS handshake) 5/s
			2 no-result
			4 no-result
			5 unknown-name
			6 truncated`},
	} {
		t.Run(name, func(t *testing.T) { ingesttest.Equal(t, format, test.text, test.want) })
	}
}

// TestTool runs the installed tool for as long as its first rows take.
func TestTool(t *testing.T) {
	path, err := exec.LookPath("gnutls-cli")
	if err != nil || testing.Short() {
		t.Skip("no gnutls-cli, or no time for it")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 12*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--benchmark-ciphers").Output()
	if err != nil && ctx.Err() == nil {
		t.Skip(err)
	}
	text := string(out)
	if n := checkCells(t, text); n == 0 {
		t.Errorf("nothing was read of:\n%s", text)
	}
}

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format, "Checking ciphers, payload size: 16384\n AES-128-CBC  Processed 1.50 GB in 5.00 secs: 0.30 GB/sec\n", "Testing key exchanges (x)\n(TLS1.3)-(A)\n - 5.00 transactions/sec")
}

// TestWithoutHeadings: rows that say their size themselves, handshakes without the heading, a row in its line. Figures made up.
func TestWithoutHeadings(t *testing.T) {
	ingesttest.Equal(t, format, `CHACHA20-POLY1305 (16384) 50.00 MB/sec
ECDHE_RSA_AES_128_GCM_SHA256 (payload 1400)  20.00 MB/sec
Checking cipher-MAC combinations, payload size: 16384        AES-128-CBC-SHA1 0.50 GB/sec
(TLS1.3)-(ECDHE-X25519)-(AES-128-GCM)
 - 100.00 transactions/sec
 - avg. handshake time: 5.00 ms
 - standard deviation: 0.50
`, `
		1 text: gnutls chacha20-poly1305 seal record 16384B 5e+07B/s
		2 text: gnutls aes-128-gcm 1400B (TLS record sent and received, ECDHE_RSA_AES_128_GCM_SHA256) 2e+07B/s
		3 text: gnutls aes-128-cbc-hmac-sha1 encrypt update 16384B (cipher and HMAC) 5e+08B/s
		5 text: gnutls tls1-3-ecdhe-x25519-aes-128-gcm (TLS handshake) 100/s
		4 unknown-name`)
}
