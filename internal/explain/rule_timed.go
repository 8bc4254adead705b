package explain

import "math"

// findHabits finds what openssl speed called for each row.
func (e *evidence) findHabits() {
	for _, r := range e.rows {
		r.timed = e.habitOf(r)
	}
	e.doubtHabits()
}

// habitOf is what openssl speed called for all results of r; nil where that is not known or not the same.
func (e *evidence) habitOf(r *row) (h *habit) {
	for i, at := range r.results {
		of := habitOf(e.at(at))
		if of == nil || i > 0 && *of != *h {
			return nil
		}
		h = of
	}
	return h
}

// doubtHabits takes back what was assumed for want of a command where figures speak against it: one version cannot have two
// prices by one path. EVP does what the one-shot function does and more: of two rows the dearer one may have gone by EVP, and
// the cheaper one keeps its habit. In other cases neither does.
func (e *evidence) doubtHabits() {
	var doubted []*row
	for i, a := range e.rows {
		for _, b := range e.rows[i+1:] {
			if a.key != b.key || a.of != b.of || a.timed == nil || b.timed == nil || !a.timed.unless || !b.timed.unless || !twoPaths(a, b) {
				continue
			}
			dear, cheap := a, b
			if a.cost.FixedNs < b.cost.FixedNs {
				dear, cheap = b, a
			}
			doubted = append(doubted, dear)
			if cheap.timed.iface != oneshot {
				doubted = append(doubted, cheap)
			}
		}
	}
	for _, r := range doubted {
		r.timed = nil
	}
}

// twoPaths reports whether two rows of one version cost what one path cannot cost twice: hashes another price per call and the
// same per block, ciphers per block another by more than a tenth (which two machines do too).
func twoPaths(a, b *row) bool {
	f := facing{pairs: []pair{{a, b}}}
	for _, s := range f.shifts() {
		return s.told() && s.blocksStay() || a.timed.iface == lowlevel && math.Abs(s.block-1) > 0.1
	}
	return false
}
