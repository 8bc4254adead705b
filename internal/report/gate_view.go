package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cpb/result"
)

// A gateView is a gate as it is shown: its cells in the order in which they matter.
type gateView struct {
	d     *result.Document
	gate  *result.Gate
	cells []*result.GateCell
	pairs result.Pairs
}

// gateStates are the states in the order in which they matter.
var gateStates = []result.CellState{result.CellSlower, result.CellLayout, result.CellUndecided, result.CellPassed}

func newGateView(d *result.Document) *gateView {
	v := &gateView{d: d, gate: d.Gate, pairs: result.PairsOf(d)}
	for i := range d.Gate.Cells {
		v.cells = append(v.cells, &d.Gate.Cells[i])
	}
	slices.SortStableFunc(v.cells, func(a, b *result.GateCell) int {
		return cmp.Or(
			cmp.Compare(slices.Index(gateStates, a.State), slices.Index(gateStates, b.State)),
			cmp.Compare(v.urgency(b), v.urgency(a)),
		)
	})
	return v
}

// urgency is how far a cell is towards the worse: by the end that its state was decided by.
func (v *gateView) urgency(c *result.GateCell) float64 {
	if c.State == result.CellSlower || c.State == result.CellLayout {
		return c.Low
	}
	if c.High == 0 {
		return 1e9 // nothing is known of it
	}
	return c.High
}

func (v *gateView) count(s result.CellState) (n int) {
	for _, c := range v.cells {
		if c.State == s {
			n++
		}
	}
	return n
}

func (v *gateView) countApart(kinds ...result.ApartKind) (n int) {
	for i := range v.gate.Apart {
		if slices.Contains(kinds, v.gate.Apart[i].Kind) {
			n++
		}
	}
	return n
}

// outcome is the gate in a sentence.
func (v *gateView) outcome() string {
	bound := "slower by more than " + percent(v.gate.MaxSlowdown)
	if v.gate.Figure != "" {
		bound = "dearer by more than " + percent(v.gate.MaxSlowdown) + " in " + clean(v.gate.Figure)
	}
	of := fmt.Sprintf("of %s", counted(len(v.cells), "cell"))
	slower := fmt.Sprintf("none %s is %s", of, bound)
	if n := v.count(result.CellSlower); n > 0 {
		slower = fmt.Sprintf("%d %s %s %s", n, of, isOrAre(n), bound)
	}
	switch v.gate.Outcome {
	case result.GateWrong:
		return fmt.Sprintf("gate failed: the head fails in %s that the base does; %s", counted(v.countApart(result.ApartWrong), "cell"), slower)
	case result.GateSlower:
		return "gate failed: " + slower
	case result.GatePassed:
		return "gate passed: " + slower + v.byLayout()
	}
	absent := v.countApart(result.ApartGone, result.ApartUnmeasured)
	return fmt.Sprintf("gate undecided: of %d of %s it is not known whether the head is %s",
		v.count(result.CellUndecided)+absent, counted(len(v.cells)+absent, "cell"), bound)
}

