package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cpb/result"
)

// blockFamilies are primitives that differ in their initial values and in what is cut off at the end, and run one compression
// function: FIPS 180-4, sections 5.3 and 6.3 to 6.7.
var blockFamilies = [][]string{{"sha224", "sha256"}, {"sha384", "sha512", "sha512-224", "sha512-256"}}

// sameFunction is the part by which the costs of one block function may differ.
const sameFunction = 0.02

// A kinship is two rows of one implementation whose primitives share a block function.
type kinship struct {
	a, b  *row
	apart float64 // how far their costs lie apart, as a part of the less
	told  bool    // whether that is more or less than sameFunction, as far as the costs vary
}

// sameBlockFunction checks that primitives with one block function cost the same. It says it once where they do, and of each where
// they do not.
func sameBlockFunction(e *evidence) (found []result.Finding) {
	var pass, untold []kinship
	for _, k := range e.kinships() {
		if !k.told {
			untold = append(untold, k)
			continue
		}
		if k.apart <= sameFunction {
			pass = append(pass, k)
			continue
		}
		vary := ""
		if !(e.covered(k.a) && e.covered(k.b)) && k.apart <= result.SingleRuns {
			vary = fmt.Sprintf(" (single runs of the same code can differ by %.0f %%)", 100*result.SingleRuns)
		}
		found = append(found, result.Finding{
			Basis: result.Measured, Primitives: []string{k.a.key.primitive, k.b.key.primitive}, Results: resultsOf([]*row{k.a, k.b}),
			Figures: map[string]float64{"apart_percent": 100 * k.apart},
			Sentence: fmt.Sprintf("%s and %s of %s run the same block function and differ by %s: a check that these figures do not pass. Either the two did not have the "+
				"same conditions%s, or this implementation has different code for them.", k.a.key, k.b.key, e.sideName(k.a), percent(k.apart), vary),
		})
	}
	if len(pass) == 0 {
		return found
	}
	var rows []*row
	widest := 0.0
	for _, k := range pass {
		rows = append(rows, k.a, k.b)
		widest = max(widest, k.apart)
	}
	passed := result.Finding{
		Basis: result.Measured, Primitives: primitivesOf(rows), Results: resultsOf(rows),
		Figures: map[string]float64{"apart_percent": 100 * widest, "pairs": float64(len(pass))},
		Sentence: fmt.Sprintf("%s run the same block functions, and cost the same in %s (within %s): a check that the figures pass.",
			kin(pass), places(e, pass), percent(widest)),
	}
	if len(untold) > 0 {
		passed.Figures["untold"] = float64(len(untold))
		passed.Sentence += fmt.Sprintf(" Of %s in %s they do not tell.", kin(untold), places(e, untold))
	}
	return append([]result.Finding{passed}, found...)
}

// kinships are the rows of one implementation in one group that should cost the same.
func (e *evidence) kinships() (all []kinship) {
	for i, a := range e.rows {
		for _, b := range e.rows[i+1:] {
			if e.sideOf(a) != e.sideOf(b) || a.suffix != b.suffix || !related(a.key, b.key) {
				continue
			}
			if apart, told, ok := e.apart(a, b); ok {
				all = append(all, kinship{a, b, apart, told})
			}
		}
	}
	return all
}

// familyOf is what a primitive shares code with: the first that runs its block function, else the name of its algorithm.
func familyOf(primitive string) string {
	for _, family := range blockFamilies {
		if slices.Contains(family, primitive) {
			return family[0]
		}
	}
	algorithm, _, _ := strings.Cut(primitive, "-")
	return algorithm
}

// related reports whether two cells differ in nothing but the member of a family.
func related(a, b cellKey) bool {
	for _, family := range blockFamilies {
		if slices.Contains(family, a.primitive) && slices.Contains(family, b.primitive) && a.primitive != b.primitive {
			a.primitive = b.primitive
			return a == b
		}
	}
	return false
}

// apart is how far the block costs of two rows lie apart, where they have none the costs at the largest size that both have; and whether
// that tells, for they may be apart or not, as far as they vary. False where nothing compares.
func (e *evidence) apart(a, b *row) (apart float64, told, ok bool) {
	if a.cost != nil && b.cost != nil && !a.misfit && !b.misfit {
		x, y := a.cost, b.cost
		apart := max(x.BlockNs, y.BlockNs)/min(x.BlockNs, y.BlockNs) - 1
		overlap := x.Interval == "" || y.Interval == "" || blocksOverlap(x, y)
		return apart, apart <= sameFunction || !overlap, true
	}
	x, y, ok := shared(e.measures(a), e.measures(b))
	if !ok || x.size < kinBytes {
		return 0, false, false // the fixed costs are in these, and differ with the initial values: with little data they are too much of it
	}
	apart = max(x.value, y.value)/min(x.value, y.value) - 1
	return apart, apart <= sameFunction || math.Max(x.low, y.low) > math.Min(x.high, y.high), true
}

// kinBytes is the size from which a call is almost all block function.
const kinBytes = 8192

// kin names the pairs that were checked.
func kin(all []kinship) string {
	names := distinct(all, func(k kinship) string { return k.a.key.primitive + " and " + k.b.key.primitive })
	if len(names) > 1 {
		for i, n := range names {
			names[i] = strings.Replace(n, " and ", "/", 1)
		}
	}
	return list(names)
}

// places names where the checks were made, or counts them.
func places(e *evidence, all []kinship) string {
	names := distinct(all, func(k kinship) string { return e.sideName(k.a) })
	if len(names) > 4 {
		return fmt.Sprintf("each of %d implementations", len(names))
	}
	return list(names)
}
