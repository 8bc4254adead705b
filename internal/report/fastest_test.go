package report

import (
	"slices"
	"testing"

	"cpb/result"
)

// Eight launches of two implementations: one 1 % slower than the other in all of them, one now and then.
var (
	slower = []float64{0.010, 0.011, 0.009, 0.010, 0.012, 0.008, 0.010, 0.011}
	same   = []float64{0.010, -0.011, 0.009, -0.010, 0.012, -0.008, 0.010, -0.011}
)

func TestFastest(t *testing.T) {
	// timed is a result of ns with an interval of ±half.
	timed := func(ns, half float64) result.Result {
		size := 16
		return result.Result{Primitive: "md5", SizeBytes: &size, NsPerCall: ns, LowNs: ns - half, HighNs: ns + half}
	}
	turned := slices.Clone(slower)
	for i := range turned {
		turned[i] = -turned[i]
	}
	// T is 10 of 12 values: 2.1 % at most are so far to one side (T ≤ 13), and more than the 0.44 % that ten looks leave each (T ≤ 6)
	doubtful := []float64{0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008, 0.009, -0.010, 0.011, 0.012}
	for name, c := range map[string]struct {
		results []result.Result
		pairs   []result.Pair
		want    []bool // whether fastest
	}{
		"one look":                 {[]result.Result{timed(100, 5), timed(101, 5)}, []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: doubtful}}, []bool{true, false}},
		"until it was decided":     {[]result.Result{timed(100, 5), timed(101, 5)}, []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: doubtful, Until: result.UntilDecision}}, []bool{true, true}},
		"one":                      {[]result.Result{timed(100, 1)}, nil, []bool{false}},
		"apart":                    {[]result.Result{timed(100, 1), timed(103, 1)}, nil, []bool{true, false}},
		"overlapping":              {[]result.Result{timed(101, 1), timed(100, 1)}, nil, []bool{true, true}},
		"without intervals":        {[]result.Result{timed(100, 0), timed(100, 0), timed(100.1, 0)}, nil, []bool{true, true, false}},
		"apart as a pair":          {[]result.Result{timed(100, 5), timed(101, 5)}, []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: slower}}, []bool{true, false}},
		"apart as a pair, turned":  {[]result.Result{timed(100, 5), timed(101, 5)}, []result.Pair{{Base: 1, Other: 0, LaunchLogRatio: turned}}, []bool{true, false}},
		"same as a pair":           {[]result.Result{timed(100, 0), timed(101, 0)}, []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: same}}, []bool{true, true}},
		"too few launches":         {[]result.Result{timed(100, 5), timed(101, 5)}, []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: slower[:1]}}, []bool{true, true}},
		"apart through a base":     {[]result.Result{timed(900, 1), timed(100, 5), timed(101, 5)}, []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: turned}, {Base: 0, Other: 2, LaunchLogRatio: slower}}, []bool{false, true, false}},
		"same through a base":      {[]result.Result{timed(900, 1), timed(100, 0), timed(101, 0)}, []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: slower}, {Base: 0, Other: 2, LaunchLogRatio: slower}}, []bool{false, true, true}},
		"of different launches":    {[]result.Result{timed(900, 1), timed(100, 5), timed(101, 5)}, []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: turned}, {Base: 0, Other: 2, LaunchLogRatio: slower[1:]}}, []bool{false, true, true}},
		"one that has no time":     {[]result.Result{timed(0, 0), timed(101, 0)}, nil, []bool{false, false}},
		"rates that have no sizes": {[]result.Result{{Primitive: "md5", BytesPerSecond: 1e9}, {Primitive: "md5", BytesPerSecond: 2e9}}, nil, []bool{false, true}},
	} {
		for i := range c.results {
			c.results[i].Library = string(rune('a' + i))
		}
		b := blocks(&result.Document{Results: c.results, Pairs: c.pairs})[0]
		var got []bool
		for _, r := range b.rows {
			got = append(got, r.cells[b.columns[0]].fastest)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: fastest %v, not %v", name, got, c.want)
		}
	}
}
