package opensslspeed

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
)

// A meaning is what a numbered +R line can be.
type meaning struct {
	family    string
	operation catalog.Operation
}

// meanings are what +R1 to +R14 with nothing but bits can be, in any version: up to 3.1, from 3.2, and LibreSSL.
var meanings = map[int][]meaning{
	1: {{"rsa", catalog.Sign}}, 2: {{"rsa", catalog.Verify}},
	3: {{"dsa", catalog.Sign}, {"rsa", catalog.Encrypt}}, 4: {{"dsa", catalog.Verify}, {"rsa", catalog.Decrypt}},
	5: {{"ecdsa", catalog.Sign}, {"dsa", catalog.Sign}}, 6: {{"ecdsa", catalog.Verify}, {"dsa", catalog.Verify}},
	7: {{"ecdh", catalog.Derive}, {"ecdsa", catalog.Sign}}, 8: {{"ecdsa", catalog.Verify}, {"mlkem", catalog.Keygen}},
	9: {{"ecdh", catalog.Derive}, {"mlkem", catalog.Encapsulate}}, 10: {{"mlkem", catalog.Decapsulate}},
	12: {{"ffdh", catalog.Derive}}, 14: {{"ffdh", catalog.Derive}},
}

// schemeMeanings are +R15 to +R20, which have a name and have meant the same since 3.2.
var schemeMeanings = map[int]catalog.Operation{
	15: catalog.Keygen, 16: catalog.Encapsulate, 17: catalog.Decapsulate,
	18: catalog.Keygen, 19: catalog.Sign, 20: catalog.Verify,
}

// curveMeanings are +R7 to +R9 with the name of a curve in place of the bits: from version 4.
var curveMeanings = map[int]catalog.Operation{7: catalog.Sign, 8: catalog.Verify, 9: catalog.Derive}

// machineKeyCount takes +R1:count:bits:seconds, +R8:count:bits:name:seconds and +R15:count:name:seconds.
func (p *parser) machineKeyCount(code int, f []string, text string, line int) bool {
	if len(f) != 3 && len(f) != 4 {
		return false
	}
	calls, taken, ok := parseCounts(f[0], f[len(f)-1])
	if !ok {
		return false
	}
	bits, isBits := parseInt(f[1])
	var a announced
	switch {
	case len(f) == 4:
		operation := catalog.Sign
		if code%2 == 1 {
			operation = catalog.Verify
		}
		a.of, ok = curveKey(strings.Clone(f[2]), what{operation: string(operation), bits: bits})
		ok = ok && isBits && code >= 8 && code <= 13
	case isBits:
		if meanings[code] == nil {
			return false
		}
		p.release()
		p.enter(before)
		if a, ok = p.meant(code, bits); !ok {
			p.out.Warn(ingest.NoResult, line, "%q: what was done is not said: +R%d is %s", text, code, meaningWords(code))
			return true
		}
		p.time(&timing{of: a.of, line: line, asked: a.asked, calls: calls, taken: taken, printed: text})
		return true
	case schemeMeanings[code] != "":
		name := strings.Clone(f[1])
		a.of, ok = scheme(name, schemeMeanings[code]), isName(name)
		if ok && code < 18 {
			p.kemNames = addName(p.kemNames, name)
		} else if ok {
			p.sigNames = addName(p.sigNames, name)
		}
	case curveMeanings[code] != "":
		p.fourth = true
		a.of, ok = p.curveCount(f[1], curveMeanings[code])
	default:
		return false
	}
	if !ok {
		return false
	}
	p.release()
	p.enter(before)
	of := a.of
	if at, _ := p.find(func(announced *what) bool { return announced.same(&of) }); at >= 0 {
		a = p.takeAnnounced(at)
	}
	p.time(&timing{of: a.of, line: line, asked: a.asked, calls: calls, taken: taken, printed: text})
	return true
}

