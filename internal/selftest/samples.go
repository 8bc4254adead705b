package selftest

import (
	"math"
	"math/rand/v2"
	"slices"

	"cpb/internal/rival"
	"cpb/internal/run"
	"cpb/internal/stats"
	"cpb/library"
)

// A recorder keeps the samples of a run, by cell.
type recorder map[library.Cell]*recording

// A recording is the samples of both sides of a cell, in the order in which they were taken.
type recording struct{ base, copy []run.Observed }

func (r recorder) observe(o run.Observed) {
	c := r[o.Cell]
	if c == nil {
		c = new(recording)
		r[o.Cell] = c
	}
	if o.Target.Label == copyLabel {
		c.copy = append(c.copy, o)
	} else {
		c.base = append(c.base, o)
	}
}

// judge has another tool's rule judge the samples of a cell, as that tool sees them: their time ÷ calls, interruptions included.
func (r recorder) judge(cell library.Cell, rule rival.Rule, rng *rand.Rand) *rival.Judgement {
	c := r[cell]
	if c == nil || len(c.base) == 0 || len(c.copy) == 0 {
		return nil
	}
	base, other := c.base, c.copy
	if rule.Paired {
		n := min(len(base), len(other))
		base, other = base[:n], other[:n]
	} else {
		half := (base[len(base)-1].Launch + 1) / 2
		base = slices.DeleteFunc(slices.Clone(base), func(o run.Observed) bool { return o.Launch >= half })
		other = slices.DeleteFunc(slices.Clone(other), func(o run.Observed) bool { return o.Launch < half })
	}
	j := rule.Judge(series(base), series(other), rng)
	return &j
}

func series(samples []run.Observed) rival.Series {
	s := make(rival.Series, len(samples))
	for i, o := range samples {
		s[i] = float64(o.TotalNs) / float64(o.Calls)
	}
	return s
}

// orderEffect is the log of the time at the outer turns of a round ÷ at the inner ones, the median over rounds: each round has one side at
// the outer turns and the other at the inner ones, drawn at random, and this should be nothing.
func (r recorder) orderEffect(cell library.Cell) (float64, bool) {
	c := r[cell]
	if c == nil {
		return 0, false
	}
	type place struct{ launch, round int }
	type turns struct {
		outer, inner   float64
		outers, inners int
	}
	rounds := map[place]*turns{}
	for _, o := range slices.Concat(c.base, c.copy) {
		at := place{o.Launch, o.Round}
		t := rounds[at]
		if t == nil {
			t = new(turns)
			rounds[at] = t
		}
		if o.Turn == 0 || o.Turn == 3 {
			t.outer += math.Log(o.NsPerCall)
			t.outers++
		} else {
			t.inner += math.Log(o.NsPerCall)
			t.inners++
		}
	}
	var x []float64
	for _, t := range rounds {
		if t.outers == 2 && t.inners == 2 {
			x = append(x, (t.outer-t.inner)/2)
		}
	}
	return stats.Median(x), len(x) > 0
}
