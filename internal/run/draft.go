package run

import (
	"fmt"
	"math"
	"slices"
	"time"

	"cpb/internal/stats"
	"cpb/library"
	"cpb/result"
)

// A drafter writes the document.
type drafter struct {
	doc     *result.Document
	sampler *sampler
	run     string
	paired  []layoutPair     // the cells of the document's pairs
	index   map[*cell]int    // of a cell in the document's results
	quiet   func(l int) bool // which launches were
	launch  []result.Launch  // what each was like
	clock   clock
	counted bool // cycles, by the hardware
}

func (d *drafter) results() {
	s := d.sampler
	d.launch = launchConditions(s.conditions)
	d.quiet = quiet(d.launch)
	d.clock = readClock(s.conditions)
	d.counted = counted(s.plan.rows)
	d.doc.Host.CoreHz = rounded(d.clock.hz)
	d.index = map[*cell]int{}
	for _, group := range s.plan.groups {
		times := absolutes(group, d.quiet)
		for _, c := range group {
			ns, ok := times[c]
			if ok {
				d.index[c] = len(d.doc.Results)
				d.doc.Results = append(d.doc.Results, d.result(c, ns))
			} else if c.row.err == nil {
				c.row.thin = append(c.row.thin, c)
			}
		}
	}
}

// result has what all results of a row share.
func (r *row) result() result.Result {
	source, o := r.source, r.offer
	loaded := source.opened.Loaded
	if o.Provider != "" {
		loaded.Provider = o.Provider
	}
	return result.Result{
		Library:   source.opened.Name,
		Version:   source.opened.Version,
		Label:     source.target.Label,
		Interface: o.Interface,
		Caps:      string(source.target.Caps),
		Loaded:    &loaded,
		Primitive: o.Primitive,
		Operation: string(o.Operation),
		Work:      string(o.Work),
		Bits:      r.primitive.Bits,
		Random:    o.Random,
		Verified:  true,
		Loop:      source.info.Loop,
	}
}

func (d *drafter) result(c *cell, ns stats.Interval) result.Result {
	r := c.row.result()
	r.Run = d.run
	if c.size != noSize {
		r.SizeBytes = &c.size
		r.BytesPerSecond = rounded(float64(c.size) * 1e9 / ns.Value)
	}
	r.Threads = 1
	r.Calls, r.Seconds = c.timed, float64(c.timedNs)/1e9
	r.NsPerCall, r.LowNs, r.HighNs = rounded(ns.Value), rounded(ns.Low), rounded(ns.High)
	r.CallsPerSecond = rounded(1e9 / ns.Value)
	r.FirstCallNs, r.AllocsPerCall = rounded(c.firstNs), c.callAlloc
	for _, v := range c.values(func(int) bool { return true }) {
		r.LaunchNs = append(r.LaunchNs, rounded(math.Exp(v)))
	}
	r.Warnings = append(r.Warnings, twoSpeeds(c, d.launch)...)
	if c.size > 0 {
		if n, ok := c.cycles(d.sampler.conditions, d.quiet); ok {
			r.CyclesPerByte, r.Cycles = rounded(n/float64(c.size)), result.CyclesEstimated
			if d.clock.sure || d.counted {
				r.Cycles = result.CyclesCore
			}
		}
	}
	return r
}

// rounded is x to 7 significant digits, more than any measurement here has.
func rounded(x float64) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, 6-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}

// pairs adds what was measured together, by the pairing that was asked for.
func (d *drafter) pairs() {
	for _, group := range d.sampler.plan.groups {
		var cells []*cell
		for _, c := range group {
			if _, ok := d.index[c]; ok {
				cells = append(cells, c)
			}
		}
		for j, other := range cells {
			for _, base := range bases(d.sampler.request.Pairs, cells[:j], other) {
				if x := logRatios(base, other); len(x) > 0 {
					for i := range x {
						x[i] = math.Round(x[i]*1e7) / 1e7
					}
					d.doc.Pairs = append(d.doc.Pairs, result.Pair{Base: d.index[base], Other: d.index[other], LaunchLogRatio: x, Until: d.sampler.request.until()})
					d.paired = append(d.paired, layoutPair{base, other})
				}
			}
		}
	}
}

// bases are the cells of those before other that it is paired with.
func bases(pairing string, before []*cell, other *cell) []*cell {
	switch pairing {
	case PairsAll:
		return before
	case PairsFirst:
		return before[:min(1, len(before))]
	case PairsInterface:
		for i, c := range before {
			if c.row.offer.Interface == other.row.offer.Interface {
				return before[i : i+1]
			}
		}
	}
	return nil
}

