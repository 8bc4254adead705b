package report

import (
	"slices"

	"cpb/result"
)

// The heads of the cost model's columns.
const (
	fixedHead  = "fixed ns"
	cyclesHead = "c/B"
)

// An extra is a column after the measured ones.
type extra struct {
	head string
	cell func(*row) sheetCell
}

// extras are the cost model's columns; where there is only one measured column, what else its results say.
func (b *block) extras() []extra {
	if len(b.columns) == 1 {
		return b.single(b.columns[0])
	}
	var all []extra
	if slices.ContainsFunc(b.rows, func(r *row) bool { return r.fit != nil }) {
		all = append(all, extra{fixedHead, func(r *row) sheetCell {
			if r.fit == nil {
				return sheetCell{}
			}
			return sheetCell{text: Digits(r.fit.fixedNs), misfit: r.fit.misfit}
		}})
	}
	if slices.ContainsFunc(b.rows, func(r *row) bool { return r.fit != nil && r.fit.cyclesPerByte > 0 }) {
		all = append(all, extra{cyclesHead, func(r *row) sheetCell {
			if r.fit == nil || r.fit.cyclesPerByte == 0 {
				return sheetCell{}
			}
			return sheetCell{text: cycles(r.fit.cyclesPerByte, r.fit.estimated), misfit: r.fit.misfit}
		}})
	}
	return all
}

// single are the columns beside the only measured one.
func (b *block) single(at column) []extra {
	var all []extra
	has := func(known func(*measure) bool) bool {
		return slices.ContainsFunc(b.rows, func(r *row) bool { return known(r.cells[at]) })
	}
	timed := func(m *measure) bool { _, ok := m.Time(); return ok }
	rated := func(m *measure) bool { _, ok := m.Rate(); return ok }
	clocked := func(m *measure) bool { return m.CyclesPerByte > 0 && (timed(m) || rated(m)) }
	if has(timed) && (at.kind == ops || at.size > 0) {
		all = append(all, extra{"per call", func(r *row) sheetCell {
			ns, ok := r.cells[at].Time()
			if !ok {
				return sheetCell{}
			}
			return sheetCell{text: Duration(ns)}
		}})
	}
	if has(clocked) {
		all = append(all, extra{cyclesHead, func(r *row) sheetCell {
			m := r.cells[at]
			if !clocked(m) {
				return sheetCell{}
			}
			c := sheetCell{text: cycles(m.CyclesPerByte, m.Cycles == result.CyclesEstimated)}
			if unit := cyclesUnit(m.Cycles); unit != cyclesHead {
				c.text += " " + unit
			}
			return c
		}})
	}
	return all
}
