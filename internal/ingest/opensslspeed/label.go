package opensslspeed

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A rowLabel is a line between rows that names the version of those below it, as people put them who merge tables by hand:
// "OpenSSL-1_1_1-stable:", "openssl-3.0".
type rowLabel struct {
	text    string
	version string
	line    int
	used    bool
}

// labelRow takes such a line.
func (p *parser) labelRow(text string, line int) bool {
	if len(p.sizes) == 0 || p.stage != tables || len(text) > 40 || strings.ContainsAny(text, " \t") {
		return false
	}
	name := strings.TrimSuffix(text, ":")
	lower := strings.ToLower(name)
	for _, maker := range makers {
		version, ok := strings.CutPrefix(lower, maker.library)
		if !ok || len(version) < 2 || strings.IndexByte("-_", version[0]) < 0 {
			continue
		}
		version = strings.ReplaceAll(version[1:], "_", ".")
		if version = strings.TrimPrefix(version, "v"); !isVersion(version) {
			return false
		}
		p.release()
		p.label = rowLabel{text: strings.Clone(name), version: version, line: line}
		return true
	}
	return false
}

// setLabel names the run of r by what stands behind its row, and by the label above it.
func (p *parser) setLabel(r *result.Result, behind string) {
	r.Run = behind
	l := &p.label
	if l.text == "" {
		return
	}
	if !l.used {
		l.used = true
		p.out.Warn(ingest.Assumed, l.line, "version %s of the rows below is taken from %q", l.version, l.text)
	}
	r.Version = l.version
	if r.Run = l.text; behind != "" {
		r.Run += result.Between + behind
	}
}
