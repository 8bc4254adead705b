package host

import (
	"slices"
	"strings"
	"testing"

	"cpb/internal/host/chain"
	"cpb/result"
)

func TestSiblingPoint(t *testing.T) {
	readings := func(n int, adds, width float64) []chain.Reading {
		return slices.Repeat([]chain.Reading{{CoreHz: 3e9, AddsPerCycle: adds, Width: width}}, n)
	}
	for _, test := range []struct {
		name     string
		readings []chain.Reading
		virtual  bool
		state    result.State
		what, do string
	}{
		{"alone", readings(60, 5.31, 5.3), true, result.OK, "5.31 independent additions a cycle", ""},
		{"hardly ever", append(readings(59, 5.31, 5.3), readings(1, 4.2, 5.3)...), true, result.OK, "at least 5.31 in 9 of 10", ""},
		{"at times", append(readings(50, 3.97, 0), readings(10, 2.1, 0)...), false, result.Note, "in 10 of 60 (3.97 here at best)", "sibling idle"},
		{"mostly", append(readings(20, 5.31, 5.3), readings(40, 4.2, 5.3)...), true, result.Bad, "in 40 of 60 (5.31 here at best)", "guest rests"},
		{"all the time", readings(60, 2.1, 3.98), false, result.Bad, "in 60 of 60 (3.98)", "sibling idle"},
		{"a core not known", readings(60, 2.1, 0), false, result.Unknown, "is not known", ""},
		{"no chain", []chain.Reading{{}, {}}, false, result.Unknown, "are not known", ""},
		{"none", nil, false, result.Unknown, "are not known", ""},
	} {
		p := siblingPoint(test.readings, test.virtual)
		if p.Kind != result.PointSibling || p.State != test.state || !strings.Contains(p.What, test.what) || !strings.Contains(p.Do, test.do) {
			t.Errorf("%s: %+v", test.name, p)
		}
		checkPoint(t, p)
	}
}
