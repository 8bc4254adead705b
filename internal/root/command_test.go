package root

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cLibraryOf puts a C library that calls itself the given release, and optionally a loader, into a root.
func cLibraryOf(t *testing.T, root, release string, loader bool) {
	t.Helper()
	dir := filepath.Join(root, "usr/lib", native.triplet)
	compile(t, filepath.Join(dir, "libc.so.6"), fmt.Sprintf("const char banner[] = \"GNU C Library (Fake GLIBC %s-1) stable release version %s.\\n\";", release, release), "-shared", "-fPIC", "-nostdlib")
	if loader {
		shared(t, filepath.Join(dir, native.loader), "-nostdlib")
	}
}

func TestCommand(t *testing.T) {
	if _, err := machineLibC(); err != nil {
		t.Skip(err)
	}
	top := tree(t, map[string]string{"only-libraries/usr/lib/": ""})
	at := func(name string) string { return filepath.Join(top, name) }
	program, static, needy := at("program"), at("static"), at("needy")
	compile(t, program, "int main(void) { return 0; }")
	compile(t, static, "int main(void) { return 0; }", "-static")
	shared(t, at("libextra.so"))
	compile(t, needy, "int main(void) { return 0; }", "-Wl,--no-as-needed", at("libextra.so"))
	cLibraryOf(t, at("newer"), "99.1", true)
	cLibraryOf(t, at("older"), "2.4", true)
	cLibraryOf(t, at("without-loader"), "99.1", false)
	cLibraryOf(t, at("with:colon"), "99.1", true)

	dirs := filepath.Join(at("newer"), "usr/lib", native.triplet)
	theirs := []string{filepath.Join(dirs, native.loader), "--inhibit-cache", "--library-path", dirs + ":" + at("newer/usr/lib"), program}
	for _, c := range []struct {
		root, program string
		want          []string
		err           string
	}{
		{"", program, []string{program}, ""},
		{at("only-libraries"), program, []string{program}, ""},
		{at("older"), program, []string{program}, ""},
		{at("newer"), static, []string{static}, ""},
		{at("newer"), program, theirs, ""},
		{at("newer"), needy, nil, "has no " + at("libextra.so") + ", which needy needs"},
		{at("newer"), at("none"), nil, at("none") + ": no such file or directory"},
		{at("without-loader"), program, nil, "has a newer C library than this machine, and no " + native.loader},
		{at("with:colon"), program, nil, "neither : nor ;"},
	} {
		got, err := Command(c.root, c.program)
		if !slices.Equal(got, c.want) || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("Command(%s, %s) is %q, %v, want %q, %s", c.root, c.program, got, err, c.want, c.err)
		}
	}
}

func TestGlibcVersion(t *testing.T) {
	for text, want := range map[string]string{
		"\x00GNU C Library (Debian GLIBC 2.36-9+deb12u14) stable release version 2.36.\nCopyright": "glibc 2.36",
		"GNU C Library (GNU libc) stable release version 2.39.\n":                                  "glibc 2.39",
		"GNU C Library (GNU libc) development release version 2.40.9000.\n":                        "glibc 2.40",
		"GNU C Library stable release version 2.3.2, by Roland McGrath et al.\n":                   "glibc 2.3",
		"GNU C Library is great. GNU C Library (x) stable release version 2.41.":                   "glibc 2.41",
		"the GNU C Library \x00 and then far" + strings.Repeat(".", 300) + " release version 2.1.": "",
		"GNU C Library (x) stable release version two.":                                            "",
		"ld.so (Debian GLIBC 2.43-7) stable release version 2.43.":                                 "",
		"": "",
	} {
		v, ok := glibcVersion([]byte(text))
		if ok != (want != "") || ok && v.String() != want {
			t.Errorf("%.60q is %v, %v, want %s", text, v, ok, want)
		}
	}
	for _, c := range []struct {
		v, w Version
		want bool
	}{{Version{2, 41}, Version{2, 36}, true}, {Version{2, 9}, Version{2, 36}, false}, {Version{2, 36}, Version{2, 36}, false}, {Version{3, 0}, Version{2, 99}, true}} {
		if got := c.v.After(c.w); got != c.want {
			t.Errorf("%v after %v: %v", c.v, c.w, got)
		}
	}
}

