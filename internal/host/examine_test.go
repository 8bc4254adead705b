package host

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"cpb/internal/host/chain"
	"cpb/internal/root"
	"cpb/result"
)

// checkPoint fails where a point is not said in parts of sentences, or says what to do though nothing is seen or wrong.
func checkPoint(t *testing.T, p result.Point) {
	t.Helper()
	for _, text := range []string{p.What, p.Means} {
		if text == "" || strings.HasSuffix(text, ".") || strings.ContainsAny(text, "\n\x00") {
			t.Errorf("%s: %q is no line without a full stop", p.Kind, text)
		}
	}
	if good := p.State == result.OK || p.State == result.Unknown; good && p.Do != "" {
		t.Errorf("%s is %s, and there is something to do: %s", p.Kind, p.State, p.Do)
	}
	if p.State == result.Bad && p.Do == "" {
		t.Errorf("%s is bad, and there is nothing to do", p.Kind)
	}
}

func TestPoints(t *testing.T) {
	refused := fs.ErrPermission
	for _, test := range []struct {
		m    machine
		s    sight
		want string // states in the order of points
	}{
		{fixture(t, "guest"), sight{cpu: 1, usable: 2, hypervisor: "?", counters: fs.ErrNotExist}, "note note unknown unknown unknown bad bad ok ok"},
		{fixture(t, "guest"), sight{cpu: 0, usable: 1, realTime: refused}, "note ok unknown unknown unknown bad unknown note note"},
		{fixture(t, "desktop"), sight{cpu: 1, usable: 2}, "ok ok bad note note ok ok ok ok"},
		{fixture(t, "quiet"), sight{cpu: 1, usable: 2}, "ok ok ok ok ok ok ok ok ok"},
		{fixture(t, "quiet"), sight{cpu: 1, usable: 1, realTime: refused}, "ok ok ok ok ok bad ok note note"},
		{fixture(t, "quiet"), sight{cpu: 1, usable: 2, realTime: refused}, "ok ok ok ok ok ok ok note ok"},
		{nowhere, sight{usable: 2, pin: errors.ErrUnsupported, realTime: errors.ErrUnsupported}, "unknown ok unknown unknown unknown unknown unknown bad ok"},
	} {
		var states []string
		for _, p := range test.m.points(test.s) {
			states = append(states, string(p.State))
			checkPoint(t, p)
		}
		if got := strings.Join(states, " "); got != test.want {
			t.Errorf("%+v: %s, want %s", test.s, got, test.want)
		}
	}
}

func TestClockPoint(t *testing.T) {
	readings := func(n int, r chain.Reading) []chain.Reading { return slices.Repeat([]chain.Reading{r}, n) }
	sure := chain.Reading{CoreHz: 3e9, Ratio: 3, MulCycles: 3, Agree: true}
	slow := chain.Reading{CoreHz: 2.9e9, Ratio: 3, MulCycles: 3, Agree: true}
	off := chain.Reading{CoreHz: 2.5e9, Ratio: 2.5, MulCycles: 3}
	strange := chain.Reading{CoreHz: 3e9, Ratio: 4}
	for _, test := range []struct {
		name     string
		readings []chain.Reading
		tscHz    float64
		state    result.State
		coreHz   float64
		what     string
	}{
		{"steady", readings(60, sure), 2.1e9, result.OK, 3e9, "3.000 GHz by latency chains that agree in 60 of 60 readings; the time-stamp counter ticks at 2.100 GHz (told)"},
		{"mostly", append(readings(40, sure), readings(20, off)...), 0, result.OK, 3e9, "agree in 40 of 60 readings; no time-stamp counter"},
		{"moves", append(readings(30, sure), readings(31, slow)...), 2.1e9, result.Note, 2.9e9, "between 2.900 and 3.000 GHz"},
		{"disagree", append(readings(30, sure), readings(30, off)...), 2.1e9, result.Bad, 0, "disagree in 30 of 60 readings"},
		{"latency not known", readings(60, strange), 2.1e9, result.Note, 0, ""},
		{"no chain", nil, 0, result.Unknown, 0, "no time-stamp counter"},
	} {
		p, hz := clockPoint(test.readings, test.tscHz, "told")
		if p.State != test.state || hz != test.coreHz || !strings.Contains(p.What, test.what) {
			t.Errorf("%s: %g Hz, %+v", test.name, hz, p)
		}
		if chain.Supported || len(test.readings) == 0 {
			checkPoint(t, p)
		}
	}
}

