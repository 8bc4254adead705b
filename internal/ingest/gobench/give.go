package gobench

import (
	"slices"
	"strconv"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// give gives out the block and forgets it.
func (p *parser) give() {
	p.giveHeld()
	p.held = block{all: p.held.all[:0]}
}

// giveHeld gives out what is held back, column by column.
func (p *parser) giveHeld() {
	b := &p.held
	if len(b.all) == 0 {
		return
	}
	if b.procs == nil {
		procs := suffixIsProcs(b.all)
		b.procs = &procs
	}
	first := map[string]int{}
	for i, h := range b.all {
		if _, seen := first[h.label]; !seen {
			first[h.label] = i
		}
	}
	if len(first) > 1 {
		slices.SortStableFunc(b.all, func(x, y held) int { return first[x.label] - first[y.label] })
	}
	cells := map[string]*cell{}
	several := severalProcs(b.all, *b.procs)
	var own []held
	for i := range b.all {
		h := &b.all[i]
		if strings.Contains(h.name, "/lib=") && h.text != "" {
			own = append(own, *h)
			continue
		}
		key := h.pkg + "\n" + h.name
		c := cells[key]
		if c == nil {
			c = p.cellOf(h, *b.procs, several)
			cells[key] = c
		}
		p.giveOne(h, c)
	}
	p.giveOwn(own)
	b.all = b.all[:0]
}

func (p *parser) giveOne(h *held, c *cell) {
	r := &h.r
	r.Primitive, r.Operation, r.Detail, r.Library, r.Interface = c.primitive.Slug, c.operation, c.detail, c.library, c.iface
	r.Bits, r.Unknown = c.bits, c.unknown
	if c.size > 0 {
		r.SizeBytes = p.sizeOf(h, c)
	}
	r.Run = h.label
	r.Source = &result.Source{Line: h.line}
	p.out.Result(r)
}

// sizeOf is the size of a call. Time and rate beside each other tell whether it is what the name says, and what its K is.
func (p *parser) sizeOf(h *held, c *cell) *int {
	checked := h.ns.Value > 0 && h.mb.Value > 0
	agrees := func(size int) bool {
		_, ok := ingest.Agree(ingest.Figure{Value: float64(size)}, h.ns.Times(1e-9), h.mb.Times(1e6))
		return ok
	}
	switch {
	case !checked:
		if c.thousands > 0 && !p.held.assumed {
			p.held.assumed = true
			p.out.Warn(ingest.Assumed, h.line, "%s: K is taken to be 1024 and M 1024², as in Go's own benchmarks: nothing here shows it", h.name)
		}
	case agrees(c.size):
	case c.thousands > 0 && agrees(c.thousands):
		return &c.thousands
	default:
		p.out.Warn(ingest.CountMismatch, h.line, "%s: time and rate are of %.0f bytes, the name says %d: time and rate are kept, and no size",
			h.name, h.ns.Value*h.mb.Value/1e3, c.size)
		h.r.Unknown = append(slices.Clone(c.unknown), "size_bytes")
		return nil
	}
	return &c.size
}

// giveOwn reads the benchmarks that cpb wrote, with the reader that is made for them.
func (p *parser) giveOwn(own []held) {
	if len(own) == 0 {
		return
	}
	var text strings.Builder
	var lines []int
	for _, l := range p.config.own {
		text.WriteString(l + "\n")
		lines = append(lines, own[0].line)
	}
	for _, h := range own {
		text.WriteString(h.text + "\n")
		lines = append(lines, h.line)
	}
	lineOf := func(n int) int { return lines[min(max(n-1, 0), len(lines)-1)] }
	doc, err := result.DecodeGoBench(strings.NewReader(text.String()), p.out.File())
	if err != nil {
		p.out.Warn(ingest.NoResult, own[0].line, "%s", err)
		return
	}
	for _, w := range doc.Warnings {
		p.out.Warn(ingest.NoResult, lineOf(w.Line), "%s", w.Message)
	}
	for i := range doc.Results {
		r := &doc.Results[i]
		r.Source.Line = lineOf(r.Source.Line)
		p.out.Result(r)
	}
}

// procsOf splits the -N off a name; 0 where there is none.
func procsOf(name string) (base string, n int) {
	i := strings.LastIndexByte(name, '-')
	if i <= 0 || i == len(name)-1 || len(name)-i > 6 {
		return name, 0
	}
	n, err := strconv.Atoi(name[i+1:])
	if err != nil || n <= 0 || name[i+1] == '0' || name[i+1] == '+' {
		return name, 0
	}
	return name[:i], n
}

// suffixIsProcs decides whether the -N of names is GOMAXPROCS. The test runner puts it behind all names, or none where it is 1;
// with -cpu 1,4 each name comes in each form.
func suffixIsProcs(all []held) bool {
	numbers := map[int]bool{}
	with := map[string]map[int]bool{}
	bare := map[string]bool{}
	for i := range all {
		base, n := procsOf(all[i].name)
		if n == 0 {
			bare[base] = true
			continue
		}
		h := &all[i]
		if h.ns.Value > 0 && h.mb.Value > 0 && n > 16 && !strings.Contains(base, strconv.Itoa(n)) {
			// The bytes of a call are this number, and it is nowhere else in the name.
			if _, ok := ingest.Agree(ingest.Figure{Value: float64(n)}, h.ns.Times(1e-9), h.mb.Times(1e6)); ok {
				return false
			}
		}
		numbers[n] = true
		if with[base] == nil {
			with[base] = map[int]bool{}
		}
		with[base][n] = true
	}
	if len(bare) > 0 {
		for base := range with {
			if !bare[base] {
				return false
			}
		}
		return true
	}
	const mostProcs = 1024 // of which there are several in one file
	for _, ns := range with {
		if len(ns) != len(numbers) {
			return false
		}
		for n := range ns {
			if len(numbers) > 1 && n > mostProcs {
				return false
			}
		}
	}
	return true
}

// severalProcs reports whether names come with more than one GOMAXPROCS, so that it tells results apart.
func severalProcs(all []held, procs bool) bool {
	seen := -1
	for i := range all {
		_, n := procsOf(all[i].name)
		if seen >= 0 && n != seen {
			return procs
		}
		seen = n
	}
	return false
}
