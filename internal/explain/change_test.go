package explain

import (
	"testing"

	"cpb/result"
)

// costs with intervals of ±half about their values.
func bounded(kind string, fixed, fixedHalf, block, blockHalf, slope float64) *result.Cost {
	return &result.Cost{
		FixedNs: fixed, FixedLowNs: fixed - fixedHalf, FixedHighNs: fixed + fixedHalf,
		BlockNs: block, BlockLowNs: block - blockHalf, BlockHighNs: block + blockHalf,
		SlopeNs: slope, Interval: kind, MaxResidual: 0.01,
	}
}

func TestBlockChange(t *testing.T) {
	const single, many = result.IntervalResiduals, result.IntervalLaunches
	for name, c := range map[string]struct {
		base, other *result.Cost
		want        outcome
	}{
		"equal":                          {bounded(single, 0, 1, 100, 1, 100), bounded(single, 0, 1, 100, 1, 100), unchanged},
		"apart":                          {bounded(single, 0, 1, 100, 1, 100), bounded(single, 0, 1, 112, 1, 112), changed},
		"apart, faster":                  {bounded(single, 0, 1, 100, 1, 100), bounded(single, 0, 1, 90, 1, 90), changed},
		"apart by what single runs vary": {bounded(single, 0, 1, 100, 1, 100), bounded(single, 0, 1, 108, 1, 108), untold},
		"of launches and a single run":   {bounded(many, 0, 1, 100, 1, 100), bounded(single, 0, 1, 108, 1, 108), untold},
		"equal and wide":                 {bounded(single, 0, 1, 100, 40, 100), bounded(single, 0, 1, 100, 40, 100), untold},
		"apart by what runs vary":        {bounded(single, 0, 1, 100, 0.1, 100), bounded(single, 0, 1, 100.9, 0.1, 100.9), unchanged},
		"apart over launches":            {bounded(many, 0, 1, 100, 0.1, 100), bounded(many, 0, 1, 100.9, 0.1, 100.9), changed},
		"apart by nothing":               {bounded(many, 0, 1, 100, 0.01, 100), bounded(many, 0, 1, 100.4, 0.01, 100.4), unchanged},
		"overlapping, near":              {bounded(single, 0, 1, 100, 2, 100), bounded(single, 0, 1, 101.5, 2, 101.5), unchanged},
		"overlapping, far":               {bounded(single, 0, 1, 100, 30, 100), bounded(single, 0, 1, 120, 30, 120), untold},
		"overlapping, slopes far":        {bounded(single, 0, 1, 100, 2, 100), bounded(single, 0, 1, 101.5, 2, 104), untold},
		"the slope says the contrary":    {bounded(single, 0, 1, 100, 1, 100), bounded(single, 0, 1, 110, 1, 97), untold},
		"the slope stays":                {bounded(many, 0, 1, 100, 0.1, 100), bounded(many, 0, 1, 101.6, 0.1, 100.1), untold},
		"the slope falls":                {bounded(single, 0, 1, 100, 1, 100), bounded(single, 0, 1, 110, 1, -5), untold},
		"no interval":                    {bounded("", 0, 0, 100, 0, 100), bounded(single, 0, 1, 110, 1, 110), untold},
		"no interval, equal":             {bounded("", 0, 0, 100, 0, 100), bounded("", 0, 0, 100.5, 0, 100.5), untold},
	} {
		if got := blockChange(c.base, c.other); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestFixedChange: the smallest size takes 200 ns in all of these, and the fits miss it by 1 %: 2 ns.
func TestFixedChange(t *testing.T) {
	const single, many = result.IntervalResiduals, result.IntervalLaunches
	for name, c := range map[string]struct {
		base, other *result.Cost
		want        outcome
	}{
		"equal":                          {bounded(single, 100, 1, 100, 1, 100), bounded(single, 100, 1, 100, 1, 100), unchanged},
		"apart":                          {bounded(single, 100, 1, 100, 1, 100), bounded(single, 125, 1, 100, 1, 100), changed},
		"apart, less":                    {bounded(single, 100, 1, 100, 1, 100), bounded(single, 75, 1, 100, 1, 100), changed},
		"apart by what single runs vary": {bounded(single, 100, 1, 100, 1, 100), bounded(single, 118, 1, 100, 1, 100), untold},
		"equal and wide":                 {bounded(single, 100, 50, 100, 1, 100), bounded(single, 100, 50, 100, 1, 100), untold},
		"apart by what runs vary":        {bounded(single, 100, 0.1, 100, 1, 100), bounded(single, 101.9, 0.1, 100, 1, 100), unchanged},
		"apart by what fits miss":        {bounded(many, 100, 0.1, 100, 1, 100), bounded(many, 101.9, 0.1, 100, 1, 100), untold},
		"apart over launches":            {bounded(many, 100, 0.1, 100, 1, 100), bounded(many, 103, 0.1, 100, 1, 100), changed},
		"overlapping, near":              {bounded(single, 100, 9, 100, 1, 100), bounded(single, 109, 9, 100, 1, 100), unchanged},
		"overlapping, far":               {bounded(single, 100, 90, 100, 1, 100), bounded(single, 150, 90, 100, 1, 100), untold},
		"below zero, apart":              {bounded(single, -5, 1, 100, 1, 100), bounded(single, 20, 1, 100, 1, 100), changed},
		"no interval":                    {bounded("", 100, 0, 100, 0, 100), bounded("", 150, 0, 100, 0, 100), untold},
		"no interval, nearly equal":      {bounded("", 100, 0, 100, 0, 100), bounded("", 101, 0, 100, 0, 100), untold},
	} {
		row := func(c *result.Cost) *row { return &row{cost: c, points: []point{{size: 16, ns: 200}}} }
		if got := fixedChange(row(c.base), row(c.other)); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
