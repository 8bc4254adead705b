package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// An index finds primitives by the folded form of their names, and the members of groups, as positions in the table.
type index struct {
	primitives map[string]int
	groups     map[string][]int
	taken      map[string]string // who has each folded name
}

// names is the index of the catalogue. A mistake in the tables is a panic at start-up, in every test.
var names = func() index {
	x, err := newIndex(primitives, groups)
	if err != nil {
		panic("catalog: " + err.Error())
	}
	return x
}()

// folding takes out what tools spell differently: "SHA-512/256", "sha512_256" and "sha512-256" are one name.
var folding = strings.NewReplacer(" ", "", "-", "", "_", "", "/", "")

// fold is the form in which names are compared.
func fold(name string) string { return folding.Replace(strings.ToLower(name)) }

// newIndex fails where an entry is incomplete or a name stands for two things after folding.
func newIndex(primitives []Primitive, groups []Group) (index, error) {
	x := index{primitives: map[string]int{}, groups: map[string][]int{}, taken: map[string]string{}}
	take := func(name, owner string) error {
		folded := fold(name)
		if other, ok := x.taken[folded]; ok {
			return fmt.Errorf("%q of %s is taken by %s", name, owner, other)
		}
		x.taken[folded] = owner
		return nil
	}
	for _, g := range groups {
		if g.Name == "" || g.Does == "" {
			return index{}, fmt.Errorf("group %q is incomplete", g.Name)
		}
		if err := take(g.Name, "group "+g.Name); err != nil {
			return index{}, err
		}
		x.groups[fold(g.Name)] = nil
	}
	for i, p := range primitives {
		if reason := incomplete(p); reason != "" {
			return index{}, fmt.Errorf("primitive %q: %s", p.Slug, reason)
		}
		for _, name := range p.spellings() {
			if err := take(name, p.Slug); err != nil {
				return index{}, err
			}
			x.primitives[fold(name)] = i
		}
		for _, g := range p.Groups {
			members, ok := x.groups[fold(g)]
			if !ok {
				return index{}, fmt.Errorf("primitive %q: no group %q", p.Slug, g)
			}
			x.groups[fold(g)] = append(members, i)
		}
	}
	for _, g := range groups {
		if len(x.groups[fold(g.Name)]) == 0 {
			return index{}, fmt.Errorf("group %q is empty", g.Name)
		}
	}
	return x, nil
}

// spellings is every name of p that has a folded form of its own. The standard's name mostly folds to the slug.
func (p Primitive) spellings() []string {
	s := append([]string{p.Slug}, p.Aliases...)
	if fold(p.Name) != fold(p.Slug) {
		s = append(s, p.Name)
	}
	return s
}

// incomplete says what an entry lacks, "" where nothing.
func incomplete(p Primitive) string {
	switch {
	case !isSlug(p.Slug):
		return "the slug is not lower-case letters, digits and hyphens"
	case p.Name == "":
		return "no name"
	case p.Standard == "":
		return "no standard"
	case len(p.Operations) == 0:
		return "no operation"
	case slices.ContainsFunc(p.Operations, func(op Operation) bool { return len(duties[op]) == 0 }):
		return "an operation without works"
	case slices.Contains(p.Operations, Hash) && p.OutBytes == 0:
		return "no size of a digest"
	case slices.Contains(p.Operations, Encrypt) && (p.KeyBytes == 0 || !p.Model.Whole):
		return "no key of a fixed size, or no whole blocks"
	case slices.Contains(p.Operations, Sign) && (p.Bits == 0 || p.InBytes == 0 || p.OutBytes == 0):
		return "no size of a key, a digest or a signature"
	case len(p.Groups) == 0:
		return "no group"
	case p.Model.Kind != Blocks && p.Model.Kind != Bytes && p.Model.Kind != None:
		return "no cost model"
	case p.Model.Kind == Blocks && p.Model.BlockBytes <= 0:
		return "no block size"
	}
	return ""
}

func isSlug(s string) bool {
	for _, c := range s {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-') {
			return false
		}
	}
	return s != "" && s[0] != '-'
}
