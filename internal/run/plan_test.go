package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/worker"
	"cpb/library"
)

// rowsOf makes rows of so many libraries at the sizes, each call taking callNs.
func rowsOf(libraries int, sizes []int, callNs float64) []*row {
	var rows []*row
	for range libraries {
		s := &source{startup: 10 * time.Millisecond, opened: &worker.Opened{Name: "x"}}
		r := &row{source: s, offer: library.Offer{Primitive: "sha256", Operation: catalog.Hash, Work: catalog.Message}}
		for _, n := range sizes {
			r.cells = append(r.cells, &cell{row: r, size: n, period: 1, callNs: callNs})
		}
		s.rows = []*row{r}
		rows = append(rows, r)
	}
	return rows
}

func TestBatches(t *testing.T) {
	for _, test := range []struct {
		callNs              float64
		period              int
		warm, calls, slices int
	}{
		{100, 1, 1001, 101, 19},
		{9500, 1, 11, 2, 10},
		{1e6, 1, 1, 1, 1},
		{1e6, 32, 1, 32, 3}, // RSA renews its blinding every 32nd call
		{1000, 32, 101, 32, 6},
		{100e3, 32, 2, 32, 3},
		{1e-3, 1, 100_000_001, 10_000_001, 19},
	} {
		c := &cell{period: test.period, callNs: test.callNs}
		setBatches([]*cell{c})
		if c.warm != test.warm || c.calls != test.calls || c.slices != test.slices {
			t.Errorf("%v ns, period %d: %d slices of %d calls behind %d, want %d of %d behind %d",
				test.callNs, test.period, c.slices, c.calls, c.warm, test.slices, test.calls, test.warm)
		}
	}
}

// TestAlike: cells that gauge about the same get the same batches, however the gauge falls; others get their own.
func TestAlike(t *testing.T) {
	group := []*cell{{period: 1, callNs: 10_500}, {period: 1, callNs: 9_500}, {period: 1, callNs: 300}, {period: 32, callNs: 20_000}, {period: 1, callNs: 12_000}}
	setBatches(group)
	if group[0].calls != 2 || group[1].calls != 2 || group[4].calls != 2 {
		t.Errorf("alike, and in slices of %d, %d and %d calls", group[0].calls, group[1].calls, group[4].calls)
	}
	if group[2].calls != 34 || group[3].calls != 32 {
		t.Errorf("unlike, and in slices of %d and %d calls, want 34 and 32", group[2].calls, group[3].calls)
	}
	// a chain of cells, each a fifth slower than the one before, is cut where the last takes twice as long as the first
	var chain []*cell
	for ns := 100.0; ns < 1000; ns *= 1.2 {
		chain = append(chain, &cell{period: 1, callNs: ns})
	}
	for _, part := range alike(chain) {
		if part[len(part)-1].callNs > 2*part[0].callNs {
			t.Errorf("%v and %v ns in one part", part[0].callNs, part[len(part)-1].callNs)
		}
	}
}

func TestPlanDefaults(t *testing.T) {
	p, warnings := newPlan(&Request{Budget: time.Minute}, rowsOf(3, []int{16, 64, 256}, 100), time.Minute)
	if p.launches != DefaultLaunches || !slices.Equal(p.rounds, []float64{3, 3, 3}) || len(warnings) != 0 || len(p.groups) != 3 {
		t.Errorf("launches %d, rounds %v, %d groups, warnings %v", p.launches, p.rounds, len(p.groups), warnings)
	}
}

// TestPlanThins: the middle sizes go, the ends stay, and the user is told which went.
func TestPlanThins(t *testing.T) {
	sizes := []int{16, 64, 256, 1024, 8192, 16384}
	rows := rowsOf(15, sizes, 1e6) // 2 ms a sample
	p, warnings := newPlan(&Request{Budget: 2 * time.Second}, rows, 2*time.Second)
	left := p.sizes()
	if len(left)+len(warnings) != len(sizes) || len(left) == len(sizes) || len(left) < 1 {
		t.Fatalf("sizes left %v with %d warnings", left, len(warnings))
	}
	if left[len(left)-1] != 16384 {
		t.Errorf("the largest size went: %v", left)
	}
}

