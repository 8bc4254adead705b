package explain

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"cpb/result"
)

// explained has the sentences of doc's pairs.
func explained(doc *result.Document, groups []result.Group, o Options) (sentences []string) {
	e := newEvidence(doc, groups, o)
	for _, x := range e.explanations()[len(e.rows)-costless(e):] {
		sentences = append(sentences, x.Sentence)
	}
	return sentences
}

func costless(e *evidence) (n int) {
	for _, r := range e.rows {
		if r.cost == nil {
			n++
		}
	}
	return n
}

// TestSentencesOfThreads: what was said of these figures when they were explained by hand.
func TestSentencesOfThreads(t *testing.T) {
	for thread, wants := range map[string][]string{
		"interfaces": {
			"md5, 1.1.0d → 1.1.0d -evp: the cost per block is unchanged (99.9 → 100.1 ns); each call costs 138.2 ns more (47.9 → 186.1 ns). At 16 bytes that is 0.52 times as fast, at 16384 bytes 0.99 times.",
			"sha1, 1.1.0d → 1.1.0d -evp: the cost per block is unchanged (92.2 → 92.0 ns); the fixed cost is unchanged (62.1 → 59.1 ns per call). At 16 bytes that is 1.02 times as fast, at 16384 bytes 1.00 times.",
			"sha1, 1.0.1t -evp → 1.1.0d -evp: the cost per block is 97.2 → 92.0 ns (1.06 times as fast), no further apart than single runs of the same code can be; each call costs 81.2 ns less (140.4 → 59.1 ns). At 16 bytes that is 1.57 times as fast, at 8192 bytes 1.06 times. 16384 bytes has no pair.",
		},
		"versions": {
			"sha1: the cost per block is unchanged (70.0 → 69.6 ns); each call costs 200.4 ns less (263.4 → 62.9 ns). At 16 bytes that is 2.53 times as fast, at 8192 bytes 1.03 times. 16384 bytes has no pair.",
		},
		"assembler": {
			"blowfish-cbc: the cost per block goes from 891.1 to 506.1 ns (1.76 times as fast); the fixed cost is unchanged (137.0 → 151.9 ns per call). At 8 bytes that is 1.56 times as fast, at 8192 bytes 1.76 times.",
			"md5: the cost per block goes from 1323 to 749.5 ns (1.76 times as fast); the fixed cost is unchanged (693.1 → 724.0 ns per call). At 8 bytes that is 1.37 times as fast, at 8192 bytes 1.75 times.",
			"ripemd160: the cost per block goes from 3160 to 2111 ns (1.50 times as fast); the fixed cost is unchanged (682.3 → 648.2 ns per call). At 8 bytes that is 1.39 times as fast, at 8192 bytes 1.50 times.",
			"dsa-512 sign: 3.91 times as fast, 96.8 → 378.7/s.",
			"dsa-512 verify: 4.01 times as fast, 77.1 → 309.0/s.",
			"dsa-1024 sign: 4.92 times as fast, 27.6 → 135.8/s.",
			"dsa-1024 verify: 5.08 times as fast, 21.9 → 111.3/s.",
		},
		"builds": {
			"md4, “Debian, packaged” → “Debian, by hand”: the cost per block is unchanged (57.6 → 57.5 ns); each call costs 147.6 ns more (143.5 → 291.1 ns). At 16 bytes that is 0.57 times as fast, at 8192 bytes 0.98 times.",
			"sha1, “Debian, packaged” → “Debian, by hand”: whether the cost per block changed the fit does not tell (92.7 → 89.0 ns), between the two largest sizes it is 90.3 → 88.1 ns (1.03 times as fast); each call costs 135.1 ns more (161.2 → 296.3 ns). At 16 bytes that is 0.66 times as fast, at 8192 bytes 1.02 times.",
			"sha256, “Debian, packaged” → “Debian, by hand”: the cost per block goes from 247.2 to 197.1 ns (1.25 times as fast); the fixed cost is 77.6 → 58.2 ns per call, no further apart than single runs of the same code can be. At 16 bytes that is 1.28 times as fast, at 8192 bytes 1.26 times.",
			"sha512, “Debian, packaged” → “Debian, by hand”: the cost per block goes from 319.2 to 277.6 ns (1.15 times as fast); the fixed cost is unchanged (78.6 → 77.2 ns per call). At 16 bytes that is 1.14 times as fast, at 8192 bytes 1.15 times.",
		},
		"cpus": {
			"aes-128-ecb (keyed), i7-3770K#lavu → i7-3770K#tomcrypt-1.17: 1.71 times as fast at 1048576 bytes, 26.6 → 15.6 ticks per byte.",
		},
	} {
		doc, groups := figures(t, thread)
		got := explained(doc, groups, Options{})
		for _, want := range wants {
			if !slices.Contains(got, want) {
				t.Errorf("%s: not said:\n%s\nbut:\n%s", thread, want, strings.Join(got, "\n"))
			}
		}
	}
}

