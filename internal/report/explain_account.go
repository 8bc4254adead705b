package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"cpb/catalog"
	"cpb/result"
)

// An account is what is explained of one primitive × operation × work × threads: each cost model once, and the pairs. What a
// sentence says of one cost alone, the table has.
type account struct {
	key    blockKey // without bits
	costs  []*result.Cost
	names  []string // whose each cost is, as a row has it
	calls  []string // as a sentence has it
	paired []bool   // which are held against another
	pairs  []*result.Explanation
	alone  string // who has no pair where others have
}

// accounts sorts d's explanations, those of primitives that the catalogue measures first and in its order, then the others as
// they come.
func accounts(d *result.Document, n *naming, width int) []*account {
	var all []*account
	byKey := map[blockKey]*account{}
	anyPair := false
	type costKey struct {
		of      string
		results string
		account *account
	}
	at := map[costKey]int{} // one more than the index into the account's costs
	for i := range d.Explanations {
		e := &d.Explanations[i]
		key := blockKey{primitive: e.Primitive, operation: e.Operation, work: e.Work, threads: max(1, e.Threads)}
		a := byKey[key]
		if a == nil {
			a = &account{key: key}
			byKey[key], all = a, append(all, a)
		}
		for _, c := range []*result.Cost{e.Base, e.Other} {
			if c == nil {
				continue
			}
			k := costKey{c.Of, fmt.Sprint(c.Results), a}
			if at[k] == 0 {
				a.calls = append(a.calls, n.call(nameOf(c, d), c.Results))
				a.costs, a.names, a.paired = append(a.costs, c), append(a.names, n.row(nameOf(c, d), c.Results, width)), append(a.paired, false)
				at[k] = len(a.costs)
			}
			if !alone(e) {
				a.paired[at[k]-1], anyPair = true, true
			}
		}
		said := func(x *result.Explanation) bool { return x.Sentence == e.Sentence }
		if clean(e.Sentence) != "" && !alone(e) && !slices.ContainsFunc(a.pairs, said) {
			a.pairs = append(a.pairs, e)
		}
	}
	for _, a := range all {
		if anyPair && len(a.costs) > 1 {
			a.alone = a.unpaired()
		}
	}
	slices.SortStableFunc(all, func(x, y *account) int { return cmp.Compare(x.place(), y.place()) })
	return all
}

// alone reports whether e is about one cost.
func alone(e *result.Explanation) bool { return e.Base != nil && e.Other == nil }

// unpaired names those whose costs are held against no other.
func (a *account) unpaired() string {
	var all []string
	for i, name := range a.calls {
		if !a.paired[i] {
			all = append(all, name)
		}
	}
	return listed(all)
}

// place is where a's primitive stands in the catalogue, after all of it where it does not.
func (a *account) place() int {
	if at := catalog.Position(a.key.primitive); at >= 0 {
		return at
	}
	return math.MaxInt
}

// nameOf is whose cost c is.
func nameOf(c *result.Cost, d *result.Document) string {
	if clean(c.Of) == "" && len(c.Results) > 0 {
		return d.Results[c.Results[0]].Implementation()
	}
	return c.Of
}

// title says what the calls of a are: "SHA-1 hash, blocks of 64 bytes (message: init, data, final)".
func (a *account) title() string {
	title := subject(a.key)
	if size := a.blockBytes(); size > 1 {
		title += fmt.Sprintf(", blocks of %d bytes", size)
	}
	return title + details(a.key)
}

// blockBytes is the size of a's blocks: 1 where costs are per byte, 0 where there are none.
func (a *account) blockBytes() int {
	if len(a.costs) == 0 {
		return 0
	}
	return a.costs[0].BlockBytes
}

// A costNotes is what a reader of cost tables needs to be told of them: what occurred.
type costNotes struct {
	rates, untold                             bool     // of tables of changes
	versions                                  []string // of tables of figures
	costs, misfit, estimated, cycles, perByte bool
	interval, launches, residuals             bool // whether there are intervals, and of which kinds
	negative, exact                           bool // whether there are fixed costs below 0, costs without an interval
}

func (n *costNotes) list() []string {
	var all []string
	add := func(is bool, sentence string) {
		if is {
			all = append(all, sentence)
		}
	}
	add(n.costs, fixedHead+": what a call costs whatever its size; "+blockHead+": what each block costs; both by a line through all sizes")
	add(n.perByte, byteHead+": what each byte costs, where calls do not go by blocks")
	add(n.costs, slopeHead+": the cost of a block, or byte, between the two largest sizes alone")
	add(n.costs, missHead+": the most by which the line misses a size, and which")
	add(n.interval, "± half of the 95 % interval"+n.intervals())
	add(n.exact, "costs without ±: two sizes give a line and no interval")
	add(n.negative, fixedHead+" below 0: these sizes do not tell a cost that small")
	add(n.cycles, cyclesHead+": core cycles per byte of the part that grows with size")
	add(n.rates, rateMark+": how many times as fast the second is, above 1 where it is faster")
	add(n.rates, "each call, ns: how much more a call of the second costs, whatever its size")
	add(n.untold, untoldMark+" not told to have changed: by the fit, or because single runs of the same code differ by as much")
	add(n.misfit, misfitMark+" that line misses a size by more than 5 %: trust the sizes, not the line")
	add(n.estimated, estimatedMark+" estimated: the core clock was not steady, or could not be checked")
	return append(all, n.versions...)
}

