package gate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cpb/internal/stats"
	"cpb/result"
)

// launches are so many launches about ns, within ±0.1 % of it.
func launches(ns float64, n int) []float64 {
	var all []float64
	for i := range n {
		all = append(all, ns*(1+0.001*math.Sin(float64(i))))
	}
	return all
}

// saved is a document of two runs of sha256 at 16 bytes.
func saved(base, head []float64) (doc *result.Document, sides [2]Side) {
	size := 16
	doc = &result.Document{}
	for i, ns := range [][]float64{base, head} {
		r := result.Result{Run: []string{"b", "h"}[i], Library: "openssl", Interface: "evp", Primitive: "sha256", Operation: "hash", Work: "message", SizeBytes: &size, LaunchNs: ns}
		r.NsPerCall = 100
		if len(ns) > 0 {
			r.NsPerCall = ns[0]
		}
		doc.Results = append(doc.Results, r)
		sides[i] = Side{Arg: r.Run + ".json", Group: result.Group{Name: r.Run, Results: []int{i}}}
	}
	return doc, sides
}

func clocked(s Side, cpu string, hz float64) Side {
	s.Host, s.Method = &result.Host{CPU: cpu, CoreHz: hz}, &result.Method{CyclesBy: "chain", ClockSure: true}
	return s
}

func TestSaved(t *testing.T) {
	for name, test := range map[string]struct {
		base, head []float64
		change     func(*result.Document, *[2]Side)
		state      result.CellState
		ratio      float64
		figure     string
		warning    string // part of one
		reason     string // part of it
	}{
		"equal":        {base: launches(100, 12), head: launches(100, 12), state: result.CellPassed, ratio: 1, warning: "which clocks they were is not known"},
		"slower":       {base: launches(100, 12), head: launches(103, 12), state: result.CellSlower, ratio: 1.03},
		"faster":       {base: launches(103, 12), head: launches(100, 12), state: result.CellPassed, ratio: 100.0 / 103},
		"at the bound": {base: launches(100, 12), head: launches(102, 12), state: result.CellUndecided, ratio: 1.02},
		"single runs":  {state: result.CellUndecided, ratio: 1, reason: "single runs"},
		"another processor": {
			base: launches(100, 12), head: launches(103, 12), state: result.CellUndecided, reason: "two processors, A and B",
			change: func(_ *result.Document, s *[2]Side) { s[0], s[1] = clocked(s[0], "A", 3e9), clocked(s[1], "B", 3e9) },
		},
		// 3 % more time at a clock that is 3 % slower is as many cycles
		"another clock": {
			base: launches(100, 12), head: launches(103, 12), state: result.CellPassed, ratio: 1, figure: result.GateFigureCycles, warning: "3.090 GHz for the base and 3.000 for the head",
			change: func(_ *result.Document, s *[2]Side) { s[0], s[1] = clocked(s[0], "A", 3.09e9), clocked(s[1], "A", 3e9) },
		},
		"a clock that is estimated": {
			base: launches(100, 12), head: launches(103, 12), state: result.CellSlower, ratio: 1.03, warning: "not known for both",
			change: func(_ *result.Document, s *[2]Side) {
				s[0], s[1] = clocked(s[0], "A", 3.09e9), clocked(s[1], "A", 3e9)
				s[1].Method.ClockSure = false
			},
		},
		// measured together, the launches go before the times
		"paired": {
			base: launches(100, 12), head: launches(103, 12), state: result.CellPassed, ratio: 1,
			change: func(d *result.Document, _ *[2]Side) {
				d.Pairs = []result.Pair{{Base: 1, Other: 0, LaunchLogRatio: make([]float64, 12)}}
			},
		},
		"layout": {
			state: result.CellLayout, ratio: math.Exp(0.03),
			change: func(d *result.Document, _ *[2]Side) {
				x := make([]float64, 12)
				for i := range x {
					x[i] = -0.03
				}
				d.Pairs = []result.Pair{{Base: 1, Other: 0, LaunchLogRatio: x, Layout: &result.Layout{Functions: 1, Moved: []string{"f"}}}}
			},
		},
		"another work": {
			base: launches(100, 12), head: launches(103, 12), state: result.CellUndecided, reason: "work is message on the base side, update on the other",
			change: func(d *result.Document, _ *[2]Side) { d.Results[1].Work = "update" },
		},
		"cycles alone": {
			state: result.CellUndecided, ratio: 0.5, reason: "no times, only cycles per byte",
			change: func(d *result.Document, _ *[2]Side) {
				for i := range d.Results {
					d.Results[i].NsPerCall, d.Results[i].CyclesPerByte, d.Results[i].Cycles = 0, float64(2-i), result.CyclesTSC
				}
			},
		},
	} {
		doc, sides := saved(test.base, test.head)
		if test.change != nil {
			test.change(doc, &sides)
		}
		if err := Saved(doc, sides[0], sides[1], 0.02, nil); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		g := doc.Gate
		if len(g.Cells) != 1 || !g.Saved || g.Figure != test.figure {
			t.Errorf("%s: %+v", name, g)
			continue
		}
		c := g.Cells[0]
		if c.State != test.state || math.Abs(c.Ratio-test.ratio) > 1e-3 || !strings.Contains(c.Reason, test.reason) || (c.Reason == "") != (test.reason == "") {
			t.Errorf("%s: %+v", name, c)
		}
		said := false
		for _, w := range doc.Warnings {
			said = said || strings.Contains(w.Message, test.warning)
		}
		if test.warning != "" && !said {
			t.Errorf("%s: warnings %+v", name, doc.Warnings)
		}
	}
}

