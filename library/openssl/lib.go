//go:build cgo

package openssl

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra -I${SRCDIR}/../../internal/shim
#include <stdlib.h>
#include "method.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"cpb/library"
	"cpb/library/clib"
	"cpb/result"
)

// A lib is the libcrypto in this process.
type lib struct {
	clib.Memory
	clib.Table
	handle *clib.Handle
	c      *C.struct_cpb_openssl
	target library.Target
	legacy error // why there is no legacy provider
}

func open(t library.Target) (library.Library, error) {
	h, err := clib.Open(t)
	if err != nil {
		return nil, err
	}
	l := &lib{handle: h, target: t, c: new(C.struct_cpb_openssl)}
	C.cpb_openssl_resolve(l.c, h.Pointer())
	C.cpb_openssl_start(l.c)
	if t.Caps != "" {
		if err := heeds(l.Identity()); err != nil {
			return nil, err
		}
	}
	if l.hasProviders() {
		l.legacy = l.loadLegacy()
	}
	if err := h.Check(); err != nil {
		return nil, err
	}
	l.Table = slices.Concat(l.hashRows(), l.cipherRows(), l.keyRows())
	return l, h.Alone(fileName.MatchString)
}

// hasProviders tells 3.0 and later.
func (l *lib) hasProviders() bool {
	return l.c.EVP_MD_fetch != nil && l.c.EVP_MD_get0_provider != nil && l.c.OSSL_PROVIDER_try_load != nil
}

// loadLegacy loads the legacy provider, which has MD4, Blowfish, CAST5 and DES, and before 3.0.7 alone has RIPEMD-160, into the
// default library context: EVP_md4() looks nowhere else. It is the first thing done with the library, and takes care that the library is then in the
// state of one whose application has hashed something before it asked for more:
//
//   - A fetch comes first, so that the library loads the default provider by itself. It then stands before the legacy one
//     and serves RIPEMD-160 where both have it.
//   - OSSL_PROVIDER_try_load() keeps that provider. After OSSL_PROVIDER_load() it would have to be loaded explicitly.
//
// Measured over 40 launches each, EVP_Digest() with EVP_sha256() at 16 bytes then takes what it takes in a process that does
// nothing else: 3.0.22 -0.1 %, 3.5.9 +0.2 %, 3.6.5 0.0 % (SHA256() +0.1 to +0.9 %). Loading or listing providers before the
// first fetch is not as harmless: it makes every later fetch of 3.5.9 7 % slower.
func (l *lib) loadLegacy() error {
	var first C.struct_cpb_openssl_method
	l.fetch("sha256", md("EVP_sha256", "SHA256", false), "", &first) // a failure is each row's to tell
	C.cpb_openssl_unfetch(l.c, &first)
	name := C.CString("legacy")
	defer C.free(unsafe.Pointer(name))
	if C.cpb_openssl_load(l.c, name) != 0 {
		return nil
	}
	err := l.lastError()
	path := filepath.Join(os.Getenv("OPENSSL_MODULES"), legacyFile)
	if _, statErr := os.Stat(path); statErr != nil {
		return fmt.Errorf("the legacy provider has it, and there is no %s", path)
	}
	return fmt.Errorf("the legacy provider has it, and %s does not load: %w", path, err)
}

// lastError is what the library says of its last failure.
func (l *lib) lastError() error {
	var text [256]C.char
	if C.cpb_openssl_error(l.c, &text[0], C.size_t(len(text))) == 0 {
		return errors.New("the library gives no reason")
	}
	return errors.New(C.GoString(&text[0]))
}

func (l *lib) text(what C.enum_cpb_openssl_text) string {
	return C.GoString(C.cpb_openssl_text(l.c, what))
}

// Identity implements library.Library.
func (l *lib) Identity() (name, version string) { return identity(l.text(C.CPB_OPENSSL_VERSION)) }

// Loaded implements library.Library.
func (l *lib) Loaded() result.Loaded {
	d := l.handle.Loaded()
	d.Text = strings.TrimSpace(l.text(C.CPB_OPENSSL_VERSION))
	d.Flags = value(l.text(C.CPB_OPENSSL_CFLAGS), "compiler:")
	d.Platform = value(l.text(C.CPB_OPENSSL_PLATFORM), "platform:")
	d.Capabilities = l.capabilities()
	d.Providers = l.providers()
	d.Engines = l.engines()
	switch C.cpb_openssl_fips(l.c) {
	case 0:
		d.FIPS = "off"
	case 1:
		d.FIPS = "on"
	}
	return d
}

// capabilities is those that the library found in the processor, after any mask was applied.
func (l *lib) capabilities() string {
	if text := value(l.text(C.CPB_OPENSSL_CPU_INFO), "CPUINFO:"); text != "" {
		return text
	}
	var c C.uint64_t
	if function := C.cpb_openssl_capabilities(l.c, &c); function != nil {
		return fmt.Sprintf("%s=%#x", C.GoString(function), uint64(c))
	}
	return ""
}

// few is more providers or engines than a process loads.
const few = 64

func (l *lib) providers() (all []string) {
	var list [few]unsafe.Pointer
	n := int(C.cpb_openssl_providers(l.c, &list[0], few))
	for _, p := range list[:min(n, few)] {
		all = append(all, l.provider(p))
	}
	slices.Sort(all)
	return all
}

// provider is name and version: "default 3.0.19".
func (l *lib) provider(p unsafe.Pointer) string {
	return strings.TrimSpace(C.GoString(C.cpb_openssl_provider_name(l.c, p)) + " " + l.providerText(p, "version"))
}

func (l *lib) providerText(p unsafe.Pointer, key string) string {
	cKey := C.CString(key)
	defer C.free(unsafe.Pointer(cKey))
	return C.GoString(C.cpb_openssl_provider_text(l.c, p, cKey))
}

// unlike is an error where the provider is not of the library's version and build: its rows would be published under a
// version that they are not of.
func (l *lib) unlike(p unsafe.Pointer) error {
	if p == nil {
		return errors.New("the library does not tell which provider has it")
	}
	for _, is := range []struct{ key, own string }{
		{"version", l.text(C.CPB_OPENSSL_NUMBER)},
		{"buildinfo", l.text(C.CPB_OPENSSL_FULL_NUMBER)},
	} {
		if theirs := l.providerText(p, is.key); theirs != is.own {
			name := C.GoString(C.cpb_openssl_provider_name(l.c, p))
			return fmt.Errorf("provider %s has it, whose %s is %q, and the library's is %q", name, is.key, theirs, is.own)
		}
	}
	return nil
}

func (l *lib) engines() (all []string) {
	var list [few]*C.char
	n := int(C.cpb_openssl_engines(l.c, &list[0], few))
	for _, id := range list[:min(n, few)] {
		all = append(all, C.GoString(id))
	}
	return all
}
