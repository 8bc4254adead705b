package host

import (
	"fmt"
	"math"
	"slices"

	"cpb/internal/host/chain"
	"cpb/result"
)

// siblingPoint says whether something else runs on the core, by the independent additions that are left for this thread. It needs no
// word of the kernel's on who shares the core, of which a guest hears none.
func siblingPoint(readings []chain.Reading, virtual bool) result.Point {
	const some, much = 0.02, 0.25 // of the readings; of slices those count that are as short as their lower quartile
	p := result.Point{Kind: result.PointSibling}
	adds := chain.Adds(readings)
	if len(adds) == 0 {
		p.State = result.Unknown
		p.What = "additions per core cycle are not known"
		p.Means = "another hardware thread of the core may be busy, unseen"
		return p
	}
	width := readings[0].Width
	slices.Sort(adds)
	at := func(part float64) float64 { return adds[int(math.Round(part*float64(len(adds)-1)))] }
	best := at(0.95)
	busy := 0
	for _, a := range adds {
		if chain.SiblingBusy(a, best, width) {
			busy++
		}
	}
	p.What = fmt.Sprintf("%.2f independent additions a cycle, and at least %.2f in 9 of 10 readings", at(0.5), at(0.1))
	switch share := float64(busy) / float64(len(adds)); {
	case share >= some:
		p.State = result.Note
		p.Means = "the core's other hardware thread was busy at times: launches in which it is have no say in absolute figures, unless few are left"
		if share >= much {
			p.State = result.Bad
			p.Means = "the core's other hardware thread is busy: code that is not bound by latency is slower by as much as additions are, and cycles are estimates where the chains disagree"
		}
		p.What += fmt.Sprintf("; fewer than this core does by itself in %d of %d (%s)", busy, len(adds), byItself(best, width))
		p.Do = "keep the sibling idle, or wait until it is"
		if virtual {
			p.Do = "wait until the host's other guest rests, or " + notShared
		}
	case width == 0:
		p.State = result.Unknown
		p.What += "; how many this core does by itself is not known"
		p.Means = "a hardware thread beside this one that worked now and then would show, one that never rests would not"
	default:
		p.State = result.OK
		p.Means = "no other hardware thread works on this core"
	}
	return p
}

// byItself is how many additions a cycle the core does for one thread alone: its width, or else the best that was seen.
func byItself(best, width float64) string {
	if width > best {
		return fmt.Sprintf("%.2f", width)
	}
	return fmt.Sprintf("%.2f here at best", best)
}
