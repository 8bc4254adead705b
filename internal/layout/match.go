package layout

import "slices"

// A Match pairs the functions of two builds of one library.
type Match struct {
	base, other *File
	there       map[*function]*function // of base's functions: the other's
	here        map[*function]*function // of the other's: base's
	verdicts    map[*function]verdict   // on base's functions that were held against their pair
	variables   oneToOne                // what those that are the same refer to
	orders      map[string]bool         // of sections: variables without names lie in another order there; nil: not looked at
}

// A verdict is whether a pair is the same, and if so, what speaks against it.
type verdict struct {
	same  bool
	doubt string
}

// A oneToOne has the variable of the other file for one of base, and back.
type oneToOne struct{ there, here map[uint64]uint64 }

// fits reports whether a pair of variables goes with those that are known.
func (o oneToOne) fits(a, b uint64) bool {
	there, known := o.there[a]
	here, knownThere := o.here[b]
	return (!known || there == b) && (!knownThere || here == a)
}

func (o oneToOne) add(a, b uint64) { o.there[a], o.here[b] = b, a }

// maxPasses bounds how often pairs by reference and by neighbour may lead to each other: each pass over the neighbours is one over all
// functions. Real files need three or so. What is left has no pair, and counts as changed.
const maxPasses = 16

// NewMatch pairs by name; what has none, or none that is in both files once, by its instructions; else by who refers to it, or by its
// neighbours. What is left on one side alone has no pair. That two are a pair does not mean that they are the same.
func NewMatch(base, other *File) *Match {
	m := &Match{base: base, other: other, there: map[*function]*function{}, here: map[*function]*function{}, verdicts: map[*function]verdict{},
		variables: oneToOne{map[uint64]uint64{}, map[uint64]uint64{}}}
	m.byName()
	m.byContent()
	open := slices.Clone(base.functions) // whose references were not followed yet
	for range maxPasses {
		m.byReference(open)
		if open = m.byNeighbour(true); len(open) == 0 {
			break
		}
	}
	m.byNeighbour(false)
	return m
}

func (m *Match) pair(a, b *function) {
	m.there[a], m.here[b] = b, a
}

// free reports whether neither has a pair.
func (m *Match) free(a, b *function) bool { return m.there[a] == nil && m.here[b] == nil }

// named has the functions of a file by the names that only one has.
func (f *File) named() map[string]*function {
	by := map[string]*function{}
	for _, fn := range f.functions {
		for _, name := range fn.names {
			if _, taken := by[name]; taken {
				by[name] = nil
			} else {
				by[name] = fn
			}
		}
	}
	return by
}

func (m *Match) byName() {
	own, others := m.base.named(), m.other.named()
	for _, a := range m.base.functions {
		for _, name := range a.names {
			if b := others[name]; own[name] == a && b != nil && m.free(a, b) {
				m.pair(a, b)
			}
		}
	}
}

// byContent pairs those that alone on either side have these instructions, but for the distances in them.
func (m *Match) byContent() {
	type content struct{ length, like uint64 }
	only := func(functions []*function, paired map[*function]*function) map[content]*function {
		by := map[content]*function{}
		for _, fn := range functions {
			if paired[fn] != nil || fn.begin == fn.end {
				continue
			}
			c := content{fn.end - fn.begin, fn.like}
			if _, taken := by[c]; taken {
				by[c] = nil
			} else {
				by[c] = fn
			}
		}
		return by
	}
	others := only(m.other.functions, m.here)
	for c, a := range only(m.base.functions, m.there) {
		if b := others[c]; a != nil && b != nil {
			m.pair(a, b)
		}
	}
}

// byReference pairs what is referred to at the same place by two functions that are the same otherwise: by those in open, and by what it
// finds. A pair that was followed once has nothing more to tell later: what was free may be taken then, and not the other way round.
func (m *Match) byReference(open []*function) {
	for len(open) > 0 {
		a := open[len(open)-1]
		open = open[:len(open)-1]
		b := m.there[a]
		if b == nil {
			continue
		}
		c := comparison{match: m, a: a, b: b, lenient: true}
		if !c.same() {
			continue
		}
		for _, p := range c.wanted {
			if m.free(p[0], p[1]) {
				m.pair(p[0], p[1])
				open = append(open, p[0])
			}
		}
	}
}

// byNeighbour pairs functions without names between, or beside, two that are pairs: with like, those of the same instructions next to one
// pair; else any that stand alone between two. It returns those of base.
func (m *Match) byNeighbour(like bool) (found []*function) {
	after := map[*function]*function{} // of the other's functions
	for i, b := range m.other.functions[:max(0, len(m.other.functions)-1)] {
		after[b] = m.other.functions[i+1]
	}
	for i, a := range m.base.functions {
		if i == 0 || m.there[a] != nil || len(a.names) > 0 {
			continue
		}
		b := after[m.there[m.base.functions[i-1]]]
		if b == nil || m.here[b] != nil || len(b.names) > 0 {
			continue
		}
		if like {
			if a.like != b.like {
				continue
			}
		} else if i+1 == len(m.base.functions) || after[b] == nil || m.there[m.base.functions[i+1]] != after[b] {
			continue
		}
		m.pair(a, b)
		found = append(found, a)
	}
	return found
}
