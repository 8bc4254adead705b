package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// NoPair is the kind of the warnings that say what has no pair.
const NoPair = "no-pair"

// unpairedOf lists what has no pair: of the base in one of the others or in all, and in each of the others.
func unpairedOf(base result.Group, pairings []*pairing) []Unpaired {
	var all []Unpaired
	seen := map[Unpaired]bool{}
	add := func(u Unpaired) {
		if !seen[u] {
			seen[u] = true
			all = append(all, u)
		}
	}
	paired := make([]map[int]bool, len(pairings))
	for n, p := range pairings {
		paired[n] = p.paired()
	}
	for _, i := range base.Results {
		anywhere := slices.ContainsFunc(paired, func(with map[int]bool) bool { return with[i] })
		for n, p := range pairings {
			absent := "only in " + p.place(base, i)
			if anywhere {
				absent = "not in " + p.other.Name
			}
			if !paired[n][i] {
				add(Unpaired{base.Name, i, cmp.Or(p.reasons[i], absent)})
			}
		}
	}
	for n, p := range pairings {
		for _, i := range p.other.Results {
			if !paired[n][i] {
				add(Unpaired{p.other.Name, i, cmp.Or(p.reasons[i], "only in "+p.place(p.other, i))})
			}
		}
	}
	return all
}

// place names where in g the result at i is: the run, where there are several.
func (p *pairing) place(g result.Group, i int) string {
	run := p.doc.Results[i].Run
	if run != "" && slices.ContainsFunc(g.Results, func(j int) bool { return p.doc.Results[j].Run != run }) {
		return run
	}
	return g.Name
}

// noPairs says what has no pair, a warning for the sizes of one primitive, operation and work of a group.
func noPairs(doc *result.Document, unpaired []Unpaired) []result.Warning {
	type row struct{ group, implementation, primitive, operation, work, detail, reason string }
	at := make([]int, len(unpaired))
	for i := range at {
		at[i] = i
	}
	rows, by := sorted(at, func(i int) row {
		r := &doc.Results[unpaired[i].Result]
		return row{unpaired[i].Group, r.Implementation(), r.Primitive, r.Operation, r.Work, r.Detail, unpaired[i].Reason}
	})
	var all []result.Warning
	for _, k := range rows {
		w := result.Warning{Kind: NoPair}
		var sizes []string
		for _, i := range by[k] {
			r := &doc.Results[unpaired[i].Result]
			if r.SizeBytes != nil {
				sizes = append(sizes, fmt.Sprint(*r.SizeBytes))
			}
			if w.File == "" && r.Source != nil {
				w.File, w.Line = r.Source.File, r.Source.Line
			}
		}
		what := k.primitive
		if p, ok := catalog.Known(k.primitive); k.operation != "" && !(ok && string(p.Sole()) == k.operation) {
			what += " " + k.operation
		}
		if k.detail != "" {
			what += " (" + k.detail + ")"
		}
		if len(sizes) > 0 {
			what += " at " + strings.Join(sizes, ", ") + " bytes"
		}
		if k.implementation != "" {
			what += " of " + k.implementation
		}
		w.Message = what + ": " + k.reason
		if !strings.HasPrefix(k.reason, "only in ") && !strings.HasPrefix(k.reason, "not in ") {
			w.Message += " (" + k.group + ")"
		}
		all = append(all, w)
	}
	return all
}
