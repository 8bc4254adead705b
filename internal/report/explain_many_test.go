package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"cpb/internal/explain"
	"cpb/internal/golden"
	"cpb/result"
)

// fourBuilds is openssl speed's tables of four builds: hashes whose costs are round numbers.
func fourBuilds() *result.Document {
	d := &result.Document{}
	for b, build := range []string{"a long name of the first machine, as packaged", "a long name of the first machine, built by hand",
		"the other machine, with a comma, as packaged", "the other machine, with a comma, built by hand"} {
		clock, more := 1.0, 0.0
		if b >= 2 {
			clock = 1.3
		}
		if b%2 == 1 {
			more = 100
		}
		for _, h := range []struct {
			primitive           string
			fixed, block, bytes float64
			direct              bool
		}{{"md4", 140, 50, 64, false}, {"md5", 180, 90, 64, false}, {"sha1", 160, 80, 64, false}, {"sha256", 80, 250, 64, true}, {"sha512", 80, 300, 128, true}} {
			fixed := h.fixed
			if !h.direct {
				fixed += more
			}
			sizes := []int{16, 64, 256, 1024, 8192}
			if b == 3 {
				sizes = append(sizes, 16384)
			}
			for _, size := range sizes {
				pad := 9
				if h.bytes == 128 {
					pad = 17
				}
				blocks := float64((size + pad + int(h.bytes) - 1) / int(h.bytes))
				d.Results = append(d.Results, result.Result{
					Run: build, Library: "openssl", Primitive: h.primitive, Operation: "hash", Work: "message", SizeBytes: &size,
					NsPerCall: clock * (fixed + h.block*blocks) * (1 + 0.001*float64(len(d.Results)*7%5-2)), Source: &result.Source{File: "mail.txt", Line: len(d.Results) + 1, Tool: "openssl speed"},
				})
			}
		}
	}
	d.Warnings = []result.Warning{
		{Kind: "count-mismatch", File: "mail.txt", Line: 7, Message: "the count gives another rate: the table's is kept"},
		{Kind: "count-mismatch", File: "other.txt", Line: 7, Message: "of a file that is not explained"},
	}
	return d
}

// fiveMachines is ticks of three libraries on five machines, at one size.
func fiveMachines() *result.Document {
	d := &result.Document{}
	size := 1 << 20
	for m := range 5 {
		for l, library := range []string{"lavu", "openssl", "tomcrypt"} {
			version := []string{"", "1.0.1e", "1.17"}[l]
			if m == 2 && library == "openssl" {
				version = "0.9.8o"
			}
			for p, primitive := range []string{"md5", "sha1"} {
				d.Results = append(d.Results, result.Result{
					Run: fmt.Sprintf("a processor with a long name, number %d", m+1), Library: library, Version: version, Primitive: primitive, Operation: "hash",
					Work: "message", SizeBytes: &size, CyclesPerByte: float64(5 + m + 2*l + 4*p), Cycles: "tsc",
					Source: &result.Source{File: "bench.txt", Line: len(d.Results) + 1, Tool: "crypto_bench"},
				})
			}
		}
	}
	d.Results = slices.DeleteFunc(d.Results, func(r result.Result) bool {
		return r.Library == "tomcrypt" && r.Run[len(r.Run)-1] == '5' && r.Primitive == "md5"
	})
	return d
}

// ownInterfaces is one run with four interfaces, whose names are too long to stand beside each other.
func ownInterfaces() *result.Document {
	d := &result.Document{}
	for i, iface := range []string{"oneshot", "evp-with-a-name", "evp-fetched", "evp-reused"} {
		for _, size := range []int{16, 256, 4096, 65536} {
			ns := (float64(100*(i+1)) + 40*float64((size+9+63)/64)) * (1 + 0.001*float64(len(d.Results)*7%5-2))
			d.Results = append(d.Results, result.Result{
				Run: "r1", Library: "openssl", Version: "3.0.22", Interface: iface, Primitive: "sha256", Operation: "hash", Work: "message", SizeBytes: &size,
				NsPerCall: ns, LowNs: 0.99 * ns, HighNs: 1.01 * ns,
			})
		}
	}
	return d
}

// What has many pairs goes by numbers and in tables.
func TestExplainMany(t *testing.T) {
	for name, d := range map[string]*result.Document{"builds": fourBuilds(), "machines": fiveMachines(), "interfaces": ownInterfaces()} {
		var groups []result.Group
		for i, r := range d.Results {
			if n := len(groups); n == 0 || groups[n-1].Name != r.Run {
				groups = append(groups, result.Group{Name: r.Run})
			}
			g := &groups[len(groups)-1]
			g.Results = append(g.Results, i)
		}
		explain.Explain(d, groups, explain.Options{})
		for form, o := range map[string]Options{"80": {}, "80.color": {Color: true}, "40": {Width: 1}} {
			var b bytes.Buffer
			if err := Explain(&b, d, groups, o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata/explain/many", name+"."+form+".txt"), b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
			checkClean(t, b.String(), o.Color)
		}
		var b bytes.Buffer
		if err := ExplainMarkdown(&b, d, groups); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata/explain/many", name+".md"), b.Bytes())
	}
}

// Groups go by their names where these are short, by what is left of them where that is, else by numbers.
func TestNaming(t *testing.T) {
	for _, test := range []struct{ names, called []string }{
		{[]string{"Before", "After"}, []string{"Before", "After"}},
		{[]string{"measurements.txt#Before", "measurements.txt#After"}, []string{"…Before", "…After"}},
		{[]string{"the first of the machines", "another machine"}, []string{"1", "2"}},
		{[]string{"one of the machines, number 1", "one of the machines, number 2"}, []string{"1", "2"}},
		{[]string{"same", "same"}, []string{"1", "2"}},
		{[]string{"", "named"}, []string{"without a name", "named"}},
		{[]string{"alone"}, nil},
	} {
		var groups []result.Group
		for _, name := range test.names {
			groups = append(groups, result.Group{Name: name})
		}
		if got := newNaming(groups).called; !slices.Equal(got, test.called) {
			t.Errorf("%q: %q, not %q", test.names, got, test.called)
		}
	}
}

// Names in a sentence are replaced where it says that it has them, and nowhere else.
func TestNamingSentence(t *testing.T) {
	n := newNaming([]result.Group{{Name: "sha1 of the first machine"}, {Name: "sha1 of the second machine"}})
	n.numbered, n.called = true, []string{"1", "2"}
	s := "sha1 of the first machine, twice: sha1 of the first machine and “b”."
	got := n.sentence(s, []result.Mention{{From: 34, To: 59, Group: 0, Rest: "#x"}, {From: 64, To: 71, Group: 1}})
	if want := "sha1 of the first machine, twice: 1#x and 2."; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	for _, m := range []result.Mention{{From: -1, To: 3}, {From: 5, To: 3}, {From: 0, To: 1000}, {From: 0, To: 3, Group: 7}} {
		if got := n.sentence(s, []result.Mention{m}); got != s {
			t.Errorf("with %+v: %q", m, got)
		}
	}
}
