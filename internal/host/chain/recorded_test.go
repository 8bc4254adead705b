package chain

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// recorded is the readings of a file in testdata, block by block.
func recorded(t *testing.T, name string) [][]Reading {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	core := Core{MulCycles: 3, Width: 5.3}
	n := steps{blockSteps * (addBlocks - shortBlocks), blockSteps * (mulBlocks - shortBlocks), blockSteps * (allBlocks - shortBlocks)}
	var blocks [][]Reading
	for i, block := range strings.Split(string(text), "\n\n") {
		var readings []Reading
		for line := range strings.Lines(block) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			var piece times
			if _, err := fmt.Sscan(line, &piece.add, &piece.mul, &piece.all); err != nil {
				t.Fatalf("%s, block %d: %q: %v", name, i, line, err)
			}
			readings = append(readings, core.read(piece, n))
		}
		if len(readings) > 0 {
			blocks = append(blocks, readings)
		}
	}
	if len(blocks) != 32 {
		t.Fatalf("%s: %d blocks", name, len(blocks))
	}
	return blocks
}

// TestAlone: the clocks of 32 launches in a row, on a core of which nothing else had a share, are within 0.1 % of each other's middle,
// and no launch is called busy.
func TestAlone(t *testing.T) {
	blocks := recorded(t, "alone.txt")
	var hz []float64
	for i, b := range blocks {
		hz = append(hz, Hz(b))
		if SiblingBusy(lower(Adds(b)), 5.32, 5.3) {
			t.Errorf("launch %d: %.2f additions a cycle are called few", i, lower(Adds(b)))
		}
	}
	middle := slices.Sorted(slices.Values(hz))[len(hz)/2]
	for i, x := range hz {
		if math.Abs(x/middle-1) > 0.001 {
			t.Errorf("launch %d: %.5g Hz, the middle is %.5g", i, x, middle)
		}
	}
}

// TestSibling: with the sibling busy, every launch is called so, by what was seen alone and by the width. The chains disagree; the
// clock is that of half a minute before all the same, when they agreed (additions alone would say 2.4 % less).
func TestSibling(t *testing.T) {
	blocks := recorded(t, "sibling.txt")
	disagree, readings := 0, 0
	var hz []float64
	for i, b := range blocks {
		for _, r := range b {
			readings++
			if !r.Agree {
				disagree++
			}
		}
		hz = append(hz, Hz(b))
		low := lower(Adds(b))
		if !SiblingBusy(low, 5.32, 0) || !SiblingBusy(low, low, 5.3) {
			t.Errorf("launch %d: %.2f additions a cycle are not called few", i, low)
		}
	}
	if 2*disagree < readings {
		t.Errorf("the chains disagree in %d of %d readings only", disagree, readings)
	}
	const before = 3.644e9
	if middle := slices.Sorted(slices.Values(hz))[len(hz)/2]; math.Abs(middle/before-1) > 0.005 {
		t.Errorf("the clock is %.5g Hz, it was %.5g", middle, before)
	}
}

// lower is the lower quartile.
func lower(x []float64) float64 { return slices.Sorted(slices.Values(x))[len(x)/4] }

func TestHz(t *testing.T) {
	at := func(agree bool, hz ...float64) (all []Reading) {
		for _, x := range hz {
			all = append(all, Reading{CoreHz: x, Agree: agree})
		}
		return all
	}
	for _, test := range []struct {
		name     string
		readings []Reading
		want     float64
	}{
		{"none", nil, 0},
		{"no chain", []Reading{{}, {}}, 0},
		{"one", at(true, 3e9), 3e9},
		{"two", at(true, 3e9, 3.2e9), 3.1e9},
		{"outliers on either side", at(true, 1e9, 3e9, 3.2e9, 9e9), 3.1e9},
		{"a clock that moves meanwhile", at(true, 3e9, 3e9, 3e9, 3e9, 3.2e9, 3.2e9, 3.2e9, 3.2e9), 3.1e9},
		{"those that agree", append(at(false, 2e9, 2e9), at(true, 3e9, 3e9, 3e9)...), 3e9},
		{"few agree", append(at(false, 2e9, 2e9, 2e9), at(true, 3e9)...), 2e9},
		{"none agrees", at(false, 2e9, 2.2e9), 2.1e9},
	} {
		if got := Hz(test.readings); math.Abs(got-test.want) > 1 {
			t.Errorf("%s: %g, want %g", test.name, got, test.want)
		}
	}
}
