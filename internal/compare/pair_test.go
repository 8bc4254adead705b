package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cpb/result"
)

// at is a result of a hash: who, what, how many bytes, and the time of a call.
func at(who, primitive string, size int, ns float64) result.Result {
	r := result.Result{Primitive: primitive, Operation: "hash", Work: "message", SizeBytes: &size, NsPerCall: ns}
	r.Library, r.Interface, _ = strings.Cut(who, "/")
	r.Library, r.Version, _ = strings.Cut(r.Library, "-")
	return r
}

// with is r, changed.
func with(r result.Result, change func(*result.Result)) result.Result {
	change(&r)
	return r
}

// sides is a document of two groups, A and B.
func sides(base, other []result.Result) (*result.Document, result.Group, result.Group) {
	doc := &result.Document{Results: slices.Concat(base, other)}
	a, b := result.Group{Name: "A"}, result.Group{Name: "B"}
	for i := range doc.Results {
		if i < len(base) {
			a.Results = append(a.Results, i)
		} else {
			b.Results = append(b.Results, i)
		}
	}
	return doc, a, b
}

func compare(base, other []result.Result, o Options) (*result.Document, []Unpaired) {
	doc, a, b := sides(base, other)
	return doc, Compare(doc, a, []result.Group{b}, o)
}

// pairsIn writes the pairs of doc: "0-2 1-3", those that are not comparable with an x.
func pairsIn(doc *result.Document) string {
	var all []string
	for _, c := range doc.Comparisons {
		sign := "-"
		if c.Verdict == result.NotComparable {
			sign = "x"
		}
		all = append(all, fmt.Sprint(c.Base, sign, c.Other))
	}
	return strings.Join(all, " ")
}

func inRun(run, primitive string) result.Result {
	return with(at("openssl", primitive, 16, 1), func(r *result.Result) { r.Run = run })
}

