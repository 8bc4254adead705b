package librarytest

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cpb/internal/root"
	"cpb/library"
)

// targetVariable holds the target that a test opens in a process of its own.
const targetVariable = "CPB_TEST_TARGET"

// Roots runs the suite on every file of the library in the files and folders that CPB_TEST_ROOTS lists, separated by colons:
// unpacked distributions, build trees; a folder without one is passed over. It is all that the calling test does. Each file
// is loaded by a process of its own, under its root's loader where that is needed.
func Roots(t *testing.T, name string) {
	t.Helper()
	info, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("no library %q is registered", name)
	}
	if os.Getenv(targetVariable) != "" {
		lib := Opened(t)
		describe(t, lib)
		Run(t, lib, info)
		return
	}
	list := filepath.SplitList(os.Getenv("CPB_TEST_ROOTS"))
	if len(list) == 0 {
		t.Skip("CPB_TEST_ROOTS lists no folders with other versions")
	}
	test := t.Name()
	for _, where := range list {
		targets, err := info.Find(where)
		switch {
		case errors.Is(err, library.ErrNoFile):
			t.Log(err)
		case err != nil:
			t.Error(err)
		}
		for _, target := range targets {
			t.Run(target.Path, func(t *testing.T) {
				out, err := Child(t, target, test)
				if err != nil {
					t.Error(err)
				}
				t.Logf("%s", out)
			})
		}
	}
}

// Isolated runs the calling test once more in a process of its own, in which it opens the target: there it returns the
// library. In the first process it returns nil when that is done.
func Isolated(t *testing.T, target func() library.Target) library.Library {
	t.Helper()
	if os.Getenv(targetVariable) != "" {
		return Opened(t)
	}
	if out, err := Child(t, target(), t.Name()); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return nil
}

// Compile makes a shared library from a file of C, or skips the test.
func Compile(t testing.TB, path, source string, args ...string) {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc")
	}
	args = append([]string{"-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o", path, source}, args...)
	if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
}

// Child runs one test of this program on the target in another process, where that test gets it from Opened. The error is the
// test's failure.
func Child(t *testing.T, target library.Target, test string) ([]byte, error) {
	t.Helper()
	return Command(t, target, test).CombinedOutput()
}

// Command is that process, for callers that have more to say of its environment or its output.
func Command(t *testing.T, target library.Target, test string) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(target)
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	argv, err := root.Command(target.Root, program)
	if err != nil {
		t.Fatal(err)
	}
	argv = append(argv, "-test.run=^"+test+"$", "-test.v")
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), targetVariable+"="+string(text))
	if info, ok := library.Lookup(target.Library); ok && info.Environ != nil {
		cmd.Env = with(cmd.Env, info.Environ(target))
	}
	return cmd
}

// with is the environment env after the changes that library.Info.Environ asks for.
func with(env, changes []string) []string {
	env = slices.Clone(env)
	for _, change := range changes {
		name, _, set := strings.Cut(change, "=")
		env = slices.DeleteFunc(env, func(v string) bool { return strings.HasPrefix(v, name+"=") })
		if set {
			env = append(env, change)
		}
	}
	return env
}

// Opened is the target of Child, opened on a thread that the test keeps. Elsewhere it skips the test.
func Opened(t *testing.T) library.Library {
	t.Helper()
	text := os.Getenv(targetVariable)
	if text == "" {
		t.Skip("run by other tests in a process of its own")
	}
	var target library.Target
	if err := json.Unmarshal([]byte(text), &target); err != nil {
		t.Fatal(err)
	}
	info, ok := library.Lookup(target.Library)
	if !ok {
		t.Fatalf("no library %q is registered", target.Library)
	}
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	lib, err := info.Open(target)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// describe logs what the library is and offers.
func describe(t *testing.T, lib library.Library) {
	name, version := lib.Identity()
	loaded, err := json.MarshalIndent(lib.Loaded(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s %s\n%s", name, version, loaded)
	for _, o := range lib.Offers() {
		t.Logf("%s %s: %s", o.Primitive, o.Interface, strings.TrimSpace(o.Missing+" "+o.Provider))
	}
}
