package gate

import (
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/result"
)

// TestApart: why there is no comparison, by what is in the document and what the two sides offer.
func TestApart(t *testing.T) {
	size := 16
	has, lacks := side{offered: true}, side{offered: true, missing: "no symbol X"}
	number := func(label string) result.Result {
		return result.Result{Label: label, Primitive: "sha1", Operation: "hash", Interface: "evp", SizeBytes: &size}
	}
	whole := func(label string) result.Skipped {
		return result.Skipped{Label: label, Primitive: "sha1", Operation: "hash", Interface: "evp", Reason: "wrong answer"}
	}
	thin := func(label string) result.Skipped {
		s := whole(label)
		s.SizeBytes, s.Reason = &size, "stopped before it had two launches"
		return s
	}
	for name, test := range map[string]struct {
		base, head side
		results    []result.Result
		skipped    []result.Skipped
		stopped    string
		warned     string // kind of a warning
		kind       result.ApartKind
		reason     string
	}{
		"both have it":        {base: has, head: has, results: []result.Result{number(BaseLabel), number(HeadLabel)}},
		"neither has it":      {base: lacks, head: lacks},
		"lacks, no time":      {base: has, head: lacks, skipped: []result.Skipped{thin(BaseLabel)}, stopped: "budget", kind: result.ApartGone, reason: "no symbol X"},
		"lacks, none":         {base: has, head: lacks, kind: result.ApartGone, reason: "no symbol X"},
		"lacks, base fails":   {base: has, head: lacks, skipped: []result.Skipped{whole(BaseLabel)}, kind: result.ApartBaseFailed, reason: "wrong answer"},
		"the head lacks it":   {base: has, head: lacks, results: []result.Result{number(BaseLabel)}, kind: result.ApartGone, reason: "no symbol X"},
		"the head knows none": {base: has, results: []result.Result{number(BaseLabel)}, kind: result.ApartGone, reason: "it does not offer this"},
		"the base lacks it":   {base: lacks, head: has, results: []result.Result{number(HeadLabel)}, kind: result.ApartNew, reason: "no symbol X"},
		"the head fails":      {base: has, head: has, results: []result.Result{number(BaseLabel)}, skipped: []result.Skipped{whole(HeadLabel)}, kind: result.ApartWrong, reason: "wrong answer"},
		"the base fails":      {base: has, head: has, results: []result.Result{number(HeadLabel)}, skipped: []result.Skipped{whole(BaseLabel)}, kind: result.ApartBaseFailed, reason: "wrong answer"},
		"both fail":           {base: has, head: has, skipped: []result.Skipped{whole(BaseLabel), whole(HeadLabel)}, kind: result.ApartBaseFailed, reason: "wrong answer"},
		"the time is over":    {base: has, head: has, skipped: []result.Skipped{thin(BaseLabel), thin(HeadLabel)}, stopped: "budget", kind: result.ApartUnmeasured, reason: "stopped before it had two launches"},
		"stopped, all of it":  {base: has, head: has, skipped: []result.Skipped{whole(BaseLabel), whole(HeadLabel)}, stopped: "interrupted", kind: result.ApartUnmeasured, reason: "wrong answer"},
		"left out":            {base: has, head: has, warned: "thinned", kind: result.ApartUnmeasured, reason: "there was no time for this size"},
	} {
		doc := &result.Document{Results: test.results, Skipped: test.skipped, Method: &result.Method{Stopped: test.stopped}}
		if test.warned != "" {
			doc.Warnings = []result.Warning{{Kind: test.warned}}
		}
		r := row{offer: library.Offer{Primitive: "sha1", Operation: catalog.Hash, Interface: "evp", Work: catalog.Message}, sizes: []*int{&size}, base: test.base, head: test.head}
		all := newNumbers(doc).apart(r)
		switch {
		case test.kind == "" && len(all) == 0:
		case len(all) != 1 || all[0].Kind != test.kind || all[0].Reason != test.reason:
			t.Errorf("%s: %+v", name, all)
		}
	}
}

// TestOutcome: wrong goes before slow, slow before undecided.
func TestOutcome(t *testing.T) {
	cells := func(states ...result.CellState) (all []result.GateCell) {
		for _, s := range states {
			all = append(all, result.GateCell{State: s})
		}
		return all
	}
	passed, slower, undecided, layout := result.CellPassed, result.CellSlower, result.CellUndecided, result.CellLayout
	for _, test := range []struct {
		cells []result.GateCell
		apart result.ApartKind
		want  result.GateOutcome
	}{
		{cells(passed, layout), "", result.GatePassed},
		{cells(passed), result.ApartNew, result.GatePassed},
		{cells(passed), result.ApartBaseFailed, result.GatePassed},
		{cells(passed), result.ApartGone, result.GateUndecided},
		{cells(passed), result.ApartUnmeasured, result.GateUndecided},
		{cells(passed, undecided), "", result.GateUndecided},
		{cells(passed, undecided, slower), result.ApartGone, result.GateSlower},
		{cells(passed, slower), result.ApartWrong, result.GateWrong},
		{nil, result.ApartWrong, result.GateWrong},
		{nil, "", result.GateUndecided},
		{nil, result.ApartGone, result.GateUndecided},
		{nil, result.ApartBaseFailed, result.GateUndecided},
		{cells(passed), result.ApartNeither, result.GatePassed},
	} {
		if got := outcome(test.cells, []result.GateApart{{Kind: test.apart}}); got != test.want {
			t.Errorf("%+v, %s: %s, want %s", test.cells, test.apart, got, test.want)
		}
	}
}
