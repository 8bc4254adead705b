//go:build cgo

package gcrypt

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra -I${SRCDIR}/../../internal/shim
#include <stdlib.h>
#include "gcrypt.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unsafe"

	"cpb/library"
	"cpb/library/clib"
	"cpb/result"
)

// A lib is the libgcrypt in this process.
type lib struct {
	clib.Memory
	clib.Table
	handle *clib.Handle
	c      *C.struct_cpb_gcrypt
}

func open(t library.Target) (library.Library, error) {
	h, err := clib.Open(t)
	if err != nil {
		return nil, err
	}
	if err := h.Alone(fileName.MatchString); err != nil {
		return nil, err
	}
	l := &lib{handle: h, c: new(C.struct_cpb_gcrypt)}
	C.cpb_gcrypt_resolve(l.c, h.Pointer())
	if err := l.disable(t.Caps); err != nil {
		return nil, err
	}
	if why := C.cpb_gcrypt_start(l.c); why != nil {
		return nil, errors.New(C.GoString(why))
	}
	if err := l.disabled(t.Caps); err != nil {
		return nil, err
	}
	l.Table = slices.Concat(l.hashTable(), l.cipherTable(), l.signatureTable())
	return l, nil
}

// have is an error, library.Unsupported, where the library has not got one of these functions.
func (l *lib) have(primitive string, symbols []string) error {
	for _, name := range symbols {
		if l.handle.Symbol(name) == nil {
			return library.Unsupported{Primitive: primitive, Symbol: name}
		}
	}
	return nil
}

// refused is an error where the library gives a reason why it refuses an algorithm or a key.
func (l *lib) refused(why *C.char) error {
	switch {
	case why == nil:
		return nil
	case C.cpb_gcrypt_fips(l.c) != 0:
		return fmt.Errorf("refused, in FIPS mode: %s", C.GoString(why))
	}
	return fmt.Errorf("refused: %s", C.GoString(why))
}

// slug is what the name of an implementation can hold.
var slug = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+_-]*$`)

// Identity implements library.Library.
func (l *lib) Identity() (name, version string) {
	version = C.GoString(C.cpb_gcrypt_version(l.c))
	if !slug.MatchString(version) {
		version = ""
	}
	return "gcrypt", version
}

// Loaded implements library.Library.
func (l *lib) Loaded() result.Loaded {
	d := l.handle.Loaded()
	d.Text = versions(l.config("version"))
	d.Flags = compiler(l.config("cc"))
	d.Platform = strings.Join(l.config("cpu-arch"), ":")
	d.Capabilities = features(l.config("hwflist"))
	d.FIPS = "off"
	if C.cpb_gcrypt_fips(l.c) != 0 {
		d.FIPS = "on"
	}
	return d
}

// config is the fields of a line of the library's configuration, nil where it has no such line.
func (l *lib) config(what string) []string {
	cWhat := C.CString(what)
	defer C.free(unsafe.Pointer(cWhat))
	line := C.cpb_gcrypt_config(l.c, cWhat)
	defer C.cpb_gcrypt_config_free(l.c, line)
	return fields(what, C.GoString(line))
}

// fields takes apart a line "cc:120200:gcc:12.2.0:" of the configuration, of which what, "cc", is known.
func fields(what, line string) []string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), what+":")
	if !ok {
		return nil
	}
	return strings.Split(strings.TrimRight(rest, ":"), ":")
}

// versions names the library and what it brings: version and number of libgcrypt, then those of libgpg-error.
func versions(f []string) string {
	if len(f) < 3 {
		return ""
	}
	return "libgcrypt " + f[0] + ", libgpg-error " + f[2]
}

// compiler is name and version; its number, the first field, says the same.
func compiler(f []string) string {
	if len(f) < 3 {
		return ""
	}
	return strings.Join(f[1:], " ")
}

// features is those that the library found in the processor and was not denied. The line is there without any too.
func features(f []string) string {
	if len(f) == 1 && f[0] == "" {
		return "none"
	}
	return strings.Join(f, ":")
}
