package host

import (
	"fmt"
	"strings"

	"cpb/internal/host/procfs"
)

// A Warning is one thing about this machine, really seen, that makes measurements worse.
type Warning struct {
	Kind    string // slug: one of the kinds below
	Message string // what was seen and what it means for a measurement
	Hint    string // what to do about it
}

// Kinds of warnings.
const (
	KindVirtual  = "virtual-machine"
	KindCounters = "no-counters"
	KindGovernor = "governor"
	KindTurbo    = "turbo"
	KindSMT      = "smt"
	KindLoad     = "load"
	KindSteal    = "steal"
)

// Warnings says what is wrong with this machine for measurements on processor cpu. Nothing is said of what cannot be seen.
func Warnings(cpu int) []Warning {
	var counters error
	if c, err := OpenCounter(); err == nil {
		c.Close()
	} else {
		counters = err
	}
	return here().warnings(cpu, len(Usable()), cpuidHypervisor(), counters)
}

// warnings: cores is how many processors this process may use, counters why there is no Counter, nil where there is one.
func (m machine) warnings(cpu, cores int, fromCPUID string, counters error) []Warning {
	var all []Warning
	for _, look := range []func() *Warning{
		func() *Warning { return m.warnVirtual(fromCPUID) },
		func() *Warning { return warnCounters(counters) },
		func() *Warning { return m.warnGovernor(cpu) },
		m.warnTurbo,
		func() *Warning { return m.warnSMT(cpu) },
		func() *Warning { return m.warnLoad(cores) },
		func() *Warning { return m.warnSteal(cpu) },
	} {
		if w := look(); w != nil {
			all = append(all, *w)
		}
	}
	return all
}

func (m machine) warnVirtual(fromCPUID string) *Warning {
	seen := m.hypervisors(fromCPUID)
	if len(seen) == 0 {
		return nil
	}
	var names []string
	for _, s := range seen {
		names = append(names, s.name)
	}
	return &Warning{KindVirtual,
		"a virtual machine (" + strings.Join(names, ", ") + "): others share its processors and caches, unseen",
		"compare only what one run measured side by side, and do not publish its absolute figures as the processor's"}
}

func warnCounters(err error) *Warning {
	if err == nil {
		return nil
	}
	return &Warning{KindCounters,
		"no hardware counters (" + err.Error() + "): cycles are told by latency chains",
		"measure on real hardware, or set kernel.perf_event_paranoid to 2 or less where the kernel refuses"}
}

func (m machine) warnGovernor(cpu int) *Warning {
	governor := m.text(fmt.Sprintf("sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu))
	if governor == "" || governor == "performance" {
		return nil
	}
	return &Warning{KindGovernor,
		fmt.Sprintf("the frequency governor of processor %d is %q: the clock follows the load, and rises while a measurement warms up", cpu, governor),
		"cpupower frequency-set -g performance"}
}

func (m machine) warnTurbo() *Warning {
	// The name of a file and what it holds while turbo is on.
	for _, sign := range []struct{ path, on, off string }{
		{"sys/devices/system/cpu/intel_pstate/no_turbo", "0", "1"},
		{"sys/devices/system/cpu/cpufreq/boost", "1", "0"},
	} {
		if m.text(sign.path) == sign.on {
			return &Warning{KindTurbo,
				"turbo is on: the clock depends on temperature and on what the other cores do",
				fmt.Sprintf("echo %s > /%s", sign.off, sign.path)}
		}
	}
	return nil
}

func (m machine) warnSMT(cpu int) *Warning {
	siblings := m.siblings(cpu)
	if len(siblings) == 0 {
		return nil
	}
	return &Warning{KindSMT,
		fmt.Sprintf("processor %d shares its core with processor %s: work there slows this one, and no latency chain sees it",
			cpu, joinInts(siblings)),
		"keep the sibling idle, or echo off > /sys/devices/system/cpu/smt/control"}
}

func (m machine) warnLoad(cores int) *Warning {
	load, err := procfs.LoadAvg(m.bytes("proc/loadavg"))
	if err != nil {
		return nil
	}
	others := load.Running - 1 // the task that reads the file runs
	if load.Average < float64(cores)/2 && others < cores {
		return nil
	}
	return &Warning{KindLoad,
		fmt.Sprintf("the machine is busy: load average %.2f, %d other tasks ready to run, %d processors to use", load.Average, max(others, 0), cores),
		"wait until it is quiet; interleaved comparisons stand a load, absolute figures do not"}
}

// warnSteal looks at all the time since the machine started.
func (m machine) warnSteal(cpu int) *Warning {
	t := m.times()[cpu]
	all := t.Busy + t.Idle + t.Steal
	const least = 1e-3
	if all == 0 || float64(t.Steal) < least*float64(t.Busy+t.Steal) || t.Steal == 0 {
		return nil
	}
	return &Warning{KindSteal,
		fmt.Sprintf("the hypervisor took processor %d away for %.2g %% of the time that it had work, since the start of the machine",
			cpu, 100*float64(t.Steal)/float64(t.Busy+t.Steal)),
		"measure where processors are not shared (dedicated or bare-metal instances)"}
}

func joinInts(numbers []int) string {
	return strings.Trim(fmt.Sprint(numbers), "[]")
}
