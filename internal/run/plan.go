package run

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"cpb/catalog"
	"cpb/internal/stats"
	"cpb/result"
)

// A plan is how much of the request fits.
type plan struct {
	rows     []*row
	groups   [][]*cell // cells to be measured side by side
	launches int
	rounds   []float64     // of each group in a launch; below 1, in every so-many-th
	startup  time.Duration // of one launch: all processes started, all cells prepared
	pace     float64       // what samples took in the latest launch, as a part of what they should
}

// margin is kept of the budget for stopping, estimating and printing.
const margin = 300 * time.Millisecond

// newPlan decides on launches and rounds for the rows, within what is left of the budget. Rounds go first, then launches
// down to the least that tell something, then sizes, the middle ones first.
func newPlan(r *Request, rows []*row, left time.Duration) (*plan, []result.Warning) {
	p := &plan{rows: slices.Clone(rows), launches: r.Launches, pace: 1}
	p.gather()
	for _, g := range p.groups {
		r.plant(g)
		setBatches(g)
	}
	p.cost()
	least := minLaunches
	if r.open() {
		least = minOpen
	}
	if r.Launches > 0 {
		least = min(least, r.Launches)
	}
	var warnings []result.Warning
	left -= margin
	for len(p.sizes()) > 1 && time.Duration(least)*(p.startup+p.takes(p.once())) > left {
		gone := p.thin()
		warnings = append(warnings, result.Warning{Kind: "thinned", Message: fmt.Sprintf(
			"%d bytes are left out: %v does not hold %d launches of all sizes; a longer --budget does", gone, r.Budget, least)})
	}
	switch {
	case r.open():
		p.launches = cmp.Or(p.launches, maxLaunches)
	case r.Time > 0:
		p.fitTime(r)
	}
	p.launches = cmp.Or(p.launches, DefaultLaunches)
	if p.rounds == nil {
		for _, g := range p.groups {
			p.rounds = append(p.rounds, float64(usualRounds(g)))
		}
	}
	return p, warnings
}

// usualRounds is how many rounds a launch has of a group. Samples of long periods are three of them, and one round of these is as much.
func usualRounds(group []*cell) int {
	if slices.ContainsFunc(group, func(c *cell) bool { return c.parts > 1 }) {
		return 1
	}
	return defaultRounds
}

// maxTime is more than anybody samples a cell for, and times all cells still a duration.
const maxTime = time.Hour

// fitTime spreads the time that a cell may take over launches and rounds. Launches are what an interval rests on: there are as many as take
// as long to start as their samples do, the usual number at least, and no more than have a round of half of the groups.
func (p *plan) fitTime(r *Request) {
	limit := min(r.Time, maxTime)
	if p.launches == 0 {
		cells := 0
		for _, row := range p.rows {
			cells += len(row.cells)
		}
		all := limit * time.Duration(cells)
		p.launches = min(max(int(all/max(1, p.startup)), DefaultLaunches), maxLaunches)
		var rounds []float64
		for g, group := range p.groups {
			n := float64(limit) * float64(len(group)) / float64(p.roundOf(g))
			rounds = append(rounds, n)
			if planted(group) { // whose rounds are long, and which are in every launch
				p.launches = min(p.launches, max(int(n), DefaultLaunches))
			}
		}
		p.launches = max(min(p.launches, int(stats.Median(rounds))), minLaunches)
	}
	// A launch in which nothing has a round would be for nothing.
	most := float64(minLaunches)
	for g, group := range p.groups {
		most = max(most, float64(limit)*float64(len(group))/float64(p.roundOf(g)))
	}
	p.launches = min(p.launches, int(math.Ceil(most)))
	for g, group := range p.groups {
		rounds := float64(limit) * float64(len(group)) / float64(p.launches) / float64(p.roundOf(g))
		least := minLaunches / float64(p.launches)
		if planted(group) {
			least = 1 // what is planted is to be found as anything else, in as many launches
		}
		p.rounds = append(p.rounds, max(rounds, least))
	}
}

