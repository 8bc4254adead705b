package gate_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestStep holds the step of contrib/gate-example and that of docs/gate.md to what git bisect run takes: 0 good, 1 bad, 125 not to be told, and
// from 128 on stop.
func TestStep(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	example, err := filepath.Abs("../../contrib/gate-example/step")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../../docs/gate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(doc), "```sh\n")
	text, _, found := strings.Cut(text, "```\n")
	if !found {
		t.Fatal("docs/gate.md has no step")
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	documented, base := write("step", text), write("base.so", "")
	write("cpb", "#!/bin/sh\ncase $1 in verify) exit $VERIFY ;; gate) exit $GATE ;; esac\nexit 99\n")
	for _, compiler := range []string{"cc", "make"} {
		write(compiler, "#!/bin/sh\nexit $BUILD\n")
	}
	for _, test := range []struct {
		build, verify, gate string
		args                []string
		want                int
	}{
		{"0", "0", "0", []string{base}, 0},
		{"0", "0", "1", []string{base}, 1},
		{"0", "0", "4", []string{base}, 125},
		{"0", "0", "2", []string{base}, 255},
		{"0", "0", "3", []string{base}, 255},
		{"0", "0", "130", []string{base}, 255},
		{"0", "0", "137", []string{base}, 255}, // killed; 128 + 137 would be 9, which is bad
		{"0", "1", "1", []string{base}, 125},   // answers wrong
		{"0", "3", "0", []string{base}, 125},   // does not load
		{"0", "2", "0", []string{base}, 255},
		{"2", "0", "0", []string{base}, 125},
		{"0", "0", "0", nil, 255},
		{"0", "0", "0", []string{filepath.Join(dir, "nowhere.so")}, 255},
	} {
		for _, step := range []string{example, documented} {
			c := exec.Command(bash, append([]string{step}, test.args...)...)
			c.Dir = dir
			c.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "CPB=", "BUILD="+test.build, "VERIFY="+test.verify, "GATE="+test.gate)
			got := 0
			if err := c.Run(); err != nil {
				exit, ok := errors.AsType[*exec.ExitError](err)
				if !ok {
					t.Fatal(err)
				}
				got = exit.ExitCode()
			}
			if got != test.want {
				t.Errorf("%s with %+v: %d", filepath.Base(filepath.Dir(step)), test, got)
			}
		}
	}
}
