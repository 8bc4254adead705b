package layout

import "encoding/binary"

// An instruction is what is to be known of one of x86-64: how long it is, and which four bytes of it hold a distance.
type instruction struct {
	length int
	field  int  // where the distance from the instruction's end to what it refers to begins; 0 where it has none
	branch bool // the distance is that of a jump or call, not of an operand in memory
}

// target is the address that the instruction at an address refers to.
func (i instruction) target(at uint64, code []byte) uint64 {
	distance := int32(binary.LittleEndian.Uint32(code[i.field:]))
	return at + uint64(i.length) + uint64(int64(distance))
}

// maxReach is how far from an address that code has in a register it may well read: the size of the largest tables of ciphers and
// checksums in C.
const maxReach = 16 << 10

// reach is how many bytes at the address that an instruction refers to may be read by way of it: those of the largest operand, or, where it
// puts the address into a register (LEA), any.
func (i instruction) reach(code []byte) int {
	if i.field >= 2 && code[i.field-2] == 0x8d {
		return maxReach
	}
	return 64
}

// What follows an opcode, in the tables below: a ModRM byte with what it asks for (m), an immediate of one byte (b), of two (w), of the operand
// size up to four (z), of the operand size (v); a ModRM byte and an immediate of one byte (B), of the operand size up to four (Z);
// an address (o), a distance of four bytes (r), ENTER's two immediates (e), TEST's in a group of instructions without (t, T); nothing (.).
// No such instruction, or none in this table, is x.
//
// The tables are the opcode maps of the Intel SDM, volume 2, appendix A, in 64-bit mode.
const oneByte = "" +
	"mmmmbzxxmmmmbzxx" + // 00: ADD, OR
	"mmmmbzxxmmmmbzxx" + // 10: ADC, SBB
	"mmmmbzxxmmmmbzxx" + // 20: AND, SUB
	"mmmmbzxxmmmmbzxx" + // 30: XOR, CMP
	"xxxxxxxxxxxxxxxx" + // 40: REX
	"................" + // 50: PUSH, POP
	"xxxmxxxxzZbB...." + // 60
	"bbbbbbbbbbbbbbbb" + // 70: Jcc
	"BZxBmmmmmmmmmmmm" + // 80
	"..........x....." + // 90
	"oooo....bz......" + // a0
	"bbbbbbbbvvvvvvvv" + // b0: MOV
	"BBw.xxBZe.w..bx." + // c0
	"mmmmxxx.mmmmmmmm" + // d0: shifts, x87
	"bbbbbbbbrrxb...." + // e0
	"x.xx..tT......mm" //  f0

// twoByte is of opcodes behind 0F.
const twoByte = "" +
	"mmmmx.....x.xm.B" + // 00
	"mmmmmmmmmmmmmmmm" + // 10
	"mmmmxxxxmmmmmmmm" + // 20
	"......x.xxxxxxxx" + // 30
	"mmmmmmmmmmmmmmmm" + // 40: CMOVcc
	"mmmmmmmmmmmmmmmm" + // 50
	"mmmmmmmmmmmmmmmm" + // 60
	"BBBBmmm.mmxxmmmm" + // 70
	"rrrrrrrrrrrrrrrr" + // 80: Jcc
	"mmmmmmmmmmmmmmmm" + // 90: SETcc
	"...mBmmm...mBmmm" + // a0
	"mmmmmmmmmmBmmmmm" + // b0
	"mmBmBBBm........" + // c0
	"mmmmmmmmmmmmmmmm" + // d0
	"mmmmmmmmmmmmmmmm" + // e0
	"mmmmmmmmmmmmmmmm" //  f0

// longest is the most bytes that an instruction can have.
const longest = 15

// A decoder goes through the bytes of one instruction.
type decoder struct {
	code   []byte
	at     int
	half   bool // operand size prefix, 66
	repeat byte // F2 or F3
	short  bool // address size prefix, 67
	wide   bool // REX.W
	instruction
}

// decode reads the instruction at the beginning of code. ok is false where it is none, is cut off, or is one that this decoder does
// not know: nothing that follows can be told then.
func decode(code []byte) (_ instruction, ok bool) {
	d := decoder{code: code[:min(len(code), longest)]}
	d.prefixes()
	if !d.operation() || d.at > len(d.code) {
		return instruction{}, false
	}
	d.length = d.at
	return d.instruction, true
}

// next is the next byte; 0, and then too long an instruction, where there is none.
func (d *decoder) next() byte {
	d.at++
	if d.at > len(d.code) {
		return 0
	}
	return d.code[d.at-1]
}

