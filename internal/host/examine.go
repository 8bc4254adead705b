package host

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"cpb/internal/host/chain"
	"cpb/internal/host/ticks"
	"cpb/internal/root"
	"cpb/result"
)

// Examine says what this machine is and what that means for numbers measured on processor cpu; below 0, on the one that ChooseCPU
// picks. Beside what Warnings looks at it measures, in about half a second: the core clock, whether the other hardware thread of the core is busy, and
// how often and for how long the processor is interrupted, on a thread that is pinned and scheduled as a run's. It fails only where ctx ends.
func Examine(ctx context.Context, cpu int) (*result.Diagnosis, error) {
	if cpu < 0 {
		cpu = ChooseCPU()
	}
	m := here()
	s := look(cpu)
	seen := m.points(s) // before there is a load of our own
	tscHz, by := ticks.Hz()
	var gaps Gaps
	var readings []chain.Reading
	var switched int64
	onThread(func() {
		_ = Pin(cpu) // s says whether that can be done
		if s.fifo() {
			_ = RealTime(runPriority)
		}
		before, _ := Switches()
		gaps, readings = watch(ctx, chain.Identify(cpu))
		after, _ := Switches()
		switched = after - before
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	d := &result.Diagnosis{Schema: result.Schema, Host: m.describe(cpu, seen)}
	d.Host.TSCHz = tscHz
	clock, coreHz := clockPoint(readings, tscHz, by)
	d.Host.CoreHz = coreHz
	d.Points = append(d.Points, interruptionsPoint(gaps, s, d.Host.Virtual != "", switched), clock, siblingPoint(readings, d.Host.Virtual != ""))
	d.Points = append(d.Points, seen...)
	d.Points = append(d.Points, cpuPoint(d.Host.CPU, d.Host.Features), libcPoint(root.MachineLibC()))
	return d, nil
}

// cpuPoint lists the instructions that were found, and says which of the two that matter most are missing.
func cpuPoint(name string, features []string) result.Point {
	p := result.Point{Kind: result.PointCPU, State: result.OK}
	if name == "" {
		name = "a processor without a name"
		p.State = result.Unknown
	}
	p.Means = "libraries choose their code by these: on a processor with others, ratios may differ too"
	if len(features) == 0 {
		p.What = name + ", and no instructions for cryptography are seen"
		p.Means = "libraries use their plain code"
		return p
	}
	p.What = name + ", with " + strings.Join(features, " ")
	var without []string
	if !slices.Contains(features, "aes") {
		without = append(without, "AES")
	}
	if !slices.ContainsFunc(features, func(f string) bool { return f == "sha_ni" || f == "sha2" }) {
		without = append(without, "SHA-256")
	}
	if len(without) > 0 {
		p.What += "; no instructions for " + strings.Join(without, " and ")
	}
	return p
}

// clockPoint says whether core cycles are known here. coreHz is 0 where they are not. As in a run, more than half of the readings
// have to agree, and a clock that moves by over 2 % is told.
func clockPoint(readings []chain.Reading, tscHz float64, tscBy string) (p result.Point, coreHz float64) {
	const steady = 0.02
	tsc := "; no time-stamp counter is seen"
	if tscHz > 0 {
		tsc = fmt.Sprintf("; the time-stamp counter ticks at %.3f GHz (%s)", tscHz/1e9, tscBy)
	}
	p = result.Point{Kind: result.PointClock}
	var agree []float64
	doubt := chain.Reading{}.Doubt()
	known := false
	for _, r := range readings {
		if r.Agree {
			agree = append(agree, r.CoreHz)
		} else {
			doubt, known = r.Doubt(), known || r.MulCycles > 0
		}
	}
	if 2*len(agree) <= len(readings) {
		p.State = result.Note
		p.What = doubt + tsc
		p.Means = "cycles that are not counted by hardware are estimates"
		switch {
		case len(readings) == 0:
			p.State = result.Unknown
			p.Means = "without hardware counters there are no cycles"
		case known:
			p.State = result.Bad
			p.What = fmt.Sprintf("the latency chains disagree in %d of %d readings (the last: %s)", len(readings)-len(agree), len(readings), doubt) + tsc
			p.Do = "look again when the machine is quieter"
		}
		return p, 0
	}
	slices.Sort(agree)
	at := func(part float64) float64 { return agree[int(math.Round(part*float64(len(agree)-1)))] }
	coreHz = at(0.5)
	low, high := at(0.05), at(0.95)
	p.State = result.OK
	p.What = fmt.Sprintf("the core runs at %.3f GHz by latency chains that agree in %d of %d readings", coreHz/1e9, len(agree), len(readings)) + tsc
	p.Means = "cycles are core cycles"
	if high-low > steady*coreHz {
		p.State = result.Note
		p.What = fmt.Sprintf("the core clock moves between %.3f and %.3f GHz within half a second, by latency chains that agree in %d of %d readings",
			low/1e9, high/1e9, len(agree), len(readings)) + tsc
		p.Means = "times move with it; cycles, and ratios measured side by side, do not"
		p.Do = "hold the clock still: the performance governor, and turbo off"
	}
	return p, coreHz
}

// interruptionsPoint: switched is how often the kernel says that it took the thread off the processor meanwhile.
func interruptionsPoint(g Gaps, s sight, virtual bool, switched int64) result.Point {
	const little, much = 0.005, 0.02
	p := result.Point{Kind: result.PointInterruptions}
	if g.Watched <= 0 {
		p.State = result.Unknown
		p.What = "the clock did not move"
		p.Means = "nothing can be timed"
		return p
	}
	scheduling := "ordinary scheduling"
	if s.fifo() {
		scheduling = "SCHED_FIFO"
	}
	watched := fmt.Sprintf("in %d ms of reading the clock on processor %d, with %s: ", g.Watched.Round(time.Millisecond).Milliseconds(), s.cpu, scheduling)
	lost := fmt.Sprintf("%.2g %%", 100*g.LostShare)
	p.State = result.OK
	p.What = watched + "no gap of " + short(g.Least) + " or longer"
	p.Means = "a time that is taken here is the program's own"
	if g.PerSecond == 0 {
		return p
	}
	p.What = watched + fmt.Sprintf("%.0f gaps a second of %s or longer take %s of the time; the median is %s, the longest %s; the kernel counted %d involuntary switches",
		g.PerSecond, short(g.Least), lost, short(g.Median), short(g.Longest), switched)
	p.Means = "they are too little to matter"
	if g.LostShare >= little {
		p.State = result.Note
		if g.LostShare >= much {
			p.State = result.Bad
		}
		p.Means = fmt.Sprintf("a tool that divides calls by seconds tells %s less than the processor does; slices of 10 µs mostly fall between the gaps, and are what counts", lost)
	}
	if g.PerSecond*10e-6 >= 0.5 {
		p.State = result.Bad
		p.Means = "most slices of 10 µs hold a gap, so that times are too long by what it takes"
	}
	switch {
	case p.State == result.OK:
	case switched > 0 && !s.fifo():
		p.Do = "keep other programs off this processor"
		if s.usable > 1 {
			p.Do += ", or allow real-time scheduling (see scheduling)"
		}
	case virtual:
		p.Do = notShared
	default:
		p.Do = "boot with isolcpus and nohz_full for this processor, and move interrupts to others (/proc/irq/*/smp_affinity_list)"
	}
	return p
}

// short is a time below a second in three digits: "27.1 µs", "1.2 ms".
func short(d time.Duration) string {
	if us := float64(d) / 1e3; us < 999.5 {
		return fmt.Sprintf("%.3g µs", us)
	}
	return fmt.Sprintf("%.3g ms", float64(d)/1e6)
}

func libcPoint(path string, v root.Version, err error) result.Point {
	if err != nil {
		return result.Point{
			Kind: result.PointLibC, State: result.Unknown,
			What:  err.Error(),
			Means: "a library that needs one does not load, nor does one of another distribution",
		}
	}
	return result.Point{
		Kind: result.PointLibC, State: result.OK,
		What:  fmt.Sprintf("%v (%s)", v, path),
		Means: "libraries of distributions with a newer one run under that one's loader",
	}
}
