package opensslspeed

import (
	"strings"

	"cpb/internal/ingest"
)

// A doing is a "Doing" line that is not complete: its count is in a line below, or a mail wrapped it.
type doing struct {
	text   string // up to the colon, or as much of it as there is
	rest   string // what stands behind the colon
	line   int
	of     what
	asked  float64
	head   bool // whether the text up to the colon is complete
	failed bool
	waited int // lines since
}

// patience is how many lines may stand between the parts of one line.
const patience = 4

func (d *doing) open() bool { return d.line > 0 }

// begins takes a line that begins with "Doing ".
func (p *parser) begins(text string, line int) bool {
	of, asked, rest, ok := p.parseDoing(text, line)
	if !ok {
		if !mayBeWrapped(text) {
			return false
		}
		p.release()
		p.enter(before)
		p.doing = doing{text: strings.Clone(text), line: line}
		return true
	}
	p.release()
	p.enter(before)
	p.again(&of)
	if strings.HasPrefix(rest, "Doing ") { // of another process in the same terminal
		p.out.Warn(ingest.Truncated, line, "%q has no count: another line begins in its place", strings.TrimSuffix(text, rest))
		return p.begins(rest, line)
	}
	if count, taken, _, ok := parseCount(withoutKeys(rest)); ok {
		p.time(&timing{of: of, line: line, asked: asked, calls: count, taken: taken, printed: rest})
		return true
	}
	p.doing = doing{text: strings.Clone(text), rest: strings.Clone(rest), line: line, of: of, asked: asked, head: true}
	if rest != "" && !beginsCount(rest) {
		p.doing.failed = true
		p.out.Warn(ingest.NoResult, line, "%s: %q stands in the place of the count", of.String(), rest)
	}
	return true
}

// withoutKeys is what stands behind the keys that somebody pressed meanwhile, as terminals echo them: "^[[A^[[A3486014 …".
func withoutKeys(text string) string {
	for len(text) > 1 && text[0] == '^' {
		if text = text[2:]; strings.HasPrefix(text, "[") || strings.HasPrefix(text, "O") {
			end := strings.IndexFunc(text[1:], func(r rune) bool { return r >= '@' && r <= '~' })
			if end < 0 {
				return ""
			}
			text = text[end+2:]
		}
	}
	return text
}

// mayBeWrapped reports whether a line can be the first part of one that has its colon in the next: it has the seconds already, or
// the bits.
func mayBeWrapped(text string) bool {
	return strings.IndexByte(text, ':') < 0 && (strings.Contains(text, " for ") || strings.Contains(text, " bit"))
}

// counted takes the line that completes the open one, and gives the open one up where none comes.
func (p *parser) counted(text string) bool {
	d := &p.doing
	if strings.HasPrefix(text, "Doing ") {
		return false // begins releases the open one
	}
	if !d.head {
		joined := d.text + " " + text
		of, asked, rest, ok := p.parseDoing(joined, d.line)
		if !ok {
			return p.wait()
		}
		whole := doing{text: joined, line: d.line, of: of, asked: asked, head: true}
		*d = doing{}
		p.again(&of)
		*d = whole
		if text = rest; text == "" {
			return true
		}
	} else if d.rest != "" && !d.failed {
		text = d.rest + " " + text
	}
	count, taken, named, ok := parseCount(text)
	switch {
	case ok && d.of.isNamed(named):
		t := timing{of: d.of, line: d.line, asked: d.asked, calls: count, taken: taken, printed: text, failed: d.failed}
		*d = doing{}
		p.time(&t)
		return true
	case !ok && beginsCount(text) && len(text) < 80 && d.waited == 0:
		d.rest = strings.Clone(text)
		d.waited++
		return true
	}
	return p.wait()
}

// orphan takes a count whose "Doing" line is not above it.
func (p *parser) orphan(text string, line int) bool {
	if _, _, named, ok := parseCount(text); !ok || !strings.HasSuffix(named, "'s") && !strings.HasSuffix(named, " ops") {
		return false
	}
	p.out.Warn(ingest.NoResult, line, "%q: the line that this is the count of is not above it", text)
	return true
}

// wait counts a line that is not the one that is waited for.
func (p *parser) wait() bool {
	if p.doing.waited++; p.doing.waited > patience {
		p.giveUp()
	}
	return false
}

