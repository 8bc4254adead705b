// Package rival has the rules by which other benchmark tools call two implementations different, so that they can be asked
// about the very samples that cpb's own rule judges: numbers in, a verdict out. What cpb itself says is in internal/stats.
//
// Each rule is the tool's, read in its sources: its estimator, its test, its constants, its defaults, and what it does wrong.
// Where a tool takes fewer and longer measurements than a series has, consecutive samples are averaged into as many as it
// would take: the same time on the machine, seen as that tool sees it.
package rival

import "math/rand/v2"

// A Series is one side's samples in the order in which they were taken: nanoseconds per call of each, as its total time ÷
// calls. That is what these tools see, interruptions included.
type Series []float64

// A Judgement is what a rule says of two series. The zero Judgement is that of a rule that cannot say anything: too few
// samples for it, or values that are not times.
type Judgement struct {
	Ratio     float64 // time other ÷ time base, by the rule's own estimator
	Low, High float64 // the interval of the ratio that the rule gives; 0 and 0 where it gives none
	Different bool    // the rule calls the two different
}

// A Rule is one tool's way to a verdict.
type Rule struct {
	Name   string // the tool, "criterion", with the option that makes it another rule, "tango -o"
	Says   string // the rule in words, with its constants
	Source string // where it is written: tool, version, file
	Paired bool   // it takes samples of both sides in turns; the others take one side after the other
	Judge  func(base, other Series, rng *rand.Rand) Judgement
}

// Rules are all rules. Series of a Paired rule have their samples side by side, base[i] next to other[i]; those of any other
// are to be taken one after the other. That is the caller's to arrange: a rule cannot tell. Only a bootstrap draws from rng.
func Rules() []Rule {
	return []Rule{criterionRule, benchstatRule, tangoRule(false), tangoRule(true), hyperfineRule, welchRule, meansRule}
}
