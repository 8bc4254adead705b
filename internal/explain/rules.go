package explain

import (
	"slices"

	"cpb/result"
)

// A rule looks for one thing that several results show together. Its name is the kind of its findings and the heading
// under which docs/findings.md describes it.
type rule struct {
	name string
	find func(*evidence) []result.Finding
}

// findings is what r finds, with r's name and page.
func (r rule) findings(e *evidence) []result.Finding {
	found := merged(r.find(e))
	for i := range found {
		f := &found[i]
		f.Kind, f.Page = r.name, "docs/findings.md#"+r.name
		f.Sentence, f.Mentions = e.mentions(f.Sentence)
	}
	return found
}

// merged is findings without those that say what an earlier one says, which then stands on the results of both.
func merged(found []result.Finding) (once []result.Finding) {
	for _, f := range found {
		i := slices.IndexFunc(once, func(g result.Finding) bool { return g.Sentence == f.Sentence && g.Basis == f.Basis })
		if i < 0 {
			once = append(once, f)
			continue
		}
		g := &once[i]
		g.Primitives = unique(append(slices.Clone(g.Primitives), f.Primitives...))
		g.Results = append(slices.Clone(g.Results), f.Results...)
		slices.Sort(g.Results)
		g.Results = slices.Compact(g.Results)
	}
	return once
}

// rules has every rule, in the order in which their findings are told: whose figures are no measurement, what the others show, and
// then what to know when reading them.
var rules = []rule{
	{"duplicate-block", duplicateBlock},
	{"common-fixed-cost", commonFixedCost},
	{"engine-table", engineTable},
	{"common-factor", commonFactor},
	{"evp-one-name", evpOneName},
	{"speed-changed-function", speedChangedFunction},
	{"legacy-evp-mix", legacyEVPMix},
	{"bulk-kernel", bulkKernel},
	{"unused-instructions", unusedInstructions},
	{"winner", winner},
	{"winner-changes", winnerChanges},
	{"outlier-library", outlierLibrary},
	{"same-block-function", sameBlockFunction},
	{"tick-unit", tickUnit},
}
