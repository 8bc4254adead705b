package compare

import (
	"fmt"
	"strings"

	"cpb/result"
)

// place warns of a difference between two builds whose code is the same: it is real, and says nothing of the algorithm.
func (c *comparison) place(l *result.Layout) {
	if !l.Only() || c.Verdict != result.Faster && c.Verdict != result.Slower {
		return
	}
	c.Warnings = append(c.Warnings, fmt.Sprintf("layout: the functions that a call runs (%d) have the same instructions in both files; elsewhere "+
		"modulo 64 lie %s: the difference is where code lies, and not the algorithm", l.Functions, some(l.Moved)))
}

// some is the first of names, and how many more there are.
func some(names []string) string {
	const most = 4
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
