package explain

import "cpb/result"

// A rule looks for one thing that several results show together. Its name is the kind of its findings and the heading
// under which docs/findings.md describes it.
type rule struct {
	name string
	find func(*evidence) []result.Finding
}

// findings is what r finds, with r's name and page.
func (r rule) findings(e *evidence) []result.Finding {
	found := r.find(e)
	for i := range found {
		f := &found[i]
		f.Kind, f.Page = r.name, "docs/findings.md#"+r.name
		f.Sentence, f.Mentions = e.mentions(f.Sentence)
	}
	return found
}

// rules has every rule, in the order in which their findings are told: first what the figures are and whether they can be trusted,
// then what they show.
var rules = []rule{
	{"duplicate-block", duplicateBlock},
	{"same-block-function", sameBlockFunction},
	{"tick-unit", tickUnit},
	{"legacy-evp-mix", legacyEVPMix},
	{"speed-changed-function", speedChangedFunction},
	{"evp-one-name", evpOneName},
	{"common-fixed-cost", commonFixedCost},
	{"engine-table", engineTable},
	{"common-factor", commonFactor},
	{"bulk-kernel", bulkKernel},
	{"winner", winner},
	{"winner-changes", winnerChanges},
	{"outlier-library", outlierLibrary},
	{"unused-instructions", unusedInstructions},
}
