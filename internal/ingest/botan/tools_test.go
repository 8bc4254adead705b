package botan_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"
	"cpb/internal/root"
	"cpb/result"
)

// TestRealTools starts the botan of the machine, and of each root that CPB_TEST_ROOTS lists, and holds what is read against what a
// simple second reading finds in the same text.
func TestRealTools(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	found := 0
	for _, where := range append([]string{""}, filepath.SplitList(os.Getenv("CPB_TEST_ROOTS"))...) {
		words := botan(t, where)
		if words == nil {
			t.Logf("%q has no botan that runs", where)
			continue
		}
		found++
		t.Run("root "+where, func(t *testing.T) {
			checkLines(t, speed(t, words, "--buf-size=1024", "SHA-256", "AES-128/GCM", "RSA"))
			checkTable(t, speed(t, words, "--buf-size=64,1024", "--format=table", "SHA-256", "AES-128/CBC", "ECDSA"))
			checkJSON(t, speed(t, words, "--buf-size=1024", "--format=json", "SHA-256", "AES-128/GCM", "RSA"))
		})
	}
	if found == 0 {
		t.Skip("there is no botan")
	}
}

// botan is how the program of a root is started; nil where it is not.
func botan(t *testing.T, where string) []string {
	t.Helper()
	path, err := exec.LookPath("botan")
	words := []string{path}
	if where != "" {
		words, err = root.Command(where, filepath.Join(where, "usr/bin/botan"))
	}
	if err != nil || exec.Command(words[0], append(words[1:], "version")...).Run() != nil {
		return nil
	}
	return words
}

func speed(t *testing.T, words []string, arguments ...string) string {
	t.Helper()
	all := append(append(words[1:len(words):len(words)], "speed", "--msec=50"), arguments...)
	out, err := exec.Command(words[0], all...).Output()
	if err != nil {
		t.Fatalf("%q: %v", all, err)
	}
	return string(out)
}

// near reports whether a result's figure is the printed one within half a unit of its last digit.
func near(got, printed, half float64) bool {
	return math.Abs(got-printed) <= half*(1+1e-9)+1e-9*printed
}

// inLine has the results of each line; there is one in each.
func inLine(t *testing.T, text string) map[int][]result.Result {
	t.Helper()
	d := ingesttest.Read(t, "botan", text)
	for _, w := range d.Warnings {
		if w.Kind != "duplicate-block" {
			t.Errorf("%d %s: %s", w.Line, w.Kind, w.Message)
		}
	}
	all := map[int][]result.Result{}
	for _, r := range d.Results {
		all[r.Source.Line] = append(all[r.Source.Line], r)
	}
	return all
}

var (
	words = regexp.MustCompile(`^(\S+)`)
	ops   = regexp.MustCompile(` (\d+) [^/]*/sec; ([\d.]+) ms/op`)
	bulk  = regexp.MustCompile(` size (\d+) bytes: ([\d.]+) MiB/sec ([\d.]+) cycles/byte`)
)

func checkLines(t *testing.T, text string) {
	t.Helper()
	got := inLine(t, text)
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if len(got[i+1]) != 1 {
			t.Errorf("%d results of %q", len(got[i+1]), line)
			continue
		}
		r := got[i+1][0]
		slug := map[string]string{"SHA-256": "sha256", "AES-128/GCM(16)": "aes-128-gcm", "RSA-1024": "rsa-1024", "RSA-2048": "rsa-2048", "RSA-3072": "rsa-3072", "RSA-4096": "rsa-4096"}[words.FindString(line)]
		if r.Primitive != slug {
			t.Errorf("%q is of %s", line, r.Primitive)
		}
		if m := bulk.FindStringSubmatch(line); m != nil {
			rate, _ := strconv.ParseFloat(m[2], 64)
			cycles, _ := strconv.ParseFloat(m[3], 64)
			if strconv.Itoa(*r.SizeBytes) != m[1] || !near(r.BytesPerSecond, rate*1048576, 0) || r.CyclesPerByte != cycles {
				t.Errorf("%q: %s", line, ingesttest.Short(&r))
			}
		} else if m := ops.FindStringSubmatch(line); m != nil {
			rate, _ := strconv.ParseFloat(m[1], 64)
			ms, _ := strconv.ParseFloat(m[2], 64)
			if r.CallsPerSecond != rate && !near(r.NsPerCall, ms*1e6, 0) {
				t.Errorf("%q: %s", line, ingesttest.Short(&r))
			}
		} else {
			t.Errorf("the second reading does not know %q", line)
		}
	}
}

