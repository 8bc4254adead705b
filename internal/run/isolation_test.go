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
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/run"
	"cpb/internal/worker"
	"cpb/library"
	_ "cpb/library/all"
	"cpb/result"
)

func TestMain(m *testing.M) {
	worker.Hook()
	if dir := os.Getenv(parentEnv); dir != "" {
		parentOfALoop(dir)
	}
	code := m.Run()
	if goodDir != "" {
		os.RemoveAll(goodDir)
	}
	os.Exit(code)
}

// parentEnv makes the test binary a process that measures a library which never returns, to be killed.
const parentEnv = "CPB_TEST_PARENT"

// markEnv is in the environment of all processes that a test started, however removed.
const markEnv = "CPB_TEST_MARK"

// good is a library without bad habits, built once.
func good(t *testing.T) string {
	t.Helper()
	goodOnce.Do(func() {
		dir, err := os.MkdirTemp("", "cpb-test")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(compile(t, "NONE", 0, 1), filepath.Join(dir, "libcrypto.so.9")); err != nil {
			t.Fatal(err)
		}
		goodDir = dir
	})
	if goodDir == "" {
		t.Skip("no gcc to compile a library with")
	}
	return filepath.Join(goodDir, "libcrypto.so.9")
}

var (
	goodOnce sync.Once
	goodDir  string
)

// compile builds testdata/bad.c with a habit and returns the path of the library.
func compile(t *testing.T, habit string, after, fromLoad int) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc to compile a bad library with")
	}
	path := filepath.Join(t.TempDir(), "libcrypto.so.9")
	out, err := exec.Command(gcc, "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-DHABIT="+habit,
		fmt.Sprintf("-DAFTER=%d", after), fmt.Sprintf("-DFROM_LOAD=%d", fromLoad), `-DVERSION="0"`, "-o", path, "testdata/bad.c").CombinedOutput()
	if err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return path
}

// request measures SHA-256 one-shot in the files and in Go.
func request(t *testing.T, files ...string) run.Request {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sha256, _ := catalog.Lookup("sha256")
	r := run.Request{
		Program:    program,
		Primitives: []catalog.Primitive{sha256},
		Interfaces: []string{"oneshot", "std"},
		Sizes:      []int{16, 16384},
		Launches:   3,
		Processor:  -1,
		Seed:       1,
	}
	for i, f := range files {
		r.Targets = append(r.Targets, library.Target{Library: "openssl", Path: f, Label: fmt.Sprintf("file%d", i)})
	}
	r.Targets = append(r.Targets, library.Target{Library: "go"})
	return r
}

// numbers counts the results by label, Go's under "go", and holds each to what every result promises.
func numbers(t *testing.T, doc *result.Document) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, r := range doc.Results {
		label := r.Label
		if label == "" {
			label = r.Library
		}
		n[label]++
		if !r.Verified || !(r.LowNs <= r.NsPerCall && r.NsPerCall <= r.HighNs) || !(r.NsPerCall > 0) || math.IsInf(r.NsPerCall, 0) {
			t.Errorf("%s: verified %v, %v ns in [%v, %v]", r.Implementation(), r.Verified, r.NsPerCall, r.LowNs, r.HighNs)
		}
	}
	return n
}

// measured is more calls than a launch makes before its samples, and fewer than it makes with them.
const measured = 100

