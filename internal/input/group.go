package input

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// Groups are the runs in d, in the order in which they come.
func Groups(d *result.Document) []result.Group {
	return grouped(d, func(r *result.Result) string { return r.Run })
}

// grouped groups the results of d by the name that they have.
func grouped(d *result.Document, name func(*result.Result) string) []result.Group {
	var groups []result.Group
	at := map[string]int{}
	for i := range d.Results {
		n := name(&d.Results[i])
		g, ok := at[n]
		if !ok {
			g = len(groups)
			at[n] = g
			groups = append(groups, result.Group{Name: n})
		}
		groups[g].Results = append(groups[g].Results, i)
	}
	return groups
}

// Select finds the results of d that a name selects, the text behind the # of an argument. It is, the first of them that there is:
// a run's name, an implementation's, a part of runs' names ("Before"), the beginning of an implementation's name, a run's number
// in their order, or a text in one run's name only. Letter case does not count.
func Select(d *result.Document, name string) (result.Group, error) {
	runs := Groups(d)
	wanted := strings.TrimSpace(name)
	for _, matches := range []func(*result.Result) bool{
		func(r *result.Result) bool { return strings.EqualFold(r.Run, wanted) },
		func(r *result.Result) bool { return strings.EqualFold(r.Implementation(), wanted) },
		func(r *result.Result) bool {
			return slices.ContainsFunc(strings.Split(r.Run, result.Between), func(part string) bool { return strings.EqualFold(part, wanted) })
		},
		func(r *result.Result) bool {
			return strings.EqualFold(result.ImplementationName(r.Library, r.Version, r.Label, "", ""), wanted) || strings.EqualFold(r.Library, wanted)
		},
	} {
		if g := where(d, wanted, matches); wanted != "" && len(g.Results) > 0 {
			return g, nil
		}
	}
	if n, err := strconv.Atoi(wanted); err == nil && 1 <= n && n <= len(runs) {
		return runs[n-1], nil
	}
	var found []result.Group
	for _, g := range runs {
		if strings.Contains(strings.ToLower(g.Name), strings.ToLower(wanted)) {
			found = append(found, g)
		}
	}
	switch {
	case wanted != "" && len(found) == 1:
		return found[0], nil
	case wanted != "" && len(found) > 1:
		return result.Group{}, &Error{Text: fmt.Sprintf("%q is in the names of %d groups", name, len(found)), Do: "one of " + listed(found)}
	}
	known := runs
	if len(runs) == 1 {
		known = append(known, grouped(d, (*result.Result).Implementation)...)
	}
	do := "one of " + listed(known)
	var names []string
	for _, g := range known {
		names = append(names, g.Name)
	}
	if near := catalog.Nearest(wanted, names); near != "" {
		do = "did you mean " + near + "?"
	}
	return result.Group{}, &Error{Text: fmt.Sprintf("no group or implementation %q", name), Do: do}
}

func where(d *result.Document, name string, matches func(*result.Result) bool) result.Group {
	g := result.Group{Name: name}
	for i := range d.Results {
		if matches(&d.Results[i]) {
			g.Results = append(g.Results, i)
		}
	}
	return g
}

// listed is the names of some groups.
func listed(groups []result.Group) string {
	const most = 8
	var names []string
	for i, g := range groups {
		if i == most {
			names = append(names, fmt.Sprintf("%d more", len(groups)-most))
			break
		}
		names = append(names, fmt.Sprintf("%q", g.Name))
	}
	return strings.Join(names, ", ")
}

// Halves are the two groups that d consists of, where it does: two runs; the two sides of Sides; two builds of one library in its
// only run.
func Halves(d *result.Document) ([]result.Group, bool) {
	runs := Groups(d)
	if len(runs) == 2 {
		return runs, true
	}
	if sides, ok := Sides(d); ok {
		return sides, true
	}
	builds := grouped(d, func(r *result.Result) string {
		return result.ImplementationName(r.Library, r.Version, r.Label, "", r.Caps)
	})
	if len(runs) == 1 && len(builds) == 2 && d.Results[builds[0].Results[0]].Library == d.Results[builds[1].Results[0]].Library {
		return builds, true
	}
	return nil, false
}

// Sides are the two groups of runs whose names end alike, where there are two and both are of the same things: "MD5 / Before",
// "MD5 / After", "SHA1 / Before", "SHA1 / After".
func Sides(d *result.Document) ([]result.Group, bool) {
	sides := grouped(d, func(r *result.Result) string { return lastPart(r.Run) })
	if len(sides) == 2 && equal(things(d, sides[0]), things(d, sides[1])) {
		return sides, true
	}
	return nil, false
}

func lastPart(run string) string {
	if i := strings.LastIndex(run, result.Between); i >= 0 {
		return run[i+len(result.Between):]
	}
	return run
}

// things are what stands before the last parts of the runs' names of g.
func things(d *result.Document, g result.Group) map[string]bool {
	all := map[string]bool{}
	for _, i := range g.Results {
		run := d.Results[i].Run
		all[strings.TrimSuffix(run, lastPart(run))] = true
	}
	return all
}

func equal(a, b map[string]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return true
}
