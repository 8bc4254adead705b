package explain

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/internal/cost"
	"cpb/result"
)

// A sheet is a document in the making: tables as openssl speed prints them, from costs.
type sheet struct {
	doc    result.Document
	groups []result.Group
}

// sheetSizes are the sizes of openssl speed's tables.
var sheetSizes = []int{16, 64, 256, 1024, 8192, 16384}

// row adds a row to group: times of one primitive by its cost model, with what edit changes in each result.
func (s *sheet) row(group, version, primitive string, fixed, block float64, edit ...func(*result.Result)) {
	p, ok := catalog.Known(primitive)
	if !ok {
		panic(primitive)
	}
	for _, size := range sheetSizes {
		r := result.Result{
			Run: group, Library: "openssl", Version: version, Primitive: p.Slug, Operation: string(p.Operations[0]), SizeBytes: &size,
			NsPerCall: fixed + block*cost.Units(p.Model, size), Source: &result.Source{File: "sheet", Line: len(s.doc.Results) + 1, Tool: speedTool},
		}
		s.add(r, edit...)
	}
}

// add adds a result to the group that is its run.
func (s *sheet) add(r result.Result, edit ...func(*result.Result)) {
	for _, e := range edit {
		e(&r)
	}
	g := slices.IndexFunc(s.groups, func(g result.Group) bool { return g.Name == r.Run })
	if g < 0 {
		g = len(s.groups)
		s.groups = append(s.groups, result.Group{Name: r.Run})
	}
	s.groups[g].Results = append(s.groups[g].Results, len(s.doc.Results))
	s.doc.Results = append(s.doc.Results, r)
}

// find is what the rule of that name finds.
func (s *sheet) find(t *testing.T, name string) []result.Finding {
	t.Helper()
	return findings(t, name, &s.doc, s.groups)
}

func findings(t *testing.T, name string, doc *result.Document, groups []result.Group) (found []result.Finding) {
	t.Helper()
	if !slices.ContainsFunc(rules, func(r rule) bool { return r.name == name }) {
		t.Fatalf("no rule %q", name)
	}
	doc.Explanations, doc.Findings = nil, nil
	Explain(doc, groups, Options{})
	for _, f := range doc.Findings {
		if f.Kind == name {
			found = append(found, f)
		}
	}
	return found
}

// only is the one finding of found; it fails t where there are none or more.
func only(t *testing.T, found []result.Finding) result.Finding {
	t.Helper()
	if len(found) != 1 {
		t.Fatalf("%d findings: %+v", len(found), found)
	}
	return found[0]
}

// says fails t where the sentence of f lacks one of the parts.
func says(t *testing.T, f result.Finding, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(f.Sentence, p) {
			t.Errorf("%s: %q is not in %q", f.Kind, p, f.Sentence)
		}
	}
}

// silent fails t where something was found.
func silent(t *testing.T, what string, found []result.Finding) {
	t.Helper()
	for _, f := range found {
		t.Errorf("%s: %s", what, f.Sentence)
	}
}

func command(c string) func(*result.Result) { return func(r *result.Result) { r.Source.Command = c } }

// own makes a result one of cpb's own.
func own(r *result.Result) { r.Source = nil }

// threadFigures are the figures of a thread with what its text says besides them: the version of the newer builds, the variation that
// crypto_bench printed (3 % stands for all), the commands.
func threadFigures(t testing.TB, thread string) (*result.Document, []result.Group) {
	doc, groups := figures(t, thread)
	for i := range doc.Results {
		r := &doc.Results[i]
		switch {
		case thread == "builds" && r.Version == "":
			r.Version = "1.0.2-beta2"
		case thread == "cpus":
			r.Calls, r.Spread, r.Spreads = 1024, 0.03, "standard deviation"
		case thread == "interfaces" && strings.HasSuffix(r.Run, "-evp"):
			r.Source.Command = "speed -evp md5 sha1"
		case thread == "interfaces":
			r.Source.Command = "speed md5 sha1"
		}
	}
	return doc, groups
}

// TestFindingsOfThreads: which rules find something in the published figures, and how often.
func TestFindingsOfThreads(t *testing.T) {
	for thread, want := range map[string]map[string]int{
		"interfaces": {"legacy-evp-mix": 1, "speed-changed-function": 3, "evp-one-name": 2},
		"versions":   {"speed-changed-function": 1},
		"assembler":  {},
		"builds":     {"legacy-evp-mix": 1, "speed-changed-function": 3, "common-fixed-cost": 1, "engine-table": 1, "common-factor": 2},
		"cpus":       {"duplicate-block": 1, "same-block-function": 1, "tick-unit": 3, "winner": 1, "outlier-library": 1},
	} {
		doc, groups := threadFigures(t, thread)
		Explain(doc, groups, Options{})
		got := map[string]int{}
		for _, f := range doc.Findings {
			got[f.Kind]++
			if f.Page != "docs/findings.md#"+f.Kind || f.Sentence == "" || f.Basis == "" || len(f.Results) == 0 {
				t.Errorf("%s: incomplete: %+v", thread, f)
			}
		}
		for kind, n := range want {
			if got[kind] != n {
				t.Errorf("%s: %d findings of %s, want %d", thread, got[kind], kind, n)
			}
		}
		for kind, n := range got {
			if want[kind] == 0 {
				t.Errorf("%s: %d findings of %s", thread, n, kind)
			}
		}
	}
}

