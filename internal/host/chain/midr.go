package chain

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cpb/internal/host/procfs"
)

// A midr is the part of Arm's Main ID Register that names a design: bits 31 to 24 and 15 to 4.
type midr struct{ implementer, part uint16 }

// parseMIDR reads what the kernel writes to regs/identification/midr_el1: "0x00000000413fd0c1".
func parseMIDR(text string) (midr, bool) {
	v, err := strconv.ParseUint(strings.TrimSpace(text), 0, 64)
	if err != nil || v == 0 || v>>32 != 0 {
		return midr{}, false
	}
	return midr{implementer: uint16(v >> 24 & 0xff), part: uint16(v >> 4 & 0xfff)}, true
}

// midrOf looks for cpu in /proc/cpuinfo. Fields of an x86 machine, or of none, are no MIDR.
func midrOf(processors []procfs.Processor, cpu int) (midr, bool) {
	for _, p := range processors {
		if p.ID != cpu {
			continue
		}
		implementer, err1 := strconv.ParseUint(p.Fields["CPU implementer"], 0, 8)
		part, err2 := strconv.ParseUint(p.Fields["CPU part"], 0, 12)
		return midr{uint16(implementer), uint16(part)}, err1 == nil && err2 == nil
	}
	return midr{}, false
}

// core looks m up. One that is not in the table has its numbers for a name and no latency: a chain that may be anything is no
// clock.
func (m midr) core() Core {
	if c, ok := cores[m]; ok {
		return c
	}
	return Core{Name: fmt.Sprintf("implementer %#x part %#x", m.implementer, m.part)}
}

// cores is the latency of MUL Xd, Xn, Xm by design. Sources:
//
//   - numbers: arch/arm64/include/asm/cputype.h of Linux
//   - llvm: a scheduling model that LLVM 22 has for that very design, written from its vendor's Software Optimization Guide
//     (llvm/lib/Target/AArch64/AArch64Sched….td). Designs for which LLVM borrows another's model are not here for that: its
//     figures for the Cortex-A76 are those of the A57.
//   - guide: "Divide and multiply instructions" in the core's own guide, at developer.arm.com
//   - measured: https://dougallj.github.io/applecpu/measurements/firestorm/MUL_64.html and …/icestorm/MUL_64.html
//
// In all of them ADD Xd, Xn, Xm takes 1.
var cores = map[midr]Core{
	{0x41, 0xd07}: {Name: "Cortex-A57", MulCycles: 5},    // llvm
	{0x41, 0xd0c}: {Name: "Neoverse-N1", MulCycles: 4},   // llvm; the 64-bit form, 2 in 32 bits
	{0x41, 0xd40}: {Name: "Neoverse-V1", MulCycles: 2},   // llvm
	{0x41, 0xd49}: {Name: "Neoverse-N2", MulCycles: 2},   // llvm
	{0x41, 0xd4f}: {Name: "Neoverse-V2", MulCycles: 2},   // llvm
	{0x41, 0xd81}: {Name: "Cortex-A720", MulCycles: 2},   // guide 109720, issue 7.0
	{0x41, 0xd82}: {Name: "Cortex-X4", MulCycles: 2},     // guide
	{0x41, 0xd83}: {Name: "Neoverse-V3AE", MulCycles: 2}, // llvm
	{0x41, 0xd84}: {Name: "Neoverse-V3", MulCycles: 2},   // llvm
	{0x41, 0xd8e}: {Name: "Neoverse-N3", MulCycles: 2},   // llvm
	{0x46, 0x001}: {Name: "A64FX", MulCycles: 5},         // llvm
	{0x48, 0xd01}: {Name: "TaiShan-v110", MulCycles: 4},  // llvm
	{0x61, 0x022}: {Name: "Icestorm", MulCycles: 3},      // measured: Apple M1
	{0x61, 0x023}: {Name: "Firestorm", MulCycles: 3},     // measured: Apple M1
	{0x61, 0x024}: {Name: "Icestorm", MulCycles: 3},      // the same cores in the M1 Pro
	{0x61, 0x025}: {Name: "Firestorm", MulCycles: 3},
	{0x61, 0x028}: {Name: "Icestorm", MulCycles: 3}, // and in the M1 Max
	{0x61, 0x029}: {Name: "Firestorm", MulCycles: 3},
	{0x6d, 0xd49}: {Name: "Neoverse-N2", MulCycles: 2}, // Azure Cobalt 100: Arm's core under Microsoft's number
	{0xc0, 0xac3}: {Name: "Ampere-1", MulCycles: 3},    // llvm
	{0xc0, 0xac5}: {Name: "Ampere-1B", MulCycles: 3},   // llvm
}

// scaleFor is how much longer than usual pieces are with a clock of so many ticks a second: one tick is to be no more than
// about one in five hundred of a piece, as far as four times the usual length gets there.
func scaleFor(clockHz float64) int {
	const fine = 100e6
	if !(clockHz > 0) {
		return 4
	}
	return min(4, max(1, int(math.Ceil(fine/clockHz))))
}
