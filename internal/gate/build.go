package gate

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A BuildError is a command that did not build its library.
type BuildError struct {
	Side   string
	Reason string // "exit status 2"
	Output string // the last lines of it
}

func (e *BuildError) Error() string { return fmt.Sprintf("building %s: %s", e.Side, e.Reason) }

// Hint says what to do.
func (e *BuildError) Hint() string { return "its last lines are above; run it by itself" }

// shownLines is how much of a failed build's output is shown.
const shownLines = 20

// runBuild runs a command and returns the last line of its standard output. All of what it starts ends with ctx.
func runBuild(ctx context.Context, side, command string) (line string, err error) {
	out, all := new(tail), new(tail)
	c := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	c.Stdout, c.Stderr = io.MultiWriter(out, all), all
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", &BuildError{Side: side, Reason: err.Error(), Output: all.lines(shownLines)}
	}
	return strings.TrimSpace(out.lines(1)), nil
}

// A tail keeps the end of what is written to it, by two pipes at once.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// keptBytes is how much a tail keeps.
const keptBytes = 64 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - keptBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

// lines are the last n lines of it.
func (t *tail) lines(n int) string {
	all := strings.Split(strings.TrimRight(string(t.text), "\r\n \t"), "\n")
	return strings.Join(all[max(0, len(all)-n):], "\n")
}
