package selftest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cpb/internal/stats"
	"cpb/result"
)

// About how long a comparison takes, and how many launches it has, where it is only to be told what this machine can tell apart.
const (
	resolveIn       = 200 * time.Millisecond
	resolveLaunches = 16
)

// Resolve says what differences this machine can tell apart now: it holds a library against itself once and looks how wide the intervals are.
// Nothing is planted: a Run tells whether they are right.
func Resolve(ctx context.Context, o Options) (result.Point, error) {
	o.Plants, o.Each, o.Budget, o.Rules, o.launches = []int{0}, resolveIn, 0, nil, resolveLaunches
	s, err := Run(ctx, o)
	if err != nil {
		return result.Point{}, err
	}
	return resolution(s), nil
}

// found is how many half-widths of its interval a difference must have to be found 95 times in 100: 1.96 standard errors for the interval
// to exclude 1, and 1.645 for it to do so that often.
const found = (1.96 + 1.645) / 1.96

// resolution makes a point of comparisons of equals.
func resolution(s *result.Selftest) result.Point {
	const fine, coarse = 0.005, 0.02
	var least []float64
	for _, c := range s.Comparisons {
		if i, ok := stats.Location(c.LaunchLogRatio, stats.Level); ok {
			least = append(least, found*(i.High-i.Low)/2)
		}
	}
	p := result.Point{Kind: result.PointResolution}
	if len(least) == 0 {
		p.State, p.What = result.Unknown, "no comparison came about"
		return p
	}
	usual, most := stats.Median(least), slices.Max(least)
	p.What = fmt.Sprintf("of %s held against itself, %d comparisons of %.2g s each: a difference of %.2g %% is found in half of them, %.2g %% in all, 95 times in 100",
		s.Method.Implementation, len(least), s.Method.Each, 100*usual, 100*most)
	p.State = result.OK
	p.Means = "four times as long halves that; cpb selftest shows how often such intervals are right"
	switch {
	case usual > coarse:
		p.State = result.Bad
		p.Do = "see what else is said here, or measure when the machine is quieter"
	case usual > fine:
		p.State = result.Note
	}
	return p
}
