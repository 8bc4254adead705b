#include "textflag.h"

// 256 dependent steps a block, 768 bytes of code: the loop's own two instructions fuse to one, are off the chain and are
// executed long before the chain gets to them.
#define ADD4  ADDQ BX, AX; ADDQ BX, AX; ADDQ BX, AX; ADDQ BX, AX
#define ADD16 ADD4; ADD4; ADD4; ADD4
#define ADD64 ADD16; ADD16; ADD16; ADD16

// The form with two operands (0F AF), not the one that writes DX:AX.
#define MUL4  IMULL BX, AX; IMULL BX, AX; IMULL BX, AX; IMULL BX, AX
#define MUL16 MUL4; MUL4; MUL4; MUL4
#define MUL64 MUL16; MUL16; MUL16; MUL16

// 256 additions a block to eight registers in turn: each waits for the one eight before it, so that up to eight can be done in a
// cycle, as long as the core has units for them. 768 bytes of code.
#define SUM8  ADDQ BX, AX; ADDQ BX, DX; ADDQ BX, SI; ADDQ BX, DI; ADDQ BX, R8; ADDQ BX, R9; ADDQ BX, R10; ADDQ BX, R11
#define SUM32 SUM8; SUM8; SUM8; SUM8
#define SUM64 SUM32; SUM32

// func addChain(a, b uint64, blocks int) uint64
TEXT ·addChain(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVQ blocks+16(FP), CX
	PCALIGN $64

add:
	ADD64
	ADD64
	ADD64
	ADD64
	SUBQ $1, CX
	JNE  add
	MOVQ AX, ret+24(FP)
	RET

// func mulChain(a, b uint64, blocks int) uint64
TEXT ·mulChain(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVQ blocks+16(FP), CX
	PCALIGN $64

mul:
	MUL64
	MUL64
	MUL64
	MUL64
	SUBQ $1, CX
	JNE  mul
	MOVQ AX, ret+24(FP)
	RET

// func addAll(a, b uint64, blocks int) uint64
TEXT ·addAll(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVQ blocks+16(FP), CX
	MOVQ AX, DX
	MOVQ AX, SI
	MOVQ AX, DI
	MOVQ AX, R8
	MOVQ AX, R9
	MOVQ AX, R10
	MOVQ AX, R11
	PCALIGN $64

all:
	SUM64
	SUM64
	SUM64
	SUM64
	SUBQ $1, CX
	JNE  all

	// The registers as digits of a number to the base of three: each has a weight of its own.
	LEAQ (AX)(AX*2), AX
	ADDQ DX, AX
	LEAQ (AX)(AX*2), AX
	ADDQ SI, AX
	LEAQ (AX)(AX*2), AX
	ADDQ DI, AX
	LEAQ (AX)(AX*2), AX
	ADDQ R8, AX
	LEAQ (AX)(AX*2), AX
	ADDQ R9, AX
	LEAQ (AX)(AX*2), AX
	ADDQ R10, AX
	LEAQ (AX)(AX*2), AX
	ADDQ R11, AX
	MOVQ AX, ret+24(FP)
	RET
