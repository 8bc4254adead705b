//go:build cgo

package gcrypt

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cpb/internal/root"
	"cpb/library"
	"cpb/library/librarytest"
)

// TestMachine runs the suite on this machine's own libgcrypt.
func TestMachine(t *testing.T) {
	lib, info := librarytest.Open(t, "gcrypt", "")
	librarytest.Run(t, lib, info)
}

// roots is every libgcrypt in the files and folders that CPB_TEST_ROOTS lists, separated by colons: unpacked distributions,
// build trees.
func roots(t *testing.T) (all []library.Target) {
	t.Helper()
	for _, where := range filepath.SplitList(os.Getenv("CPB_TEST_ROOTS")) {
		targets, err := find(where)
		if err != nil {
			t.Error(err)
		}
		all = append(all, targets...)
	}
	return all
}

// TestRoots runs the suite on the libraries of other roots. Each is loaded by a process of its own, under its root's loader where
// that is needed.
func TestRoots(t *testing.T) {
	if os.Getenv("CPB_TEST_ROOTS") == "" {
		t.Skip("CPB_TEST_ROOTS lists no folders with other versions")
	}
	for _, target := range roots(t) {
		t.Run(target.Path, func(t *testing.T) { t.Log(inChild(t, target, "TestTarget")) })
	}
}

// TestFIPS: in FIPS mode what is not allowed is missing, and nothing is printed; nor is out of it.
func TestFIPS(t *testing.T) {
	machine, _ := find("")
	for _, target := range append(machine, roots(t)...) {
		t.Run(target.Path, func(t *testing.T) {
			if out := inChild(t, target, "TestOpened"); !strings.Contains(out, "md4 oneshot: \n") {
				t.Errorf("there is no MD4:\n%s", out)
			}
			out := inChild(t, target, "TestOpened", "LIBGCRYPT_FORCE_FIPS_MODE=1")
			if !strings.Contains(out, `"fips": "on"`) {
				t.Skip("it does not obey LIBGCRYPT_FORCE_FIPS_MODE, as 1.8")
			}
			for _, want := range []string{
				"md4 oneshot: refused, in FIPS mode: Invalid digest algorithm\n",
				"md4 native-reused: refused, in FIPS mode: Invalid digest algorithm\n",
				"sha256 oneshot: \n",
			} {
				if !strings.Contains(out, want) {
					t.Errorf("no line %q in\n%s", want, out)
				}
			}
		})
	}
}

// targetVariable holds the target that TestTarget loads.
const targetVariable = "CPB_TEST_GCRYPT_TARGET"

// child runs one test of this package on the target in another process, with more in the environment.
func child(t *testing.T, target library.Target, test string, environ ...string) (stdout, stderr string, err error) {
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
	cmd.Env = append(append(os.Environ(), environ...), targetVariable+"="+string(text))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// inChild is a child that succeeds and whose library prints nothing.
func inChild(t *testing.T, target library.Target, test string, environ ...string) string {
	t.Helper()
	out, errs, err := child(t, target, test, environ...)
	if err != nil || errs != "" {
		t.Errorf("%v\n%s%s", err, errs, out)
	}
	return out
}

// openTarget opens the target of child on a thread that the test keeps.
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

// TestOpened is the child that describes what it opened.
func TestOpened(t *testing.T) {
	lib, err := openTarget(t)
	if err != nil {
		t.Fatal(err)
	}
	describe(t, lib)
}

// TestTarget is the child that runs the suite on it too.
func TestTarget(t *testing.T) {
	lib, err := openTarget(t)
	if err != nil {
		t.Fatal(err)
	}
	describe(t, lib)
	info, _ := library.Lookup("gcrypt")
	librarytest.Run(t, lib, info)
}

// describe prints what a library says of itself. A real one says something of everything.
func describe(t *testing.T, lib library.Library) {
	t.Helper()
	name, version := lib.Identity()
	l := lib.Loaded()
	text, err := json.MarshalIndent(l, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s %s\n%s", name, version, text)
	if name != "gcrypt" || version == "" || !strings.HasPrefix(l.Text, "libgcrypt "+version+", libgpg-error ") || l.Flags == "" || l.Platform == "" || l.Capabilities == "" {
		t.Errorf("it is %q %q, loaded %+v", name, version, l)
	}
	for _, o := range lib.Offers() {
		t.Logf("%s %s: %s", o.Primitive, o.Interface, o.Missing)
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]bool{
		"libgcrypt.so": true, "libgcrypt.so.20": true, "libgcrypt.so.20.4.1": true,
		"libgcrypt.so.11": false, "libgcrypt.so.200": false, "libgcrypt.so.20.hmac": false, ".libgcrypt.so.20.hmac": false, "libgcrypt.a": false,
	} {
		if fileName.MatchString(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// TestConfig: the lines are what 1.8.8 and 1.10.1 give.
func TestConfig(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{versions(fields("version", "version:1.10.1:10a01:1.46:12e00:\n")), "libgcrypt 1.10.1, libgpg-error 1.46"},
		{versions(fields("version", "")), ""},
		{compiler(fields("cc", "cc:100201:gcc:10.2.1 20210110:\n")), "gcc 10.2.1 20210110"},
		{compiler(fields("cc", "")), ""},
		{features(fields("hwflist", "hwflist:intel-bmi2:intel-ssse3:\n")), "intel-bmi2:intel-ssse3"},
		{features(fields("hwflist", "hwflist:\n")), "none"},
		{features(fields("hwflist", "")), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
