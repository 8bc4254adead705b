package gate

import (
	"fmt"
	"math"
	"slices"

	"cpb/internal/stats"
	"cpb/result"
)

// A Side is one side of a gate over results that are there already.
type Side struct {
	Arg    string       // what it is, in the words of whoever asked
	Group  result.Group // of the document
	Host   *result.Host // the machine that it was measured on; nil where it is not known
	Method *result.Method
}

// kind of the warnings of a gate in a document.
const warnGate = "gate"

// Saved decides by results that are in doc, those of wants; nil: all of them.
func Saved(doc *result.Document, base, head Side, maxSlowdown float64, wants func(*result.Result) bool) error {
	base.Group, head.Group = only(doc, base.Group, wants), only(doc, head.Group, wants)
	if err := decide(doc, base, head, maxSlowdown); err != nil {
		return err
	}
	if doc.Gate == nil {
		return &Error{Text: "nothing of " + head.Arg + " has a pair in " + base.Arg, Do: "cpb read FILE shows what is in a file; --only has to name what is in both"}
	}
	doc.Gate.Saved = true
	return nil
}

// decide fills in the gate of two groups of results.
func decide(doc *result.Document, base, head Side, maxSlowdown float64) error {
	from := len(doc.Comparisons)
	unpaired, err := compared(doc, base.Group, head.Group)
	if err != nil {
		return err
	}
	var apart []result.GateApart
	for _, u := range unpaired {
		kind := result.ApartGone
		if slices.Contains(head.Group.Results, u.Result) {
			kind = result.ApartNew
		}
		apart = append(apart, apartOf(kind, &doc.Results[u.Result], u.Reason))
	}
	j := &savedJudge{doc: doc, pairs: result.PairsOf(doc), distance: distanceOf(base, head)}
	g := &result.Gate{Base: base.Arg, Head: head.Arg, MaxSlowdown: maxSlowdown, Apart: apart}
	rule := Rule{MaxSlowdown: maxSlowdown, Cells: len(doc.Comparisons) - from}
	if doc.Method != nil { // the launches of a gate decide here what they did there, though some of its cells alone be asked for
		rule.Cells = max(rule.Cells, doc.Method.Family)
	}
	g.Cells = judge(doc, rule, from, j.evidence)
	conclude(doc, g)
	if j.usedDistance {
		if j.distance.scaled {
			doc.Gate.Figure = result.GateFigureCycles
		}
		doc.Warnings = append(doc.Warnings, result.Warning{Kind: warnGate, Message: j.distance.says})
	}
	return nil
}

// A savedJudge finds evidence in results that are there already.
type savedJudge struct {
	doc          *result.Document
	pairs        result.Pairs
	distance     distance
	usedDistance bool // whether any evidence is of launches that were not measured together
}

func (j *savedJudge) evidence(c *result.Comparison) evidence {
	if c.Verdict == result.NotComparable {
		return evidence{reason: c.Warnings[len(c.Warnings)-1]}
	}
	if c.Figure != "" {
		return evidence{reason: "no times, only " + c.Figure}
	}
	if p, ok := j.pairs.Of(c.Base, c.Other); ok {
		return paired(p)
	}
	base, head := &j.doc.Results[c.Base], &j.doc.Results[c.Other]
	launches := min(len(base.LaunchNs), len(head.LaunchNs))
	switch {
	case launches < 2:
		return evidence{reason: "single runs: how much such figures vary from run to run is not known", launches: launches}
	case j.distance.refuses != "":
		return evidence{reason: j.distance.refuses, launches: launches, noRatio: true}
	}
	j.usedDistance = true
	return evidence{interval: j.shift(base, head, c), launches: launches}
}

// shift is the interval of launches measured apart, of the rank-sum test, wider by what the digits of figures that another tool printed leave
// open: by as much as that of the comparison is.
func (j *savedJudge) shift(base, head *result.Result, c *result.Comparison) Interval {
	b, h := stats.Logs(base.LaunchNs), stats.Logs(head.LaunchNs)
	rounding := 0.0
	if plain, ok := stats.Shift(b, h, stats.Level); ok && c.High > 0 && (base.Source != nil || head.Source != nil) {
		rounding = max(0, math.Log(c.High)-plain.High)
	}
	return func(level float64) (stats.Interval, bool) {
		i, ok := stats.Shift(b, h, level)
		by := j.distance.log
		return stats.Interval{Value: i.Value + by, Low: i.Low + by - rounding, High: i.High + by + rounding}, ok
	}
}

// A distance is what lies between two sides that were measured apart.
type distance struct {
	log     float64 // to be added to a log ratio of times
	scaled  bool    // whether that makes it one of core cycles
	refuses string  // why the two cannot be held against each other
	says    string  // what is to be known of it
}

// distanceOf says what the machine and its clock were on both sides. Where both clocks are known it is cycles that are held against the
// bound: the same code takes as many at any clock, as long as it waits for no memory.
func distanceOf(base, head Side) (d distance) {
	apart := "the launches of the two sides were not measured together: what else the machine did then is in the difference"
	if byDecision(base) || byDecision(head) {
		apart += "; those of a gate are as many as that took to be decided, which is not allowed for"
	}
	b, h := orNone(base.Host), orNone(head.Host)
	if b.CPU != "" && h.CPU != "" && b.CPU != h.CPU {
		d.refuses = fmt.Sprintf("measured on two processors, %s and %s", b.CPU, h.CPU)
		return d
	}
	if !clockKnown(base) || !clockKnown(head) {
		d.says = apart + "; at which clocks they were is not known for both, and a clock that was another looks like a change of the code"
		return d
	}
	d.log, d.scaled = math.Log(h.CoreHz/b.CoreHz), true
	d.says = apart + fmt.Sprintf("; the core clock was %.3f GHz for the base and %.3f for the head, so cycles (time × clock) are held against the bound", b.CoreHz/1e9, h.CoreHz/1e9)
	return d
}

// byDecision reports whether the launches of a side went on until something was decided by them.
func byDecision(s Side) bool { return s.Method != nil && s.Method.Until == result.UntilDecision }

// clockKnown reports whether the core clock of a side is known for certain.
func clockKnown(s Side) bool {
	return s.Host != nil && s.Host.CoreHz > 0 && s.Method != nil && s.Method.ClockSure
}

func orNone(h *result.Host) result.Host {
	if h == nil {
		return result.Host{}
	}
	return *h
}
