package explain

import (
	"fmt"

	"cpb/result"
)

// leastCopied is the number of figures from which two machines that agree in all of them are not two. One figure of four digits
// agrees by chance once in some hundred times where the machines are close, five never.
const leastCopied = 5

// A print is a result as it was printed: what it is of and its figures.
type print struct {
	cell                   cellKey
	library, iface, caps   string
	size                   int // -1 where there is none
	turn                   int // how many of the same came before it
	calls                  int64
	seconds, ns, perSecond float64
	bytesPerSecond         float64
	cyclesPerByte          float64
	cyclesPerCall          float64
	spread                 float64
	telling                bool
}

// place is p without its figures.
func (p print) place() print {
	return print{cell: p.cell, library: p.library, iface: p.iface, caps: p.caps, size: p.size, turn: p.turn}
}

// A block is what a group has printed.
type block struct {
	prints []print
	lines  map[result.Source]bool // where they were read; Command is left out
	own    bool                   // whether something was measured by cpb itself, which prints nothing
}

// duplicateBlock finds groups that another tool printed and that are alike in all that both have.
func duplicateBlock(e *evidence) (found []result.Finding) {
	blocks := make([]block, len(e.groups))
	for g := range e.groups {
		blocks[g] = e.blockOf(g)
	}
	for a := range blocks {
		for b := a + 1; b < len(blocks); b++ {
			same := blocks[a].copied(blocks[b])
			if same < leastCopied {
				continue
			}
			rows := append(e.of(a), e.of(b)...)
			found = append(found, result.Finding{
				Basis: result.Measured, Primitives: primitivesOf(rows), Results: resultsOf(rows), Figures: map[string]float64{"figures": float64(same)},
				Sentence: fmt.Sprintf("%s and %s have the same %d figures, to the last digit, which two measurements do not: one of the two has no result of its own, "+
					"and which one cannot be told.", e.groupName(a), e.groupName(b), same),
			})
		}
	}
	return found
}

// copied counts the figures of b and c where all that both have are the same; 0 where they are not, or are one text that was given
// twice.
func (b block) copied(c block) (same int) {
	if b.own || c.own {
		return 0
	}
	for line := range c.lines {
		if b.lines[line] {
			return 0
		}
	}
	inB := map[print]print{}
	for _, p := range b.prints {
		inB[p.place()] = p
	}
	for _, p := range c.prints {
		q, both := inB[p.place()]
		switch {
		case !both:
		case p != q:
			return 0
		case p.telling:
			same++
		}
	}
	return same
}

// blockOf is what group g has printed.
func (e *evidence) blockOf(g int) block {
	b := block{lines: map[result.Source]bool{}}
	turns := map[print]int{}
	for _, r := range e.of(g) {
		for _, i := range r.results {
			at := e.at(i)
			if at.Source == nil {
				return block{own: true}
			}
			if at.Source.Line > 0 {
				b.lines[result.Source{File: at.Source.File, Line: at.Source.Line}] = true
			}
			if _, ok := newMeasure(at); !ok {
				continue
			}
			p := printOf(r.key, at)
			p.turn = turns[p.place()]
			turns[p.place()]++
			b.prints = append(b.prints, p)
		}
	}
	return b
}

func printOf(cell cellKey, r *result.Result) print {
	p := print{
		cell: cell, library: r.Library, iface: r.Interface, caps: r.Caps, size: -1,
		calls: r.Calls, seconds: r.Seconds, ns: r.NsPerCall, perSecond: r.CallsPerSecond, bytesPerSecond: r.BytesPerSecond,
		cyclesPerByte: r.CyclesPerByte, cyclesPerCall: r.CyclesPerCall, spread: r.Spread, telling: telling(r.Printed),
	}
	if r.SizeBytes != nil {
		p.size = *r.SizeBytes
	}
	return p
}

// telling reports whether a figure has digits enough to be alike by chance seldom. What was not kept as it was printed has.
func telling(printed string) bool {
	n, leading := 0, true
	for _, c := range printed {
		if c < '0' || c > '9' {
			continue
		}
		if leading = leading && c == '0'; !leading {
			n++
		}
	}
	return printed == "" || n >= 3
}
