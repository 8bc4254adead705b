package botan

import (
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// A duel is what Botan's src/scripts/bench.py compares: the versions of both libraries, where its log has them.
type duel struct {
	open           bool
	botan, openssl string
}

var (
	comparing = ingest.NewPattern(`^INFO: Comparing Botan (\S+) with OpenSSL (\S+)$`)
	running   = ingest.NewPattern(`^INFO: Running (?:Botan|OpenSSL) benchmark for \S+$`)
	// bps are bytes per second. The advantage is a ratio, and no figure of a library.
	versusLine = ingest.NewPattern(`^algo (\S+) buf_size +(\d+) botan +(\d+) bps openssl +(\d+) bps adv (?:botan|openssl) by \S+$`)
)

// compared takes a line of the script's log.
func (p *parser) compared(text string) bool {
	if m := comparing.FindStringSubmatch(text); m != nil {
		p.start("")
		p.duel = duel{open: true, botan: strings.Clone(m[1]), openssl: strings.Clone(m[2])}
		return true
	}
	return running.MatchString(text)
}

// versus takes a row that has both libraries' rates. The script runs Botan's benchmark and openssl speed -evp, and takes of each the
// rate of encryption where there are two.
func (p *parser) versus(text string, line int) bool {
	m := versusLine.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	if !p.duel.open {
		p.start("")
		p.duel.open = true
	}
	for i, library := range []string{"botan", "openssl"} {
		printed := m[3+i]
		rate, ok := ingest.ParsePositive(printed)
		if !ok {
			p.out.Warn(ingest.NoResult, line, "%s of %s: %s bps is no speed", m[1], library, printed)
			continue
		}
		r := p.cell(m[1], "", line)
		if q, known := catalog.Known(r.Primitive); known && r.Operation == "" {
			switch {
			case slices.Contains(q.Operations, catalog.Seal):
				r.Operation = string(catalog.Seal)
			case slices.Contains(q.Operations, catalog.Encrypt):
				r.Operation = string(catalog.Encrypt)
			}
		}
		if r.Operation == "" {
			r.Unknown = append(r.Unknown, "operation")
		}
		r.Library, r.Version = library, []string{p.duel.botan, p.duel.openssl}[i]
		if size, err := strconv.Atoi(m[2]); err == nil && size > 0 {
			r.SizeBytes = p.size.Of(size)
		}
		r.Unknown = append(r.Unknown, "work")
		r.BytesPerSecond, r.Printed, r.Unit = rate.Value, printed+" bps", "B/s"
		r.Source = &result.Source{Line: line}
		p.give(&r)
	}
	return true
}
