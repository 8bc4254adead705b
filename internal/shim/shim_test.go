//go:build cgo && linux

package shim

import (
	"bytes"
	"os"
	"testing"
)

// TestRenewCode: afterwards no library's code is mapped from a file, and what was running goes on.
func TestRenewCode(t *testing.T) {
	if err := RenewCode(); err != nil {
		t.Fatal(err)
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(maps) {
		if f := bytes.Fields(line); len(f) == 6 && string(f[1]) == "r-xp" && f[5][0] == '/' && string(f[5]) != program {
			t.Errorf("still mapped from a file: %s", line)
		}
	}
	b, err := Empty()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if failures := b.Time(10, 10, make([]int64, 3)); failures != 0 {
		t.Errorf("%d of 40 calls that do nothing failed", failures)
	}
}
