package library

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cpb/catalog"
)

// Caps are processor capabilities that a library is told to leave unused, in its worker's process, as they stand in an
// implementation's name: "no-avx+no-sha". A library says in Info.Caps which names it knows.
type Caps string

// Names are the capabilities one by one.
func (c Caps) Names() []string {
	if c == "" {
		return nil
	}
	return strings.Split(string(c), "+")
}

// parseCaps reads names joined by +, and returns them sorted, each once.
func parseCaps(info Info, text string) (Caps, error) {
	known := slices.Sorted(maps.Keys(info.Caps))
	if len(known) == 0 {
		return "", &SpecError{fmt.Sprintf("library %s: it cannot be told to leave capabilities unused", info.Name), "leave out caps="}
	}
	var caps []string
	for name := range strings.SplitSeq(text, "+") {
		if _, ok := info.Caps[name]; !ok {
			hint := "one of " + strings.Join(known, ", ") + ", or several joined by +"
			if near := catalog.Nearest(name, known); near != "" {
				hint = "did you mean " + near + "? (" + hint + ")"
			}
			return "", &SpecError{fmt.Sprintf("library %s: unknown capability %q", info.Name, name), hint}
		}
		caps = append(caps, name)
	}
	slices.Sort(caps)
	return Caps(strings.Join(slices.Compact(caps), "+")), nil
}
