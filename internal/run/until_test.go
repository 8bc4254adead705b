package run

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"cpb/internal/stats"
	"cpb/library"
	"cpb/result"
)

// A duel is a group of two cells whose launches are made up.
type duel struct {
	base, other *cell
	until       *until
	plan        *plan
}

// newDuel has what is asked for decided over n groups of two cells.
func newDuel(r *Request, n int) (duels []duel) {
	sources := []*source{{target: library.Target{Label: "base"}}, {target: library.Target{Label: "head"}}}
	p := &plan{pace: 1}
	for range n {
		var pair []*cell
		for _, s := range sources {
			pair = append(pair, &cell{row: &row{source: s}, callNs: 100, calls: 100, warm: 1000, slices: 20})
		}
		p.groups = append(p.groups, pair)
	}
	r.Pairs = PairsFirst
	u := newUntil(r, p, nil)
	for _, g := range p.groups {
		duels = append(duels, duel{g[0], g[1], u, p})
	}
	return duels
}

// launch has every cell that is not idle measured once more, the other at the log ratio that draw gives.
func (d duel) launch(draw func() float64) {
	for _, c := range []*cell{d.base, d.other} {
		if c.idle {
			c.launches = append(c.launches, nil)
			continue
		}
		o := observation{taken: true}
		if c == d.other {
			o.logNs = draw()
		}
		c.launches = append(c.launches, launch{o})
		c.spent += 10 * time.Millisecond
	}
}

// TestPrecisionHolds: the intervals of runs that end when they are narrow enough hold the truth nearly as often as they say, whatever the shape of
// what varies: within two points where it is symmetric, three where it is skewed.
func TestPrecisionHolds(t *testing.T) {
	const series, sd = 400, 0.003
	for _, test := range []struct {
		name  string
		least float64
		truth float64 // the pseudo-median, which is estimated
		draw  func(*rand.Rand) float64
	}{
		{"normal", 0.93, 0, func(r *rand.Rand) float64 { return r.NormFloat64() }},
		{"laplace", 0.93, 0, func(r *rand.Rand) float64 { return r.ExpFloat64() * float64(1-2*r.IntN(2)) }},
		{"wild", 0.93, 0, func(r *rand.Rand) float64 { return r.NormFloat64() * float64(1+19*(r.IntN(50)/49)) }}, // one in fifty, twenty times as far off
		{"two modes", 0.93, 0, func(r *rand.Rand) float64 { return 0.3*r.NormFloat64() + float64(1-2*r.IntN(2)) }},
		// the median of the mean of two exponential variables: (1 + 2m)·exp(-2m) = 1/2
		{"exponential", 0.92, 0.8391735, func(r *rand.Rand) float64 { return r.ExpFloat64() }},
	} {
		for _, precision := range []float64{0.001, 0.0015} {
			rng := rand.New(rand.NewPCG(21, 22))
			held := 0
			for range series {
				d := newDuel(&Request{Precision: precision}, 1)[0]
				for over := false; !over; {
					d.launch(func() float64 { return sd * test.draw(rng) })
					d.until.look()
					n, _ := d.until.done()
					over = n == 1 || len(d.other.launches) == stats.Looks[len(stats.Looks)-1]
				}
				i, _ := stats.Location(logRatios(d.base, d.other), stats.Level)
				if truth := sd * test.truth; i.Low <= truth && truth <= i.High {
					held++
				}
			}
			chance := 2.6 * math.Sqrt(0.95*0.05/series) // 99 of 100
			if got := float64(held) / series; got < test.least-chance || got > 0.98+chance {
				t.Errorf("%s, ± %v: the interval holds the truth in %v", test.name, precision, got)
			}
		}
	}
}

// TestTimeGoesToTheUndecided: who is known well enough gets no more samples, the others do, and a cell that another is held against stays
// until both are known.
func TestTimeGoesToTheUndecided(t *testing.T) {
	duels := newDuel(&Request{Precision: 0.01}, 2)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		duels[0].launch(func() float64 { return 0.001 * rng.NormFloat64() })
		duels[1].launch(func() float64 { return 0.2 * rng.NormFloat64() })
		duels[0].until.look()
	}
	measured := func(c *cell) (n int) {
		for _, l := range c.launches {
			if l != nil {
				n++
			}
		}
		return n
	}
	first := minNarrow + steady
	if a, b := measured(duels[0].other), measured(duels[1].other); a != first || b != 30 || measured(duels[0].base) != first {
		t.Errorf("measured %d and %d times, want %d and 30", a, b, first)
	}
	if over, all := duels[0].until.done(); over != 1 || all != 2 || duels[0].until.open() != 1 || duels[0].until.looks != 4 {
		t.Errorf("%d of %d over, %d open, %d looks", over, all, duels[0].until.open(), duels[0].until.looks)
	}

	group := []*cell{{row: &row{}}, {row: &row{}}, {row: &row{}}}
	u := newUntil(&Request{Precision: 0.01, Pairs: PairsFirst}, &plan{groups: [][]*cell{group}}, nil)
	u.contests[0].over = true
	u.look()
	if len(u.contests) != 2 || group[0].idle || !group[1].idle || group[2].idle {
		t.Errorf("%d contests, idle: %v %v %v", len(u.contests), group[0].idle, group[1].idle, group[2].idle)
	}
}

