package opensslspeed_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cpb/internal/ingest"
	"cpb/internal/root"
	"cpb/result"
)

// invocations are what each openssl is started with, all at once. The second word is the operation that ciphers have then.
var invocations = []struct{ arguments, operation string }{
	{"-bytes 1024 sha256 aes-128-cbc", "encrypt"},
	{"-mr -bytes 1024 sha256 aes-128-cbc", "encrypt"},
	{"-multi 2 -bytes 1024 sha256 aes-128-cbc", "encrypt"},
	{"-evp aes-128-gcm -bytes 1024", "encrypt"},
	{"-evp aes-128-gcm -aead", "seal"},
	{"-evp aes-128-gcm -aead -decrypt", "open"},
	{"-evp aes-128-cbc -decrypt -bytes 1024", "decrypt"},
	{"rsa2048", ""}, {"dsa2048", ""}, {"ecdsap256", ""}, {"ecdhp256 ecdhx25519", ""}, {"ed25519", ""}, {"ffdh2048", ""},
	{"-mr rsa2048", ""}, {"-mr dsa2048 ecdsap256 ecdhp256", ""}, {"-mr ed25519 ffdh2048", ""},
	{"-multi 2 ecdsap256", ""}, {"-elapsed ecdsap256", ""},
	{"ML-KEM-768", ""}, {"ML-DSA-44", ""}, {"-mr ML-KEM-768 ML-DSA-44", ""},
}

// TestRealTools starts the openssl of the machine, and of each root that CPB_TEST_ROOTS lists, and holds what is read against what a
// simple second reading finds in the same text.
func TestRealTools(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	found := 0
	for _, where := range append([]string{""}, filepath.SplitList(os.Getenv("CPB_TEST_ROOTS"))...) {
		words, environment, ok := openssl(t, where)
		if !ok {
			t.Logf("%q has no openssl", where)
			continue
		}
		found++
		t.Run("root "+where, func(t *testing.T) { checkTool(t, words, environment) })
	}
	if found == 0 {
		t.Skip("there is no openssl")
	}
}

