package explain

import (
	"fmt"
	"math"
	"slices"

	"cpb/internal/stats"
	"cpb/result"
)

// A commonShift is that several primitives gained or lost the same fixed cost, and what the others did.
type commonShift struct {
	facing  *facing
	members []shift // what changed by the same, by primitive
	none    []shift // what did not change, or by little of that
	other   []shift // what changed by another amount
	untold  []shift // what did not, or by the same: the fits leave both
	low     float64 // the least and the largest of the members' changes, ns, both of one sign
	high    float64
}

const (
	sameShift = 1.25 // the largest of changes that are called the same ÷ the least
	noShift   = 0.3  // of the least of them: what is less is none
	sameClock = 1.1  // how far the block costs of half of them may lie apart: beyond, a machine differs, and with it each call
)

// commonShift finds the most primitives of f whose fixed cost changed by the same. Three are enough, or two where another is
// seen not to have it. What changed otherwise must be less than they are. Two libraries have nothing in common that could change.
func (f *facing) commonShift() (commonShift, bool) {
	if f.base().of.library != f.other().of.library {
		return commonShift{}, false
	}
	all := f.shifts()
	var told []shift
	for _, s := range all {
		if s.told() {
			told = append(told, s)
		}
	}
	c := commonShift{facing: f}
	for _, least := range told {
		var alike []shift
		for _, s := range told {
			if ratio := s.fixed / least.fixed; ratio >= 1 && ratio <= sameShift {
				alike = append(alike, s)
			}
		}
		if len(shiftedCells(alike)) > len(shiftedCells(c.members)) {
			c.members, c.low, c.high = alike, least.fixed, least.fixed
		}
	}
	for _, s := range c.members {
		c.low, c.high = min(c.low, s.fixed), max(c.high, s.fixed)
	}
	least := min(math.Abs(c.low), math.Abs(c.high))
	for _, s := range all {
		switch {
		case slices.Contains(c.members, s):
		case math.Abs(s.fixed) <= noShift*least:
			if s.atMost() < least {
				c.none = append(c.none, s)
			} else {
				c.untold = append(c.untold, s)
			}
		default:
			c.other = append(c.other, s)
		}
	}
	n := len(shiftedCells(c.members))
	return c, (n >= 3 || n == 2 && len(c.none) > 0) && n > len(shiftedCells(c.other)) && oneClock(c.members)
}

// oneClock reports whether the block costs of shifts leave the machine the same.
func oneClock(shifts []shift) bool {
	var ratios []float64
	for _, s := range shifts {
		ratios = append(ratios, s.block)
	}
	return math.Abs(math.Log(stats.Median(ratios))) <= math.Log(sameClock)
}

// shiftedCells are the names of what shifts are of.
func shiftedCells(shifts []shift) (names []string) {
	for _, s := range shifts {
		names = append(names, s.base.key.String())
	}
	return unique(names)
}

// commonShifts are those of all facings, together where they are of the same primitives: the same gained, the same did not, and
// they gained or lost.
func (e *evidence) commonShifts() (all [][]commonShift) {
	at := map[string]int{} // one more than the index into all
	for _, f := range e.facings() {
		c, ok := f.commonShift()
		if !ok {
			continue
		}
		k := fmt.Sprint(shiftedCells(c.members), shiftedCells(c.none), shiftedCells(c.other), shiftedCells(c.untold), shiftedCells(c.staying()), c.low < 0)
		if at[k] == 0 {
			all = append(all, nil)
			at[k] = len(all)
		}
		all[at[k]-1] = append(all[at[k]-1], c)
	}
	return all
}

// commonFixedCost finds fixed costs that several primitives gained or lost alike.
func commonFixedCost(e *evidence) (found []result.Finding) {
	for _, alike := range e.commonShifts() {
		f := alikeFinding(alike)
		f.Figures["primitives"], f.Figures["without"] = float64(len(shiftedCells(alike[0].members))), float64(len(shiftedCells(alike[0].none)))
		f.Sentence = e.commonSentence(alike)
		found = append(found, f)
	}
	return found
}

// alikeFinding is a finding about common shifts, without its sentence.
func alikeFinding(alike []commonShift) result.Finding {
	var members, all []*row
	low, high := math.Inf(1), 0.0
	for _, c := range alike {
		members = append(members, rowsOf(c.members)...)
		all = append(all, rowsOf(append(slices.Clone(c.members), c.none...))...)
		least, most := c.amount()
		low, high = min(low, least), max(high, most)
	}
	return result.Finding{
		Basis: result.Inferred, Primitives: primitivesOf(members), Results: resultsOf(all),
		Figures: map[string]float64{"least_ns": low, "most_ns": high},
	}
}

