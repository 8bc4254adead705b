package run

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cpb/result"
)

func TestTwoSpeedsAreTold(t *testing.T) {
	still := slices.Repeat([]result.Launch{{CoreHz: 3e9}}, 32)
	clocks := slices.Clone(still) // a clock with two speeds
	for l := range clocks {
		if l%3 == 1 {
			clocks[l].CoreHz /= 1.18
			clocks[l].Disturbed = []string{result.ByClock}
		}
	}
	sibling := slices.Clone(still) // slow launches are those that the sibling disturbed
	for l := range sibling {
		if l%3 == 1 {
			sibling[l].Disturbed = []string{result.BySibling}
		}
	}
	one := slices.Clone(still)
	one[0].Disturbed = []string{result.BySteal}
	for _, test := range []struct {
		name     string
		slow     func(l int) bool
		by       float64
		launches []result.Launch
		want     string
	}{
		{"one in three", func(l int) bool { return l%3 == 1 }, 1.18, still, "two speeds: 100 ns in 21 launches, 118 ns in 11"},
		{"one launch aside", func(l int) bool { return l%3 == 1 }, 1.18, one, "in 20 launches, 118 ns in 11 (disturbed ones aside: 1)"},
		{"no difference", func(int) bool { return false }, 1, still, ""},
		{"the clock's", func(l int) bool { return l%3 == 1 }, 1.18, clocks, ""},
		{"the sibling's", func(l int) bool { return l%3 == 1 }, 1.18, sibling, ""},
		{"three launches", func(l int) bool { return l < 3 }, 1.18, still, ""},
		{"too little", func(l int) bool { return l%3 == 1 }, 1.008, still, ""},
		{"the keys'", func(l int) bool { return l%4 == 1 }, 1.18, still, ""},
		{"no clock", func(l int) bool { return l%3 == 1 }, 1.18, make([]result.Launch, 32), "in 21 launches, 118 ns in 11"},
	} {
		rng := rand.New(rand.NewPCG(3, 1))
		c := sim(32, func(l, _ int) observation {
			ns := 100.0
			if test.slow(l) {
				ns *= test.by
			}
			return observation{logNs: math.Log(ns) + 1e-6*rng.NormFloat64()}
		})
		got := strings.Join(twoSpeeds(c, test.launches), "; ")
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestNanoseconds(t *testing.T) {
	for ns, want := range map[float64]string{0.5: "0.5 ns", 100.23: "100.2 ns", 1181: "1.181 µs", 2.5e6: "2.5 ms", 3e9: "3 s", 5e12: "5000 s"} {
		if got := nanoseconds(ns); got != want {
			t.Errorf("%g: %q, want %q", ns, got, want)
		}
	}
}
