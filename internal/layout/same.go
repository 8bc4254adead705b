package layout

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// A comparison holds the instructions of a pair of functions against each other.
type comparison struct {
	match   *Match
	a, b    *function
	lenient bool           // functions without a pair may be one
	wanted  [][2]*function // with lenient: those
}

// same reports whether the two functions have the same instructions: all of them, executed or not. Where an instruction holds a distance
// (a branch, an operand at a place in the file), what lies there must correspond, and the distance itself may differ: it does whenever
// either end has moved. All other bytes are equal.
//
// Code that cannot be read, a table among functions, is equal byte for byte.
func (c *comparison) same() bool {
	a, b := c.match.base.bytes(c.a.span), c.match.other.bytes(c.b.span)
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for at := 0; at < len(a); {
		i, ok := decode(a[at:])
		if !ok {
			return bytes.Equal(a[at:], b[at:])
		}
		end := at + i.length
		j, ok := decode(b[at:])
		if !ok || i != j {
			return false
		}
		if i.field == 0 {
			if !bytes.Equal(a[at:end], b[at:end]) {
				return false
			}
		} else if behind := at + i.field + 4; !bytes.Equal(a[at:at+i.field], b[at:at+i.field]) || !bytes.Equal(a[behind:end], b[behind:end]) ||
			!c.corresponds(i.target(c.a.begin+uint64(at), a[at:]), i.target(c.b.begin+uint64(at), b[at:]), i.branch) {
			return false
		}
		at = end
	}
	return true
}

// corresponds reports whether an instruction refers to the same thing in both files: code at the same place of functions that are a
// pair; slots that the loader fills with the same; constants with the same content; variables of the same section, and name where
// they have one. What variables hold, and pointers in tables of them, is not looked at.
func (c *comparison) corresponds(a, b uint64, branch bool) bool {
	base, other := c.match.base, c.match.other
	in, there := base.sectionAt(a), other.sectionAt(b)
	switch {
	case in == nil || there == nil:
		return in == there && a == b // no place in the file: the end of it, or a number
	case in.isCode() && there.isCode():
		return c.code(a, b, branch)
	case in.name != there.name:
		return false
	case in.isSlots():
		return c.slot(a, b)
	case in.isConst():
		return c.constant(a, b)
	}
	x, y := base.objectAt(a), other.objectAt(b)
	return x == nil || y == nil || x.name == y.name && a-x.begin == b-y.begin
}

// code compares places in code.
func (c *comparison) code(a, b uint64, branch bool) bool {
	f, g := c.match.base.functionAt(a), c.match.other.functionAt(b)
	if !branch && f.isUnclaimed() && g.isUnclaimed() { // a table among functions
		return c.constant(a, b)
	}
	if f == nil || g == nil || a-f.begin != b-g.begin {
		return false
	}
	if f == c.a && g == c.b || c.match.there[f] == g {
		return true
	}
	if c.lenient && c.match.free(f, g) {
		c.wanted = append(c.wanted, [2]*function{f, g})
		return true
	}
	return false
}

// isUnclaimed reports whether no symbol and no FDE says that f is a function.
func (f *function) isUnclaimed() bool { return f == nil || f.gap }

// slot compares what the loader puts there.
func (c *comparison) slot(a, b uint64) bool {
	r, known := c.match.base.slots[a]
	s, knownThere := c.match.other.slots[b]
	switch {
	case r.symbol != "" || s.symbol != "":
		return r.symbol == s.symbol && r.kind == s.kind
	case known && r.kind == elf.R_X86_64_DTPMOD64 || known && r.kind == elf.R_X86_64_DTPOFF64 || known && r.kind == elf.R_X86_64_TPOFF64:
		return knownThere && r.kind == s.kind // a place in the thread's own memory
	}
	x, ok := c.match.base.pointed(a)
	y, okThere := c.match.other.pointed(b)
	if in := c.match.base.sectionAt(x); in != nil && in.isSlots() { // slots do not lead to slots
		return false
	}
	return ok && okThere && c.corresponds(x, y, false)
}

// pointed is the address that a slot holds when the file is loaded, before its base is added.
func (f *File) pointed(slot uint64) (uint64, bool) {
	if r, known := f.slots[slot]; known {
		return r.target, true
	}
	p := f.bytes(span{slot, slot + 8})
	if p == nil {
		return 0, false
	}
	return binary.LittleEndian.Uint64(p), true
}

// constant compares tables and strings, up to where the next begins. Of two that are not as long, padding behind one, the shorter length
// counts.
func (c *comparison) constant(a, b uint64) bool {
	x, y := c.match.base.bytes(c.match.base.extent(a)), c.match.other.bytes(c.match.other.extent(b))
	n := min(len(x), len(y))
	return n > 0 && (bytes.Equal(x[:n], y[:n]) || c.leads(a, b, x[:n], y[:n]))
}

// leads compares tables as those of a switch, of distances from the table to code: as many as lead to any, and two at least, lead to the
// same.
func (c *comparison) leads(a, b uint64, x, y []byte) bool {
	n := 0
	for ; 4*n+4 <= len(x); n++ {
		to := a + uint64(int64(int32(binary.LittleEndian.Uint32(x[4*n:]))))
		there := b + uint64(int64(int32(binary.LittleEndian.Uint32(y[4*n:]))))
		if c.match.base.functionAt(to) == nil && c.match.other.functionAt(there) == nil {
			break
		}
		if !c.code(to, there, true) {
			return false
		}
	}
	return n >= 2
}