func TestPairs(t *testing.T) {
	work := func(w string) func(*result.Result) {
		return func(r *result.Result) { r.Work = w }
	}
	cipher := func(operation, work string) result.Result {
		return with(at("openssl", "aes-128-cbc", 16, 1), func(r *result.Result) { r.Operation, r.Work = operation, work })
	}
	detail := func(d string) result.Result {
		return with(at("boringssl", "aes-128-gcm", 16, 1), func(r *result.Result) { r.Operation, r.Work, r.Detail = "seal", "record", d })
	}
	for _, c := range []struct {
		name        string
		base, other []result.Result
		want        string // pairs
		alone       string // results without a pair
		warns       string // is in a warning
	}{
		{
			"sizes",
			[]result.Result{at("openssl", "sha1", 16, 1), at("openssl", "sha1", 64, 1)},
			[]result.Result{at("openssl", "sha1", 64, 1), at("openssl", "sha1", 256, 1), at("openssl", "md5", 16, 1)},
			"1-2", "0 3 4", "",
		},
		{
			"several implementations on both sides: by library and interface, whatever the version",
			[]result.Result{at("openssl-3.0/evp", "sha1", 16, 1), at("openssl-3.0/oneshot", "sha1", 16, 1), at("gcrypt-1.10/native", "sha1", 16, 1)},
			[]result.Result{at("gcrypt-1.11/native", "sha1", 16, 1), at("openssl-3.5/oneshot", "sha1", 16, 1), at("openssl-3.5/lowlevel", "sha1", 16, 1)},
			"1-4 2-3", "0 5", "",
		},
		{
			"one on one side: against every one of the other's",
			[]result.Result{at("openssl-1.1/evp", "sha1", 16, 1)},
			[]result.Result{at("openssl-3.0/evp", "sha1", 16, 1), at("openssl-3.0/oneshot", "sha1", 16, 1)},
			"0-1 0-2", "", "",
		},
		{
			"one of several on both sides in one primitive only: the interfaces still differ",
			[]result.Result{at("openssl/evp", "sha1", 16, 1), at("openssl/oneshot", "sha1", 16, 1), at("openssl/evp", "md5", 16, 1)},
			[]result.Result{at("openssl/oneshot", "sha1", 16, 1), at("openssl/evp", "sha1", 16, 1), at("openssl/oneshot", "md5", 16, 1)},
			"0-4 1-3", "2 5", "",
		},
		{
			"several versions on both sides",
			[]result.Result{at("openssl-1.1/evp", "sha1", 16, 1), at("openssl-3.0/evp", "sha1", 16, 1)},
			[]result.Result{at("openssl-3.0/evp", "sha1", 16, 1), at("openssl-3.5/evp", "sha1", 16, 1)},
			"1-2", "0 3", "",
		},
		{
			"equal cells as often: in order",
			[]result.Result{at("openssl", "sha1", 16, 1), at("openssl", "sha1", 16, 2)},
			[]result.Result{at("openssl", "sha1", 16, 3), at("openssl", "sha1", 16, 4)},
			"0-2 1-3", "", "each side has this cell 2 times: paired in order",
		},
		{
			"one against equal cells",
			[]result.Result{at("openssl", "sha1", 16, 1)},
			[]result.Result{at("openssl", "sha1", 16, 3), at("openssl", "sha1", 16, 4)},
			"0-1 0-2", "", "the other side has this cell 2 times, the base once",
		},
		{
			"equal cells, not as often",
			[]result.Result{at("openssl", "sha1", 16, 1), at("openssl", "sha1", 16, 1), at("openssl", "sha1", 16, 1)},
			[]result.Result{at("openssl", "sha1", 16, 3), at("openssl", "sha1", 16, 4)},
			"0-3 1-4", "2", "the base has this cell 3 times, the other side 2 times",
		},
		{
			"work unknown on both sides",
			[]result.Result{cipher("", "")},
			[]result.Result{cipher("", "")},
			"0-1", "", "",
		},
		{
			"operation unknown on one side",
			[]result.Result{cipher("encrypt", "update")},
			[]result.Result{cipher("", "update")},
			"0-1", "", "assumed: operation encrypt, as the base says",
		},
		{
			"operation unknown, and two that it may be",
			[]result.Result{cipher("encrypt", "update"), cipher("decrypt", "update")},
			[]result.Result{cipher("", "update")},
			"", "0 1 2", "may be any of several",
		},
		{
			"known goes before unknown",
			[]result.Result{cipher("encrypt", "update")},
			[]result.Result{cipher("", "update"), cipher("encrypt", "update")},
			"0-2", "1", "",
		},
		{
			"another work",
			[]result.Result{cipher("encrypt", "update")},
			[]result.Result{cipher("encrypt", "keyed")},
			"0x1", "", "work is update on the base side, keyed on the other",
		},
		{
			"another work where there is the same one too",
			[]result.Result{cipher("encrypt", "update")},
			[]result.Result{cipher("encrypt", "keyed"), cipher("encrypt", "update")},
			"0-2", "1", "",
		},
		{
			"another operation",
			[]result.Result{cipher("encrypt", "update")},
			[]result.Result{cipher("decrypt", "update")},
			"", "0 1", "",
		},
		{
			"details",
			[]result.Result{detail(""), detail("init")},
			[]result.Result{detail("init"), detail("")},
			"0-3 1-2", "", "",
		},
		{
			"a hash can only hash",
			[]result.Result{at("openssl", "sha1", 16, 1)},
			[]result.Result{with(at("openssl", "sha1", 16, 1), func(r *result.Result) { r.Operation = "" })},
			"0-1", "", "",
		},
		{
			"threads",
			[]result.Result{at("openssl", "sha1", 16, 1), with(at("openssl", "sha1", 16, 1), func(r *result.Result) { r.Threads = 4 })},
			[]result.Result{with(at("openssl", "sha1", 16, 1), func(r *result.Result) { r.Threads = 1 })},
			"0-2", "1", "",
		},
		{
			"threads unknown",
			[]result.Result{with(at("openssl", "sha1", 16, 1), func(r *result.Result) { r.Threads = 4 })},
			[]result.Result{with(at("openssl", "sha1", 16, 1), func(r *result.Result) { r.Unknown = []string{"threads"} })},
			"0-1", "", "assumed: number of threads 4",
		},
		{
			"bits that the name says",
			[]result.Result{{Primitive: "rsa-2048", Operation: "sign", Work: "message", CallsPerSecond: 1000}},
			[]result.Result{{Primitive: "rsa-2048", Operation: "sign", Work: "message", CallsPerSecond: 1000, Bits: 2048}},
			"0-1", "", "",
		},
		{
			"work unknown on one side for two",
			[]result.Result{at("a", "sha1", 16, 1), with(at("a", "sha1", 16, 1), work(""))},
			[]result.Result{at("a", "sha1", 16, 1), with(at("a", "sha1", 16, 1), work(""))},
			"0-2 1-3", "", "",
		},
		{
			"as many runs: in order, also where a run has not all cells",
			[]result.Result{inRun("x before", "sha1"), inRun("x before", "md5"), inRun("y before", "sha1"), inRun("y before", "md5")},
			[]result.Result{inRun("x after", "md5"), inRun("y after", "md5"), inRun("y after", "sha1"), inRun("y after", "sha1")},
			"1-4 2-6 2-7 3-5", "0", "each side consists of 2 runs: paired in order",
		},
		{
			"runs of the same names",
			[]result.Result{inRun("x", "sha1"), inRun("y", "sha1")},
			[]result.Result{inRun("y", "sha1"), inRun("x", "sha1")},
			"0-3 1-2", "", "",
		},
		{"nothing", nil, nil, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, unpaired := compare(c.base, c.other, Options{})
			if got := pairsIn(doc); got != c.want {
				t.Errorf("pairs %q, want %q", got, c.want)
			}
			var alone []string
			for _, u := range unpaired {
				alone = append(alone, fmt.Sprint(u.Result))
			}
			if got := strings.Join(alone, " "); got != c.alone {
				t.Errorf("without a pair %q, want %q", got, c.alone)
			}
			var said []string
			for _, x := range doc.Comparisons {
				said = append(said, x.Warnings...)
			}
			for _, w := range doc.Warnings {
				said = append(said, w.Message)
			}
			if all := strings.Join(said, "\n"); !strings.Contains(all, c.warns) {
				t.Errorf("no %q in:\n%s", c.warns, all)
			}
		})
	}
}

