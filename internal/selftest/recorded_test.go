package selftest

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"cpb/internal/stats"
	"cpb/result"
)

// recorded are comparisons that a self-test recorded on a virtual machine of two processors. It was made by the command in its method.
func recorded(t *testing.T, name string) *result.Selftest {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	s := new(result.Selftest)
	if err := json.NewDecoder(z).Decode(s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRecorded holds the estimators to what was recorded, with nothing else on the machine and with an endless loop on each processor: false
// alarms as often as 5 % and chance allow, intervals that hold the truth, planted costs that are found, no bias.
func TestRecorded(t *testing.T) {
	covered, all := 0, 0
	for _, name := range []string{"quiet.json.gz", "busy.json.gz"} {
		s := recorded(t, name)
		summarize(s)
		if len(s.Planted) != 2 || s.Planted[0].Every != 0 || s.Planted[1].Every != 100 {
			t.Fatalf("%s: %+v", name, s.Planted)
		}
		equal, one := s.Planted[0], s.Planted[1]
		n := float64(equal.Comparisons)
		if chance := 1.96 * math.Sqrt(0.05*0.95*n); math.Abs(float64(equal.Different)-0.05*n) > chance {
			t.Errorf("%s: %d of %d equals are called different", name, equal.Different, equal.Comparisons)
		}
		for _, p := range s.Planted {
			covered, all = covered+p.Covered, all+p.Comparisons
			if float64(p.Off) > 0.01*float64(p.Comparisons) || p.OffFound > 0 {
				t.Errorf("%s, %d: %d of %d are off by more than 1 %%, %d of them called different", name, p.Every, p.Off, p.Comparisons, p.OffFound)
			}
			if b := p.Bias; b.Low < -0.0002 || b.High > 0.0002 {
				t.Errorf("%s, %d: bias %+v", name, p.Every, *b)
			}
		}
		if float64(one.Different) < 0.99*float64(one.Comparisons) || *one.Wrong > 0 {
			t.Errorf("%s: +1 %% found in %d of %d", name, one.Different, one.Comparisons)
		}
	}
	if part := float64(covered) / float64(all); part < 0.93 || part > 0.97 {
		t.Errorf("%d of %d intervals hold the truth", covered, all)
	}
}

// TestRecordedTables draws tables of 200 cells from what was recorded, one of them 2 % slower (a planted 1 %, and another one added to its launches),
// and holds the part of false discoveries.
func TestRecordedTables(t *testing.T) {
	var equal, planted []float64 // probabilities of no difference
	for _, name := range []string{"quiet.json.gz", "busy.json.gz"} {
		for _, c := range recorded(t, name).Comparisons {
			x := slices.Clone(c.LaunchLogRatio)
			for i := range x {
				if c.Every > 0 {
					x[i] += math.Log(1.02 / 1.01)
				}
			}
			p, ok := stats.LocationP(x)
			switch {
			case !ok:
				t.Fatalf("%+v has no probability", c)
			case c.Every == 0:
				equal = append(equal, p)
			default:
				planted = append(planted, p)
			}
		}
	}
	const tables = 500
	rng := rand.New(rand.NewPCG(5, 6))
	crowded, found := 0, 0
	for range tables {
		table := []float64{planted[rng.IntN(len(planted))]}
		for _, i := range rng.Perm(len(equal))[:199] {
			table = append(table, equal[i])
		}
		called := stats.Discoveries(table, 0.05)
		if called[0] {
			found++
		}
		wrong := 0
		for _, is := range called[1:] {
			if is {
				wrong++
			}
		}
		if wrong > 1 {
			crowded++
		}
	}
	if float64(found) < 0.95*tables {
		t.Errorf("the planted cell was found in %d of %d tables", found, tables)
	}
	if float64(crowded) > 0.05*tables {
		t.Errorf("%d of %d tables called more than one equal cell different", crowded, tables)
	}
	t.Logf("of %d tables %d found the planted cell, %d called more than one equal cell different", tables, found, crowded)
}
