package store

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cpb/result"
)

func document() *result.Document {
	size := 16
	return &result.Document{
		Schema:  result.Schema,
		Tool:    result.Tool{Name: "cpb"},
		Results: []result.Result{{Run: "r", Library: "fake", Primitive: "sha256", SizeBytes: &size, NsPerCall: 100}},
	}
}

func TestKeep(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	path, err := Keep(document(), "20261201-000000")
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(data, "cpb", "runs", "20261201-000000.json"); path != want {
		t.Errorf("kept in %s, want %s", path, want)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := result.Decode(f, path)
	if err != nil || len(doc.Results) != 1 || doc.Results[0].NsPerCall != 100 {
		t.Errorf("read back: %+v, %v", doc, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files in the folder, want 1", len(left))
	}
}

// TestDir: without an absolute XDG_DATA_HOME the default of the XDG specification is used.
func TestDir(t *testing.T) {
	t.Setenv("HOME", "/home/someone")
	for _, value := range []string{"", "relative/path"} {
		t.Setenv("XDG_DATA_HOME", value)
		if dir, err := Dir(); err != nil || dir != "/home/someone/.local/share/cpb/runs" {
			t.Errorf("XDG_DATA_HOME=%q: %q, %v", value, dir, err)
		}
	}
}

// TestWriteReplacesWhole: a file that cannot be written leaves the old one as it was, and nothing else behind.
func TestWriteReplacesWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := document()
	bad.Results[0].NsPerCall = math.NaN() // JSON has no such number
	if err := Write(path, bad); err == nil {
		t.Error("a time that is no number was written")
	}
	if text, _ := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the old file holds %q", text)
	}
	if err := Write(path, document()); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files in the folder, want 1", len(left))
	}
}

func TestProbe(t *testing.T) {
	dir := t.TempDir()
	if err := Probe(filepath.Join(dir, "run.json")); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("a probe left %v", left)
	}
	for path, why := range map[string]string{
		filepath.Join(dir, "none", "run.json"): "no such file",
		dir:                                    "it is a folder",
		"/proc/run.json":                       "/proc/run.json",
	} {
		if err := Probe(path); err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want the path and %q", path, err, why)
		}
	}
}

// TestWriteDevice: a device stays one.
func TestWriteDevice(t *testing.T) {
	if err := Probe(os.DevNull); err != nil {
		t.Fatal(err)
	}
	if err := Write(os.DevNull, document()); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(os.DevNull); err != nil || st.Mode().IsRegular() {
		t.Errorf("%s is a file now", os.DevNull)
	}
}
