package run

import (
	"math"
	"slices"
	"sync"
	"time"

	"cpb/internal/stats"
	"cpb/result"
)

// A run that goes on until it knows enough looks at its comparisons whenever they have as many values as stats.Looks says. Those of which
// enough is known get no more samples, and the time that saves goes to the others. Two rules say what enough is:
//
//   - Precision: the 95 % interval is no wider than asked. Where the interval lies has no say in that, so that looking often does little to
//     it: such intervals hold what they say in the limit (Geertsema, "Sequential confidence intervals based on rank tests", Ann. Math. Statist.
//     41 (1970), 1016–1026, after Chow and Robbins, 1965). With few values those that happen to lie close together end a run too early;
//     steady more values are therefore taken before it ends, and TestPrecisionHolds says how often the intervals that come out hold the
//     truth, over distributions of several shapes.
//   - Enough: what the caller decides by, whose business it is that it stands being asked so often (stats.RepeatedLocation).
//
// How many rounds a launch has then follows from what was seen: as many as make the time spent on starting processes and on samples count
// alike (Kalibera and Jones, "Rigorous benchmarking in reasonable time", ISMM 2013, section 9).

// steady is how many launches are taken beyond the look at which an interval was narrow enough, and minNarrow the least at which it counts as
// that: of the few cells of a table whose first launches happen to lie together, intervals would hold the truth in 8 of 10 cases.
const (
	steady    = 6
	minNarrow = 20
)

// maxRounds is the most that a launch has of a cell in a run that goes on until it knows enough.
const maxRounds = 16

// A contest is a comparison that a run is to know enough of: two cells that are paired, or one that stands against none.
type contest struct {
	base, other *cell // base is nil where there is none
	group       int   // index into the plan's groups
	until       int   // how many values it is to have; 0 while that is not known
	over        bool  // no more samples for it
}

// until is what a run goes on for.
type until struct {
	request  *Request
	quiet    func() func(l int) bool // which launches were, of those so far
	contests []*contest
	looks    int // how often it was looked whether enough is known
}

// open reports whether the run goes on until it knows enough.
func (r *Request) open() bool { return r.Precision > 0 || r.Enough != nil }

// until is what the run goes on for, in the record's words; "" for a number of launches.
func (r *Request) until() string {
	switch {
	case r.Precision > 0:
		return result.UntilPrecision
	case r.Enough != nil:
		return result.UntilDecision
	}
	return ""
}

// newUntil is nil where the run is for a number of launches.
func newUntil(r *Request, p *plan, quiet func() func(l int) bool) *until {
	if !r.open() {
		return nil
	}
	u := &until{request: r, quiet: quiet}
	for g, group := range p.groups {
		for j, other := range group {
			against := bases(r.Pairs, group[:j], other)
			for _, base := range against {
				u.contests = append(u.contests, &contest{base: base, other: other, group: g})
			}
			if len(against) == 0 && !isBase(r.Pairs, group, j) {
				u.contests = append(u.contests, &contest{other: other, group: g})
			}
		}
	}
	return u
}

// isBase reports whether another cell of the group is held against cell j.
func isBase(pairing string, group []*cell, j int) bool {
	for k := j + 1; k < len(group); k++ {
		if slices.Contains(bases(pairing, group[:k], group[k]), group[j]) {
			return true
		}
	}
	return false
}

// values are what there is to look at: log ratios, or logs of times.
func (c *contest) values() []float64 {
	if c.base == nil {
		return c.other.values(func(int) bool { return true })
	}
	return logRatios(c.base, c.other)
}

// failed reports whether a side has no numbers any more.
func (c *contest) failed() bool {
	return c.other.row.err != nil || c.base != nil && c.base.row.err != nil
}

// spent reports whether a side was sampled for as long as it may be.
func (c *contest) spent(limit time.Duration) bool {
	return limit > 0 && (c.other.spent >= limit || c.base != nil && c.base.spent >= limit)
}

// look sees after a launch which contests are over, and has the cells of those that are make room.
func (u *until) look() {
	looked := false
	quiet := sync.OnceValue(u.quiet) // the same for all
	needed := map[*cell]bool{}
	for _, c := range u.contests {
		if !c.over {
			x := c.values()
			if c.until == 0 && slices.Contains(stats.Looks, len(x)) {
				looked = true
				c.until = u.enough(c, x, quiet)
			}
			c.over = c.failed() || c.spent(u.request.Time) || c.until > 0 && len(x) >= c.until
		}
		if !c.over {
			needed[c.other] = true
			if c.base != nil {
				needed[c.base] = true
			}
		}
	}
	if looked {
		u.looks++
	}
	for _, c := range u.contests {
		c.other.idle = !needed[c.other]
		if c.base != nil {
			c.base.idle = !needed[c.base]
		}
	}
}

