package cost_test

import (
	"math"
	"testing"

	"cpb/catalog"
	"cpb/internal/cost"
	"cpb/result"
)

var (
	sha256  = catalog.Model{Kind: catalog.Blocks, BlockBytes: 64, PadBytes: 9}
	perByte = catalog.Model{Kind: catalog.Bytes}
)

// at is a result of so many ns at a size.
func at(size int, ns float64) *result.Result {
	return &result.Result{Primitive: "sha256", SizeBytes: &size, NsPerCall: ns}
}

// launched is a result with these launches, whose middle is its time.
func launched(size int, ns ...float64) *result.Result {
	r := at(size, ns[len(ns)/2])
	r.LaunchNs = ns
	return r
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestFitExact: 100 + 50 per block. Sizes 16, 64, 256 and 1024 are 1, 2, 5 and 17 blocks.
func TestFitExact(t *testing.T) {
	c := cost.Fit(sha256, []*result.Result{at(16, 150), at(64, 200), at(256, 350), at(1024, 950)})
	if c == nil {
		t.Fatal("no fit")
	}
	near(t, "fixed", c.FixedNs, 100, 1e-9)
	near(t, "block", c.BlockNs, 50, 1e-9)
	near(t, "slope", c.SlopeNs, 50, 1e-9)
	near(t, "low", c.FixedLowNs, 100, 1e-6)
	near(t, "high", c.BlockHighNs, 50, 1e-6)
	if c.BlockBytes != 64 || c.Misfit || c.Interval != result.IntervalResiduals {
		t.Errorf("got %+v", c)
	}
}

func TestFitPerByte(t *testing.T) {
	c := cost.Fit(perByte, []*result.Result{at(0, 10), at(100, 60), at(1000, 510)})
	if c == nil {
		t.Fatal("no fit")
	}
	near(t, "fixed", c.FixedNs, 10, 1e-9)
	near(t, "byte", c.BlockNs, 0.5, 1e-12)
	if c.BlockBytes != 1 {
		t.Errorf("%d bytes a unit", c.BlockBytes)
	}
}

// TestFitBelowZero: the line through 1 block in 50 ns and 2 in 110 crosses zero blocks at −10.
func TestFitBelowZero(t *testing.T) {
	c := cost.Fit(sha256, []*result.Result{at(16, 50), at(64, 110)})
	if c == nil {
		t.Fatal("no fit")
	}
	near(t, "fixed", c.FixedNs, -10, 1e-9)
	if c.Interval != "" || c.FixedLowNs != 0 || c.BlockHighNs != 0 {
		t.Errorf("two sizes gave an interval: %+v", c)
	}
}

func TestNoFit(t *testing.T) {
	unsized := &result.Result{Primitive: "sha256", NsPerCall: 100}
	size := 64
	timeless := &result.Result{Primitive: "sha256", SizeBytes: &size, CyclesPerByte: 2}
	for name, c := range map[string]*result.Cost{
		"no model":       cost.Fit(catalog.Model{Kind: catalog.None}, []*result.Result{at(1, 1), at(100, 2)}),
		"no kind":        cost.Fit(catalog.Model{}, []*result.Result{at(1, 1), at(100, 2)}),
		"nothing":        cost.Fit(sha256, nil),
		"one size":       cost.Fit(sha256, []*result.Result{at(16, 100)}),
		"one block":      cost.Fit(sha256, []*result.Result{at(16, 100), at(32, 101)}),
		"falling":        cost.Fit(sha256, []*result.Result{at(16, 100), at(64, 90)}),
		"level":          cost.Fit(sha256, []*result.Result{at(16, 100), at(64, 100)}),
		"size not told":  cost.Fit(sha256, []*result.Result{at(16, 100), unsized}),
		"time not told":  cost.Fit(sha256, []*result.Result{at(16, 100), timeless}),
		"no size at all": cost.Fit(perByte, []*result.Result{unsized, unsized}),
	} {
		if c != nil {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// TestLaunches: three launches whose costs by themselves are 90, 100, 110 and 48, 50, 52. Their means are 100 and 50; with
// s = 10 and 2 and t(0.975, 2) = 4.3027 the half-widths are 24.84 and 4.968.
func TestLaunches(t *testing.T) {
	c := cost.Fit(sha256, []*result.Result{
		launched(16, 138, 150, 162), launched(64, 186, 200, 214), launched(256, 330, 350, 370),
	})
	if c == nil {
		t.Fatal("no fit")
	}
	if c.Interval != result.IntervalLaunches {
		t.Errorf("interval of %q", c.Interval)
	}
	near(t, "fixed", c.FixedNs, 100, 1e-9)
	near(t, "fixed low", c.FixedLowNs, 100-24.84, 0.01)
	near(t, "fixed high", c.FixedHighNs, 100+24.84, 0.01)
	near(t, "block low", c.BlockLowNs, 50-4.968, 0.001)
	near(t, "block high", c.BlockHighNs, 50+4.968, 0.001)
}

// TestLaunchesHoldTheFit: where the times are of the quiet launches alone, the interval is widened to them.
func TestLaunchesHoldTheFit(t *testing.T) {
	rows := []*result.Result{launched(16, 150, 150, 150), launched(64, 200, 200, 200), launched(256, 350, 350, 350)}
	for i, ns := range []float64{130, 175, 310} { // 85 + 45 a block
		rows[i].NsPerCall = ns
	}
	c := cost.Fit(sha256, rows)
	near(t, "low", c.FixedLowNs, 85, 1e-9)
	near(t, "high", c.FixedHighNs, 100, 1e-9)
}

// TestLaunchesUneven: a launch that is missing at one size leaves open which belong together.
func TestLaunchesUneven(t *testing.T) {
	c := cost.Fit(sha256, []*result.Result{launched(16, 138, 150, 162), launched(64, 186, 200, 214), launched(256, 330, 350)})
	if c == nil || c.Interval != result.IntervalResiduals {
		t.Errorf("got %+v", c)
	}
}

// TestMisfit: 100 + 50 per block, but 20 % off at one size; its own interval may have room for that.
func TestMisfit(t *testing.T) {
	odd := at(64, 240)
	rows := []*result.Result{at(16, 150), odd, at(256, 350), at(1024, 950), at(8192, 6550)}
	c := cost.Fit(sha256, rows)
	if !c.Misfit || c.WorstSize != 64 || c.MaxResidual < 0.05 {
		t.Errorf("got %+v", c)
	}
	for _, r := range rows {
		r.LowNs, r.HighNs = 0.7*r.NsPerCall, 1.3*r.NsPerCall
	}
	if c := cost.Fit(sha256, rows); c.Misfit || c.WorstSize != 64 {
		t.Errorf("within its interval: %+v", c)
	}
}

// TestEndSlope: 8192 and 8200 bytes are both 129 blocks; the next smaller is 17. (6660 − 950) ÷ 112 = 50.98.
func TestEndSlope(t *testing.T) {
	c := cost.Fit(sha256, []*result.Result{at(8200, 6660), at(16, 150), at(1024, 950), at(8192, 6650)})
	near(t, "slope", c.SlopeNs, 5710.0/112, 1e-9)
}

func TestCycles(t *testing.T) {
	counted := func(kinds ...string) []*result.Result {
		rows := []*result.Result{at(16, 150), at(64, 200), at(256, 350)}
		for i, cycles := range []float64{300, 400, 700} { // 200 + 100 a block
			rows[i].CyclesPerByte, rows[i].Cycles = cycles/float64(*rows[i].SizeBytes), kinds[i%len(kinds)]
		}
		return rows
	}
	for _, c := range []struct {
		kinds   []string
		perByte float64
		clock   string
	}{
		{[]string{"core"}, 100.0 / 64, "core"},
		{[]string{"core", "estimated"}, 100.0 / 64, "estimated"},
		{[]string{"estimated", "core"}, 100.0 / 64, "estimated"},
		{[]string{"tsc"}, 100.0 / 64, "tsc"},
		{[]string{"core", "tsc"}, 0, ""},
		{[]string{"tsc", "core"}, 0, ""},
	} {
		got := cost.Fit(sha256, counted(c.kinds...))
		near(t, "cycles", got.CyclesPerByte, c.perByte, 1e-9)
		if got.Cycles != c.clock {
			t.Errorf("%v: cycles of %q", c.kinds, got.Cycles)
		}
	}
	perCall := counted("core")
	for _, r := range perCall {
		r.CyclesPerCall, r.CyclesPerByte = r.CyclesPerByte*float64(*r.SizeBytes), 0
	}
	near(t, "cycles of calls", cost.Fit(sha256, perCall).CyclesPerByte, 100.0/64, 1e-9)
}

// TestClock: 50 ns at 3.2 GHz are 160 cycles, 2.5 a byte of 64. What was counted stays.
func TestClock(t *testing.T) {
	c := cost.Fit(sha256, []*result.Result{at(16, 150), at(64, 200)})
	cost.Clock(c, 3.2e9)
	near(t, "by the clock", c.CyclesPerByte, 2.5, 1e-9)
	if c.Cycles != "estimated" {
		t.Errorf("cycles of %q", c.Cycles)
	}
	cost.Clock(c, 1e9)
	near(t, "stays", c.CyclesPerByte, 2.5, 1e-9)
}
