package layout

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// A comparison holds the instructions of a pair of functions against each other.
type comparison struct {
	match     *Match
	a, b      *function
	lenient   bool           // functions without a pair may be one
	wanted    [][2]*function // with lenient: those
	loose     bool           // variables without names may lie elsewhere in their section
	loosely   []string       // with loose: the sections where any does
	variables [][2]uint64    // that they refer to
	reach     int            // how many bytes at the address that is looked at may be read by way of it
	doubt     string         // what speaks against their being the same
}

// same compares a pair. What one pair refers to holds for those that are looked at later: each variable of a file is one of the other.
func (m *Match) same(a, b *function) (same bool, doubt string) {
	v, known := m.verdicts[a]
	if !known {
		c := comparison{match: m, a: a, b: b}
		v.same = c.same()
		for _, p := range c.variables {
			v.same = v.same && m.variables.fits(p[0], p[1])
		}
		if v.same {
			v.doubt = c.doubt
			for _, p := range c.variables {
				m.variables.add(p[0], p[1])
			}
		}
		m.verdicts[a] = v
	}
	return v.same, v.doubt
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
		c.reach = i.reach(a[at:])
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
// pair; slots that the loader fills with the same; constants with the same content; the same variable, which holds the same at first. What pointers lead to
// that are in variables is not looked at.
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
	return c.variable(a, b, in, there)
}

// variable compares variables: by name where both have one, else by where they lie in their section, which code that is put elsewhere does
// not change. A name on one side alone tells nothing. In sections of another size, or order, that is not to be told.
func (c *comparison) variable(a, b uint64, in, there *section) bool {
	x, y := c.match.base.objectAt(a), c.match.other.objectAt(b)
	switch {
	case x != nil && y != nil:
		if x.name != y.name || a-x.begin != b-y.begin {
			return false
		}
	case in.span.end-in.span.begin != there.span.end-there.span.begin:
		c.doubt = "which variable without a name is which is not to be told: " + in.name + " has another size"
	case !c.place(in.name, a-in.span.begin, b-there.span.begin):
		return false
	}
	c.variables = append(c.variables, [2]uint64{a, b})
	return c.lenient || c.loose || c.holds(a, b)
}

// holds compares what a variable has at first, as far as it goes: what an address leads to, which the loader puts in, is not looked at.
func (c *comparison) holds(a, b uint64) bool {
	base, other := c.match.base, c.match.other
	s, there := base.extent(a), other.extent(b)
	length := min(max(s.end-a, there.end-b), base.limit(a)-a, other.limit(b)-b)
	if x, y := base.objectAt(a), other.objectAt(b); x != nil && y != nil {
		if x.end-x.begin != y.end-y.begin {
			return false
		}
		a, b, length = x.begin, y.begin, x.end-x.begin
	}
	p, q := base.bytes(span{a, a + length}), other.bytes(span{b, b + length})
	if len(p) != len(q) {
		return false
	}
	for i := uint64(0); i < uint64(len(p)); {
		r, slot := base.slots[a+i]
		s, slotThere := other.slots[b+i]
		switch {
		case slot != slotThere || slot && (r.kind != s.kind || r.symbol != s.symbol):
			return false
		case slot:
			i += 8
		case p[i] != q[i]:
			return false
		default:
			i++
		}
	}
	return true
}

// place compares where two variables without names lie in what holds them.
func (c *comparison) place(in string, a, b uint64) bool {
	switch {
	case c.loose && a != b:
		c.loosely = append(c.loosely, in)
	case a != b:
		return false
	case !c.loose && !c.lenient && c.match.reordered(in):
		c.doubt = "which variable without a name is which is not to be told: " + in + " has another order"
	}
	return true
}

