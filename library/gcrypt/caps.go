//go:build cgo

package gcrypt

/*
#include <stdlib.h>
#include "gcrypt.h"
*/
import "C"

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"cpb/library"
)

// hardware has the hardware features, by libgcrypt's names, that go with a capability. A version has to know the first; it may be
// too old for the others.
var hardware = map[string]map[string][]string{
	"amd64": {
		"no-sha":    {"intel-shaext"},
		"no-aes":    {"intel-aesni", "intel-vaes-vpclmul"},
		"no-pclmul": {"intel-pclmul", "intel-vaes-vpclmul"},
		"no-vaes":   {"intel-vaes-vpclmul"},
		"no-avx":    {"intel-avx", "intel-avx2", "intel-avx512"},
		"no-avx2":   {"intel-avx2", "intel-avx512"},
		"no-avx512": {"intel-avx512"},
		"no-bmi2":   {"intel-bmi2"},
		"no-ssse3":  {"intel-ssse3"},
	},
	"arm64": {
		"no-sha":    {"arm-sha1", "arm-sha2", "arm-sha512", "arm-sha3"},
		"no-aes":    {"arm-aes"},
		"no-pclmul": {"arm-pmull"},
	},
}[runtime.GOARCH]

// caps is Info.Caps.
func caps() map[string]string {
	known := map[string]string{}
	for name, features := range hardware {
		known[name] = "GCRYCTL_DISABLE_HWF " + strings.Join(features, ", ")
	}
	return known
}

// disable leaves capabilities unused. It comes before the library is initialized.
func (l *lib) disable(c library.Caps) error {
	for _, name := range c.Names() {
		for i, feature := range hardware[name] {
			cFeature := C.CString(feature)
			why := C.cpb_gcrypt_disable(l.c, cFeature)
			C.free(unsafe.Pointer(cFeature))
			if why != nil && i == 0 {
				return fmt.Errorf("%s: it cannot be told to leave %s unused: %s", name, feature, C.GoString(why))
			}
		}
	}
	return nil
}

// disabled is an error where the library uses a feature all the same.
func (l *lib) disabled(c library.Caps) error {
	used := l.config("hwflist")
	for _, name := range c.Names() {
		for _, feature := range hardware[name] {
			if slices.Contains(used, feature) {
				return fmt.Errorf("%s: it uses %s all the same", name, feature)
			}
		}
	}
	return nil
}
