package opensslspeed

import (
	"cmp"
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// A column is a column of a table of public keys.
type column struct {
	operation catalog.Operation
	rate      bool // calls per second; seconds per call where not
}

// columnNames are what heads call their columns.
var columnNames = map[string]column{
	"sign": {catalog.Sign, false}, "sign/s": {catalog.Sign, true}, "signs": {catalog.Sign, false},
	"verify": {catalog.Verify, false}, "verify/s": {catalog.Verify, true},
	"encrypt": {catalog.Encrypt, false}, "encr./s": {catalog.Encrypt, true},
	"decrypt": {catalog.Decrypt, false}, "decr./s": {catalog.Decrypt, true},
	"op": {catalog.Derive, false}, "op/s": {catalog.Derive, true},
	"keygen": {catalog.Keygen, false}, "keygens/s": {catalog.Keygen, true}, "keygen/s": {catalog.Keygen, true},
	"encaps": {catalog.Encapsulate, false}, "encaps/s": {catalog.Encapsulate, true},
	"encap": {catalog.Encapsulate, false}, "encap/s": {catalog.Encapsulate, true},
	"decaps": {catalog.Decapsulate, false}, "decaps/s": {catalog.Decapsulate, true},
	"decap": {catalog.Decapsulate, false}, "decap/s": {catalog.Decapsulate, true},
}

// Columns that rows have whose head was cut off. They have never been in another order.
var (
	signColumns   = []column{{catalog.Sign, false}, {catalog.Verify, false}, {catalog.Sign, true}, {catalog.Verify, true}}
	deriveColumns = []column{{catalog.Derive, false}, {catalog.Derive, true}}
	rsaColumns    = []column{
		{catalog.Sign, false}, {catalog.Verify, false}, {catalog.Encrypt, false}, {catalog.Decrypt, false},
		{catalog.Sign, true}, {catalog.Verify, true}, {catalog.Encrypt, true}, {catalog.Decrypt, true},
	}
)

// keyHead takes the head of a table of public keys, or the rest of one that was wrapped.
func (p *parser) keyHead(text string) bool {
	if strings.IndexByte("sokedv", text[0]) < 0 || len(text) > 200 {
		return false
	}
	var columns []column
	for rest := text; rest != ""; {
		var word string
		word, rest = cutField(rest)
		c, ok := columnNames[word]
		if !ok {
			return false
		}
		columns = append(columns, c)
	}
	if p.newHead && p.away == 0 && !slices.ContainsFunc(columns, func(c column) bool { return slices.Contains(p.columns, c) }) {
		p.columns = slices.Concat(p.columns, columns)
		return true
	}
	if len(columns) < 2 || strings.IndexByte("sok", text[0]) < 0 {
		return false
	}
	p.release()
	p.enter(tables)
	p.columns, p.newHead = columns, true
	return true
}

// isKeyHead reports whether a text is the head of a table of public keys.
func isKeyHead(text string) bool {
	n := 0
	for rest := text; rest != ""; n++ {
		var word string
		word, rest = cutField(rest)
		if _, ok := columnNames[word]; !ok {
			return false
		}
	}
	return n >= 2
}

// A keyFigure is a cell of a table of public keys.
type keyFigure struct {
	ingest.Figure
	printed string
	seconds bool
	none    bool // infinite, not a number
	cut     bool // of +F2 to +F10, with fewer digits than these have
}

func parseKeyFigure(s string) (f keyFigure, ok bool) {
	f.printed = s
	if last := s[len(s)-1]; last < '0' || last > '9' {
		bare, seconds := strings.CutSuffix(s, "s")
		switch strings.TrimLeft(bare, "+-") {
		case "inf", "nan", "1.#INF00", "1.#IO", "1.#QNAN0":
			return keyFigure{printed: s, seconds: seconds, none: true}, true
		}
		if !seconds {
			return f, false
		}
		s, f.seconds = bare, true
	}
	if strings.IndexByte(s, '.') < 0 {
		return f, false
	}
	f.Figure, ok = ingest.ParseFigure(s)
	return f, ok
}

// keyRow takes a row of a table of public keys:
//
//	rsa  4096 bits 0.000319s 0.000004s …      rsa 2048 bits      infs      infs      0.0      0.0
//	 256 bits ecdsa (nistp256)   0.0000s …     256 bit ecdh (nistp256)   0.0009s   1091.0
//	2048 bits ffdh   0.0020s    488.0         mlkem 768 0.000030s …
//	                    ML-KEM-768 0.000030s 0.000027s …
func (p *parser) keyRow(text string, line int) bool {
	if c := text[0]; c != 'r' && c != 'd' && c != 'm' && (c < '0' || c > '9') && !p.schemes() {
		return false
	}
	row, ok := p.parseKeyRow(text)
	if !ok {
		return false
	}
	p.release()
	if row.head != "" { // another table's, which cuts the row
		p.giveKeyRow(&row, text, line)
		return p.keyHead(row.head)
	}
	if row.label == "" && p.lacksFigures(&row) {
		p.wrapped = wrapped{text: strings.Clone(text), line: line}
		return true
	}
	p.giveKeyRow(&row, text, line)
	return true
}

// lacksFigures reports whether a row has fewer figures than its table.
func (p *parser) lacksFigures(row *keyRowParts) bool {
	row.oldSeconds()
	columns := p.columns
	if !fits(row.figures, columns) {
		columns = row.usual()
	}
	return fits(row.figures, columns) && len(row.figures) < len(columns) && !(p.columns == nil && p.isOldRow(row))
}

// giveKeyRow gives out the results of a row.
func (p *parser) giveKeyRow(row *keyRowParts, text string, line int) {
	columns := p.columns
	if p.newHead && p.kinds[row.kind] {
		p.begin() // a program prints each table once
	}
	p.enter(tables)
	p.columns, p.newHead = columns, false
	if !p.kinds[row.kind] {
		if p.kinds == nil {
			p.kinds = map[string]bool{}
		}
		p.kinds[row.kind] = true
	}
	row.oldSeconds()
	if !fits(row.figures, columns) {
		if columns = row.usual(); !fits(row.figures, columns) {
			p.out.Warn(ingest.Mismatched, line, "%q does not fit the columns of its table: no figure is taken", text)
			return
		}
	}
	if len(row.figures) < len(columns) && !(p.columns == nil && p.isOldRow(row)) {
		p.out.Warn(ingest.Truncated, line, "%q has %d of %d figures", text, len(row.figures), len(columns))
	}
	p.keyResults(row, columns, line)
}

// A keyRowParts is a row, taken apart.
type keyRowParts struct {
	kind    string // of table
	of      what   // without operation
	curve   string
	figures []keyFigure
	label   string // behind the figures
	head    string // that begins there
}

// usual are the columns of a row without a head.
func (row *keyRowParts) usual() []column {
	switch {
	case row.kind == "ecdh" || row.kind == "ffdh":
		return deriveColumns
	case row.kind == "rsa" && len(row.figures) > 4:
		return rsaColumns
	case row.kind == "rsa" || row.kind == "dsa" || row.kind == "ecdsa" || row.kind == "ec" || row.kind == "eddsa" || row.kind == "sm2":
		return signColumns
	}
	return nil
}

// oldSeconds mends the rows of SSLeay 0.7, whose second figure lacks the s: both have three digits, and no rate ever had.
func (row *keyRowParts) oldSeconds() {
	if f := row.figures; len(f) == 2 && (row.kind == "rsa" || row.kind == "dsa") && f[0].seconds && strings.IndexByte(f[1].printed, '.') == len(f[1].printed)-4 {
		f[1].seconds = true
	}
}

// isOldRow reports whether a row is whole without rates: SSLeay had seconds only, and before 0.7 those of signing only, with three
// digits, which no other version has.
func (p *parser) isOldRow(row *keyRowParts) bool {
	switch len(row.figures) {
	case 1:
		bare := strings.TrimSuffix(row.figures[0].printed, "s")
		return p.library == "ssleay" || strings.IndexByte(bare, '.') == len(bare)-4
	case 2:
		return row.kind == "rsa" || row.kind == "dsa"
	}
	return false
}

func fits(figures []keyFigure, columns []column) bool {
	if len(figures) > len(columns) {
		return false
	}
	for i := range figures {
		if figures[i].seconds == columns[i].rate {
			return false
		}
	}
	return true
}

// parseKeyRow takes a row apart.
func (p *parser) parseKeyRow(text string) (row keyRowParts, ok bool) {
	first, rest := cutField(text)
	family := first
	if bits, isBits := parseInt(first); isBits {
		unit, after := cutField(rest)
		if unit != "bits" && unit != "bit" {
			return row, false
		}
		kind, after := cutField(after)
		row.kind, row.of.bits, rest = strings.ToLower(kind), bits, after
		if strings.HasPrefix(rest, "(") {
			curve, after, closed := strings.Cut(rest[1:], ")")
			if !closed || !isName(curve) {
				return row, false
			}
			row.curve, rest = curve, after
		}
		switch row.kind {
		case "ffdh", "ecdh", "ecdsa", "ec", "eddsa", "sm2":
		default:
			return row, false
		}
	} else if family == "mlkem" && p.schemes() { // LibreSSL's: that of a provider is mlkem768, a scheme
		bits, after := cutField(rest)
		if row.of.bits, ok = parseInt(bits); !ok {
			return row, false
		}
		row.kind, rest = "mlkem", after
	} else if family == "rsa" || family == "dsa" {
		bits, after := cutField(rest)
		unit, after := cutField(after)
		if row.of.bits, ok = parseInt(bits); !ok || unit != "bits" {
			return row, false
		}
		row.kind, rest = family, after
	} else if p.schemes() && isName(first) {
		row.kind, row.curve = "scheme "+string(p.columns[1].operation), first
	} else {
		return row, false
	}
	row.figures = p.figures[:0]
	for rest != "" {
		var word string
		word, after := cutField(rest)
		f, ok := parseKeyFigure(word)
		if !ok {
			break
		}
		row.figures, rest = append(row.figures, f), after
	}
	p.figures = row.figures
	if isKeyHead(rest) {
		row.head, rest = rest, ""
	}
	if row.label, ok = parseLabel(rest); !ok && row.exact() {
		row.label, ok = parseRemark(rest)
	}
	return row, ok && len(row.figures) > 0
}

// exact reports whether the first figure has as many digits as those of the tool: three at least.
func (row *keyRowParts) exact() bool {
	if len(row.figures) == 0 {
		return false
	}
	bare := strings.TrimSuffix(row.figures[0].printed, "s")
	point := strings.IndexByte(bare, '.')
	return row.figures[0].seconds && point >= 0 && len(bare)-point > 3
}

// schemes reports whether the table is one of KEMs or signatures, whose rows are named by themselves. By hand it may have the rates
// alone.
func (p *parser) schemes() bool {
	return (len(p.columns) == 6 || len(p.columns) == 3) && p.columns[0].operation == catalog.Keygen
}

// key is what a cell of the row is.
func (row *keyRowParts) key(operation catalog.Operation) (of what, ok bool) {
	of = row.of
	of.operation = string(operation)
	switch row.kind {
	case "rsa", "dsa":
		of.family, of.keyBits = row.kind, of.bits
	case "ffdh":
		of.family, of.keyBits = "ffdh", of.bits
	case "mlkem":
		of.family = "mlkem"
	case "ecdh", "ecdsa", "ec", "eddsa", "sm2":
		return curveKey(cmp.Or(row.curve, row.kind), of)
	default:
		of = scheme(row.curve, operation)
	}
	return of, true
}

// keyResults gives out the results of a row: one for each operation.
func (p *parser) keyResults(row *keyRowParts, columns []column, line int) {
	src := &result.Source{Line: line}
	var done [4]catalog.Operation
	n := 0
	for i, c := range columns[:len(row.figures)] {
		if slices.Contains(done[:n], c.operation) {
			continue
		}
		done[n], n = c.operation, n+1
		var cell keyCell
		for j := i; j < len(row.figures); j++ {
			if columns[j].operation != c.operation {
				continue
			}
			if columns[j].rate {
				cell.rate = row.figures[j]
			} else {
				cell.seconds = row.figures[j]
			}
		}
		of, ok := row.key(c.operation)
		if !ok {
			p.out.Warn(ingest.Mismatched, line, "%q is the name of no curve", row.curve)
			return
		}
		p.keyResult(&of, cell, row.label, src)
	}
}

// A keyCell is what a row says of one operation.
type keyCell struct{ seconds, rate keyFigure }

// keyResult gives out the result of a cell. The rate is taken, for the seconds are rounded more; the seconds where there is no rate,
// or where it is rounded to nothing.
func (p *parser) keyResult(of *what, c keyCell, label string, src *result.Source) {
	p.r = result.Result{Source: src}
	r := &p.r
	if p.child0 > 0 {
		label = p.childLabel()
	}
	p.setLabel(r, label)
	p.describeKey(r, of, src.Line)
	p.threads(r)
	bySeconds := c.rate.printed == "" || c.rate.Value == 0
	kept := c.rate
	if bySeconds {
		kept = c.seconds
	}
	if kept.cut {
		p.out.Warn(ingest.NoResult, src.Line, "%s: %s is cut off", of.String(), kept.printed)
		return
	}
	if kept.none || !(kept.Value > 0) || c.seconds.none {
		p.out.Warn(ingest.NoResult, src.Line, "%s: %s is no speed", of.String(), strings.TrimSpace(c.seconds.printed+" "+c.rate.printed))
		p.spend(of)
		return
	}
	r.Printed, r.Unit = kept.printed, "calls/s"
	if bySeconds {
		r.NsPerCall, r.Unit = kept.Value*1e9, "s/call"
	} else {
		r.CallsPerSecond = kept.Value
		if _, ok := ingest.Agree(ingest.Figure{Value: 1}, c.seconds.Figure, c.rate.Figure); !ok {
			p.out.Warn(ingest.CountMismatch, src.Line, "%s: %s a call and %s calls a second exclude each other: the rate is kept", of.String(), c.seconds.printed, c.rate.printed)
		}
	}
	if !p.attach(r, of, rateOf(kept, bySeconds), src.Line) {
		return
	}
	if bySeconds && c.rate.printed != "" && r.Calls > 0 { // a rate below 0.05, printed as 0.0
		r.NsPerCall = 0
		r.CallsPerSecond = float64(r.Calls) / r.Seconds
	}
	p.give(r)
}

// rateOf is a figure as calls per second.
func rateOf(f keyFigure, seconds bool) ingest.Figure {
	if !seconds {
		return f.Figure
	}
	rate := 1 / f.Value
	half := rate * f.Half / f.Value
	if f.Half < f.Value {
		half = max(1/(f.Value-f.Half)-rate, rate-1/(f.Value+f.Half))
	}
	return ingest.Figure{Value: rate, Half: half}
}

// spend takes the timing of a cell that is no result, so that no later one gets it, where the tool said that it failed.
func (p *parser) spend(of *what) {
	for at := p.pending.first(of); at > 0; at = p.pending.all[at].next {
		if t := &p.pending.all[at]; t.failed && !t.used {
			t.used = true
			return
		}
	}
}