// amount is how much the members gained or lost.
func (c commonShift) amount() (low, high float64) {
	return min(math.Abs(c.low), math.Abs(c.high)), max(math.Abs(c.low), math.Abs(c.high))
}

// staying are the members whose block cost did not change.
func (c commonShift) staying() (stay []shift) {
	for _, m := range c.members {
		if m.blocksStay() {
			stay = append(stay, m)
		}
	}
	return stay
}

func (e *evidence) commonSentence(alike []commonShift) string {
	c := alike[0]
	more, slower := "more", "slower"
	if c.high < 0 {
		more, slower = "less", "faster"
	}
	var amounts []string
	for i, c := range alike {
		low, high := c.amount()
		amount := span(low, high)
		if i == 0 {
			amount += " ns " + more + " per call"
		}
		amounts = append(amounts, fmt.Sprintf("%s in %s than in %s", amount, e.sideName(c.facing.other()), e.sideName(c.facing.base())))
	}
	s := fmt.Sprintf("%s each cost %s", list(shiftedCells(c.members)), list(amounts))
	if none := shiftedCells(c.none); len(none) > 0 {
		s += fmt.Sprintf(", and %s %s not", list(none), verb(len(none), "does", "do"))
	}
	s += ": a common cause outside the algorithms, in the path to them."
	if stay := shiftedCells(c.staying()); len(stay) > 0 {
		s += fmt.Sprintf(" The block %s of %s did not get %s, the call did.", verb(len(stay), "function", "functions"), list(stay), slower)
	}
	if len(c.other) > 0 {
		s += fmt.Sprintf(" %s changed by other amounts.", list(shiftedCells(c.other)))
	}
	if len(c.untold) > 0 {
		s += fmt.Sprintf(" Of %s the fits do not tell.", list(shiftedCells(c.untold)))
	}
	return s
}

// What an engine table was seen to cost: 127 to 158 ns per call on the machine where it was tried. Slower machines pay more.
const (
	leastEngineNs = 80
	mostEngineNs  = 500
)

// engineTable finds fixed costs that only what went by EVP gained, in the versions whose EVP asks the engine table at each
// initialization.
func engineTable(e *evidence) (found []result.Finding) {
	for _, alike := range e.commonShifts() {
		var engines []commonShift
		known := true
		for _, c := range alike {
			is, told := e.asEngines(c)
			if is {
				engines, known = append(engines, c), known && told
			}
		}
		if len(engines) == 0 {
			continue
		}
		var gains []string
		for i, c := range engines {
			gain := span(c.low, c.high)
			if i == 0 {
				gain += " ns per call"
			}
			gains = append(gains, gain+" in "+e.sideName(c.facing.other()))
		}
		f := alikeFinding(engines)
		f.Sentence = fmt.Sprintf("%s, which gained %s, are what openssl speed of 0.9.7 to 1.0.2 calls through EVP; %s it calls directly. That is probably a table of "+
			"engines: a static build registers its engines, and each initialization of EVP then searches them (seen to cost 127 to 158 ns per call elsewhere). That "+
			"would be a property of the build, not of the version; how it was built, the figures do not say.",
			list(shiftedCells(engines[0].members)), list(gains), list(shiftedCells(engines[0].none)))
		if !known {
			f.Sentence += " The version of one side is not told; this holds if it is one of these."
		}
		found = append(found, f)
	}
	return found
}

// asEngines reports whether c is what an engine table does, and whether the versions of both sides are known.
func (e *evidence) asEngines(c commonShift) (is, known bool) {
	if c.low < leastEngineNs || c.high > mostEngineNs || len(c.none) == 0 {
		return false, false
	}
	members, membersKnown := e.pathIn(c.members, evp)
	none, noneKnown := e.pathIn(c.none, oneshot)
	return members && none, membersKnown && noneKnown
}

// pathIn reports whether openssl speed of 0.9.7 to 1.0.2 took all shifts by the interface, and whether that is known of both
// sides. One side may be without a version.
func (e *evidence) pathIn(shifts []shift, iface string) (ok, both bool) {
	both = true
	for _, s := range shifts {
		known := 0
		for _, r := range []*row{s.base, s.other} {
			switch {
			case r.timed != nil && r.timed.iface == iface && e.searchesEngines(r):
				known++
			case r.timed != nil, r.of.version != "", !e.bySpeed(r):
				return false, false
			}
		}
		if known == 0 {
			return false, false
		}
		both = both && known == 2
	}
	return true, both
}

// searchesEngines reports whether r's version is of the era in which EVP was the default path of the old hashes.
func (e *evidence) searchesEngines(r *row) bool {
	era, ok := eraOf(e.at(r.results[0]))
	return ok && era.byName
}
