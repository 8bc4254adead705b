package chain

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"cpb/internal/host/procfs"
)

// Readings of pieces of given times: nothing is measured. Cycles are steps × latency, whatever the clock.
func TestRead(t *testing.T) {
	const hz = 2.5e9
	n := steps{add: 20000, mul: 7000, all: 64000}
	cycles := func(n float64) time.Duration { return time.Duration(math.Round(n / hz * 1e9)) }
	x86, arm, unknown := Core{MulCycles: 3}, Core{MulCycles: 2}, Core{}
	six := cycles(64000 / 6.)
	for _, test := range []struct {
		name   string
		core   Core
		t      times
		agree  bool
		ratio  float64
		coreHz float64
		adds   float64
		doubt  string
	}{
		{"x86", x86, times{cycles(20000), cycles(3 * 7000), six}, true, 3, hz, 6, ""},
		{"Arm", arm, times{cycles(20000), cycles(2 * 7000), six}, true, 2, hz, 6, ""},
		{"by hand", x86, times{8000, 8400, 4267}, true, 3, hz, 6, ""}, // 20000 × 1, 7000 × 3 and 64000 ÷ 6 cycles of 0.4 ns
		{"just within", x86, times{cycles(20000), cycles(3 * 1.0095 * 7000), six}, true, 3 * 1.0095, hz, 6, ""},
		{"just within, below", x86, times{cycles(20000), cycles(3 * 0.9905 * 7000), six}, true, 3 * 0.9905, hz, 6, ""},
		{"just outside", x86, times{cycles(20000), cycles(3 * 1.0105 * 7000), six}, false, 3 * 1.0105, hz, 6, "3.03"},
		{"just outside, below", x86, times{cycles(20000 * 1.0106), cycles(3 * 7000), six}, false, 3 / 1.0106, hz, 6, "2.96"},

		// a busy hardware thread beside this one
		{"half of the units", x86, times{cycles(20000), cycles(3 * 7000), cycles(64000 / 3.)}, true, 3, hz, 3, ""},
		{"additions in its way too", x86, times{cycles(1.03 * 20000), cycles(3 * 7000), cycles(64000 / 4.)}, false, 3 / 1.03, hz, 4, "2.913 times"},

		// the clock was another one while additions ran: it is known for neither, and said not to be
		{"slower, then faster", x86, times{cycles(20000 / 0.95), cycles(3 * 7000), six}, false, 3 * 0.95, hz, 6, "frequency moved"},
		{"faster, then slower", x86, times{cycles(20000), cycles(3 * 7000 / 0.95), six}, false, 3 / 0.95, hz, 6, "frequency moved"},

		{"another latency", x86, times{cycles(20000), cycles(4 * 7000), six}, false, 4, hz, 6, "4.000 times"},
		{"a shorter latency", x86, times{cycles(20000), cycles(2 * 7000), six}, false, 2, hz, 6, "2.000 times"},
		{"not known", unknown, times{cycles(20000), cycles(3 * 7000), six}, false, 3, hz, 6, "not known for this processor (3.00"},
		{"two additions a cycle", x86, times{cycles(10000), cycles(3 * 7000), six}, false, 6, 2 * hz, 3, "6.000 times"},
		{"one unit", x86, times{cycles(20000), cycles(3 * 7000), cycles(64000)}, true, 3, hz, 1, ""},
		{"chains both ten times too long", x86, times{cycles(10 * 20000), cycles(10 * 3 * 7000), six}, false, 3, hz / 10, 0, "were disturbed"},
		{"no clock", x86, times{}, false, 0, 0, 0, "clock did not move"},
		{"clock went back", x86, times{-5, 10, 10}, false, 0, 0, 0, "clock did not move"},
		{"in between", x86, times{cycles(20000), cycles(3 * 7000), 0}, false, 0, 0, 0, "clock did not move"},
	} {
		r := test.core.read(test.t, n)
		off := func(got, want float64) bool { return math.Abs(got-want) > 0.01*want }
		if r.Agree != test.agree || math.Abs(r.Ratio-test.ratio) > 1e-3 || off(r.CoreHz, test.coreHz) || off(r.AddsPerCycle, test.adds) {
			t.Errorf("%s: %+v, want agree %v, ratio %g, %g Hz, %g additions a cycle", test.name, r, test.agree, test.ratio, test.coreHz, test.adds)
		}
		if r.MulCycles != test.core.MulCycles {
			t.Errorf("%s: latency %d, want %d", test.name, r.MulCycles, test.core.MulCycles)
		}
		if supported && (!strings.Contains(r.Doubt(), test.doubt) || (r.Doubt() == "") != test.agree) {
			t.Errorf("%s: doubt %q, want %q in it", test.name, r.Doubt(), test.doubt)
		}
	}
}

