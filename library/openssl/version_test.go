//go:build cgo

package openssl

import "testing"

func TestIdentity(t *testing.T) {
	for _, c := range []struct{ text, name, version string }{
		{"OpenSSL 0.9.8zh 3 Dec 2015", "openssl", "0.9.8zh"},
		{"OpenSSL 0.9.8e-fips-rhel5 01 Jul 2008", "openssl", "0.9.8e-fips-rhel5"},
		{"OpenSSL 1.0.1u  22 Sep 2016", "openssl", "1.0.1u"},
		{"OpenSSL 1.0.2k-fips  26 Jan 2017", "openssl", "1.0.2k-fips"},
		{"OpenSSL 1.0.2zj-dev  xx XXX xxxx", "openssl", "1.0.2zj-dev"},
		{"OpenSSL 1.1.1w  11 Sep 2023", "openssl", "1.1.1w"},
		{"OpenSSL 1.1.1k  FIPS 25 Mar 2021", "openssl", "1.1.1k"},
		{"OpenSSL 1.1.1t+quic  7 Feb 2023", "openssl", "1.1.1t+quic"},
		{"OpenSSL 3.0.0-alpha1 23 Apr 2020", "openssl", "3.0.0-alpha1"},
		{"OpenSSL 3.0.19 27 Jan 2026", "openssl", "3.0.19"},
		{"OpenSSL 3.2.0-beta1 26 Oct 2023", "openssl", "3.2.0-beta1"},
		{"OpenSSL 3.6.0-dev ", "openssl", "3.6.0-dev"},
		{"OpenSSL 4.0.0 14 Apr 2026", "openssl", "4.0.0"},
		{"LibreSSL 2.0.0", "libressl", "2.0.0"},
		{"LibreSSL 4.3.2", "libressl", "4.3.2"},
		{"BoringSSL", "boringssl", ""},
		{"OpenSSL 1.1.1 (compatible; BoringSSL)", "boringssl", ""},
		{"AWS-LC 5.5.0", "aws-lc", "5.5.0"},
		{"AWS-LC FIPS 2.0.17", "aws-lc", "2.0.17-fips"},
		{"OpenSSL 1.1.1 (compatible; AWS-LC 1.18.0)", "aws-lc", "1.18.0"},
		{"Tongsuo 8.3.2 - OpenSSL 1.1.1h  22 Sep 2020", "tongsuo", "8.3.2"},
		{"OpenSSL", "openssl", ""},
		{"", "openssl", ""},
		{"  ", "openssl", ""},
		{"a/b 1.0", "openssl", ""},
		{"OpenSSL ../../x", "openssl", ""},
		{"OpenSSL unknown build", "openssl", ""},
	} {
		if name, version := identity(c.text); name != c.name || version != c.version {
			t.Errorf("%q is %q %q, want %q %q", c.text, name, version, c.name, c.version)
		}
	}
}

func TestValue(t *testing.T) {
	for _, c := range []struct{ text, label, want string }{
		{"compiler: gcc -O2", "compiler:", "gcc -O2"},
		{"compiler: information not available", "compiler:", ""},
		{"compiler: n/a", "compiler:", ""},
		{"platform: debian-amd64", "platform:", "debian-amd64"},
		{"CPUINFO: N/A", "CPUINFO:", ""},
		{"CPUINFO: OPENSSL_ia32cap=0x1:0x2 env:~0x1", "CPUINFO:", "OPENSSL_ia32cap=0x1:0x2 env:~0x1"},
		{"not available", "platform:", ""},
		{"", "platform:", ""},
	} {
		if got := value(c.text, c.label); got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzIdentity(f *testing.F) {
	f.Add("OpenSSL 3.0.19 27 Jan 2026")
	f.Add("OpenSSL 1.1.1 (compatible; AWS-LC 1.18.0)")
	f.Fuzz(func(t *testing.T, text string) {
		name, version := identity(text)
		if !slug.MatchString(name) || version != "" && !slug.MatchString(version) {
			t.Errorf("%q is %q %q", text, name, version)
		}
	})
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]bool{
		"libcrypto.so": true, "libcrypto.so.0.9.8": true, "libcrypto.so.1.0.2k": true, "libcrypto.so.1.1": true, "libcrypto.so.3": true,
		"libcrypto.so.57.2.0": true, "libcrypto-awslc.so": true, "libcrypto-6e5c3f0a.so.1.1": true,
		"libcrypto.a": false, "libcrypto.so.3.debug": false, ".libcrypto.so.3.hmac": false, "libcrypto.pc": false, "libcrypto++.so": false,
		"libssl.so.3": false, "libk5crypto.so.3": false, "libcryptopp.so.8": false, "libcrypto.so.3~": false,
	} {
		if got := fileName.MatchString(name); got != want {
			t.Errorf("%s is libcrypto: %v, want %v", name, got, want)
		}
	}
}