func TestInterruptionsPoint(t *testing.T) {
	fifo, other := sight{cpu: 1, usable: 2}, sight{cpu: 1, usable: 2, realTime: fs.ErrPermission}
	gaps := func(perSecond, lost float64) Gaps {
		return Gaps{300 * time.Millisecond, time.Microsecond, perSecond, lost, 27100 * time.Nanosecond, 1200 * time.Microsecond}
	}
	for _, test := range []struct {
		name    string
		gaps    Gaps
		s       sight
		virtual bool
		state   result.State
		what    string
		do      string
	}{
		{"none", gaps(0, 0), fifo, true, result.OK, "in 300 ms of reading the clock on processor 1, with SCHED_FIFO: no gap of 1 µs or longer", ""},
		{"few", gaps(250, 0.004), fifo, false, result.OK, "250 gaps a second of 1 µs or longer take 0.4 % of the time; the median is 27.1 µs, the longest 1.2 ms; the kernel counted 4 involuntary switches", ""},
		{"some", gaps(250, 0.005), fifo, false, result.Note, "0.5 %", "isolcpus"},
		{"a guest's", gaps(1800, 0.056), fifo, true, result.Bad, "1800 gaps a second", "not shared"},
		{"a busy user's", gaps(1800, 0.056), other, false, result.Bad, "with ordinary scheduling", "real-time"},
		{"many short ones", gaps(50000, 0.004), fifo, false, result.Bad, "50000 gaps a second", "isolcpus"},
		{"no clock", Gaps{}, fifo, false, result.Unknown, "did not move", ""},
	} {
		p := interruptionsPoint(test.gaps, test.s, test.virtual, 4)
		if p.State != test.state || !strings.Contains(p.What, test.what) || !strings.Contains(p.Do, test.do) {
			t.Errorf("%s: %+v", test.name, p)
		}
		checkPoint(t, p)
	}
}

func TestCPUPoint(t *testing.T) {
	for _, test := range []struct {
		name     string
		features []string
		state    result.State
		what     string
	}{
		{"AMD EPYC", []string{"aes", "sha_ni"}, result.OK, "AMD EPYC, with aes sha_ni"},
		{"Neoverse-N1", []string{"asimd", "aes", "sha2"}, result.OK, "Neoverse-N1, with asimd aes sha2"},
		{"i7-6700", []string{"aes", "avx2"}, result.OK, "i7-6700, with aes avx2; no instructions for SHA-256"},
		{"Cortex-A72", []string{"asimd"}, result.OK, "Cortex-A72, with asimd; no instructions for AES and SHA-256"},
		{"", nil, result.Unknown, "a processor without a name, and no instructions for cryptography are seen"},
	} {
		p := cpuPoint(test.name, test.features)
		if p.State != test.state || p.What != test.what {
			t.Errorf("%+v", p)
		}
		checkPoint(t, p)
	}
}

func TestLibCPoint(t *testing.T) {
	p := libcPoint("/lib/libc.so.6", root.Version{Major: 2, Minor: 36}, nil)
	if p.State != result.OK || p.What != "glibc 2.36 (/lib/libc.so.6)" {
		t.Errorf("%+v", p)
	}
	checkPoint(t, p)
	checkPoint(t, libcPoint("", root.Version{}, errors.New("this machine has no GNU C library")))
}

func TestExamine(t *testing.T) {
	d, err := Examine(t.Context(), -1)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, p := range d.Points {
		checkPoint(t, p)
		if kinds[p.Kind] {
			t.Errorf("%s: twice", p.Kind)
		}
		kinds[p.Kind] = true
	}
	if len(kinds) != 14 || d.Host.Cores < 1 {
		t.Errorf("%d points, host %+v", len(kinds), d.Host)
	}
	if text, err := json.Marshal(d); err != nil || !strings.HasPrefix(string(text), `{"schema":"cpb/1","host":{"`) {
		t.Errorf("%.80s, %v", text, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if d, err := Examine(ctx, -1); err == nil {
		t.Errorf("after the end of its context: %+v", d)
	}
}
