package librarytest

import (
	"os/exec"
	"runtime"
	"testing"
)

// KeepBusy has another process keep every processor busy until the benchmark ends.
func KeepBusy(b *testing.B) {
	b.Helper()
	for range runtime.NumCPU() {
		busy := exec.Command("sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { busy.Process.Kill(); busy.Wait() })
	}
}
