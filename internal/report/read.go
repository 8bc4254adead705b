package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"cpb/result"
)

// Read writes what was read from files: the groups of results, the figures in tables, and what was odd, by kind. What holds too
// much for that goes through Tally.
func Read(w io.Writer, d *result.Document, groups []result.Group, o Options) error {
	p := newPage(o)
	for _, g := range groups {
		p.group(d, g)
	}
	p.tables(d)
	for _, s := range []section{{"random numbers", random(d)}, {"skipped", skipped(d)}, {"conditions", conditions(d)}} {
		p.section(s.title, s.remarks)
	}
	p.warningsByKind(d)
	p.apart()
	p.paragraph("", styled(p.color, readSummary(d, groups), bold))
	_, err := io.WriteString(w, p.text.String())
	return err
}

// readSummary is one line on all that was read: "123 results in 4 groups, 7 warnings".
func readSummary(d *result.Document, groups []result.Group) string {
	s := counted(len(d.Results), "result") + " in " + counted(len(groups), "group")
	if n := len(d.Skipped); n > 0 {
		s += fmt.Sprintf(", %d skipped", n)
	}
	if n := countWarnings(d); n > 0 {
		s += ", " + counted(n, "warning")
	}
	return s
}

// group writes about g, in a few lines: its name as a command takes it, where it comes from, what is in it, and what the
// source does not say of it.
func (p *page) group(d *result.Document, g result.Group) {
	p.heading(nameOfGroup(g))
	var all members
	for _, i := range g.Results {
		all = append(all, &d.Results[i])
	}
	about := []string{all.origin(g.Name), counted(len(all), "result")}
	if names := listed(all.primitives()); names != "" {
		about[1] += ": " + names
	}
	if unknown := listed(all.unknown()); unknown != "" {
		about = append(about, "not said: "+unknown)
	}
	for _, s := range about {
		if s != "" {
			p.paragraph("  ", s)
		}
	}
}

// nameOfGroup is g's name as a command takes it.
func nameOfGroup(g result.Group) string {
	if name := clean(g.Name); name != "" {
		return argument(name)
	}
	return "without a name"
}

// members are the results of one group.
type members []*result.Result

// origin is what measured all, of which implementations, and where that stands: in which file where that is not the one in the
// group's name.
func (all members) origin(group string) string {
	var tools, implementations []string
	var files []string
	type span struct{ from, to int }
	spans := map[string]span{}
	for _, r := range all {
		implementations = append(implementations, clean(r.Implementation()))
		s := r.Source
		if s == nil {
			continue
		}
		tool := clean(strings.TrimSpace(s.Tool + " " + s.Version))
		if s.Command != "" {
			tool = strings.TrimSpace(tool + " (" + clean(s.Command) + ")")
		}
		tools = append(tools, tool)
		if s.Line == 0 {
			continue
		}
		x, seen := spans[s.File]
		if !seen {
			files = append(files, s.File)
			x = span{s.Line, s.Line}
		}
		spans[s.File] = span{min(x.from, s.Line), max(x.to, s.Line)}
	}
	var lines []string
	for _, f := range files {
		x := spans[f]
		where := lineRange(x.from, x.to)
		if len(files) > 1 || !strings.HasPrefix(group, f+"#") {
			where += " of " + cmp.Or(clean(f), "a file without a name")
		}
		lines = append(lines, where)
	}
	return joined("; ", listed(distinctTexts(tools)), listed(distinctTexts(implementations)), listed(lines))
}

// lineRange is "line 3" or "lines 3–8".
func lineRange(from, to int) string {
	if from == to {
		return fmt.Sprintf("line %d", from)
	}
	return fmt.Sprintf("lines %d–%d", from, to)
}

// primitives are the names of what all are of, with operations where a primitive has several.
func (all members) primitives() []string {
	var names []string
	for _, r := range all {
		names = append(names, primitiveName(r.Primitive, r.Operation))
	}
	return distinctTexts(names)
}

// unknown is what the source does not say, and of how many results where not of all.
func (all members) unknown() []string {
	var names []string
	count := map[string]int{}
	for _, r := range all {
		for _, field := range r.Unknown {
			name := inWords(field)
			if count[name] == 0 {
				names = append(names, name)
			}
			count[name]++
		}
	}
	for i, name := range names {
		if n := count[name]; n < len(all) {
			names[i] = fmt.Sprintf("%s of %d", name, n)
		}
	}
	return names
}

// inWords is the name of a field of a result as a reader knows it.
func inWords(field string) string {
	if field == "size_bytes" {
		return "size"
	}
	return strings.ReplaceAll(clean(field), "_", " ")
}

// argument is s as a shell takes it for one word.
func argument(s string) string {
	plain := func(c rune) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c > 0x7f || strings.ContainsRune("_-+=@%:,./#", c)
	}
	if s != "" && s[0] != '#' && !strings.ContainsFunc(s, func(c rune) bool { return !plain(c) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// mostListed is how many of a list are shown.
const mostListed = 30

// listed is "a, b, c", and how many more where there are many.
func listed(all []string) string {
	if len(all) <= mostListed {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(all[:mostListed], ", "), len(all)-mostListed)
}

// distinctTexts is each of all once, without empty ones.
func distinctTexts(all []string) []string {
	var once []string
	seen := map[string]bool{"": true}
	for _, s := range all {
		if !seen[s] {
			seen[s] = true
			once = append(once, s)
		}
	}
	return once
}

// joined is the parts that are not empty.
func joined(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), separator)
}