func FuzzGlibcVersion(f *testing.F) {
	f.Add([]byte("GNU C Library (x) stable release version 2.41."))
	f.Fuzz(func(t *testing.T, content []byte) {
		if v, ok := glibcVersion(content); ok && v.Major <= 0 {
			t.Errorf("%v", v)
		}
	})
}

func TestDependencies(t *testing.T) {
	top := tree(t, map[string]string{"root/usr/lib/": "", "root/usr/lib/private/": ""})
	at := func(name string) string { return filepath.Join(top, "root", name) }
	link := func(name string, args ...string) {
		shared(t, at(name), append([]string{"-Wl,-soname," + filepath.Base(name), "-Wl,--no-as-needed"}, args...)...)
	}
	link("usr/lib/libbottom.so.1")
	link("usr/lib/libmiddle.so.1", at("usr/lib/libbottom.so.1"), "-lm")
	link("usr/lib/private/libhidden.so.1", at("usr/lib/libbottom.so.1"))
	link("usr/lib/libtop.so", at("usr/lib/libmiddle.so.1"), at("usr/lib/private/libhidden.so.1"), "-Wl,-rpath,$ORIGIN/private")
	want := []string{at("usr/lib/libbottom.so.1"), at("usr/lib/libmiddle.so.1"), at("usr/lib/private/libhidden.so.1")}
	got, err := Dependencies(filepath.Join(top, "root"), at("usr/lib/libtop.so"))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("dependencies %q, %v, want %q", got, err, want)
	}
	if got, err := Dependencies("", at("usr/lib/libtop.so")); got != nil || err != nil {
		t.Errorf("the machine's own: %q, %v", got, err)
	}
	if err := os.Remove(at("usr/lib/libbottom.so.1")); err != nil {
		t.Fatal(err)
	}
	_, err = Dependencies(filepath.Join(top, "root"), at("usr/lib/libtop.so"))
	if err == nil || !strings.Contains(err.Error(), "has no libbottom.so.1, which libmiddle.so.1 needs") {
		t.Errorf("a missing one gives %v", err)
	}
}

// TestRoots starts a program in each root that CPB_TEST_ROOTS lists, separated by colons, and looks at what it maps.
func TestRoots(t *testing.T) {
	list := filepath.SplitList(os.Getenv("CPB_TEST_ROOTS"))
	if len(list) == 0 {
		t.Skip("CPB_TEST_ROOTS lists no unpacked distributions")
	}
	program := filepath.Join(t.TempDir(), "program")
	compile(t, program, `
#include <stdio.h>
int main(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	int c;
	while ((c = getc(f)) != EOF)
		putchar(c);
	return 0;
}`)
	var libraries []string
	for _, where := range list {
		found, err := Search(where, func(base string) bool { return strings.Contains(base, ".so") })
		if err != nil {
			t.Error(err)
		}
		libraries = append(libraries, found...)
	}
	seen := map[string]bool{}
	for _, path := range libraries {
		r := Of(path)
		if r == "" || seen[r] {
			continue
		}
		seen[r] = true
		argv, err := Command(r, program)
		if err != nil {
			t.Error(err)
			continue
		}
		out, err := exec.Command(argv[0], argv[1:]...).Output()
		if err != nil {
			t.Errorf("%q: %v", argv, err)
		}
		libc := MappedLibC(strings.NewReader(string(out)))
		if (Of(libc) == r) != (len(argv) > 1) {
			t.Errorf("%q runs with %s", argv, libc)
		}
		t.Logf("%s: %s", r, libc)
	}
}