// TestNeverSaid: claims that the figures cannot carry, each of which has been made about them.
func TestNeverSaid(t *testing.T) {
	for thread, claims := range map[string][]string{
		"interfaces": {
			`sha1[^.;]* through EVP in 1\.1\.0d|timed [^.]*sha1[^.]* through EVP and`,
			`interface can (only )?change`,
		},
		"versions":  {`(?i)assembl`, `EVP (is|got|became|was) `, `1\.1\.0\S* is faster`},
		"assembler": {`(?i)assembl`},
		"builds":    {`(?i)sha[- ](ni|instruction|extension)`, `1\.0\.2\S* (is|got|became) `, `md[45]( and md5)? (is|are|got|became) slower`},
		"cpus":      {`(?i)copied from`, `EVP user gets\b.*faster`},
		"":          {`(?i)instructions`, `NaN|Inf|%!|\(MISSING\)`},
	} {
		of := []string{thread}
		if thread == "" {
			of = threads
		}
		for _, thread := range of {
			for _, with := range []func(testing.TB, string) (*result.Document, []result.Group){figures, threadFigures} {
				doc, groups := with(t, thread)
				Explain(doc, groups, Options{})
				for _, said := range saidOf(doc) {
					for _, c := range claims {
						if regexp.MustCompile(c).MatchString(said) {
							t.Errorf("%s: %q is said: %s", thread, c, said)
						}
					}
				}
			}
		}
	}
}

// saidOf is all that is said of doc.
func saidOf(doc *result.Document) (all []string) {
	for _, x := range doc.Explanations {
		all = append(all, x.Sentence)
	}
	for _, f := range doc.Findings {
		all = append(all, f.Sentence)
	}
	return all
}

// TestRulesAreDescribed: docs/findings.md has a section for each rule, in their order, and no other.
func TestRulesAreDescribed(t *testing.T) {
	text, err := os.ReadFile("../../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	var sections, names []string
	for _, line := range strings.Split(string(text), "\n") {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			sections = append(sections, heading)
		}
	}
	for _, r := range rules {
		names = append(names, r.name)
	}
	if !slices.Equal(sections, names) {
		t.Errorf("sections %v, rules %v", sections, names)
	}
}

func TestNothing(t *testing.T) {
	Explain(&result.Document{}, nil, Options{})
	doc := &result.Document{}
	Explain(doc, []result.Group{{}, {Results: []int{0, -1}}}, Options{})
	if len(doc.Findings) > 0 {
		t.Errorf("found %v in nothing", doc.Findings)
	}
}

// FuzzFindings: whatever the figures, rules end and say nothing that is no number.
func FuzzFindings(f *testing.F) {
	f.Add("1.0.1t", "1.1.0d", 128.0, 100.0, 48.0, 99.9, 1.0, uint8(2))
	f.Add("", "3.0.0", 0.0, 1e-300, 1e300, 5e-324, 0.5, uint8(200))
	f.Fuzz(func(t *testing.T, va, vb string, fa, ba, fb, bb, spread float64, many uint8) {
		s := &sheet{}
		for i, p := range []string{"md5", "sha1", "sha256", "sha224", "sha512", "aes-128-cbc"} {
			k := 1 + float64(i)*spread
			s.row("A", va, p, fa*k, ba)
			s.row("B", vb, p, fb, bb*k, func(r *result.Result) { r.Spread, r.Spreads, r.Calls = spread, "standard deviation", int64(many) })
			s.row("C", va, p, fb*k, ba, func(r *result.Result) {
				r.Library, r.Source, r.CyclesPerByte, r.NsPerCall = "gcrypt", &result.Source{Tool: "crypto_bench"}, r.NsPerCall, 0
			})
			s.row("C", vb, p, fa, bb, own)
		}
		Explain(&s.doc, s.groups, Options{})
		for _, f := range s.doc.Findings {
			if f.Sentence == "" || strings.Contains(f.Sentence, "NaN") || strings.Contains(f.Sentence, "%!") {
				t.Errorf("%s: %q", f.Kind, f.Sentence)
			}
			for name, x := range f.Figures {
				if x != x || x-x != 0 {
					t.Errorf("%s: %s is %v", f.Kind, name, x)
				}
			}
		}
	})
}
