package input

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A Set is what several arguments name, in one document.
type Set struct {
	Doc   *result.Document
	Sides []Side // one an argument
}

// A Side is what one argument names.
type Side struct {
	Arg    string
	Whole  bool           // whether it names all of a text, and no group in it
	Groups []result.Group // the group it names; all groups of the text where Whole
}

// All is the results of s as one group.
func (s *Side) All() result.Group {
	if len(s.Groups) == 1 {
		return s.Groups[0]
	}
	g := result.Group{Name: s.Arg}
	for _, part := range s.Groups {
		g.Results = append(g.Results, part.Results...)
	}
	return g
}

// Compared is what is held against each other: the first argument and the others, or the two groups of the only one.
func (s *Set) Compared() (base result.Group, others []result.Group, err error) {
	if len(s.Sides) > 1 {
		for i := range s.Sides[1:] {
			others = append(others, s.Sides[1+i].All())
		}
		return s.Sides[0].All(), others, nil
	}
	only := &s.Sides[0]
	halves, ok := Halves(s.Doc)
	switch {
	case ok && only.Whole:
		return halves[0], halves[1:], nil
	case len(only.Groups) == 1:
		return base, nil, &Error{Text: only.Arg + " is one group: there is nothing to compare it with", Do: "name another run, file or group behind it"}
	}
	return base, nil, &Error{
		Text: fmt.Sprintf("%s has %d groups: it is not clear which two to compare", only.Arg, len(only.Groups)),
		Do:   "name two groups: cpb compare 'FILE#GROUP' 'FILE#GROUP'; cpb read FILE lists them",
	}
}

// Explained is what is explained: the groups that are named, else all of a text, as two sides where it has two.
func (s *Set) Explained() (groups []result.Group) {
	if len(s.Sides) == 1 && s.Sides[0].Whole {
		if sides, ok := Sides(s.Doc); ok {
			return sides
		}
	}
	for _, side := range s.Sides {
		groups = append(groups, side.Groups...)
	}
	return groups
}

// Load reads what each argument names. A text that several name is read once.
func Load(ctx context.Context, args []string, o Options) (*Set, error) {
	set := &Set{Doc: &result.Document{}}
	texts := map[string]text{}
	for _, arg := range args {
		path, name, named := split(arg)
		t, ok := texts[path]
		if !ok {
			doc, err := Open(ctx, path, o)
			if err != nil {
				set.Doc.Warnings = append(set.Doc.Warnings, doc.Warnings...)
				return set, err
			}
			t = text{doc, merge(set.Doc, doc, path)}
			texts[path] = t
		}
		side := Side{Arg: arg, Whole: !named}
		if named {
			g, err := Select(t.doc, name)
			if err != nil {
				e := err.(*Error)
				return set, &Error{Text: path + ": " + e.Text, Do: e.Do}
			}
			side.Groups = []result.Group{g}
		} else {
			side.Groups = Groups(t.doc)
		}
		for i := range side.Groups {
			t.place(&side.Groups[i], set.Doc)
		}
		set.Sides = append(set.Sides, side)
	}
	return set, nil
}

// A text is one document of several in a Set, with the names that its runs have there, and where its results begin in that.
type text struct {
	doc  *result.Document
	from int
}

// place has g, a group of t, be one of d, under the name that its run has there.
func (t text) place(g *result.Group, d *result.Document) {
	run := t.doc.Results[g.Results[0]].Run
	for i, at := range g.Results {
		if t.doc.Results[at].Run != run {
			run = ""
		}
		g.Results[i] = t.from + at
	}
	if strings.EqualFold(g.Name, run) {
		g.Name = d.Results[g.Results[0]].Run
	}
}

// split splits PATH#GROUP. Of a file whose name has a # in it as much is the path as names a file.
func split(arg string) (path, name string, named bool) {
	if exists(arg) {
		return arg, "", false
	}
	for at := strings.LastIndexByte(arg, '#'); at > 0; at = strings.LastIndexByte(arg[:at], '#') {
		if exists(arg[:at]) {
			return arg[:at], arg[at+1:], true
		}
	}
	return strings.Cut(arg, "#")
}

// merge adds the results of doc, which was read from path, to d, and returns where they begin. Runs of doc that have the name of a
// run that was there before have path's before that.
func merge(d, doc *result.Document, path string) (from int) {
	from = len(d.Results)
	taken := map[string]bool{}
	for i := range d.Results {
		taken[d.Results[i].Run] = true
	}
	own := map[string]bool{}
	for i := range doc.Results {
		own[doc.Results[i].Run] = true
	}
	ingest.Merge(d, doc)
	renamed := map[string]string{}
	for i := range d.Results[from:] {
		r := &d.Results[from+i]
		if !taken[r.Run] {
			continue
		}
		if renamed[r.Run] == "" {
			renamed[r.Run] = untaken(r.Run, path, func(name string) bool { return taken[name] || own[name] })
		}
		r.Run = renamed[r.Run]
	}
	return from
}

// untaken is a name for a run of the file at path that no other run has: with the file's name before it, where that is not enough
// with its whole path, and with a number in the end.
func untaken(run, path string, taken func(string) bool) string {
	for _, file := range []string{strings.TrimSuffix(filepath.Base(path), ".json"), path} {
		if name := file + result.Between + run; !taken(name) {
			return name
		}
	}
	for n := 2; ; n++ {
		if name := fmt.Sprintf("%s (%d)%s%s", path, n, result.Between, run); !taken(name) {
			return name
		}
	}
}
