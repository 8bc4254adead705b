// Package layout says how the code that a call runs differs between two builds of a library: which functions have other instructions, and
// which have the same at another place. Where code lies modulo 64, the size of a line of the instruction cache and of what a processor
// fetches or decodes at once, can change a loop's speed by some per cent (Mytkowicz, Diwan, Hauswirth and Sweeney, Producing wrong data
// without doing anything obviously wrong, ASPLOS 2009).
//
// It reads files. What a call runs, a worker tells (internal/shim/trace.c).
package layout

import (
	"fmt"

	"cpb/result"
)

// CodeLine is the number of bytes modulo which a function has moved, or has not.
const CodeLine = 64

// Diff compares the functions that a call runs, by the addresses in the files of the instructions that it executes, ascending. Only
// functions of which something is executed count, and they count as a whole: one that changed where the call does not come is changed.
func (m *Match) Diff(base, other []uint64) *result.Layout {
	l := new(result.Layout)
	run, lost := m.base.running(base)
	runThere, lostThere := m.other.running(other)
	if n := lost + lostThere; n > 0 {
		l.Partial = fmt.Sprintf("%d of the instructions that a call executes lie in no function that could be told", n)
	}
	ran, ranThere := map[*function]bool{}, map[*function]bool{}
	for _, b := range runThere {
		ranThere[b] = true
	}
	for _, a := range run {
		l.Functions++
		ran[a] = true
		b := m.there[a]
		switch c := (&comparison{match: m, a: a, b: b}); {
		case b == nil || !ranThere[b] || !c.same():
			l.Changed = append(l.Changed, a.name(""))
		case a.begin%CodeLine != b.begin%CodeLine:
			l.Moved = append(l.Moved, a.name(""))
		}
	}
	for _, b := range runThere {
		if a := m.here[b]; a == nil || !ran[a] {
			l.Functions++
			l.Changed = append(l.Changed, b.name(" of the other file"))
		}
	}
	return l
}

// running is the functions that the instructions at these addresses belong to, and how many belong to none.
func (f *File) running(at []uint64) (functions []*function, lost int) {
	for _, x := range at {
		fn := f.functionAt(x)
		switch {
		case fn == nil:
			lost++
		case len(functions) == 0 || functions[len(functions)-1] != fn:
			functions = append(functions, fn)
		}
	}
	return functions, lost
}

// name is what the function is called; of one without a name, where it lies in its file.
func (f *function) name(whose string) string {
	if len(f.names) > 0 {
		return f.names[0]
	}
	return fmt.Sprintf("function at %#x%s", f.begin, whose)
}
