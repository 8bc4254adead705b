package gostd

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"cpb/library"
)

// TestGodebug: Go itself complains of settings that it does not know, or cannot turn off.
func TestGodebug(t *testing.T) {
	if len(capabilities) == 0 {
		t.Skip("nothing can be turned off on this architecture")
	}
	var all []string
	for name := range capabilities {
		all = append(all, name)
	}
	setting := godebug(library.Caps(strings.Join(all, "+")))
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), setting)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "GODEBUG") {
		t.Errorf("%s: %v: %s", setting, err, out)
	}
	cmd = exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=cpu.telepathy=off")
	if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), "GODEBUG") {
		t.Errorf("Go does not complain of what it does not know: %s", out)
	}
}

func TestEnviron(t *testing.T) {
	if got := environ(library.Target{Library: "go"}); got != nil {
		t.Errorf("without caps: %q", got)
	}
}
