// Package gnutlscli reads what gnutls-cli prints with --benchmark-ciphers, --benchmark-tls-ciphers and --benchmark-tls-kx.
//
//   - Ciphers: a rate for each name under a line that says the payload's size. KB, MB and GB are powers of 1000; which one is printed
//     follows the amount of data, not the rate, so that 0.29 GB/sec has two digits. An AEAD seals a record (record); a cipher
//     encrypts with its key and IV kept (update); a MAC takes its key in each call (keyed) and is an HMAC under the name of its
//     hash. "AES-128-CBC-SHA1" is a cipher and an HMAC over the same plaintext, one after the other. NULL copies memory, and is no
//     primitive.
//   - Up to 3.2, "Processed 1.2 GB in 5.00 secs: 0.24 GB/sec" has the amount and the time too, which are checked.
//   - TLS ciphers: a record of the payload's size is sent and received, so that it is sealed and opened: there is no one operation.
//     The interface is the protocol's version. Of a suite's name of older versions the cipher is the primitive, the whole the detail.
//   - Key exchanges: handshakes per second, their mean time and its deviation. No primitive of the catalogue is a handshake: the
//     suite's name is kept. The mean is of the handshake only; a transaction has the set-up of both sides as well. "sample variance"
//     of older versions is in square milliseconds, and no deviation.
//
// The library is GnuTLS, which has its ciphers of Nettle or of its own; the version is not printed.
//
// The facts are from src/benchmark.c, benchmark-cipher.c and benchmark-tls.c of one version of GnuTLS 3, and outputs of 3.7.9.
package gnutlscli

import (
	"math"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "gnutls-cli", Tool: "gnutls-cli", Does: "gnutls-cli's benchmarks of ciphers, of TLS records and of key exchanges",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out} },
	})
}

// A section is what a heading says of the rows below it.
type section int

const (
	none section = iota
	aeads
	combinations
	macs
	ciphers
	records
	exchanges
)

// A parser reads one text.
type parser struct {
	out     *ingest.Output
	section section
	size    *int // of the payload
	last    int  // the line that was taken last
	kx      handshake
}

// headings are what each section begins with.
var headings = []struct {
	begins  string
	section section
}{
	{"Checking AEAD ciphers, payload size: ", aeads},
	{"Checking cipher-MAC combinations, payload size: ", combinations},
	{"Checking MAC algorithms, payload size: ", macs},
	{"Checking ciphers, payload size: ", ciphers},
	{"Testing throughput in cipher/MAC combinations (payload: ", records},
	{"Testing key exchanges (", exchanges},
}

// far is how many other lines end a section.
const far = 12

// Line takes a heading, or a row below one.
func (p *parser) Line(l ingest.Line) bool {
	text := strings.TrimSpace(strings.ReplaceAll(l.Text, "\t", " "))
	if text == "" {
		return false
	}
	taken := false
	switch {
	case strings.HasPrefix(text, "Checking ") || strings.HasPrefix(text, "Testing "):
		taken = p.heading(text, l.Number)
	case strings.HasSuffix(text, "/sec") && strings.Contains(text, " ("):
		taken = p.sized(text, l.Number)
	case text[0] == '(' && suite.MatchString(text):
		p.exchanging(l.Number)
		taken = p.exchange(text, l.Number)
	case p.section == none:
	case l.Number > p.last+far:
		p.flush()
		p.section = none
	case p.section == exchanges:
		taken = p.exchange(text, l.Number)
	default:
		taken = p.rate(text, l.Number)
	}
	if taken {
		p.last = l.Number
	}
	return taken
}

// End gives out the last handshake.
func (p *parser) End() { p.flush() }

// heading takes the line that a section begins with.
func (p *parser) heading(text string, line int) bool {
	for _, h := range headings {
		rest, ok := strings.CutPrefix(text, h.begins)
		if !ok {
			continue
		}
		p.flush()
		first := p.section == none
		p.section, p.size = h.section, nil
		digits, behind, _ := strings.Cut(rest, " ")
		if h.section != exchanges {
			if f, ok := ingest.ParseFigure(digits); ok && f.Value >= 1 && f.Value <= math.MaxInt32 {
				size := int(f.Value)
				p.size = &size
			}
		}
		if first || h.section == records || h.section == exchanges || h.section == aeads {
			p.out.Begin(ingest.Block{})
		}
		// The first row, where a page has lost the end of the heading's line.
		if behind = strings.TrimSpace(behind); behind != "" && h.section != exchanges && !p.rate(behind, line) && strings.HasSuffix(behind, "/sec") {
			p.out.Warn(ingest.Mismatched, line, "what stands behind the heading is passed over: %s", behind)
		}
		return true
	}
	return false
}

