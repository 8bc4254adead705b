package chain

import (
	"slices"

	"github.com/klauspost/cpuid/v2"
)

// mulBits is the width of the multiplications: 32, whose latency is the same on more processors.
const mulBits = 32

// Identify says what is known of processor cpu. The latency of IMUL r32, r32 is 3 cycles on every x86 processor in use: Intel
// from Nehalem and Silvermont on, AMD from Jaguar and Zen on. Source: the scheduling models of LLVM 22 (llvm-mca -mcpu=…),
// and for Jaguar measurements in https://reviews.llvm.org/D66547. Bulldozer's is 4: its readings do not agree.
func Identify(cpu int) Core {
	return Core{MulCycles: 3, Width: widthOf(cpuid.CPU.VendorID, cpuid.CPU.Family, cpuid.CPU.Model)}
}

// pieceScale: the clock is the time-stamp counter, or else a system call whose cost the short pieces take out.
func pieceScale() int { return 1 }

// widthOf is how many independent additions of registers a core does in a cycle, of those families for which that is known:
//
//   - AMD's 0x17 and 0x19, Zen to Zen 4, and Intel's Haswell to Tiger Lake have four units for them, and do 3.98 in the loop here
//     (llvm-mca 14, -mcpu=znver1 to znver3, haswell to tigerlake)
//   - AMD's 0x1a with a model below 0x50, Zen 5, has six, and does 5.3 (measured)
//
// Processors with two kinds of cores are left out, and so are those whose loop nobody has looked at.
func widthOf(vendor cpuid.Vendor, family, model int) float64 {
	switch {
	case vendor == cpuid.AMD && (family == 0x17 || family == 0x19):
		return 3.98
	case vendor == cpuid.AMD && family == 0x1a && model < 0x50:
		return 5.3
	case vendor == cpuid.Intel && family == 6 && slices.Contains(fourWide, model):
		return 3.98
	}
	return 0
}

// fourWide is the models of Intel's family 6 from Haswell to Tiger Lake: arch/x86/include/asm/intel-family.h of Linux.
var fourWide = []int{
	0x3c, 0x3f, 0x45, 0x46, // Haswell
	0x3d, 0x47, 0x4f, 0x56, // Broadwell
	0x4e, 0x5e, 0x55, 0x8e, 0x9e, 0xa5, 0xa6, // Skylake, Cascade Lake, Kaby Lake, Comet Lake
	0x6a, 0x6c, 0x7d, 0x7e, // Ice Lake
	0x8c, 0x8d, // Tiger Lake
}
