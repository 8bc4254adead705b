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
	name := clean(b.key.primitive)
	if p, ok := catalog.Lookup(b.key.primitive); ok {
		name = p.Name
	}
	if b.key.operation != "" {
		name += " " + clean(b.key.operation)
	}
	unit := "MB/s"
	if !slices.ContainsFunc(b.columns, func(at column) bool { return at.kind != ops }) {
		unit = "ops/s"
	}
	var details []string
	if work := b.work(); work != "" {
		details = append(details, work)
	}
	if bits := fmt.Sprint(b.key.bits); b.key.bits > 0 && !strings.Contains(name, bits) {
		details = append(details, bits+" bits")
	}
	if b.key.threads > 1 {
		details = append(details, fmt.Sprintf("%d threads", b.key.threads))
	}
	title := name + " in " + unit
	if len(details) > 0 {
		title += " (" + strings.Join(details, "; ") + ")"
	}
	return title
}

// work says what one call does.
func (b *block) work() string {
	p, _ := catalog.Lookup(b.key.primitive)
	for _, d := range p.Duties(catalog.Operation(b.key.operation)) {
		if string(d.Work) == b.key.work {
			return b.key.work + ": " + d.Does
		}
	}
	return clean(b.key.work)
}
