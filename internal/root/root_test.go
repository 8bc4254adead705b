package root

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes files and links below a new folder, which it returns without links. A content "-> TARGET" is a link, one that
// ends in "/" a folder.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fill(t, top, files)
	return top
}

// fill makes the files and links of tree in a folder.
func fill(t testing.TB, top string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		put(t, filepath.Join(top, name), strings.HasSuffix(name, "/"), content)
	}
}

func put(t testing.TB, path string, folder bool, content string) {
	t.Helper()
	dir := filepath.Dir(path)
	if folder {
		dir = path
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var err error
	target, link := strings.CutPrefix(content, "-> ")
	switch {
	case folder:
	case link:
		err = os.Symlink(target, path)
	default:
		err = os.WriteFile(path, []byte(content), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// compile makes path from C source with the arguments, or skips the test.
func compile(t testing.TB, path, source string, args ...string) {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"-x", "c", "-", "-x", "none", "-o", path}, args...)
	cmd := exec.Command(gcc, args...)
	cmd.Stdin = strings.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// shared makes a shared library.
func shared(t testing.TB, path string, args ...string) {
	t.Helper()
	compile(t, path, "int answer(void) { return 42; }", append([]string{"-shared", "-fPIC"}, args...)...)
}

func TestOf(t *testing.T) {
	top := tree(t, map[string]string{
		"usrmerge/usr/lib/x86_64-linux-gnu/libz.so.1": "",
		"usrmerge/lib":                        "-> usr/lib",
		"usrmerge/opt/x/lib/libz.so":          "",
		"split/usr/lib/":                      "",
		"split/lib/x86_64-linux-gnu/libz.so":  "",
		"fedora/usr/lib64/libz.so":            "",
		"whole/usr/lib/os-release":            "",
		"whole/opt/x/lib/libz.so":             "",
		"prefix/lib/libz.so":                  "",
		"prefix/lib64/libz.so":                "",
		"build/libcrypto.so":                  "",
		"home/usr/lib/":                       "",
		"split/usr/lib/debug/usr/lib/libz.so": "",
		"home/src/openssl/libcrypto.so":       "",
		"home/roots/sid/usr/lib/libcrypto.so": "",
	})
	for path, want := range map[string]string{
		"usrmerge/usr/lib/x86_64-linux-gnu/libz.so.1": "usrmerge",
		"usrmerge/lib/x86_64-linux-gnu/libz.so.1":     "usrmerge",
		"usrmerge/opt/x/lib/libz.so":                  "",
		"split/lib/x86_64-linux-gnu/libz.so":          "split",
		"split/usr/lib/debug/usr/lib/libz.so":         "split",
		"fedora/usr/lib64/libz.so":                    "fedora",
		"whole/opt/x/lib/libz.so":                     "whole",
		"prefix/lib/libz.so":                          "",
		"prefix/lib64/libz.so":                        "",
		"build/libcrypto.so":                          "",
		"home/src/openssl/libcrypto.so":               "",
		"home/roots/sid/usr/lib/libcrypto.so":         "home/roots/sid",
	} {
		if want != "" {
			want = filepath.Join(top, want)
		}
		if got := Of(filepath.Join(top, path)); got != want {
			t.Errorf("Of(%s) is %q, want %q", path, got, want)
		}
	}
	for _, path := range []string{"/usr/lib/x86_64-linux-gnu/libc.so.6", "/lib64/libc.so.6", "/usr/local/lib/libz.so", "/opt/x/lib/libz.so", "/libz.so", "/"} {
		if got := Of(path); got != "" {
			t.Errorf("Of(%s) is %q, want the machine's own", path, got)
		}
	}
}

// TestLinks: an absolute link in an unpacked root leads into that root, also where the machine has a file of that name.
func TestLinks(t *testing.T) {
	top := tree(t, map[string]string{
		"root/usr/lib/real.so":      "",
		"root/usr/lib/absolute.so":  "-> /usr/lib/real.so",
		"root/usr/lib/relative.so":  "-> ../../lib/real.so",
		"root/usr/lib/above.so":     "-> ../../../../../usr/lib/real.so",
		"root/usr/lib/machine.so":   "-> /bin/sh",
		"root/usr/lib/loop.so":      "-> loop.so",
		"root/usr/lib/ssl/conf":     "-> /etc/ssl/conf",
		"root/etc/ssl/conf":         "",
		"root/etc/alternatives/lib": "-> /usr/lib/absolute.so",
		"root/lib":                  "-> /usr/lib",
		"link":                      "-> root",
		"build/lib.so":              "-> /bin/sh",
	})
	for name, want := range map[string]string{
		"root/usr/lib/absolute.so":  "root/usr/lib/real.so",
		"root/usr/lib/relative.so":  "root/usr/lib/real.so",
		"root/usr/lib/above.so":     "root/usr/lib/real.so",
		"root/lib/absolute.so":      "root/usr/lib/real.so",
		"root/etc/alternatives/lib": "root/usr/lib/real.so",
		"link/lib/absolute.so":      "root/usr/lib/real.so",
		"root/usr/lib/machine.so":   "",
		"root/usr/lib/loop.so":      "",
		"root/usr/lib/none.so":      "",
	} {
		got, err := Resolve(filepath.Join(top, name))
		switch {
		case want == "" && err == nil:
			t.Errorf("%s leads to %s", name, got)
		case want != "" && (err != nil || got != filepath.Join(top, want)):
			t.Errorf("%s leads to %s, %v, want %s", name, got, err, want)
		}
	}
	if got, err := Inside(filepath.Join(top, "root"), "/usr/lib/ssl/conf"); err != nil || got != filepath.Join(top, "root/etc/ssl/conf") {
		t.Errorf("the settings are %s, %v", got, err)
	}
	sh, err := filepath.EvalSymlinks("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Resolve(filepath.Join(top, "build/lib.so")); err != nil || got != sh {
		t.Errorf("a link of the machine leads to %s, %v, want %s", got, err, sh)
	}
}
