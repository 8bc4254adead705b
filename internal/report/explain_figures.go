package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cpb/result"
)

// figureSheets are tables of the figures of an account that has no costs: one for each unit and size, rows for implementations and
// columns for groups.
func (a *account) figureSheets(d *result.Document, n *naming, versions *versions) (all []sheet) {
	var units []string
	sheets := map[string]*sheet{}
	rows := map[string]map[string]int{} // of each unit, where a row is
	for g, group := range n.groups {
		turns := map[string]int{}
		for _, i := range group.Results {
			r := &d.Results[i]
			if (blockKey{r.Primitive, r.Operation, r.Work, 0, max(1, r.Threads)}) != a.key {
				continue
			}
			text, unit := figureOf(r)
			if r.SizeBytes != nil {
				unit += " at " + Size(*r.SizeBytes)
			}
			name := versions.name(r)
			// A group can be several runs whose names end alike: "x86 / Before", "arm / Before".
			if lead, ok := strings.CutSuffix(r.Run, result.Between+group.Name); ok {
				name = joined(", ", clean(lead), name)
			}
			name = cmp.Or(name, "unnamed")
			if turns[unit+name]++; turns[unit+name] > 1 {
				name += fmt.Sprintf(" (%d)", turns[unit+name])
			}
			s := sheets[unit]
			if s == nil {
				s = &sheet{corner: unit, heads: n.called}
				if !n.several() {
					s.corner, s.heads = "", []string{unit}
				}
				sheets[unit], rows[unit] = s, map[string]int{}
				units = append(units, unit)
			}
			at, seen := rows[unit][name]
			if !seen {
				at = len(s.rows)
				rows[unit][name] = at
				s.rows = append(s.rows, sheetRow{name: name, cells: slices.Repeat([]sheetCell{{text: absent}}, len(s.heads))})
			}
			s.rows[at].cells[g].text = text
		}
	}
	for _, unit := range units {
		all = append(all, *sheets[unit])
	}
	return all
}

// A versions is the versions that groups have of each library: which rows of several groups go without, since each group has
// another one.
type versions struct {
	libraries []string
	of        map[string][]string // of each library, the version in each group
	ambiguous bool                // whether a group has two of one library
}

func newVersions(d *result.Document, groups []result.Group) *versions {
	v := &versions{of: map[string][]string{}}
	for g, group := range groups {
		for _, i := range group.Results {
			r := &d.Results[i]
			if r.Library == "" || r.Version == "" {
				continue
			}
			if v.of[r.Library] == nil {
				v.libraries = append(v.libraries, r.Library)
				v.of[r.Library] = make([]string, len(groups))
			}
			at := &v.of[r.Library][g]
			v.ambiguous = v.ambiguous || *at != "" && *at != r.Version
			*at = r.Version
		}
	}
	return v
}

// differ reports whether rows of a library go without its version.
func (v *versions) differ(library string) bool {
	return !v.ambiguous && len(distinctTexts(v.of[library])) > 1
}

// name is the implementation of r as a row has it, with what else the source said of it behind; "" where that is nothing.
func (v *versions) name(r *result.Result) string {
	version := r.Version
	if v.differ(r.Library) {
		version = ""
	}
	return joined(", ", clean(result.ImplementationName(r.Library, version, r.Label, r.Interface, r.Caps)), clean(r.Detail))
}

// list says which versions rows go without: "openssl: 1.0.1e in 1, 3; 0.9.8o in 2".
func (v *versions) list(n *naming) (all []string) {
	for _, library := range v.libraries {
		if !v.differ(library) {
			continue
		}
		var parts []string
		for _, version := range distinctTexts(v.of[library]) {
			var in []string
			for g, other := range v.of[library] {
				if other == version {
					in = append(in, n.called[g])
				}
			}
			parts = append(parts, clean(version)+" in "+listed(in))
		}
		all = append(all, clean(library)+": "+strings.Join(parts, "; "))
	}
	return all
}

// figureOf is the figure of r that its source has, and its unit.
func figureOf(r *result.Result) (figure, unit string) {
	ns, timed := r.Time()
	rate, rated := r.Rate()
	switch {
	case r.CallsPerSecond > 0 && r.SizeBytes == nil && !rated:
		return Digits(r.CallsPerSecond), "calls per second"
	case rated:
		return MegabytesPerSecond(rate), "MB/s"
	case timed:
		return Digits(ns), "ns per call"
	case r.CyclesPerByte > 0:
		return cycles(r.CyclesPerByte, r.Cycles == result.CyclesEstimated), clockName(r.Cycles) + " per byte"
	case r.CyclesPerCall > 0:
		return cycles(r.CyclesPerCall, r.Cycles == result.CyclesEstimated), clockName(r.Cycles) + " per call"
	}
	return absent, "no figure"
}

// clockName is what the cycles of a kind are called in words.
func clockName(kind string) string {
	switch {
	case isCore(kind):
		return "core cycles"
	case kind == result.CyclesTSC:
		return "ticks"
	case kind == "" || kind == result.CyclesUnknown:
		return "cycles of a clock that is not told"
	}
	return shorten(clean(kind), longestUnit)
}