// TestPlanThinsWithTime: the rounds that --time leaves are those of the groups that are left.
func TestPlanThinsWithTime(t *testing.T) {
	rows := rowsOf(15, []int{16, 64, 256, 1024, 8192, 16384}, 1e6)
	p, warnings := newPlan(&Request{Budget: 2 * time.Second, Time: 10 * time.Millisecond}, rows, 2*time.Second)
	if len(warnings) == 0 || len(p.rounds) != len(p.groups) {
		t.Fatalf("%d rounds for %d groups", len(p.rounds), len(p.groups))
	}
	if got := p.roundsFor(0, time.Hour); len(got) != len(p.groups) {
		t.Errorf("rounds %v", got)
	}
}

// TestNoLaunchForNothing: as many launches as have a round, though more were asked for.
func TestNoLaunchForNothing(t *testing.T) {
	p, _ := newPlan(&Request{Budget: time.Hour, Time: 10 * time.Millisecond, Launches: 100}, rowsOf(2, []int{16}, 1e6), time.Hour)
	for l := range p.launches {
		if slices.Max(p.roundsFor(l, time.Hour)) == 0 {
			t.Errorf("launch %d of %d has no round", l, p.launches)
		}
	}
}

// A row whose only size goes is out, with the reason, and nothing else is.
func TestPlanThinsARow(t *testing.T) {
	rows := append(rowsOf(2, []int{8, 16, 24}, 1e6), rowsOf(1, []int{16}, 1e6)...)
	p, _ := newPlan(&Request{Budget: time.Second}, rows, margin+time.Millisecond)
	if len(p.rows) != 2 || rows[2].err == nil || rows[0].err != nil || rows[1].err != nil {
		t.Errorf("%d rows are left, %v, %v, %v", len(p.rows), rows[0].err, rows[1].err, rows[2].err)
	}
}

// Tables stand in the catalogue's order, whichever library comes first and whatever it lacks.
func TestGroupsInOrder(t *testing.T) {
	of := func(slug string, op catalog.Operation) *row {
		p, ok := catalog.Lookup(slug)
		if !ok {
			t.Fatal(slug)
		}
		r := rowsOf(1, []int{16, 64}, 100)[0]
		r.primitive, r.offer.Primitive, r.offer.Operation = p, slug, op
		return r
	}
	p := &plan{rows: []*row{
		of("sha256", catalog.Hash), of("rsa-2048", catalog.Verify), of("camellia-128-ecb", catalog.Encrypt),
		of("rsa-2048", catalog.Sign), of("md5", catalog.Hash),
	}}
	p.gather()
	var got []string
	for _, g := range p.groups {
		got = append(got, fmt.Sprint(g[0].row.offer.Primitive, " ", g[0].row.offer.Operation, " ", g[0].size))
	}
	want := []string{
		"md5 hash 16", "md5 hash 64", "sha256 hash 16", "sha256 hash 64", "camellia-128-ecb encrypt 16", "camellia-128-ecb encrypt 64",
		"rsa-2048 sign 16", "rsa-2048 sign 64", "rsa-2048 verify 16", "rsa-2048 verify 64",
	}
	if !slices.Equal(got, want) {
		t.Errorf("groups %q, want %q", got, want)
	}
}