// curveCount is the key on a curve that is only named: its bits are what +DTP said.
func (p *parser) curveCount(name string, operation catalog.Operation) (of what, ok bool) {
	of, ok = curveKey(strings.Clone(name), what{operation: string(operation)})
	for i := range p.announced {
		a := &p.announced[i].of
		if ok && a.primitive == of.primitive && a.operation == of.operation {
			return *a, true
		}
	}
	return of, ok
}

// meant is what a count with nothing but bits is of: what was announced, and where several things were, or nothing, what the number
// means in all versions or for such bits.
func (p *parser) meant(code, bits int) (a announced, ok bool) {
	fits := func(of *what) bool { return of.algorithm == nil && of.bits == bits }
	if at, alike := p.find(fits); at >= 0 && alike {
		return p.takeAnnounced(at), true
	}
	if at, alike := p.find(func(of *what) bool { return fits(of) && hasMeaning(code, of) }); at >= 0 && alike {
		return p.takeAnnounced(at), true
	}
	var possible []meaning
	for _, m := range meanings[code] {
		if hasSuchKeys(m.family, bits) {
			possible = append(possible, m)
		}
	}
	if len(possible) != 1 {
		return a, false
	}
	of, ok := familyKey(possible[0], bits)
	return announced{of: of}, ok
}

func hasMeaning(code int, of *what) bool {
	for _, m := range meanings[code] {
		if m.family == of.family && string(m.operation) == of.operation {
			return true
		}
	}
	return false
}

func meaningWords(code int) string {
	var words []string
	for _, m := range meanings[code] {
		words = append(words, m.family+" "+string(m.operation))
	}
	return strings.Join(words, " or ")
}

// hasSuchKeys reports whether the program has keys of such a size. DSA and the curves of Brainpool share 512.
func hasSuchKeys(family string, bits int) bool {
	switch family {
	case "rsa":
		return bits >= 512
	case "dsa":
		return bits >= 512 && bits <= 2048
	case "ecdsa", "ecdh":
		return bits <= 571
	case "mlkem":
		return bits == 512 || bits == 768 || bits == 1024
	}
	return bits >= 1024
}

// familyKey is the key of a family.
func familyKey(m meaning, bits int) (of what, ok bool) {
	of = what{operation: string(m.operation), bits: bits}
	switch m.family {
	case "rsa", "dsa", "ffdh":
		of.family, of.keyBits = m.family, bits
		return of, true
	case "mlkem":
		of.family = m.family
		return of, true
	}
	return curveKey(m.family, of)
}

// machineKeyRow takes +F2 to +F10.
func (p *parser) machineKeyRow(code int, f []string, line int) bool {
	if len(f) < 4 || len(f) > 7 {
		return false
	}
	bits, isBits := parseInt(f[1])
	if _, ok := parseInt(f[0]); !ok {
		return false
	}
	switch {
	case len(f) == 7 && code == 6: // LibreSSL's ML-KEM
		bits, _ := parseInt(f[0])
		return p.machineMLKEM(bits, f[1:], line)
	case isBits && (code >= 2 && code <= 4) && (len(f) == 4 || len(f) == 6 && code == 2):
		return p.machineSigns(code, bits, f, line)
	case isBits && len(f) == 4 && (code == 5 || code == 7 || code == 8):
		return p.machineDerives(code, bits, f, line)
	case isBits && len(f) == 5 && (code == 6 || code == 7):
		return p.machineNamed(bits, f, line)
	case !isBits && len(f) == 4 && code >= 8 && code <= 10:
		return p.machineScheme(code, f, line)
	}
	return false
}

// machineValues reads the values of a row and enters it.
func (p *parser) machineValues(fields []string) ([]keyFigure, bool) {
	figures := p.figures[:0]
	for _, field := range fields {
		figure, ok := ingest.ParseFigure(field)
		bare := strings.TrimLeft(field, "-+")
		if !ok && bare != "inf" && bare != "nan" {
			return nil, false
		}
		figures = append(figures, keyFigure{Figure: figure, printed: field, none: !ok})
	}
	if last := len(figures) - 1; last >= 0 && !figures[last].none && decimals(figures[last].printed) < 6 {
		figures[last].cut = true
	}
	p.figures = figures
	p.release()
	p.enterRow()
	return figures, true
}

