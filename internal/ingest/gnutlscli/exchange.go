package gnutlscli

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A handshake is a key exchange of which lines are still to come.
type handshake struct {
	open bool
	line int // of its name
	name string
	rate string // transactions per second
	mean string // and the time of one, with its unit
	sd   string // and its deviation
	at   int    // the line of the rate
}

var (
	suite        = ingest.NewPattern(`^\((?:TLS|DTLS|SSL)[\d.]+\)-\S+$`)
	transactions = ingest.NewPattern(`^-? ?(-?[\d.]+|-?nan|-?inf) transactions/sec$`)
	meanTime     = ingest.NewPattern(`^- avg\. handshake time: (\S+ (?:ms|µs|us|s))$`)
	deviation    = ingest.NewPattern(`^- standard deviation: (\S+(?: (?:ms|µs|us|s))?)$`)
	// Up to 3.6: in two lines.
	oldRate = ingest.NewPattern(`^(\S+) +(-?[\d.]+|-?nan|-?inf) transactions/sec$`)
	oldMean = ingest.NewPattern(`^\(avg\. handshake time: (\S+ ms), sample variance: \S+\)$`)
)

// exchange takes a line of a handshake.
func (p *parser) exchange(text string, line int) bool {
	h := &p.kx
	if m := oldRate.FindStringSubmatch(text); m != nil && m[1] != "-" {
		p.flush()
		*h = handshake{open: true, line: line, name: strings.Clone(m[1]), rate: strings.Clone(m[2]), at: line}
		return true
	}
	if suite.MatchString(text) {
		p.flush()
		*h = handshake{open: true, line: line, name: strings.Clone(text)}
		return true
	}
	if !h.open {
		return false
	}
	if m := transactions.FindStringSubmatch(text); m != nil && h.rate == "" {
		h.rate, h.at = strings.Clone(m[1]), line
		return true
	}
	if m := oldMean.FindStringSubmatch(text); m != nil && h.mean == "" {
		h.mean = strings.Clone(m[1])
		return true
	}
	if m := meanTime.FindStringSubmatch(text); m != nil && h.mean == "" {
		h.mean = strings.Clone(m[1])
		return true
	}
	if m := deviation.FindStringSubmatch(text); m != nil && h.sd == "" {
		h.sd = strings.Clone(m[1])
		return true
	}
	return false
}

// flush gives out the handshake whose lines have come.
func (p *parser) flush() {
	h := p.kx
	p.kx = handshake{}
	if !h.open {
		return
	}
	rate, ok := ingest.ParsePositive(h.rate)
	switch {
	case h.rate == "":
		p.out.Warn(ingest.NoResult, h.line, "%s: no transactions per second are printed", h.name)
		return
	case !ok:
		p.out.Warn(ingest.NoResult, h.at, "%s: %s transactions/sec are no speed", h.name, h.rate)
		return
	}
	r := result.Result{Primitive: p.out.Name(h.name, h.line).Slug, Detail: "TLS handshake", Unknown: []string{"operation"},
		CallsPerSecond: rate.Value, Printed: h.rate + " transactions/sec", Unit: "1/s"}
	if h.mean != "" {
		r.Printed += ", handshake " + h.mean
	}
	if mean, ok := nanoseconds(h.mean); ok {
		if sd, ok := nanoseconds(h.sd); ok {
			r.Spread, r.Spreads = sd/mean, "standard deviation of the handshake's time"
		}
	} else {
		p.out.Warn(ingest.Truncated, h.at, "%s: the mean time of a handshake is not there", h.name)
	}
	p.give(&r, h.at)
}

// nanoseconds is a time with its unit.
func nanoseconds(text string) (float64, bool) {
	number, unit, _ := strings.Cut(text, " ")
	f, ok := ingest.ParsePositive(number)
	per := map[string]float64{"s": 1e9, "ms": 1e6, "µs": 1e3, "us": 1e3}[unit]
	return f.Value * per, ok && per > 0
}