func (d *decoder) prefixes() {
	for {
		switch b := d.next(); b {
		case 0x66:
			d.half = true
		case 0x67:
			d.short = true
		case 0xf2, 0xf3:
			d.repeat = b
		case 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0xf0:
		default:
			if b&0xf0 == 0x40 { // REX: it stands last, or counts for nothing
				if after := d.next(); isPrefix(after) {
					d.at--
					continue
				}
				d.wide = b&8 != 0
			}
			d.at--
			return
		}
	}
}

func isPrefix(b byte) bool {
	switch b {
	case 0x66, 0x67, 0xf2, 0xf3, 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0xf0:
		return true
	}
	return b&0xf0 == 0x40
}

// operation reads the opcode and what follows it.
func (d *decoder) operation() bool {
	switch op := d.next(); {
	case op == 0x0f:
		return d.escaped()
	case op == 0xc5: // VEX of two bytes
		d.next()
		return d.vector(1)
	case op == 0xc4: // VEX of three
		maps := d.next() & 0x1f
		d.next()
		return maps <= 3 && d.vector(maps)
	case op == 0x62: // EVEX
		maps := d.next() & 7
		d.next()
		d.next()
		return d.vector(maps)
	case op == 0x8f && d.at < len(d.code) && d.code[d.at]&0x1f >= 8: // XOP, of AMD
		maps := d.next() & 0x1f
		d.next()
		d.next()
		switch d.modRM(); maps {
		case 8:
			d.at++
		case 9:
		case 10:
			d.at += 4
		default:
			return false
		}
		return true
	case op == 0xc7 && d.at < len(d.code) && d.code[d.at] == 0xf8: // XBEGIN
		d.next()
		d.distance()
		return true
	default:
		return d.follow(oneByte[op])
	}
}

// escaped reads what follows 0F.
func (d *decoder) escaped() bool {
	switch op := d.next(); {
	case op == 0x38:
		d.next()
		return d.follow('m')
	case op == 0x3a:
		d.next()
		return d.follow('B')
	case op == 0x78 && (d.half || d.repeat == 0xf2): // EXTRQ, INSERTQ
		d.modRM()
		d.at += 2
		return true
	default:
		return d.follow(twoByte[op])
	}
}

// vector reads the opcode behind a VEX or EVEX prefix and what follows it. Maps 1 to 3 are those behind 0F, 0F 38 and 0F 3A; 5 and 6 hold
// AVX512-FP16.
func (d *decoder) vector(maps byte) bool {
	op := d.next()
	switch maps {
	case 1:
		if op == 0x77 { // VZEROUPPER
			return true
		}
		if b := twoByte[op]; b == 'B' {
			return d.follow('B')
		}
		return d.follow('m')
	case 2, 5, 6:
		return d.follow('m')
	case 3:
		return d.follow('B')
	}
	return false
}

func (d *decoder) follow(what byte) bool {
	immediate := 4
	if d.half && !d.wide {
		immediate = 2
	}
	switch what {
	case '.':
	case 'm':
		d.modRM()
	case 'b':
		d.at++
	case 'w':
		d.at += 2
	case 'e':
		d.at += 3
	case 'z':
		d.at += immediate
	case 'v':
		if d.wide {
			immediate = 8
		}
		d.at += immediate
	case 'o':
		if d.short {
			d.at += 4
		} else {
			d.at += 8
		}
	case 'r':
		d.distance()
	case 'B':
		d.modRM()
		d.at++
	case 'Z':
		d.modRM()
		d.at += immediate
	case 't':
		if d.modRM() < 2 {
			d.at++
		}
	case 'T':
		if d.modRM() < 2 {
			d.at += immediate
		}
	default:
		return false
	}
	return true
}

// distance notes that of a branch.
func (d *decoder) distance() {
	d.field, d.branch = d.at, true
	d.at += 4
}

// modRM reads the byte and the operand in memory that it asks for, and returns its middle field.
func (d *decoder) modRM() byte {
	b := d.next()
	mod, reg, rm := b>>6, b>>3&7, b&7
	if mod == 3 {
		return reg
	}
	if rm == 4 {
		sib := d.next()
		if mod == 0 && sib&7 == 5 {
			d.at += 4
		}
	}
	switch {
	case mod == 0 && rm == 5: // relative to the next instruction
		d.field = d.at
		d.at += 4
	case mod == 1:
		d.at++
	case mod == 2:
		d.at += 4
	}
	return reg
}

// isPadding reports whether the instruction does nothing: NOP in all lengths, and what linkers fill gaps with.
func (i instruction) isPadding(code []byte) bool {
	at := 0
	for at < i.length && (isPrefix(code[at]) && code[at] != 0xf3) {
		at++
	}
	switch rest := code[at:i.length]; {
	case len(rest) == 1:
		return rest[0] == 0x90 || rest[0] == 0xcc
	case len(rest) >= 2:
		return rest[0] == 0x0f && rest[1] == 0x1f || rest[0] == 0 && rest[1] == 0
	}
	return false
}