// enough is how many values the contest is to have, 0 where x does not say.
func (u *until) enough(c *contest, x []float64, quiet func() func(l int) bool) int {
	if p := u.request.Precision; p > 0 {
		if i, ok := c.shown(x, quiet); ok && len(x) >= minNarrow && math.Expm1((i.High-i.Low)/2) <= p {
			return len(x) + steady
		}
		return 0
	}
	if u.request.Enough(c.standing(x)) {
		return len(x)
	}
	return 0
}

// shown is the interval that will stand in the document, of the log of a ratio or of a time.
func (c *contest) shown(x []float64, quiet func() func(l int) bool) (stats.Interval, bool) {
	if c.base != nil {
		return stats.Location(x, stats.Level)
	}
	i, ok := c.other.absolute(quiet())
	return stats.Interval{Value: math.Log(i.Value), Low: math.Log(i.Low), High: math.Log(i.High)}, ok
}

// finish asks once more of those of which enough is not known yet, when no more is to come.
func (u *until) finish() {
	quiet := sync.OnceValue(u.quiet)
	for _, c := range u.contests {
		if c.until > 0 || c.failed() {
			continue
		}
		x := c.values()
		if n := u.enough(c, x, quiet); n > 0 {
			c.until = min(n, len(x))
		}
	}
}

// standing is what the request's owner is asked about.
func (c *contest) standing(x []float64) Standing {
	s := Standing{Other: c.other.row.source.target, Cell: c.other.identity(), Values: x}
	if c.base != nil {
		s.Base = c.base.row.source.target
	}
	return s
}

// done is how many contests are over, of how many.
func (u *until) done() (over, all int) {
	for _, c := range u.contests {
		if c.over {
			over++
		}
	}
	return over, len(u.contests)
}

// open is of how many contests less is known than was asked for, those of failed rows aside.
func (u *until) open() (n int) {
	for _, c := range u.contests {
		if !c.failed() && (c.until == 0 || len(c.values()) < c.until) {
			n++
		}
	}
	return n
}

// rounds is how many the next launch has of each group: those of groups for which no spread can be told yet are as many as usual.
func (u *until) rounds(p *plan) []int {
	rounds := make([]int, len(p.groups))
	for g := range rounds {
		rounds[g] = usualRounds(p.groups[g])
	}
	active := 0
	for g := range p.groups {
		if len(awake(p.groups[g])) > 0 {
			active++
		}
	}
	seen := map[int]bool{}
	for _, c := range u.contests {
		if c.over {
			continue
		}
		within, between, ok := c.spread()
		if !ok {
			continue
		}
		most := maxRounds
		if limit := u.request.Time; limit > 0 { // enough launches first: they are what an interval rests on
			most = max(1, int(float64(limit)/float64(DefaultLaunches*repeats*c.other.expected())))
		}
		start := float64(p.startup) / float64(active)
		n := best(start, float64(p.roundOf(c.group)), within, between, min(most, maxRounds))
		if seen[c.group] {
			n = max(n, rounds[c.group])
		}
		rounds[c.group], seen[c.group] = n, true
	}
	return rounds
}

// best is how many rounds of a launch bring an interval down soonest: √(launch ÷ round × variance within ÷ variance between).
func best(launch, round, within, between float64, most int) int {
	if round <= 0 || between <= 0 {
		return most
	}
	return min(max(int(math.Round(math.Sqrt(launch/round*within/between))), 1), most)
}

// spread tells how samples vary within a launch and launches among themselves, as variances. Interquartile ranges tell it: one bad launch in
// some hundreds must not.
func (c *contest) spread() (within, between float64, ok bool) {
	var apart, centres []float64
	samples := 0
	for l, other := range c.other.launches {
		x := other.times()
		if c.base != nil {
			if l >= len(c.base.launches) {
				continue
			}
			x = sampleRatios(c.base.launches[l], other)
		}
		if len(x) < 2 {
			continue
		}
		centres = append(centres, stats.Median(x))
		samples += len(x)
		for i := 1; i < len(x); i++ {
			apart = append(apart, (x[i]-x[i-1])/math.Sqrt2)
		}
	}
	const few = 5
	if len(centres) < few {
		return 0, 0, false
	}
	within = variance(apart)
	ofMedian := math.Pi / 2 * within * float64(len(centres)) / float64(samples)
	return within, max(0, variance(centres)-ofMedian), true
}

// variance is that of a normal distribution with the interquartile range of x.
func variance(x []float64) float64 {
	const normal = 1.349 // interquartile range of a standard normal variable
	sd := (stats.Quantile(x, 0.75) - stats.Quantile(x, 0.25)) / normal
	return sd * sd
}

// awake are the cells of a group that still get samples.
func awake(group []*cell) []*cell {
	return slices.DeleteFunc(slices.Clone(group), func(c *cell) bool { return c.idle })
}
