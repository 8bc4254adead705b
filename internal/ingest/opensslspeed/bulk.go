package opensslspeed

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A held row has fewer figures than its head: the rest may be in the next line, where a mail wrapped it.
type held struct {
	open      bool
	line      int
	algorithm *algorithm
	label     string
	figures   []bulkFigure
}

// A bulkFigure is a cell of the bulk table.
type bulkFigure struct {
	ingest.Figure // B/s
	printed       string
	thousands     bool
	machine       bool // of +F, which has no k
	infinite      bool // or no number
	cut           bool
}

// table takes heads and rows.
func (p *parser) table(text string, line int) bool {
	if p.away == 0 && p.headed && text[len(text)-1] == 's' { // a head that was wrapped
		if more, ok := parseSizes(text); ok && len(more) > 0 {
			p.sizes = append(p.sizes, more...)
			return true
		}
	}
	if h, ok := parseBulkHead(text); ok {
		p.head(&h)
		return true
	}
	return p.cutByHead(text, line) || p.halfHead(text, line) || p.restOfHeadless(text, line) || p.keyHead(text) || p.keyRow(text, line) || p.bulkRow(text, line)
}

// head begins the bulk table.
func (p *parser) head(h *bulkHead) {
	p.release()
	if p.stage == tables {
		p.begin()
	}
	p.enter(tables)
	p.sizes, p.headed, p.carried, p.unitless, p.assumed = h.sizes, true, false, false, false
	p.headName = h.name
	p.heedHeadings()
	if h.direction != "" {
		p.direction = h.direction
	}
}

// bulkRow takes a row of the bulk table: a name, figures, and what somebody wrote behind them.
func (p *parser) bulkRow(text string, line int) bool {
	name, figures, label, ok := p.parseBulkRow(text)
	if !ok {
		return false
	}
	p.release()
	p.enter(tables)
	p.headed = false
	a, words := p.rowAlgorithm(name, line)
	if len(figures) < len(p.sizes) && hasEmptyCell(text[figuresFrom(text):]) {
		p.out.Warn(ingest.Mismatched, line, "%s has %d figures, with an empty cell, under %d sizes: which is of which size is not certain, and none is given", a.printed, len(figures), len(p.sizes))
		sizes := p.sizes
		p.sizes = nil
		p.bulkResults(a, figures, words+label, line)
		p.sizes = sizes
		return true
	}
	if len(figures) < len(p.sizes) && label == "" && !p.carried {
		p.held = held{open: true, line: line, algorithm: a, label: words, figures: append(p.held.figures[:0], figures...)}
		return true
	}
	if words != "" && label != "" {
		words += " "
	}
	label = words + label
	p.bulkResults(a, figures, label, line)
	if len(p.sizes) == 0 && p.children == 0 {
		p.headless = headless{line, a, label}
	}
	return true
}

// hasEmptyCell reports whether a column is left out between figures: the tool's columns are 13 characters wide.
func hasEmptyCell(figures string) bool {
	return strings.Contains(figures, "             ") || strings.Contains(figures, "\t\t")
}

// parseBulkRow takes a row apart. What has no head above it must look like nothing else.
func (p *parser) parseBulkRow(text string) (name string, figures []bulkFigure, label string, ok bool) {
	if !isAlnum(text[0]) {
		return
	}
	at := figuresFrom(text)
	if at < 0 {
		return
	}
	name = strings.TrimRight(text[:at], " \t")
	figures, rest := p.bulkFigures(text[at:])
	if _, isCut := parseInt(rest); isCut && len(figures) < len(p.sizes) {
		figures, rest = append(figures, bulkFigure{printed: rest, cut: true}), ""
		p.cells = figures
	}
	thousands := 0
	for i := range figures {
		if figures[i].thousands {
			thousands++
		}
	}
	label, isLabel := parseLabel(rest)
	if !isLabel {
		whole := thousands >= 3 || thousands > 0 && len(figures) == len(p.sizes)
		if label, isLabel = parseRemark(rest); !isLabel || !whole {
			return "", nil, "", false
		}
	}
	if !isName(name) || beginsFigure(name) {
		return "", nil, "", false
	}
	if known := p.stage != outside && p.away <= 2; len(p.sizes) == 0 && !(known && thousands > 0 || thousands >= 2) || p.stage == outside && thousands < 2 {
		return
	}
	if len(p.sizes) > 0 && thousands == 0 && len(figures) != len(p.sizes) {
		return
	}
	return name, figures, label, true
}

