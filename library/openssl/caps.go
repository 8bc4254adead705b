//go:build cgo

package openssl

import (
	"fmt"
	"runtime"
	"strings"

	"cpb/library"
)

// A mask is the bits of OPENSSL_ia32cap(3) that a capability has: EDX and ECX of CPUID leaf 1 in the first word, EBX and ECX of
// leaf 7 in the second.
type mask struct{ first, second uint64 }

const (
	ecx = 32 // where that register begins in its word

	avx512 = 1<<16 | 1<<17 | 1<<21 | 1<<28 | 1<<30 | 1<<31 // F, DQ, IFMA, CD, BW, VL
	avx2   = 1 << 5
)

// masks are the capabilities that libcrypto's code looks for on x86-64. What needs a capability goes with it.
var masks = map[string]mask{
	"no-sha":    {0, 1 << 29},
	"no-aes":    {1 << (ecx + 25), 1 << (ecx + 9)},                 // AES, VAES
	"no-pclmul": {1 << (ecx + 1), 1 << (ecx + 10)},                 // PCLMULQDQ, VPCLMULQDQ
	"no-vaes":   {0, 1<<(ecx+9) | 1<<(ecx+10)},                     // VAES, VPCLMULQDQ
	"no-avx":    {1<<(ecx+28) | 1<<(ecx+11), avx2 | avx512},        // AVX, XOP
	"no-avx2":   {0, avx2 | avx512},                                //
	"no-avx512": {0, avx512},                                       //
	"no-adx":    {0, 1 << 19},                                      //
	"no-bmi2":   {0, 1 << 8},                                       //
	"no-ssse3":  {1<<(ecx+9) | 1<<(ecx+28), avx2 | avx512 | 1<<29}, // SSSE3; the SHA code wants it too
}

// caps is Info.Caps. Other architectures have other variables, which hold all capabilities and not a mask.
func caps() map[string]string {
	if runtime.GOARCH != "amd64" {
		return nil
	}
	known := map[string]string{}
	for name := range masks {
		known[name] = "OPENSSL_ia32cap=" + capabilityMask(library.Caps(name))
	}
	return known
}

// capabilityMask is the value of OPENSSL_ia32cap that takes the capabilities out.
func capabilityMask(c library.Caps) string {
	var all mask
	for _, name := range c.Names() {
		all.first |= masks[name].first
		all.second |= masks[name].second
	}
	return fmt.Sprintf("~%#x:~%#x", all.first, all.second)
}

// heeds is an error where the library is not known to leave unused what the variable says, and nothing else: its rows would be
// published under a mask that is not theirs. OpenSSL takes the second word from 1.1.0 on. 1.0.1 takes the first, and has no code
// for what is in the second. 1.0.2 clears the second where it is to take bits out of it, and where it has none. LibreSSL reads
// neither.
func heeds(name, version string) error {
	switch {
	case name == "openssl" && strings.HasPrefix(version, "1.0.2"):
		return fmt.Errorf("%s %s leaves all of SHA, AVX2, ADX and BMI2 unused as soon as one capability is", name, version)
	case name == "boringssl", name == "aws-lc", name == "openssl" && version >= "1.0.1":
		return nil
	}
	return fmt.Errorf("%s %s cannot be told to leave capabilities unused", name, version)
}
