package cryptobench

import (
	"strings"
	"unicode"

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
		if isX86(h) {
			t.cycles = result.CyclesTSC
		}
	}
	p.table = t
}

// x86Names are words of the names of x86 processors.
var x86Names = map[string]bool{
	"intel": true, "amd": true, "athlon": true, "sempron": true, "phenom": true, "opteron": true, "ryzen": true, "threadripper": true,
	"epyc": true, "xeon": true, "pentium": true, "celeron": true, "x86": true, "x64": true, "i386": true, "i486": true, "i586": true, "i686": true,
}

// isX86 reports whether a heading names an x86 processor: by one of those words, or as "core i5", "i7-3770K".
func isX86(heading string) bool {
	before := ""
	for word := range strings.FieldsFuncSeq(strings.ToLower(heading), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		model := len(before) == 2 && before[0] == 'i' && '3' <= before[1] && before[1] <= '9' && isDigit(word[0])
		core := before == "core" && len(word) >= 2 && (word[0] == 'i' || word[0] == 'm') && isDigit(word[1])
		if x86Names[word] || model || core {
			return true
		}
		before = word
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// libraryVersions is a line that names libraries with their versions, and nothing else.
var libraryVersions = ingest.NewPattern(`^\((?:[a-z]+ v?\d[\w.-]*, )*[a-z]+ v?\d[\w.-]*\)$`)

// versions takes a line of versions. They hold for the rows that follow without another line between.
func (p *parser) versions(l ingest.Line, text string) bool {
	if text == "" || text[0] != '(' || !libraryVersions.MatchString(text) {
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
