package catalog

import (
	"fmt"
	"slices"

	"github.com/agext/levenshtein"
)

// A Group is a set of primitives that can be asked for by one name. A primitive says which groups it belongs to.
type Group struct {
	Name string // slug: "hashes"
	Does string // what is in it, in a line
}

// Primitives returns every primitive in the order in which they are shown. The slices inside are the catalogue's own.
func Primitives() []Primitive { return slices.Clone(primitives) }

// Groups returns every group in the order in which they are shown.
func Groups() []Group { return slices.Clone(groups) }

// Operations returns every operation that a primitive has, in the order in which they come.
func Operations() (all []Operation) {
	for _, p := range primitives {
		for _, op := range p.Operations {
			if !slices.Contains(all, op) {
				all = append(all, op)
			}
		}
	}
	return all
}

// Position is where the primitive with that slug stands in the catalogue; -1 where it does not.
func Position(slug string) int {
	i, ok := names.primitives[fold(slug)]
	if !ok || primitives[i].Slug != slug {
		return -1
	}
	return i
}

// Lookup finds a primitive by its slug, its name in the standard, or another tool's name for it, whatever the case and
// with or without spaces, hyphens, underscores and slashes.
func Lookup(name string) (Primitive, bool) {
	i, ok := names.primitives[fold(name)]
	if !ok {
		return Primitive{}, false
	}
	return primitives[i], true
}

// Select returns the primitives that the names stand for, each a primitive or a group: every one once, in the order of
// the catalogue. The error is an *Unknown.
func Select(asked []string) ([]Primitive, error) {
	wanted := make([]bool, len(primitives))
	for _, name := range asked {
		if i, ok := names.primitives[fold(name)]; ok {
			wanted[i] = true
			continue
		}
		members, ok := names.groups[fold(name)]
		if !ok {
			_, named := Known(name)
			return nil, &Unknown{What: "primitive or group", Name: name, Nearest: Nearest(name, spelled()), Named: named}
		}
		for _, i := range members {
			wanted[i] = true
		}
	}
	var selected []Primitive
	for i, p := range primitives {
		if wanted[i] {
			selected = append(selected, p)
		}
	}
	return selected, nil
}

// spelled is every name that Select takes, slugs before aliases so that the nearest of two alike is a slug.
func spelled() (all []string) {
	for _, p := range primitives {
		all = append(all, p.Slug)
	}
	for _, g := range groups {
		all = append(all, g.Name)
	}
	for _, p := range primitives {
		all = append(all, p.Aliases...)
	}
	return all
}

// Unknown is the error for a name that the catalogue has not got.
type Unknown struct {
	What    string // what the name should have been: "primitive", "primitive or group"
	Name    string
	Nearest string // a name that the catalogue has; "" where none is near
	Named   bool   // whether it is a primitive that cpb knows and does not measure
}

func (e *Unknown) Error() string {
	if e.Named {
		return fmt.Sprintf("%s is read from other tools, and not measured", e.Name)
	}
	return fmt.Sprintf("unknown %s %q", e.What, e.Name)
}

// Hint says what to do about it.
func (e *Unknown) Hint() string {
	if e.Nearest != "" {
		return "did you mean " + e.Nearest + "?"
	}
	return "see cpb list primitives"
}

// Nearest returns the name in known that takes the fewest edits to make from name, "" where more than two fifths of it
// would have to change. Of two equally near it is the first. Letter case and separators do not count; letters in another
// order are one edit.
//
// It is the plain distance: the cut-offs that levenshtein has, MaxCost and MinScore, made "native" and "lowlevel" alike.
func Nearest(name string, known []string) string {
	var nearest string
	least := -1
	for _, k := range known {
		a, b := fold(name), fold(k)
		edits := levenshtein.Distance(a, b, nil)
		if edits > 1 && slices.Equal(sortedBytes(a), sortedBytes(b)) {
			edits = 1
		}
		if 5*edits <= 2*max(len(a), len(b)) && (least < 0 || edits < least) {
			nearest, least = k, edits
		}
	}
	return nearest
}

func sortedBytes(s string) []byte {
	b := []byte(s)
	slices.Sort(b)
	return b
}