// TestNoCauses: an explanation says what changed and never why.
func TestNoCauses(t *testing.T) {
	cause := regexp.MustCompile(`(?i)because|assembl|instruction|due to|thanks|compiler|cache|engine|interface is|library is`)
	for _, thread := range threads {
		doc, groups := figures(t, thread)
		for _, s := range explained(doc, groups, Options{}) {
			if cause.MatchString(s) {
				t.Errorf("%s: %s", thread, s)
			}
		}
	}
}

// TestTicksOfTwoMachines are no times, and no ratio is made of them.
func TestTicksOfTwoMachines(t *testing.T) {
	doc, groups := figures(t, "cpus")
	got := explained(doc, groups, Options{Pairs: [][2]int{{0, 1}}})
	want := "md5 (keyed), i7-3770K#lavu → Atom D525#lavu: 5.16 → 6.35 ticks per byte at 1048576 bytes, which are times only by one clock."
	if got[0] != want {
		t.Errorf("got %s", got[0])
	}
	if len(got) != 20 || strings.Contains(strings.Join(got, ""), "as fast") {
		t.Errorf("%d sentences, of which one has a ratio: %q", len(got), got)
	}
}

// curve is results of one primitive in which a call of so many blocks of 64 bytes costs so many ns.
func curve(cost func(blocks float64) float64, sizes ...int) (results []result.Result) {
	for _, s := range sizes {
		results = append(results, sized(s, cost(float64((s+9+63)/64))))
	}
	return results
}

func twoGroups(base, other []result.Result) (*result.Document, []result.Group) {
	doc := &result.Document{Results: slices.Concat(base, other)}
	groups := []result.Group{{Name: "old"}, {Name: "new"}}
	for i := range doc.Results {
		g := 0
		if i >= len(base) {
			g = 1
		}
		groups[g].Results = append(groups[g].Results, i)
	}
	return doc, groups
}

