//go:build cgo

package openssl

import (
	"regexp"
	"strings"
)

// compatible is the version text of forks that name OpenSSL first: "OpenSSL 1.1.1 (compatible; AWS-LC 1.18.0)".
var compatible = regexp.MustCompile(`\(compatible; ([^)]*)\)`)

// slug is what the name of an implementation can hold.
var slug = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+_-]*$`)

// identity reads the library's version text: "OpenSSL 3.0.19 27 Jan 2026", "LibreSSL 3.8.2", "AWS-LC FIPS 2.0.0",
// "BoringSSL". The version is "" where the text has none: BoringSSL has no versions, and the number it gives is that of the
// OpenSSL it is compatible with. A text that says nothing, or none, is taken for OpenSSL's.
func identity(text string) (name, version string) {
	if m := compatible.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	fields := strings.Fields(text)
	if len(fields) == 0 || !slug.MatchString(fields[0]) {
		return "openssl", ""
	}
	name, fields = strings.ToLower(fields[0]), fields[1:]
	fips := name == "aws-lc" && len(fields) > 0 && fields[0] == "FIPS"
	if fips {
		fields = fields[1:]
	}
	if len(fields) == 0 || !slug.MatchString(fields[0]) || fields[0][0] > '9' {
		return name, ""
	}
	version = fields[0]
	if fips {
		version += "-fips" // as OpenSSL 1.0 has it in its text: "1.0.2k-fips"
	}
	return name, version
}

// value takes the label off a text of OpenSSL_version(): "platform: debian-amd64". It is "" where the library has nothing to
// say: BoringSSL's "n/a", "compiler: information not available".
func value(text, label string) string {
	text = strings.TrimSpace(strings.TrimPrefix(text, label))
	if text == "n/a" || text == "N/A" || strings.HasSuffix(text, "not available") {
		return ""
	}
	return text
}
