package compare

import (
	"cmp"
	"math"

	"cpb/internal/stats"
	"cpb/result"
)

// notKept is said of a difference that would be one if it stood alone.
const notKept = "a difference by itself, but among as many comparisons as here such are found by chance"

// A comparison is a result.Comparison on its way.
type comparison struct {
	result.Comparison
	tested bool // whether P is known; it may be 0
}

// newComparison holds two results against each other; together is what was measured together of them.
func newComparison(doc *result.Document, found pair, together result.Pair, o Options) *comparison {
	base, other := &doc.Results[found.base], &doc.Results[found.other]
	of, as := dutyOf(base), dutyOf(other)
	c := &comparison{Comparison: result.Comparison{
		Primitive: base.Primitive,
		Operation: cmp.Or(of.operation, as.operation),
		Work:      cmp.Or(of.work, as.work),
		SizeBytes: base.SizeBytes,
		Bits:      cellOf(base).bits,
		Threads:   max(base.Threads, other.Threads),
		Base:      found.base,
		Other:     found.other,
		Warnings:  found.warnings,
	}}
	if found.apart != "" {
		if of.work != as.work {
			c.Work = ""
		}
		c.apart(found.apart)
		return c
	}
	f, err := figureOf(base, other)
	if err != nil {
		c.apart(err.Error())
		return c
	}
	e := estimateOf(f, base, other, together, o.Spread)
	c.Ratio, c.Figure = math.Exp(e.log.Value), f.name
	if e.kind != "" {
		c.Low, c.High, c.Interval = math.Exp(e.log.Low), math.Exp(e.log.High), e.kind
	}
	c.P, c.tested = e.p, e.tested
	c.Warnings = append(append(c.Warnings, f.warnings...), e.warnings...)
	c.Verdict = verdict(e, o.Margin)
	return c
}

// apart makes c a comparison that there is none of, for that reason.
func (c *comparison) apart(reason string) {
	c.Verdict = result.NotComparable
	c.Warnings = append(c.Warnings, reason)
}

// verdict is what an interval comes to by itself.
func verdict(e estimate, margin float64) result.Verdict {
	far := 0.0
	if !e.covers {
		far = math.Log1p(max(result.SingleRuns, margin))
	}
	near := math.Log1p(margin)
	within := -near <= e.log.Low && e.log.High <= near
	switch {
	case within && e.covers:
		return result.Same
	case within:
		return result.Undecided
	case e.log.High < -far:
		return result.Faster
	case e.log.Low > far:
		return result.Slower
	}
	return result.Undecided
}

// discover holds the false discovery rate over all comparisons that have a probability: of those that would be faster or
// slower, what the procedure does not keep is undecided.
func discover(all []*comparison, o Options) {
	var tested []*comparison
	var p []float64
	for _, c := range all {
		if c.tested {
			tested = append(tested, c)
			p = append(p, c.P)
		}
	}
	kept := stats.Discoveries(p, o.Level)
	for i, c := range tested {
		if !kept[i] && (c.Verdict == result.Faster || c.Verdict == result.Slower) {
			c.Verdict = result.Undecided
			c.Warnings = append(c.Warnings, notKept)
		}
	}
}
