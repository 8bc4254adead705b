package report

import (
	"slices"
	"strings"
)

// notes is what a report's reader needs to be told of its marks and columns: those that occurred.
type notes struct {
	fastest, alone, interval, fixed, cycles, misfit, estimated bool

	spreads []string // the tools' own measures of variation
}

// see notes what stands in c.
func (n *notes) see(c sheetCell) {
	n.fastest = n.fastest || c.fastest
	n.alone = n.alone || c.fastest && c.alone
	n.interval = n.interval || c.interval != "" && c.spread == ""
	if c.spread != "" && !slices.Contains(n.spreads, c.spread) {
		n.spreads = append(n.spreads, c.spread)
	}
	n.misfit = n.misfit || c.misfit
	n.estimated = n.estimated || strings.HasPrefix(c.text, estimatedMark)
}

// list is a sentence for each, where fastest is how the fastest are marked.
func (n *notes) list(fastest string) []string {
	var all []string
	add := func(is bool, sentence string) {
		if is {
			all = append(all, sentence)
		}
	}
	add(n.fastest, fastest+" fastest of its column, and what cannot be told from it")
	add(n.alone, fastest+" among single figures: the best of them, no more; how such figures vary from run to run is not known")
	add(n.interval, "± half of the 95 % interval, where that is over 1 %")
	for _, s := range n.spreads {
		add(true, "± as the tool told it: "+s)
	}
	add(n.fixed, fixedHead+": what a call costs whatever its size, by a line through all sizes")
	add(n.cycles, cyclesHead+": core cycles per byte by the slope of that line")
	add(n.misfit, misfitMark+" that line misses a size by more than 5 %: trust the sizes, not the line")
	add(n.estimated, estimatedMark+" estimated: the core clock was not steady, or could not be checked")
	return all
}
