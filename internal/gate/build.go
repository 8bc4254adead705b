package gate

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
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
	var out, log tail
	c := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	c.Stdout, c.Stderr = &out, &log
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", &BuildError{Side: side, Reason: err.Error(), Output: ends(&out, &log)}
	}
	return strings.TrimSpace(out.lines(1)), nil
}

// ends are the last lines of both outputs, what went to standard error last: how the two were mixed is not known.
func ends(out, log *tail) string {
	room := shownLines - min(log.count(), shownLines/2)
	first := out.lines(room)
	second := log.lines(shownLines - min(out.count(), room))
	return strings.Trim(first+"\n"+second, "\n")
}

// A tail keeps the end of what is written to it.
type tail struct{ text []byte }

// keptBytes is how much a tail keeps.
const keptBytes = 64 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	if over := len(t.text) - keptBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

func (t *tail) all() []string {
	text := strings.TrimRight(string(t.text), "\r\n \t")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func (t *tail) count() int { return len(t.all()) }

// lines are the last n lines of it.
func (t *tail) lines(n int) string {
	all := t.all()
	return strings.Join(all[max(0, len(all)-n):], "\n")
}
