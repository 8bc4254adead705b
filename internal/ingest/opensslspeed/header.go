package opensslspeed

import (
	"strconv"
	"strings"

	"cpb/internal/ingest"
)

// header takes a line of what the program says of itself: its version, how it was built, how it measures.
func (p *parser) header(text string) bool {
	switch text[0] {
	case 'O', 'L', 'S', 'v', 'o':
		if v, ok := parseVersion(text); ok {
			p.enter(before)
			p.library = v.library
			p.out.Describe(ingest.Block{Title: v.name + " " + v.measured, Version: v.measured, Tool: v.tool})
			p.giveChildren()
			return true
		}
	}
	switch text[0] {
	case 'Y':
		if !strings.HasPrefix(text, "You have chosen to measure elapsed time") {
			return false
		}
		p.enter(before)
		p.elapsed = true
	case 'b', 'o', 'c', 'C', 'a', 't':
		if !isAny(text, "built on", "options:", "compiler:", "CPUINFO:", "C flags:", "C flags :", "available timing options:", "timing function used:") {
			return false
		}
		p.enter(before)
		p.flags = isAny(text, "compiler:", "C flags:", "C flags :")
	case 'T':
		if !strings.HasPrefix(text, "The 'numbers' are in 1000s of bytes per second") {
			return false
		}
		p.enter(before)
	default:
		return false
	}
	return true
}

func isAny(text string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// A version is what a version line says.
type version struct {
	library  string // as cpb names it
	name     string
	measured string // version of the library
	tool     string // version of the program, where that is another
}

// makers are the libraries whose program this is.
var makers = []struct{ name, library string }{{"OpenSSL", "openssl"}, {"LibreSSL", "libressl"}, {"SSLeay", "ssleay"}}

// parseVersion reads "version: 3.0.8", "OpenSSL 1.1.1j  16 Feb 2021", "SSLeay 0.8.1b 29-Jun-1998", "OpenSSL 1.0.1t  3 May 2016
// (Library: OpenSSL 1.0.2l  25 May 2017)", "OpenSSL 3.5.5, built on 27 Jan 2026 (Library: …)". A name and a number alone are a
// heading as well as not, but for LibreSSL, which has no date, and for SSLeay, whose build for MS-DOS had none.
func parseVersion(text string) (v version, ok bool) {
	if rest, ok := strings.CutPrefix(text, "version:SSLeay "); ok { // 0.5
		text = "SSLeay " + rest
	}
	if rest, ok := strings.CutPrefix(strings.TrimPrefix(text, "openssl "), "version: "); ok {
		v.measured = strings.TrimSpace(rest)
		v.library, v.name = "openssl", "OpenSSL"
		return v, isVersion(v.measured)
	}
	for _, maker := range makers {
		rest, found := strings.CutPrefix(text, maker.name+" ")
		if !found {
			continue
		}
		v.library, v.name = maker.library, maker.name
		v.measured, rest = cutField(rest)
		v.measured = strings.TrimSuffix(v.measured, ",")
		if !isVersion(v.measured) {
			return v, false
		}
		date, library, within := strings.Cut(rest, "(Library: ")
		if !isDate(date) && (date != "" || !within && v.library == "openssl") {
			return v, false
		}
		if within {
			inner, ok := parseVersion(strings.TrimSuffix(library, ")"))
			if !ok {
				inner, ok = parseVersion(strings.TrimSuffix(library, ")") + " 1 Jan 1970")
			}
			if ok {
				if inner.measured != v.measured || inner.library != v.library {
					inner.tool = v.measured
				}
				return inner, true
			}
		}
		return v, true
	}
	return v, false
}

// isVersion reports whether a word is a version: "0.8.2a", "1.0.1e-fips", "3.0.0-beta3-dev".
func isVersion(s string) bool {
	return len(s) >= 3 && len(s) <= 40 && '0' <= s[0] && s[0] <= '9' && strings.IndexByte(s, '.') > 0 && !strings.ContainsAny(s, " \t:")
}

// isDate reports whether the rest of a version line is a date, of whatever form, or one that is missing.
func isDate(s string) bool {
	s = strings.TrimLeft(s, " ,\t")
	built := strings.HasPrefix(s, "built on")
	s = strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(s, "built on")), ": ")
	if s == "" || s == ":" {
		return built
	}
	if strings.HasPrefix(s, "xx XXX xxxx") || strings.HasPrefix(s, "FIPS ") || strings.HasPrefix(s, "[") || strings.HasPrefix(s, "+quic ") {
		return true // of a development version, of a patched one
	}
	word, _, _ := strings.Cut(s, " ")
	day, rest, dashed := strings.Cut(word, "-")
	n, err := strconv.Atoi(day)
	if err != nil {
		return built
	}
	if dashed { // 04-Sep-1997
		return len(rest) >= 6
	}
	_, rest = cutField(s)
	month, rest := cutField(rest)
	year, _ := cutField(rest)
	y, err := strconv.Atoi(year)
	return 1 <= n && n <= 31 && len(month) >= 3 && err == nil && 1990 <= y && y < 2200
}

// cutField cuts the first word off s.
func cutField(s string) (field, rest string) {
	s = trimLeft(s)
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' || s[i] == '\t' {
			return s[:i], trimLeft(s[i:])
		}
	}
	return s, ""
}

func trimLeft(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	return s
}
