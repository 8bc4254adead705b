package result

import "fmt"

// What a document that was read must hold to, so that whoever uses it need not look again. Numbers that JSON cannot
// hold, infinities and the like, never get this far.

func (t *Tool) check() *fault { return nil }

func (h *Host) check() *fault {
	return firstFault(
		notNegative("cores", h.Cores),
		notNegative("core_hz", h.CoreHz),
		notNegative("tsc_hz", h.TSCHz),
	)
}

func (m *Method) check() *fault {
	if m.Processor != nil && *m.Processor < 0 {
		return &fault{"processor", negative(*m.Processor)}
	}
	for _, ns := range m.EmptyOpNs {
		if ns < 0 {
			return &fault{"empty_op_ns", negative(ns)}
		}
	}
	return firstFault(
		notNegative("seconds", m.Seconds),
		notNegative("launches", m.Launches),
		notNegative("rounds", m.Rounds),
		notNegative("sample_ns", m.SampleNs),
		notNegative("slice_ns", m.SliceNs),
		notNegative("lost_share", m.LostShare),
		notNegative("warm_ns", m.WarmNs),
		notNegative("misalign", m.Misalign),
		notNegative("family", m.Family),
	)
}

func (r *Result) check() *fault {
	if r.Primitive == "" {
		return &fault{"primitive", "is missing"}
	}
	if r.SizeBytes != nil && *r.SizeBytes < 0 {
		return &fault{"size_bytes", negative(*r.SizeBytes)}
	}
	for _, ns := range r.LaunchNs {
		if ns <= 0 {
			return &fault{"launch_ns", fmt.Sprintf("%v is no time", ns)}
		}
	}
	if r.LowNs > 0 && r.HighNs > 0 && r.LowNs > r.HighNs {
		return &fault{"low_ns", fmt.Sprintf("%v is above high_ns, %v", r.LowNs, r.HighNs)}
	}
	if r.Source != nil && r.Source.Line < 0 {
		return &fault{"source", "line " + negative(r.Source.Line)}
	}
	return firstFault(
		notNegative("bits", r.Bits),
		notNegative("threads", r.Threads),
		notNegative("calls", r.Calls),
		notNegative("seconds", r.Seconds),
		notNegative("ns_per_call", r.NsPerCall),
		notNegative("calls_per_second", r.CallsPerSecond),
		notNegative("bytes_per_second", r.BytesPerSecond),
		notNegative("cycles_per_byte", r.CyclesPerByte),
		notNegative("cycles_per_call", r.CyclesPerCall),
		notNegative("spread", r.Spread),
		notNegative("low_ns", r.LowNs),
		notNegative("high_ns", r.HighNs),
		notNegative("first_call_ns", r.FirstCallNs),
		notNegative("allocs_per_call", r.AllocsPerCall),
	)
}

// check checks p, a pair in a document of that many results.
func (p *Pair) check(results int) *fault {
	if f := firstFault(indexFault("base", p.Base, results), indexFault("other", p.Other, results)); f != nil {
		return f
	}
	if p.Base == p.Other {
		return &fault{"other", fmt.Sprintf("%d is the base too", p.Other)}
	}
	return nil
}

func (s *Skipped) check() *fault {
	if s.Reason == "" {
		return &fault{"reason", "is missing"}
	}
	if s.SizeBytes != nil && *s.SizeBytes < 0 {
		return &fault{"size_bytes", negative(*s.SizeBytes)}
	}
	return nil
}

func (w *Warning) check() *fault {
	if w.Message == "" {
		return &fault{"message", "is missing"}
	}
	return firstFault(notNegative("line", w.Line))
}

// check checks c, a comparison in a document of that many results.
func (c *Comparison) check(results int) *fault {
	if c.Primitive == "" {
		return &fault{"primitive", "is missing"}
	}
	return firstFault(
		indexFault("base", c.Base, results),
		indexFault("other", c.Other, results),
		notNegative("ratio", c.Ratio),
		notNegative("low", c.Low),
		notNegative("high", c.High),
	)
}

// check checks e, an explanation in a document of that many results.
func (e *Explanation) check(results int) *fault {
	if e.Primitive == "" {
		return &fault{"primitive", "is missing"}
	}
	for _, side := range []struct {
		field string
		cost  *Cost
	}{{"base", e.Base}, {"other", e.Other}} {
		if side.cost == nil {
			continue
		}
		for _, i := range side.cost.Results {
			if f := indexFault(side.field, i, results); f != nil {
				return f
			}
		}
	}
	return nil
}

// check checks f, a finding in a document of that many results.
func (f *Finding) check(results int) *fault {
	if f.Sentence == "" {
		return &fault{"sentence", "is missing"}
	}
	for _, i := range f.Results {
		if f := indexFault("results", i, results); f != nil {
			return f
		}
	}
	return nil
}

func indexFault(field string, at, results int) *fault {
	if at < 0 || at >= results {
		return &fault{field, fmt.Sprintf("%d is no index into the %d results", at, results)}
	}
	return nil
}

func firstFault(faults ...*fault) *fault {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

func notNegative[N int | int64 | float64](field string, n N) *fault {
	if n < 0 {
		return &fault{field, negative(n)}
	}
	return nil
}

func negative[N int | int64 | float64](n N) string { return fmt.Sprintf("%v is negative", n) }
