package root

import (
	"debug/elf"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func isZ(base string) bool { return strings.HasPrefix(base, "libz.so") }

func TestSearchFolder(t *testing.T) {
	top := tree(t, map[string]string{
		"roots/bookworm/usr/lib/":                 "",
		"roots/bookworm/lib":                      "-> /usr/lib",
		"roots/bookworm/usr/lib/libz.so":          "-> /usr/lib/libz.so.1.2",
		"roots/bookworm/usr/lib/libz.so.1":        "-> libz.so.1.2",
		"roots/bookworm/usr/lib/libz.so.dangling": "-> /nowhere",
		"roots/bookworm/proc/1/root/libz.so":      "not looked at: the kernel's",
		"roots/trixie/usr/lib64/libz.so":          "/* GNU ld script */ INPUT(libz.so.1)",
		"roots/trixie/usr/lib64/libz.so.broken":   "a library that does not load",
		"roots/up":                                "-> ..",
		"roots/elsewhere":                         "-> ../more",
		"a/b/c/d/e/f/g/h/i/j/libz.so":             "too deep",
	})
	for _, name := range []string{
		"roots/bookworm/usr/lib/libz.so.1.2", "roots/trixie/usr/lib64/libz.so.1", "roots/trixie/usr/lib64/libzstd.so.1",
		"more/libz.so.9", "roots/arm/libz.so.1", "a/b/c/d/e/f/g/h/i/libz.so",
	} {
		shared(t, filepath.Join(top, name))
	}
	retarget(t, filepath.Join(top, "roots/arm/libz.so.1"), elf.EM_SPARCV9)
	if err := os.Link(filepath.Join(top, "roots/trixie/usr/lib64/libz.so.1"), filepath.Join(top, "roots/trixie/usr/lib64/libz.so.1.3")); err != nil {
		t.Fatal(err)
	}

	for where, want := range map[string][]string{
		"roots":                               {"more/libz.so.9", "roots/bookworm/usr/lib/libz.so.1.2", "roots/trixie/usr/lib64/libz.so.1", "roots/trixie/usr/lib64/libz.so.broken"},
		"roots/elsewhere":                     {"more/libz.so.9"},
		"roots/bookworm":                      {"roots/bookworm/usr/lib/libz.so.1.2"},
		"roots/bookworm/lib":                  {"roots/bookworm/usr/lib/libz.so.1.2"},
		"roots/bookworm/lib/libz.so":          {"roots/bookworm/usr/lib/libz.so.1.2"},
		"roots/trixie/usr/lib64/libzstd.so.1": {"roots/trixie/usr/lib64/libzstd.so.1"}, // a file is itself, whatever its name
		"a":                                   {"a/b/c/d/e/f/g/h/i/libz.so"},
	} {
		// The parent's other folders are reached through the link "up" as well.
		got, err := Search(filepath.Join(top, where), isZ)
		if where == "roots" {
			got = slices.DeleteFunc(got, func(p string) bool { return strings.HasPrefix(p, filepath.Join(top, "a")) })
		}
		for i := range want {
			want[i] = filepath.Join(top, want[i])
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", where, got, err, want)
		}
	}
}

func TestSearchErrors(t *testing.T) {
	top := tree(t, map[string]string{
		"empty/":          "",
		"text/libz.so":    "INPUT(libz.so.1)",
		"dev/libz.so.1":   "-> /dev/null",
		"secret/libz.so.": "",
	})
	foreign := filepath.Join(top, "foreign/libz.so.1")
	shared(t, foreign)
	retarget(t, foreign, elf.EM_SPARCV9)
	for where, want := range map[string]string{
		"none":              "no such file or directory: " + filepath.Join(top, "none"),
		"empty":             "no such library there: " + filepath.Join(top, "empty"),
		"text":              "no such library there: " + filepath.Join(top, "text"),
		"text/libz.so":      filepath.Join(top, "text/libz.so") + ": not an ELF file",
		"dev":               "no such library there: " + filepath.Join(top, "dev"),
		"foreign":           foreign + " is an EM_SPARCV9 library, this machine is ",
		"foreign/libz.so.1": foreign + " is an EM_SPARCV9 library, this machine is ",
	} {
		got, err := Search(filepath.Join(top, where), isZ)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %s", where, got, err, want)
		}
		if errors.Is(err, ErrNoFile) != strings.HasPrefix(want, "no such library") {
			t.Errorf("%s: the kind of %v is wrong", where, err)
		}
	}
}

