package opensslspeed

import (
	"strings"

	"cpb/internal/ingest"
)

// A wrapped line is one that seems to go on in the next, as mails and terminals wrap it: the head of the bulk table that ends in a
// number, or a row of public keys that lacks figures. A bulk row that lacks some is held, see held; rows without a head may lack any.
type wrapped struct {
	text  string // "" where there is none
	line  int
	head  bool
	parts int
}

// mostParts is the most lines that one is put together from.
const mostParts = 4

// unwrap takes the next part of the wrapped line.
func (p *parser) unwrap(text string) bool {
	w := p.wrapped
	if !w.head {
		if !isKeyFigures(text) {
			return false // what comes releases it
		}
		p.wrapped = wrapped{}
		return p.keyRow(w.text+" "+text, w.line)
	}
	joined := w.text + " " + text
	if h, ok := parseBulkHead(joined); ok {
		p.wrapped = wrapped{}
		p.head(&h)
		return true
	}
	if w.parts < mostParts && isHalfHead(joined) {
		p.wrapped.text, p.wrapped.parts = joined, w.parts+1
		return true
	}
	p.release()
	return false
}

// halfHead takes a head that ends in a number.
func (p *parser) halfHead(text string, line int) bool {
	if !strings.HasPrefix(text, "type") || !isHalfHead(text) {
		return false
	}
	p.release()
	p.wrapped = wrapped{text: strings.Clone(text), line: line, head: true, parts: 1}
	return true
}

// isHalfHead reports whether a text would be a head if it had the unit of its last number.
func isHalfHead(text string) bool {
	if c := text[len(text)-1]; c < '0' || c > '9' {
		return false
	}
	_, ok := parseBulkHead(text + " bytes")
	return ok
}

// endWrapped takes the wrapped line as it is.
func (p *parser) endWrapped() {
	w := p.wrapped
	p.wrapped = wrapped{}
	switch {
	case w.text == "":
	case w.head:
		p.out.Warn(ingest.Truncated, w.line, "%q does not end in a size: its last number is taken for one", w.text)
		if h, ok := parseBulkHead(w.text + " bytes"); ok {
			p.head(&h)
		}
	default:
		figures := p.figures // of the line that is read
		p.figures = nil
		if row, ok := p.parseKeyRow(w.text); ok {
			p.giveKeyRow(&row, w.text, w.line)
		}
		p.figures = figures
	}
}

// cutByHead takes a row in which another table's head begins: what follows of the row, in lines below, cannot be told from that
// table's rows.
func (p *parser) cutByHead(text string, line int) bool {
	at := strings.Index(text, "type ")
	if at <= 0 {
		return false
	}
	h, ok := parseBulkHead(text[at:])
	if !ok {
		return false
	}
	row := strings.TrimRight(text[:at], " \t")
	if len(row) == at { // the head cut a figure
		row = strings.TrimRight(row[:strings.LastIndexAny(row, " \t")+1], " \t")
	}
	switch {
	case row != "" && p.bulkRow(row, line):
	case isBulk(row):
		p.out.Warn(ingest.Truncated, line, "%q is cut off by the head of a table", text[:at])
	default:
		return false // a prefix, or none of ours
	}
	p.head(&h)
	return true
}

// isKeyFigures reports whether a line has nothing but figures of public keys.
func isKeyFigures(text string) bool {
	for rest := trimLeft(text); rest != ""; {
		word, after := cutField(rest)
		if _, ok := parseKeyFigure(word); !ok {
			return false
		}
		rest = after
	}
	return text != ""
}

// A headless row is one without a head above it: how many figures it has is not known.
type headless struct {
	line      int // of its last figure
	algorithm *algorithm
	label     string
}

// restOfHeadless takes a line of nothing but figures right behind such a row.
func (p *parser) restOfHeadless(text string, line int) bool {
	if p.headless.algorithm == nil || line != p.headless.line+1 {
		return false
	}
	figures, rest := p.bulkFigures(text)
	if len(figures) == 0 || rest != "" {
		return false
	}
	for i := range figures {
		if !figures[i].thousands && !figures[i].isWhole() {
			return false
		}
	}
	p.headless.line = line
	p.bulkResults(p.headless.algorithm, figures, p.headless.label, line)
	return true
}

// isFlags reports whether a line goes on with a compiler's flags, which are longer than lines are.
func isFlags(text string) bool {
	return strings.HasPrefix(text, "-") || strings.Contains(text, " -")
}