// decimals is how many digits a number has behind its point.
func decimals(number string) int {
	if point := strings.IndexByte(number, '.'); point >= 0 {
		return len(number) - point - 1
	}
	return 0
}

// An order is what the values of +F2 to +F4 are.
type order int

const (
	unknownOrder order = iota
	seconds
	rates
)

// machineSigns takes +F2:index:bits:sign:verify[:encrypt:decrypt], +F3 and +F4. Four values are rates.
func (p *parser) machineSigns(code, bits int, f []string, line int) bool {
	figures, ok := p.machineValues(f[2:])
	if !ok {
		return false
	}
	row := keyRowParts{kind: [...]string{2: "rsa", 3: "dsa", 4: "ecdsa"}[code], of: what{bits: bits}, figures: figures}
	if code == 4 {
		index, _ := parseInt(f[0])
		row.curve = p.curveAt(index, bits)
	}
	o := p.orderOf(code == 2, figures)
	if o == unknownOrder {
		p.out.Warn(ingest.NoResult, line, "%s:%s: whether these are seconds or rates is not certain", "+F"+strconv.Itoa(code), strings.Join(f, ":"))
		return true
	}
	columns := []column{{catalog.Sign, o == rates}, {catalog.Verify, o == rates}, {catalog.Encrypt, true}, {catalog.Decrypt, true}}
	p.keyResults(&row, columns, line)
	return true
}

// orderOf tells seconds from rates: with RSA, signing is slower than verifying; with the others both are alike, and a call that takes
// less than a second is done more than once in one. All rows of a program have the same.
func (p *parser) orderOf(rsa bool, figures []keyFigure) order {
	a, b := figures[0].Value, figures[1].Value
	switch {
	case len(figures) == 4:
		p.order = rates
	case a > 0 && b > 0 && rsa && a != b:
		p.order = seconds
		if a < b {
			p.order = rates
		}
	case p.order != unknownOrder:
	case a > 0 && b > 0 && max(a, b) < 1:
		p.order = seconds
	case a > 0 && b > 0 && min(a, b) > 1:
		p.order = rates
	case a == 0 && b == 0:
		return rates // no results, whatever they are
	case max(a, b) > 60: // one is none; the other is no time of a call
		p.order = rates
	case max(a, b) < 0.01: // and no rate
		p.order = seconds
	}
	return p.order
}

// machineDerives takes +F5 (ECDH) and +F8 or +F7 (FFDH): seconds and rate, or rate and seconds.
func (p *parser) machineDerives(code, bits int, f []string, line int) bool {
	figures, ok := p.machineValues(f[2:])
	if !ok {
		return false
	}
	row := keyRowParts{kind: "ffdh", of: what{bits: bits}, figures: figures}
	if code == 5 {
		index, _ := parseInt(f[0])
		row.kind, row.curve = "ecdh", p.curveAt(index, bits)
	} else if code == 7 {
		p.fourth = true
	} else {
		p.third = true
	}
	rateFirst := figures[0].Value > figures[1].Value || figures[1].none
	p.keyResults(&row, []column{{catalog.Derive, rateFirst}, {catalog.Derive, !rateFirst}}, line)
	return true
}

// machineNamed takes +F6:index:bits:name:sign:verify and +F7, in rates.
func (p *parser) machineNamed(bits int, f []string, line int) bool {
	if !isName(f[2]) {
		return false
	}
	figures, ok := p.machineValues(f[3:])
	if !ok {
		return false
	}
	p.third = true
	row := keyRowParts{kind: "eddsa", curve: strings.Clone(f[2]), of: what{bits: bits}, figures: figures}
	p.keyResults(&row, []column{{catalog.Sign, true}, {catalog.Verify, true}}, line)
	return true
}

