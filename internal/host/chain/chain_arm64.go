package chain

import (
	"fmt"
	"os"

	"cpb/internal/host/procfs"
	"cpb/internal/host/ticks"
)

// mulBits is the width of the multiplications.
const mulBits = 64

// Identify says what is known of processor cpu, by its Main ID Register. Processors of one machine differ (big.LITTLE).
func Identify(cpu int) Core {
	if text, err := os.ReadFile(fmt.Sprintf("/sys/devices/system/cpu/cpu%d/regs/identification/midr_el1", cpu)); err == nil {
		if m, ok := parseMIDR(string(text)); ok {
			return m.core()
		}
	}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m, ok := midrOf(procfs.CPUInfo(text), cpu); ok {
			return m.core()
		}
	}
	return Core{}
}

// pieceScale makes pieces longer where the clock is coarse: the counter behind it ticks at 1 GHz on new machines and at 24 or
// 25 MHz on others, where a tick is 40 ns, half a percent of a piece.
func pieceScale() int { return scale }

var scale = func() int {
	hz, _ := ticks.Told()
	return scaleFor(hz)
}()