func TestSiblingBusy(t *testing.T) {
	for _, test := range []struct {
		adds, best, width float64
		want              bool
	}{
		{5.31, 5.33, 5.3, false},
		{5.28, 5.43, 5.3, false}, // as far apart as undisturbed readings are
		{4.9, 5.33, 5.3, true},   // 8 % below
		{2.7, 5.33, 0, true},     // half
		{4.4, 4.45, 5.3, true},   // busy throughout: known by the width alone
		{4.4, 4.45, 0, false},    // and not, where that is not known
		{3.7, 3.75, 3.98, false}, // 7 % below a table's width
		{6.3, 6.3, 5.3, false},   // a core that is better than the table says
	} {
		if got := SiblingBusy(test.adds, test.best, test.width); got != test.want {
			t.Errorf("%g of %g at best, width %g: %v", test.adds, test.best, test.width, got)
		}
	}
}

// Here nothing is said of times: on a loaded machine they may be anything.
func TestMeasure(t *testing.T) {
	r := Identify(0).Measure()
	t.Logf("%+v %s", r, r.Doubt())
	if !Supported && r != (Reading{}) {
		t.Errorf("a reading without a chain: %+v", r)
	}
	if r.AddsPerCycle < 0 || r.AddsPerCycle > 0 && r.CoreHz == 0 {
		t.Errorf("%+v", r)
	}
	if (r.Doubt() == "") != r.Agree {
		t.Errorf("agree %v, doubt %q", r.Agree, r.Doubt())
	}
}

func TestMIDR(t *testing.T) {
	for text, want := range map[string]Core{
		"0x00000000413fd0c1\n": {Name: "Neoverse-N1", MulCycles: 4},
		"0x00000000414fd4f1":   {Name: "Neoverse-V2", MulCycles: 2},
		"0x00000000610f0231":   {Name: "Firestorm", MulCycles: 3},
		"0x00000000410fd083":   {Name: "implementer 0x41 part 0xd08", MulCycles: 0},
	} {
		m, ok := parseMIDR(text)
		if got := m.core(); !ok || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "x", "0x", "0x0", "-1", "0x1413fd0c1", "0xffffffffffffffffff"} {
		if m, ok := parseMIDR(text); ok {
			t.Errorf("%q: %+v", text, m)
		}
	}
	board := procfs.CPUInfo([]byte("processor : 0\nCPU implementer : 0x41\nCPU part : 0xd03\n\nprocessor : 4\nCPU implementer : 0x41\nCPU part : 0xd0c\n"))
	if m, ok := midrOf(board, 4); !ok || m != (midr{0x41, 0xd0c}) {
		t.Errorf("processor 4: %+v, %v", m, ok)
	}
	if m, ok := midrOf(board, 7); ok {
		t.Errorf("processor 7, which is not there: %+v", m)
	}
	for _, fields := range []string{"model name : x", "CPU implementer : 0x41", "CPU implementer : 0x141\nCPU part : 0xd0c", "CPU implementer : 0x41\nCPU part : 0xd0c1"} {
		if m, ok := midrOf(procfs.CPUInfo([]byte("processor : 0\n"+fields+"\n")), 0); ok {
			t.Errorf("%q: %+v", fields, m)
		}
	}
}

func TestCores(t *testing.T) {
	for m, c := range cores {
		if c.Name == "" || c.MulCycles < 2 || c.MulCycles > 6 {
			t.Errorf("%+v: %+v", m, c)
		}
		if got, ok := parseMIDR(fmt.Sprintf("%#x", uint64(m.implementer)<<24|0xf<<16|uint64(m.part)<<4)); !ok || got != m {
			t.Errorf("%+v is read as %+v", m, got)
		}
	}
}

func TestScaleFor(t *testing.T) {
	for hz, want := range map[float64]int{1e9: 1, 100e6: 1, 54e6: 2, 25e6: 4, 24e6: 4, 1e6: 4, 0: 4, -1: 4, math.Inf(1): 1} {
		if got := scaleFor(hz); got != want {
			t.Errorf("scaleFor(%g) = %d, want %d", hz, got, want)
		}
	}
	if got := scaleFor(math.NaN()); got != 4 {
		t.Errorf("scaleFor(NaN) = %d, want 4", got)
	}
}

func FuzzMIDR(f *testing.F) {
	for _, text := range []string{"0x00000000413fd0c1\n", "0x0", "", "0x", "processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\n", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, ok := parseMIDR(text)
		if c := m.core(); ok && c.Name == "" {
			t.Errorf("%+v has no name", m)
		}
		midrOf(procfs.CPUInfo([]byte(text)), 0)
	})
}

// BenchmarkMeasure is the cost of a reading: what it adds to a sample.
func BenchmarkMeasure(b *testing.B) {
	core := Identify(0)
	for b.Loop() {
		core.Measure()
	}
}
