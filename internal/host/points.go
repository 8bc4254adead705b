package host

import (
	"fmt"
	"runtime"
	"strings"

	"cpb/internal/host/procfs"
	"cpb/result"
)

// runPriority is the real-time priority that a run asks for (worker.DriverPriority).
const runPriority = 2

// A sight is what is asked of the kernel, beside its files, for a measurement on a processor.
type sight struct {
	cpu        int
	usable     int    // how many processors this process may use
	hypervisor string // CPUID's
	counters   error  // why there is no Counter, nil where there is one
	pin        error  // why a thread cannot be kept on the processor
	realTime   error  // why it cannot have real-time scheduling
}

// fifo says whether a run here has real-time scheduling: not with one processor, where a library that loops could not be ended.
func (s sight) fifo() bool { return s.pin == nil && s.realTime == nil && s.usable > 1 }

func look(cpu int) sight {
	s := sight{cpu: cpu, usable: len(Usable()), hypervisor: cpuidHypervisor()}
	onThread(func() {
		s.pin = Pin(cpu)
		s.realTime = RealTime(runPriority)
		var c *Counter
		if c, s.counters = OpenCounter(); s.counters == nil {
			s.counters = c.Close()
		}
	})
	return s
}

// onThread runs f on a thread that ends with it, whatever f did to it.
func onThread(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		f()
	}()
	<-done
}

// points are those that a look tells, those that matter most first.
func (m machine) points(s sight) []result.Point {
	virtual := joinNames(m.hypervisors(s.hypervisor))
	return []result.Point{
		m.virtualPoint(virtual),
		countersPoint(s.counters),
		m.governorPoint(s.cpu),
		m.turboPoint(),
		m.smtPoint(s.cpu, virtual != ""),
		m.loadPoint(s.usable),
		m.stealPoint(s.cpu, virtual != ""),
		schedulingPoint(s),
		processorsPoint(s.usable),
	}
}

func (m machine) virtualPoint(names string) result.Point {
	p := result.Point{Kind: result.PointVirtual}
	switch {
	case names != "":
		p.State = result.Note
		p.What = "a virtual machine (" + names + ")"
		p.Means = "others share its processors and caches, unseen"
		p.Do = "compare only what one run measured side by side, and do not publish its absolute figures as the processor's"
	case m.text("sys/class/dmi/id/sys_vendor") != "" || m.hasFlag("fpu"): // an x86 hypervisor shows itself by a CPUID bit
		p.State = result.OK
		p.What = "no hypervisor is seen"
		p.Means = "nobody else has these processors"
	default:
		p.State = result.Unknown
		p.What = "this machine does not say whether it is a virtual one"
		p.Means = "others may share its processors and caches"
	}
	return p
}

func countersPoint(err error) result.Point {
	if err == nil {
		return result.Point{
			Kind: result.PointCounters, State: result.OK,
			What:  "hardware counters can be read",
			Means: "core cycles are counted",
		}
	}
	return result.Point{
		Kind: result.PointCounters, State: result.Note,
		What:  "no hardware counters (" + err.Error() + ")",
		Means: "cycles are told by latency chains",
		Do:    "measure on real hardware, or set kernel.perf_event_paranoid to 2 or less where the kernel refuses",
	}
}

