package gobench

import (
	"maps"
	"math"
	"strings"
	"unicode/utf8"

	"cpb/internal/ingest"
)

// A figure is a number in a row with what belongs to it.
type figure struct {
	text   string // the number with the unit that is glued to it or behind it
	spread string // behind ±; "" where there is none
	at     int    // its place in the row
}

// row takes a row of the table. One that does not fit ends the table.
func (p *parser) row(l ingest.Line, text string) bool {
	t := &p.table
	if t.columns == nil {
		return false
	}
	if t.csv {
		return p.rowCSV(l, text)
	}
	name, cells, at, ok := p.nameOf(l.Text)
	switch {
	case !ok:
		return false
	case isMean(name):
		return true
	case strings.HasPrefix(name, "pkg:"), strings.HasPrefix(name, "goos:"), strings.HasPrefix(name, "goarch:"):
		p.group(text)
		return t.kind == statOld
	case startsWithFootnote(text):
		return true
	}
	figures, ok := scanFigures(cells, at)
	if !ok || len(figures) == 0 {
		return false
	}
	p.figures(l.Number, name, figures)
	return true
}

// nameOf cuts the name off a row: what stands before the first bar of the head, else the first word.
func (p *parser) nameOf(text string) (name, cells string, at int, ok bool) {
	t := &p.table
	if t.kind == statNew {
		runes := 0
		for i := range text {
			if runes == t.bars {
				if i > 0 && text[i-1] != ' ' && text[i] != ' ' {
					return "", "", 0, false // a word goes on where names have ended
				}
				if name = strings.TrimSpace(text[:i]); name != "" && !strings.ContainsAny(name, "±") && !strings.Contains(name, "  ") {
					return strings.Join(strings.Fields(name), "_"), text[i:], runes, true
				}
				break
			}
			runes++
		}
	}
	trimmed := strings.TrimLeft(text, " \t")
	i := strings.IndexAny(trimmed, " \t")
	if i <= 0 {
		return "", "", 0, false
	}
	name = trimmed[:i]
	if t.kind == benchcmp {
		if !isName(name) {
			return "", "", 0, false
		}
		name = name[len("Benchmark"):]
	}
	return name, trimmed[i:], utf8.RuneCountInString(text) - utf8.RuneCountInString(trimmed[i:]), true
}

// isMean reports whether a row is of a mean over benchmarks.
func isMean(name string) bool {
	return name == "geomean" || name == "[Geomean]" || name == "GeoMean" || name == "Geomean"
}

