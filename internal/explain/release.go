package explain

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// A release is a version of OpenSSL, or what came before one. Letters after the number do not matter here: 1.0.2 and 1.0.2u
// call the same.
type release struct {
	major, minor, patch int
	stage               stage // the zero stage is the first of all
	number              int   // of the alpha or beta
}

// A stage is how far a version had come.
type stage int

const (
	alpha stage = iota + 1
	beta        // also called pre
	final
)

var releaseForm = regexp.MustCompile(`^(\d+)\.(\d+)(?:\.(\d+)[a-z]{0,2})?(?:-(alpha|beta|pre)(\d+))?(?:[-+ ].*)?$`)

// parseRelease reads a version as openssl prints it: "1.0.2g", "1.0.1e-fips", "1.1.0-pre4", "3.0.0-alpha3". False where it is
// none, or stands for what was being developed while the calls changed: "1.1.0-dev".
func parseRelease(text string) (release, bool) {
	m := releaseForm.FindStringSubmatch(text)
	if m == nil {
		return release{}, false
	}
	r := release{major: atoi(m[1]), minor: atoi(m[2]), patch: atoi(m[3]), stage: final, number: atoi(m[5])}
	switch m[4] {
	case "alpha":
		r.stage = alpha
	case "beta", "pre":
		r.stage = beta
	}
	if strings.Contains(text, "-dev") {
		for _, e := range eras {
			if e.since.major == r.major && e.since.minor == r.minor && e.since.patch == r.patch {
				return release{}, false
			}
		}
	}
	return r, true
}

// atoi reads digits; what is too long to be a version is 0, which is before all of them.
func atoi(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// before reports whether r came before other.
func (r release) before(other release) bool {
	return cmp.Or(
		cmp.Compare(r.major, other.major),
		cmp.Compare(r.minor, other.minor),
		cmp.Compare(r.patch, other.patch),
		cmp.Compare(r.stage, other.stage),
		cmp.Compare(r.number, other.number),
	) < 0
}
