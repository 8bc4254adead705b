//go:build cgo

// Package tomcrypt measures LibTomCrypt from 1.18 on, compiled without its headers: every function is looked up by name in
// the file under test.
package tomcrypt

import (
	"regexp"
	"strings"

	"cpb/library"
	"cpb/library/clib"
	"cpb/result"
)

// native is the one interface: a hash's own functions. The library's descriptors lead to the same ones.
const native = "native"

func init() {
	library.Register(library.Info{
		Name:     "tomcrypt",
		Title:    "LibTomCrypt",
		Aliases:  []string{"libtomcrypt"},
		Packages: []string{"libtomcrypt1"},
		Loop:     "c",
		Interfaces: []library.Interface{
			{Name: native, Does: "sha256_init(), sha256_process(), sha256_done(), the hash_state on the stack"},
		},
		Find: find,
		Open: open,
	})
}

// fileName is the names of the library: libtomcrypt.so, libtomcrypt.so.1, libtomcrypt.so.1.0.1.
var fileName = regexp.MustCompile(`^libtomcrypt\.so(\.[0-9]+)*$`)

func find(where string) ([]library.Target, error) {
	return clib.Find("tomcrypt", where, fileName.MatchString)
}

// A lib is the LibTomCrypt in this process.
type lib struct {
	clib.Memory
	clib.Table
	handle   *clib.Handle
	settings string // crypt_build_settings: how it was built, over many lines
}

func open(t library.Target) (library.Library, error) {
	h, err := clib.Open(t)
	if err != nil {
		return nil, err
	}
	return &lib{handle: h, Table: table(h), settings: settings(h)}, h.Alone(fileName.MatchString)
}

// Identity implements library.Library.
func (l *lib) Identity() (name, version string) { return "tomcrypt", number(l.settings) }

// Loaded implements library.Library.
func (l *lib) Loaded() result.Loaded {
	d := l.handle.Loaded()
	d.Text, _, _ = strings.Cut(l.settings, "\n")
	d.Flags = flags(l.settings)
	return d
}

// versioned is how crypt_build_settings begins: "LibTomCrypt 1.18.2 (www.libtom.net)".
var versioned = regexp.MustCompile(`^LibTomCrypt ([0-9][0-9A-Za-z.+_-]*)`)

// number is the version, "1.18.2"; "" where the settings have none.
func number(settings string) string {
	if m := versioned.FindStringSubmatch(settings); m != nil {
		return m[1]
	}
	return ""
}

// flags is what the settings tell of compiler and options, in a line: "GCC compiler 12.2.0; x86-64 detected; Clean stack:
// disabled; ARGTYPE=0 … LTC_FAST LTC_ROx_ASM". The lists of algorithms are left out.
func flags(settings string) string {
	var compiler, others []string
	section := ""
	for line := range strings.Lines(settings) {
		text := strings.Join(strings.Fields(line), " ")
		options, isOptions := strings.CutPrefix(text, "Various others: ")
		switch {
		case isOptions:
			others = append(others, options)
		case strings.HasPrefix(text, "Clean stack: "):
			others = append(others, text)
		case text == "" || line[0] != ' ':
			section = text
		case section == "Compiler:":
			compiler = append(compiler, strings.TrimSuffix(text, "."))
		}
	}
	return strings.Join(append(compiler, others...), "; ")
}