func TestIsolation(t *testing.T) {
	for _, test := range []struct {
		name, habit     string
		after, fromLoad int
		reason          string
	}{
		{"wrong", "WRONG", 0, 1, "known answer"},
		{"wrong at one size", "WRONG_LONG", 0, 1, "is not that of file0/oneshot (at 16384 bytes)"},
		{"wrong after 1000 calls", "WRONG_LATER", 1000, 1, "its output"},
		{"wrong while measured", "WRONG_LATER", measured, 2, "its output changed"},
		{"error after 1000 calls", "FAIL_LATER", 1000, 1, "returned a failure"},
		{"error while measured", "FAIL_LATER", measured, 3, "calls returned a failure"},
		{"abort", "ABORT", 100, 1, "killed by SIGABRT"},
		{"abort while measured", "ABORT", measured, 3, "killed by SIGABRT"},
		{"segmentation fault", "SEGV", 100, 1, "killed by SIGSEGV"},
		{"segmentation fault when loaded", "LOAD", 0, 1, "killed by SIGSEGV"},
		{"endless loop", "LOOP", 100, 1, "gave no answer within"},
		{"endless loop while measured", "LOOP", measured, 2, "gave no answer within"},
		{"exit", "LEAVE", 100, 1, "ended by itself with exit status 0"},
		{"prints", "PRINT", 100, 1, "it printed while it was called"},
		{"prints while measured", "PRINT", measured, 2, "it printed while it was called"},
		{"forks", "FORK", 100, 1, "it started another process"},
		{"forks while measured", "FORK", measured, 2, "it started another process"},
		{"writes too much", "OVERRUN", 0, 1, "it wrote beyond the end of its output"},
		{"missing symbol", "NO_SYMBOL", 0, 1, "no symbol SHA256"},
		{"does not load", "UNLOADABLE", 0, 1, "nobody_has_this"},
	} {
		t.Run(test.name, func(t *testing.T) {
			mark := fmt.Sprintf("%d-%s", os.Getpid(), test.habit)
			t.Setenv(markEnv, mark)
			t.Setenv("CPB_TEST_LOADS", filepath.Join(t.TempDir(), "loads"))
			r := request(t, good(t), compile(t, test.habit, test.after, test.fromLoad))
			// Only a loop has to be waited for; a loaded machine may take its time over everything else.
			r.Timeout = time.Minute
			if test.habit == "LOOP" {
				r.Timeout = 8 * time.Second
			}
			doc, err := run.Run(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			if n := numbers(t, doc); n["file0"] != 2 || n["go"] != 2 || n["file1"] != 0 {
				t.Errorf("results: %v, want 2 of the good file, 2 of Go, none of the bad one; skipped: %+v", n, doc.Skipped)
			}
			found := false
			for _, s := range doc.Skipped {
				found = found || s.Label == "file1" && strings.Contains(s.Reason, test.reason)
			}
			if !found {
				t.Errorf("no reason with %q: %+v", test.reason, doc.Skipped)
			}
			nobodyLeft(t, mark)
		})
	}
}

// TestPrintsWhenLoaded: that is odd, and said, and no reason to refuse a library.
func TestPrintsWhenLoaded(t *testing.T) {
	doc, err := run.Run(context.Background(), request(t, compile(t, "LOAD_PRINT", 0, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if n := numbers(t, doc); n["file0"] != 2 {
		t.Errorf("results: %v; skipped: %+v", n, doc.Skipped)
	}
	if !slices.ContainsFunc(doc.Warnings, func(w result.Warning) bool {
		return w.Kind == "printed" && strings.Contains(w.Message, `file0 printed when it was loaded: "welcome"`)
	}) {
		t.Errorf("warnings: %+v", doc.Warnings)
	}
}

// nobodyLeft fails the test if processes with the mark remain.
func nobodyLeft(t *testing.T, mark string) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		left := marked(mark)
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("processes left behind: %v", left)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// marked lists the other processes that have the mark in their environment and are not dead.
func marked(mark string) []string {
	var pids []string
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		pid := filepath.Base(filepath.Dir(f))
		env, err := os.ReadFile(f)
		if err != nil || pid == fmt.Sprint(os.Getpid()) || !bytes.Contains(env, []byte(markEnv+"="+mark+"\x00")) {
			continue
		}
		pids = append(pids, pid)
	}
	return pids
}

// TestKilledParent: no worker and nothing that its library forked outlives a parent that could not clean up.
func TestKilledParent(t *testing.T) {
	path := compile(t, "FORK", 100, 1)
	loop := compile(t, "LOOP", 100, 1)
	mark := fmt.Sprintf("%d-killed", os.Getpid())
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), parentEnv+"="+path+":"+loop+":"+loop, markEnv+"="+mark)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	defer parent.Wait()
	deadline := time.Now().Add(30 * time.Second)
	for len(marked(mark)) < 3 && time.Now().Before(deadline) { // itself and the two that loop
		time.Sleep(10 * time.Millisecond)
	}
	if n := len(marked(mark)); n < 3 {
		t.Errorf("%d processes before the kill, want 3 or more", n)
	}
	parent.Process.Signal(syscall.SIGKILL)
	parent.Wait()
	nobodyLeft(t, mark)
}

func parentOfALoop(paths string) {
	program, _ := os.Executable()
	sha256, _ := catalog.Lookup("sha256")
	r := run.Request{Program: program, Primitives: []catalog.Primitive{sha256}, Processor: -1, Timeout: time.Hour}
	for _, p := range strings.Split(paths, ":") {
		r.Targets = append(r.Targets, library.Target{Library: "openssl", Path: p})
	}
	run.Run(context.Background(), r)
	os.Exit(0)
}

// TestInterrupt: what was measured by then is in the document, and nothing that has no interval.
func TestInterrupt(t *testing.T) {
	r := request(t, good(t))
	r.Launches = 1000
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r.Progress = func(p run.Progress) {
		if p.Stage == "measuring" && p.Done == 3 {
			stop()
		}
	}
	doc, err := run.Run(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	if doc.Method.Stopped != "interrupted" || doc.Method.Launches < 3 || doc.Method.Launches > 5 {
		t.Errorf("stopped %q after %d launches", doc.Method.Stopped, doc.Method.Launches)
	}
	if n := numbers(t, doc); n["file0"] != 2 || n["go"] != 2 {
		t.Errorf("results: %v", n)
	}
}

// TestInterruptInALoop: a library that does not return does not keep the user waiting.
func TestInterruptInALoop(t *testing.T) {
	r := request(t, compile(t, "LOOP", 100, 1))
	r.Timeout = time.Hour
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
	defer stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run.Run(ctx, r)
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("still running a minute later")
	}
}

// TestBudget: a run that cannot be finished ends in time with what it has, and says so.
func TestBudget(t *testing.T) {
	r := request(t, good(t))
	r.Launches = 100000
	for r.Budget = 3 * time.Second; ; r.Budget *= 3 { // a loaded machine needs most of three seconds to verify
		doc, err := run.Run(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		if doc.Method.Stopped != "budget" {
			t.Fatalf("stopped %q with a budget of %v", doc.Method.Stopped, r.Budget)
		}
		if len(doc.Results) > 0 || r.Budget > time.Minute {
			numbers(t, doc)
			if len(doc.Results) == 0 {
				t.Errorf("nothing in %v", r.Budget)
			}
			return
		}
	}
}

// TestDocument: what is promised of every result of a whole run.
func TestDocument(t *testing.T) {
	r := request(t, good(t), good(t))
	r.Launches = 16
	r.Pairs = run.PairsAll
	doc, err := run.Run(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Results) != 6 || len(doc.Pairs) != 6 || len(doc.Skipped) != 0 {
		t.Fatalf("%d results, %d pairs, skipped %+v; want 6, 6, none", len(doc.Results), len(doc.Pairs), doc.Skipped)
	}
	numbers(t, doc)
	for _, p := range doc.Pairs {
		b, o := doc.Results[p.Base], doc.Results[p.Other]
		if *b.SizeBytes != *o.SizeBytes || len(p.LaunchLogRatio) != 16 {
			t.Errorf("pair of %d and %d bytes with %d launches", *b.SizeBytes, *o.SizeBytes, len(p.LaunchLogRatio))
		}
	}
	var text bytes.Buffer
	if err := result.Encode(&text, doc); err != nil {
		t.Fatal(err)
	}
	if _, err := result.Decode(&text, "run"); err != nil {
		t.Errorf("the document cannot be read back: %v", err)
	}
}