// TestTimeCapsACell: a cell that was sampled for as long as it may be is let go, known or not.
func TestTimeCapsACell(t *testing.T) {
	d := newDuel(&Request{Precision: 1e-9, Time: 95 * time.Millisecond}, 1)[0]
	rng := rand.New(rand.NewPCG(1, 2))
	for !d.other.idle {
		d.launch(func() float64 { return 0.2 * rng.NormFloat64() })
		d.until.look()
	}
	if n := len(d.other.launches); n != 10 || d.until.open() != 1 {
		t.Errorf("%d launches of 10 ms, %d open", n, d.until.open())
	}

	// What is known when the limit comes is known, at whatever number of launches.
	d = newDuel(&Request{Time: 115 * time.Millisecond, Enough: func(s Standing) bool { return len(s.Values) >= 12 }}, 1)[0]
	for !d.other.idle {
		d.launch(func() float64 { return 0 })
		d.until.look()
	}
	if n := len(d.other.launches); n != 12 || d.until.open() != 1 {
		t.Errorf("%d launches of 10 ms, %d open", n, d.until.open())
	}
	if d.until.finish(); d.until.open() != 0 {
		t.Error("what was known in the end counts as open")
	}
}

// TestEnough: the caller's rule is asked at the looks, about the pair's values.
func TestEnough(t *testing.T) {
	var asked []int
	d := newDuel(&Request{Enough: func(s Standing) bool {
		if s.Base.Label != "base" || s.Other.Label != "head" || math.Abs(s.Values[0]-0.01) > 1e-12 {
			t.Errorf("asked about %v", s)
		}
		asked = append(asked, len(s.Values))
		return len(s.Values) == 20
	}}, 1)[0]
	for !d.other.idle {
		d.launch(func() float64 { return 0.01 })
		d.until.look()
	}
	if len(asked) != 3 || asked[0] != 10 || asked[1] != 14 || asked[2] != 20 || len(d.other.launches) != 20 {
		t.Errorf("asked at %v, over after %d launches", asked, len(d.other.launches))
	}
}

// TestBestRounds: √(launch ÷ round × variance within ÷ variance between), by hand.
func TestBestRounds(t *testing.T) {
	for _, test := range []struct {
		launch, round, within, between float64
		want                           int
	}{
		{100e6, 1e6, 4, 4, 10},
		{100e6, 1e6, 4, 400, 1},
		{100e6, 1e6, 400, 4, 16}, // 100 is more than there may be
		{9e6, 1e6, 1, 1, 3},
		{100e6, 1e6, 1, 0, 16}, // launches do not differ
	} {
		if got := best(test.launch, test.round, test.within, test.between, maxRounds); got != test.want {
			t.Errorf("%+v: %d rounds", test, got)
		}
	}
}

// TestSpread: 200 launches of 6 samples, with a standard deviation of 0.5 % within and 0.2 % between, and one launch in fifty far off.
func TestSpread(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	c := &cell{row: &row{}}
	for l := range 200 {
		centre := 0.002 * rng.NormFloat64()
		if l%50 == 0 {
			centre = 0.18
		}
		var samples launch
		for range 6 {
			samples = append(samples, observation{taken: true, logNs: centre + 0.005*rng.NormFloat64()})
		}
		c.launches = append(c.launches, samples)
	}
	within, between, ok := (&contest{other: c}).spread()
	if !ok {
		t.Fatal("no spread")
	}
	near(t, "within", math.Sqrt(within), 0.005, 0.0005)
	near(t, "between", math.Sqrt(between), 0.002, 0.0008)
	c.launches = c.launches[:3]
	if _, _, ok := (&contest{other: c}).spread(); ok {
		t.Error("a spread of three launches")
	}
}

// TestPlanted: who makes each 33rd call twice is measured in slices of whole thirty-threes, and so is who is held against him.
func TestPlanted(t *testing.T) {
	rows := rowsOf(2, []int{16}, 100)
	rows[0].source.target.Label, rows[1].source.target.Label = "a", "b"
	rows[1].cells[0].period = 2
	r := &Request{Plant: func(t library.Target, c library.Cell) int {
		if t.Label == "b" && c.SizeBytes == 16 {
			return 33
		}
		return 0
	}}
	p, _ := newPlan(r, rows, time.Minute)
	a, b := p.groups[0][0], p.groups[0][1]
	if a.calls != b.calls || a.calls%66 != 0 || a.extra() != 0 || b.extra() != b.calls/33 {
		t.Errorf("%d and %d calls a slice, %d and %d of them twice", a.calls, b.calls, a.extra(), b.extra())
	}
	if got := library.CommonPeriod(32, 400); got != 800 {
		t.Errorf("common period %d", got)
	}
}

// TestDoubt: what a run that goes on until it knows enough says when it does not.
func TestDoubt(t *testing.T) {
	d := newDuel(&Request{Precision: 0.001}, 1)[0]
	for _, test := range []struct {
		s    sampler
		want string
	}{
		{sampler{stopped: "budget", request: &Request{Budget: time.Minute}}, "enough was not known of 1 of 1 comparisons when the budget of 1m0s was spent: a longer --budget has more"},
		{sampler{stopped: "interrupted", request: &Request{}}, "enough was not known of 1 of 1 comparisons when the run was interrupted"},
		{sampler{request: &Request{Time: time.Second}}, "enough was not known of 1 of 1 comparisons when their 1s of sampling (--time) or 224 launches were spent"},
		{sampler{request: &Request{}}, "enough was not known of 1 of 1 comparisons when 224 launches were done"},
	} {
		test.s.until, test.s.plan = d.until, &plan{launches: 224}
		w := &drafter{doc: new(result.Document), sampler: &test.s}
		w.warnOfDoubt()
		if len(w.doc.Warnings) != 1 || w.doc.Warnings[0].Message != test.want {
			t.Errorf("%+v, want %q", w.doc.Warnings, test.want)
		}
	}
}