// byLayout says how many cells are slower all the same.
func (v *gateView) byLayout() string {
	if n := v.count(result.CellLayout); n > 0 {
		return fmt.Sprintf(", but for %d by where code lies", n)
	}
	return ""
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// percent is a part in per cent: "2 %", "0.5 %".
func percent(part float64) string { return significantPercent(part) + " %" }

func significantPercent(part float64) string {
	text := fmt.Sprintf("%.3f", 100*part)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// sides says what stands against what.
func (v *gateView) sides() []string {
	side := func(name, arg string, at func(*result.Comparison) int) string {
		var libraries []string
		for _, c := range v.cells {
			r := &v.d.Results[at(&v.d.Comparisons[c.Comparison])]
			libraries = append(libraries, clean(result.ImplementationName(r.Library, r.Version, "", "", r.Caps)))
		}
		line := name + ": " + message(arg)
		if once := distinctTexts(libraries); len(once) > 0 && once[0] != "" {
			line += " (" + listed(once) + ")"
		}
		return line
	}
	return []string{
		side("base", v.gate.Base, func(c *result.Comparison) int { return c.Base }),
		side("head", v.gate.Head, func(c *result.Comparison) int { return c.Other }),
	}
}

// same warns of two sides that do not differ; "" where they do, or nobody knows.
func (v *gateView) same() string {
	switch v.gate.Same {
	case "":
		return ""
	case result.SameFile:
		return "both sides are the same file: there is no change to be slower by"
	}
	return "both sides are the same " + clean(v.gate.Same) + ": there is no change to be slower by"
}

// How many cells of a state are shown, and how many of those that passed.
const (
	mostOfState = 20
	mostPassed  = 3
)

// mattering are the cells that are shown: those that did not pass, and those closest to not doing so.
func (v *gateView) mattering() (shown []*result.GateCell) {
	for _, s := range gateStates {
		most := mostOfState
		if s == result.CellPassed {
			most = mostPassed
		}
		for _, c := range v.cells {
			if c.State == s && most > 0 {
				shown = append(shown, c)
				most--
			}
		}
	}
	return shown
}

// rest counts the cells that are not shown.
func (v *gateView) rest() string {
	var parts []string
	for _, s := range gateStates {
		most, what := mostOfState, string(s)
		switch s {
		case result.CellPassed:
			most = mostPassed
		case result.CellUndecided:
			what = "are undecided"
		case result.CellSlower:
			what = "are slower"
		case result.CellLayout:
			what = "are slower by where code lies"
		}
		if more := v.count(s) - most; more > 0 {
			parts = append(parts, fmt.Sprintf("%d more %s", more, what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + " (--json has all)"
}

// sheet lays cells out.
func (v *gateView) sheet(cells []*result.GateCell) sheet {
	s := sheet{corner: "head ÷ base", heads: []string{"", "change", "at least", "at most", "launches"}}
	for _, c := range cells {
		state := sheetCell{text: clean(string(c.State))}
		switch c.State {
		case result.CellSlower:
			state.style = red
		case result.CellPassed:
			state.style = green
		}
		s.rows = append(s.rows, sheetRow{name: v.name(c), cells: []sheetCell{
			state, {text: change(c.Ratio)}, {text: change(c.Low)}, {text: change(c.High)}, {text: countOf(c.Launches)},
		}})
	}
	return s
}

// name is the cell's: "sha256 at 16Ki, evp".
func (v *gateView) name(c *result.GateCell) string {
	x := &v.d.Comparisons[c.Comparison]
	name := primitiveName(x.Primitive, x.Operation)
	if x.SizeBytes != nil {
		name += " at " + Size(*x.SizeBytes)
	}
	if i := v.d.Results[x.Other].Interface; i != "" {
		name += ", " + clean(i)
	}
	return name
}

// change is a ratio as what it adds to the time.
func change(ratio float64) string {
	if ratio == 0 {
		return absent
	}
	return fmt.Sprintf("%+.2f %%", 100*(ratio-1))
}

func countOf(n int) string {
	if n == 0 {
		return absent
	}
	return fmt.Sprint(n)
}

// apartWords are what is said of what stands apart.
var apartWords = map[result.ApartKind]string{
	result.ApartWrong:      "fails in the head",
	result.ApartGone:       "not in the head",
	result.ApartUnmeasured: "without a number",
	result.ApartBaseFailed: "fails in the base",
	result.ApartNew:        "only in the head",
	result.ApartNeither:    "in neither",
}

// sections is what is to be known beside the table.
func (v *gateView) sections() []section {
	return []section{
		{"not compared", v.apart()},
		{"where code lies", v.layouts()},
		{"undecided because", v.reasons()},
		{"warnings", v.warnings()},
	}
}

func (v *gateView) apart() []remark {
	var g gathering
	for i := range v.gate.Apart {
		a := &v.gate.Apart[i]
		g.add(said{
			library: cmp.Or(apartWords[a.Kind], clean(string(a.Kind))), iface: a.Interface,
			primitive: a.Primitive, operation: a.Operation, size: a.SizeBytes, what: a.Reason,
		})
	}
	return g.remarks(func(what string, interfaces []string) string {
		interfaces = slices.DeleteFunc(slices.Clone(interfaces), func(s string) bool { return s == "" })
		if len(interfaces) == 0 {
			return what
		}
		return what + ", " + strings.Join(interfaces, ", ")
	})
}

// reasons says why cells are undecided whatever the launches.
func (v *gateView) reasons() []remark {
	var g gathering
	for _, c := range v.cells {
		if c.State == result.CellUndecided && c.Reason != "" {
			x := &v.d.Comparisons[c.Comparison]
			g.add(said{primitive: x.Primitive, operation: x.Operation, size: x.SizeBytes, what: c.Reason})
		}
	}
	var all []remark
	for _, x := range g.groups {
		all = append(all, remark{shorten(x.cells(), longest), x.what})
	}
	return all
}

// layouts says of cells that are slower what became of the code that their calls run.
func (v *gateView) layouts() []remark {
	var all []remark
	left := mostOfState
	for _, c := range v.cells {
		x := &v.d.Comparisons[c.Comparison]
		switch c.State {
		case result.CellLayout:
			if p, _ := v.pairs.Of(x.Base, x.Other); p.Layout != nil {
				all = append(all, remark{v.name(c), message(fmt.Sprintf(
					"the same instructions at other addresses modulo 64, no change of the code: %s", strings.Join(p.Layout.Moved, ", ")))})
			}
		case result.CellSlower:
			if left > 0 {
				all = append(all, remark{v.name(c), message(v.codeOf(x))})
				left--
			}
		}
	}
	return all
}

// codeOf is what is known of how the code of a cell that is slower has changed.
func (v *gateView) codeOf(x *result.Comparison) string {
	const none = "not looked at: "
	base, head := &v.d.Results[x.Base], &v.d.Results[x.Other]
	p, together := v.pairs.Of(x.Base, x.Other)
	l := p.Layout
	switch {
	case l == nil && !together:
		return none + "the two sides were not measured together"
	case l == nil && base.Library != head.Library:
		return none + "the two sides are two libraries"
	case l == nil && head.Loop != "" && head.Loop != "c":
		return none + "that is for libraries that are files of their own"
	case l == nil:
		return none + "its run did not ask for that"
	case len(l.Changed) == 0 && l.Partial == "":
		return "the same instructions at the same addresses modulo 64"
	}
	var said []string
	if len(l.Changed) > 0 {
		said = append(said, "changed: "+firstOf(l.Changed))
	}
	switch {
	case strings.HasPrefix(l.Partial, none):
		said = append(said, l.Partial)
	case l.Partial != "" && l.Functions == 0:
		said = append(said, none+l.Partial)
	case l.Partial != "":
		said = append(said, "not all of it was looked at: "+l.Partial)
	}
	return strings.Join(said, "; ")
}

// firstOf is the first of names, and how many more there are.
func firstOf(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// warnings are those of the document, but for what has no pair, which stands apart.
func (v *gateView) warnings() []remark {
	d := *v.d
	d.Warnings = slices.DeleteFunc(slices.Clone(d.Warnings), func(w result.Warning) bool { return w.Kind == noPair })
	return warnings(&d)
}

// note says what the columns of a table of cells mean, as far as that is not plain.
func (v *gateView) note(cells []*result.GateCell) string {
	said := "at least holds for all cells together, at most for each"
	if slices.ContainsFunc(cells, func(c *result.GateCell) bool { return c.Low == 0 && c.Reason == "" }) {
		said += "; " + absent + " too few launches to say"
	}
	return said
}

// cost is what the gate took.
func (v *gateView) cost() string {
	m := v.d.Method
	if v.gate.Saved || m == nil {
		return "nothing was measured for this: both sides are saved runs"
	}
	var parts phrases
	parts.add(true, "%s", launches(m.Launches))
	parts.add(m.Seconds > 0, "%s in all", Duration(m.Seconds*1e9))
	if m.Processor != nil {
		parts.add(true, "on processor %d", *m.Processor)
	}
	parts.add(m.Seed != 0, "seed %d", m.Seed)
	parts.add(m.Stopped != "", "stopped early: %s", clean(m.Stopped))
	return parts.String()
}

func launches(n int) string {
	if n == 1 {
		return "1 launch"
	}
	return fmt.Sprintf("%d launches", n)
}
