package host

import (
	"fmt"
	"slices"
	"time"

	"cpb/internal/host/procfs"
)

// ChooseCPU picks a processor to measure on from the usable ones, by watching them for a tenth of a second: the quietest, a busy
// SMT sibling counting as its own work; of equally quiet ones the last, and processor 0, which serves most interrupts, only where there
// is no other. Where nothing can be watched it is the last usable one.
func ChooseCPU() int {
	m := here()
	usable := Usable()
	before := m.times()
	if before != nil && len(usable) > 1 {
		time.Sleep(100 * time.Millisecond)
	}
	return choose(usable, m.siblings, busyBetween(before, m.times()))
}

// indistinct is a difference in busyness that says nothing: /proc/stat counts in ticks, ten to a tenth of a second.
const indistinct = 0.15

// choose picks from usable, which is ascending and has one processor at least. busy is the part of the time, 0 to 1, that a
// processor worked; one that is not in it counts as idle.
func choose(usable []int, siblings func(cpu int) []int, busy map[int]float64) int {
	best, bestBusy := -1, 0.0
	for _, cpu := range slices.Backward(usable) {
		if cpu == 0 && len(usable) > 1 {
			continue
		}
		load := busy[cpu]
		for _, sibling := range siblings(cpu) {
			load += busy[sibling]
		}
		if best < 0 || load < bestBusy-indistinct {
			best, bestBusy = cpu, load
		}
	}
	return best
}

// times is what each processor did since it started, nil where that is not known.
func (m machine) times() map[int]procfs.Times {
	times, err := procfs.Stat(m.bytes("proc/stat"))
	if err != nil {
		return nil
	}
	return times
}

// busyBetween is the part of the time, 0 to 1, that each processor did not idle, theft included.
func busyBetween(before, after map[int]procfs.Times) map[int]float64 {
	busy := map[int]float64{}
	for cpu, b := range before {
		a, ok := after[cpu]
		// The kernel's own idle counts go back a little at times (proc(5)).
		if !ok || a.Busy < b.Busy || a.Steal < b.Steal || a.Idle < b.Idle {
			continue
		}
		worked := a.Busy - b.Busy + a.Steal - b.Steal
		if all := worked + a.Idle - b.Idle; all > 0 {
			busy[cpu] = float64(worked) / float64(all)
		}
	}
	return busy
}

// siblings are the other hardware threads of cpu's core that are online.
func (m machine) siblings(cpu int) []int {
	all, err := procfs.CPUList(m.text(siblingsFile(cpu)))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(other int) bool { return other == cpu })
}

// tellsSiblings says whether the kernel shows which hardware threads cpu's core has.
func (m machine) tellsSiblings(cpu int) bool { return m.text(siblingsFile(cpu)) != "" }

func siblingsFile(cpu int) string {
	return fmt.Sprintf("sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu)
}
