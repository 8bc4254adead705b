package report

import (
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"cpb/result"
)

// byWeight is the states of points, those that matter first.
var byWeight = []result.State{result.Bad, result.Note, result.Unknown, result.OK}

// Doctor writes d as text: the machine, a paragraph per point, and what the machine is good for.
func Doctor(w io.Writer, d *result.Diagnosis, o Options) error {
	p := newPage(o)
	if about := machine(&d.Host, nil); about != "" {
		p.heading(about)
	}
	points := slices.Clone(d.Points)
	slices.SortStableFunc(points, func(a, b result.Point) int {
		return slices.Index(byWeight, a.State) - slices.Index(byWeight, b.State)
	})
	for _, x := range points {
		p.point(x)
	}
	p.apart()
	p.paragraph("", styled(p.color, goodFor(d.Points), bold))
	_, err := io.WriteString(w, p.text.String())
	return err
}

// stateWidth is the column of states, and what follows is indented by.
const stateWidth = len("unknown") + 2

// point writes a paragraph: what was seen, what it means, what to do.
func (p *page) point(x result.Point) {
	p.apart()
	state := shorten(clean(string(x.State)), stateWidth-2)
	lead := state + strings.Repeat(" ", stateWidth-text.StringWidth(state))
	if x.State == result.Bad {
		lead = styled(p.color, state, bold) + lead[len(state):]
	}
	todo := clean(x.Do)
	if todo != "" {
		todo = "to do: " + todo
	}
	for _, s := range []string{styled(p.color, clean(x.Kind), bold) + ": " + clean(x.What), clean(x.Means), todo} {
		if s == "" {
			continue
		}
		for line := range strings.SplitSeq(text.WrapSoft(s, p.width-stateWidth), "\n") {
			p.text.WriteString(strings.TrimRight(lead+line, " ") + "\n")
			lead = strings.Repeat(" ", stateWidth)
		}
	}
}

// goodFor is one sentence on which numbers of a machine hold, by its points alone. A point that is not there is not known.
func goodFor(points []result.Point) string {
	state := func(kind string) result.State {
		i := slices.IndexFunc(points, func(p result.Point) bool { return p.Kind == kind })
		if i < 0 {
			return result.Unknown
		}
		return points[i].State
	}
	// which of some points are bad, or from some state on
	among := func(from result.State, kinds ...string) (those []string) {
		for _, k := range kinds {
			if s := state(k); s == result.Bad || s == from {
				those = append(those, k)
			}
		}
		return those
	}
	if state(result.PointScheduling) == result.Bad {
		return "Good for correctness only: where a thread cannot be kept on a processor, neither ratios nor absolute figures hold."
	}
	sentence := "Good for ratios measured side by side"
	if widen := among(result.Bad, result.PointInterruptions, result.PointSteal, result.PointSibling); len(widen) > 0 {
		sentence += ", in intervals that may be wider than elsewhere (" + strings.Join(widen, ", ") + ")"
	}
	others := among(result.Note, result.PointVirtual, result.PointSteal, result.PointInterruptions)
	moment := among(result.Note, result.PointClock, result.PointGovernor, result.PointTurbo, result.PointSMT, result.PointSibling, result.PointLoad)
	switch {
	case len(others) > 0:
		sentence += "; absolute figures are this machine's, not the processor's (" + strings.Join(others, ", ") + ")"
	case len(moment) > 0:
		sentence += "; absolute figures are those of the moment, and may be others tomorrow (" + strings.Join(moment, ", ") + ")"
	case state(result.PointVirtual) == result.Unknown, state(result.PointInterruptions) == result.Unknown:
		sentence += "; whether absolute figures are the processor's cannot be seen"
	default:
		sentence += "; absolute figures are the processor's, as far as can be seen"
	}
	switch {
	case state(result.PointCounters) == result.OK:
		sentence += "; cycles are counted by hardware."
	case state(result.PointClock) == result.OK:
		sentence += "; cycles follow from a clock that was checked."
	case state(result.PointClock) == result.Unknown:
		sentence += "; there are no cycles."
	default:
		sentence += "; cycles are estimates."
	}
	return sentence
}
