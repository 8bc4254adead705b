package chain

import "slices"

// Hz is the clock over the time in which readings were taken, by those whose chains agree where most do; 0 where no chain is known.
// It is the mean of their middle half: a clock moves meanwhile, and what else runs then sees all of it. Every other one of 50
// readings in half a second and the rest give it alike within 0.07 % in 95 of 100 cases, where their medians do within 0.09 %.
func Hz(readings []Reading) float64 {
	var all, agreed []float64
	for _, r := range readings {
		if r.CoreHz > 0 {
			all = append(all, r.CoreHz)
		}
		if r.Agree {
			agreed = append(agreed, r.CoreHz)
		}
	}
	if 2*len(agreed) > len(all) {
		all = agreed
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	all = all[len(all)/4 : len(all)-len(all)/4]
	sum := 0.0
	for _, hz := range all {
		sum += hz
	}
	return sum / float64(len(all))
}

// Adds is the additions per cycle of those readings that tell them.
func Adds(readings []Reading) []float64 {
	var adds []float64
	for _, r := range readings {
		if r.AddsPerCycle > 0 {
			adds = append(adds, r.AddsPerCycle)
		}
	}
	return adds
}
