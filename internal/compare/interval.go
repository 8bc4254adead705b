package compare

import (
	"cmp"
	"math"
	"slices"

	"cpb/internal/stats"
	"cpb/result"
)

// What is said of an interval, or of there being none.
const (
	oneProcess    = "the variation that the tool printed is that of calls within one process; how processes vary is not in it, so that 10 % and less are undecided"
	otherMeasure  = "what the tool printed as variation is taken as one standard deviation, and 10 % and less are undecided: "
	exactlyHowFar = "how exact the figures are is not known"
	byDecision    = "launches were taken until something was decided by them: the interval is one that holds for whoever looks again and again"
	notTogether   = "unpaired: one run has both, but did not hold them against each other, as cpb run --pairs all does"
)

// An estimate is the log of a ratio with its interval.
type estimate struct {
	log      stats.Interval
	kind     string  // of interval, as in result.Comparison; "" where there is none
	p        float64 // of no difference
	tested   bool    // whether there is a p
	covers   bool    // whether the interval covers how runs vary
	warnings []string
}

// estimateOf finds the best interval that the results allow for the log of their ratio.
func estimateOf(f figure, base, other *result.Result, together result.Pair, spread float64) estimate {
	if f.timed {
		if e, ok := paired(together); ok {
			return e
		}
		if e, ok := unpaired(base, other); ok {
			return e
		}
	}
	return combined(math.Log(f.ratio), variationOf(base, spread), variationOf(other, spread))
}

// paired is the estimate of what was measured together, launch by launch.
func paired(p result.Pair) (estimate, bool) {
	location, probability := stats.Location, stats.LocationP
	if p.Looked() {
		location, probability = stats.RepeatedLocation, stats.RepeatedP
	}
	centre, ok := location(p.LaunchLogRatio, stats.Level)
	if !ok {
		return estimate{}, false
	}
	e := estimate{log: centre, kind: result.IntervalPaired, covers: true}
	if p.Looked() {
		e.warnings = []string{byDecision}
	}
	e.p, e.tested = probability(p.LaunchLogRatio)
	return e, true
}

// unpaired is the estimate of launches that were measured apart.
func unpaired(base, other *result.Result) (estimate, bool) {
	b, o := stats.Logs(base.LaunchNs), stats.Logs(other.LaunchNs)
	shift, ok := stats.Shift(b, o, stats.Level)
	if !ok {
		return estimate{}, false
	}
	e := estimate{log: shift, kind: result.IntervalUnpaired, covers: true, warnings: []string{result.WarnUnpaired}}
	if base.Source == nil && other.Source == nil && base.Run != "" && base.Run == other.Run {
		e.warnings = []string{notTogether}
	}
	e.p, e.tested = stats.ShiftP(b, o)
	if rounding := room(roundingOfLaunches(base)) + room(roundingOfLaunches(other)); rounding > 0 {
		e.log.Low -= rounding
		e.log.High += rounding
		if e.log.Low <= 0 && e.log.High >= 0 {
			e.p = 1
		}
	}
	return e, true
}

// A variation is what is known of how far one figure may be off, on a log scale.
type variation struct {
	sd       float64 // standard deviation
	kind     string  // of interval that it gives; "" where nothing is known of it
	covers   bool    // whether it is from run to run
	rounding float64 // what the digits printed leave room for
	rounded  bool    // whether that is known
	warnings []string
}

// variationOf is what r says of its own variation; where that is nothing, or does not go beyond one process, the spread
// that the user states comes in.
func variationOf(r *result.Result, spread float64) variation {
	var v variation
	if part, ok := roundingOf(r); ok {
		v.rounding, v.rounded = room(part), true
	}
	normal := stats.NormalHalf(stats.Level)
	switch {
	case len(r.LaunchNs) > 1:
		centre, _ := stats.Location(stats.Logs(r.LaunchNs), stats.Level)
		v.sd, v.kind, v.covers = (centre.High-centre.Low)/2/normal, result.IntervalPrinted, true
	case r.Spread > 0 && r.Spreads == result.ConfidenceInterval:
		v.sd, v.kind, v.covers = r.Spread/normal, result.IntervalPrinted, true
	case r.Spread > 0 && r.Spreads == result.StandardDeviation:
		v.sd, v.kind = r.Spread/math.Sqrt(float64(max(1, r.Calls))), result.IntervalPrinted
		v.warnings = []string{oneProcess}
	case r.Spread > 0:
		v.sd, v.kind = r.Spread, result.IntervalPrinted
		v.warnings = []string{otherMeasure + cmp.Or(r.Spreads, "what it is, it does not say")}
	case r.LowNs > 0 && r.HighNs > r.LowNs:
		v.sd, v.kind, v.covers = math.Log(r.HighNs/r.LowNs)/2/normal, result.IntervalPrinted, true
	}
	if !v.covers && spread > 0 {
		v.sd, v.kind, v.covers, v.warnings = math.Hypot(v.sd, math.Log1p(spread)), result.IntervalStated, true, nil
	}
	return v
}

// room is what a part that a figure may be off leaves room for on a log scale, to the wider side.
func room(part float64) float64 { return -math.Log1p(-min(part, 0.9)) }

// combined is the estimate about a log ratio from what is known of either side: normal variation, and rounding on top.
func combined(log float64, base, other variation) estimate {
	e := estimate{covers: base.covers && other.covers}
	for _, w := range append(base.warnings, other.warnings...) {
		e.warn(w)
	}
	sd := math.Hypot(base.sd, other.sd)
	rounding := base.rounding + other.rounding
	switch {
	case base.kind != "" && other.kind != "":
		e.kind = result.IntervalPrinted
		if base.kind == result.IntervalStated || other.kind == result.IntervalStated {
			e.kind = result.IntervalStated
		}
		if e.covers {
			e.p, e.tested = stats.NormalP(max(0, math.Abs(log)-rounding), sd), true
		}
	case base.rounded && (other.rounded || other.kind != ""), other.rounded && base.kind != "":
		e.kind = result.IntervalRounding
		e.warn(result.WarnSingleRuns)
	default:
		e.log = stats.Interval{Value: log, Low: math.Inf(-1), High: math.Inf(1)}
		e.warn(exactlyHowFar)
		return e
	}
	half := stats.NormalHalf(stats.Level)*sd + rounding
	e.log = stats.Interval{Value: log, Low: log - half, High: log + half}
	return e
}

// warn adds a warning that is not there yet.
func (e *estimate) warn(text string) {
	if !slices.Contains(e.warnings, text) {
		e.warnings = append(e.warnings, text)
	}
}