// beginsFigure reports whether a name begins with a figure: it is the rest of a row that was cut, then.
func beginsFigure(name string) bool {
	word, _ := cutField(name)
	_, ok := parseBulkFigure(word)
	return ok
}

// figuresFrom is where the first figure begins: -1 where there is none.
func figuresFrom(text string) int {
	for i := 1; i < len(text); i++ {
		c := text[i]
		if text[i-1] != ' ' && text[i-1] != '\t' || c == ' ' || c == '\t' {
			continue
		}
		if '0' <= c && c <= '9' || c == '-' || c == 'i' || c == 'n' {
			end := i + 1
			for end < len(text) && text[end] != ' ' && text[end] != '\t' {
				end++
			}
			if _, ok := parseBulkFigure(text[i:end]); ok {
				return i
			}
			i = end
		}
	}
	return -1
}

// bulkFigures reads figures up to what is none.
func (p *parser) bulkFigures(text string) (figures []bulkFigure, rest string) {
	figures = p.cells[:0]
	for rest = text; rest != "" && len(figures) < mostColumns; {
		word, after := cutField(rest)
		f, ok := parseBulkFigure(word)
		if !ok {
			break
		}
		figures, rest = append(figures, f), after
	}
	p.cells = figures
	return figures, rest
}

// parseBulkFigure reads "8954.05k" and "131.02".
func parseBulkFigure(s string) (f bulkFigure, ok bool) {
	f.printed = s
	if s[len(s)-1] == 'k' {
		f.thousands = true
		s = s[:len(s)-1]
	}
	switch strings.TrimLeft(s, "+-") {
	case "inf", "nan": // of no time, in which nothing was done
		f.infinite = true
		return f, true
	}
	if comma := strings.LastIndexByte(s, ','); comma >= 0 { // put in by hand, or by a spreadsheet
		if isGroup := len(s)-comma != 3; isGroup && strings.IndexByte(s, '.') < 0 && !f.thousands {
			return f, false
		}
		f.Figure, ok = ingest.ParseLocalFigure(s, true)
	} else if strings.IndexByte(s, '.') < 0 && !f.thousands {
		return f, false
	} else {
		f.Figure, ok = ingest.ParseFigure(s)
	}
	if !ok {
		return f, false
	}
	if f.thousands {
		f.Figure = f.Times(1000)
	}
	return f, true
}

// parseLabel reads what stands behind a row: "(Cortex-A72)".
func parseLabel(text string) (label string, ok bool) {
	if text == "" {
		return "", true
	}
	label = strings.TrimSpace(text)
	if len(label) > 40 {
		return "", false
	}
	inner := bare(label)
	return inner, inner != label
}

// parseRemark reads what somebody wrote behind a row without brackets: "bef.", "!RSA_LLONG", "<- patched". Gains, as "+5%" and "1.2x",
// name nothing.
func parseRemark(text string) (remark string, ok bool) {
	remark = strings.TrimSpace(strings.TrimLeft(text, "#!<-*/|; "))
	if remark == "" || len(remark) > 40 {
		return "", false
	}
	words, gains := strings.Fields(remark), 0
	for _, word := range words {
		number := strings.TrimRight(strings.TrimLeft(word, "+-~("), "%x×)")
		if _, isNumber := ingest.ParseFigure(number); isNumber && number != word {
			gains++
		} else if _, isFigure := parseBulkFigure(word); isFigure {
			return "", false
		}
	}
	if gains == len(words) {
		return "", true
	}
	return remark, len(words) <= 4 && isAlnum(remark[0]) && (remark[0] < '0' || remark[0] > '9')
}

// goesOn takes a line of nothing but figures that are missing in the row before it.
func (p *parser) goesOn(text string) bool {
	h := &p.held
	figures, rest := p.bulkFigures(text)
	if len(figures) == 0 || rest != "" || len(h.figures)+len(figures) > len(p.sizes) {
		p.release()
		return false
	}
	h.figures = append(h.figures, figures...)
	if len(h.figures) == len(p.sizes) {
		h.open = false
		p.bulkResults(h.algorithm, h.figures, h.label, h.line)
	}
	return true
}

// release gives out the row that waits for its other half, and gives up the line that waits for its count.
func (p *parser) release() {
	if h := &p.held; h.open {
		h.open = false
		p.out.Warn(ingest.Truncated, h.line, "%s has %d of %d figures: they are taken to be the first", h.algorithm.printed, len(h.figures), len(p.sizes))
		if last := &h.figures[len(h.figures)-1]; !last.infinite && !last.isWhole() {
			last.cut = true
		}
		p.bulkResults(h.algorithm, h.figures, h.label, h.line)
	}
	p.endWrapped()
	p.giveUp()
}

