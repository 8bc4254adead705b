package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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

// tellFolder has the shell write into descriptor 3, when it ends, the folder that it is in then. A command with a trap of its own on that
// takes this one's place.
const tellFolder = "trap 'pwd -P >&3' 0; "

// runBuild runs a command, and returns the last line of its standard output and the folder that a path there is relative to: the one that the
// command ended in. What it has started ends with it, whatever came of it, but for what has left its process group (setsid).
func runBuild(ctx context.Context, side, command string) (line, folder string, err error) {
	told, err := os.CreateTemp("", "cpb-gate-")
	if err != nil {
		return "", "", err
	}
	defer told.Close()
	defer os.Remove(told.Name())
	var out, log tail
	c := exec.CommandContext(ctx, "/bin/sh", "-c", tellFolder+command)
	c.Stdout, c.Stderr = &out, &log
	c.ExtraFiles = []*os.File{told}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killAll := func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.Cancel = killAll
	c.WaitDelay = time.Second
	err = c.Run()
	if c.Process != nil {
		killAll() // most often nobody is left to be killed
	}
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case err != nil && !errors.Is(err, exec.ErrWaitDelay): // that one is: it ended well, and something that it started still had its output
		return "", "", &BuildError{Side: side, Reason: err.Error(), Output: ends(&out, &log)}
	}
	return strings.TrimSpace(out.lines(1)), folderIn(told), nil
}

// folderIn is the folder that tellFolder has written; "" where that is none.
func folderIn(told *os.File) string {
	if _, err := told.Seek(0, io.SeekStart); err != nil {
		return ""
	}
	text, _ := io.ReadAll(io.LimitReader(told, keptBytes))
	folder := strings.TrimSuffix(string(text), "\n")
	if st, err := os.Stat(folder); err != nil || !st.IsDir() || !filepath.IsAbs(folder) {
		return ""
	}
	return folder
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
