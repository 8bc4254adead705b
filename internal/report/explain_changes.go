package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"cpb/result"
)

// mostSentences is the number of pairs of an account up to which each has its sentence. More stand in a table.
const mostSentences = 2

// Marks of a table of changes.
const (
	rateMark   = "×"
	untoldMark = "?"
)

// changes are the pairs of a that its table of changes has, and those that are left to their sentences.
func (a *account) changes() (table, rest []*result.Explanation) {
	if len(a.pairs) <= mostSentences {
		return nil, a.pairs
	}
	for _, e := range a.pairs {
		if c := e.Change; c != nil && (c.Smallest != nil || c.Fixed != "") {
			table = append(table, e)
		} else {
			rest = append(rest, e)
		}
	}
	return table, rest
}

// pairName is what stands before the figures of a pair: "1 → 2".
func (n *naming) pairName(c *result.Change) string {
	return n.call(c.Base.Of, c.Base.Results) + " → " + n.call(c.Other.Of, c.Other.Results)
}

// changeSheet is the table of pairs that all have changes: a row each, or where that is wider than names may be in width, a row
// each under a line for the base. Width 0 is as wide as it takes.
func (a *account) changeSheet(pairs []*result.Explanation, naming *naming, width int, n *costNotes) sheet {
	per := "per block"
	if a.blockBytes() == 1 {
		per = "per byte"
	}
	smallest, oneSmallest := commonSize(pairs, func(c *result.Change) *result.AtSize { return c.Smallest })
	largest, oneLargest := commonSize(pairs, func(c *result.Change) *result.AtSize { return c.Largest })
	s := sheet{heads: []string{"each call, ns", per, sizeHead(smallest, oneSmallest, "smallest"), sizeHead(largest, oneLargest, "largest")}}
	n.rates = true
	widest := 0
	for _, e := range pairs {
		widest = max(widest, text.StringWidth(naming.pairName(e.Change)))
	}
	byBase := width > 0 && widest > width*45/100
	last := ""
	for _, e := range pairs {
		c := e.Change
		name := naming.pairName(c)
		if byBase {
			base := naming.call(c.Base.Of, c.Base.Results)
			if base != last {
				s.rows = append(s.rows, sheetRow{name: base, cells: make([]sheetCell, len(s.heads))})
			}
			last = base
			name = "  → " + naming.call(c.Other.Of, c.Other.Results)
		}
		row := sheetRow{name: name, cells: []sheetCell{
			costChange(c.Fixed, moreNs(c.FixedNs)), costChange(c.Block, asFast(c.BlockRate)),
			atSize(c.Smallest, oneSmallest), atSize(c.Largest, oneLargest),
		}}
		n.untold = n.untold || c.Fixed == result.Untold || c.Block == result.Untold
		s.rows = append(s.rows, row)
	}
	return s
}

// commonSize is the size that changes have in a place; false where they have several there.
func commonSize(pairs []*result.Explanation, in func(*result.Change) *result.AtSize) (size int, one bool) {
	size = -1
	for _, e := range pairs {
		at := in(e.Change)
		switch {
		case at == nil:
		case at.SizeBytes == nil || size >= 0 && size != *at.SizeBytes:
			return 0, false
		default:
			size = *at.SizeBytes
		}
	}
	return size, size >= 0
}

func sizeHead(size int, one bool, otherwise string) string {
	if one {
		return "at " + Size(size)
	}
	return otherwise
}

// costChange is what became of one of two costs: absent where they are not compared, marked where it may be nothing.
func costChange(o result.Outcome, figure string) sheetCell {
	switch o {
	case result.Unchanged:
		return sheetCell{text: "unchanged"}
	case result.Changed:
		return sheetCell{text: figure}
	case result.Untold:
		return sheetCell{text: figure + " " + untoldMark}
	}
	return sheetCell{text: absent}
}

// moreNs is a difference of costs with its sign, in as many digits as sentences have: "+147.6", "−19.4", "+1.23".
func moreNs(ns float64) string {
	size, sign := math.Abs(ns), "+"
	if ns < 0 {
		sign = "−"
	}
	switch {
	case size >= 1000:
		return sign + strconv.FormatFloat(size, 'f', 0, 64)
	case size >= 10:
		return sign + strconv.FormatFloat(size, 'f', 1, 64)
	}
	return sign + significant(size, 3)
}

// asFast is how many times as fast, in as many digits as sentences have: "0.57×", "12.3×".
func asFast(times float64) string {
	if times >= 10 || times < 0.1 {
		return significant(times, 3) + rateMark
	}
	return strconv.FormatFloat(times, 'f', 2, 64) + rateMark
}

// atSize is how many times as fast one size is, with that size where the head does not have it.
func atSize(at *result.AtSize, inHead bool) sheetCell {
	if at == nil {
		return sheetCell{text: absent}
	}
	s := asFast(at.Times)
	if !inHead && at.SizeBytes != nil {
		s += " at " + Size(*at.SizeBytes)
	}
	return sheetCell{text: s}
}

// unmatched says which sizes of pairs in a table have no pair, and in which.
func (n *naming) unmatched(pairs []*result.Explanation) string {
	var order []string
	of := map[string][]string{}
	for _, e := range pairs {
		var sizes []string
		for _, size := range e.Change.Alone {
			sizes = append(sizes, Size(size))
		}
		if k := listed(sizes); k != "" {
			if of[k] == nil {
				order = append(order, k)
			}
			of[k] = append(of[k], n.pairName(e.Change))
		}
	}
	var parts []string
	for _, k := range order {
		parts = append(parts, fmt.Sprintf("%s in %s", k, listed(of[k])))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Without a pair: " + strings.Join(parts, "; ")
}
