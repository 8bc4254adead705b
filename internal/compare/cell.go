package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// A cell is what two results must have in common to be held against each other at all.
type cell struct {
	primitive string
	size      int // bytes; -1 where there is none
	bits      int
}

func cellOf(r *result.Result) cell {
	c := cell{primitive: r.Primitive, size: -1, bits: r.Bits}
	if r.SizeBytes != nil {
		c.size = *r.SizeBytes
	}
	switch p, ok := catalog.Known(r.Primitive); {
	case ok && p.Sized():
		c.bits = 0 // the key's, which the name of a cipher has; few tools print it
	case ok && c.bits == 0:
		c.bits = p.Bits
	}
	return c
}

// A duty is what a call did. A part that the source does not say is "": it may be what the other side says. Only no detail is not
// any detail: a name that says no more is not that of a key's set-up.
type duty struct{ operation, work, threads, detail string }

// The names of a duty's parts, in their order.
var dutyParts = []string{"operation", "work", "number of threads", detailPart}

const detailPart = "detail"

func dutyOf(r *result.Result) duty {
	d := duty{operation: r.Operation, work: r.Work, detail: r.Detail}
	// Of a cipher the catalogue has what is measured, encryption; that does not say that nobody decrypts.
	if p, ok := catalog.Known(r.Primitive); ok && p.Sole() == catalog.Hash {
		d.operation = cmp.Or(d.operation, string(catalog.Hash))
	}
	if !slices.Contains(r.Unknown, "threads") {
		d.threads = fmt.Sprint(max(1, r.Threads))
	}
	return d
}

func (d duty) parts() [4]string { return [4]string{d.operation, d.work, d.threads, d.detail} }

// fits reports whether nothing that both say differs.
func (d duty) fits(e duty) bool {
	if d.detail != e.detail {
		return false
	}
	of, as := d.parts(), e.parts()
	for i := range of {
		if of[i] != "" && as[i] != "" && of[i] != as[i] {
			return false
		}
	}
	return true
}

// assumptions says, a sentence each, what one of base and other does not say and is taken from its opposite.
func assumptions(base, other duty) (all []string) {
	of, as := base.parts(), other.parts()
	for i, part := range dutyParts {
		switch {
		case of[i] == as[i]:
		case of[i] == "":
			all = append(all, fmt.Sprintf("assumed: %s %s, as the other side says; the base does not say it", part, as[i]))
		case as[i] == "":
			all = append(all, fmt.Sprintf("assumed: %s %s, as the base says; the other side does not say it", part, of[i]))
		}
	}
	return all
}

// differences says in what base and other differ.
func differences(base, other duty) string {
	of, as := base.parts(), other.parts()
	var all []string
	for i, part := range dutyParts {
		if of[i] != as[i] && (of[i] != "" && as[i] != "" || part == detailPart) {
			all = append(all, fmt.Sprintf("%s is %s on the base side, %s on the other", part, cmp.Or(of[i], "none"), cmp.Or(as[i], "none")))
		}
	}
	return strings.Join(all, "; ")
}
