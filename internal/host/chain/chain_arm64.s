#include "textflag.h"

// 256 dependent steps a block, 1 KiB of code: the loop's own two instructions are off the chain and less than one in a
// hundred.
#define ADD4  ADD R1, R0, R0; ADD R1, R0, R0; ADD R1, R0, R0; ADD R1, R0, R0
#define ADD16 ADD4; ADD4; ADD4; ADD4
#define ADD64 ADD16; ADD16; ADD16; ADD16

#define MUL4  MUL R1, R0, R0; MUL R1, R0, R0; MUL R1, R0, R0; MUL R1, R0, R0
#define MUL16 MUL4; MUL4; MUL4; MUL4
#define MUL64 MUL16; MUL16; MUL16; MUL16

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
