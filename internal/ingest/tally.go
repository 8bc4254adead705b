package ingest

import (
	"cmp"
	"slices"
	"strings"

	"cpb/result"
)

// mostGroups is how many groups a Tally lists; the others are counted.
const mostGroups = 1000

// A Tallier is a Sink that counts, and keeps nothing that grows with the text beyond its groups.
type Tallier struct {
	Tally  result.Tally
	file   string         // the text, where Begin told it
	groups map[string]int // of the text, indices into Tally.Groups
	last   int            // the group of the last result; -1 for one that is not listed
	run    string
}

// Begin says that the text that comes is the one of a file: its groups are others than those before, whatever they are called.
func (t *Tallier) Begin(file string) { t.file, t.groups = file, nil }

// Result counts r.
func (t *Tallier) Result(r *result.Result) {
	t.Tally.Results++
	if t.run != r.Run || t.groups == nil {
		t.run, t.last = r.Run, t.group(r)
	}
	if t.last < 0 {
		return
	}
	g := &t.Tally.Groups[t.last]
	g.Results++
	if r.Source != nil {
		g.Last = max(g.Last, r.Source.Line)
	}
	if n := len(g.Primitives); (n == 0 || g.Primitives[n-1] != r.Primitive) && !slices.Contains(g.Primitives, r.Primitive) {
		g.Primitives = append(g.Primitives, strings.Clone(r.Primitive))
	}
}

// group is the group of r.
func (t *Tallier) group(r *result.Result) int {
	if at, ok := t.groups[r.Run]; ok {
		return at
	}
	if t.groups == nil {
		t.groups = map[string]int{}
	}
	if len(t.Tally.Groups) == mostGroups {
		t.Tally.More++ // runs that come back are counted again: names are not kept beyond the list
		return -1
	}
	g := result.GroupTally{Name: r.Run, File: t.file, Version: strings.Clone(r.Version)}
	if r.Source != nil {
		g.File, g.Tool, g.First = cmp.Or(t.file, r.Source.File), r.Source.Tool, r.Source.Line
	}
	t.groups[r.Run] = len(t.Tally.Groups)
	t.Tally.Groups = append(t.Tally.Groups, g)
	return len(t.Tally.Groups) - 1
}

// Warning counts w.
func (t *Tallier) Warning(w result.Warning) {
	for i := range t.Tally.Warnings {
		if t.Tally.Warnings[i].Kind == w.Kind {
			t.Tally.Warnings[i].Count++
			return
		}
	}
	t.Tally.Warnings = append(t.Tally.Warnings, result.KindTally{Kind: w.Kind, Count: 1, First: w})
}

// Document counts what is in d.
func (t *Tallier) Document(d *result.Document) {
	for i := range d.Results {
		t.Result(&d.Results[i])
	}
	for _, w := range d.Warnings {
		t.Warning(w)
	}
}

// A Tee is a Sink that gives everything to two.
type Tee struct{ A, B Sink }

// Result gives r to both.
func (t Tee) Result(r *result.Result) {
	t.A.Result(r)
	t.B.Result(r)
}

// Warning gives w to both.
func (t Tee) Warning(w result.Warning) {
	t.A.Warning(w)
	t.B.Warning(w)
}

// Document gives d to both.
func (t Tee) Document(d *result.Document) {
	t.A.Document(d)
	t.B.Document(d)
}
