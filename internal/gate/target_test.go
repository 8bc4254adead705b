package gate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"cpb/internal/gate"
	"cpb/library"
)

func TestNamesLibrary(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"lib.so": "\x7fELF\x02\x01", "run.json": `{"schema": "cpb/1"}`, "empty": "", "openssl": "text"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for arg, want := range map[string]bool{
		"lib.so": true, "run.json": false, "empty": false, ".": true, "sh:make": true, "sh:": true,
		"fake": true, "fake,properties=version=1.0": true, "go=x": true, "nothing.so": false, "run.json#base": false, "": false,
		"openssl": false, // a file goes before a name
	} {
		if got := gate.NamesLibrary(arg); got != want {
			t.Errorf("%q: %v", arg, got)
		}
	}
}

// resolve resolves arguments of the two sides.
func resolve(t *testing.T, args ...string) ([]library.Target, error) {
	t.Helper()
	r := gate.Resolver{Dir: t.TempDir()}
	var asked []gate.Argument
	for i, arg := range args {
		asked = append(asked, gate.Argument{Side: []string{gate.BaseLabel, gate.HeadLabel}[i], Text: arg})
	}
	return r.Resolve(context.Background(), asked...)
}

// program copies this program, a file of this machine's form, to name in a new folder.
func program(t *testing.T, name string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.Link(self, path); err == nil {
		return path
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func needC(t testing.TB) {
	t.Helper()
	if _, ok := library.Lookup("tomcrypt"); !ok {
		t.Skip("built without C libraries")
	}
}

// TestIdentify: a file is of the library whose files have such names, a folder of the one that is in it.
func TestIdentify(t *testing.T) {
	needC(t)
	tomcrypt, gcrypt := program(t, "libtomcrypt.so.1"), program(t, "libgcrypt.so.20")
	for arg, want := range map[string]string{
		tomcrypt: "tomcrypt", filepath.Dir(tomcrypt): "tomcrypt", gcrypt: "gcrypt", "tomcrypt=" + gcrypt: "tomcrypt",
	} {
		got, err := resolve(t, arg)
		if err != nil {
			t.Errorf("%s: %v", arg, err)
		} else if got[0].Library != want || got[0].Path == "" {
			t.Errorf("%s: %+v, want %s", arg, got[0], want)
		}
	}
	for arg, want := range map[string]string{
		program(t, "base.so"):      "not the name of any library that is known",
		t.TempDir():                "the folder holds no library that is known",
		"nowhere/x.so":             "nowhere/x.so: no such file or directory",
		"tomcrypt=" + t.TempDir():  "no such library there",
		two(t, tomcrypt, gcrypt):   "holds several libraries: gcrypt, tomcrypt",
		two(t, tomcrypt, tomcrypt): "2 files of tomcrypt",
		"fake":                     "2 files of fake",
	} {
		if _, err := resolve(t, arg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", arg, err, want)
		}
	}
}

// two is a folder with copies of two files in it.
func two(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		below := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(below, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(below, filepath.Base(f)), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestBuild: what a command has built is copied before the next command builds in the same place.
func TestBuild(t *testing.T) {
	needC(t)
	from := program(t, "source")
	t.Chdir(t.TempDir())
	build := func(extra string) string {
		return fmt.Sprintf("sh:echo compiling; cp %s libtomcrypt.so && echo %s >>libtomcrypt.so; echo libtomcrypt.so; echo", from, extra)
	}
	got, err := resolve(t, build("base"), build("head"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"base\n", "head\n"} {
		text, err := os.ReadFile(got[i].Path)
		if err != nil || !strings.HasSuffix(string(text), want) {
			t.Errorf("side %d is not what its command has built: %v", i, err)
		}
		if got[i].Library != "tomcrypt" || filepath.Base(got[i].Path) != "libtomcrypt.so" {
			t.Errorf("side %d: %+v", i, got[i])
		}
	}
	if got, err = resolve(t, fmt.Sprintf("sh:cp %s x.so; echo tomcrypt=x.so", from)); err != nil || got[0].Library != "tomcrypt" {
		t.Errorf("NAME=PATH: %+v, %v", got, err)
	}
	// a build in the place of a base that is no command's
	_, err = resolve(t, "libtomcrypt.so", build("again"))
	if err == nil || !strings.Contains(err.Error(), "building head replaced base") {
		t.Errorf("the base was replaced: %v", err)
	}
	// … and in that of a head, which is built after it
	_, err = resolve(t, build("once more"), "libtomcrypt.so")
	if err == nil || !strings.Contains(err.Error(), "building base replaced head") {
		t.Errorf("the head was replaced: %v", err)
	}
	_, err = resolve(t, "sh:echo libtomcrypt.so", "libtomcrypt.so")
	if err == nil || !strings.Contains(err.Error(), "what it says that it has built is head") {
		t.Errorf("the base is the head: %v", err)
	}
	_, err = resolve(t, "sh:true")
	if err == nil || !strings.Contains(err.Error(), `names no file: ""`) {
		t.Errorf("nothing printed: %v", err)
	}
}

func TestBuildFails(t *testing.T) {
	_, err := resolve(t, `sh:for i in $(seq 30); do echo line $i; done; echo last >&2; exit 7`)
	b, ok := errors.AsType[*gate.BuildError](err)
	if !ok || b.Side != gate.BaseLabel || b.Error() != "building base: exit status 7" {
		t.Fatalf("got %v", err)
	}
	lines := strings.Split(b.Output, "\n")
	if len(lines) != 20 || lines[0] != "line 12" || lines[18] != "line 30" || lines[19] != "last" {
		t.Errorf("%d lines: %q", len(lines), b.Output)
	}
}

// TestBuildFolder: a path is relative to the folder in which the command ends, and to that of whoever asked where a trap hides it.
func TestBuildFolder(t *testing.T) {
	needC(t)
	from := program(t, "source")
	dir := t.TempDir()
	t.Chdir(dir)
	for _, side := range []string{"here", "there"} {
		if err := os.MkdirAll(filepath.Join(dir, side), 0o755); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, side, "libtomcrypt.so"), append(text, side...), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(dir, "here"))
	for command, want := range map[string]string{
		"cd ../there && echo libtomcrypt.so":               "there",
		"cd ../there; echo tomcrypt=libtomcrypt.so; exit":  "there",
		"(cd ../there && true) && echo libtomcrypt.so":     "here",
		"cd ../there && trap : 0 && echo libtomcrypt.so":   "here",
		"cd ../there && exec echo ../there/libtomcrypt.so": "there",
	} {
		got, err := resolve(t, "sh:"+command)
		if err != nil {
			t.Errorf("%s: %v", command, err)
			continue
		}
		if text, err := os.ReadFile(got[0].Path); err != nil || !strings.HasSuffix(string(text), want) {
			t.Errorf("%s: not %s's, %v", command, want, err)
		}
	}
}

// TestBuildInRoot: what needs the rest of another system is not copied out of it.
func TestBuildInRoot(t *testing.T) {
	needC(t)
	root := t.TempDir()
	for _, below := range []string{"usr/lib", "etc"} {
		if err := os.MkdirAll(filepath.Join(root, below), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(root, "usr/lib/libtomcrypt.so")
	if err := os.Rename(program(t, "x"), path); err != nil {
		t.Skip(err)
	}
	if _, err := resolve(t, "sh:echo "+path); err == nil || !strings.Contains(err.Error(), "lies in a system of its own") {
		t.Errorf("got %v", err)
	}
}

// process waits for the number that a build writes into a file.
func process(t *testing.T, file string) int {
	t.Helper()
	for {
		text, err := os.ReadFile(file)
		if pid, notYet := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && notYet == nil && strings.HasSuffix(string(text), "\n") {
			return pid
		}
		time.Sleep(time.Millisecond)
	}
}

// gone waits until there is no process of that number that does anything: one whose parent does not ask for its end stays in the table.
func gone(t *testing.T, pid int) {
	t.Helper()
	for range 10_000 {
		if syscall.Kill(pid, 0) == syscall.ESRCH {
			return
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, state, ok := strings.Cut(string(stat), ") "); err != nil || ok && strings.HasPrefix(state, "Z") {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("process %d goes on", pid)
}

// TestBuildEnds: a build ends with whoever wanted it, and so does what it started.
func TestBuildEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	mark := filepath.Join(t.TempDir(), "started")
	r := gate.Resolver{Dir: t.TempDir()}
	done := make(chan error, 1)
	go func() {
		_, err := r.Resolve(ctx, gate.Argument{Side: gate.BaseLabel, Text: "sh:sleep 600 & echo $! >" + mark + "; sleep 600"})
		done <- err
	}()
	pid := process(t, mark)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	gone(t, pid)
}

// TestBuildLeavesNobody: what a build leaves behind does not keep it from being done, and ends with it.
func TestBuildLeavesNobody(t *testing.T) {
	needC(t)
	from := program(t, "libtomcrypt.so")
	mark := filepath.Join(t.TempDir(), "started")
	got, err := resolve(t, "sh:sleep 600 & echo $! >"+mark+"; echo "+from)
	if err != nil || got[0].Library != "tomcrypt" {
		t.Errorf("got %+v, %v", got, err)
	}
	gone(t, process(t, mark))
	if _, err := resolve(t, "sh:sleep 600 & echo $! >"+mark+"; exit 3"); err == nil || err.Error() != "building base: exit status 3" {
		t.Errorf("got %v", err)
	}
	gone(t, process(t, mark))
}