// intervals says what the intervals are of.
func (n *costNotes) intervals() string {
	const (
		launches  = "how launches vary"
		residuals = "how far the sizes are from the line; how runs vary is not in it"
	)
	switch {
	case n.launches && n.residuals:
		return ": of some rows " + launches + ", of others " + residuals
	case n.launches:
		return ": " + launches
	case n.residuals:
		return ": " + residuals
	}
	return ""
}

// The heads of a cost table, with fixedHead and cyclesHead.
const (
	blockHead = "ns/block"
	byteHead  = "ns/byte"
	slopeHead = "slope"
	missHead  = "misses"
)

// sheet lays a's costs out, and notes in n what the reader will need to be told.
func (a *account) sheet(n *costNotes) sheet {
	perUnit := blockHead
	if a.blockBytes() == 1 {
		perUnit = byteHead
		n.perByte = true
	}
	n.costs = true
	s := sheet{heads: []string{fixedHead, perUnit, slopeHead, missHead}}
	clocked := slices.ContainsFunc(a.costs, func(c *result.Cost) bool { return c.CyclesPerByte > 0 })
	if clocked {
		s.heads = slices.Insert(s.heads, 2, cyclesHead)
	}
	for i, c := range a.costs {
		fixed, block := halfWidth(c.FixedLowNs, c.FixedHighNs), halfWidth(c.BlockLowNs, c.BlockHighNs)
		cells := []sheetCell{
			{text: upTo(c.FixedNs, fixed), interval: plusMinusNs(fixed), misfit: c.Misfit},
			{text: upTo(c.BlockNs, block), interval: plusMinusNs(block), misfit: c.Misfit},
			{text: upTo(c.SlopeNs, block)},
			{text: missOf(c)},
		}
		if clocked {
			cells = slices.Insert(cells, 2, costCycles(c))
		}
		n.misfit = n.misfit || c.Misfit
		n.interval = n.interval || fixed > 0 || block > 0
		n.launches = n.launches || c.Interval == result.IntervalLaunches
		n.residuals = n.residuals || c.Interval == result.IntervalResiduals
		n.cycles = n.cycles || clocked
		n.negative = n.negative || c.FixedNs < 0
		n.exact = n.exact || c.Interval == ""
		n.estimated = n.estimated || c.CyclesPerByte > 0 && c.Cycles == result.CyclesEstimated
		s.rows = append(s.rows, sheetRow{name: a.names[i], cells: cells})
	}
	return s
}

// costCycles is c's cycles per byte, under the clock's name where that is not the core's.
func costCycles(c *result.Cost) sheetCell {
	if c.CyclesPerByte == 0 {
		return sheetCell{text: absent}
	}
	s := cycles(c.CyclesPerByte, c.Cycles == result.CyclesEstimated)
	if unit := cyclesUnit(c.Cycles); unit != cyclesHead {
		s += " " + unit
	}
	return sheetCell{text: s}
}

// missOf is by how much c misses a size at most, and which. Two sizes it cannot miss.
func missOf(c *result.Cost) string {
	if len(c.Results) == 2 {
		return absent
	}
	return fmt.Sprintf("%.1f%% at %s", 100*c.MaxResidual, Size(c.WorstSize))
}

// halfWidth is half of an interval; 0 where there is none.
func halfWidth(low, high float64) float64 { return max(0, (high-low)/2) }

// plusMinusNs is half of an interval in one digit, or in two where the first is 1: "±0.3", "±1.2"; "" for 0.
func plusMinusNs(half float64) string {
	if half == 0 {
		return ""
	}
	if s := strconv.FormatFloat(half, 'e', 1, 64); s[0] == '1' {
		return "±" + significant(half, 2)
	}
	return "±" + significant(half, 1)
}

// upTo is x as Digits has it, and with more digits, five at most, where half of its interval is smaller than the last.
func upTo(x, half float64) string {
	digits := 3
	if half > 0 && x != 0 {
		digits = 1 + int(math.Floor(math.Log10(math.Abs(x)))-math.Floor(math.Log10(half)))
	}
	return significant(x, min(max(3, digits), 5))
}
