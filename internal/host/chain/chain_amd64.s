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