// What has no size stays when sizes go, and counts with what a call of it costs.
func TestPlanThinsSizesOnly(t *testing.T) {
	rows := rowsOf(2, DefaultSizes, 1e6)
	signing := rowsOf(2, []int{noSize}, 1e7)
	p, warnings := newPlan(&Request{Budget: 2 * time.Second}, append(rows, signing...), 2*time.Second)
	if n := len(p.sizes()); n >= len(DefaultSizes) || len(warnings) != len(DefaultSizes)-n {
		t.Errorf("%d sizes are left, with %d warnings", n, len(warnings))
	}
	for _, r := range signing {
		if len(r.cells) != 1 {
			t.Errorf("%d cells that have no size are left, want 1", len(r.cells))
		}
	}
}

// TestPlanTime: three libraries that start in 10 ms each, and whose samples take some 350 µs.
func TestPlanTime(t *testing.T) {
	rows := rowsOf(3, []int{16}, 100)
	setBatches(rows[0].cells)
	sample := rows[0].cells[0].expected()
	// as many launches as start in the time that all samples take, 32 at least
	startable := func(samples int) int {
		return min(max(int(time.Duration(3*samples)*sample/planned(t)), DefaultLaunches), maxLaunches)
	}
	for _, test := range []struct {
		samples  int
		launches int // asked for
		want     int
		rounds   float64
	}{
		{960, 0, startable(960), 0},
		{4800, 0, startable(4800), 0},
		{1 << 20, 0, maxLaunches, 0},
		{960, 60, 60, 16},
		{60, 0, 32, 60. / 32},
		{20, 0, 20, 1}, // no launch without a round
		{1, 0, minLaunches, 1},
	} {
		p, _ := newPlan(&Request{Budget: time.Hour, Time: time.Duration(test.samples) * sample, Launches: test.launches}, rows, time.Hour)
		if p.launches != test.want || test.rounds > 0 && math.Abs(p.rounds[0]-test.rounds) > 1e-6 {
			t.Errorf("%d samples: %d launches of %v rounds, want %d of %v", test.samples, p.launches, p.rounds, test.want, test.rounds)
		}
	}
}

// TestPlanTimePlanted: where rounds are long because a cost is planted there are no more launches than hold one each, 32 in any case.
func TestPlanTimePlanted(t *testing.T) {
	plan := func(limit time.Duration, k int) *plan {
		r := &Request{Budget: time.Hour, Time: limit, Plant: func(library.Target, library.Cell) int { return k }}
		p, _ := newPlan(r, rowsOf(2, []int{16384}, 10_000), time.Hour)
		return p
	}
	// 400 calls of 10 µs, three times: 12 ms a sample; two of either side a round
	for limit, want := range map[time.Duration]int{100 * time.Millisecond: DefaultLaunches, 1200 * time.Millisecond: 49} {
		p := plan(limit, 400)
		if p.launches > want || p.launches < want-2 && want > DefaultLaunches || p.rounds[0] < 1 || p.rounds[0] > 1.1 {
			t.Errorf("%v: %d launches of %v rounds, want %d of 1", limit, p.launches, p.rounds, want)
		}
	}
	if p := plan(1200*time.Millisecond, 0); p.launches <= 49 {
		t.Errorf("nothing planted: %d launches", p.launches)
	}
}

// planned is what starting a launch of TestPlanTime's rows should take.
func planned(t *testing.T) time.Duration {
	t.Helper()
	p, _ := newPlan(&Request{Budget: time.Hour}, rowsOf(3, []int{16}, 100), time.Hour)
	return p.startup
}

// TestPlanTimeByGroup: cells whose samples are long get the same time as others, in fewer of the launches.
func TestPlanTimeByGroup(t *testing.T) {
	rows := append(rowsOf(1, []int{16}, 100), rowsOf(1, []int{1 << 20}, 1e7)...)
	p, _ := newPlan(&Request{Budget: time.Hour, Time: 500 * time.Millisecond, Launches: 40}, rows, time.Hour)
	var taken [2]time.Duration
	for l := range 40 {
		for g, n := range p.roundsFor(l, time.Hour) {
			taken[g] += time.Duration(n) * p.roundOf(g)
		}
	}
	for g, d := range taken {
		if d > 500*time.Millisecond || d < 470*time.Millisecond {
			t.Errorf("group %d: %v of %v rounds", g, d, p.rounds[g])
		}
	}
}

