#include "textflag.h"

// 256 dependent steps a block, 1 KiB of code: the loop's own two instructions are off the chain and less than one in a
// hundred.
#define ADD4  ADD R1, R0, R0; ADD R1, R0, R0; ADD R1, R0, R0; ADD R1, R0, R0
#define ADD16 ADD4; ADD4; ADD4; ADD4
#define ADD64 ADD16; ADD16; ADD16; ADD16

#define MUL4  MUL R1, R0, R0; MUL R1, R0, R0; MUL R1, R0, R0; MUL R1, R0, R0
#define MUL16 MUL4; MUL4; MUL4; MUL4
#define MUL64 MUL16; MUL16; MUL16; MUL16

// 256 additions a block to eight registers in turn: each waits for the one eight before it, so that up to eight can be done in a
// cycle, as long as the core has units for them. 1 KiB of code.
#define SUM4A ADD R1, R0, R0; ADD R1, R3, R3; ADD R1, R4, R4; ADD R1, R5, R5
#define SUM4B ADD R1, R6, R6; ADD R1, R7, R7; ADD R1, R8, R8; ADD R1, R9, R9
#define SUM32 SUM4A; SUM4B; SUM4A; SUM4B; SUM4A; SUM4B; SUM4A; SUM4B
#define SUM64 SUM32; SUM32

// func addChain(a, b uint64, blocks int) uint64
TEXT ·addChain(SB), NOSPLIT|NOFRAME, $0-32
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	MOVD blocks+16(FP), R2
	PCALIGN $64

add:
	ADD64
	ADD64
	ADD64
	ADD64
	SUBS $1, R2, R2
	BNE  add
	MOVD R0, ret+24(FP)
	RET

// func mulChain(a, b uint64, blocks int) uint64
TEXT ·mulChain(SB), NOSPLIT|NOFRAME, $0-32
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	MOVD blocks+16(FP), R2
	PCALIGN $64

mul:
	MUL64
	MUL64
	MUL64
	MUL64
	SUBS $1, R2, R2
	BNE  mul
	MOVD R0, ret+24(FP)
	RET

// func addAll(a, b uint64, blocks int) uint64
TEXT ·addAll(SB), NOSPLIT|NOFRAME, $0-32
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	MOVD blocks+16(FP), R2
	MOVD R0, R3
	MOVD R0, R4
	MOVD R0, R5
	MOVD R0, R6
	MOVD R0, R7
	MOVD R0, R8
	MOVD R0, R9
	PCALIGN $64

all:
	SUM64
	SUM64
	SUM64
	SUM64
	SUBS $1, R2, R2
	BNE  all

	// The registers as digits of a number to the base of three: each has a weight of its own.
	ADD  R0<<1, R0, R0
	ADD  R3, R0, R0
	ADD  R0<<1, R0, R0
	ADD  R4, R0, R0
	ADD  R0<<1, R0, R0
	ADD  R5, R0, R0
	ADD  R0<<1, R0, R0
	ADD  R6, R0, R0
	ADD  R0<<1, R0, R0
	ADD  R7, R0, R0
	ADD  R0<<1, R0, R0
	ADD  R8, R0, R0
	ADD  R0<<1, R0, R0
	ADD  R9, R0, R0
	MOVD R0, ret+24(FP)
	RET
