package cryptobench

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A table is what holds for the rows that follow each other.
type table struct {
	open      bool
	cycles    string            // what the ticks are
	libraries map[string]string // versions by library, as a line above says
}

// begin begins a table where the last one has ended: another line stands between.
func (p *parser) begin(line int) {
	if p.table.open && (p.other == 0 || p.other >= line) {
		return
	}
	t := table{open: true, cycles: result.CyclesUnknown}
	if !p.table.open && p.table.libraries != nil && (p.other == 0 || p.other >= line) {
		t.libraries = p.table.libraries
	}
	p.out.Begin(ingest.Block{})
	for _, h := range p.out.Headings() {
		if x86.MatchString(h) {
			t.cycles = result.CyclesTSC
		}
	}
	p.table = t
}

// x86 finds the name of an x86 processor.
var x86 = ingest.NewPattern(`(?i)\b(?:intel|amd|athlon|sempron|phenom|opteron|ryzen|threadripper|epyc|xeon|pentium|celeron|core ?[im]\d|i[3579]-\d+\w*|x86(?:[-_]64)?|x64|i[3-6]86)\b`)

// libraryVersions is a line that names libraries with their versions, and nothing else.
var libraryVersions = ingest.NewPattern(`^\((?:[a-z]+ v?\d[\w.-]*, )*[a-z]+ v?\d[\w.-]*\)$`)

// versions takes a line of versions. They hold for the rows that follow without another line between.
func (p *parser) versions(l ingest.Line, text string) bool {
	if !libraryVersions.MatchString(text) {
		return false
	}
	found := map[string]string{}
	known := false
	for _, part := range strings.Split(text[1:len(text)-1], ", ") {
		name, version, _ := strings.Cut(part, " ")
		library := libraryOf(name)
		switch library {
		case "lavu", "openssl", "gcrypt", "tomcrypt", "mbedtls", "nettle":
			known = true
		}
		found[library] = strings.Clone(strings.TrimPrefix(version, "v"))
	}
	if !known {
		return false
	}
	p.flush()
	p.table = table{libraries: found}
	p.out.Warn(ingest.Assumed, l.Number, "versions of libraries are taken from %q; crypto_bench does not print any", text)
	return true
}
