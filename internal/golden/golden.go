// Package golden compares what a test made with the file that holds what it should make.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files with what the tests make")

// Check fails t where got is not what the file at path holds, and leaves got beside it as path.got. With -update it
// writes the file instead.
func Check(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (-update writes it)", err)
	}
	if bytes.Equal(got, want) {
		return
	}
	if err := os.WriteFile(path+".got", got, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Errorf("differs from %s: see diff %s %s.got; -update accepts it", path, path, path)
}
