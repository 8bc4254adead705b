package result

// What Result.Cycles and Cost.Cycles say that was counted.
const (
	CyclesCore      = "core"
	CyclesEstimated = "estimated" // of the core too: from time and its clock
	CyclesTSC       = "tsc"       // ticks of the time-stamp counter
	CyclesUnknown   = "unknown"   // the source does not say
)

// What Result.Spreads says of variations that are reckoned with. Others are named as the source has them.
const (
	StandardDeviation  = "standard deviation"  // of the calls whose mean a figure is
	ConfidenceInterval = "confidence interval" // half of one of 95 %
)

// Between stands between the parts of a run's name, outermost first.
const Between = " / "