// exchanging opens the section of key exchanges, where its heading is not there.
func (p *parser) exchanging(line int) {
	if p.section != exchanges || line > p.last+far {
		p.flush()
		p.out.Begin(ingest.Block{})
		p.section, p.size = exchanges, nil
	}
}

// sizedLine is a row that has its size in itself, as versions before 3.6.6 print it: no heading says anything of it.
var sizedLine = ingest.NewPattern(`^([A-Z0-9]\S*)\s+\((payload )?(\d{1,9})\)\s+([\d.]+ (?:bytes|KB|MB|GB)/sec)$`)

// sized takes such a row.
func (p *parser) sized(text string, line int) bool {
	m := sizedLine.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	before, size := p.section, p.size
	if p.section = aeads; m[2] != "" {
		p.section = records
	} else if q, ok := catalog.Known(m[1]); ok && q.Sole() == catalog.Hash {
		p.section = macs
	}
	if n, err := strconv.Atoi(m[3]); err == nil && n > 0 {
		p.size = &n
	}
	taken := p.rate(m[1]+" "+m[4], line)
	p.section, p.size = before, size
	return taken
}

// rateLine is a name, what older versions say of the measurement, and a rate; or an error in its place.
var rateLine = ingest.NewPattern(`^(\S+)(?: - (TLS\d\.\d))? +(?:Processed (\S+) (\S+) in (\S+) secs: )?(?:(-?[\d.]+|-?nan|-?inf) (bytes|KB|MB|GB|TB)/sec|error: (.+))$`)

// units are the units of rates, in bytes.
var units = map[string]float64{"bytes": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}

// rate takes a row with a rate.
func (p *parser) rate(text string, line int) bool {
	m := rateLine.FindStringSubmatch(text)
	if m == nil {
		return p.nameOnly(text, line)
	}
	name, protocol, amount, amountUnit, seconds, printed, unit := m[1], m[2], m[3], m[4], m[5], m[6], m[7]
	if unit == "" {
		p.out.Warn(ingest.NoResult, line, "%s: error: %s", name, m[8])
		return true
	}
	rate, ok := ingest.ParsePositive(printed)
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: %s %s/sec is no speed", name, printed, unit)
		return true
	}
	r := p.identify(name, protocol, line)
	r.BytesPerSecond = rate.Value * units[unit]
	r.Printed = strings.Clone(printed + " " + unit + "/sec")
	r.Unit = unitNames[unit]
	if taken, ok := ingest.ParsePositive(seconds); ok {
		r.Seconds = taken.Value
		done, ok := ingest.ParseFigure(amount)
		if ok && units[amountUnit] > 0 {
			if implied, ok := ingest.Agree(done.Times(units[amountUnit]), taken, rate.Times(units[unit])); !ok {
				p.out.Warn(ingest.CountMismatch, line, "%s: %s %s in %s s are not %s %s/sec, which is kept; they would take %.4g s", name, amount, amountUnit, seconds, printed, unit, implied)
			}
		}
	}
	p.give(&r, line)
	return true
}

// nameOnly takes a row that breaks off behind its name: the tool prints it before it measures.
func (p *parser) nameOnly(text string, line int) bool {
	_, known := catalog.Known(text)
	if !known && names[text] == "" {
		return false
	}
	p.out.Warn(ingest.Truncated, line, "%s has no rate", text)
	return true
}

var unitNames = map[string]string{"bytes": "B/s", "KB": "1000 B/s", "MB": "10^6 B/s", "GB": "10^9 B/s", "TB": "10^12 B/s"}

func (p *parser) give(r *result.Result, line int) {
	r.Library = "gnutls"
	r.Source = &result.Source{Line: line}
	p.out.Result(r)
}
