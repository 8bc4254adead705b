package report

import (
	"fmt"
	"slices"
	"strings"

	"cpb/catalog"
)

// title says what the block's calls are and in what they are counted:
// "SHA-256 hash in MB/s (message: init, data, final)".
func (b *block) title() string {
	unit := "MB/s"
	switch {
	case !b.timed():
		unit = "cycles"
	case !slices.ContainsFunc(b.columns, func(at column) bool { return at.kind != ops }):
		unit = "ops/s"
	}
	return subject(b.key) + " in " + unit + details(b.key)
}

// timed reports whether b has a time or a rate, and not only cycles.
func (b *block) timed() bool {
	return slices.ContainsFunc(b.rows, func(r *row) bool {
		for _, m := range r.cells {
			if _, ok := m.cost(); ok {
				return true
			}
		}
		return false
	})
}

// subject is the primitive and its operation: "SHA-256 hash".
func subject(key blockKey) string {
	name := clean(key.primitive)
	if p, ok := catalog.Known(key.primitive); ok {
		name = p.Name
	}
	if key.operation != "" {
		name += " " + clean(key.operation)
	}
	return name
}

// details is what else the calls of a block have in common: " (message: init, data, final; 2 threads)"; "" where nothing is
// known.
func details(key blockKey) string {
	var all []string
	if work := work(key); work != "" {
		all = append(all, work)
	}
	if bits := fmt.Sprint(key.bits); key.bits > 0 && !strings.Contains(subject(key), bits) {
		all = append(all, bits+" bits")
	}
	if key.threads > 1 {
		all = append(all, fmt.Sprintf("%d threads", key.threads))
	}
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, "; ") + ")"
}

// work says what one call does.
func work(key blockKey) string {
	p, _ := catalog.Known(key.primitive)
	for _, d := range p.Duties(catalog.Operation(key.operation)) {
		if string(d.Work) == key.work {
			return key.work + ": " + d.Does
		}
	}
	return clean(key.work)
}