// openssl is how the program of a root is started.
func openssl(t *testing.T, where string) (words, environment []string, ok bool) {
	t.Helper()
	if where == "" {
		path, err := exec.LookPath("openssl")
		return []string{path}, os.Environ(), err == nil
	}
	program := filepath.Join(where, "usr/bin/openssl")
	if _, err := os.Stat(program); err != nil {
		return nil, nil, false
	}
	words, err := root.Command(where, program)
	if err != nil {
		t.Logf("%s: %v", where, err)
		return nil, nil, false
	}
	// Beside the machine's C library only these are the root's.
	links := t.TempDir()
	libraries, _ := filepath.Glob(filepath.Join(where, "usr/lib/*/lib[cs]*.so.*"))
	for _, file := range libraries {
		if name := filepath.Base(file); strings.HasPrefix(name, "libcrypto") || strings.HasPrefix(name, "libssl") {
			if err := os.Symlink(file, filepath.Join(links, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	environment = os.Environ()
	if len(words) == 1 {
		environment = append(environment, "LD_LIBRARY_PATH="+links)
	}
	return words, append(environment, "OPENSSL_CONF="+os.DevNull), true
}

func checkTool(t *testing.T, words, environment []string) {
	outputs := make([][]byte, len(invocations))
	var group sync.WaitGroup
	for i, in := range invocations {
		group.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
			defer cancel()
			arguments := append(slices.Clone(words[1:]), append([]string{"speed", "-seconds", "1"}, strings.Fields(in.arguments)...)...)
			command := exec.CommandContext(ctx, words[0], arguments...)
			command.Env = environment
			outputs[i], _ = command.CombinedOutput() // what it cannot do, it says
		})
	}
	group.Wait()
	read := 0
	for i, in := range invocations {
		text := fmt.Sprintf("$ openssl speed -seconds 1 %s\n%s", in.arguments, outputs[i])
		read += checkOutput(t, in.arguments, in.operation, text)
	}
	if read < 20 {
		t.Errorf("%d figures in all", read)
	}
}

var (
	bulkFigures = regexp.MustCompile(`\d+\.\d\dk?\b`)
	rateFigures = regexp.MustCompile(`\b\d+\.\d(?:\s|$)`)
)

// checkOutput holds the results of each line against the figures that its text has, in their order.
func checkOutput(t *testing.T, arguments, operation, text string) int {
	t.Helper()
	var doc ingest.Collector
	if err := ingest.Read(strings.NewReader(text), "tool.txt", &doc, ingest.Options{}); err != nil {
		t.Error(err)
		return 0
	}
	byLine := map[int][]result.Result{}
	counted := 0
	for _, r := range doc.Finish().Results {
		byLine[r.Source.Line] = append(byLine[r.Source.Line], r)
		if r.Calls > 0 {
			counted++
		}
		if r.Operation != operation && r.SizeBytes != nil && strings.HasPrefix(r.Primitive, "aes") {
			t.Errorf("%s: operation %q, want %q", arguments, r.Operation, operation)
		}
	}
	figures, counts, inTable := 0, 0, false
	for i, line := range strings.Split(text, "\n") {
		inTable = inTable && !strings.Contains(line, "sign") || strings.HasPrefix(line, "type ") || strings.HasPrefix(line, "CPUINFO")
		bare := strings.TrimPrefix(line, "Got: ")
		bare, _, _ = strings.Cut(bare, " from ")
		var want, got []float64
		rows := byLine[i+1]
		switch {
		case strings.HasPrefix(line, "Doing ") || strings.HasPrefix(line, "+R"):
			counts++
			continue
		case strings.HasPrefix(bare, "+F:"):
			want = numbers(strings.Split(bare, ":")[3:])
			got = values(rows, func(r *result.Result) float64 { return r.BytesPerSecond })
		case strings.HasPrefix(bare, "+F"):
			want = slices.DeleteFunc(numbers(strings.Split(bare, ":")[1:]), func(x float64) bool { return x < 1 || x == float64(int(x)) })
			got = slices.DeleteFunc(values(rows, func(r *result.Result) float64 { return r.CallsPerSecond }), func(x float64) bool { return x < 1 || x == float64(int(x)) })
		case strings.Contains(line, " bits ") && !strings.HasPrefix(line, "Doing") || strings.HasPrefix(strings.TrimSpace(line), "ML-"):
			want = numbers(rateFigures.FindAllString(line, -1))
			got = values(rows, func(r *result.Result) float64 { return r.CallsPerSecond })
		case inTable && bulkFigures.MatchString(line):
			want = numbers(bulkFigures.FindAllString(line, -1))
			got = values(rows, func(r *result.Result) float64 { return r.BytesPerSecond })
		default:
			continue
		}
		figures += len(want)
		if !slices.EqualFunc(want, got, func(a, b float64) bool { return a == b || a-b < 1e-9*a && b-a < 1e-9*a }) {
			t.Errorf("%s: line %d, %q: read %v, there are %v\n%s", arguments, i+1, line, got, want, text)
		}
	}
	if !strings.Contains(arguments, "-multi") && counted != counts && !bytes.Contains([]byte(text), []byte("nf")) {
		t.Errorf("%s: %d results have calls, of %d lines\n%s", arguments, counted, counts, text)
	}
	return figures
}

func values(rows []result.Result, of func(*result.Result) float64) (all []float64) {
	for i := range rows {
		all = append(all, of(&rows[i]))
	}
	return all
}

// numbers are the values of figures, k being a thousand.
func numbers(words []string) (all []float64) {
	for _, w := range words {
		w = strings.TrimSpace(w)
		bare, thousands := strings.CutSuffix(w, "k")
		x, err := strconv.ParseFloat(bare, 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			continue // in no time, on a busy machine: no result either
		}
		if thousands {
			x *= 1000
		}
		all = append(all, x)
	}
	return all
}