func TestSentences(t *testing.T) {
	line := func(fixed, block float64) func(float64) float64 {
		return func(blocks float64) float64 { return fixed + block*blocks }
	}
	bulk := func(blocks float64) float64 { // a kernel that switches on above 4 blocks and halves the cost
		if blocks > 4 {
			return 100 + 25*blocks
		}
		return 100 + 50*blocks
	}
	rate := func(primitive string, bytesPerSecond float64) []result.Result {
		return []result.Result{{Primitive: primitive, BytesPerSecond: bytesPerSecond}}
	}
	four := []int{16, 64, 256, 1024}
	for name, c := range map[string]struct {
		base, other []result.Result
		want        string
	}{
		"both": {curve(line(100, 50), four...), curve(line(60, 40), four...),
			"sha1: the cost per block goes from 50.0 to 40.0 ns (1.25 times as fast); each call costs 40.0 ns less (100.0 → 60.0 ns). At 16 bytes that is 1.50 times as fast, at 1024 bytes 1.28 times."},
		"neither": {curve(line(100, 50), four...), curve(line(100, 50), four...),
			"sha1: the cost per block is unchanged (50.0 → 50.0 ns); the fixed cost is unchanged (100.0 → 100.0 ns per call). At 16 bytes that is 1.00 times as fast, at 1024 bytes 1.00 times."},
		"two sizes": {curve(line(100, 50), 16, 64), curve(line(60, 40), 16, 64),
			"sha1: the cost per block is 50.0 → 40.0 ns (1.25 times as fast) by a line without an interval; the fixed cost is 100.0 → 60.0 ns per call by the same. At 16 bytes that is 1.50 times as fast, at 64 bytes 1.43 times."},
		"below zero": {curve(line(-5, 50), four...), curve(line(-20, 50), four...),
			"sha1: the cost per block is unchanged (50.0 → 50.0 ns); each call costs 15.0 ns less (−5.00 → −20.0 ns). At 16 bytes that is 1.50 times as fast, at 1024 bytes 1.02 times."},
		"misfit": {curve(bulk, 16, 64, 256, 1024, 8192), curve(line(100, 25), 16, 64, 256, 1024, 8192),
			"sha1: the model misses old by 11.7 % at 64 bytes, so costs are not compared. The cost per block: between the two largest sizes it is 25.0 → 25.0 ns (1.00 times as fast). At 16 bytes that is 1.20 times as fast, at 8192 bytes 1.00 times."},
		"one size": {curve(line(100, 50), 16), curve(line(200, 100), 16),
			"sha1: 0.50 times as fast at 16 bytes (150.0 → 300.0 ns)."},
		"one size, as runs vary": {curve(line(100, 50), 16), curve(line(106, 53), 16),
			"sha1: 0.94 times as fast at 16 bytes (150.0 → 159.0 ns), no further apart than single runs of the same code can be."},
		"one size on a side": {curve(line(100, 50), four...), curve(line(200, 100), 64),
			"sha1: 0.50 times as fast at 64 bytes (200.0 → 400.0 ns). 16, 256 and 1024 bytes have no pair."},
		"times that fall": {curve(line(500, -20), 16, 64, 256), curve(line(500, 20), 16, 64, 256),
			"sha1: 0.92 times as fast at 16 bytes (480.0 → 520.0 ns), 0.67 times as fast at 256 bytes (400.0 → 600.0 ns)."},
		"other sizes": {curve(line(100, 50), 16, 64, 256), curve(line(100, 50), 1024, 2048, 4096),
			"sha1: the cost per block is unchanged (50.0 → 50.0 ns); the fixed cost is unchanged (100.0 → 100.0 ns per call). The two have no size in common. 16, 64, 256, 1024, 2048 and 4096 bytes have no pair."},
		"rates": {rate("chacha20", 5e8), rate("chacha20", 1e9),
			"chacha20: 2.00 times as fast, 500.0 → 1000 MB/s."},
		"times of a size that is not told": {[]result.Result{{Primitive: "chacha20", NsPerCall: 476}}, []result.Result{{Primitive: "chacha20", NsPerCall: 411}},
			"chacha20: 1.16 times as fast, 476.0 → 411.0 ns per call."},
		"a rate and ticks": {rate("chacha20", 5e8), []result.Result{{Primitive: "chacha20", CyclesPerByte: 2, Cycles: "tsc"}},
			"chacha20: no figure of the one has a pair in the other."},
	} {
		doc, groups := twoGroups(c.base, c.other)
		if got := explained(doc, groups, Options{}); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

func TestAlone(t *testing.T) {
	for name, c := range map[string]struct {
		results []result.Result
		want    string
	}{
		"two sizes": {[]result.Result{sized(16, 150), sized(64, 200)},
			"sha1, A: a call costs 100.0 ns and 50.0 ns for each block of 64 bytes. Two sizes give a line and no interval."},
		"below zero": {[]result.Result{sized(16, 45), sized(64, 95), sized(256, 245)},
			"sha1, A: a call costs −5.00 ns (−5.00 to −5.00) and 50.0 ns (50.0 to 50.0) for each block of 64 bytes. A fixed cost below zero is one that these sizes do not tell."},
	} {
		doc, groups := grouped(c.results...)
		Explain(doc, groups, Options{})
		if len(doc.Explanations) != 1 || doc.Explanations[0].Sentence != c.want {
			t.Errorf("%s: got %+v", name, doc.Explanations)
		}
	}
	doc, groups := figures(t, "versions")
	groups = append(groups, result.Group{Name: "again", Results: groups[0].Results})
	e := newEvidence(doc, groups, Options{Pairs: [][2]int{{0, 1}}})
	if s := e.explanations()[2].Sentence; !strings.HasSuffix(s, " It has no pair.") {
		t.Errorf("of a row without a pair: %s", s)
	}
}

// TestExplanation: what stands beside the sentence.
func TestExplanation(t *testing.T) {
	doc, groups := figures(t, "versions")
	Explain(doc, groups, Options{})
	if len(doc.Explanations) != 3 {
		t.Fatalf("%d explanations, not one a row and one a pair", len(doc.Explanations))
	}
	x := doc.Explanations[2]
	if x.Primitive != "sha1" || x.Operation != "hash" || x.Work != "message" || x.Model != "blocks" || x.Threads != 0 {
		t.Errorf("got %+v", x)
	}
	if x.Base.Of != "1.0.2g" || x.Other.Of != "1.1.0-pre4" || x.Base.BlockBytes != 64 || len(x.Base.Results) != 5 || len(x.Other.Results) != 6 {
		t.Errorf("got %+v and %+v", x.Base, x.Other)
	}
	near(t, "max residual of base", x.Base.MaxResidual, 0.025, 0.0005)
	near(t, "max residual of other", x.Other.MaxResidual, 0.045, 0.0005)
	for _, x := range doc.Explanations[:2] {
		if x.Base == nil || x.Other != nil {
			t.Errorf("got %+v", x)
		}
	}
}

// Four processes that each take 400 ns for a call do one each 100 ns.
func TestSentenceOfThreads(t *testing.T) {
	s := &sheet{}
	s.row("A", "1.1.1w", "sha256", 20, 40, func(r *result.Result) { r.Threads = 4 })
	s.row("B", "3.0.2", "sha256", 20, 40, func(r *result.Result) { r.Threads = 4 })
	Explain(&s.doc, s.groups, Options{})
	for _, x := range s.doc.Explanations {
		if !strings.HasSuffix(x.Sentence, " The times are those of all threads together: one call takes 4 times as long.") {
			t.Error(x.Sentence)
		}
	}
}

func TestWords(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.012345: "0.0123", 0.5: "0.500", 2.2449: "2.24", 69.97: "70.0", 200.45: "200.4", 1322.7: "1323", -15: "−15.0", 1e-12: "0.000000000",
	} {
		if got := figure(x); got != want {
			t.Errorf("figure(%v) is %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64]string{2.534: "2.53 times", 0.395: "0.40 times", 0.0129: "0.013 times", 12.34: "12.3 times", 523.4: "523 times"} {
		if got := times(x); got != want {
			t.Errorf("times(%v) is %q, want %q", x, got, want)
		}
	}
	for want, k := range map[string]cellKey{
		"sha1":                        {primitive: "sha1", operation: "hash", work: "message"},
		"rsa-2048 sign":               {primitive: "rsa-2048", operation: "sign", work: "message"},
		"rsa-2048 sign (fresh-key)":   {primitive: "rsa-2048", operation: "sign", work: "fresh-key"},
		"aes-128-cbc (keyed)":         {primitive: "aes-128-cbc", operation: "encrypt", work: "keyed"},
		"aes-128-cbc on 4 threads":    {primitive: "aes-128-cbc", operation: "encrypt", work: "update", threads: 4},
		"aes-128-cbc decrypt":         {primitive: "aes-128-cbc", operation: "decrypt", work: "update"},
		"made-up":                     {primitive: "made-up"},
		"made-up hash":                {primitive: "made-up", operation: "hash"},
		"aes-128-gcm seal":            {primitive: "aes-128-gcm", operation: "seal", work: "record"},
		"chacha20-poly1305 open":      {primitive: "chacha20-poly1305", operation: "open"},
		"aes-256-ctr encrypt":         {primitive: "aes-256-ctr", operation: "encrypt", work: "update"},
		"aes-256-ctr encrypt (keyed)": {primitive: "aes-256-ctr", operation: "encrypt", work: "keyed"},
	} {
		if got := k.String(); got != want {
			t.Errorf("%+v is %q, want %q", k, got, want)
		}
	}
}