// What has no pair is said in a line for each row, and as data.
func TestUnpairedIsSaid(t *testing.T) {
	base := []result.Result{at("openssl-1.0.2g", "sha1", 16, 1)}
	other := []result.Result{
		at("openssl-1.1.0", "sha1", 16, 1),
		with(at("openssl-1.1.0", "sha1", 8192, 1), func(r *result.Result) { r.Source = &result.Source{File: "x.txt", Line: 9} }),
		at("openssl-1.1.0", "sha1", 16384, 1),
	}
	doc, unpaired := compare(base, other, Options{})
	if want := []Unpaired{{"B", 2, "only in B"}, {"B", 3, "only in B"}}; !slices.Equal(unpaired, want) {
		t.Errorf("got %v, want %v", unpaired, want)
	}
	want := result.Warning{Kind: NoPair, File: "x.txt", Line: 9, Message: "sha1 at 8192, 16384 bytes of openssl-1.1.0: only in B"}
	if len(doc.Warnings) != 1 || doc.Warnings[0] != want {
		t.Errorf("got %v, want %v", doc.Warnings, want)
	}
}

// Each of several others stands against the base, and what the base has without a pair is said once for each reason.
func TestSeveralOthers(t *testing.T) {
	doc := &result.Document{Results: []result.Result{
		at("openssl-1.0", "sha1", 16, 4), at("openssl-1.0", "sha1", 64, 4), at("openssl-1.0", "sha1", 256, 4),
		at("openssl-1.1", "sha1", 16, 2), at("openssl-1.1", "sha1", 64, 2),
		at("openssl-3.0", "sha1", 16, 1), at("openssl-3.0", "md5", 16, 1),
	}}
	unpaired := Compare(doc, result.Group{Name: "A", Results: []int{0, 1, 2}}, []result.Group{
		{Name: "B", Results: []int{3, 4}}, {Name: "C", Results: []int{5, 6}}, {Name: "C", Results: []int{5, 6}},
	}, Options{})
	if got := pairsIn(doc); got != "0-3 1-4 0-5" {
		t.Errorf("pairs %q", got)
	}
	if want := []Unpaired{{"A", 1, "not in C"}, {"A", 2, "only in A"}, {"C", 6, "only in C"}}; !slices.Equal(unpaired, want) {
		t.Errorf("got %v, want %v", unpaired, want)
	}
}

// TestKeyBits: cryptsetup prints the bits of a cipher's key, which are in the primitive's name for all others.
func TestKeyBits(t *testing.T) {
	doc := &result.Document{Results: []result.Result{
		{Primitive: "aes-128-xts", Operation: "encrypt", Bits: 256, BytesPerSecond: 1e9},
		{Primitive: "aes-128-xts", Operation: "encrypt", BytesPerSecond: 2e9},
	}}
	Compare(doc, result.Group{Name: "a", Results: []int{0}}, []result.Group{{Name: "b", Results: []int{1}}}, Options{})
	if len(doc.Comparisons) != 1 || doc.Comparisons[0].Ratio != 0.5 {
		t.Errorf("%+v", doc.Comparisons)
	}
}
