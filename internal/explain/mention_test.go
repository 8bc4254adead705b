package explain

import (
	"slices"
	"testing"

	"cpb/result"
)

// TestMentions: where a sentence says that it names a group, that name stands, in quotation marks where it has a comma.
func TestMentions(t *testing.T) {
	for _, thread := range threads {
		doc, groups := threadFigures(t, thread)
		Explain(doc, groups, Options{})
		check := func(sentence string, all []result.Mention) {
			at := 0
			for _, m := range all {
				name := groups[m.Group].Name + m.Rest
				if m.From < at || sentence[m.From:m.To] != quoted(name) {
					t.Errorf("%s: %q is not %q in %q", thread, sentence[m.From:m.To], name, sentence)
				}
				at = m.To
			}
		}
		for _, x := range doc.Explanations {
			check(x.Sentence, x.Mentions)
		}
		for _, f := range doc.Findings {
			check(f.Sentence, f.Mentions)
		}
	}
}

// TestForgedMarks: what a file says is not taken for a group.
func TestForgedMarks(t *testing.T) {
	s := &sheet{}
	forged := markBegin + "1" + markEnd + markEnd
	for _, group := range []string{"A" + forged, "B"} {
		s.row(group, "1.0.2u"+forged, "sha1", 260, 70, func(r *result.Result) { r.Label = "x" + forged })
		s.row(group, "1.0.2u", "sha1", 260, 70)
	}
	Explain(&s.doc, s.groups, Options{})
	for _, x := range s.doc.Explanations {
		for _, m := range x.Mentions {
			if want := []string{"A" + forged, "B"}[m.Group] + m.Rest; x.Sentence[m.From:m.To] != want {
				t.Errorf("%q is not %q", x.Sentence[m.From:m.To], want)
			}
		}
	}
	if len(s.doc.Explanations) == 0 {
		t.Error("nothing is explained")
	}
}

// TestChange: what the threads' pairs come to, by hand: 47.9 → 186.1 ns per call, and times of 16 and 16384 bytes.
func TestChange(t *testing.T) {
	doc, groups := figures(t, "interfaces")
	Explain(doc, groups, Options{})
	i := slices.IndexFunc(doc.Explanations, func(x result.Explanation) bool {
		return x.Change != nil && x.Primitive == "md5" && x.Change.Base.Of == "1.1.0d" && x.Change.Other.Of == "1.1.0d -evp"
	})
	if i < 0 {
		t.Fatal("no such pair")
	}
	c := doc.Explanations[i].Change
	near(t, "fixed", c.FixedNs, 138.2, 0.1)
	near(t, "blocks", c.BlockRate, 99.9/100.1, 0.002)
	near(t, "at the smallest", c.Smallest.Times, 0.52, 0.005)
	near(t, "at the largest", c.Largest.Times, 0.99, 0.005)
	if c.Fixed != result.Changed || c.Block != result.Unchanged || *c.Smallest.SizeBytes != 16 || *c.Largest.SizeBytes != 16384 || len(c.Alone) > 0 {
		t.Errorf("%+v", c)
	}

	doc, groups = figures(t, "versions")
	Explain(doc, groups, Options{})
	c = doc.Explanations[len(doc.Explanations)-1].Change
	if !slices.Equal(c.Alone, []int{16384}) || *c.Largest.SizeBytes != 8192 {
		t.Errorf("%+v", c)
	}

	doc, groups = figures(t, "cpus") // ticks have no times
	Explain(doc, groups, Options{})
	if c := doc.Explanations[0].Change; c == nil || c.Smallest != nil || c.Fixed != "" {
		t.Errorf("%+v", c)
	}
}

// TestUnnamedRows: what has no implementation goes by its group, once.
func TestUnnamedRows(t *testing.T) {
	s := &sheet{}
	for _, group := range []string{"old", "new"} {
		for _, detail := range []string{"", "unaligned"} {
			s.row(group, "", "poly1305", 20, 10, func(r *result.Result) { r.Library, r.Detail = "", detail })
		}
	}
	e := newEvidence(&s.doc, s.groups, Options{})
	var names []string
	for _, r := range e.rows {
		names = append(names, e.spell(e.title(r)))
	}
	if want := []string{"old", "old (2)", "new", "new (2)"}; !slices.Equal(names, want) {
		t.Errorf("%q, not %q", names, want)
	}
}
