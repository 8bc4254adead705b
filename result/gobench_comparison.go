package result

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// configSide says which side of a comparison the lines below it are of.
const configSide = "side"

// The parts of names that tell comparisons apart that are alike otherwise.
const (
	partBase  = "base"  // the base's implementation
	partOther = "other" // the other side's
	partNth   = "nth"   // which of several equal cells
)

// EncodeGoBenchSides writes both sides of d's comparisons in the Go benchmark format, for
//
//	benchstat -col side FILE
//
// The two sides of a comparison have one name: of their cell and of what their implementations have in common. What is not
// comparable has no lines. The sides are base and other, or other1, other2 and so on; comments say which groups they are.
func EncodeGoBenchSides(w io.Writer, d *Document, base Group, others []Group) error {
	sides := []benchSide{{"base", base}}
	for i, g := range others {
		name := "other"
		if len(others) > 1 {
			name += strconv.Itoa(i + 1)
		}
		sides = append(sides, benchSide{name, g})
	}
	for _, s := range sides {
		if _, err := fmt.Fprintf(w, "# %s: %s\n", s.name, oneLine(s.group.Name)); err != nil {
			return err
		}
	}
	out := benchfmt.NewWriter(w)
	machine := machineConfig(d)
	names := comparisonNames(d, sides[1:])
	for n, s := range sides {
		config := append(machine[:len(machine):len(machine)], fileConfig(configSide, s.name))
		written := map[string]bool{} // the base stands against each of several others, and is one measurement
		for i := range d.Comparisons {
			c := &d.Comparisons[i]
			at := c.Other
			if n == 0 {
				at = c.Base
			}
			name := string(names[i])
			if name == "" || !slices.Contains(s.group.Results, at) || written[name] {
				continue
			}
			written[name] = true
			if err := writeBench(out, config, names[i], &d.Results[at]); err != nil {
				return err
			}
		}
	}
	return nil
}

type benchSide struct {
	name  string
	group Group
}

// oneLine is text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// comparisonNames are the names of d's comparisons; nil where there is nothing to compare. benchstat takes all lines of one
// name and side for one measurement repeated: different results must not come out alike.
func comparisonNames(d *Document, others []benchSide) []benchfmt.Name {
	shared := make([]Result, len(d.Comparisons))
	parts := make([][]byte, len(d.Comparisons))
	for i := range d.Comparisons {
		if c := &d.Comparisons[i]; c.Verdict != NotComparable {
			shared[i] = sharedCell(c, &d.Results[c.Base], &d.Results[c.Other])
			parts[i] = benchParts(&shared[i])
		}
	}
	sideOf := sidesOf(d, others)
	for i, ambiguous := range ambiguousParts(d, parts, sideOf) {
		if c := &d.Comparisons[i]; ambiguous {
			parts[i] = appendPart(parts[i], partBase, d.Results[c.Base].Implementation())
			parts[i] = appendPart(parts[i], partOther, d.Results[c.Other].Implementation())
		}
	}
	type place struct {
		name string
		side int
	}
	nth := map[place]int{}
	names := make([]benchfmt.Name, len(parts))
	for i, ambiguous := range ambiguousParts(d, parts, sideOf) {
		if parts[i] == nil {
			continue
		}
		if ambiguous {
			at := place{string(parts[i]), sideOf[i]}
			nth[at]++
			parts[i] = appendPart(parts[i], partNth, strconv.Itoa(nth[at]))
		}
		names[i] = fmt.Appendf(parts[i], "-%d", max(1, shared[i].Threads))
	}
	return names
}

// sidesOf says which of others each comparison is with; -1 for none.
func sidesOf(d *Document, others []benchSide) []int {
	side := make([]int, len(d.Comparisons))
	for i := range d.Comparisons {
		side[i] = slices.IndexFunc(others, func(s benchSide) bool {
			return slices.Contains(s.group.Results, d.Comparisons[i].Other)
		})
	}
	return side
}

// ambiguousParts says which names stand for different results on one side.
func ambiguousParts(d *Document, parts [][]byte, sideOf []int) []bool {
	type place struct {
		name string
		side int
	}
	const base = -2
	first := map[place]int{}
	ambiguous := map[string]bool{}
	for i, p := range parts {
		for _, at := range []struct{ side, result int }{{base, d.Comparisons[i].Base}, {sideOf[i], d.Comparisons[i].Other}} {
			k := place{string(p), at.side}
			if r, seen := first[k]; seen && r != at.result {
				ambiguous[k.name] = true
			} else {
				first[k] = at.result
			}
		}
	}
	all := make([]bool, len(parts))
	for i, p := range parts {
		all[i] = p != nil && ambiguous[string(p)]
	}
	return all
}

// sharedCell is what the two results of c have in common.
func sharedCell(c *Comparison, base, other *Result) Result {
	shared := Result{
		Primitive: c.Primitive, Operation: c.Operation, Work: c.Work, SizeBytes: c.SizeBytes, Bits: c.Bits, Threads: c.Threads,
	}
	for _, part := range []func(*Result) *string{
		func(r *Result) *string { return &r.Library },
		func(r *Result) *string { return &r.Version },
		func(r *Result) *string { return &r.Label },
		func(r *Result) *string { return &r.Interface },
		func(r *Result) *string { return &r.Caps },
	} {
		if *part(base) == *part(other) {
			*part(&shared) = *part(base)
		}
	}
	return shared
}

// writeBench writes r's measurements under name: its times or rates, else the cycles that it has instead.
func writeBench(out *benchfmt.Writer, config []benchfmt.Config, name benchfmt.Name, r *Result) error {
	lines := benchValues(r)
	if len(lines) == 0 {
		lines = cycleValues(r)
	}
	for _, values := range lines {
		if err := out.Write(&benchfmt.Result{Config: config, Name: name, Iters: benchIterations(r), Values: values}); err != nil {
			return err
		}
	}
	return nil
}

// cycleValues are the cycles of r under a unit that names their clock.
func cycleValues(r *Result) [][]benchfmt.Value {
	clock := r.Cycles
	if clock == "" {
		clock = CyclesUnknown
	}
	clock = strings.ReplaceAll(oneLine(clock), " ", "-") + "-cycles"
	switch {
	case r.CyclesPerByte > 0:
		return [][]benchfmt.Value{{{Value: r.CyclesPerByte, Unit: clock + "/byte"}}}
	case r.CyclesPerCall > 0:
		return [][]benchfmt.Value{{{Value: r.CyclesPerCall, Unit: clock + "/op"}}}
	}
	return nil
}
