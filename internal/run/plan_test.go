package run

import (
	"fmt"
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
		{1e6, 32, 1, 32, 1}, // RSA renews its blinding every 32nd call
		{1000, 32, 101, 32, 6},
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
	if p.launches != DefaultLaunches || p.rounds != defaultRounds || len(warnings) != 0 || len(p.groups) != 3 {
		t.Errorf("launches %d, rounds %d, %d groups, warnings %v", p.launches, p.rounds, len(p.groups), warnings)
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

func TestPlanTime(t *testing.T) {
	rows := rowsOf(3, []int{16}, 100)
	setBatches(rows[0].cells)
	sample := rows[0].cells[0].expected()
	p, _ := newPlan(&Request{Budget: time.Hour, Time: 960 * sample}, rows, time.Hour)
	if p.launches != maxLaunches || p.rounds != 3 {
		t.Errorf("960 samples: %d launches of %d rounds", p.launches, p.rounds)
	}
	p, _ = newPlan(&Request{Budget: time.Hour, Time: 960 * sample, Launches: 32}, rows, time.Hour)
	if p.launches != 32 || p.rounds != 30 {
		t.Errorf("960 samples in 32 launches: %d launches of %d rounds", p.launches, p.rounds)
	}
	p, _ = newPlan(&Request{Budget: time.Hour, Time: sample}, rows, time.Hour)
	if p.launches != minLaunches || p.rounds != 1 {
		t.Errorf("one sample: %d launches of %d rounds", p.launches, p.rounds)
	}
}

func TestRoundsFollowTheBudget(t *testing.T) {
	p := &plan{startup: 100 * time.Millisecond, round: 100 * time.Millisecond, rounds: 3}
	for _, test := range []struct {
		left time.Duration
		want int
	}{
		{10*400*time.Millisecond + margin, 3},
		{10*300*time.Millisecond + margin, 2},
		{10*150*time.Millisecond + margin, 1}, // less than its share: one round, and fewer launches in the end
		{200*time.Millisecond + margin, 1},
		{199*time.Millisecond + margin, 0},
	} {
		if got := p.roundsFor(10, test.left); got != test.want {
			t.Errorf("%v left: %d rounds, want %d", test.left, got, test.want)
		}
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
