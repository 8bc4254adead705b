package chain

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"cpb/internal/host/procfs"
)

// A synthetic reading: the times are exact, nothing is measured.
func TestRead(t *testing.T) {
	const hz = 2.5e9
	const addSteps, mulSteps = 20000, 7000
	cycles := func(n float64) time.Duration { return time.Duration(math.Round(n / hz * 1e9)) }
	for _, test := range []struct {
		name     string
		core     Core
		add, mul time.Duration
		agree    bool
		ratio    float64
		coreHz   float64
		doubt    string
	}{
		{"x86", Core{MulCycles: 3}, cycles(addSteps), cycles(3 * mulSteps), true, 3, hz, ""},
		{"Arm", Core{MulCycles: 2}, cycles(addSteps), cycles(2 * mulSteps), true, 2, hz, ""},
		{"just within", Core{MulCycles: 3}, cycles(addSteps), cycles(3 * 1.0095 * mulSteps), true, 3 * 1.0095, hz, ""},
		{"just within, below", Core{MulCycles: 3}, cycles(addSteps), cycles(3 * 0.9905 * mulSteps), true, 3 * 0.9905, hz, ""},
		{"just outside", Core{MulCycles: 3}, cycles(addSteps), cycles(3 * 1.0105 * mulSteps), false, 3 * 1.0105, hz, "3.03"},
		{"just outside, below", Core{MulCycles: 3}, cycles(addSteps), cycles(3 * 0.9895 * mulSteps), false, 3 * 0.9895, hz, "2.96"},
		{"another latency", Core{MulCycles: 3}, cycles(addSteps), cycles(4 * mulSteps), false, 4, hz, "4.000 times"},
		{"not known", Core{}, cycles(addSteps), cycles(3 * mulSteps), false, 3, hz, "not known for this processor (3.00"},
		{"two additions a cycle", Core{MulCycles: 3}, cycles(addSteps / 2), cycles(3 * mulSteps), false, 6, 2 * hz, "6.000 times"},
		{"no clock", Core{MulCycles: 3}, 0, 0, false, 0, 0, "clock did not move"},
		{"clock went back", Core{MulCycles: 3}, -5, 10, false, 0, 0, "clock did not move"},
	} {
		r := test.core.read(test.add, test.mul, addSteps, mulSteps)
		if r.Agree != test.agree || math.Abs(r.Ratio-test.ratio) > 1e-3 || math.Abs(r.CoreHz-test.coreHz) > 0.01*test.coreHz {
			t.Errorf("%s: %+v, want agree %v, ratio %g, %g Hz", test.name, r, test.agree, test.ratio, test.coreHz)
		}
		if r.MulCycles != test.core.MulCycles {
			t.Errorf("%s: latency %d, want %d", test.name, r.MulCycles, test.core.MulCycles)
		}
		if supported && (!strings.Contains(r.Doubt(), test.doubt) || (r.Doubt() == "") != test.agree) {
			t.Errorf("%s: doubt %q, want %q in it", test.name, r.Doubt(), test.doubt)
		}
	}
}

// Cycles by arithmetic: so many steps of a known latency, in the time of a piece.
func TestPerCycle(t *testing.T) {
	for _, test := range []struct {
		name               string
		add, all           time.Duration
		addSteps, allSteps int
		want               float64
	}{
		{"six a cycle", 6667, 3704, 20000, 66667, 6},        // 20000 cycles in 6.667 µs; 66667 additions in 11111 of them
		{"a sibling has half", 6667, 7407, 20000, 66667, 3}, // 22222
		{"a slower clock", 13333, 7407, 20000, 66667, 6},    // 1.5 GHz
		{"one unit", 5000, 20000, 20000, 80000, 1},          // independent or not
		{"no clock", 0, 3704, 20000, 66667, 0},              //
		{"clock went back", 6667, -1, 20000, 66667, 0},      //
		{"neither", -1, -1, 20000, 66667, 0},                //
	} {
		if got := perCycle(test.add, test.all, test.addSteps, test.allSteps); math.Abs(got-test.want) > 0.01*test.want {
			t.Errorf("%s: %g additions a cycle, want %g", test.name, got, test.want)
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
	if (r.AddsPerCycle > 0) != (r.CoreHz > 0) {
		t.Errorf("%+v: both are known, or neither", r)
	}
	if (r.Doubt() == "") != r.Agree {
		t.Errorf("agree %v, doubt %q", r.Agree, r.Doubt())
	}
}

func TestMIDR(t *testing.T) {
	for text, want := range map[string]Core{
		"0x00000000413fd0c1\n": {"Neoverse-N1", 4},
		"0x00000000414fd4f1":   {"Neoverse-V2", 2},
		"0x00000000610f0231":   {"Firestorm", 3},
		"0x00000000410fd083":   {"implementer 0x41 part 0xd08", 0},
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
