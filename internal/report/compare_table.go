package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// A contest is the comparisons of one other group with the base.
type contest struct {
	base, other result.Group
	all         []*result.Comparison
	tables      []*contestTable
}

// contests sorts d's comparisons by the group that stands against base.
func contests(d *result.Document, base result.Group, others []result.Group) []*contest {
	var all []*contest
	of := map[int]*contest{}
	for _, g := range others {
		c := &contest{base: base, other: g}
		all = append(all, c)
		for _, i := range g.Results {
			if of[i] == nil {
				of[i] = c
			}
		}
	}
	for i := range d.Comparisons {
		if c := of[d.Comparisons[i].Other]; c != nil {
			c.add(d, &d.Comparisons[i])
		}
	}
	for _, c := range all {
		c.nameRuns()
	}
	return all
}

// add puts x into the table of its primitive, operation and work. What has no sizes needs one row each, and stands in one
// table for each work.
func (c *contest) add(d *result.Document, x *result.Comparison) {
	c.all = append(c.all, x)
	base, other := &d.Results[x.Base], &d.Results[x.Other]
	key := contestKey{column{kind: sized}, blockKey{x.Primitive, x.Operation, x.Work, x.Bits, max(1, x.Threads)}, [2]string{base.Run, other.Run}}
	if at := columnOf(base); at.kind != sized {
		key.at, key.block = at, blockKey{work: x.Work, threads: max(1, x.Threads)}
	}
	i := slices.IndexFunc(c.tables, func(t *contestTable) bool { return t.key == key })
	if i < 0 {
		i = len(c.tables)
		c.tables = append(c.tables, &contestTable{key: key})
	}
	c.tables[i].all = append(c.tables[i].all, x)
}

// sides says what stands against what: the groups, and which libraries of each are compared; where that is one
// implementation, which.
func (c *contest) sides(d *result.Document) []string {
	side := func(name string, g result.Group, at func(*result.Comparison) int) string {
		var implementations, libraries []string
		for _, x := range c.all {
			r := &d.Results[at(x)]
			implementations = append(implementations, clean(r.Implementation()))
			libraries = append(libraries, clean(result.ImplementationName(r.Library, r.Version, r.Label, "", "")))
		}
		once := distinctTexts(implementations)
		if len(once) > 1 {
			once = distinctTexts(libraries)
		}
		s := name + ": " + nameOfGroup(g)
		if len(once) > 0 && !(len(once) == 1 && strings.Contains(clean(g.Name), once[0])) {
			s += " (" + listed(once) + ")"
		}
		return s
	}
	return []string{
		side("base", c.base, func(x *result.Comparison) int { return x.Base }),
		side("other", c.other, func(x *result.Comparison) int { return x.Other }),
	}
}

// What is shown for faster and slower where cycles are compared, which are no times.
const (
	fewerCycles = "fewer cycles"
	moreCycles  = "more cycles"
)

// verdicts are all verdicts as they are shown, in the order in which they are counted.
var verdicts = []string{
	string(result.Faster), string(result.Slower), fewerCycles, moreCycles,
	string(result.Same), string(result.Undecided), string(result.NotComparable),
}

// verdictText is x's verdict as it is shown.
func verdictText(x *result.Comparison) string {
	switch {
	case x.Figure != "" && x.Verdict == result.Faster:
		return fewerCycles
	case x.Figure != "" && x.Verdict == result.Slower:
		return moreCycles
	}
	return clean(string(x.Verdict))
}

