package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/size"
	"cpb/result"
)

// DefaultSizes are those of a gate where none are named: a short message, a long one, and what is in between.
var DefaultSizes = []int{16, 1 << 10, 16 << 10}

// Wanted is which primitives a gate is over, each with its sizes.
type Wanted struct {
	primitives []catalog.Primitive
	sizes      map[string][]int // by slug, ascending; of primitives that have sizes
	byName     map[string][]int // by slug, those that were not asked for by a group alone, with the sizes that were by PRIMITIVE/SIZE
}

// ParseWanted reads what is asked for: primitives and groups, each with the sizes, and PRIMITIVE/SIZE, which adds that size alone. Nothing
// is the catalogue's default group. most is the largest size there is.
func ParseWanted(asked []string, sizes []int, most int) (Wanted, error) {
	if len(asked) == 0 {
		asked = []string{catalog.DefaultGroup}
	}
	w := Wanted{sizes: map[string][]int{}, byName: map[string][]int{}}
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
		if p, ok := catalog.Lookup(name); ok {
			w.byName[p.Slug] = slices.Clip(w.byName[p.Slug])
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
			for _, n := range these {
				if sized && !p.Takes(n) {
					return w, &Error{Text: fmt.Sprintf("%q: %s cannot have %s: %s", item, p.Name, size.Format(n), wholeBlocks(p)), Do: "name another size"}
				}
			}
			if _, named := w.byName[p.Slug]; named && sized {
				w.byName[p.Slug] = append(w.byName[p.Slug], these...)
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

// named are the primitives that were asked for by name, and not as part of a group alone.
func (w Wanted) named() []catalog.Primitive {
	return slices.DeleteFunc(slices.Clone(w.primitives), func(p catalog.Primitive) bool {
		_, named := w.byName[p.Slug]
		return !named
	})
}

// Absent adds to the gate of doc, over results that were there already, what was asked for by name and neither side has.
func (w Wanted) Absent(doc *result.Document) {
	if doc.Gate == nil {
		return
	}
	known := func(slug string, fits func(bytes int) bool) bool {
		return slices.ContainsFunc(doc.Gate.Cells, func(c result.GateCell) bool {
			x := &doc.Comparisons[c.Comparison]
			return x.Primitive == slug && fits(sizeOf(x.SizeBytes))
		}) || slices.ContainsFunc(doc.Gate.Apart, func(a result.GateApart) bool {
			return a.Primitive == slug && fits(sizeOf(a.SizeBytes))
		})
	}
	for _, p := range w.named() {
		apart := result.GateApart{Kind: result.ApartNeither, Primitive: p.Slug, Reason: "neither side has it"}
		if !known(p.Slug, func(int) bool { return true }) {
			doc.Gate.Apart = append(doc.Gate.Apart, apart)
			continue
		}
		for _, n := range w.byName[p.Slug] {
			if !known(p.Slug, func(bytes int) bool { return bytes == n }) {
				apart.SizeBytes = &n
				doc.Gate.Apart = append(doc.Gate.Apart, apart)
			}
		}
	}
}

// wholeBlocks says which sizes p takes, of a primitive that does not take all.
func wholeBlocks(p catalog.Primitive) string {
	return fmt.Sprintf("it takes whole blocks of %d bytes", p.Model.BlockBytes)
}

// An Error is what is wrong with what was asked for, and what to do.
type Error struct{ Text, Do string }

func (e *Error) Error() string { return e.Text }

// Hint says what to do.
func (e *Error) Hint() string { return e.Do }
