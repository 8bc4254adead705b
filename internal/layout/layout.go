// Package layout says how the code that a call runs differs between two builds of a library: which functions have other instructions, or run
// others of them, and which have the same at another place. Where code lies modulo 64, the size of a line of the instruction cache and of what
// a processor fetches or decodes at once, can change a loop's speed by some per cent (Mytkowicz, Diwan, Hauswirth and Sweeney, Producing
// wrong data without doing anything obviously wrong, ASPLOS 2009).
//
// It reads files. What a call runs, a worker tells (internal/shim/trace.c).
package layout

import (
	"fmt"
	"slices"
	"strings"

	"cpb/result"
)

// codeLine is the number of bytes modulo which a function has moved, or has not.
const codeLine = 64

// Diff compares the functions that a call runs, by the addresses in the files of the instructions that it executes, ascending. Only
// functions of which something is executed count, and they count as a whole: one that changed where the call does not come is changed. So
// is one that is the same, and of which a call executes other instructions: something had it take another path.
func (m *Match) Diff(base, other []uint64) *result.Layout {
	l := new(result.Layout)
	run, lost := m.base.running(base)
	runThere, lostThere := m.other.running(other)
	var partial, doubts []string
	doubted := map[string][]string{} // functions, by what the doubt is
	if n := lost + lostThere; n > 0 {
		partial = append(partial, fmt.Sprintf("%d of the instructions that a call executes lie in no function that could be told", n))
	}
	ran, ranThere := map[*function]bool{}, map[*function][]uint64{}
	for _, r := range runThere {
		ranThere[r.function] = r.offsets
	}
	for _, r := range run {
		l.Functions++
		a, b := r.function, m.there[r.function]
		ran[a] = true
		there, runs := ranThere[b]
		if b == nil || !runs {
			l.Changed = append(l.Changed, a.name(""))
			continue
		}
		switch same, doubt := m.same(a, b); {
		case !same:
			l.Changed = append(l.Changed, a.name(""))
		case !slices.Equal(r.offsets, there):
			l.Changed = append(l.Changed, a.name("")+" (another path)")
		case doubt != "":
			if doubted[doubt] == nil {
				doubts = append(doubts, doubt)
			}
			doubted[doubt] = append(doubted[doubt], a.name(""))
		case a.begin%codeLine != b.begin%codeLine:
			l.Moved = append(l.Moved, a.name(""))
		}
	}
	for _, r := range runThere {
		if a := m.here[r.function]; a == nil || !ran[a] {
			l.Functions++
			l.Changed = append(l.Changed, r.function.name(" of the other file"))
		}
	}
	for _, doubt := range doubts {
		who := doubted[doubt][0]
		if more := len(doubted[doubt]) - 1; more > 0 {
			who += fmt.Sprintf(" and %d more", more)
		}
		partial = append(partial, who+": "+doubt)
	}
	l.Partial = strings.Join(partial, "; ")
	return l
}

// Unshared has the functions of a file that only one of two calls runs.
func (f *File) Unshared(base, other []uint64) (names []string) {
	run, _ := f.running(base)
	runThere, _ := f.running(other)
	is := func(fn *function) func(executed) bool { return func(r executed) bool { return r.function == fn } }
	for _, r := range run {
		if !slices.ContainsFunc(runThere, is(r.function)) {
			names = append(names, r.function.name(""))
		}
	}
	for _, r := range runThere {
		if !slices.ContainsFunc(run, is(r.function)) {
			names = append(names, r.function.name(""))
		}
	}
	return names
}

// An executed function, and how far from its beginning the instructions lie that were.
type executed struct {
	function *function
	offsets  []uint64
}

// running is the functions that the instructions at these addresses belong to, and how many belong to none.
func (f *File) running(at []uint64) (functions []executed, lost int) {
	for _, x := range at {
		fn := f.functionAt(x)
		if fn == nil {
			lost++
			continue
		}
		if len(functions) == 0 || functions[len(functions)-1].function != fn {
			functions = append(functions, executed{function: fn})
		}
		last := &functions[len(functions)-1]
		last.offsets = append(last.offsets, x-fn.begin)
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
