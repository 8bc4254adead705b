package gate

import (
	"math"
	"math/rand/v2"
	"testing"

	"cpb/internal/stats"
	"cpb/result"
)

// A world draws launches of simulated cells.
type world struct {
	rng  *rand.Rand
	draw func(*rand.Rand) float64 // the log ratio of a launch of equals
}

const launchSD = 0.005

// calm launches vary by 0.5 %.
func calm(rng *rand.Rand) float64 { return launchSD * rng.NormFloat64() }

// wild launches have heavy tails, Student's t with three degrees of freedom, and one in a hundred is 18 % off, to either side.
func wild(rng *rand.Rand) float64 {
	var squares float64
	for range 3 {
		x := rng.NormFloat64()
		squares += x * x
	}
	x := launchSD * rng.NormFloat64() / math.Sqrt(squares/3)
	if rng.IntN(100) == 0 {
		x += math.Log(1.18) * float64(2*rng.IntN(2)-1)
	}
	return x
}

// gate simulates one gate as it is run: each cell is looked at at each of stats.Looks until it is decided. slowdowns are those of its
// cells. It counts the states.
func (w world) gate(max float64, slowdowns []float64) map[result.CellState]int {
	r := Rule{MaxSlowdown: max, Cells: len(slowdowns)}
	states := map[result.CellState]int{}
	for _, slowdown := range slowdowns {
		var x []float64
		state := result.CellUndecided
		for _, look := range stats.Looks {
			for len(x) < look {
				x = append(x, math.Log1p(slowdown)+w.draw(w.rng))
			}
			if state, _, _ = r.Judge(Repeated(x)); state != result.CellUndecided {
				break
			}
		}
		states[state]++
	}
	return states
}

// TestErrorRates simulates gates with a bound of 2 % over 20 cells, one of which is as slow as planted.
func TestErrorRates(t *testing.T) {
	const gates, cells = 100, 20
	worlds := map[string]world{
		"calm": {rand.New(rand.NewPCG(21, 1)), calm},
		"wild": {rand.New(rand.NewPCG(21, 2)), wild},
	}
	for name, w := range worlds {
		for _, test := range []struct {
			planted          float64
			leastRed         float64 // shares of gates
			mostRed          float64
			mostUndecided    float64
			mostCellsPending float64 // share of cells without a planted cost
		}{
			{0, 0, 0, 0.02, 0.001},
			{0.01, 0, 0.02, 0.05, 0.001},
			{0.02, 0, 0.05, 1, 0.001}, // exactly at the bound: neither can be shown
			{0.03, 0.95, 1, 0.05, 0.001},
		} {
			slowdowns := make([]float64, cells)
			slowdowns[cells/2] = test.planted
			var red, undecided, pending int
			for range gates {
				states := w.gate(0.02, slowdowns)
				if states[result.CellSlower] > 0 {
					red++
				} else if states[result.CellUndecided] > 0 {
					undecided++
				}
				pending += max(0, states[result.CellUndecided]-1)
			}
			if got := float64(red) / gates; got < test.leastRed || got > test.mostRed {
				t.Errorf("%s, %v planted: %v red", name, test.planted, got)
			}
			if got := float64(undecided) / gates; got > test.mostUndecided {
				t.Errorf("%s, %v planted: %v undecided", name, test.planted, got)
			}
			if got := float64(pending) / gates / cells; got > test.mostCellsPending {
				t.Errorf("%s, %v planted: %v of the other cells undecided", name, test.planted, got)
			}
		}
	}
}

// TestEqualsAreNotRed: of 1000 gates over 20 cells in which nothing differs none is red, and nearly all pass.
func TestEqualsAreNotRed(t *testing.T) {
	w := world{rand.New(rand.NewPCG(22, 1)), calm}
	passed := 0
	for range 1000 {
		states := w.gate(0.02, make([]float64, 20))
		if states[result.CellSlower] > 0 {
			t.Fatal("a cell without any difference is slower")
		}
		if states[result.CellUndecided] == 0 {
			passed++
		}
	}
	if passed < 990 {
		t.Errorf("%d of 1000 gates passed", passed)
	}
}

// TestAtTheBound: a gate all of whose cells are exactly at the bound is red in at most 2.5 of 100, and a cell at the bound passes as
// seldom.
func TestAtTheBound(t *testing.T) {
	const gates, cells = 40, 3
	w := world{rand.New(rand.NewPCG(24, 1)), wild}
	slowdowns := make([]float64, cells)
	for i := range slowdowns {
		slowdowns[i] = 0.02
	}
	var red, passed int
	for range gates {
		states := w.gate(0.02, slowdowns)
		if states[result.CellSlower] > 0 {
			red++
		}
		passed += states[result.CellPassed]
	}
	within := func(what string, n, of int) {
		if most := errorRate + 4*math.Sqrt(errorRate*(1-errorRate)/float64(of)); float64(n)/float64(of) > most {
			t.Errorf("%s: %d of %d, more than %.3f", what, n, of, most)
		}
	}
	within("red gates", red, gates)
	within("cells passed", passed, gates*cells)
}

// TestJudge: what the ends are of, by hand. Of 20 launches at +3 % and all alike, both ends are 3 %.
func TestJudge(t *testing.T) {
	x := make([]float64, 20)
	for i := range x {
		x[i] = math.Log(1.03)
	}
	for bound, want := range map[float64]result.CellState{0.02: result.CellSlower, 0.04: result.CellPassed} {
		state, low, high := Rule{bound, 20}.Judge(Repeated(x))
		if state != want || math.Abs(low-1.03) > 1e-12 || math.Abs(high-1.03) > 1e-12 {
			t.Errorf("bound %v: %s from %v to %v", bound, state, low, high)
		}
	}
	// Ten equal launches pass a cell: P(T = 0) = 2^-10 is below 0.0044. They call none of 20 slower: it is above 0.00019.
	state, low, high := Rule{0.02, 20}.Judge(Repeated(x[:10]))
	if state != result.CellUndecided || low != 0 || math.Abs(high-1.03) > 1e-12 {
		t.Errorf("ten launches: %s from %v to %v", state, low, high)
	}
	if (Rule{0.02, 20}).Enough(x[:10]) || !(Rule{0.04, 20}).Enough(x[:10]) || !(Rule{0.02, 20}).Enough(x) {
		t.Error("enough is not when it is decided")
	}
	if state, _, _ := (Rule{0.02, 1}).Judge(Repeated(nil)); state != result.CellUndecided {
		t.Errorf("no launches: %s", state)
	}
}
