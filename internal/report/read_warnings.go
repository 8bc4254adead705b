package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"cpb/result"
)

// mostWarnings is how many warnings of a kind are shown.
const mostWarnings = 10

// A warningKind is the warnings of one kind.
type warningKind struct {
	name  string
	count int
	lines []string // as they are shown: those of several lines of a file that say the same in one
	shown int      // how many warnings those are
}

// warningKinds sorts d's warnings: those of files by their kinds, then those of results, then those of the machine.
func warningKinds(d *result.Document) []*warningKind {
	var all []*warningKind
	byName := map[string]*warningKind{}
	ofKind := func(name string) *warningKind {
		k := byName[name]
		if k == nil {
			k = &warningKind{name: name}
			byName[name], all = k, append(all, k)
		}
		return k
	}
	gathered := map[string][]result.Warning{}
	for _, w := range d.Warnings {
		name := cmp.Or(clean(w.Kind), "other")
		ofKind(name)
		gathered[name] = append(gathered[name], w)
	}
	for _, k := range all {
		k.addFiles(gathered[k.name])
	}
	for i := range d.Results {
		r := &d.Results[i]
		for _, what := range r.Warnings {
			ofKind("of results").add(joined(" ", place(r), clean(r.Implementation()), primitiveName(r.Primitive, r.Operation)) + ": " + message(what))
		}
	}
	if d.Host != nil {
		for _, what := range d.Host.Warnings {
			ofKind("of the machine").add(message(what))
		}
	}
	return all
}

// place is where r was read: "mail.txt:14"; "" where it was not.
func place(r *result.Result) string {
	if r.Source == nil || r.Source.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", clean(r.Source.File), r.Source.Line)
}

// Warning is w in one line: where, and what.
func Warning(w result.Warning) string {
	where := clean(w.File)
	if w.Line > 0 {
		where = fmt.Sprintf("%s:%d", cmp.Or(where, "line"), w.Line)
	}
	return joined(": ", where, message(w.Message))
}

// add adds one warning.
func (k *warningKind) add(line string) {
	k.count++
	if len(k.lines) < mostWarnings {
		k.lines = append(k.lines, line)
		k.shown++
	}
}

// addFiles adds warnings of files: one line for those of a file that say the same.
func (k *warningKind) addFiles(warnings []result.Warning) {
	type key struct{ file, message string }
	var order []key
	lines := map[key][]int{}
	for _, w := range warnings {
		x := key{clean(w.File), message(w.Message)}
		if lines[x] == nil {
			order = append(order, x)
		}
		lines[x] = append(lines[x], w.Line)
	}
	k.count += len(warnings)
	for _, x := range order {
		if len(k.lines) == mostWarnings {
			return
		}
		where := x.file
		var numbers []string
		for _, line := range lines[x] {
			if line > 0 {
				numbers = append(numbers, strconv.Itoa(line))
			}
		}
		if len(numbers) > mostWarnings {
			numbers = append(numbers[:mostWarnings], fmt.Sprintf("… (%d lines)", len(numbers)))
		}
		if len(numbers) > 0 {
			where = cmp.Or(where, "line") + ":" + strings.Join(numbers, ",")
		}
		k.lines = append(k.lines, joined(": ", where, x.message))
		k.shown += len(lines[x])
	}
}

// warningsByKind writes d's warnings: of each kind the first, and how many there are.
func (p *page) warningsByKind(d *result.Document) {
	kinds := warningKinds(d)
	if len(kinds) > 0 {
		p.heading("warnings")
	}
	for _, k := range kinds {
		p.paragraph("  ", fmt.Sprintf("%s: %d", k.name, k.count))
		for _, line := range k.lines {
			p.paragraph("    ", line)
		}
		if more := k.count - k.shown; more > 0 {
			p.paragraph("    ", fmt.Sprintf("and %d more (--json has all)", more))
		}
	}
}

// countWarnings is how many warnings d has.
func countWarnings(d *result.Document) int {
	n := 0
	for _, k := range warningKinds(d) {
		n += k.count
	}
	return n
}
