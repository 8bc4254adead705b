package opensslspeed_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"cpb/internal/ingest"
	_ "cpb/internal/ingest/opensslspeed"
	"cpb/result"
)

// A counter is a sink that counts.
type counter struct{ results, warnings int }

func (c *counter) Result(*result.Result)     { c.results++ }
func (c *counter) Warning(result.Warning)    { c.warnings++ }
func (c *counter) Document(*result.Document) {}

// generated is the output of n programs, with lines and tables, and how many results it has. The figures fit each other.
func generated(n int) ([]byte, int) {
	sizes := []int{16, 64, 256, 1024, 8192, 16384}
	bulk := []string{"md5", "sha1", "sha256", "sha512", "hmac(sha256)", "aes-128-cbc", "aes-256-gcm", "camellia-256-cbc", "chacha20-poly1305", "ghash"}
	var b bytes.Buffer
	results := 0
	for program := range n {
		count := func(i int) int { return 1000*i + 7*program + 1_000_000 }
		for i, name := range bulk {
			for j, size := range sizes {
				fmt.Fprintf(&b, "Doing %s ops for 3s on %d size blocks: %d %s ops in 3.00s\n", name, size, count(i)/(j+1), name)
			}
		}
		fmt.Fprintf(&b, "Doing 2048 bits private rsa sign ops for 10s: %d 2048 bits private RSA sign ops in 10.00s\n", count(1)/100)
		fmt.Fprintf(&b, "Doing 2048 bits public rsa verify ops for 10s: %d 2048 bits public RSA verify ops in 10.00s\n", count(1)/3)
		fmt.Fprintf(&b, "Doing 253 bits  ecdh ops for 10s: %d 253-bits ECDH ops in 10.00s\n", count(1)/4)
		fmt.Fprintf(&b, "version: 3.5.%d\nbuilt on: Mon Dec  1 10:00:00 2025 UTC\noptions: bn(64,64)\n", program%10)
		fmt.Fprintf(&b, "compiler: gcc -fPIC -pthread -m64 -Wa,--noexecstack -Wall -O3 -DOPENSSL_PIC -DNDEBUG\nCPUINFO: OPENSSL_ia32cap=0x1:0x%d\n", program)
		b.WriteString("The 'numbers' are in 1000s of bytes per second processed.\ntype        ")
		for _, size := range sizes {
			fmt.Fprintf(&b, "%7d bytes", size)
		}
		for i, name := range bulk {
			fmt.Fprintf(&b, "\n%-13s", name)
			for j, size := range sizes {
				fmt.Fprintf(&b, " %11.2fk", float64(count(i)/(j+1)*size)/3/1000)
				results++
			}
		}
		private, public, derive := float64(count(1)/100)/10, float64(count(1)/3)/10, float64(count(1)/4)/10
		b.WriteString("\n                  sign    verify    sign/s verify/s\n")
		fmt.Fprintf(&b, "rsa %4d bits %8.6fs %8.6fs %8.1f %8.1f\n", 2048, 1/private, 1/public, private, public)
		b.WriteString("                              op      op/s\n")
		fmt.Fprintf(&b, "%4d bits ecdh (%s) %8.4fs %8.1f\n", 253, "X25519", 1/derive, derive)
		results += 3
	}
	return b.Bytes(), results
}

func TestGenerated(t *testing.T) {
	text, want := generated(20)
	var c counter
	if err := ingest.Read(bytes.NewReader(text), "generated.txt", &c, ingest.Options{Format: "openssl-speed"}); err != nil {
		t.Fatal(err)
	}
	if c.results != want || c.warnings != 0 {
		t.Errorf("%d results and %d warnings, want %d and 0", c.results, c.warnings, want)
	}
}

func BenchmarkRead(b *testing.B) {
	text, want := generated(1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var c counter
		if err := ingest.Read(bytes.NewReader(text), "generated.txt", &c, ingest.Options{}); err != nil {
			b.Fatal(err)
		}
		if c.results != want {
			b.Fatalf("%d results, want %d", c.results, want)
		}
	}
}

// BenchmarkLines is what came on standard error alone: every line is a result.
func BenchmarkLines(b *testing.B) {
	text, _ := generated(1000)
	var lines strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "Doing") {
			lines.WriteString(line)
		}
	}
	b.SetBytes(int64(lines.Len()))
	for b.Loop() {
		var c counter
		if err := ingest.Read(strings.NewReader(lines.String()), "generated.txt", &c, ingest.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
