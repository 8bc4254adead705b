package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cpb/result"
)

// conditions says what was measured on, and how: what somebody else needs to get the same numbers.
func conditions(d *result.Document) []remark {
	var all []remark
	add := func(who, what string) {
		if what != "" {
			all = append(all, remark{who, what})
		}
	}
	if d.Host != nil {
		add("machine", machine(d.Host, d.Method))
	}
	if d.Method != nil {
		add("run", method(d.Method, d.Tool))
	}
	return all
}

func machine(h *result.Host, m *result.Method) string {
	var parts phrases
	parts.add(h.CPU != "", "%s", clean(h.CPU))
	parts.add(h.CPU == "" && h.Arch != "", "%s", clean(h.Arch))
	parts.add(h.Cores > 0, "%d cores", h.Cores)
	parts.add(h.Virtual != "", "%s", clean(h.Virtual))
	parts.add(h.OS != "", "%s", clean(h.OS))
	parts.add(h.Kernel != "", "%s", clean(h.Kernel))
	switch {
	case h.CoreHz == 0:
		parts.add(m != nil, "core clock not known, so no cycles")
	case m != nil && m.CyclesBy != "":
		parts.add(true, "core clock %s by %s", Hertz(h.CoreHz), clean(m.CyclesBy))
	default:
		parts.add(true, "core clock %s", Hertz(h.CoreHz))
	}
	return parts.String()
}

func method(m *result.Method, tool result.Tool) string {
	var parts phrases
	launches := fmt.Sprintf("%d launches", m.Launches)
	if m.Rounds > 0 {
		launches += fmt.Sprintf(" × %d rounds", m.Rounds)
	}
	if m.SampleNs > 0 {
		launches += " of " + Duration(m.SampleNs)
		if m.SliceNs > 0 {
			launches += " in slices of " + Duration(m.SliceNs)
		}
	}
	parts.add(m.Launches > 0, "%s", launches)
	if m.Processor != nil {
		parts.add(true, "on processor %d", *m.Processor)
	}
	parts.add(m.Scheduler != "", "scheduler %s", clean(m.Scheduler))
	parts.add(m.InPlace, "ciphers in place")
	parts.add(m.Misalign > 0, "buffers %d bytes off their alignment", m.Misalign)
	var empty phrases
	for _, loop := range slices.Sorted(maps.Keys(m.EmptyOpNs)) {
		empty.add(true, "%s (%s)", Duration(m.EmptyOpNs[loop]), clean(loop))
	}
	parts.add(len(empty) > 0, "empty call %s", &empty)
	parts.add(m.LostShare >= 0.001, "%.1f %% of the time sampled lost to interruptions and left out", 100*m.LostShare)
	parts.add(m.Seconds > 0, "%s in all", Duration(m.Seconds*1e9))
	parts.add(m.Seed != 0, "seed %d", m.Seed)
	parts.add(m.Started != "", "%s", clean(m.Started))
	parts.add(tool.Version != "", "%s %s", clean(tool.Name), clean(tool.Version))
	parts.add(m.Stopped != "", "stopped early: %s", clean(m.Stopped))
	return parts.String()
}

// phrases are parts of a sentence.
type phrases []string

func (p *phrases) add(is bool, format string, args ...any) {
	if is {
		*p = append(*p, fmt.Sprintf(format, args...))
	}
}

func (p *phrases) String() string { return strings.Join(*p, ", ") }