// group takes over the package that the old benchstat puts above rows: "pkg:golang.org/x/crypto/sha3 goos:linux".
func (p *parser) group(text string) {
	for _, f := range strings.Fields(text) {
		if pkg, ok := strings.CutPrefix(f, "pkg:"); ok {
			p.config.pkg = strings.Clone(pkg)
		}
	}
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// startsWithFootnote reports whether a line is one of the new benchstat's notes, "¹ need >= 6 samples…".
func startsWithFootnote(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune(superscripts, c)
}

// scanFigures finds the figures of a row, whose first character has the place at. Differences and p values are passed over;
// anything else says that it is no row.
func scanFigures(cells string, at int) (all []figure, ok bool) {
	words, places := wordsAt(cells, at)
	for i := 0; i < len(words); i++ {
		w := strings.Trim(words[i], superscripts)
		last := len(all) - 1
		switch {
		case w == "":
		case w == "±":
			if last < 0 || i+1 >= len(words) {
				return all, last >= 0
			}
			i++
			all[last].spread = strings.Trim(words[i], superscripts)
		case strings.HasPrefix(w, "±"):
			if last < 0 {
				return nil, false
			}
			all[last].spread = strings.TrimPrefix(w, "±")
		case w == "~" || w == "?" || strings.HasSuffix(w, "%") || isMultiple(w):
		case w[0] == '(':
			for i+1 < len(words) && !strings.HasSuffix(words[i], ")") {
				i++
			}
		case '0' <= w[0] && w[0] <= '9' || w == "NaN" || strings.HasSuffix(w, "Inf") || w[0] == '-' && len(w) > 1:
			all = append(all, figure{text: w, at: places[i]})
		case last >= 0 && all[last].spread == "" && isMetric(w) && isNumber(all[last].text):
			all[last].text += " " + w
		default:
			return nil, false
		}
	}
	return all, true
}

func wordsAt(text string, at int) (words []string, places []int) {
	begin := -1
	for i, c := range text {
		blank := c == ' ' || c == '\t'
		if !blank && begin < 0 {
			begin = i
			places = append(places, at)
		}
		if blank && begin >= 0 {
			words = append(words, text[begin:i])
			begin = -1
		}
		at++
	}
	if begin >= 0 {
		words = append(words, text[begin:])
	}
	return words, places
}

// isMultiple reports whether a word is a ratio like 1.14x.
func isMultiple(w string) bool {
	number, ok := strings.CutSuffix(strings.Replace(w, "×", "x", 1), "x")
	return ok && isNumber(number)
}

func isNumber(s string) bool {
	_, ok := ingest.ParseFigure(s)
	return ok
}

// rowCSV takes a row of benchstat -csv.
func (p *parser) rowCSV(l ingest.Line, text string) bool {
	f, ok := fieldsOfCSV(text)
	if !ok || len(f) < 1 || f[0] == "" {
		return false
	}
	if isMean(f[0]) {
		return true
	}
	if len(f) == 1 && strings.Contains(f[0], ":") {
		p.group(f[0])
		return true
	}
	t := &p.table
	var figures []figure
	var columns []int
	step := 2
	for i := range t.columns {
		// A value and ±; in the new form the columns after the first have a difference and p behind that.
		at := 1 + step*i
		if t.kind == statNew {
			at = 1 + t.columns[i].at
		}
		if at >= len(f) {
			p.out.Warn(ingest.Truncated, l.Number, "%s: no field for %s", f[0], t.columns[i].head)
			break
		}
		if f[at] == "" {
			continue
		}
		if !isNumber(f[at]) {
			return false
		}
		fig := figure{text: f[at]}
		if at+1 < len(f) {
			fig.spread = f[at+1]
		}
		figures, columns = append(figures, fig), append(columns, i)
	}
	for i, fig := range figures {
		p.figure(l.Number, f[0], t.columns[columns[i]], fig)
	}
	return len(figures) > 0
}

// figures gives the figures of a row to its columns. The new benchstat leaves out what a run has not measured: there the places tell.
func (p *parser) figures(line int, name string, figures []figure) {
	t := &p.table
	if p.cut(line, name, figures) {
		figures = figures[:len(figures)-1]
	}
	switch {
	case len(figures) > len(t.columns):
		p.out.Warn(ingest.Mismatched, line, "%s: %d figures below %d heads: which is whose is not certain, and none is read", name, len(figures), len(t.columns))
		return
	case len(figures) == len(t.columns):
		for i, f := range figures {
			p.figure(line, name, t.columns[i], f)
		}
		return
	case t.kind == statNew && t.bars >= 0:
		for _, f := range figures {
			i := len(t.columns) - 1
			for i > 0 && t.columns[i].at > f.at {
				i--
			}
			p.figure(line, name, t.columns[i], f)
		}
		return
	case len(t.columns) > 2, t.kind == statNew:
		p.out.Warn(ingest.Mismatched, line, "%s: %d figures below %d heads: which is whose is not certain, and none is read", name, len(figures), len(t.columns))
		return
	}
	p.out.Warn(ingest.Truncated, line, "%s: %d figures below %d heads", name, len(figures), len(t.columns))
	for i, f := range figures {
		p.figure(line, name, t.columns[i], f)
	}
}

// cut reports whether the last figure lacks its end, so that its unit may be cut off: benchstat prints ± behind each that is not 0.
func (p *parser) cut(line int, name string, figures []figure) bool {
	n := len(figures)
	if n == 0 || p.table.kind == benchcmp || p.table.columns[0].unit == "" || isMemory(p.table.columns[0].unit) || figures[n-1].spread != "" {
		return false
	}
	if f, ok := ingest.ParseFigure(figures[n-1].text); ok && f.Value == 0 {
		return false
	}
	p.out.Warn(ingest.Truncated, line, "%s: no ± behind %s: the end of the row is cut off, maybe with the unit", name, figures[n-1].text)
	return true
}

// figure holds back one figure.
func (p *parser) figure(line int, name string, c column, f figure) {
	value, unit, ok := p.value(f.text, c.unit)
	if !ok {
		if isSpeed(c.unit) {
			p.out.Warn(ingest.NoResult, line, "%s, %s: %s %s is no figure", name, c.head, f.text, c.unit)
		} else if !isMemory(c.unit) {
			p.unit(c.unit, line)
		}
		return
	}
	if !(value.Value > 0) || math.IsInf(value.Value*unit.factor, 0) {
		p.out.Warn(ingest.NoResult, line, "%s, %s: %s %s is no speed", name, c.head, f.text, c.unit)
		return
	}
	h := held{line: line, name: strings.Clone(name), pkg: p.config.pkg, label: c.head}
	if unit.isTime() {
		h.r.NsPerCall = value.Value * unit.factor
	} else {
		h.r.BytesPerSecond = value.Value * unit.factor
	}
	h.r.Printed = f.text
	if c.unit != "" && p.table.kind != statOld {
		h.r.Printed += " " + c.unit
	}
	h.r.Unit = unit.is
	// Of a table with a head that is damaged, what stands behind ± is not known.
	if percent, ok := strings.CutSuffix(strings.TrimSpace(f.spread), "%"); ok && p.table.spread != "" {
		if s, ok := ingest.ParseFigure(percent); ok && s.Value > 0 {
			h.r.Spread, h.r.Spreads = s.Value/100, p.table.spread
		}
	}
	p.hold(h)
}

func (u unitOf) isTime() bool { return !strings.HasSuffix(u.is, "B/s") }

// isSpeed reports whether a head's unit is of times and rates.
func isSpeed(unit string) bool {
	switch unit {
	case "", "ns/op", "MB/s", "time/op", "speed", "sec/op", "B/s":
		return true
	}
	return false
}

// isMemory reports whether a head's unit is of memory: no speed, and nothing to warn of.
func isMemory(unit string) bool {
	switch unit {
	case "alloc/op", "allocs/op", "B/op", "allocs", "bytes":
		return true
	}
	return false
}

// value reads a figure under a head: the factor is to nanoseconds, or bytes a second.
func (p *parser) value(text, unit string) (ingest.Figure, unitOf, bool) {
	end := len(text)
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= '0' && c <= '9' || c == '.' || c == '-' || c == '+' || (c == 'E' || c == 'e') && i+2 < len(text) && (text[i+1] == '+' || text[i+1] == '-') {
			continue
		}
		end = i
		break
	}
	suffix := strings.TrimSpace(text[end:])
	suffix = strings.Replace(suffix, "μ", "µ", 1) // the Greek letter for the micro sign
	value, ok := ingest.ParseFigure(text[:end])
	if !ok {
		return value, unitOf{}, false
	}
	u, ok := p.table.factors(unit)[suffix]
	return value, u, ok
}

