package benchslope

import (
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// An old is what the tables of tests/benchmark say above their rows.
type old struct {
	open        bool
	modes       []string // of the table of ciphers: "ECB/Stream", "CBC", …
	repetitions string   // "" where it is not said
	keyed       bool     // whether the key is set in each call
	private     int64    // calls of operations with private keys; 0 where no table of public keys is open
	public      int64    // and of those with public keys
}

var (
	repetitions = ingest.NewPattern(`^Running each test (\d{1,9}) times\.$`)
	// It said sign and verify before ElGamal was in it.
	publicHead = ingest.NewPattern(`^Algorithm\s+generate\s+(\d{1,9})\*(?:priv|sign)\s+(\d{1,9})\*(?:public|verify)$`)
	publicRow  = ingest.NewPattern(`^(RSA|ELG|DSA|ECDSA|EdDSA|GOST)\s+(\d+(?:/\d+)?|Ed25519|Ed448)(?:\s+bit)?\s+(\S.*)$`)
	modeName   = ingest.NewPattern(`^(?:ECB|CBC|CFB8?|OFB|CTR|XTS|CCM|GCM|OCB|EAX|SIV|GCM-SIV|STREAM|Stream|Poly1305)(?:/(?:Stream|Poly1305))?$`)
)

// benchmark takes lines of tests/benchmark.
func (p *parser) benchmark(l ingest.Line, text string) bool {
	switch text[0] {
	case 'R':
		if m := repetitions.FindStringSubmatch(text); m != nil {
			p.old = old{repetitions: strings.Clone(m[1])}
			return true
		}
	case 'E', 'S':
		if p.modesHead(text, l.Number) {
			return true
		}
	case 'A':
		if p.publicHead(text, l.Number) {
			return true
		}
	case '-':
		return p.old.open && strings.Trim(text, "- ") == ""
	}
	if !p.old.open && !strings.HasSuffix(text, "ms") {
		return false
	}
	return p.publicKey(text, l.Number) || p.cipherRow(text, l.Number) || p.headless(text, l.Number)
}

// modesHead takes the head of the table of ciphers.
func (p *parser) modesHead(text string, line int) bool {
	fields := strings.Fields(text)
	if len(fields) < 2 || !strings.HasPrefix(fields[0], "ECB") {
		return false
	}
	for _, f := range fields {
		if !modeName.MatchString(f) {
			return false
		}
	}
	p.begin(line)
	p.old.open, p.old.private, p.old.public = true, 0, 0
	p.old.modes = nil
	for _, f := range fields {
		p.old.modes = append(p.old.modes, strings.Clone(f))
	}
	p.old.keyed = strings.Contains(p.out.Command(), "--cipher-with-keysetup")
	return true
}

// isTime reports whether s is a time as the program prints it, or "-" in its place.
func isTime(s string) bool {
	if s == "-" {
		return true
	}
	digits, ok := strings.CutSuffix(s, "ms")
	_, isNumber := ingest.ParseFigure(digits)
	return ok && isNumber
}

// times are the fields of a text where all are times.
func times(text string) ([]string, bool) {
	fields := strings.Fields(text)
	for _, f := range fields {
		if !isTime(f) {
			return nil, false
		}
	}
	return fields, len(fields) > 0
}

// cipherRow takes a row of the table of ciphers: two times for each mode. Stream ciphers have times in the first columns only.
func (p *parser) cipherRow(text string, line int) bool {
	if len(p.old.modes) == 0 {
		return false
	}
	end := max(0, strings.IndexAny(text, " \t"))
	name, rest := text[:end], text[end:]
	columns, ok := times(rest)
	if !ok {
		return false
	}
	q, _ := catalog.Known(p.cipherOf(name))
	if !slices.Contains(q.Operations, catalog.Encrypt) {
		return false // a hash's row has as many times, and another head
	}
	stream := q.Model.Kind == catalog.Bytes
	switch {
	case len(columns) > 2*len(p.old.modes):
		p.out.Warn(ingest.Mismatched, line, "%s: %d times under %d modes: which is which is not certain, and none is given", name, len(columns), len(p.old.modes))
		return true
	case len(columns) < 2*len(p.old.modes) && !stream, len(columns)%2 != 0:
		p.out.Warn(ingest.Truncated, line, "%s: %d times under %d modes", name, len(columns), len(p.old.modes))
	}
	var none []string
	source := &result.Source{Line: line}
	for i, time := range columns {
		mode := modeOf(p.old.modes[i/2], stream)
		way := []string{"enc", "dec"}[i%2]
		ms, ok := ingest.ParsePositive(strings.TrimSuffix(time, "ms"))
		if !ok {
			if time != "-" {
				none = append(none, mode+" "+way+" "+time)
			}
			continue
		}
		id := p.mode(name, mode, way, line)
		r := id.result()
		r.Work = p.oldWork(id)
		r.Seconds, r.Printed, r.Unit = ms.Value/1e3, strings.Clone(time), "ms of processor time for an unknown number of calls"
		if p.old.repetitions != "" {
			r.Detail = p.old.repetitions + " repetitions"
		}
		r.Unknown = oldUnknown
		r.Library, r.Source = p.library, source
		p.out.Result(&r)
	}
	if len(none) > 0 {
		p.out.Warn(ingest.NoResult, line, "%s: %s: shorter than a step of the clock", name, strings.Join(none, ", "))
	}
	return true
}

// oldUnknown is what tests/benchmark does not print.
var oldUnknown = []string{"size_bytes", "calls"}

// modeOf is the mode of a column that has one for stream ciphers too: "ECB/Stream".
func modeOf(column string, stream bool) string {
	block, other, two := strings.Cut(column, "/")
	if stream && two {
		return other
	}
	return block
}

// oldWork is what a call includes: the key where that was asked for; a nonce where the mode is an AEAD's; else its data.
func (p *parser) oldWork(id identity) string {
	switch {
	case p.old.keyed:
		return string(catalog.Keyed)
	case id.work == string(catalog.Record):
		return id.work
	}
	return string(catalog.Update)
}

// publicHead takes the head of the table of public keys.
func (p *parser) publicHead(text string, line int) bool {
	m := publicHead.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	private, _ := ingest.ParseFigure(m[1])
	public, _ := ingest.ParseFigure(m[2])
	if private.Value == 0 || public.Value == 0 {
		return false
	}
	p.begin(line)
	p.old = old{open: true, private: int64(private.Value), public: int64(public.Value)}
	return true
}

// publicKey takes a row of the table of public keys: generate, with the private key, with the public one.
func (p *parser) publicKey(text string, line int) bool {
	if p.old.private == 0 {
		return false
	}
	m := publicRow.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	kind, size, rest := m[1], m[2], m[3]
	if strings.HasPrefix(rest, "[skipped") {
		p.out.Warn(ingest.NoResult, line, "%s %s: %s", kind, size, ingest.Brief(rest))
		return true
	}
	columns, ok := times(rest)
	if !ok {
		return false
	}
	operations := []catalog.Operation{catalog.Keygen, catalog.Sign, catalog.Verify}
	if kind == "ELG" {
		operations = []catalog.Operation{catalog.Keygen, catalog.Decrypt, catalog.Encrypt}
	}
	name := publicName(kind, size)
	calls := []int64{1, p.old.private, p.old.public}
	switch {
	case len(columns) > len(calls):
		// With --no-blinding RSA signs once more. What else it may be is not said.
		p.out.Warn(ingest.Mismatched, line, "%s %s: %d times under %d columns: those that are too many are passed over", kind, size, len(columns), len(calls))
		columns = columns[:len(calls)]
	case len(columns) < len(calls):
		p.out.Warn(ingest.Truncated, line, "%s %s: %d times under %d columns", kind, size, len(columns), len(calls))
	}
	for i, time := range columns {
		ms, ok := ingest.ParsePositive(strings.TrimSuffix(time, "ms"))
		switch {
		case time == "-":
			continue
		case !ok:
			p.out.Warn(ingest.NoResult, line, "%s %s: %s %s: shorter than a step of the clock", kind, size, operations[i], time)
			continue
		}
		r := result.Result{Primitive: p.out.Name(name, line).Slug, Operation: string(operations[i]), Bits: bitsOf(name),
			Calls: calls[i], Seconds: ms.Value / 1e3, Printed: strings.Clone(time), Unit: "ms of processor time"}
		if i > 0 {
			r.Work = string(catalog.Message)
		}
		p.give(&r, line)
	}
	return true
}

// publicName is the name of a key: its kind and size.
func publicName(kind, size string) string {
	bits, _, _ := strings.Cut(size, "/")
	switch kind {
	case "ELG":
		return "elgamal-" + bits
	case "ECDSA":
		return "ecdsa-p" + bits
	case "EdDSA":
		return size
	}
	return kind + "-" + bits
}

// headless takes a row of times that nothing above says what they are of: of hashes, MACs, arithmetic.
func (p *parser) headless(text string, line int) bool {
	fields := strings.Fields(text)
	if len(fields) < 2 || slices.ContainsFunc(fields[1:], func(f string) bool { return !isTime(f) }) {
		return false
	}
	if !p.old.open && !strings.Contains(p.out.Command(), "benchmark") {
		return false
	}
	p.out.Warn(ingest.Mismatched, line, "%s: times without a head, of calls that are not said: no result: %s", fields[0], ingest.Brief(text))
	return true
}
