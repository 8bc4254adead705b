package chain

// mulBits is the width of the multiplications: 32, whose latency is the same on more processors.
const mulBits = 32

// Identify says what is known of processor cpu. The latency of IMUL r32, r32 is 3 cycles on every x86 processor in use: Intel
// from Nehalem and Silvermont on, AMD from Jaguar and Zen on. Source: the scheduling models of LLVM 22 (llvm-mca -mcpu=…),
// and for Jaguar measurements in https://reviews.llvm.org/D66547. Bulldozer's is 4: its readings do not agree.
func Identify(cpu int) Core { return Core{MulCycles: 3} }

// pieceScale: the clock is the time-stamp counter, or else a system call whose cost the short pieces take out.
func pieceScale() int { return 1 }
