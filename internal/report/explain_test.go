package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cpb/internal/explain"
	"cpb/internal/golden"
	"cpb/result"
)

// explained are the hand-made documents in testdata/explain by name.
func explained(t *testing.T) map[string]*result.Document {
	t.Helper()
	return documentsIn(t, "testdata/explain")
}

// groupsOf are d's groups: one per run.
func groupsOf(d *result.Document) []result.Group {
	var all []result.Group
	for i, r := range d.Results {
		name := r.Run
		if r.Source != nil {
			name = r.Source.File + "#" + r.Run
		}
		at := slices.IndexFunc(all, func(g result.Group) bool { return g.Name == name })
		if at < 0 {
			at = len(all)
			all = append(all, result.Group{Name: name})
		}
		all[at].Results = append(all[at].Results, i)
	}
	return all
}

// What the tables of a two-sided document have are its costs, each once, by hand: four rows of the table below, of which one has no
// pair; sentences on one side alone are left to the table.
func TestAccounts(t *testing.T) {
	a, b, c := &result.Cost{Of: "A", FixedNs: 1}, &result.Cost{Of: "B", FixedNs: 2}, &result.Cost{Of: "C", FixedNs: 3}
	d := &result.Document{Explanations: []result.Explanation{
		{Primitive: "sha256", Base: a, Sentence: "a alone"},
		{Primitive: "no-such", Base: a},
		{Primitive: "md5", Base: a}, {Primitive: "md5", Base: b}, {Primitive: "md5", Base: c},
		{Primitive: "md5", Base: a, Other: b, Sentence: "a and b"},
		{Primitive: "rsa-2048", Operation: "sign", Sentence: "signs"},
	}}
	var got []string
	for _, x := range accounts(d, newNaming(nil), DefaultWidth) {
		_, sentences := x.told(d, newNaming(nil), DefaultWidth, &costNotes{})
		got = append(got, x.key.primitive+": "+strings.Join(append(slices.Clone(x.names), sentences...), "; "))
	}
	want := []string{"md5: A; B; C; a and b; Without a pair: C", "sha256: A", "rsa-2048: signs", "no-such: A"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestPlusMinusNs(t *testing.T) {
	for _, test := range []struct {
		x, half float64
		want    string
	}{
		{247.18, 0.13, "247.2 ±0.13"}, {263.4, 1.94, "263 ±1.9"}, {15.02, 0.349, "15.0 ±0.3"}, {4412, 44, "4412 ±44"},
		{0.07012, 0.00021, "0.0701 ±0.0002"}, {69.97, 0, "70.0 "}, {-1.2, 3.2, "-1.20 ±3"}, {123456.7, 0.001, "123457 ±0.0010"},
	} {
		if got := upTo(test.x, test.half) + " " + plusMinusNs(test.half); got != test.want {
			t.Errorf("%v and %v: %q, not %q", test.x, test.half, got, test.want)
		}
	}
}

func TestLabels(t *testing.T) {
	for _, test := range []struct {
		names []string
		width int
		want  []string
	}{
		{[]string{"before", "after"}, 10, []string{"before", "after"}},
		{[]string{"mail.txt#Re: speed, version 1", "mail.txt#Re: speed, version 22"}, 12, []string{"mail.txt#…1", "mail.txt#…22"}},
		{[]string{"a very long heading, one", "a very long heading, two"}, 8, []string{"a ve…one", "a ve…two"}},
		{[]string{"one of a very long heading", "two of a very long heading"}, 8, []string{"one…", "two…"}},
		{[]string{"openssl-3.0.22/evp-fetched"}, 11, []string{"opens…tched"}},
		{[]string{"startAAAAAAAAend", "startBBBBBBBBend"}, 8, []string{"1 sta…nd", "2 sta…nd"}},
		{[]string{"the same long name", "the same long name"}, 8, []string{"the …ame", "the …ame"}},
		{nil, 8, nil},
	} {
		if got := labels(test.names, test.width); !slices.Equal(got, test.want) {
			t.Errorf("%q in %d: %q, not %q", test.names, test.width, got, test.want)
		}
	}
}

// Whatever document is read, what is told of it fits, is clean, and its drawing is XML.
func FuzzTold(f *testing.F) {
	files, err := filepath.Glob("testdata/explain/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		document, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(document, 80)
	}
	for _, d := range []*result.Document{fourBuilds(), fiveMachines(), ownInterfaces()} {
		explain.Explain(d, groupsOf(d), explain.Options{})
		var b bytes.Buffer
		if err := result.Encode(&b, d); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), 40)
	}
	f.Fuzz(func(t *testing.T, document []byte, width int) {
		d, err := result.Decode(bytes.NewReader(document), "x")
		if err != nil {
			return
		}
		o := Options{Width: width}
		for name, write := range map[string]func(io.Writer) error{
			"explain": func(w io.Writer) error { return Explain(w, d, groupsOf(d), o) },
			"read":    func(w io.Writer) error { return Read(w, d, groupsOf(d), o) },
			"plot":    func(w io.Writer) error { return Plot(w, d, o) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			checkLines(t, name, o, b.String())
			checkClean(t, b.String(), false)
		}
		var b bytes.Buffer
		if err := ExplainMarkdown(&b, d, groupsOf(d)); err != nil {
			t.Fatal(err)
		}
		checkClean(t, b.String(), false)
		b.Reset()
		if err := PlotSVG(&b, d); err != nil {
			t.Fatal(err)
		}
		checkClean(t, b.String(), false)
		checkXML(t, b.Bytes())
	})
}

func TestExplain(t *testing.T) {
	for name, d := range explained(t) {
		for form, o := range map[string]Options{"80": {}, "80.color": {Color: true}, "40": {Width: 1}} {
			var b bytes.Buffer
			if err := Explain(&b, d, groupsOf(d), o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata/explain", name+".explain."+form+".txt"), b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
			checkClean(t, b.String(), o.Color)
		}
		var b bytes.Buffer
		if err := ExplainMarkdown(&b, d, groupsOf(d)); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata/explain", name+".explain.md"), b.Bytes())
		checkClean(t, b.String(), false)
	}
}
