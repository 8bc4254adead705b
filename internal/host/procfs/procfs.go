// Package procfs reads the few text formats of /proc, /sys and /etc that say what machine this is and how busy it is. It
// parses bytes and opens nothing, so that every format is tested on files written by hand.
//
// Sources: proc(5), cpuset(7) for lists of processors, os-release(5).
package procfs

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// MaxCPU is more processors than a Linux kernel can have (CONFIG_NR_CPUS is at most 8192): a number above it in a file is
// garbage, and never makes this package allocate.
const MaxCPU = 1 << 16

// CPUList parses a list of processors, "0-3,8,10-11", as the kernel writes it. An empty list is no processor and no error.
func CPUList(text string) ([]int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	var cpus []int
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(part, "-")
		first, err := cpuNumber(low)
		if err != nil {
			return nil, fmt.Errorf("list of processors %.40q: %w", text, err)
		}
		last := first
		if isRange {
			if last, err = cpuNumber(high); err != nil {
				return nil, fmt.Errorf("list of processors %.40q: %w", text, err)
			}
		}
		if last < first || len(cpus)+last-first >= MaxCPU {
			return nil, fmt.Errorf("list of processors %.40q: bad range %.40q", text, part)
		}
		for cpu := first; cpu <= last; cpu++ {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}

func cpuNumber(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n >= MaxCPU {
		return 0, fmt.Errorf("no processor number: %.40q", text)
	}
	return int(n), nil
}

// A Processor is one logical processor of /proc/cpuinfo. The names of its fields differ by architecture: "model name" on
// x86, "CPU implementer" and "CPU part" on Arm.
type Processor struct {
	ID     int
	Fields map[string]string
}

// CPUInfo parses /proc/cpuinfo. Lines that belong to no processor, as some Arm kernels write at the end, are left out.
func CPUInfo(text []byte) []Processor {
	var processors []Processor
	inside := false
	for line := range strings.SplitSeq(string(text), "\n") {
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			inside = inside && strings.TrimSpace(line) != ""
			continue
		}
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if name == "processor" {
			id, err := cpuNumber(value)
			if inside = err == nil; inside {
				processors = append(processors, Processor{ID: id, Fields: map[string]string{}})
			}
			continue
		}
		if inside {
			processors[len(processors)-1].Fields[name] = value
		}
	}
	return processors
}

// Times is what one processor did since it started, in ticks of 1/100 s (USER_HZ).
type Times struct {
	Busy  uint64 // user, nice, system, interrupts
	Idle  uint64 // idle, waiting for input and output
	Steal uint64 // ready to run while the hypervisor ran something else
}

// TicksPerSecond is USER_HZ, which is 100 on every architecture that this program is built for.
const TicksPerSecond = 100

// Stat parses the lines "cpuN …" of /proc/stat.
func Stat(text []byte) (map[int]Times, error) {
	times := map[int]Times{}
	for line := range bytes.Lines(text) {
		fields := strings.Fields(string(line))
		if len(fields) == 0 || !strings.HasPrefix(fields[0], "cpu") || fields[0] == "cpu" {
			continue
		}
		cpu, err := cpuNumber(fields[0][len("cpu"):])
		if err != nil {
			return nil, fmt.Errorf("stat: %w", err)
		}
		// user nice system idle iowait irq softirq steal; guest and guest_nice, which follow, are counted in user and nice.
		var ticks [8]uint64
		if len(fields) < 1+len(ticks) {
			return nil, fmt.Errorf("stat: processor %d has %d fields, want %d at least", cpu, len(fields)-1, len(ticks))
		}
		for i := range ticks {
			if ticks[i], err = strconv.ParseUint(fields[1+i], 10, 64); err != nil {
				return nil, fmt.Errorf("stat: processor %d: not a count of ticks: %.40q", cpu, fields[1+i])
			}
		}
		times[cpu] = Times{
			Busy:  ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6],
			Idle:  ticks[3] + ticks[4],
			Steal: ticks[7],
		}
	}
	if len(times) == 0 {
		return nil, errors.New("stat: no processor in it")
	}
	return times, nil
}

// A Load is what /proc/loadavg says.
type Load struct {
	Average float64 // tasks running or waiting for a disk, damped over a minute
	Running int     // tasks that run or could run at this moment, the one that reads included
}

// LoadAvg parses /proc/loadavg: "0.81 0.31 0.12 1/102 6050".
func LoadAvg(text []byte) (Load, error) {
	fields := strings.Fields(string(text))
	if len(fields) < 4 {
		return Load{}, fmt.Errorf("loadavg: %d fields, want 4 at least", len(fields))
	}
	average, err := strconv.ParseFloat(fields[0], 64)
	if err != nil || !(average >= 0 && average < 1e9) {
		return Load{}, fmt.Errorf("loadavg: not a load: %.40q", fields[0])
	}
	running, _, ok := strings.Cut(fields[3], "/")
	n, err := strconv.ParseUint(running, 10, 31)
	if err != nil || !ok {
		return Load{}, fmt.Errorf("loadavg: not a number of tasks: %.40q", fields[3])
	}
	return Load{Average: average, Running: int(n)}, nil
}

// PrettyName is the PRETTY_NAME of an os-release file, "" where it has none.
func PrettyName(text []byte) string {
	for line := range strings.SplitSeq(string(text), "\n") {
		value, ok := strings.CutPrefix(strings.TrimSpace(line), "PRETTY_NAME=")
		if !ok {
			continue
		}
		return unquote(value)
	}
	return ""
}

// unquote takes off the quotes of a shell assignment. Inside double quotes a backslash guards the next byte.
func unquote(value string) string {
	if len(value) < 2 || value[0] != value[len(value)-1] {
		return value
	}
	switch inner := value[1 : len(value)-1]; value[0] {
	case '\'':
		return inner
	case '"':
		var plain strings.Builder
		for i := 0; i < len(inner); i++ {
			if inner[i] == '\\' && i+1 < len(inner) {
				i++
			}
			plain.WriteByte(inner[i])
		}
		return plain.String()
	}
	return value
}
