package botan

import (
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
)

// What Botan 1 prints. Its megabytes are of 2^20 bytes in each release.
var (
	colonLine    = ingest.NewPattern(`^` + named + `: +(-?[\d.]+|-?inf|-?nan) (MiB/sec|Mbytes/sec)$`)
	blocksLine   = ingest.NewPattern(`^` + named + ` ` + number + ` MiB / sec with (\d+) byte blocks$`)
	providerLine = ingest.NewPattern(`^` + named + `((?: \[[a-z]\w*(?:[-_ ]\w+)*\] \d+\.\d\d)+)$`)
	provider     = ingest.NewPattern(` \[([^\]]+)\] (\d+\.\d\d)`)
	colonCalls   = ingest.NewPattern(`^(\S+): (-?[\d.]+|-?inf|-?nan) (?:ops / second \((\w+(?: \w+)?)\)|ms / (\w+ \w+))$`)
)

// old takes a line of Botan 1.
func (p *parser) old(text string, line int) bool {
	switch {
	case strings.Contains(text, " bytes: "): // the first half of a line of Botan 2
		return false
	case strings.HasSuffix(text, "/sec"):
		m := colonLine.FindStringSubmatch(text)
		if m == nil {
			return false
		}
		p.oldRate(m[1], "", "", m[2], m[3], line)
	case strings.HasSuffix(text, " byte blocks"):
		m := blocksLine.FindStringSubmatch(text)
		if m == nil {
			return false
		}
		p.oldRate(m[1], "", m[3], m[2], "MiB / sec", line)
	case strings.Contains(text, " ops / second (") || strings.Contains(text, " ms / "):
		return p.oldCalls(text, line)
	case strings.Contains(text, " ["):
		m := providerLine.FindStringSubmatch(text)
		if m == nil || !knows(m[1]) {
			return false
		}
		for _, f := range provider.FindAllStringSubmatch(m[2], -1) {
			p.oldRate(m[1], f[1], "", f[2], "", line)
		}
	default:
		return false
	}
	return true
}

// oldRate gives out a rate of bytes. Ciphers were encrypting. The buffer went through a filter or an object that had its key, and was
// not finished: data only.
func (p *parser) oldRate(name, iface, size, printed, unit string, line int) {
	p.ensure()
	r := p.cell(name, "", line)
	r.Operation, r.Work = oldOperation(r.Primitive), string(catalog.Update)
	if r.Operation == "" {
		r.Unknown = append(r.Unknown, "operation")
	}
	if iface != "" {
		r.Interface = strings.Clone(iface)
	}
	p.setSize(&r, size, line)
	rate, ok := ingest.ParsePositive(printed)
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: %s is no speed", name, strings.TrimSpace(printed+" "+unit))
		return
	}
	r.BytesPerSecond, r.Printed, r.Unit = rate.Value*mebibyte, strings.TrimSpace(printed+" "+unit), unitMiB
	p.give(&r)
}

// oldOperation is what was done with a primitive.
func oldOperation(slug string) string {
	p, _ := catalog.Known(slug)
	switch {
	case slices.Contains(p.Operations, catalog.Seal):
		return string(catalog.Seal)
	case slices.Contains(p.Operations, catalog.Encrypt):
		return string(catalog.Encrypt)
	}
	return string(p.Sole())
}

// oldCalls gives out a rate or a time of calls.
func (p *parser) oldCalls(text string, line int) bool {
	m := colonCalls.FindStringSubmatch(text)
	if m == nil || !knows(m[1]) {
		return false
	}
	p.ensure()
	r := p.cell(m[1], m[3]+m[4], line)
	f, ok := ingest.ParsePositive(m[2])
	switch {
	case !ok:
		p.out.Warn(ingest.NoResult, line, "%s: %s is no speed", m[1], m[2])
		return true
	case m[3] != "":
		r.CallsPerSecond, r.Printed, r.Unit = f.Value, m[2]+" ops / second", unitCalls
	default:
		r.NsPerCall, r.Printed, r.Unit = f.Value*1e6, m[2]+" ms", "ms"
	}
	p.give(&r)
	return true
}

// knows reports whether a name of Botan's is a primitive's.
func knows(name string) bool {
	_, ok := catalog.Known(spell(name).name)
	return ok
}
