package report

import (
	"fmt"
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// said is something said of one cell or, where primitive is empty, of a library.
type said struct {
	library, iface       string
	primitive, operation string
	size                 *int
	what                 string
}

// A gathering puts what is said of many cells into few remarks: a cell's primitive is named once, with its sizes; the
// primitives of which the same is said stand together; and so do the interfaces where all of this is the same.
type gathering struct {
	groups []*gathered
}

type gathered struct {
	library, what string
	interfaces    []string
	names         []string            // of primitives, with the operation where there are several
	sizes         map[string][]string // of each
}

func (g *gathering) add(s said) {
	name := primitiveName(s.primitive, s.operation)
	library, iface := message(s.library), message(s.iface)
	what := message(strings.TrimPrefix(s.what, s.primitive+": "))
	i := slices.IndexFunc(g.groups, func(x *gathered) bool {
		return x.library == library && x.interfaces[0] == iface && x.what == what
	})
	if i < 0 {
		i = len(g.groups)
		g.groups = append(g.groups, &gathered{
			library: library, what: what, interfaces: []string{iface}, sizes: map[string][]string{},
		})
	}
	into := g.groups[i]
	if name == "" {
		return
	}
	if !slices.Contains(into.names, name) {
		into.names = append(into.names, name)
	}
	if s.size != nil && !slices.Contains(into.sizes[name], Size(*s.size)) {
		into.sizes[name] = append(into.sizes[name], Size(*s.size))
	}
}

// primitiveName is the slug, and the operation where the primitive has several.
func primitiveName(primitive, operation string) string {
	if p, ok := catalog.Known(primitive); operation == "" || ok && operation == string(p.Sole()) {
		return clean(primitive)
	}
	return clean(primitive + " " + operation)
}

// cells names what is said of which primitives, at which sizes: "md5 at 16, 64; sha1".
func (x *gathered) cells() string {
	separator := ", "
	var all []string
	for _, name := range x.names {
		if at := x.sizes[name]; len(at) > 0 {
			separator = "; "
			name += " at " + strings.Join(at, ", ") + " B"
		}
		all = append(all, name)
	}
	return strings.Join(all, separator)
}

// remarks are what was said, under the name that who makes of a library and some of its interfaces.
func (g *gathering) remarks(who func(library string, interfaces []string) string) []remark {
	var merged []*gathered
	for _, x := range g.groups {
		i := slices.IndexFunc(merged, func(y *gathered) bool {
			return x.library == y.library && x.what == y.what && x.cells() == y.cells()
		})
		if i < 0 {
			merged = append(merged, x)
		} else {
			merged[i].interfaces = append(merged[i].interfaces, x.interfaces...)
		}
	}
	var all []remark
	for _, x := range merged {
		what := slices.DeleteFunc([]string{x.cells(), x.what}, func(s string) bool { return s == "" })
		all = append(all, remark{who(x.library, x.interfaces), strings.Join(what, ": ")})
	}
	return all
}

// implementations names a library through some of its interfaces.
func implementations(library string, interfaces []string) string {
	if len(interfaces) > 1 {
		return fmt.Sprintf("%s (%s)", library, strings.Join(interfaces, ", "))
	}
	return result.ImplementationName(library, "", "", interfaces[0], "")
}
