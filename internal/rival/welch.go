package rival

import (
	"math"
	"math/rand/v2"

	moremath "github.com/aclements/go-moremath/stats"
	"gonum.org/v1/gonum/stat/distuv"
)

var welchRule = Rule{
	Name:   "Welch's t",
	Says:   "Welch's t test of the means of all samples has p below 0.05; the interval is that of the difference, as a part of base's mean",
	Source: "B. L. Welch, \"The generalization of 'Student's' problem\", Biometrika 34 (1947), 28–35; github.com/aclements/go-moremath, stats/ttest.go, called here",
	Judge:  judgeWelch,
}

const welchAlpha = 0.05

// judgeWelch says nothing of two series that do not vary at all, of which there is no t.
func judgeWelch(base, other Series, _ *rand.Rand) Judgement {
	if !judgeable(base, other, 2) {
		return Judgement{}
	}
	test, err := moremath.TwoSampleWelchTTest(moremath.Sample{Xs: other}, moremath.Sample{Xs: base}, moremath.LocationDiffers)
	if err != nil {
		return Judgement{}
	}
	meanB, meanO := mean(base), mean(other)
	se := math.Sqrt(variance(base, meanB)/float64(len(base))+variance(other, meanO)/float64(len(other))) / meanB
	half := se * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: test.DoF}.Quantile(1-welchAlpha/2)
	ratio := meanO / meanB
	return Judgement{Ratio: ratio, Low: ratio - half, High: ratio + half, Different: test.P < welchAlpha}
}
