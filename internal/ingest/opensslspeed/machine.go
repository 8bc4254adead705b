package opensslspeed

import (
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// An announced is a +DT or +DTP line without its count.
type announced struct {
	of    what
	asked float64
}

// mostAnnounced is how many of them are kept; the oldest goes.
const mostAnnounced = 4096

// child takes the lines of -multi: "Forked child 3", "Got: +H:16:64 from 3".
func (p *parser) child(text string, line int) bool {
	if number, ok := strings.CutPrefix(text, "Forked child "); ok {
		n, ok := parseInt(number)
		if !ok || n >= mostChildren {
			return false
		}
		p.release()
		p.enter(before)
		p.children = max(p.children, n+1)
		return true
	}
	got, ok := strings.CutPrefix(text, "Got: ")
	if !ok {
		return false
	}
	at := strings.LastIndex(got, " from ")
	if at < 0 || got[0] != '+' {
		return false
	}
	n, ok := parseInt(got[at+len(" from "):])
	if !ok || n >= mostChildren {
		return false
	}
	p.release()
	p.enter(before)
	p.children = max(p.children, n+1)
	return p.machine(got[:at], line, n)
}

// mostChildren is the most processes that a line is believed to be of.
const mostChildren = 100_000

// machine takes a line of -mr; child is the number of the process that printed it, -1 where none is said.
func (p *parser) machine(text string, line, child int) bool {
	code, rest, ok := strings.Cut(text, ":")
	if !ok || len(code) > 4 {
		return false
	}
	p.fields = splitFields(p.fields[:0], rest)
	p.child0 = child + 1
	defer func() { p.child0 = 0 }()
	f := p.fields
	switch {
	case code == "+H":
		return p.machineSizes(f)
	case code == "+DT" && len(f) == 3, code == "+DN" && len(f) == 3:
		return p.announceBulk(code, f, line)
	case code == "+DTP" || code == "+DNP":
		return p.announceKey(code, f)
	case code == "+R" && len(f) == 3:
		return p.machineCount(f, text, line)
	case code == "+RK":
		return true // the exponent of a key
	case code == "+F" && len(f) >= 3:
		return p.machineRow(f, line)
	case strings.HasPrefix(code, "+R"):
		n, ok := parseInt(code[2:])
		return ok && p.machineKeyCount(n, f, text, line)
	case strings.HasPrefix(code, "+F"):
		n, ok := parseInt(code[2:])
		return ok && p.machineKeyRow(n, f, line)
	}
	return false
}

func splitFields(fields []string, s string) []string {
	for {
		field, rest, more := strings.Cut(s, ":")
		fields = append(fields, field)
		if !more || len(fields) > mostColumns+2 {
			return fields
		}
		s = rest
	}
}

// machineSizes takes +H.
func (p *parser) machineSizes(f []string) bool {
	var sizes []int
	for _, field := range f {
		n, ok := parseInt(field)
		if !ok {
			return false
		}
		sizes = append(sizes, n)
	}
	p.release()
	p.enter(before)
	p.sizes = sizes
	return true
}

// announceBulk takes +DT:name:seconds:size and +DN:name:times:size.
func (p *parser) announceBulk(code string, f []string, line int) bool {
	n, ok := parseInt(f[1])
	size, isSize := parseInt(f[2])
	if !ok || !isSize || !isName(f[0]) {
		return false
	}
	if code == "+DN" {
		n = 0
	}
	p.release()
	p.enter(before)
	p.announce(announced{p.algorithm(f[0], line).at(size), float64(n)})
	return true
}

// announceKey takes +DTP:bits:operation:algorithm:seconds, +DTP:name:operation:seconds and +DNP:times:bits:operation:algorithm.
func (p *parser) announceKey(code string, f []string) bool {
	seconds := 0
	if code == "+DTP" {
		n, ok := parseInt(f[len(f)-1])
		if !ok {
			return false
		}
		seconds, f = n, f[:len(f)-1]
	} else {
		f = f[1:]
	}
	var of what
	var ok bool
	switch len(f) {
	case 2:
		var operation catalog.Operation
		if operation, ok = schemeOperations[f[1]]; ok && isName(f[0]) {
			of = scheme(strings.Clone(f[0]), operation)
		} else {
			return false
		}
	case 3:
		bits, isBits := parseInt(f[0])
		if of, ok = keyOf(bits, strings.TrimSpace(f[1]+" "+strings.Clone(f[2]))); !ok || !isBits {
			return false
		}
	default:
		return false
	}
	p.release()
	p.enter(before)
	p.announce(announced{of, float64(seconds)})
	return true
}

func (p *parser) announce(a announced) {
	if len(p.announced) == mostAnnounced {
		p.announced = append(p.announced[:0], p.announced[1:]...)
	}
	p.announced = append(p.announced, a)
}

// find finds what a count can be of: where the first announced thing is that it fits, -1 for none, and whether all that it fits are
// the same.
func (p *parser) find(fit func(*what) bool) (at int, alike bool) {
	at, alike = -1, true
	for i := range p.announced {
		of := &p.announced[i].of
		switch {
		case !fit(of):
		case at < 0:
			at = i
		case !of.same(&p.announced[at].of):
			alike = false
		}
	}
	return at, alike
}

// takeAnnounced takes one off the list.
func (p *parser) takeAnnounced(at int) announced {
	a := p.announced[at]
	p.announced = append(p.announced[:at], p.announced[at+1:]...)
	return a
}

// machineCount takes +R:count:name:seconds.
func (p *parser) machineCount(f []string, text string, line int) bool {
	calls, taken, ok := parseCounts(f[0], f[2])
	if !ok || !isName(f[1]) {
		return false
	}
	p.release()
	p.enter(before)
	var a announced
	if at, alike := p.find(func(of *what) bool { return of.algorithm != nil && of.isNamed(f[1]) }); at < 0 {
		a.of = p.algorithm(f[1], line).at(-1)
	} else if a = p.takeAnnounced(at); !alike { // of several processes: which of them this is of is not said
		a.of = a.of.algorithm.at(-1)
	}
	p.time(&timing{of: a.of, line: line, asked: a.asked, calls: calls, taken: taken, printed: text})
	return true
}

func parseCounts(count, seconds string) (calls, taken ingest.Figure, ok bool) {
	if calls, ok = ingest.ParseFigure(count); !ok || strings.IndexByte(count, '.') >= 0 {
		return calls, taken, false
	}
	calls.Half = 0
	taken, ok = ingest.ParseFigure(seconds)
	return calls, taken, ok
}

// machineRow takes +F:index:name:rate:…
func (p *parser) machineRow(f []string, line int) bool {
	if _, ok := parseInt(f[0]); !ok || !isName(f[1]) {
		return false
	}
	figures := p.cells[:0]
	for _, field := range f[2:] {
		figure, ok := ingest.ParseFigure(field)
		bare := strings.TrimLeft(field, "-+")
		infinite := !ok && (bare == "inf" || bare == "nan")
		if !ok && !infinite {
			return false
		}
		figures = append(figures, bulkFigure{Figure: figure, printed: field, machine: true, infinite: infinite})
	}
	if last := len(figures) - 1; last >= 0 && !figures[last].infinite && decimals(figures[last].printed) < 2 {
		figures[last].cut = true
	}
	p.cells = figures
	p.release()
	p.enterRow()
	a := p.algorithm(f[1], line)
	if p.child0 > 0 {
		if p.measured == nil {
			p.measured = map[string]bool{}
		}
		p.measured[a.primitive] = true
	}
	p.bulkResults(a, figures, p.childLabel(), line)
	return true
}

// enterRow enters the tables, or stays before them where a child's row is read: the tables are those of the sums.
func (p *parser) enterRow() {
	if p.child0 > 0 {
		p.enter(before)
	} else {
		p.enter(tables)
	}
}

// childLabel names the results of a process.
func (p *parser) childLabel() string {
	if p.child0 == 0 {
		return ""
	}
	return "child " + strconv.Itoa(p.child0-1)
}

// threads sets how many processes a rate is of, where that is known.
func (p *parser) threads(r *result.Result) {
	switch {
	case p.child0 > 0:
		r.Threads = 1
	case p.sums():
		r.Threads = p.children
	}
}

// mostHeld is how many results of children are held back.
const mostHeld = 10_000

// give gives out a result. Those of children wait for the version, which their parent says after them.
func (p *parser) give(r *result.Result) {
	if p.child0 > 0 && len(p.ofChildren) < mostHeld {
		p.ofChildren = append(p.ofChildren, *r)
		return
	}
	p.out.Result(r)
}

// giveChildren gives out what waited.
func (p *parser) giveChildren() {
	for i := range p.ofChildren {
		p.out.Result(&p.ofChildren[i])
	}
	clear(p.ofChildren)
	p.ofChildren = p.ofChildren[:0]
}
