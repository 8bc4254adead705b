//go:build cgo

package openssl

import "testing"

// TestBlindsDSA: the changes are "Add blinding to a DSA signature" of OpenSSL, which came out with 1.0.2p and 1.1.0i in August 2018
// and with 1.1.1, and the like of LibreSSL, first in 2.8.0. AWS-LC's and BoringSSL's DSA has none.
func TestBlindsDSA(t *testing.T) {
	for of, want := range map[[2]string]bool{
		{"openssl", "0.9.8zc"}: false, {"openssl", "1.0.1u"}: false, {"openssl", "1.0.2"}: false, {"openssl", "1.0.2k-fips"}: false,
		{"openssl", "1.0.2o"}: false, {"openssl", "1.0.2p"}: true, {"openssl", "1.0.2zq"}: true, {"openssl", "1.1.0h"}: false,
		{"openssl", "1.1.0l"}: true, {"openssl", "1.1.1"}: true, {"openssl", "3.5.4"}: true, {"openssl", ""}: false,
		{"libressl", "2.7.3"}: false, {"libressl", "2.8.0"}: true, {"libressl", "4.3.2"}: true,
		{"aws-lc", "5.5.0"}: false, {"boringssl", ""}: false,
	} {
		if got := blindsDSA(of[0], of[1]); got != want {
			t.Errorf("%s %s: %v, want %v", of[0], of[1], got, want)
		}
	}
}
