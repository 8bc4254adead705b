package explain

import (
	"fmt"
	"slices"
	"testing"

	"cpb/result"
)

// A fake document: implementations of sha256 by group, each with two sizes. A name is LIBRARY-VERSION/INTERFACE.
type impl struct{ library, version, iface string }

func fakeDocument(groups ...[]impl) (*result.Document, []result.Group) {
	doc := &result.Document{}
	var named []result.Group
	for g, impls := range groups {
		group := result.Group{Name: string(rune('A' + g))}
		for _, i := range impls {
			for _, size := range []int{16, 64} {
				group.Results = append(group.Results, len(doc.Results))
				doc.Results = append(doc.Results, result.Result{
					Library: i.library, Version: i.version, Interface: i.iface,
					Primitive: "sha256", Operation: "hash", Work: "message", SizeBytes: &size, NsPerCall: float64(100 + size),
				})
			}
		}
		named = append(named, group)
	}
	return doc, named
}

func pairNames(e *evidence) (names []string) {
	for _, p := range e.pairs {
		names = append(names, fmt.Sprintf("%s %s", e.spell(e.title(p.base)), e.spell(e.title(p.other))))
	}
	return names
}

func TestPairs(t *testing.T) {
	old, new := impl{"openssl", "1.1.1", "evp"}, impl{"openssl", "3.0", "evp"}
	oldLow, newLow := impl{"openssl", "1.1.1", "lowlevel"}, impl{"openssl", "3.0", "lowlevel"}
	gcrypt, unnamed := impl{"gcrypt", "1.10", "native"}, impl{}
	one := []impl{unnamed}
	for name, c := range map[string]struct {
		groups [][]impl
		ask    [][2]int
		want   []string
	}{
		"one row":       {groups: [][]impl{{old}}},
		"two groups":    {groups: [][]impl{one, one}, want: []string{"A B"}},
		"three groups":  {groups: [][]impl{one, one, one}, want: []string{"A B", "A C", "B C"}},
		"five groups":   {groups: [][]impl{one, one, one, one, one}, want: []string{"A B", "A C", "A D", "A E"}},
		"asked":         {groups: [][]impl{one, one, one}, ask: [][2]int{{2, 0}}, want: []string{"C A"}},
		"asked nothing": {groups: [][]impl{one, one}, ask: [][2]int{}},
		"one against two": {groups: [][]impl{{old}, {new, newLow}},
			want: []string{"A B#openssl-3.0/evp", "A B#openssl-3.0/lowlevel"}},
		"by interface": {groups: [][]impl{{old, oldLow}, {newLow, new, gcrypt}},
			want: []string{"A#openssl-1.1.1/evp B#openssl-3.0/evp", "A#openssl-1.1.1/lowlevel B#openssl-3.0/lowlevel"}},
		"the same version first": {groups: [][]impl{{old, new, gcrypt}, {new, old, gcrypt}},
			want: []string{"A#openssl-1.1.1/evp B#openssl-1.1.1/evp", "A#openssl-3.0/evp B#openssl-3.0/evp", "A#gcrypt-1.10/native B#gcrypt-1.10/native"}},
		"then in order": {groups: [][]impl{{old, gcrypt}, {new, gcrypt}},
			want: []string{"A#openssl-1.1.1/evp B#openssl-3.0/evp", "A#gcrypt-1.10/native B#gcrypt-1.10/native"}},
		"versions that only one has": {groups: [][]impl{{old, new}, {new, {"openssl", "3.5", "evp"}}},
			want: []string{"A#openssl-3.0/evp B#openssl-3.0/evp"}},
		"twice on both sides": {groups: [][]impl{{old, old}, {old, old}},
			want: []string{"A B", "A (2) B (2)"}},
		"twice on one side": {groups: [][]impl{{old}, {old, old}},
			want: []string{"A B"}},
		"within": {groups: [][]impl{{old, oldLow, new, newLow, gcrypt}},
			want: []string{
				"openssl-1.1.1/evp openssl-3.0/evp", "openssl-1.1.1/lowlevel openssl-3.0/lowlevel",
				"openssl-1.1.1/evp openssl-1.1.1/lowlevel", "openssl-3.0/evp openssl-3.0/lowlevel",
				"openssl-1.1.1/evp gcrypt-1.10/native",
			}},
		"twice within":  {groups: [][]impl{{old, old}}},
		"inside, asked": {groups: [][]impl{{old, new}, one}, ask: [][2]int{{0, 0}}, want: []string{"A#openssl-1.1.1/evp A#openssl-3.0/evp"}},
	} {
		doc, groups := fakeDocument(c.groups...)
		if got := pairNames(newEvidence(doc, groups, Options{Pairs: c.ask})); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

// TestPairsNeedTheCell: what differs in any word of its cell is not held against each other.
func TestPairsNeedTheCell(t *testing.T) {
	for name, change := range map[string]func(*result.Result){
		"primitive": func(r *result.Result) { r.Primitive = "sha512" },
		"operation": func(r *result.Result) { r.Operation = "" },
		"work":      func(r *result.Result) { r.Work = "keyed" },
		"bits":      func(r *result.Result) { r.Bits = 256 },
		"threads":   func(r *result.Result) { r.Threads = 2 },
	} {
		doc, groups := fakeDocument([]impl{{}}, []impl{{}})
		change(&doc.Results[2])
		change(&doc.Results[3])
		if e := newEvidence(doc, groups, Options{}); len(e.pairs) != 0 || len(e.rows) != 2 {
			t.Errorf("%s: %d rows, pairs %q", name, len(e.rows), pairNames(e))
		}
	}
	doc, groups := fakeDocument([]impl{{}}, []impl{{}})
	doc.Results[2].Threads, doc.Results[3].Threads = 1, 1
	if e := newEvidence(doc, groups, Options{}); len(e.pairs) != 1 {
		t.Error("one thread, and threads that are not told, have no pair")
	}
}

// TestInterfacesByCell: where one table has one primitive through another interface, and the other table another primitive, both
// still have a pair.
func TestInterfacesByCell(t *testing.T) {
	var results []result.Result
	for _, c := range []struct{ primitive, iface string }{{"md5", "evp"}, {"sha1", ""}, {"md5", ""}, {"sha1", "evp"}} {
		r := sized(16, 100)
		r.Primitive, r.Library, r.Interface = c.primitive, "openssl", c.iface
		results = append(results, r)
	}
	doc, groups := twoGroups(results[:2], results[2:])
	if got := pairNames(newEvidence(doc, groups, Options{})); !slices.Equal(got, []string{"old new", "old new"}) {
		t.Errorf("got %q", got)
	}
}

// TestTicksStayInside: ticks of machines' own clocks are compared on each machine.
func TestTicksStayInside(t *testing.T) {
	doc, groups := figures(t, "cpus")
	e := newEvidence(doc, groups, Options{})
	if len(e.pairs) != 5*5*3 {
		t.Errorf("%d pairs, not 5 machines × 5 primitives × 3 libraries beside the first", len(e.pairs))
	}
	for _, p := range e.pairs {
		if p.base.group != p.other.group {
			t.Errorf("%s stands against %s", e.spell(e.title(p.base)), e.spell(e.title(p.other)))
		}
	}
}