// reordered reports whether variables without names lie elsewhere in a section, by any functions that are the same otherwise, run or not:
// compilers put variables in the order in which they are used. What lies where another one lay is then no longer the same.
func (m *Match) reordered(section string) bool {
	if m.orders == nil {
		m.orders = map[string]bool{}
		for a, b := range m.there {
			if c := (comparison{match: m, a: a, b: b, loose: true}); c.same() {
				for _, in := range c.loosely {
					m.orders[in] = true
				}
			}
		}
	}
	return m.orders[section]
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

// threads is what holds the variables that each thread has its own of.
const threads = "thread-local storage"

// slot compares what the loader puts there.
func (c *comparison) slot(a, b uint64) bool {
	r, known := c.match.base.slots[a]
	s, knownThere := c.match.other.slots[b]
	switch {
	case r.symbol != "" || s.symbol != "":
		return r.symbol == s.symbol && r.kind == s.kind
	case known && r.kind == elf.R_X86_64_DTPMOD64: // the next slot has the place in the thread's own memory
		x, ok := c.match.base.pointed(a + 8)
		y, okThere := c.match.other.pointed(b + 8)
		return knownThere && s.kind == r.kind && ok == okThere && c.place(threads, x, y)
	case known && (r.kind == elf.R_X86_64_DTPOFF64 || r.kind == elf.R_X86_64_TPOFF64 || r.kind == elf.R_X86_64_TLSDESC):
		return knownThere && s.kind == r.kind && c.place(threads, r.target, s.target)
	}
	c.reach = maxReach
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

// constant compares tables and strings. One that has a name is compared as a whole. Where one without ends nobody says: it is compared up to
// the next place that something refers to, in the file where that is farther; and what follows, which code may reach by counting
// on from here, leaves a doubt where it is not the same.
func (c *comparison) constant(a, b uint64) bool {
	base, other := c.match.base, c.match.other
	x, y := base.objectAt(a), other.objectAt(b)
	switch {
	case x != nil && y != nil:
		return a-x.begin == b-y.begin && x.end-x.begin == y.end-y.begin && c.equal(x.begin, y.begin, x.end-x.begin)
	case x != nil:
		return c.equal(x.begin, b-(a-x.begin), x.end-x.begin)
	case y != nil:
		return c.equal(a-(b-y.begin), y.begin, y.end-y.begin)
	}
	near, nearThere := base.extent(a), other.extent(b)
	near.end, nearThere.end = min(near.end, base.limit(a)), min(nearThere.end, other.limit(b))
	if c.leads(a, b, base.bytes(near), other.bytes(nearThere)) {
		return true
	}
	room := min(base.limit(a)-a, other.limit(b)-b)
	length := min(max(near.end-near.begin, nearThere.end-nearThere.begin), room)
	if length == 0 || !c.equal(a, b, length) {
		return false
	}
	if end := min(uint64(c.reach), room); length < end && !c.lenient && !c.loose && !c.goesOn(a, b, length, end) {
		c.doubt = noEnd
	}
	return true
}

// goesOn reports whether what lies from one distance to another behind two places is the same, piece by piece where it is not as a whole.
func (c *comparison) goesOn(a, b, from, to uint64) bool {
	base, other := c.match.base, c.match.other
	if bytes.Equal(base.bytes(span{a + from, a + to}), other.bytes(span{b + from, b + to})) {
		return true
	}
	for from < to {
		next := min(max(base.extent(a+from).end-a, other.extent(b+from).end-b), to)
		if !c.equal(a+from, b+from, next-from) {
			return false
		}
		from = next
	}
	return true
}

// equal reports whether so many bytes are the same, or distances that lead to the same.
func (c *comparison) equal(a, b, length uint64) bool {
	x, y := c.match.base.bytes(span{a, a + length}), c.match.other.bytes(span{b, b + length})
	return len(x) > 0 && len(y) > 0 && (bytes.Equal(x, y) || c.leads(a, b, x, y))
}

// leads compares tables as those of a switch, of distances from the table to code: as many as lead to any, and two at least, lead to the
// same. What is behind them is padding, or another constant, or it was no such table: where that differs it leaves a doubt.
func (c *comparison) leads(a, b uint64, x, y []byte) bool {
	n := 0
	for ; 4*n+4 <= min(len(x), len(y)); n++ {
		to := a + uint64(int64(int32(binary.LittleEndian.Uint32(x[4*n:]))))
		there := b + uint64(int64(int32(binary.LittleEndian.Uint32(y[4*n:]))))
		if c.match.base.functionAt(to) == nil && c.match.other.functionAt(there) == nil {
			break
		}
		if !c.code(to, there, true) {
			return false
		}
	}
	if n < 2 {
		return false
	}
	x, y = x[4*n:], y[4*n:]
	if rest := min(len(x), len(y)); !bytes.Equal(x[:rest], y[:rest]) {
		c.doubt = noEnd
	}
	return true
}

// noEnd is the doubt about a table that is the same, and may go on.
const noEnd = "where a table without a name ends nobody says, and what follows it differs"