func (m machine) governorPoint(cpu int) result.Point {
	p := result.Point{Kind: result.PointGovernor}
	switch governor := m.text(fmt.Sprintf("sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu)); governor {
	case "":
		p.State = result.Unknown
		p.What = "no frequency governor is shown"
		p.Means = "what sets the clock cannot be seen from here"
	case "performance":
		p.State = result.OK
		p.What = fmt.Sprintf("the frequency governor of processor %d is %q", cpu, governor)
		p.Means = "the clock does not wait for load"
	default:
		p.State = result.Bad
		p.What = fmt.Sprintf("the frequency governor of processor %d is %q", cpu, governor)
		p.Means = "the clock follows the load, and rises while a measurement warms up"
		p.Do = "cpupower frequency-set -g performance"
	}
	return p
}

func (m machine) turboPoint() result.Point {
	// The name of a file and what it holds while turbo is on and off.
	for _, sign := range []struct{ path, on, off string }{
		{"sys/devices/system/cpu/intel_pstate/no_turbo", "0", "1"},
		{"sys/devices/system/cpu/cpufreq/boost", "1", "0"},
	} {
		switch m.text(sign.path) {
		case sign.on:
			return result.Point{
				Kind: result.PointTurbo, State: result.Note,
				What:  "turbo is on",
				Means: "the clock depends on temperature and on what the other cores do",
				Do:    fmt.Sprintf("echo %s > /%s", sign.off, sign.path),
			}
		case sign.off:
			return result.Point{
				Kind: result.PointTurbo, State: result.OK,
				What:  "turbo is off",
				Means: "the clock stays at its nominal rate",
			}
		}
	}
	return result.Point{
		Kind: result.PointTurbo, State: result.Unknown,
		What:  "no switch for turbo is shown",
		Means: "the clock may depend on temperature and on what the other cores do",
	}
}

// smtPoint: what a hypervisor says of siblings need not be so.
func (m machine) smtPoint(cpu int, virtual bool) result.Point {
	p := result.Point{Kind: result.PointSMT}
	siblings := m.siblings(cpu)
	switch {
	case len(siblings) > 0:
		p.State = result.Note
		p.What = fmt.Sprintf("processor %d shares its core with processor %s", cpu, joinInts(siblings))
		p.Means = "work there slows this one: see sibling"
		p.Do = "keep the sibling idle, or echo off > /sys/devices/system/cpu/smt/control"
	case !m.tellsSiblings(cpu):
		p.State = result.Unknown
		p.What = "the processors' cores are not shown"
		p.Means = "another hardware thread may share the core, and slow it"
	case virtual:
		p.State = result.Unknown
		p.What = fmt.Sprintf("processor %d is shown as a core of its own, as a hypervisor may do with half of one", cpu)
		p.Means = "another guest may be on the core's other hardware thread, and slow this one: see sibling"
	default:
		p.State = result.OK
		p.What = fmt.Sprintf("processor %d has its core for itself", cpu)
		p.Means = "no other hardware thread slows it"
	}
	return p
}

func (m machine) loadPoint(cores int) result.Point {
	load, err := procfs.LoadAvg(m.bytes("proc/loadavg"))
	if err != nil {
		return result.Point{
			Kind: result.PointLoad, State: result.Unknown,
			What:  "the load is not shown",
			Means: "other programs may take time and caches",
		}
	}
	others := max(load.Running-1, 0) // the task that reads the file runs
	p := result.Point{
		Kind: result.PointLoad, State: result.OK,
		What:  fmt.Sprintf("load average %.2f, other tasks ready to run: %d, processors to use: %d", load.Average, others, cores),
		Means: "the machine is quiet",
	}
	if load.Average >= float64(cores)/2 || others >= cores {
		p.State = result.Bad
		p.Means = "the machine is busy; ratios measured side by side stand that, absolute figures do not"
		p.Do = "wait until it is quiet"
	}
	return p
}

// stealPoint looks at all the time since the machine started.
func (m machine) stealPoint(cpu int, virtual bool) result.Point {
	t := m.times()[cpu]
	const least, much = 1e-3, 1e-2
	share := 0.0
	if t.Steal > 0 {
		share = float64(t.Steal) / float64(t.Busy+t.Steal)
	}
	p := result.Point{
		Kind: result.PointSteal, State: result.OK,
		What:  fmt.Sprintf("the hypervisor took processor %d away for %.2g %% of the time that it had work, since the start of the machine", cpu, 100*share),
		Means: "hardly a launch loses time that way",
	}
	switch {
	case t.Busy+t.Idle+t.Steal == 0:
		p.State = result.Unknown
		p.What = "stolen time is not shown"
		p.Means = "a hypervisor may take the processor away unseen"
	case share >= least:
		p.State = result.Note
		if share >= much {
			p.State = result.Bad
		}
		p.Means = "launches in which it does have no say in absolute figures, unless few are left"
		p.Do = notShared
	case t.Steal == 0 && virtual:
		p.State = result.Unknown
		p.What = "no stolen time is counted, as by hypervisors that do not tell"
		p.Means = "the processor may be taken away all the same: see interruptions"
	case t.Steal == 0:
		p.What = "no time is stolen"
		p.Means = "no hypervisor takes the processor away"
	}
	return p
}

const notShared = "measure where processors are not shared (dedicated or bare-metal instances)"

func schedulingPoint(s sight) result.Point {
	p := result.Point{Kind: result.PointScheduling}
	switch {
	case s.pin != nil:
		p.State = result.Bad
		p.What = "a thread cannot be kept on a processor (" + s.pin.Error() + ")"
		p.Means = "the measuring thread moves about, to other clocks and cold caches"
		p.Do = "measure on Linux, without a sandbox that forbids sched_setaffinity"
	case s.realTime != nil:
		p.State = result.Note
		p.What = fmt.Sprintf("the measuring thread is kept on processor %d, without SCHED_FIFO (%v)", s.cpu, s.realTime)
		p.Means = "other programs on that processor interrupt samples"
		p.Do = fmt.Sprintf("give it CAP_SYS_NICE, or a real-time limit of %d (ulimit -r)", runPriority)
	case !s.fifo():
		p.State = result.OK
		p.What = fmt.Sprintf("the measuring thread is kept on processor %d; SCHED_FIFO is allowed", s.cpu)
		p.Means = "it is not used where there is one processor"
	default:
		p.State = result.OK
		p.What = fmt.Sprintf("the measuring thread is kept on processor %d, with SCHED_FIFO", s.cpu)
		p.Means = "no ordinary program interrupts a sample"
	}
	return p
}

func processorsPoint(usable int) result.Point {
	if usable > 1 {
		return result.Point{
			Kind: result.PointProcessors, State: result.OK,
			What:  fmt.Sprintf("processors that can be used: %d", usable),
			Means: "one measures, and everything else finds another",
		}
	}
	return result.Point{
		Kind: result.PointProcessors, State: result.Note,
		What:  "one processor can be used",
		Means: "what measures shares it with everything else, and has no real-time scheduling",
		Do:    "give this process a second one (taskset, the container's cpuset, a larger instance)",
	}
}

func joinInts(numbers []int) string {
	return strings.Trim(fmt.Sprint(numbers), "[]")
}
