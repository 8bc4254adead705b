package selftest

import (
	"cmp"
	"math"
	"slices"
	"time"

	"cpb/internal/stats"
	"cpb/result"
)

// report says what came of all runs.
func (t *tester) report(began time.Time, interrupted bool) *result.Selftest {
	o := t.options
	s := &result.Selftest{Schema: result.Schema, Host: t.last.Host, Warnings: t.warnings}
	s.Method = &result.SelftestMethod{
		Started:        began.UTC().Format(time.RFC3339),
		Seconds:        time.Since(began).Seconds(),
		Each:           time.Since(began).Seconds() / float64(len(t.comparisons)),
		Runs:           t.runs,
		Path:           o.Target.Path,
		Processor:      t.last.Method.Processor,
		Scheduler:      t.last.Method.Scheduler,
		Seed:           o.Seed,
		Implementation: t.implementation(),
	}
	if len(t.lost) > 0 {
		s.Method.LostShare = stats.Median(t.lost)
	}
	if interrupted {
		s.Method.Stopped = "interrupted"
	}
	for _, c := range t.comparisons {
		s.Comparisons = append(s.Comparisons, c.KnownComparison)
	}
	summarize(s)
	t.rules(s)
	s.Order = biasOf(t.order)
	return s
}

// implementation is what was held against itself.
func (t *tester) implementation() string {
	if len(t.last.Results) == 0 {
		return ""
	}
	r := t.last.Results[0]
	r.Label = ""
	return r.Implementation()
}

// summarize fills s.Planted and s.Smallest from s.Comparisons.
func summarize(s *result.Selftest) {
	var every []int
	for _, c := range s.Comparisons {
		if !slices.Contains(every, c.Every) {
			every = append(every, c.Every)
		}
	}
	slices.SortFunc(every, func(a, b int) int { return cmp.Compare(truth(a), truth(b)) })
	s.Planted = nil
	for _, k := range every {
		var row []known
		var launches, seconds []float64
		for _, c := range s.Comparisons {
			if c.Every != k {
				continue
			}
			if i, ok := stats.Location(c.LaunchLogRatio, stats.Level); ok {
				row = append(row, known{truth(k), i})
				launches = append(launches, float64(len(c.LaunchLogRatio)))
				seconds = append(seconds, c.Seconds)
			}
		}
		if len(row) == 0 {
			continue
		}
		p := planted(k, row)
		p.Launches, p.Seconds = int(slices.Min(launches)), stats.Median(seconds)
		s.Planted = append(s.Planted, p)
		if k == 0 { // what is planted is measured by longer samples than others
			s.Smallest = smallest(row)
		}
	}
}

// A known is an interval of the log of a ratio, with the truth.
type known struct {
	truth    float64
	interval stats.Interval
}

// error is how far the estimate is off.
func (k known) error() float64 { return k.interval.Value - k.truth }

// half is the half-width of the interval.
func (k known) half() float64 { return (k.interval.High - k.interval.Low) / 2 }

// beyond is the error from which an estimate is off by more than a comparison of equals may be.
const beyond = 0.01

// planted counts what came of the comparisons in which each k calls had one more among them.
func planted(k int, row []known) result.PlantedRow {
	p := result.PlantedRow{Every: k, Comparisons: len(row)}
	if k > 0 {
		p.Planted, p.Wrong = 1/float64(k), new(int)
	}
	var halves, errors []float64
	for _, c := range row {
		covered := c.interval.Low <= c.truth && c.truth <= c.interval.High
		switch {
		case c.interval.High < 0:
			p.Different++
			if p.Wrong != nil {
				*p.Wrong++
			}
		case c.interval.Low > 0:
			p.Different++
		}
		if covered {
			p.Covered++
		}
		if math.Abs(c.error()) > beyond {
			p.Off++
			if !covered {
				p.OffFound++
			}
		}
		halves = append(halves, c.half())
		errors = append(errors, c.error())
	}
	p.MedianHalf, p.P95Half = stats.Median(halves), stats.Quantile(halves, 0.95)
	p.Bias = biasOf(errors)
	return p
}

// biasOf is the centre of errors; nil where they are too few for one.
func biasOf(errors []float64) *result.Bias {
	i, ok := stats.Location(errors, stats.Level)
	if !ok {
		return nil
	}
	return &result.Bias{Value: i.Value, Low: i.Low, High: i.High, N: len(errors)}
}

// often is the part of comparisons in which a difference is to be found to count as one that is found.
const often = 0.95

// smallest is the least difference, as a part of the time, that would have been found in at least 95 of 100 comparisons: that is, whose
// interval, with the error it has, would have excluded 1. 0 where there are too few comparisons to say.
func smallest(all []known) float64 {
	const few = 20
	if len(all) < few {
		return 0
	}
	// a difference d is found where d + error is above the lower half of the interval
	var needed []float64
	for _, c := range all {
		needed = append(needed, (c.interval.Value-c.interval.Low)-c.error())
	}
	slices.Sort(needed)
	return math.Expm1(needed[int(math.Ceil(often*float64(len(needed))))-1])
}

// rules counts what other tools' rules made of the same samples, and cpb's own of as many as most of these have.
func (t *tester) rules(s *result.Selftest) {
	if len(t.options.Rules) == 0 {
		return
	}
	half := result.RuleRow{Name: "cpb, half", Says: "cpb's own rule, of the first half of the launches: as many samples as the rules have that take one side after the other"}
	for _, p := range s.Planted {
		var n result.RuleResult
		for _, c := range t.comparisons {
			if i, ok := stats.Location(c.LaunchLogRatio[:len(c.LaunchLogRatio)/2], stats.Level); c.Every == p.Every && ok {
				n.Judged++
				if i.Low > 0 || i.High < 0 {
					n.Different++
				}
			}
		}
		half.Different = append(half.Different, n)
	}
	s.Rules = append(s.Rules, half)
	for i, rule := range t.options.Rules {
		row := result.RuleRow{Name: rule.Name, Says: rule.Says, Source: rule.Source}
		for _, p := range s.Planted {
			var n result.RuleResult
			for _, c := range t.comparisons {
				if j := c.judged[i]; c.Every == p.Every && j != nil && j.Ratio > 0 {
					n.Judged++
					if j.Different {
						n.Different++
					}
				}
			}
			row.Different = append(row.Different, n)
		}
		s.Rules = append(s.Rules, row)
	}
}
