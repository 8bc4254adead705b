//go:build cgo && linux

package run_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/host"
	"cpb/internal/run"
	"cpb/internal/stats"
	"cpb/library"
	"cpb/library/librarytest"
	"cpb/result"
)

// The benchmarks here measure the engine by what it says of libraries that are known to be equal, or that other programs
// measure too. Each iteration is a whole run: use -benchtime 1x. docs/method.md has their results.

// machineCrypto is this machine's own libcrypto.
func machineCrypto(b *testing.B) string {
	b.Helper()
	info, ok := library.Lookup("openssl")
	if !ok {
		b.Skip("built without OpenSSL")
	}
	targets, err := info.Find("")
	if err != nil {
		b.Skip(err)
	}
	return targets[0].Path
}

func benchRequest(b *testing.B, primitives ...string) run.Request {
	b.Helper()
	program, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	r := run.Request{Program: program, Processor: -1, Seed: 1, Pairs: run.PairsInterface}
	if r.Primitives, err = catalog.Select(primitives); err != nil {
		b.Fatal(err)
	}
	return r
}

func measure(b *testing.B, r run.Request) *result.Document {
	b.Helper()
	doc, err := run.Run(context.Background(), r)
	if err != nil {
		b.Fatal(err)
	}
	if len(doc.Skipped) > 0 {
		b.Logf("skipped: %+v", doc.Skipped)
	}
	return doc
}

// ratios reports how many of the document's pairs have an interval that excludes 1, and how wide the intervals are.
func ratios(b *testing.B, doc *result.Document) {
	b.Helper()
	flagged, beyond := 0, 0
	var halves, errors []float64
	for _, p := range doc.Pairs {
		i, ok := stats.Location(p.LaunchLogRatio, stats.Level)
		if !ok {
			continue
		}
		if i.Low > 0 || i.High < 0 {
			flagged++
		}
		if math.Abs(i.Value) > 0.01 {
			beyond++
		}
		halves = append(halves, 100*(i.High-i.Low)/2)
		errors = append(errors, 100*math.Abs(i.Value))
	}
	b.ReportMetric(float64(len(halves)), "pairs")
	b.ReportMetric(float64(flagged), "flagged")
	b.ReportMetric(float64(beyond), "beyond-1%")
	b.ReportMetric(stats.Median(halves), "median-±%")
	b.ReportMetric(stats.Quantile(halves, 0.95), "p95-±%")
	b.ReportMetric(stats.Median(errors), "median-off%")
	b.ReportMetric(doc.Method.Seconds, "s/run")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkVersions is openssl speed's job of 144 seconds: md5, sha1, sha256 and sha512 at six sizes in two versions of
// libcrypto, this machine's and the one below $CPB_TEST_ROOTS/bullseye.
func BenchmarkVersions(b *testing.B) {
	roots := os.Getenv("CPB_TEST_ROOTS")
	if roots == "" {
		b.Skip("CPB_TEST_ROOTS names no folder of contrib/debian-libs")
	}
	info, _ := library.Lookup("openssl")
	old, err := info.Find(filepath.Join(roots, "bullseye"))
	if err != nil {
		b.Fatal(err)
	}
	for _, ifaces := range [][]string{{"evp"}, nil} {
		for _, busy := range []bool{false, true} {
			b.Run(fmt.Sprintf("interfaces=%v/busy=%v", ifaces, busy), func(b *testing.B) {
				if busy {
					librarytest.KeepBusy(b)
				}
				r := benchRequest(b, "md5", "sha1", "sha256", "sha512")
				r.Targets = append(old, library.Target{Library: "openssl", Path: machineCrypto(b)})
				r.Interfaces = ifaces
				r.Budget = 12 * time.Second
				for range b.N {
					ratios(b, measure(b, r))
				}
			})
		}
	}
}

// A rival is another program that times what one cell of cpb's does: how it is asked, and where its answer is.
type rival struct {
	primitive string
	operation catalog.Operation
	iface     string
	size      int // 0 where there is none
	command   []string
	rate      *regexp.Regexp // bytes or calls per second, or ns per call
	perCall   bool           // the last
}

// BenchmarkRivals measures what other programs measure too, in turns with them, on one processor and with one priority, and reports
// how the best of five of each compare: cpb's figure, and what cpb's samples give as a whole, with the interruptions that the
// others have in their seconds. openssl speed times the calls of evp-fetched (hashes), evp (ciphers) and evp-reused
// (signatures); a Go benchmark, those of std.
func BenchmarkRivals(b *testing.B) {
	openssl := func(args ...string) []string {
		return append([]string{"openssl", "speed", "-elapsed", "-mr", "-seconds", "1"}, args...)
	}
	bulk, pair := regexp.MustCompile(`\+F:\d+:[^:]+:([0-9.]+)`), `\+F2:\d+:2048:`
	for name, r := range map[string]rival{
		"openssl/sha256/1Ki":       {"sha256", catalog.Hash, "evp-fetched", 1 << 10, openssl("-bytes", "1024", "-evp", "sha256"), bulk, false},
		"openssl/sha256/16Ki":      {"sha256", catalog.Hash, "evp-fetched", 16 << 10, openssl("-bytes", "16384", "-evp", "sha256"), bulk, false},
		"openssl/aes-128-cbc/16Ki": {"aes-128-cbc", catalog.Encrypt, "evp", 16 << 10, openssl("-bytes", "16384", "-evp", "aes-128-cbc"), bulk, false},
		"openssl/rsa-2048/sign":    {"rsa-2048", catalog.Sign, "evp-reused", 0, openssl("rsa2048"), regexp.MustCompile(pair + `([0-9.]+)`), false},
		"openssl/rsa-2048/verify":  {"rsa-2048", catalog.Verify, "evp-reused", 0, openssl("rsa2048"), regexp.MustCompile(pair + `[0-9.]+:([0-9.]+)`), false},
		"go/sha256/16Ki": {"sha256", catalog.Hash, "std", 16 << 10,
			[]string{os.Args[0], "-test.run=^$", "-test.bench=^BenchmarkSum256$", "-test.benchtime=1s"}, regexp.MustCompile(`([0-9.]+) ns/op`), true},
	} {
		b.Run(name, func(b *testing.B) { against(b, r) })
	}
}

// BenchmarkSum256 is an ordinary Go benchmark, for BenchmarkRivals to compare with.
func BenchmarkSum256(b *testing.B) {
	in := make([]byte, 16<<10)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		sha256.Sum256(in)
	}
}

