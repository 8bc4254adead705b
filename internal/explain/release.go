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
// none, or stands for what was being developed while the calls changed: "1.1.0-dev", "3.0.0-alpha13-dev".
func parseRelease(text string) (release, bool) {
	m := releaseForm.FindStringSubmatch(text)
	if m == nil {
		return release{}, false
	}
	r := release{stage: final}
	for at, number := range map[int]*int{1: &r.major, 2: &r.minor, 3: &r.patch, 5: &r.number} {
		n, err := strconv.Atoi(m[at])
		if err != nil && m[at] != "" {
			return release{}, false
		}
		*number = n
	}
	switch m[4] {
	case "alpha":
		r.stage = alpha
	case "beta", "pre":
		r.stage = beta
	}
	if strings.Contains(text, "-dev") {
		for _, e := range eras {
			if e.since == r || m[4] == "" && e.since.major == r.major && e.since.minor == r.minor && e.since.patch == r.patch {
				return release{}, false
			}
		}
	}
	return r, true
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