// checkTable holds the summary's cells: they are right-aligned in 16 columns behind 35 of name and 16 of operation.
func checkTable(t *testing.T, text string) {
	t.Helper()
	got := inLine(t, text)
	bytes := 0
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "algo"):
			bytes = strings.Count(line, " bytes")
			continue
		case len(line) != 35+16+32 || strings.HasPrefix(line, "["):
			continue
		}
		first, _ := strconv.ParseFloat(strings.TrimSpace(line[51:67]), 64)
		second, _ := strconv.ParseFloat(strings.TrimSpace(line[67:]), 64)
		rs := got[i+1]
		switch {
		case bytes == 2 && len(rs) == 2:
			if !near(rs[0].BytesPerSecond, first*1000, 0) || !near(rs[1].BytesPerSecond, second*1000, 0) || *rs[0].SizeBytes != 64 || *rs[1].SizeBytes != 1024 {
				t.Errorf("%q: %s, %s", line, ingesttest.Short(&rs[0]), ingesttest.Short(&rs[1]))
			}
		case bytes == 0 && len(rs) == 1:
			if !near(rs[0].CallsPerSecond, second, 0) && !near(rs[0].NsPerCall, first*1e9, 0) {
				t.Errorf("%q: %s", line, ingesttest.Short(&rs[0]))
			}
		default:
			t.Errorf("%d results of %q", len(rs), line)
		}
	}
	if got == nil || bytes != 0 {
		t.Error("there is no second table")
	}
}

func checkJSON(t *testing.T, text string) {
	t.Helper()
	var entries []map[string]any
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		t.Fatal(err)
	}
	d := ingesttest.Read(t, "botan", text)
	n := 0
	for _, e := range entries {
		if e["algo"] == nil {
			continue
		}
		if n == len(d.Results) {
			t.Fatalf("%d results of %d entries", n, len(entries))
		}
		r := d.Results[n]
		n++
		events, nanos, cycles := e["events"].(float64), e["nanos"].(float64), e["cycles"].(float64)
		same := near(r.Seconds, nanos/1e9, 0)
		if size, ok := e["buf_size"].(float64); ok {
			same = same && *r.SizeBytes == int(size) && r.BytesPerSecond == e["bps"].(float64) && r.Calls == int64(events/size) && near(r.CyclesPerByte, cycles/events, 0)
		} else {
			same = same && r.Calls == int64(events) && near(r.CyclesPerCall, cycles/events, 0)
		}
		if line := strings.Split(text, "\n")[r.Source.Line-1]; !same || !strings.Contains(line, fmt.Sprintf(`"nanos": %.0f`, nanos)) {
			t.Errorf("%v: %s", e, ingesttest.Short(&r))
		}
	}
	if n != len(d.Results) || len(d.Warnings) > 0 {
		t.Errorf("%d results of %d, warnings %v", len(d.Results), n, d.Warnings)
	}
}

// TestOutputs reads what the tools printed once, in the same ways.
func TestOutputs(t *testing.T) {
	checkJSON(t, ingesttest.File(t, "json-2.19.txt"))
	checkJSON(t, ingesttest.File(t, "json-3.13.txt"))
	checkTable(t, ingesttest.File(t, "table-2.19.txt"))
	for _, file := range []string{"lines-2.19.txt", "lines-3.7.txt"} {
		text := ingesttest.File(t, file)
		if got := inLine(t, text); len(got) != strings.Count(text, "\n") {
			t.Errorf("%s: %d of %d lines have results", file, len(got), strings.Count(text, "\n"))
		}
	}
}
