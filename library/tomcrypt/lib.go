//go:build cgo

package tomcrypt

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra -I${SRCDIR}/../../internal/shim
#include <stdlib.h>
#include "tomcrypt.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unsafe"

	"cpb/library"
	"cpb/library/clib"
	"cpb/result"
)

// A lib is the LibTomCrypt in this process.
type lib struct {
	clib.Memory
	clib.Table
	handle   *clib.Handle
	settings string    // crypt_build_settings: how it was built, over many lines
	random   generator // of DSA, from its first use on
}

func open(t library.Target) (library.Library, error) {
	h, err := clib.Open(t)
	if err != nil {
		return nil, err
	}
	l := &lib{handle: h, settings: settings(h)}
	l.Table = append(append(l.hashes(), l.ciphers()...), l.signatures()...)
	return l, h.Alone(fileName.MatchString)
}

// settings is the text that the library keeps in a variable: const char *crypt_build_settings.
func settings(h *clib.Handle) string {
	at := (**C.char)(h.Symbol("crypt_build_settings"))
	if at == nil {
		return ""
	}
	return C.GoString(*at)
}

// size is the bytes of one of the library's structures.
func (l *lib) size(primitive, structure string) (int, error) {
	var get *[0]byte
	if err := l.handle.Functions(primitive, clib.Function{Name: "crypt_get_size", At: &get}); err != nil {
		return 0, err
	}
	name := C.CString(structure)
	defer C.free(unsafe.Pointer(name))
	n := int(C.cpb_tomcrypt_size(get, name))
	if n == 0 {
		return 0, fmt.Errorf("it knows no size of %s", structure)
	}
	return n, nil
}

// register makes a descriptor known to the library, by the function register, and returns its index among those registered. One
// that is registered already keeps its index.
func (l *lib) register(primitive, register, descriptor string) (C.int, error) {
	var enter *[0]byte
	if err := l.handle.Functions(primitive, clib.Function{Name: register, At: &enter}); err != nil {
		return 0, err
	}
	at, err := l.variable(primitive, descriptor)
	if err != nil {
		return 0, err
	}
	index := C.cpb_tomcrypt_index(enter, at)
	if index < 0 {
		return 0, errors.New(register + "() has no room")
	}
	return index, nil
}

// variable is the address of a variable of the library.
func (l *lib) variable(primitive, name string) (unsafe.Pointer, error) {
	at := l.handle.Symbol(name)
	if at == nil {
		return nil, library.Unsupported{Primitive: primitive, Symbol: name}
	}
	return at, nil
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

// blinded is how the settings say that RSA's private operation is blinded: "RSA (with blinding and CRT hardening)".
var blinded = regexp.MustCompile(`(?m)^ *RSA \(with blinding`)

func blinds(settings string) bool { return blinded.MatchString(settings) }