// TestSavedLooks: launches that somebody looked at until he liked them have the interval for that: wider.
func TestSavedLooks(t *testing.T) {
	// 2 % and 1.5 % to either side of it, 12 values: between the plain and the repeated interval's ends
	x := []float64{0.01, 0.012, 0.013, 0.014, 0.015, 0.016, 0.017, 0.018, 0.019, 0.0195, 0.0197, 0.0198}
	plain, _ := stats.Location(x, stats.Level)
	repeated, _ := stats.RepeatedLocation(x, stats.Level)
	if plain.High >= repeated.High {
		t.Fatalf("no difference to see: %v, %v", plain, repeated)
	}
	for until, want := range map[string]float64{"": plain.High, result.UntilPrecision: plain.High, result.UntilDecision: repeated.High} {
		doc, sides := saved(nil, nil)
		doc.Pairs = []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: x, Until: until}} // of a document of several runs, which has no method
		if err := Saved(doc, sides[0], sides[1], 0.02, nil); err != nil {
			t.Fatal(err)
		}
		if got := doc.Gate.Cells[0].High; math.Abs(got-math.Exp(want)) > 1e-12 {
			t.Errorf("until %q: %v, want %v", until, got, math.Exp(want))
		}
	}
}

// TestSavedFamily: the launches of a gate over 40 cells are not slower by themselves alone, where they were not among 40.
func TestSavedFamily(t *testing.T) {
	x := make([]float64, 12)
	for i := range x {
		x[i] = 0.03
	}
	for family, want := range map[int]result.CellState{0: result.CellSlower, 40: result.CellUndecided} {
		doc, sides := saved(nil, nil)
		doc.Pairs = []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: x, Until: result.UntilDecision}}
		doc.Method = &result.Method{Family: family}
		if err := Saved(doc, sides[0], sides[1], 0.02, nil); err != nil {
			t.Fatal(err)
		}
		if got := doc.Gate.Cells[0].State; got != want {
			t.Errorf("of %d cells: %s, want %s", family, got, want)
		}
	}
}

// TestSavedSame: results are not held against themselves.
func TestSavedSame(t *testing.T) {
	doc, sides := saved(launches(100, 12), launches(100, 12))
	if err := Saved(doc, sides[0], sides[0], 0.02, nil); err == nil || !strings.Contains(err.Error(), "both sides are the same results") {
		t.Errorf("got %v", err)
	}
}

