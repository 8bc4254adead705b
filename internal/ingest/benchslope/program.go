package benchslope

import (
	"slices"
	"strings"

	"cpb/internal/ingest"
)

// programs are the libraries by the names of programs.
var programs = map[string]string{"gcrypt": "gcrypt", "openssl": "openssl", "nettle": "nettle", "botan": "botan", "cryptopp": "cryptopp"}

var (
	// "bench-slope-openssl: OpenSSL 3.0.19 27 Jan 2026", "bench-slope-gcrypt: libgcrypt: 1.10.1"
	programLine = ingest.NewPattern(`^bench-slope-(\w+): (\S+?):? v?(\d+(?:\.\d+)+[\w.+-]*)`)
	missing     = ingest.NewPattern(`^bench-slope-\w+: `)
)

// program takes the line that a program of bench-slopes begins with; its errors begin in the same way.
func (p *parser) program(text string) bool {
	if m := programLine.FindStringSubmatch(text); m != nil && programs[m[1]] != "" {
		p.library, p.section, p.table = programs[m[1]], "", table{}
		version := strings.Clone(m[3])
		p.command = p.out.Command()
		p.out.Begin(ingest.Block{Title: strings.Clone(m[2]) + " " + version, Version: version})
		return true
	}
	return p.last > 0 && missing.MatchString(text)
}

// sections are the headings of groups, as bench-slope prints them, by the names that its CSV has for them.
var sections = map[string]string{"hash": "Hash", "mac": "MAC", "cipher": "Cipher", "kdf": "KDF", "pk": "Public-key", "ecc": "ECC", "pq": "Post-quantum", "mpi": "MPI"}

// sectionNames are those headings.
var sectionNames = []string{"Hash", "MAC", "Cipher", "KDF", "Public-key", "ECC", "Post-quantum", "MPI"}

// near is how many lines may stand between a table and the section behind it.
const near = 3

// heading takes the heading of a section. It is remembered wherever it stands, but taken only where it is the tool's.
func (p *parser) heading(name string, line int) bool {
	if !slices.Contains(sectionNames, name) {
		return false
	}
	p.section, p.table = strings.Clone(name), table{}
	switch {
	case p.last > 0 && line-p.last <= near, line == 1:
	case strings.Contains(p.out.Command(), "bench-slope"):
	default:
		return false
	}
	p.begin(line)
	return true
}

// programName finds a program of bench-slopes in a command.
var programName = ingest.NewPattern(`\bbench-slope-(\w+)`)

// libraryOf is the library whose program a command runs: libgcrypt's, where it is not said.
func libraryOf(command string) string {
	if m := programName.FindStringSubmatch(command); m != nil && programs[m[1]] != "" {
		return programs[m[1]]
	}
	return "gcrypt"
}