func (d *drafter) skipped(sources []*source) {
	for _, s := range sources {
		d.oddities(s)
		at := result.Skipped{Library: s.target.Library, Label: s.target.Label, Path: s.target.Path}
		if s.opened != nil {
			at.Library, at.Version = s.opened.Name, s.opened.Version
		}
		if s.err != nil {
			at.Reason = s.err.Error()
			d.doc.Skipped = append(d.doc.Skipped, at)
			continue
		}
		for _, o := range s.missing {
			d.skip(at, o, nil, o.Missing)
		}
		for _, r := range s.rows {
			if r.err != nil {
				d.skip(at, r.offer, nil, r.err.Error())
				continue
			}
			for _, c := range r.thin {
				d.skip(at, r.offer, c.sizeBytes(), "stopped before it had two launches, so it has no interval")
			}
			for _, n := range r.unfit {
				d.skip(at, r.offer, &n, r.wholeBlocks())
			}
		}
		if len(s.rows)+len(s.missing) == 0 {
			at.Reason = "it offers nothing of what was asked for"
			d.doc.Skipped = append(d.doc.Skipped, at)
		}
	}
}

// oddities warns of what a library did, or could not be done to it, that is no reason to leave it out.
func (d *drafter) oddities(s *source) {
	if s.opened == nil {
		return
	}
	name := result.ImplementationName(s.opened.Name, s.opened.Version, s.target.Label, "", "")
	if s.opened.Printed != "" {
		d.warn("printed", fmt.Sprintf("%s printed when it was loaded: %q", name, s.opened.Printed))
	}
	if s.info.Loop == "c" && !s.opened.Renewed {
		d.warn("pages", name+": its code could not be moved into memory of its process: where it lies was not drawn anew in each")
	}
}

func (d *drafter) skip(at result.Skipped, o library.Offer, size *int, reason string) {
	at.Interface, at.Primitive, at.Operation, at.SizeBytes, at.Reason = o.Interface, o.Primitive, string(o.Operation), size, reason
	d.doc.Skipped = append(d.doc.Skipped, at)
}

func (d *drafter) method(started time.Time) {
	s := d.sampler
	m := &result.Method{
		Started:   started.UTC().Format(time.RFC3339),
		Seconds:   time.Since(started).Seconds(),
		Launches:  len(s.conditions),
		SampleNs:  sampleNs,
		SliceNs:   sliceNs,
		WarmNs:    warmNs,
		Seed:      s.request.Seed,
		Scheduler: s.scheduler,
		Pairs:     s.request.Pairs,
		Misalign:  s.request.Misalign,
		InPlace:   s.request.InPlace,
		Stopped:   s.stopped,
		EmptyOpNs: map[string]float64{},
	}
	for loop, ns := range s.emptyOp {
		m.EmptyOpNs[loop] = rounded(stats.Median(ns))
	}
	m.LostShare = lostShare(s.conditions)
	if rounds := slices.Compact(slices.Clone(s.plan.rounds)); len(rounds) == 1 && s.until == nil {
		m.Rounds = int(math.Round(rounds[0]))
	}
	if s.processor >= 0 {
		m.Processor = &s.processor
	}
	m.ClockSure = d.clock.sure
	switch {
	case d.counted:
		m.CyclesBy = "counter"
	case d.clock.hz > 0:
		m.CyclesBy = "chain"
	}
	m.LaunchConditions = d.launch
	d.doc.Method = m
	_, alone := mostAdds(s.conditions)
	d.doc.Warnings = append(d.doc.Warnings, disturbances(d.launch, d.clock, alone)...)
	if s.until != nil {
		m.Precision, m.Looks, m.Until = s.request.Precision, s.until.looks, s.request.until()
		d.warnOfDoubt()
	} else if s.stopped == "budget" {
		d.warn("budget", fmt.Sprintf("the budget of %v ended the run after %d of %d launches", s.request.Budget, len(s.conditions), s.plan.launches))
	}
	if len(s.conditions) >= minQuiet {
		n := 0
		for l := range s.conditions {
			if d.quiet(l) {
				n++
			}
		}
		if n < minQuiet {
			d.warn("noise", fmt.Sprintf("only %d of %d launches were quiet: absolute times are over all launches; ratios hold", n, len(s.conditions)))
		}
	}
}

// warnOfDoubt says of how many comparisons less is known than was asked for, and why.
func (d *drafter) warnOfDoubt() {
	open := d.sampler.until.open()
	if open == 0 {
		return
	}
	_, all := d.sampler.until.done()
	r := d.sampler.request
	text := fmt.Sprintf("enough was not known of %d of %d comparisons when ", open, all)
	switch {
	case d.sampler.stopped == "budget":
		text += fmt.Sprintf("the budget of %v was spent: a longer --budget has more", r.Budget)
	case d.sampler.stopped != "":
		text += "the run was interrupted"
	case r.Time > 0:
		text += fmt.Sprintf("their %v of sampling (--time) or %d launches were spent", r.Time, d.sampler.plan.launches)
	default:
		text += fmt.Sprintf("%d launches were done", d.sampler.plan.launches)
	}
	d.warn("doubt", text)
}

// counted reports whether the hardware counted cycles in all workers.
func counted(rows []*row) bool {
	return len(rows) > 0 && !slices.ContainsFunc(rows, func(r *row) bool { return !r.source.opened.Counter })
}

func (d *drafter) warn(kind, message string) {
	d.doc.Warnings = append(d.doc.Warnings, result.Warning{Kind: kind, Message: message})
}
