package result_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"cpb/result"
)

// gated is a document with a gate in it.
func gated() *result.Document {
	return &result.Document{
		Results:     []result.Result{{Primitive: "sha1"}, {Primitive: "sha1"}},
		Comparisons: []result.Comparison{{Primitive: "sha1", Base: 0, Other: 1}},
		Gate: &result.Gate{
			Base: "a.so", Head: "b.so", MaxSlowdown: 0.02, Outcome: result.GateSlower, Figure: result.GateFigureCycles,
			Cells: []result.GateCell{{Comparison: 0, State: result.CellSlower, Ratio: 1.03, Low: 1.025, High: 1.035, Launches: 20, Reason: "why"}},
			Apart: []result.GateApart{{Kind: result.ApartGone, Primitive: "md5", SizeBytes: size(16), Reason: "no symbol MD5"}},
		},
	}
}

func TestGateIsReadBack(t *testing.T) {
	var b bytes.Buffer
	if err := result.Encode(&b, gated()); err != nil {
		t.Fatal(err)
	}
	back, err := result.Decode(&b, "x.json")
	if err != nil {
		t.Fatal(err)
	}
	if want := gated().Gate; !reflect.DeepEqual(back.Gate, want) {
		t.Errorf("%+v, want %+v", back.Gate, want)
	}
}

func TestGateIsChecked(t *testing.T) {
	for name, spoil := range map[string]func(*result.Gate){
		"no index into the 1 comparisons": func(g *result.Gate) { g.Cells[0].Comparison = 1 },
		"-1 is no index":                  func(g *result.Gate) { g.Cells[0].Comparison = -1 },
		"is none":                         func(g *result.Gate) { g.Cells[0].High = 1 },
		"gate.apart: a size is -1":        func(g *result.Gate) { g.Apart[0].SizeBytes = size(-1) },
		"gate.max_slowdown: -1":           func(g *result.Gate) { g.MaxSlowdown = -1 },
	} {
		d := gated()
		spoil(d.Gate)
		var b bytes.Buffer
		if err := result.Encode(&b, d); err != nil {
			t.Fatal(err)
		}
		if _, err := result.Decode(&b, "x.json"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %s", err, name)
		}
	}
}
