package report

import (
	"fmt"
	"io"
	"math"
	"slices"

	"cpb/catalog"
	"cpb/internal/cost"
	"cpb/result"
)

// A picture is the ns per call of some rows of one block against the size, both on logarithmic axes.
type picture struct {
	title  string
	series []series
	sizes  axis // bytes
	times  axis // ns

	// What was left out, having no logarithm.
	empty, endless bool
}

// A series is one row: its points by size, and the cost model through them where there is one.
type series struct {
	name   string
	points []plotPoint
	cost   *result.Cost // nil where there is none
	model  catalog.Model
}

// A plotPoint is the time of one size.
type plotPoint struct {
	size int
	ns   float64
}

// mostSeries is how many rows one picture has: more cannot be told apart.
const mostSeries = 8

// nothingToPlot is said of a document without pictures.
const nothingToPlot = "nothing to plot: no row has times at two sizes"

// pictures are the pictures of d: one for each block of which a row has two sizes, several over the same axes where it has
// many rows. Rows in which no size has a time are in none.
func pictures(d *result.Document) []*picture {
	var all []*picture
	costs := costsByResult(d)
	for _, b := range blocks(d) {
		whole := newPicture(b, costs)
		if whole == nil {
			continue
		}
		parts := slices.Collect(slices.Chunk(whole.series, mostSeries))
		for i, part := range parts {
			p := *whole
			p.series = part
			if len(parts) > 1 {
				p.title += fmt.Sprintf(", %d of %d", i+1, len(parts))
			}
			all = append(all, &p)
		}
	}
	return all
}

// newPicture is the picture of all of b's rows; nil where none has two sizes.
func newPicture(b *block, costs map[int][]*result.Cost) *picture {
	p := &picture{title: subject(b.key) + ", ns per call" + details(b.key)}
	model := modelOf(b.key.primitive)
	most := 0
	for _, r := range b.rows {
		s := series{name: r.name, model: model}
		var results []int
		for _, at := range b.columns {
			m := r.cells[at]
			if at.kind != sized || m == nil {
				continue
			}
			ns, ok := m.Time()
			switch {
			case !ok:
			case math.IsInf(ns, 0):
				p.endless = true
			case at.size == 0:
				p.empty = true
			default:
				s.points = append(s.points, plotPoint{at.size, ns})
			}
			results = append(results, m.index)
		}
		if len(s.points) == 0 {
			continue
		}
		s.cost = costThrough(costs, results)
		p.series = append(p.series, s)
		most = max(most, len(s.points))
	}
	if most < 2 {
		return nil
	}
	p.sizes, p.times = newAxis(), newAxis()
	for _, s := range p.series {
		for _, x := range s.points {
			p.sizes.hold(float64(x.size))
			p.times.hold(x.ns)
		}
	}
	p.sizes.widen()
	p.times.widen()
	return p
}

// modelOf is the catalogue's model of a primitive, per byte where it knows none.
func modelOf(primitive string) catalog.Model {
	if p, ok := catalog.Known(primitive); ok && p.Sized() {
		return p.Model
	}
	return catalog.Model{Kind: catalog.Bytes}
}

// costsByResult is the costs of d's explanations by the first of the results that each is fitted to.
func costsByResult(d *result.Document) map[int][]*result.Cost {
	all := map[int][]*result.Cost{}
	for i := range d.Explanations {
		for _, c := range []*result.Cost{d.Explanations[i].Base, d.Explanations[i].Other} {
			if c != nil && len(c.Results) > 0 {
				all[c.Results[0]] = append(all[c.Results[0]], c)
			}
		}
	}
	return all
}

// costThrough is the cost that is fitted to nothing but results, and to most of them; nil where there is none.
func costThrough(costs map[int][]*result.Cost, results []int) *result.Cost {
	var best *result.Cost
	for _, i := range results {
		for _, c := range costs[i] {
			within := !slices.ContainsFunc(c.Results, func(i int) bool { return !slices.Contains(results, i) })
			if within && (best == nil || len(c.Results) > len(best.Results)) {
				best = c
			}
		}
	}
	return best
}

// line is the time that s's cost model has for a size; false where it has none above 0.
func (s *series) line(size int) (ns float64, ok bool) {
	if s.cost == nil || s.model.Kind == catalog.Blocks && s.model.BlockBytes != s.cost.BlockBytes {
		return 0, false
	}
	ns = s.cost.FixedNs + s.cost.BlockNs*cost.Units(s.model, size)
	return ns, ns > 0
}

// longestLine is the largest size to which a line is drawn: beyond it, blocks are not counted.
const longestLine = 1 << 60

// from and to are the sizes between which s is drawn.
func (s *series) from() int { return s.points[0].size }
func (s *series) to() int   { return min(s.points[len(s.points)-1].size, longestLine) }

// costText is s's cost in words; "" where there is none.
func (s *series) costText() string {
	if s.cost == nil {
		return ""
	}
	unit := "block"
	if s.cost.BlockBytes == 1 {
		unit = "byte"
	}
	sign, block := "+", s.cost.BlockNs
	if block < 0 {
		sign, block = "-", -block
	}
	return fmt.Sprintf("%s ns %s %s ns/%s", Digits(s.cost.FixedNs), sign, Digits(block), unit)
}

// hasLine reports whether a line goes through the points of any series.
func (p *picture) hasLine() bool {
	return slices.ContainsFunc(p.series, func(s series) bool {
		_, ok := s.line(s.to())
		return ok
	})
}

// names are the names of p's series.
func (p *picture) names() []string {
	var all []string
	for _, s := range p.series {
		all = append(all, s.name)
	}
	return all
}

// notes is what a picture's reader needs to be told.
func (p *picture) notes() []string {
	var all []string
	if p.hasLine() {
		all = append(all, "lines: fixed cost + blocks or bytes, as fitted; they do not join the points")
	}
	if p.empty {
		all = append(all, "the size 0 is left out: it has no place on a logarithmic axis")
	}
	if p.endless {
		all = append(all, "a time without an end is left out")
	}
	return all
}

// measuredSizes are the sizes at which p has a point.
func (p *picture) measuredSizes() []int {
	var all []int
	for _, s := range p.series {
		for _, x := range s.points {
			all = append(all, x.size)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Plot writes, for each primitive, a picture in characters of ns per call against the size, with the lines of d's cost models.
func Plot(w io.Writer, d *result.Document, o Options) error {
	p := newPage(o)
	all := pictures(d)
	if len(all) == 0 {
		p.heading(nothingToPlot)
	}
	for _, x := range all {
		p.picture(x, o.ASCII)
	}
	s := p.text.String()
	if o.ASCII {
		s = asASCII(s)
	}
	_, err := io.WriteString(w, s)
	return err
}
