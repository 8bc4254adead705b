package selftest

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/rival"
	"cpb/internal/run"
	"cpb/internal/stats"
	"cpb/internal/worker"
	"cpb/library"
	_ "cpb/library/fake"
	"cpb/result"
)

func TestMain(m *testing.M) {
	worker.Hook()
	os.Exit(m.Run())
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v ± %v", what, got, want, tolerance)
	}
}

// TestFake: the engine from end to end over a library whose calls take what they claim. What is planted comes out exactly.
func TestFake(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Run(context.Background(), Options{
		Target: library.Target{Library: "fake", Properties: "version=1.0"}, Interface: "native",
		Plants: []int{50, 0}, Each: 100 * time.Millisecond, Processor: -1, Seed: 3, Program: program,
		Rules: rival.Rules(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Method.Runs != 1 || s.Method.Implementation != "fake-1.0/native" || len(s.Comparisons) != 6 { // sha256 and md5 at three sizes
		t.Fatalf("%d comparisons in %d runs of %s", len(s.Comparisons), s.Method.Runs, s.Method.Implementation)
	}
	seen := map[int]bool{}
	for _, c := range s.Comparisons {
		seen[c.Every] = true
		for _, x := range c.LaunchLogRatio {
			want := 0.0
			if c.Every == 50 {
				want = math.Log(1.02)
			}
			// slices are whole nanoseconds, of some 10,000, and parts of a slice of whole calls
			near(t, "log ratio", x, want, 2e-3)
		}
	}
	if !seen[0] || !seen[50] {
		t.Errorf("planted: %v", seen)
	}
	for _, r := range s.Rules {
		if len(r.Different) != len(s.Planted) {
			t.Errorf("%s judged %+v", r.Name, r.Different)
		}
		// who compares two figures needs no spread
		if r.Name == "openssl speed" && (r.Different[0] != result.RuleResult{Judged: s.Planted[0].Comparisons} || r.Different[1].Different != r.Different[1].Judged) {
			t.Errorf("%s judged %+v of %+v", r.Name, r.Different, s.Planted)
		}
	}
}

func TestDeck(t *testing.T) {
	cards := []int{0, 0, 400, 100}
	d := newDeck(cards, 9)
	orders := map[[4]int]bool{}
	for _, c := range []library.Cell{{Primitive: "a", SizeBytes: 16}, {Primitive: "a", SizeBytes: 64}, {Primitive: "b"}} {
		var dealt []int
		for n := range 8 {
			dealt = append(dealt, d.deal(n)(c))
		}
		orders[[4]int(dealt[:4])] = true
		for _, half := range [][]int{dealt[:4], dealt[4:]} {
			if got := slices.Sorted(slices.Values(half)); !slices.Equal(got, []int{0, 0, 100, 400}) {
				t.Errorf("%v dealt %v", c, got)
			}
		}
	}
	if len(orders) < 2 {
		t.Error("all cells get the same cards in the same order")
	}
}

func TestCopies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "libx.so.1")
	if err := os.WriteFile(file, []byte("library"), 0o644); err != nil {
		t.Fatal(err)
	}
	pair, remove, err := copies(library.Target{Library: "x", Path: file})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pair {
		content, err := os.ReadFile(p.Path)
		if err != nil || string(content) != "library" || filepath.Base(p.Path) != "libx.so.1" || p.Path == file {
			t.Errorf("%s: %q, %v", p.Path, content, err)
		}
	}
	if pair[0].Path == pair[1].Path || pair[0].Label == pair[1].Label {
		t.Errorf("one copy: %v", pair)
	}
	remove()
	if _, err := os.Stat(pair[0].Path); err == nil {
		t.Error("the copy is still there")
	}
	if pair, _, err := copies(library.Target{Library: "go"}); err != nil || pair[0].Path != "" || pair[0].Label == pair[1].Label {
		t.Errorf("without a file: %v, %v", pair, err)
	}
	if _, _, err := copies(library.Target{Path: file + ".gone"}); err == nil {
		t.Error("copied a file that is not there")
	}
	if _, _, err := copies(library.Target{Path: file, Root: "/elsewhere"}); err == nil {
		t.Error("copied a file out of its root")
	}
}

// drawn makes n comparisons with 32 launches, of standard deviation sd, about the truth.
func drawn(rng *rand.Rand, n, every int, sd float64) (all []result.KnownComparison) {
	for range n {
		c := result.KnownComparison{Primitive: "sha256", Every: every}
		for range 32 {
			c.LaunchLogRatio = append(c.LaunchLogRatio, truth(every)+sd*rng.NormFloat64())
		}
		all = append(all, c)
	}
	return all
}

// TestSummarize: of 32 normal launches with a standard deviation of 0.3 %, the interval has a half-width of 2.04 × 0.3 % ÷ √32 = 0.108 % and a little
// more (ranks), and a difference is found 95 times in 100 from 3.6 ÷ 1.96 times that on.
func TestSummarize(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := &result.Selftest{Comparisons: slices.Concat(drawn(rng, 200, 100, 0.003), drawn(rng, 1000, 0, 0.003), drawn(rng, 200, 1000, 0.003))}
	summarize(s)
	if len(s.Planted) != 3 || s.Planted[0].Every != 0 || s.Planted[1].Every != 1000 || s.Planted[2].Every != 100 {
		t.Fatalf("rows: %+v", s.Planted)
	}
	none, tenth, one := s.Planted[0], s.Planted[1], s.Planted[2]
	near(t, "false alarms of 1000", float64(none.Different), 50, 21) // three standard deviations
	near(t, "covered of 1000", float64(none.Covered), 950, 21)
	if none.Different+none.Covered != none.Comparisons || none.Wrong != nil || none.Off != 0 || none.Launches != 32 {
		t.Errorf("%+v", none)
	}
	if one.Different != 200 || *one.Wrong != 0 || one.Planted != 0.01 {
		t.Errorf("%+v", one)
	}
	// 0.1 % against a standard error of 0.053 %: found about half the time
	near(t, "found of 200", float64(tenth.Different), 90, 40)
	near(t, "half-width", none.MedianHalf, 0.00111, 0.00005)
	near(t, "smallest", s.Smallest, 0.00111*found, 0.0002)
	if b := none.Bias; b == nil || b.Low > 0 || b.High < 0 || b.N != 1000 {
		t.Errorf("bias %+v", none.Bias)
	}
}

// TestPlanted counts by hand: 1 % planted; found, not found, found on the wrong side, off by more than 1 %.
func TestPlanted(t *testing.T) {
	truth := math.Log(1.01)
	row := []known{
		{truth, stats.Interval{Value: 0.010, Low: 0.009, High: 0.011}},
		{truth, stats.Interval{Value: 0.010, Low: -0.001, High: 0.021}},
		{truth, stats.Interval{Value: -0.002, Low: -0.003, High: -0.001}},
		{truth, stats.Interval{Value: 0.025, Low: 0.024, High: 0.026}},
	}
	p := planted(100, row)
	if p.Comparisons != 4 || p.Different != 3 || *p.Wrong != 1 || p.Covered != 2 || p.Off != 2 || p.OffFound != 2 {
		t.Errorf("%+v", p)
	}
	if s := smallest(row); s != 0 {
		t.Errorf("four comparisons tell %v", s)
	}
	var many []known
	for i := range 20 { // what is needed: 0.1 %, 0.2 %, …, 2 %; 19 of 20 are found from 1.9 % on
		half := 0.001 * float64(i+1)
		many = append(many, known{0, stats.Interval{Low: -half, High: half}})
	}
	near(t, "smallest", smallest(many), math.Expm1(0.019), 1e-12)
}

func observed(label string, launch, round, turn int, ns float64) run.Observed {
	return run.Observed{
		Target: library.Target{Label: label}, Cell: library.Cell{Primitive: "sha256", Operation: catalog.Hash},
		Launch: launch, Round: round, Turn: turn, NsPerCall: ns, TotalNs: int64(1000 * ns), Calls: 1000,
	}
}

// TestOrderEffect: the outer turns of a round take 1 % longer, whichever side has them.
func TestOrderEffect(t *testing.T) {
	r := recorder{}
	for launch := range 4 {
		for round := range 3 {
			seq := []string{baseLabel, copyLabel, copyLabel, baseLabel}
			if (launch+round)%2 == 1 {
				seq = []string{copyLabel, baseLabel, baseLabel, copyLabel}
			}
			for turn, label := range seq {
				ns := 100.0
				if turn == 0 || turn == 3 {
					ns = 101
				}
				r.observe(observed(label, launch, round, turn, ns))
			}
		}
	}
	got, ok := r.orderEffect(library.Cell{Primitive: "sha256", Operation: catalog.Hash})
	if !ok {
		t.Fatal("no effect")
	}
	near(t, "effect", got, math.Log(1.01), 1e-12)
	if _, ok := r.orderEffect(library.Cell{}); ok {
		t.Error("an effect of nothing")
	}
}

// TestJudge: a tool that takes one side after the other gets the first side's first launches and the other's last, one that takes turns gets
// all.
func TestJudge(t *testing.T) {
	r := recorder{}
	for launch := range 6 {
		r.observe(observed(baseLabel, launch, 0, 0, 100+float64(launch)))
		r.observe(observed(copyLabel, launch, 0, 1, 200+float64(launch)))
	}
	cell := library.Cell{Primitive: "sha256", Operation: catalog.Hash}
	var base, other rival.Series
	rule := rival.Rule{Judge: func(b, o rival.Series, _ *rand.Rand) rival.Judgement {
		base, other = b, o
		return rival.Judgement{Ratio: 2}
	}}
	if j := r.judge(cell, rule, nil); j == nil || j.Ratio != 2 || !slices.Equal(base, rival.Series{100, 101, 102}) || !slices.Equal(other, rival.Series{203, 204, 205}) {
		t.Errorf("one after the other: %v and %v", base, other)
	}
	rule.Paired = true
	if r.judge(cell, rule, nil); len(base) != 6 || len(other) != 6 {
		t.Errorf("in turns: %v and %v", base, other)
	}
	if r.judge(library.Cell{}, rule, nil) != nil {
		t.Error("judged nothing")
	}
}

func TestResolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := &result.Selftest{Method: &result.SelftestMethod{Implementation: "x-1/evp", Each: 0.25}, Comparisons: drawn(rng, 10, 0, 0.003)}
	if p := resolution(s); p.Kind != result.PointResolution || p.State != result.OK {
		t.Errorf("%+v", p)
	}
	s.Comparisons = drawn(rng, 10, 0, 0.1)
	if p := resolution(s); p.State != result.Bad || p.Do == "" {
		t.Errorf("%+v", p)
	}
	s.Comparisons = nil
	if p := resolution(s); p.State != result.Unknown {
		t.Errorf("%+v", p)
	}
}
