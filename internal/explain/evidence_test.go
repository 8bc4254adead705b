package explain

import (
	"slices"
	"testing"

	"cpb/catalog"
	"cpb/result"
)

// grouped has all results in one group.
func grouped(results ...result.Result) (*result.Document, []result.Group) {
	doc, group := &result.Document{Results: results}, result.Group{Name: "A"}
	for i := range results {
		group.Results = append(group.Results, i)
	}
	return doc, []result.Group{group}
}

func sized(size int, ns float64) result.Result {
	return result.Result{Primitive: "sha1", Operation: "hash", SizeBytes: &size, NsPerCall: ns}
}

func TestRowsBySize(t *testing.T) {
	doc, groups := grouped(sized(256, 3), sized(16, 1), sized(64, 2))
	e := newEvidence(doc, groups, Options{})
	if len(e.rows) != 1 {
		t.Fatalf("%d rows", len(e.rows))
	}
	r := e.rows[0]
	if want := []point{{16, 1, 1}, {64, 2, 2}, {256, 3, 0}}; !slices.Equal(r.points, want) {
		t.Errorf("points %v, want %v", r.points, want)
	}
	if want := []int{0, 1, 2}; !slices.Equal(r.results, want) {
		t.Errorf("results %v, want %v", r.results, want)
	}
	if want := []int{1, 2, 0}; !slices.Equal(r.cost.Results, want) {
		t.Errorf("fitted %v, want %v", r.cost.Results, want)
	}
	if r.name != "A" {
		t.Errorf("name %q", r.name)
	}
}

// TestTwice: what a source has twice is two rows, whether one table follows another or one size another.
func TestTwice(t *testing.T) {
	for name, c := range map[string]struct {
		sizes []int
		want  [][]int
	}{
		"tables":       {[]int{16, 64, 16, 64}, [][]int{{0, 1}, {2, 3}}},
		"longer later": {[]int{16, 64, 16, 64, 256}, [][]int{{0, 1}, {2, 3, 4}}},
		"size by size": {[]int{16, 16, 64, 64}, [][]int{{0, 2}, {1, 3}}},
		"one size":     {[]int{16, 16, 16}, [][]int{{0}, {1}, {2}}},
	} {
		var results []result.Result
		for _, s := range c.sizes {
			results = append(results, sized(s, float64(s)))
		}
		doc, groups := grouped(results...)
		var got [][]int
		e := newEvidence(doc, groups, Options{})
		for _, r := range e.rows {
			got = append(got, r.results)
		}
		if !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%s: rows %v, want %v", name, got, c.want)
		}
		if last := e.rows[len(e.rows)-1].name; last == e.rows[0].name {
			t.Errorf("%s: two rows are called %q", name, last)
		}
	}
}

// TestNoTime: results without a time, or without the size that the time is of, make rows and no points.
func TestNoTime(t *testing.T) {
	size := 1 << 20
	for name, r := range map[string]result.Result{
		"rate":         {Primitive: "sha1", BytesPerSecond: 1e9},
		"ticks":        {Primitive: "sha1", SizeBytes: &size, CyclesPerByte: 4.7, Cycles: "tsc"},
		"size missing": {Primitive: "sha1", NsPerCall: 100},
		"size unknown": {Primitive: "made-up", NsPerCall: 100, Unknown: []string{"size_bytes"}},
	} {
		doc, groups := grouped(r)
		e := newEvidence(doc, groups, Options{})
		if len(e.rows) != 1 || len(e.rows[0].points) != 0 || len(e.rows[0].results) != 1 || e.rows[0].cost != nil {
			t.Errorf("%s: %+v", name, e.rows)
		}
	}
}

func TestModels(t *testing.T) {
	size := 16
	for name, c := range map[string]struct {
		r      result.Result
		kind   catalog.ModelKind
		points int
	}{
		"known":         {result.Result{Primitive: "sha1", SizeBytes: &size, NsPerCall: 1}, catalog.Blocks, 1},
		"unknown":       {result.Result{Primitive: "made-up", SizeBytes: &size, NsPerCall: 1}, catalog.Bytes, 1},
		"unknown calls": {result.Result{Primitive: "made-up", CallsPerSecond: 1}, catalog.None, 1},
		"signature":     {result.Result{Primitive: "rsa-2048", Operation: "sign", CallsPerSecond: 1}, catalog.None, 1},
	} {
		doc, groups := grouped(c.r)
		r := newEvidence(doc, groups, Options{}).rows[0]
		if r.model.Kind != c.kind || len(r.points) != c.points {
			t.Errorf("%s: model %q, points %v", name, r.model.Kind, r.points)
		}
	}
}

// TestApart: what tells implementations apart makes rows of its own.
func TestApart(t *testing.T) {
	a := sized(16, 1)
	for name, change := range map[string]func(*result.Result){
		"library":   func(r *result.Result) { r.Library = "x" },
		"version":   func(r *result.Result) { r.Version = "1" },
		"label":     func(r *result.Result) { r.Label = "x" },
		"interface": func(r *result.Result) { r.Interface = "evp" },
		"caps":      func(r *result.Result) { r.Caps = "no-sha" },
		"detail":    func(r *result.Result) { r.Detail = "compiler gcc -O3" },
		"file":      func(r *result.Result) { r.Loaded = &result.Loaded{Path: "/x"} },
	} {
		b := sized(64, 2)
		change(&b)
		doc, groups := grouped(a, b)
		if e := newEvidence(doc, groups, Options{}); len(e.rows) != 2 {
			t.Errorf("%s: %d rows", name, len(e.rows))
		}
	}
}

// TestGroupsOfNothing: indices that are no results are passed over.
func TestGroupsOfNothing(t *testing.T) {
	doc, _ := grouped(sized(16, 1))
	Explain(doc, []result.Group{{Name: "A", Results: []int{-1, 0, 7}}, {}}, Options{})
	Explain(&result.Document{}, nil, Options{})
}

// TestClockOfTheMachine: 64 ns per block of 64 bytes at 3 GHz are 3 cycles a byte. What another tool printed was measured
// elsewhere where the document has runs of ours.
func TestClockOfTheMachine(t *testing.T) {
	own := []result.Result{sized(16, 100), sized(64, 164)}
	foreign := []result.Result{sized(16, 100), sized(64, 164)}
	for i := range foreign {
		foreign[i].Source, foreign[i].Library = &result.Source{Tool: "openssl speed"}, "openssl"
	}
	for name, c := range map[string]struct {
		results []result.Result
		want    []float64
	}{
		"own":     {own, []float64{3}},
		"foreign": {foreign, []float64{3}},
		"both":    {slices.Concat(own, foreign), []float64{3, 0}},
	} {
		doc, groups := grouped(c.results...)
		doc.Host = &result.Host{CoreHz: 3e9}
		for i, r := range newEvidence(doc, groups, Options{}).rows {
			near(t, name, r.cost.CyclesPerByte, c.want[i], 1e-9)
		}
	}
}