// gather puts the cells that are to be measured side by side into groups.
func (p *plan) gather() {
	groups := map[key]int{}
	p.groups = nil
	for _, row := range p.rows {
		for _, c := range row.cells {
			i, ok := groups[c.key()]
			if !ok {
				i = len(p.groups)
				groups[c.key()] = i
				p.groups = append(p.groups, nil)
			}
			p.groups[i] = append(p.groups[i], c)
		}
	}
	// In the order of the catalogue, which the first library's rows need not have all of; sizes as they come.
	slices.SortStableFunc(p.groups, func(a, b []*cell) int {
		x, y := a[0].row.offer, b[0].row.offer
		return cmp.Or(
			cmp.Compare(catalog.Position(x.Primitive), catalog.Position(y.Primitive)),
			cmp.Compare(slices.Index(a[0].row.primitive.Operations, x.Operation), slices.Index(b[0].row.primitive.Operations, y.Operation)),
		)
	})
}

// cost estimates what a launch takes: libraries load side by side, cells are prepared one after the other.
func (p *plan) cost() {
	sources := map[*source]bool{}
	var loading, preparing time.Duration
	for _, row := range p.rows {
		if !sources[row.source] {
			sources[row.source] = true
			loading += row.source.startup
		}
		for _, c := range row.cells {
			const prepare = 60 * time.Microsecond
			preparing += prepare + time.Duration(float64(c.messages())*c.callNs) // each message is run once
		}
	}
	p.startup = preparing
	if n := min(len(sources), runtime.GOMAXPROCS(0)); n > 0 {
		p.startup += loading / time.Duration(n)
	}
}

// once is one round of each group.
func (p *plan) once() []int { return slices.Repeat([]int{1}, len(p.groups)) }

// takes is about what so many rounds of each group take, at the latest pace.
func (p *plan) takes(rounds []int) time.Duration {
	var d float64
	for g, n := range rounds {
		d += float64(n) * float64(p.roundOf(g))
	}
	return time.Duration(d * p.pace)
}

// roundOf is about what a round takes of a group, of its cells that still get samples.
func (p *plan) roundOf(g int) (d time.Duration) {
	cells := awake(p.groups[g])
	for _, i := range order(cells) {
		d += cells[i].expected()
	}
	return d
}

// fit is so many rounds of each group, or one of each where that many are too long for the time left; nil where that is too long too.
func (p *plan) fit(rounds []int, left time.Duration) []int {
	left -= p.startup + margin
	switch {
	case p.takes(rounds) <= left:
		return rounds
	case p.takes(p.once()) <= left:
		return p.once()
	}
	return nil
}

// repeats is the most often that a round measures a cell.
const repeats = 2

// order is how often and in what sequence a round measures the cells of a group, as indices, before it is drawn.
func order(group []*cell) []int {
	if len(group) == 2 {
		return []int{0, 1, 1, 0}
	}
	seq := make([]int, len(group))
	for i := range seq {
		seq[i] = i
	}
	return seq
}

func (p *plan) sizes() []int {
	var sizes []int
	for _, row := range p.rows {
		for _, c := range row.cells {
			if c.size != noSize {
				sizes = append(sizes, c.size)
			}
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// thin leaves out one size, the middle one: the ends tell the fixed cost and the speed.
func (p *plan) thin() int {
	sizes := p.sizes()
	gone := sizes[len(sizes)/2]
	if len(sizes) == 2 {
		gone = sizes[0]
	}
	for _, row := range p.rows {
		row.cells = slices.DeleteFunc(row.cells, func(c *cell) bool { return c.size == gone })
		if len(row.cells) == 0 {
			row.fail(fmt.Errorf("its only size, %d bytes, is left out: the budget does not hold it", gone))
		}
	}
	p.rows = slices.DeleteFunc(p.rows, func(r *row) bool { return r.err != nil })
	p.gather()
	p.cost()
	return gone
}

// roundsFor is how many rounds launch l has of each group: as many as planned, fewer where the time left does not hold that many in all launches
// to come, and nil where it does not hold one.
func (p *plan) roundsFor(l int, left time.Duration) []int {
	left -= margin
	if p.startup+p.takes(p.once()) > left {
		return nil
	}
	planned := 0.0
	for g, n := range p.rounds {
		planned += n * p.pace * float64(p.roundOf(g))
	}
	share := float64(left)/float64(p.launches-l) - float64(p.startup)
	part := min(1, share/max(1, planned))
	rounds := make([]int, len(p.groups))
	for g, n := range p.rounds {
		if n >= 1 {
			n = max(1, n*part)
		}
		rounds[g] = int(float64(l+1)*n) - int(float64(l)*n)
	}
	return rounds
}