// giveUp warns of the open line, if there is one.
func (p *parser) giveUp() {
	if p.doing.open() && !p.doing.failed {
		p.out.Warn(ingest.Truncated, p.doing.line, "%q has no count", strings.TrimSpace(p.doing.text))
	}
	p.doing = doing{}
}

// parseDoing reads a line up to its colon:
//
//	Doing NAME for Ns on SIZE size blocks:          Doing NAME ops for Ns on SIZE size blocks:
//	Doing NAME N times on SIZE size blocks:         without a timer
//	Doing BITS bits OP ALG's for Ns:                Doing BITS bits OP ALG ops for Ns:
//	Doing N BITS bit OP ALG's:                      without a timer
//	Doing NAME OP ops for Ns:                       KEMs and signatures
func (p *parser) parseDoing(text string, line int) (of what, asked float64, rest string, ok bool) {
	colon := strings.IndexByte(text, ':')
	if colon < 0 {
		return of, 0, "", false
	}
	rest = strings.TrimSpace(text[colon+1:])
	head := strings.TrimSpace(text[len("Doing "):colon])
	if bulk, found := strings.CutSuffix(head, " size blocks"); found {
		on := lastWord(bulk, " on ")
		if on < 0 {
			return of, 0, "", false
		}
		size, isSize := parseInt(strings.TrimSpace(bulk[on+4:]))
		name, seconds, isTimed := cutAsked(bulk[:on])
		if !isTimed {
			if name, isTimed = cutTimes(bulk[:on]); !isTimed {
				return of, 0, "", false
			}
		}
		name = strings.TrimSuffix(name, " ops")
		if !isSize || !isName(name) {
			return of, 0, "", false
		}
		return p.algorithm(name, line).at(size), seconds, rest, true
	}
	name, seconds, isTimed := cutAsked(head)
	if isTimed {
		name = strings.TrimSuffix(strings.TrimSuffix(name, " ops"), "'s")
	} else if name, isTimed = strings.CutSuffix(head, "'s"); isTimed {
		_, name = cutField(name) // the number of times
	} else {
		return of, 0, "", false
	}
	of, ok = publicKey(name)
	return of, seconds, rest, ok
}

// cutAsked cuts " for 3s" off.
func cutAsked(s string) (name string, seconds float64, ok bool) {
	at := lastWord(s, " for ")
	if at < 0 || !strings.HasSuffix(s, "s") {
		return "", 0, false
	}
	n, ok := parseInt(s[at+len(" for ") : len(s)-1])
	return s[:at], float64(n), ok && n > 0
}

// cutTimes cuts " 123456 times" off.
func cutTimes(s string) (name string, ok bool) {
	s, ok = strings.CutSuffix(s, " times")
	at := strings.LastIndexByte(s, ' ')
	if !ok || at < 0 {
		return "", false
	}
	_, ok = parseInt(s[at+1:])
	return s[:at], ok
}

// parseCount reads "9225205 sha1's in 3.00s".
func parseCount(text string) (count, taken ingest.Figure, named string, ok bool) {
	if !beginsCount(text) || text[len(text)-1] != 's' {
		return
	}
	at := lastWord(text, " in ")
	if at < 0 {
		return
	}
	first, named := cutField(text[:at])
	count, ok = ingest.ParseFigure(first)
	if !ok || strings.IndexByte(first, '.') >= 0 {
		return count, taken, "", false
	}
	count.Half = 0 // it is counted, not rounded
	taken, ok = ingest.ParseFigure(strings.TrimSpace(text[at+len(" in ") : len(text)-1]))
	return count, taken, named, ok
}

// beginsCount reports whether a text begins with a number, which may be negative: -1 is what the tool counts where it failed.
func beginsCount(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && '0' <= text[0] && text[0] <= '9'
}

// parseInt reads a number without sign of up to nine digits.
func parseInt(s string) (n int, ok bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// lastWord is strings.LastIndex for a word that is near the end.
func lastWord(s, word string) int {
	for i := len(s) - len(word); i >= 0; i-- {
		if s[i] == word[0] && s[i:i+len(word)] == word {
			return i
		}
	}
	return -1
}