func against(b *testing.B, rival rival) {
	r := benchRequest(b, rival.primitive)
	r.Operations = []catalog.Operation{rival.operation}
	r.Interfaces = []string{rival.iface}
	r.Targets = []library.Target{{Library: "go"}}
	r.Time, r.Launches = time.Second, 32
	r.Processor = host.ChooseCPU()
	if rival.size > 0 {
		r.Sizes = []int{rival.size}
	}
	if rival.command[0] == "openssl" {
		version, err := exec.Command("openssl", "version").Output()
		if err != nil || !bytes.HasPrefix(version, []byte("OpenSSL 3")) {
			b.Skipf("openssl speed times EVP from 3.0 on; this is %q, %v", version, err)
		}
		r.Targets = []library.Target{{Library: "openssl", Path: machineCrypto(b)}}
	}
	// both run where and how cpb's workers do
	command := []string{"taskset", "-c", strconv.Itoa(r.Processor)}
	if exec.Command("chrt", "-f", "1", "true").Run() == nil {
		command = append(command, "chrt", "-f", "1")
	}
	command = append(command, rival.command...)
	var ours, whole, theirs float64 // calls per second
	for range 5 * b.N {
		m := measure(b, r).Results[0]
		ours = max(ours, m.CallsPerSecond)
		whole = max(whole, float64(m.Calls)/m.Seconds)
		out, err := exec.Command(command[0], command[1:]...).Output()
		if err != nil {
			b.Fatal(err)
		}
		found := rival.rate.FindSubmatch(out)
		if found == nil {
			b.Fatalf("no result in %q", out)
		}
		v, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			b.Fatal(err)
		}
		switch {
		case rival.perCall:
			v = 1e9 / v
		case rival.size > 0:
			v /= float64(rival.size)
		}
		theirs = max(theirs, v)
	}
	b.ReportMetric(ours, "cpb-calls/s")
	b.ReportMetric(theirs, "rival-calls/s")
	b.ReportMetric(ours/theirs, "cpb/rival")
	b.ReportMetric(whole/theirs, "whole/rival")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLaunch is what a launch costs before its first sample: a process, a library, a cell.
func BenchmarkLaunch(b *testing.B) {
	r := benchRequest(b, "sha256")
	r.Interfaces = []string{"evp"}
	r.Sizes = []int{16}
	r.Targets = []library.Target{{Library: "openssl", Path: machineCrypto(b)}}
	r.Launches = max(6, b.N)
	r.Budget = time.Hour
	doc := measure(b, r)
	b.ReportMetric(doc.Method.Seconds*1e3/float64(doc.Method.Launches), "ms/launch")
	b.ReportMetric(0, "ns/op")
}
