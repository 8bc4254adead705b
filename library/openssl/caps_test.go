//go:build cgo

package openssl

import (
	"runtime"
	"slices"
	"testing"

	"cpb/library"
)

// TestCapabilityMask: OPENSSL_ia32cap(3) gives ~0x200000200000000 for AES and PCLMULQDQ, and CPUID leaf 7 has SHA in bit 29 of
// EBX and VAES and VPCLMULQDQ in bits 9 and 10 of ECX.
func TestCapabilityMask(t *testing.T) {
	for caps, want := range map[library.Caps]string{
		"no-sha":           "~0x0:~0x20000000",
		"no-aes+no-pclmul": "~0x200000200000000:~0x60000000000",
		"no-avx512":        "~0x0:~0xd0230000",
	} {
		if got := capabilityMask(caps); got != want {
			t.Errorf("%s: %s, want %s", caps, got, want)
		}
	}
}

// TestEnvironCaps: the variable is the target's, never that of whoever runs cpb.
func TestEnvironCaps(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("no masks for this architecture")
	}
	plain := environ(library.Target{Path: "/nowhere/libcrypto.so.3"})
	if !slices.Contains(plain, "OPENSSL_ia32cap") {
		t.Errorf("without caps the variable is not taken out: %q", plain)
	}
	masked := environ(library.Target{Path: "/nowhere/libcrypto.so.3", Caps: "no-sha"})
	if !slices.Contains(masked, "OPENSSL_ia32cap=~0x0:~0x20000000") {
		t.Errorf("with caps: %q", masked)
	}
}

func TestHeeds(t *testing.T) {
	for of, want := range map[[2]string]bool{
		{"openssl", "3.0.22"}: true, {"openssl", "1.1.1w"}: true, {"openssl", "1.1.0l"}: true, {"openssl", "1.0.1u"}: true,
		{"openssl", "1.0.2u"}: false, {"openssl", "1.0.2k-fips"}: false, {"openssl", "1.0.0e"}: false, {"openssl", "0.9.8zh"}: false,
		{"boringssl", ""}: true, {"aws-lc", "5.5.0"}: true, {"libressl", "4.3.2"}: false, {"openssl", ""}: false,
	} {
		if got := heeds(of[0], of[1]) == nil; got != want {
			t.Errorf("%s %s: %v, want %v", of[0], of[1], got, want)
		}
	}
}