// isWhole reports whether a figure has the two digits and the k that the tool gives it: the last one of a row that was cut may not.
func (f *bulkFigure) isWhole() bool {
	bare := strings.TrimSuffix(f.printed, "k")
	return strings.LastIndexAny(bare, ".,") == len(bare)-3
}

// bulkResults gives out the results of a row.
func (p *parser) bulkResults(a *algorithm, figures []bulkFigure, label string, line int) {
	sizes := p.columnSizes(figures, line)
	if len(sizes) > 0 && len(figures) > len(sizes) {
		sizes = p.withoutEmpty(a, figures, line)
	}
	p.template = result.Result{Source: &result.Source{Line: line}}
	p.setLabel(&p.template, label)
	p.describe(&p.template, a)
	if p.threads(&p.template); p.sums() {
		p.checkSum(a, line)
	}
	if isEmpty(figures) {
		p.out.Warn(ingest.NoResult, line, "%s: %s in each column is no speed: it was not measured", a.printed, figures[0].printed)
		return
	}
	for i := range figures {
		if f := &figures[i]; f.lacksK() {
			p.unitless = true
		}
	}
	for i := range figures {
		size := -1
		if i < len(sizes) {
			size = sizes[i]
		}
		of := a.at(size)
		p.bulkResult(&of, &figures[i], line)
	}
}

// lacksK reports whether a figure has no k where the tool puts one: above 10000 B/s (apps/speed.c).
func (f *bulkFigure) lacksK() bool {
	return !f.thousands && !f.machine && f.Value > 10_000+f.Half
}

// columnSizes are the sizes of a row's columns. Where another command stands between its head and it, they are those of the head
// only if there are as many.
func (p *parser) columnSizes(figures []bulkFigure, line int) []int {
	if !p.carried {
		return p.sizes
	}
	p.carried = false
	if len(figures) != len(p.sizes) {
		p.sizes = nil
		return nil
	}
	p.out.Warn(ingest.Assumed, line, "the sizes of this row are taken from the head of the table before: it has none of its own")
	return p.sizes
}

// isEmpty reports whether a row has nothing but zeros, as what a library was built without has.
func isEmpty(figures []bulkFigure) bool {
	for i := range figures {
		if f := &figures[i]; f.Value != 0 || f.cut || f.infinite {
			return false
		}
	}
	return true
}

// withoutEmpty are the sizes of a row with more figures than its head. Where all that is too much is zero, the others are those of
// the head; else which is which is not certain.
func (p *parser) withoutEmpty(a *algorithm, figures []bulkFigure, line int) []int {
	for _, f := range figures[len(p.sizes):] {
		if f.Value != 0 || f.infinite {
			p.out.Warn(ingest.Mismatched, line, "%s has %d figures under %d sizes: which is of which size is not certain, and none is given", a.printed, len(figures), len(p.sizes))
			return nil
		}
	}
	return p.sizes
}

// bulkResult gives out the result of a cell.
func (p *parser) bulkResult(of *what, f *bulkFigure, line int) {
	switch {
	case f.cut:
		p.out.Warn(ingest.NoResult, line, "%s: %s is cut off", of.String(), f.printed)
		return
	case !(f.Value > 0):
		p.out.Warn(ingest.NoResult, line, "%s: %s is no speed", of.String(), f.printed)
		return
	case f.lacksK():
		p.out.Warn(ingest.NoResult, line, "%s: %s lacks the k that stands above 10000 B/s: what was meant is not certain", of.String(), f.printed)
		return
	case p.unitless && !f.thousands && !f.machine:
		p.out.Warn(ingest.NoResult, line, "%s: %s has no k, as other figures of this table that lack it: what was meant is not certain", of.String(), f.printed)
		return
	}
	p.r = p.template
	r := &p.r
	p.setSize(r, of.size)
	r.BytesPerSecond, r.Printed, r.Unit = f.Value, f.printed, "B/s"
	if f.thousands {
		r.Unit = "1000 B/s"
	}
	if of.size <= 0 || p.attach(r, of, f.Times(1/float64(of.size)), line) {
		p.give(r)
	}
}

// checkSum warns where a sum has a name that none of the children had.
func (p *parser) checkSum(a *algorithm, line int) {
	if len(p.measured) > 0 && !p.measured[a.primitive] {
		p.out.Warn(ingest.Mismatched, line, "the sum is called %s, and none of the %d processes measured that", a.printed, p.children)
	}
}
