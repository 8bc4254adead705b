package input

import (
	"context"
	"os"
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

// Load reads what each argument names. A text that several name is read once.
func Load(ctx context.Context, args []string, o Options) (*Set, error) {
	set := &Set{Doc: &result.Document{}}
	texts := map[string]span{}
	for _, arg := range args {
		path, name, named := split(arg)
		at, ok := texts[path]
		if !ok {
			doc, err := Open(ctx, path, o)
			if err != nil {
				set.Doc.Warnings = append(set.Doc.Warnings, doc.Warnings...)
				return set, err
			}
			set.tellApart(doc, path)
			at = span{len(set.Doc.Results), len(set.Doc.Results) + len(doc.Results)}
			ingest.Merge(set.Doc, doc)
			texts[path] = at
		}
		part := &result.Document{Results: set.Doc.Results[at.from:at.to]}
		side := Side{Arg: arg, Whole: !named}
		if named {
			g, err := Select(part, name)
			if err != nil {
				e := err.(*Error)
				return set, &Error{Text: path + ": " + e.Text, Do: e.Do}
			}
			side.Groups = []result.Group{g}
		} else {
			side.Groups = Groups(part)
		}
		for i := range side.Groups {
			at.shift(&side.Groups[i])
		}
		set.Sides = append(set.Sides, side)
	}
	return set, nil
}

// A span is the results of one text.
type span struct{ from, to int }

func (s span) shift(g *result.Group) {
	for i := range g.Results {
		g.Results[i] += s.from
	}
}

// split splits PATH#GROUP. A file whose name has a # in it goes before.
func split(arg string) (path, name string, named bool) {
	if _, err := os.Stat(arg); err == nil {
		return arg, "", false
	}
	return strings.Cut(arg, "#")
}

// tellApart puts the file's name before the runs of doc that have the name of a run that was read before.
func (s *Set) tellApart(doc *result.Document, path string) {
	taken := map[string]bool{}
	for i := range s.Doc.Results {
		taken[s.Doc.Results[i].Run] = true
	}
	for i := range doc.Results {
		if r := &doc.Results[i]; taken[r.Run] {
			r.Run = strings.TrimSuffix(filepath.Base(path), ".json") + Between + r.Run
		}
	}
}