// summary counts the verdicts: "12 comparisons: 5 faster, 1 slower, 3 same, 3 undecided".
func (c *contest) summary() string {
	count := map[string]int{}
	for _, x := range c.all {
		count[verdictText(x)]++
	}
	var parts []string
	for _, v := range verdicts {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	if len(parts) == 0 {
		return "no comparisons: nothing on one side has a pair on the other"
	}
	return counted(len(c.all), "comparison") + ": " + strings.Join(parts, ", ")
}

// A contestKey is what the comparisons of one table have in common.
type contestKey struct {
	at    column // its kind alone
	block blockKey
	runs  [2]string // of base and other
}

// A contestTable is the comparisons that stand in one table.
type contestTable struct {
	key contestKey
	run string // which runs of the sides stand in it, where there are several
	all []*result.Comparison
}

// nameRuns names the runs of each table where a side has several.
func (c *contest) nameRuns() {
	if !slices.ContainsFunc(c.tables, func(t *contestTable) bool { return t.key.runs != c.tables[0].key.runs }) {
		return
	}
	var base, other []string
	for _, t := range c.tables {
		base, other = append(base, clean(t.key.runs[0])), append(other, clean(t.key.runs[1]))
	}
	baseLabels, otherLabels := labels(base, longestRun), labels(other, longestRun)
	for i, t := range c.tables {
		t.run = sharedName(base[i], other[i])
		if t.run == "" {
			t.run = joined(" → ", baseLabels[i], otherLabels[i])
		}
		if p, ok := catalog.Known(t.run); ok && p.Slug == t.key.block.primitive {
			t.run = "" // the title says it
		}
	}
}

// longestRun is how much of a run's name stands in a title, in columns.
const longestRun = 30

// sharedName is what two names begin with alike, up to the end of a word.
func sharedName(base, other string) string {
	if base == other {
		return base
	}
	n := 0
	for n < min(len(base), len(other)) && base[n] == other[n] {
		n++
	}
	shared := base[:n]
	return strings.TrimRight(shared[:strings.LastIndexAny(shared, wordEnds)+1], wordEnds)
}

// has reports whether a comparison of t has an interval of that kind.
func (t *contestTable) has(kind string) bool {
	return slices.ContainsFunc(t.all, func(x *result.Comparison) bool { return x.Interval == kind })
}

// inCycles reports whether t compares cycles, and not times or rates.
func (t *contestTable) inCycles() bool {
	return slices.ContainsFunc(t.all, func(x *result.Comparison) bool { return x.Figure != "" })
}

// beneath is what has to be known of t's verdicts wherever the table is quoted.
func (t *contestTable) beneath() []string {
	var all []string
	if t.inCycles() {
		all = append(all, "cycles, not times: at another clock, or on another machine, times differ otherwise")
	}
	for _, kind := range []struct{ name, says string }{
		{result.IntervalRounding, result.WarnSingleRuns},
		{result.IntervalStated, "intervals by the spread that was stated, not by what was measured"},
		{result.IntervalPrinted, "intervals by the variation that the tool printed"},
	} {
		if t.has(kind.name) {
			all = append(all, kind.says)
		}
	}
	if slices.ContainsFunc(t.all, func(x *result.Comparison) bool { return slices.Contains(x.Warnings, result.WarnUnpaired) }) {
		all = append(all, result.WarnUnpaired)
	}
	return all
}

// A contestNotes is what a reader of comparisons needs to be told: what occurred.
type contestNotes struct {
	ratios, intervals, rounding, same, undecided, estimated bool
}

func (n *contestNotes) see(x *result.Comparison) {
	n.ratios = n.ratios || x.Ratio > 0 && x.Figure == ""
	n.intervals = n.intervals || x.Interval != "" && x.Interval != result.IntervalRounding
	n.rounding = n.rounding || x.Interval == result.IntervalRounding
	n.same = n.same || x.Verdict == result.Same
	n.undecided = n.undecided || x.Verdict == result.Undecided
}

func (n *contestNotes) list() []string {
	var all []string
	add := func(is bool, sentence string) {
		if is {
			all = append(all, sentence)
		}
	}
	add(n.ratios, speedHead+": speed of the other side ÷ speed of the base; below 1 it is slower")
	add(n.intervals, "in brackets: the 95 % interval of that")
	add(n.rounding, fmt.Sprintf("single runs: in brackets stands what the digits printed leave room for; faster and slower are over %.0f %%, "+
		"and hold for these figures only; --spread 2%% states how much such figures vary", 100*result.SingleRuns))
	add(n.same, "same: the whole interval is within 0.5 %, or what --margin says")
	add(n.undecided, "undecided: there may be a difference, or none; more runs would tell")
	add(n.estimated, estimatedMark+" estimated: the core clock was not steady, or could not be checked")
	return all
}

// The heads of comparisons.
const (
	baseHead        = "base"
	otherHead       = "other"
	speedHead       = "times as fast"
	cyclesRatioHead = "base ÷ other"
)

// sheet lays t out, and notes in n what the reader will need to be told.
func (t *contestTable) sheet(d *result.Document, n *contestNotes) sheet {
	s := sheet{title: t.title(d), heads: []string{baseHead, otherHead, speedHead, "verdict"}}
	if t.inCycles() {
		s.heads[2] = cyclesRatioHead
	}
	names := t.names(d)
	withSize := t.key.at.kind == sized
	several := len(distinctTexts(names)) > 1
	if withSize && several {
		s.heads = slices.Insert(s.heads, 0, "bytes")
	} else if withSize {
		s.corner = "bytes"
	}
	for _, i := range t.order(d, names) {
		x := t.all[i]
		n.see(x)
		line := sheetRow{name: names[i], cells: []sheetCell{
			t.figure(d, x.Base), t.figure(d, x.Other), timesAsFast(x), {text: verdictText(x), style: verdictStyle(x.Verdict)},
		}}
		for _, c := range line.cells {
			n.estimated = n.estimated || strings.HasPrefix(c.text, estimatedMark)
		}
		if size := Size(columnOf(&d.Results[x.Base]).size); withSize && several {
			line.cells = slices.Insert(line.cells, 0, sheetCell{text: size})
		} else if withSize {
			line.name = size
		}
		s.rows = append(s.rows, line)
	}
	return s
}

// order is the order of t's rows: those of one name by size, the names as they come.
func (t *contestTable) order(d *result.Document, names []string) []int {
	place := map[string]int{}
	at := make([]int, len(t.all))
	for i, name := range names {
		at[i] = i
		if _, seen := place[name]; !seen {
			place[name] = i
		}
	}
	sizeAt := func(i int) int { return columnOf(&d.Results[t.all[i].Base]).size }
	slices.SortStableFunc(at, func(i, j int) int {
		return cmp.Or(cmp.Compare(place[names[i]], place[names[j]]), cmp.Compare(sizeAt(i), sizeAt(j)))
	})
	return at
}

// title says what the calls of t are and in what they are counted.
func (t *contestTable) title(d *result.Document) string {
	unit := "MB/s"
	switch first := &(measure{Result: &d.Results[t.all[0].Base]}); {
	case !hasSpeed(first):
		unit = "cycles"
	case t.key.at.kind == ops:
		unit = "ops/s"
	}
	var what string
	switch t.key.at.kind {
	case sized:
		what = subject(t.key.block) + " in " + unit
	case bulk:
		what = "rates in " + unit + ", sizes not said"
	default:
		what = "operations in " + unit
	}
	return joined(": ", t.run, what+details(t.key.block))
}

func hasSpeed(m *measure) bool {
	_, ok := m.cost()
	return ok
}

// names names each of t's comparisons: by what it is of where t has no sizes, by the implementations, and with a number where
// the same stands there several times.
func (t *contestTable) names(d *result.Document) []string {
	type cell struct {
		name string
		at   column
	}
	times := map[cell]int{}
	var implementations []string
	for _, x := range t.all {
		implementations = append(implementations, againstName(&d.Results[x.Base], &d.Results[x.Other]))
	}
	several := len(distinctTexts(implementations)) > 1
	names := make([]string, len(t.all))
	for i, x := range t.all {
		var primitive, implementation, detail string
		if t.key.at.kind != sized {
			primitive = clean(x.Primitive + " " + x.Operation)
		}
		if several {
			implementation = implementations[i]
		}
		if said := cmp.Or(clean(d.Results[x.Base].Detail), clean(d.Results[x.Other].Detail)); said != "" {
			detail = "(" + said + ")"
		}
		names[i] = joined(" ", primitive, implementation, detail)
		c := cell{names[i], columnOf(&d.Results[x.Base])}
		if times[c]++; times[c] > 1 {
			names[i] = strings.TrimSpace(fmt.Sprintf("%s (%d)", names[i], times[c]))
		}
	}
	if len(distinctTexts(names)) > 0 {
		for i := range names {
			names[i] = cmp.Or(names[i], "(1)")
		}
	}
	return names
}

// againstName names two implementations that stand against each other: what they share once.
func againstName(base, other *result.Result) string {
	b, o := clean(base.Implementation()), clean(other.Implementation())
	switch {
	case b == o:
		return b
	case b == "" || o == "":
		return b + o
	case base.Library == other.Library && base.Interface == other.Interface && base.Caps == other.Caps && base.Label == "" && other.Label == "":
		return clean(result.ImplementationName(base.Library, "", "", base.Interface, base.Caps))
	}
	return b + " → " + o
}

// figure is the result at i in t: a rate, or what else it has.
func (t *contestTable) figure(d *result.Document, i int) sheetCell {
	r := &d.Results[i]
	return sheetCell{text: (&measure{Result: r}).show(columnOf(r)).text}
}

// timesAsFast is how many times as fast the other side is, with its interval.
func timesAsFast(x *result.Comparison) sheetCell {
	if x.Ratio == 0 {
		return sheetCell{text: absent}
	}
	speed := 1 / x.Ratio
	if x.Interval == "" || x.Low == 0 || x.High == 0 {
		return sheetCell{text: Digits(speed)}
	}
	low, high := 1/x.High, 1/x.Low
	decimals := 3
	if half := (high - low) / 2; half > 0 { // two digits of it
		decimals = min(max(1-int(math.Floor(math.Log10(half))), 0), 3)
	}
	fixed := func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
	if speed < 0.1 || speed >= 1000 {
		fixed = Digits
	}
	cell := sheetCell{text: fixed(speed)}
	if fixed(low) != fixed(high) {
		cell.interval = "(" + fixed(low) + "–" + fixed(high) + ")"
	}
	return cell
}

// verdictStyle is how a verdict looks where there are colours.
func verdictStyle(v result.Verdict) string {
	switch v {
	case result.Faster:
		return green
	case result.Slower:
		return red
	}
	return faint
}
