package explain

import (
	"cmp"
	"fmt"
	"slices"

	"cpb/catalog"
	"cpb/result"
)

// An evidence is a document sorted for the rules: each row of figures with its fit, and which rows stand against which.
type evidence struct {
	doc    *result.Document
	groups []result.Group
	rows   []*row // group by group, in the order in which the document has them
	pairs  []pair
	mixed  map[place]bool // where a group has several implementations for a cell
}

// A cellKey is what the figures of one row have in common.
type cellKey struct {
	primitive, operation, work string
	bits, threads              int // threads where they are not told: 1
}

// A place is a cell in a group.
type place struct {
	group int
	cell  cellKey
}

// An implementation is whose figures a row has: result.Result has the words. What the source did not say is empty.
type implementation struct {
	library, version, label, iface, caps string
	detail                               string
}

// String names i as a reader would; "" where the source says nothing that would.
func (i implementation) String() string {
	return result.ImplementationName(i.library, i.version, i.label, i.iface, i.caps)
}

// A row is the results of one implementation for one primitive, operation and work in one group, by size.
type row struct {
	key     cellKey
	of      implementation
	group   int           // index into evidence.groups
	name    string        // of the implementation, as a reader would name it; the group's name where the source names none
	model   catalog.Model // per byte where the catalogue does not know the primitive
	sized   bool          // whether its calls have a size
	suffix  string        // of the name, where an earlier row has the same: " (2)"
	results []int         // all of the row, indices into evidence.doc.Results: those that have a rate or cycles, and no time, too
	points  []point       // by size; none where no result tells a time, or the size that it was for
	cost    *result.Cost  // nil where the sizes do not determine a model
	misfit  bool          // whether the cost misses a size by more than cost.Tolerance and by more than that size's interval
	timed   *habit        // what openssl speed is known to have called for it; nil where that is not known
}

// A point is the time of one size.
type point struct {
	size   int     // bytes; 0 where calls have no size
	ns     float64 // per call
	result int     // index into evidence.doc.Results
}

// A pair is two rows of the same cell that are held against each other.
type pair struct{ base, other *row }

// newEvidence sorts doc's results into rows, fits them, and pairs them. Results in no group are in no row.
func newEvidence(doc *result.Document, groups []result.Group, o Options) *evidence {
	e := &evidence{doc: doc, groups: groups}
	for g := range groups {
		e.rows = append(e.rows, e.rowsOf(g)...)
	}
	e.mix()
	for _, r := range e.rows {
		e.fit(r)
	}
	e.findHabits()
	e.pairs = e.pairsOf(o.Pairs)
	return e
}

// mix finds where a group has several implementations for a cell.
func (e *evidence) mix() {
	e.mixed = map[place]bool{}
	first := map[place]implementation{}
	for _, r := range e.rows {
		at := place{r.group, r.key}
		if of, ok := first[at]; !ok {
			first[at] = r.of
		} else if of != r.of {
			e.mixed[at] = true
		}
	}
}

// at is the result that a row or a point has the index of.
func (e *evidence) at(i int) *result.Result { return &e.doc.Results[i] }

// A rowKey is what the results of one row have in common within a group.
type rowKey struct {
	cell  cellKey
	of    implementation
	path  string // of the library's file: two files of one version are two implementations
	sized bool
}

// rowsOf sorts the results of group g into rows.
func (e *evidence) rowsOf(g int) []*row {
	var keys []rowKey
	byKey := map[rowKey][]int{}
	for _, i := range e.groups[g].Results {
		if i < 0 || i >= len(e.doc.Results) {
			continue
		}
		k := keyOf(e.at(i))
		if byKey[k] == nil {
			keys = append(keys, k)
		}
		byKey[k] = append(byKey[k], i)
	}
	var rows []*row
	for _, k := range keys {
		for _, results := range e.divide(byKey[k]) {
			rows = append(rows, e.newRow(k, g, results))
		}
	}
	number(rows)
	return rows
}

func keyOf(r *result.Result) rowKey {
	k := rowKey{
		cell: cellKey{unmarked(r.Primitive), unmarked(r.Operation), unmarked(r.Work), r.Bits, max(1, r.Threads)},
		of: implementation{unmarked(r.Library), unmarked(r.Version), unmarked(r.Label), unmarked(r.Interface), unmarked(r.Caps),
			unmarked(r.Detail)},
		sized: r.SizeBytes != nil,
	}
	if r.Loaded != nil {
		k.path = r.Loaded.Path
	}
	return k
}

// divide divides results that differ in nothing but their size into rows that have each size once: what a source has twice
// is two rows. Where it has one table after another, a size that comes again begins the next row; where it has one size
// after another, the first of each size make the first row, and so on.
func (e *evidence) divide(results []int) [][]int {
	sizeOf := func(i int) int {
		if s := e.at(i).SizeBytes; s != nil {
			return *s
		}
		return -1
	}
	count := map[int]int{} // of results of a size
	var tables, turns [][]int
	inTable := map[int]bool{}
	for _, i := range results {
		size := sizeOf(i)
		if len(tables) == 0 || inTable[size] {
			tables, inTable = append(tables, nil), map[int]bool{}
		}
		last := len(tables) - 1
		tables[last], inTable[size] = append(tables[last], i), true

		turn := count[size]
		if turn == len(turns) {
			turns = append(turns, nil)
		}
		turns[turn] = append(turns[turn], i)
		count[size]++
	}
	if len(tables) == len(turns) {
		return tables
	}
	return turns
}

func (e *evidence) newRow(k rowKey, g int, results []int) *row {
	of := k.of
	r := &row{
		key: k.cell, of: of, group: g, results: results,
		name:  cmp.Or(of.String(), e.groups[g].Name),
		model: modelOf(k.cell.primitive, k.sized), sized: k.sized,
		timed: habitOf(e.at(results[0])),
	}
	for _, i := range results {
		p := point{result: i}
		ns, ok := e.at(i).Time()
		if k.sized {
			p.size = *e.at(i).SizeBytes
		} else if r.model.Kind != catalog.None || slices.Contains(e.at(i).Unknown, "size_bytes") {
			ok = false // it has a size that the source does not tell
		}
		if p.ns = ns; ok {
			r.points = append(r.points, p)
		}
	}
	slices.SortStableFunc(r.points, func(a, b point) int { return cmp.Compare(a.size, b.size) })
	return r
}

// number tells rows apart whose names and cells are the same: "sha256 (2)" comes after "sha256".
func number(rows []*row) {
	type title struct {
		cell cellKey
		name string
	}
	seen := map[title]int{}
	for _, r := range rows {
		t := title{r.key, r.name}
		if seen[t]++; seen[t] > 1 {
			r.suffix = fmt.Sprintf(" (%d)", seen[t])
			r.name += r.suffix
		}
	}
}

// title names r among the rows of its cell in all groups, as short as that goes: by its implementation where there is one group,
// by its group where that has one implementation for the cell, else as GROUP#IMPLEMENTATION. Its group is marked; see mark.
func (e *evidence) title(r *row) string {
	switch {
	case len(e.groups) == 1 || e.groups[r.group].Name == "":
		return r.name
	case e.mixed[place{r.group, r.key}] && r.of.String() != "":
		return e.mark(r.group, "#"+r.name)
	}
	return e.mark(r.group, r.suffix)
}