func TestRoundsFollowTheBudget(t *testing.T) {
	rows := rowsOf(1, []int{16}, 1e8) // two calls of 100 ms
	p, _ := newPlan(&Request{Budget: time.Hour, Launches: 10}, rows, time.Hour)
	p.startup = 100 * time.Millisecond
	round := p.roundOf(0)
	for _, test := range []struct {
		left time.Duration
		want int
	}{
		{10 * (p.startup + 3*round), 3},
		{10 * (p.startup + 2*round), 2},
		{10 * (p.startup + round/2), 1}, // less than its share: one round, and fewer launches in the end
		{p.startup + round, 1},
		{p.startup + round - time.Millisecond, 0},
	} {
		got := p.roundsFor(0, test.left+margin+time.Microsecond)
		if test.want == 0 && got != nil || test.want > 0 && (got == nil || got[0] != test.want) {
			t.Errorf("%v left: %v rounds, want %d", test.left, got, test.want)
		}
	}
	p.pace = 2 // the machine got busy
	if got := p.roundsFor(0, 10*(p.startup+4*round)+margin+time.Microsecond); got == nil || got[0] != 2 {
		t.Errorf("at half the pace: %v rounds", got)
	}
}

// TestSequence: two cells are measured ABBA or BAAB, each about half the time; three in each of their six orders.
func TestSequence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := &sampler{}
	name := map[*cell]byte{}
	count := func(n int) map[string]int {
		group := make([]*cell, n)
		for i := range group {
			group[i] = &cell{}
			name[group[i]] = "ABC"[i]
		}
		seen := map[string]int{}
		for range 6000 {
			seq := ""
			for _, c := range s.sequence(rng, group) {
				seq += string(name[c])
			}
			seen[seq]++
		}
		return seen
	}
	two := count(2)
	if len(two) != 2 || two["ABBA"]+two["BAAB"] != 6000 || two["ABBA"] < 2800 || two["BAAB"] < 2800 {
		t.Errorf("orders of two: %v", two)
	}
	three := count(3)
	for seq, n := range three {
		if len(three) != 6 || n < 850 || n > 1150 {
			t.Errorf("orders of three: %s %d times of 6000", seq, n)
		}
	}
}

// TestMajority: files of one library count once, and Go decides between two answers with as many.
func TestMajority(t *testing.T) {
	vote := func(lib, digest string) *cell {
		return &cell{digest: digest, row: &row{source: &source{opened: &worker.Opened{Name: lib}}}}
	}
	for name, test := range map[string]struct {
		cells []*cell
		want  string
	}{
		"all agree":      {[]*cell{vote("openssl", "a"), vote("go", "a")}, "a"},
		"two against":    {[]*cell{vote("openssl", "b"), vote("gcrypt", "a"), vote("nettle", "a")}, "a"},
		"versions count": {[]*cell{vote("openssl", "b"), vote("openssl", "b"), vote("openssl", "b"), vote("go", "a"), vote("gcrypt", "a")}, "a"},
		"go decides":     {[]*cell{vote("openssl", "b"), vote("go", "a")}, "a"},
		"go outvoted":    {[]*cell{vote("openssl", "b"), vote("gcrypt", "b"), vote("go", "a")}, "b"},
		"nobody decides": {[]*cell{vote("openssl", "b"), vote("gcrypt", "a")}, ""},
		"three ways":     {[]*cell{vote("openssl", "b"), vote("gcrypt", "a"), vote("nettle", "c")}, ""},
	} {
		for range 20 { // whatever the order of a map
			if got := majority(test.cells); got != test.want {
				t.Errorf("%s: got %q, want %q", name, got, test.want)
				break
			}
		}
	}
}
