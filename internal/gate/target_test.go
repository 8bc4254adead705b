package gate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// resolve resolves arguments of the two sides, one after the other.
func resolve(t *testing.T, args ...string) ([]library.Target, error) {
	t.Helper()
	r := gate.Resolver{Dir: t.TempDir()}
	var all []library.Target
	for i, arg := range args {
		target, err := r.Resolve(context.Background(), []string{gate.BaseLabel, gate.HeadLabel}[i], arg)
		if err != nil {
			return all, err
		}
		all = append(all, target)
	}
	return all, nil
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
		t.TempDir():                "not the name of any library that is known",
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

// TestBuildEnds: a build ends with whoever wanted it, and so does what it started.
func TestBuildEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	mark := filepath.Join(t.TempDir(), "started")
	r := gate.Resolver{Dir: t.TempDir()}
	done := make(chan error, 1)
	go func() {
		_, err := r.Resolve(ctx, gate.BaseLabel, "sh:touch "+mark+"; sleep 600 & sleep 600")
		done <- err
	}()
	for {
		if _, err := os.Stat(mark); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
