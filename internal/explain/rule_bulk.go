package explain

import (
	"fmt"
	"math"
	"slices"

	"cpb/catalog"
	"cpb/internal/cost"
	"cpb/result"
)

// What is left of a cost per block where code for long inputs begins, at most. Cost models bend by less: SHA-1's slope falls by a
// tenth between 64 bytes and 8 KiB in some builds.
const (
	bulkShare      = 0.8
	bulkShareOfOne = 0.6 // where one slope is before: the start of a call may be in that
)

// A bend is a size at which the cost per block of a row falls.
type bend struct {
	row           *row
	from, to      int     // bytes: up to from the cost is as before, at to it is less
	before, after float64 // ns per block, from the slopes before it and at the largest sizes
}

// bulkKernel finds costs per block that fall at some size, and stay there.
func bulkKernel(e *evidence) (found []result.Finding) {
	type place struct {
		side     string
		from, to int
	}
	at := map[place][]bend{}
	var order []place
	for _, r := range e.rows {
		b, ok := e.bendOf(r)
		if !ok {
			continue
		}
		k := place{e.sideName(r), b.from, b.to}
		if at[k] == nil {
			order = append(order, k)
		}
		at[k] = append(at[k], b)
	}
	for _, k := range order {
		var rows []*row
		var falls []string
		figures := map[string]float64{"from_bytes": float64(k.from), "to_bytes": float64(k.to)}
		for _, b := range at[k] {
			rows = append(rows, b.row)
			falls = append(falls, fmt.Sprintf("%s %s ns per %s", b.row.key, fromTo(b.before, b.after), unit(b.row.model)))
			figures["before_ns "+b.row.key.String()], figures["after_ns "+b.row.key.String()] = b.before, b.after
		}
		found = append(found, result.Finding{
			Basis: result.Inferred, Primitives: primitivesOf(rows), Results: resultsOf(rows), Figures: figures,
			Sentence: fmt.Sprintf("%s: above %s, and by %s at the latest, a cost falls by more than its model allows: %s. Code for long inputs begins to be used there.",
				k.side, inBytes(k.from), inBytes(k.to), list(falls)),
		})
	}
	return found
}

// A slope is the cost of a block between two sizes that follow each other, and how far it may be off.
type slope struct {
	from, to int
	ns, off  float64
}

// bendOf finds the size of r's steepest fall: every slope from there on is less than bulkShare of every slope before.
func (e *evidence) bendOf(r *row) (b bend, ok bool) {
	slopes := e.slopesOf(r)
	steepest := 1.0
	for i := 1; i < len(slopes); i++ {
		before, after := math.Inf(1), math.Inf(-1)
		for _, s := range slopes[:i] {
			before = min(before, s.ns-s.off)
		}
		for _, s := range slopes[i:] {
			after = max(after, s.ns+s.off)
		}
		most := bulkShare
		if i == 1 {
			most = bulkShareOfOne
		}
		if last := slopes[len(slopes)-1]; before > 0 && last.ns > 0 && after < min(most, steepest)*before {
			steepest = after / before
			b, ok = bend{r, slopes[i].from, slopes[i].to, slopes[i-1].ns, last.ns}, true
		}
	}
	return b, ok
}

// slopesOf are the slopes of r. Of sizes with the same number of blocks only the first counts; and of what is not padded only whole
// blocks, since the rest of one has code of its own.
func (e *evidence) slopesOf(r *row) (slopes []slope) {
	if r.cost == nil {
		return nil
	}
	points := slices.DeleteFunc(slices.Clone(r.points), func(p point) bool {
		return r.model.Kind == catalog.Blocks && r.model.PadBytes == 0 && p.size%r.model.BlockBytes != 0
	})
	points = slices.CompactFunc(points, func(a, b point) bool {
		return cost.Units(r.model, a.size) == cost.Units(r.model, b.size)
	})
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		units := cost.Units(r.model, b.size) - cost.Units(r.model, a.size)
		slopes = append(slopes, slope{a.size, b.size, (b.ns - a.ns) / units, (e.offNs(a) + e.offNs(b)) / units})
	}
	return slopes
}

// offNs is how far the time of a point may be off.
func (e *evidence) offNs(p point) float64 {
	r := e.at(p.result)
	if r.LowNs > 0 && r.HighNs > 0 {
		return (r.HighNs - r.LowNs) / 2
	}
	return p.ns * off(r, offInRow)
}