// What may stand behind a number, by the head's unit.
var (
	perOp     = map[string]unitOf{"n": {1, "10^-9 s"}, "µ": {1e3, "10^-6 s"}, "u": {1e3, "10^-6 s"}, "m": {1e6, "10^-3 s"}, "": {1e9, "s"}, "k": {1e12, "1000 s"}}
	timePerOp = map[string]unitOf{"ns": {1, "10^-9 s"}, "µs": {1e3, "10^-6 s"}, "us": {1e3, "10^-6 s"}, "ms": {1e6, "10^-3 s"}, "s": {1e9, "s"}}
	binary    = map[string]unitOf{"": {1, "B/s"}, "Ki": {1 << 10, "2^10 B/s"}, "Mi": {1 << 20, "2^20 B/s"}, "Gi": {1 << 30, "2^30 B/s"}, "Ti": {1 << 40, "2^40 B/s"}}
	speed     = map[string]unitOf{"B/s": {1, "B/s"}, "kB/s": {1e3, "1000 B/s"}, "MB/s": {1e6, "10^6 B/s"}, "GB/s": {1e9, "10^9 B/s"}, "TB/s": {1e12, "10^12 B/s"}}
	nsPerOp   = map[string]unitOf{"": {1, "10^-9 s"}, "ns/op": {1, "10^-9 s"}}
	megabytes = map[string]unitOf{"": {1e6, "10^6 B/s"}, "MB/s": {1e6, "10^6 B/s"}}
	ownUnit   = union(timePerOp, speed, map[string]unitOf{"ns/op": {1, "10^-9 s"}})
)

// union has what each of the maps has.
func union(all ...map[string]unitOf) map[string]unitOf {
	u := map[string]unitOf{}
	for _, m := range all {
		maps.Copy(u, m)
	}
	return u
}

func (t *table) factors(unit string) map[string]unitOf {
	switch unit {
	case "sec/op":
		if t.csv {
			return map[string]unitOf{"": perOp[""]}
		}
		return perOp
	case "B/s":
		return binary
	case "time/op":
		return timePerOp
	case "speed":
		return speed
	case "ns/op":
		return nsPerOp
	case "MB/s":
		return megabytes
	case "":
		return ownUnit
	}
	return nil
}
