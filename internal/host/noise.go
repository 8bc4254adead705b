package host

import "cpb/internal/host/procfs"

// Noise is what disturbs a measurement, counted since the machine or the thread started; Since makes it that of a span. What is not
// known here is marked so.
type Noise struct {
	// StealSeconds is the time for which the hypervisor ran something else while the processor had work. The kernel counts it in
	// hundredths of a second: 0 over a short span is no proof.
	StealSeconds float64
	StealKnown   bool

	// Switches of the calling thread: Involuntary when it was made to wait for another, Voluntary when it waited by itself, or
	// when the Go runtime had it wait.
	Involuntary, Voluntary int64
	SwitchesKnown          bool

	// Load is the load average of the last minute, at the end of the span.
	Load      float64
	LoadKnown bool
}

// Snapshot counts the noise on processor cpu and of the calling thread until now. It reads two files of /proc, in about a
// tenth of a millisecond: once a launch, not once a sample.
func Snapshot(cpu int) Noise { return here().snapshot(cpu) }

func (m machine) snapshot(cpu int) Noise {
	var n Noise
	if times, ok := m.times()[cpu]; ok {
		n.StealSeconds, n.StealKnown = float64(times.Steal)/procfs.TicksPerSecond, true
	}
	n.Involuntary, n.Voluntary, n.SwitchesKnown = switches()
	if load, err := procfs.LoadAvg(m.bytes("proc/loadavg")); err == nil {
		n.Load, n.LoadKnown = load.Average, true
	}
	return n
}

// Since is the noise between earlier and n, two snapshots of one processor by one thread.
func (n Noise) Since(earlier Noise) Noise {
	span := n
	span.StealSeconds -= earlier.StealSeconds
	if span.StealKnown = n.StealKnown && earlier.StealKnown; !span.StealKnown {
		span.StealSeconds = 0
	}
	span.Involuntary -= earlier.Involuntary
	span.Voluntary -= earlier.Voluntary
	if span.SwitchesKnown = n.SwitchesKnown && earlier.SwitchesKnown; !span.SwitchesKnown {
		span.Involuntary, span.Voluntary = 0, 0
	}
	return span
}

// Switches is how often the calling thread was made to wait for another, since it started, and whether that is known here. It is
// one system call: once a sample is no burden.
//
// When the Go runtime takes a goroutine off its thread, the kernel sees the thread wait by itself: that is in Noise.Voluntary.
func Switches() (involuntary int64, known bool) {
	involuntary, _, known = switches()
	return involuntary, known
}
