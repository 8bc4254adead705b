//go:build cgo

package openssl

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cpb/internal/root"
	"cpb/library"
	"cpb/library/librarytest"
)

// TestMachine runs the suite on this machine's own libcrypto.
func TestMachine(t *testing.T) {
	lib, info := librarytest.Open(t, "openssl", "")
	librarytest.Run(t, lib, info)
}

// TestRoots runs the suite on every libcrypto in the files and folders that CPB_TEST_ROOTS lists, separated by colons: unpacked
// distributions, build trees. Each is loaded by a process of its own, under its root's loader where that is needed.
func TestRoots(t *testing.T) {
	list := filepath.SplitList(os.Getenv("CPB_TEST_ROOTS"))
	if len(list) == 0 {
		t.Skip("CPB_TEST_ROOTS lists no folders with other versions")
	}
	for _, where := range list {
		targets, err := find(where)
		if err != nil {
			t.Error(err)
		}
		for _, target := range targets {
			t.Run(target.Path, func(t *testing.T) {
				out, err := inChild(t, target, "TestTarget")
				if err != nil {
					t.Errorf("%v\n%s", err, out)
				}
				t.Logf("%s", out)
			})
		}
	}
}

// targetVariable holds the target that TestTarget loads.
const targetVariable = "CPB_TEST_OPENSSL_TARGET"

// inChild runs one test of this package on the target in another process.
func inChild(t *testing.T, target library.Target, test string) ([]byte, error) {
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
	cmd.Env = append(with(os.Environ(), environ(target)), targetVariable+"="+string(text))
	return cmd.CombinedOutput()
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

// openTarget opens the target of inChild on a thread that the test keeps.
func openTarget(t *testing.T) (library.Library, error) {
	t.Helper()
	text := os.Getenv(targetVariable)
	if text == "" {
		t.Skip("run by other tests in a process of its own")
	}
	var target library.Target
	if err := json.Unmarshal([]byte(text), &target); err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	return open(target)
}

// TestTarget is TestRoots' child.
func TestTarget(t *testing.T) {
	lib, err := openTarget(t)
	if err != nil {
		t.Fatal(err)
	}
	name, version := lib.Identity()
	t.Log(name, version)
	loaded, err := json.MarshalIndent(lib.Loaded(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", loaded)
	for _, o := range lib.Offers() {
		t.Logf("%s %s: %s", o.Primitive, o.Interface, strings.TrimSpace(o.Missing+" "+o.Provider))
	}
	info, _ := library.Lookup("openssl")
	librarytest.Run(t, lib, info)
}
