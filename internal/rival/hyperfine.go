package rival

import (
	"math"
	"math/rand/v2"
)

var hyperfineRule = Rule{
	Name: "hyperfine",
	Says: `"N ± S times faster": of 10 runs a side (consecutive means), the ratio of means and its standard deviation, both to 0.01 as printed; ` +
		"different, to a reader, where N - 1 is more than S (hyperfine itself does not say)",
	Source: "hyperfine 1.20.0, src/benchmark/relative_speed.rs (compute_relative_speeds), src/benchmark/scheduler.rs (print_relative_speed_comparison)",
	Judge:  judgeHyperfine,
}

// hyperfineRuns is the least number of runs that hyperfine makes unless told otherwise, and what it makes of commands of 0.3 s
// and longer.
const hyperfineRuns = 10

// judgeHyperfine divides the slower by the faster, as hyperfine does, and turns its interval to other ÷ base. S is how far runs
// scatter, not how well their mean is known: more runs do not make it smaller.
func judgeHyperfine(base, other Series, _ *rand.Rand) Judgement {
	if !judgeable(base, other, 2) {
		return Judgement{}
	}
	b, o := base.means(hyperfineRuns), other.means(hyperfineRuns)
	meanB, meanO := mean(b), mean(o)
	spread := math.Sqrt(variance(b, meanB)/(meanB*meanB) + variance(o, meanO)/(meanO*meanO)) // of ln N; the covariance is taken for 0
	times := max(meanO/meanB, meanB/meanO)
	s := times * spread
	j := Judgement{Ratio: meanO / meanB, Different: hundredths(times)-100 > hundredths(s)}
	switch low, high := times-s, times+s; {
	case low <= 0: // runs that scatter by their own length: an interval of nothing
	case meanO >= meanB:
		j.Low, j.High = low, high
	default:
		j.Low, j.High = 1/high, 1/low
	}
	return j
}

// hundredths is x as printed with two digits, in hundredths.
func hundredths(x float64) float64 { return math.Round(100 * x) }
