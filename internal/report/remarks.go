package report

import (
	"cmp"
	"strconv"
	"strings"

	"cpb/result"
)

// A remark is who something is said of, and what.
type remark struct{ who, what string }

// A section is what is said below the tables, under one title.
type section struct {
	title   string
	remarks []remark
}

func sections(d *result.Document) []section {
	return []section{
		{"random numbers", random(d)},
		{"skipped", skipped(d)},
		{"warnings", warnings(d)},
		{"conditions", conditions(d)},
	}
}

// skipped says what of d was skipped and why, in a line per library and reason.
func skipped(d *result.Document) []remark {
	var g gathering
	for _, s := range d.Skipped {
		library := cmp.Or(result.ImplementationName(s.Library, s.Version, s.Label, "", ""), "unnamed")
		if s.Primitive == "" && s.Path != "" {
			library += " " + s.Path
		}
		g.add(said{
			library:   library,
			iface:     s.Interface,
			primitive: s.Primitive, operation: s.Operation, size: s.SizeBytes,
			what: s.Reason,
		})
	}
	return g.remarks(implementations)
}

// warnings says all that d warns of: of the machine, of files, of results.
func warnings(d *result.Document) []remark {
	var all []remark
	if d.Host != nil {
		for _, w := range d.Host.Warnings {
			all = append(all, remark{"machine", message(w)})
		}
	}
	all = append(all, ofFiles(d.Warnings)...)
	return append(all, ofResults(d, func(r *result.Result) []string { return r.Warnings })...)
}

// random says where libraries that draw random numbers have them from, and what for.
func random(d *result.Document) []remark {
	return ofResults(d, func(r *result.Result) []string {
		if r.Random == "" {
			return nil
		}
		return []string{r.Random}
	})
}

// ofResults gathers what is to be said of each result.
func ofResults(d *result.Document, of func(*result.Result) []string) []remark {
	var g gathering
	for i := range d.Results {
		r := &d.Results[i]
		for _, what := range of(r) {
			g.add(said{
				library:   cmp.Or(result.ImplementationName(r.Library, r.Version, r.Label, "", ""), "unnamed"),
				iface:     strings.TrimPrefix(result.ImplementationName("", "", "", r.Interface, r.Caps), "/"),
				primitive: r.Primitive, operation: r.Operation, size: r.SizeBytes,
				what: what,
			})
		}
	}
	return g.remarks(implementations)
}

// ofFiles are the document's own warnings, the same one of several lines of a file in one remark.
func ofFiles(warnings []result.Warning) []remark {
	type key struct{ who, message string }
	var order []key
	lines := map[key][]string{}
	for _, w := range warnings {
		k := key{cmp.Or(clean(w.File), clean(w.Kind), "warning"), message(w.Message)}
		if _, seen := lines[k]; !seen {
			order = append(order, k)
			lines[k] = nil
		}
		if w.Line > 0 {
			lines[k] = append(lines[k], strconv.Itoa(w.Line))
		}
	}
	var all []remark
	for _, k := range order {
		who := k.who
		if len(lines[k]) > 0 {
			who += ":" + strings.Join(lines[k], ",")
		}
		all = append(all, remark{who, k.message})
	}
	return all
}
