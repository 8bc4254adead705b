//go:build cgo && linux

package run_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/host"
	"cpb/internal/run"
	"cpb/internal/stats"
	"cpb/library"
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

// load keeps every processor busy with another process until the benchmark ends.
func load(b *testing.B) {
	b.Helper()
	for range runtime.NumCPU() {
		busy := exec.Command("sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { busy.Process.Kill(); busy.Wait() })
	}
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

// BenchmarkAA measures two copies of one file: 4 hashes × 5 interfaces × 5 sizes, 100 comparisons of equals.
func BenchmarkAA(b *testing.B) {
	text, err := os.ReadFile(machineCrypto(b))
	if err != nil {
		b.Fatal(err)
	}
	r := benchRequest(b, "md5", "sha1", "sha256", "sha512")
	r.Sizes = []int{16, 64, 256, 1024, 16384}
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(b.TempDir(), "libcrypto.so.3")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			b.Fatal(err)
		}
		r.Targets = append(r.Targets, library.Target{Library: "openssl", Path: path, Label: name})
	}
	for _, busy := range []bool{false, true} {
		b.Run(fmt.Sprintf("busy=%v", busy), func(b *testing.B) {
			if busy {
				load(b)
			}
			for i := range b.N {
				r.Seed = uint64(i + 1)
				ratios(b, measure(b, r))
			}
		})
	}
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
					load(b)
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

// BenchmarkOpenSSLSpeed measures evp-fetched SHA-256 and openssl speed -evp sha256, which times the same calls, in turns, on one
// processor and with one priority, and reports how the best of five of each compare: cpb's figure, and what cpb's samples
// give as a whole, with the interruptions that openssl speed has in its seconds.
func BenchmarkOpenSSLSpeed(b *testing.B) {
	openssl, err := exec.LookPath("openssl")
	if err != nil {
		b.Skip("no openssl to compare with")
	}
	version, _ := exec.Command(openssl, "version").Output()
	if !bytes.HasPrefix(version, []byte("OpenSSL 3")) {
		b.Skipf("openssl speed fetches once from 3.0 on; this is %s", version)
	}
	// both run where and how cpb's workers do
	command := []string{openssl}
	if exec.Command("chrt", "-f", "1", "true").Run() == nil {
		command = append([]string{"chrt", "-f", "1"}, command...)
	}
	cpu := host.ChooseCPU()
	command = append([]string{"taskset", "-c", strconv.Itoa(cpu)}, command...)
	rate := regexp.MustCompile(`\+F:\d+:[^:]+:([0-9.]+)`)
	for _, size := range []int{1024, 16384} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			r := benchRequest(b, "sha256")
			r.Interfaces = []string{"evp-fetched"}
			r.Sizes = []int{size}
			r.Targets = []library.Target{{Library: "openssl", Path: machineCrypto(b)}}
			r.Time = time.Second
			r.Processor = cpu
			var ours, whole, theirs float64 // bytes per second
			for range 5 * b.N {
				m := measure(b, r).Results[0]
				ours = max(ours, m.BytesPerSecond)
				whole = max(whole, float64(m.Calls)*float64(size)/m.Seconds)
				args := append(command[1:len(command):len(command)], "speed", "-elapsed", "-mr", "-seconds", "1", "-bytes", strconv.Itoa(size), "-evp", "sha256")
				out, err := exec.Command(command[0], args...).Output()
				if err != nil {
					b.Fatal(err)
				}
				found := rate.FindSubmatch(out)
				if found == nil {
					b.Fatalf("no result in %q", out)
				}
				v, err := strconv.ParseFloat(string(found[1]), 64)
				if err != nil {
					b.Fatal(err)
				}
				theirs = max(theirs, v)
			}
			b.ReportMetric(ours/1e6, "cpb-MB/s")
			b.ReportMetric(theirs/1e6, "speed-MB/s")
			b.ReportMetric(ours/theirs, "cpb/speed")
			b.ReportMetric(whole/theirs, "whole/speed")
			b.ReportMetric(0, "ns/op")
		})
	}
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