// machineMLKEM takes LibreSSL's +F6:bits:seconds:rate:… of generation, encapsulation and decapsulation.
func (p *parser) machineMLKEM(bits int, fields []string, line int) bool {
	figures, ok := p.machineValues(fields)
	if !ok {
		return false
	}
	row := keyRowParts{kind: "mlkem", of: what{bits: bits}, figures: figures}
	p.keyResults(&row, []column{
		{catalog.Keygen, false}, {catalog.Keygen, true}, {catalog.Encapsulate, false}, {catalog.Encapsulate, true},
		{catalog.Decapsulate, false}, {catalog.Decapsulate, true},
	}, line)
	return true
}

// machineScheme takes the rates of a KEM or a signature. +F8 and +F9 are KEMs and signatures in version 4, +F9 and +F10 before.
func (p *parser) machineScheme(code int, f []string, line int) bool {
	figures, ok := p.machineValues(f[1:])
	if !ok {
		return false
	}
	if code == 8 {
		p.fourth = true
	}
	kemName := p.schemeOf(p.kemNames, figures, kemRates)
	sigName := p.schemeOf(p.sigNames, figures, sigRates)
	row := keyRowParts{kind: "scheme", figures: figures}
	switch {
	case code == 8, code == 9 && p.third, code == 9 && !p.fourth && kemName != "" && sigName == "":
		row.curve = cmp.Or(kemName, "kem "+f[0]) // the tool's number for it
		p.keyResults(&row, kemRates, line)
	case code == 10, p.fourth, sigName != "" && kemName == "":
		row.curve = cmp.Or(sigName, "signature "+f[0])
		p.keyResults(&row, sigRates, line)
	default:
		p.out.Warn(ingest.NoResult, line, "+F9:%s: whether this is a KEM or a signature is not certain: that changed with the version", strings.Join(f, ":"))
	}
	return true
}

// What +F8 to +F10 have.
var (
	kemRates = []column{{catalog.Keygen, true}, {catalog.Encapsulate, true}, {catalog.Decapsulate, true}}
	sigRates = []column{{catalog.Keygen, true}, {catalog.Sign, true}, {catalog.Verify, true}}
)

// addName adds the name of a KEM or a signature: +F8 to +F10 only number them.
func addName(names []string, name string) []string {
	if len(names) == mostSchemes || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// mostSchemes is what the program has room for: MAX_KEM_NUM and MAX_SIG_NUM.
const mostSchemes = 111

// schemeOf is the name whose counts give the rates; "" where there is none, or more than one.
func (p *parser) schemeOf(known []string, figures []keyFigure, columns []column) (name string) {
	for _, candidate := range known {
		agree := true
		for i, c := range columns {
			of := scheme(candidate, c.operation)
			agree = agree && (!(figures[i].Value > 0) || p.pending.agrees(&of, figures[i].Figure))
		}
		if agree && name != "" {
			return ""
		}
		if agree {
			name = candidate
		}
	}
	return name
}

// curveAt is the curve at an index of the program's table: "" where the bits and the index do not tell. Without binary curves those
// of Brainpool are ten lines further up.
func (p *parser) curveAt(index, bits int) string {
	switch bits {
	case 253, 448, 456:
		return map[int]string{253: "", 448: "", 456: "ed448"}[bits]
	case 160:
		return "secp160r1"
	case 192, 224, 521:
		return "nistp" + strconv.Itoa(bits)
	case 163, 233, 283, 409, 571:
		if index <= 10 {
			return "nistk" + strconv.Itoa(bits)
		}
		return "nistb" + strconv.Itoa(bits)
	}
	if index <= 5 && (bits == 256 || bits == 384) {
		return "nistp" + strconv.Itoa(bits)
	}
	first, ok := map[int]int{256: 6, 384: 8, 512: 10}[bits]
	if !ok || p.fourth {
		return ""
	}
	switch index {
	case first, first + 10:
		return "brainpoolP" + strconv.Itoa(bits) + "r1"
	case first + 1, first + 11:
		return "brainpoolP" + strconv.Itoa(bits) + "t1"
	}
	return ""
}