// TestSearchMachine: the C library is on every machine, once, and LD_LIBRARY_PATH comes first.
func TestSearchMachine(t *testing.T) {
	isC := func(base string) bool { return libC.MatchString(base) }
	got, err := Search("", isC)
	if errors.Is(err, ErrNoFile) {
		t.Skip("no GNU C library here")
	}
	if err != nil || !slices.IsSorted(got) && len(got) != 1 {
		t.Errorf("the C library: %q, %v", got, err)
	}
	for i, path := range got {
		if slices.Contains(got[:i], path) || Of(path) != "" {
			t.Errorf("%s is twice in %q, or not the machine's own", path, got)
		}
	}
	if slash, err := Search("/", isC); err != nil || !slices.Equal(slash, got) {
		t.Errorf("the machine's root gives %q, %v, want %q", slash, err, got)
	}
	if _, err := Search("", func(string) bool { return false }); !errors.Is(err, ErrNoFile) {
		t.Errorf("nothing asked for gives %v", err)
	}

	top := tree(t, nil)
	mine, newer := filepath.Join(top, "libz.so.77"), filepath.Join(top, "glibc-hwcaps/x86-64-v3/libz.so.77")
	shared(t, mine)
	shared(t, newer)
	t.Setenv("LD_LIBRARY_PATH", top)
	got, err = Search("", isZ)
	if err != nil || len(got) < 2 || got[0] != newer || got[1] != mine {
		t.Errorf("with LD_LIBRARY_PATH: %q, %v", got, err)
	}
}

func TestLibraryDirs(t *testing.T) {
	triplet := native.triplet
	top := filepath.Join(tree(t, nil), "[brackets]") // no pattern
	fill(t, top, map[string]string{
		"etc/ld.so.conf":          "# comment\ninclude ld.so.conf.d/*.conf /etc/more.conf\nhwcap 0 nosegneg\n/opt/a:/opt/b, /opt/c # d\nrelative\n/none\n",
		"etc/ld.so.conf.d/1.conf": "/usr/local/lib\ninclude /etc/ld.so.conf\n", // a loop
		"etc/more.conf":           "-> /etc/elsewhere",
		"etc/elsewhere":           "/opt/linked",
		"opt/linked":              "-> /opt/d",
		"opt/a/":                  "", "opt/b/": "", "opt/c/": "", "opt/d/": "",
		"usr/local/lib/":           "",
		"usr/lib/" + triplet + "/": "",
		"lib":                      "-> usr/lib",
	})
	var want []string
	for _, dir := range []string{"usr/local/lib", "opt/d", "opt/a", "opt/b", "opt/c", "usr/lib/" + triplet, "usr/lib"} {
		want = append(want, filepath.Join(top, dir))
	}
	if got := libraryDirs(top); !slices.Equal(got, want) {
		t.Errorf("folders %q, want %q", got, want)
	}
	if err := os.Remove(filepath.Join(top, "etc/ld.so.conf")); err != nil {
		t.Fatal(err)
	}
	want = []string{filepath.Join(top, "usr/local/lib"), filepath.Join(top, "usr/lib", triplet), filepath.Join(top, "usr/lib")}
	if got := libraryDirs(top); !slices.Equal(got, want) {
		t.Errorf("without ld.so.conf: %q, want %q", got, want)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("/usr/lib\ninclude /etc/ld.so.conf.d/*.conf # c\nhwcap 1 x")
	f.Add("include [")
	f.Fuzz(func(t *testing.T, text string) {
		top := tree(t, map[string]string{"etc/ld.so.conf": strings.ReplaceAll("x"+text, "-> ", "")[1:]})
		for _, dir := range configured(top) {
			if !filepath.IsAbs(dir) {
				t.Errorf("%q is not absolute", dir)
			}
		}
	})
}