// TestSavedAbsent: what is asked for by name and neither side has is named.
func TestSavedAbsent(t *testing.T) {
	doc, sides := saved(launches(100, 12), launches(100, 12))
	if err := Saved(doc, sides[0], sides[1], 0.02, nil); err != nil {
		t.Fatal(err)
	}
	w, err := ParseWanted([]string{"hashes", "sha256", "sha256/64", "md4"}, []int{16}, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	w.Absent(doc)
	var got []string
	for _, a := range doc.Gate.Apart {
		got = append(got, fmt.Sprint(a.Kind, " ", a.Primitive, " ", sizeOf(a.SizeBytes)))
	}
	slices.Sort(got)
	if want := []string{"neither md4 -1", "neither sha256 64"}; !slices.Equal(got, want) || doc.Gate.Outcome != result.GatePassed {
		t.Errorf("got %q, %s", got, doc.Gate.Outcome)
	}
}

// TestSavedApart: what one side alone has is named, and keeps a head from passing that lacks it.
func TestSavedApart(t *testing.T) {
	doc, sides := saved(launches(100, 12), launches(100, 12))
	size := 64
	other := doc.Results[0]
	other.SizeBytes = &size
	doc.Results = append(doc.Results, other)
	sides[0].Group.Results = append(sides[0].Group.Results, 2)
	if err := Saved(doc, sides[0], sides[1], 0.02, nil); err != nil {
		t.Fatal(err)
	}
	if g := doc.Gate; g.Outcome != result.GateUndecided || len(g.Apart) != 1 || g.Apart[0].Kind != result.ApartGone || *g.Apart[0].SizeBytes != 64 {
		t.Errorf("got %+v", g)
	}
	// it is none of the cells that are asked for
	doc.Gate, doc.Comparisons = nil, nil
	at16 := func(r *result.Result) bool { return *r.SizeBytes == 16 }
	if err := Saved(doc, sides[0], sides[1], 0.02, at16); err != nil || doc.Gate.Outcome != result.GatePassed {
		t.Errorf("got %+v, %v", doc.Gate, err)
	}
	doc.Gate, doc.Comparisons = nil, nil
	if err := Saved(doc, sides[1], sides[0], 0.02, nil); err != nil || doc.Gate.Outcome != result.GatePassed || doc.Gate.Apart[0].Kind != result.ApartNew {
		t.Errorf("got %+v, %v", doc.Gate, err)
	}
	none := func(*result.Result) bool { return false }
	if err := Saved(doc, sides[0], sides[1], 0.02, none); err == nil || !strings.Contains(err.Error(), "nothing of h.json has a pair in b.json") {
		t.Errorf("got %v", err)
	}
}

// TestSavedOneInterface: one interface never stands in for another, and two implementations never for one.
func TestSavedOneInterface(t *testing.T) {
	doc, sides := saved(launches(100, 12), launches(100, 12))
	doc.Results[1].Interface = "oneshot"
	if err := Saved(doc, sides[0], sides[1], 0.02, nil); err != nil || len(doc.Gate.Cells) != 0 || doc.Gate.Outcome != result.GateUndecided {
		t.Errorf("got %+v, %v", doc.Gate, err)
	}
	doc, sides = saved(launches(100, 12), launches(100, 12))
	twin := doc.Results[0]
	twin.Version = "2"
	doc.Results = append(doc.Results, twin)
	sides[0].Group.Results = append(sides[0].Group.Results, 2)
	if err := Saved(doc, sides[0], sides[1], 0.02, nil); err == nil || !strings.Contains(err.Error(), "several results stand against sha256") {
		t.Errorf("got %v", err)
	}
}

// TestPrintedDigitsWiden: of launches that another tool printed, what their digits leave open is in the interval.
func TestPrintedDigitsWiden(t *testing.T) {
	decided := func(source *result.Source) result.GateCell {
		doc, sides := saved(launches(100, 12), launches(100, 12))
		for i := range doc.Results {
			doc.Results[i].Source, doc.Results[i].Printed, doc.Results[i].Unit = source, "100", "ns/op"
		}
		if err := Saved(doc, sides[0], sides[1], 0.02, nil); err != nil {
			t.Fatal(err)
		}
		return doc.Gate.Cells[0]
	}
	own, printed := decided(nil), decided(&result.Source{File: "x.txt", Line: 1})
	if printed.High < own.High || printed.Low > own.Low {
		t.Errorf("printed %+v, own %+v", printed, own)
	}
}
