package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/size"
)

// DefaultSizes are those of a gate where none are named: a short message, a long one, and what is in between.
var DefaultSizes = []int{16, 1 << 10, 16 << 10}

// Wanted is which primitives a gate is over, each with its sizes.
type Wanted struct {
	primitives []catalog.Primitive
	sizes      map[string][]int // by slug, ascending; of primitives that have sizes
}

// ParseWanted reads what is asked for: primitives and groups, each with the sizes, and PRIMITIVE/SIZE, which adds that size alone. Nothing
// is the catalogue's default group. most is the largest size there is.
func ParseWanted(asked []string, sizes []int, most int) (Wanted, error) {
	if len(asked) == 0 {
		asked = []string{catalog.DefaultGroup}
	}
	w := Wanted{sizes: map[string][]int{}}
	chosen := map[string]bool{}
	for _, item := range asked {
		name, at, sized := strings.Cut(item, "/")
		if _, whole := catalog.Lookup(item); whole && at != "" { // a name with a slash in it: SHA-512/256
			name, sized = item, false
		}
		primitives, err := catalog.Select([]string{name})
		if err != nil {
			return w, err
		}
		these := sizes
		if sized {
			if these, err = size.ParseList(at, most); err != nil {
				return w, &Error{Text: fmt.Sprintf("%q: %v", item, err), Do: "write PRIMITIVE/SIZE, for example sha256/16Ki"}
			}
		}
		for _, p := range primitives {
			if sized && !p.Sized() {
				return w, &Error{Text: fmt.Sprintf("%q: %s has no size to choose", item, p.Name), Do: "leave out /" + at}
			}
			chosen[p.Slug] = true
			if p.Sized() {
				w.sizes[p.Slug] = append(w.sizes[p.Slug], these...)
			}
		}
	}
	for _, p := range catalog.Primitives() {
		if chosen[p.Slug] {
			w.primitives = append(w.primitives, p)
			slices.Sort(w.sizes[p.Slug])
			w.sizes[p.Slug] = slices.Compact(w.sizes[p.Slug])
		}
	}
	return w, nil
}

// Primitives are those that are wanted, in the order of the catalogue.
func (w Wanted) Primitives() []catalog.Primitive { return w.primitives }

// Sizes are all sizes that any of them is wanted at, ascending; empty where none has a size.
func (w Wanted) Sizes() []int {
	all := slices.Concat(slices.Collect(maps.Values(w.sizes))...)
	slices.Sort(all)
	return slices.Compact(all)
}

// Has reports whether the primitive of that slug is wanted, at that size where it has one to choose.
func (w Wanted) Has(slug string, bytes int) bool {
	i := slices.IndexFunc(w.primitives, func(p catalog.Primitive) bool { return p.Slug == slug })
	return i >= 0 && (!w.primitives[i].Sized() || slices.Contains(w.sizes[slug], bytes))
}

// An Error is what is wrong with what was asked for, and what to do.
type Error struct{ Text, Do string }

func (e *Error) Error() string { return e.Text }

// Hint says what to do.
func (e *Error) Hint() string { return e.Do }
