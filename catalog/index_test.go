package catalog

import (
	"strings"
	"testing"
)

// Every mistake that an entry can have is refused, and so panics at start-up.
func TestIndexRefuses(t *testing.T) {
	good := func() Primitive {
		return Primitive{
			Slug: "good-1", Name: "Good-1", Operations: []Operation{Hash}, Standard: "s",
			Groups: []string{"g"}, Model: Model{Kind: Bytes}, OutBytes: 1,
		}
	}
	tests := []struct {
		change func(*Primitive)
		want   string
	}{
		{func(p *Primitive) { p.Slug = "" }, "slug"},
		{func(p *Primitive) { p.Slug = "Good" }, "slug"},
		{func(p *Primitive) { p.Slug = "-good" }, "slug"},
		{func(p *Primitive) { p.Name = "" }, "no name"},
		{func(p *Primitive) { p.Standard = "" }, "no standard"},
		{func(p *Primitive) { p.Operations = nil }, "no operation"},
		{func(p *Primitive) { p.Operations = []Operation{Hash, Derive} }, "without works"},
		{func(p *Primitive) { p.OutBytes = 0 }, "no size of a digest"},
		{func(p *Primitive) { p.Operations = []Operation{Encrypt}; p.Model.Whole = true }, "no key"},
		{func(p *Primitive) { p.Operations = []Operation{Encrypt}; p.KeyBytes = 16 }, "no whole blocks"},
		{func(p *Primitive) { p.Operations = []Operation{Sign}; p.InBytes = 20 }, "no size of a key"},
		{func(p *Primitive) { p.Operations = []Operation{Sign}; p.Bits = 512 }, "a digest"},
		{func(p *Primitive) { p.Groups = nil }, "no group"},
		{func(p *Primitive) { p.Groups = []string{"h"} }, `no group "h"`},
		{func(p *Primitive) { p.Model = Model{} }, "no cost model"},
		{func(p *Primitive) { p.Model = Model{Kind: Blocks} }, "no block size"},
		{func(p *Primitive) { p.Slug, p.Name = "other-1", "Other-1" }, "is taken by other-1"},
		{func(p *Primitive) { p.Name = "Other_1" }, "is taken by other-1"},
		{func(p *Primitive) { p.Aliases = []string{"OTHER/1"} }, "is taken by other-1"},
		{func(p *Primitive) { p.Aliases = []string{"GOOD 1"} }, "is taken by good-1"},
		{func(p *Primitive) { p.Aliases = []string{"G"} }, "is taken by group g"},
	}
	other := good()
	other.Slug, other.Name = "other-1", "Other-1"
	groups := []Group{{"g", "does"}}
	if _, err := newIndex([]Primitive{other, good()}, groups); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		p := good()
		test.change(&p)
		_, err := newIndex([]Primitive{other, p}, groups)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", p, err, test.want)
		}
	}
	for _, groups := range [][]Group{{{"g", "does"}, {"h", "does"}}, {{"g", ""}}, {{"g", "does"}, {"G", "does"}}} {
		if _, err := newIndex([]Primitive{good()}, groups); err == nil {
			t.Errorf("groups %v are accepted", groups)
		}
	}
}

// Every spelling in the tables finds its primitive.
func TestEverySpelling(t *testing.T) {
	for _, p := range primitives {
		for _, name := range append([]string{p.Slug, p.Name}, p.Aliases...) {
			for _, name := range []string{name, strings.ToUpper(name), strings.ReplaceAll(name, "-", "_")} {
				if found, ok := Lookup(name); !ok || found.Slug != p.Slug {
					t.Errorf("Lookup(%q) = %q, %t, want %q", name, found.Slug, ok, p.Slug)
				}
			}
		}
	}
}
