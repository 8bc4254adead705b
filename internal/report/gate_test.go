package report

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"cpb/internal/golden"
	"cpb/result"
)

// gated is a document with a gate of the cells, each NAME at a size through an interface.
func gated(outcome result.GateOutcome, cells ...result.GateCell) *result.Document {
	primitives := []string{"sha256", "md5", "aes-128-cbc", "rsa-2048"}
	d := &result.Document{
		Tool:   result.Tool{Name: "cpb", Version: "v1.0"},
		Host:   &result.Host{CPU: "Example 3000", Cores: 4, Warnings: []string{"load average 3.0: the machine is busy"}},
		Method: &result.Method{Launches: 40, Seconds: 12.34, Seed: 7, Started: "2026-11-30T12:00:00Z"},
		Gate:   &result.Gate{Base: "old/libcrypto.so.3", Head: "sh:make && echo libcrypto.so.3", MaxSlowdown: 0.02, Outcome: outcome},
	}
	for i, c := range cells {
		p := primitives[i%len(primitives)]
		bytes := 16 << (i % 11)
		base := result.Result{Library: "openssl", Version: "3.0.19", Label: "base", Interface: "evp", Primitive: p, Operation: "hash", SizeBytes: &bytes, NsPerCall: 100}
		switch p {
		case "rsa-2048":
			base.Operation, base.SizeBytes = "sign", nil
		case "aes-128-cbc":
			base.Operation = "encrypt"
		}
		head := base
		head.Label, head.NsPerCall = "head", 100*c.Ratio
		at := len(d.Results)
		d.Results = append(d.Results, base, head)
		d.Comparisons = append(d.Comparisons, result.Comparison{Primitive: p, Operation: base.Operation, SizeBytes: base.SizeBytes, Base: at, Other: at + 1, Ratio: c.Ratio})
		pair := result.Pair{Base: at, Other: at + 1, LaunchLogRatio: []float64{0, 0}}
		if c.State == result.CellLayout {
			pair.Layout = &result.Layout{Functions: 9, Moved: []string{"sha256_block_data_order", "SHA256_Update"}}
		}
		d.Pairs = append(d.Pairs, pair)
		c.Comparison = i
		d.Gate.Cells = append(d.Gate.Cells, c)
	}
	return d
}

func gateDocuments() map[string]*result.Document {
	passed := result.GateCell{State: result.CellPassed, Ratio: 1.001, Low: 0.99, High: 1.004, Launches: 20}
	early := result.GateCell{State: result.CellPassed, Ratio: 0.999, High: 1.018, Launches: 10}
	slower := result.GateCell{State: result.CellSlower, Ratio: 1.031, Low: 1.0264, High: 1.0352, Launches: 28}
	pending := result.GateCell{State: result.CellUndecided, Ratio: 1.02, Low: 1.01, High: 1.03, Launches: 224}
	layout := slower
	layout.State = result.CellLayout
	size := 1024

	failed := gated(result.GateSlower, passed, slower, early, pending, layout, passed, passed, passed)
	failed.Gate.Apart = []result.GateApart{
		{Kind: result.ApartGone, Primitive: "md4", Operation: "hash", Interface: "evp", SizeBytes: &size, Reason: "no symbol EVP_md4"},
		{Kind: result.ApartUnmeasured, Primitive: "sha1", Operation: "hash", Interface: "evp", SizeBytes: &size, Reason: "stopped before it had two launches"},
		{Kind: result.ApartBaseFailed, Primitive: "sha384", Operation: "hash", Interface: "evp", Reason: "wrong answer"},
		{Kind: result.ApartNew, Primitive: "sha512", Operation: "hash", Interface: "evp", Reason: "no symbol EVP_sha512"},
	}
	for i, l := range []*result.Layout{ // of those that are slower
		{Functions: 9, Changed: []string{"sha256_update", "sha256_final", "sha256_block", "OPENSSL_cleanse", "memcpy"}},
		{Functions: 9, Changed: []string{"sha256_update"}, Partial: "a call executes more than 1048576 instructions"},
		{Partial: "not looked at: at 16 bytes sha256_update has changed"},
		{Partial: "no time was left in the budget"},
		nil,
	} {
		c := slower
		c.Comparison = len(failed.Gate.Cells)
		x := failed.Comparisons[i]
		failed.Comparisons = append(failed.Comparisons, x)
		of := failed.Results[x.Base]
		as := failed.Results[x.Other]
		at := len(failed.Results)
		failed.Results = append(failed.Results, of, as)
		failed.Comparisons[c.Comparison].Base, failed.Comparisons[c.Comparison].Other = at, at+1
		if i < 4 {
			failed.Pairs = append(failed.Pairs, result.Pair{Base: at + 1, Other: at, LaunchLogRatio: []float64{0}, Layout: l})
		}
		failed.Gate.Cells = append(failed.Gate.Cells, c)
	}
	failed.Gate.Apart = append(failed.Gate.Apart, result.GateApart{Kind: result.ApartNeither, Primitive: "md2", Reason: "neither side offers it"})
	wrong := gated(result.GateWrong, passed)
	wrong.Gate.Apart = []result.GateApart{
		{Kind: result.ApartWrong, Primitive: "sha1", Operation: "hash", Interface: "evp", SizeBytes: &size, Reason: "the answer to a test of FIPS 180-4 is wrong"},
		{Kind: result.ApartWrong, Primitive: "sha1", Operation: "hash", Interface: "oneshot", SizeBytes: &size, Reason: "the answer to a test of FIPS 180-4 is wrong"},
	}
	single := result.GateCell{State: result.CellUndecided, Ratio: 1.2, Reason: "single runs: how much such figures vary from run to run is not known"}
	undecided := gated(result.GateUndecided, pending, single, single, single)
	undecided.Gate.Saved, undecided.Method, undecided.Host = true, nil, nil
	cycles := gated(result.GatePassed, passed, layout)
	cycles.Gate.Figure, cycles.Gate.MaxSlowdown = result.GateFigureCycles, 0.005
	cycles.Warnings = []result.Warning{{Kind: "gate", Message: "the launches of the two sides were not measured together"}, {Kind: noPair, Message: "not said twice"}}
	same := gated(result.GatePassed, passed)
	same.Gate.Same = result.SameBytes
	processors := gated(result.GateUndecided, result.GateCell{State: result.CellUndecided, Launches: 32, Reason: "measured on two processors, A and B"})
	processors.Gate.Saved = true
	var many []result.GateCell
	for range 60 {
		many = append(many, slower, passed)
	}
	return map[string]*result.Document{
		"passed": gated(result.GatePassed, passed, early, passed, passed, passed), "failed": failed, "wrong": wrong,
		"undecided": undecided, "cycles": cycles, "same": same, "processors": processors, "many": gated(result.GateSlower, many...),
	}
}

func TestGate(t *testing.T) {
	for name, d := range gateDocuments() {
		for form, o := range map[string]Options{"80": {}, "80.color": {Color: true}, "40": {Width: 1}} {
			var b bytes.Buffer
			if err := Gate(&b, d, o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata/gate", name+"."+form+".txt"), b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
			checkClean(t, b.String(), o.Color)
		}
		var b bytes.Buffer
		if err := GateMarkdown(&b, d); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata/gate", name+".md"), b.Bytes())
		checkClean(t, b.String(), false)
	}
}

// What a document says is shown as it is, and harms nobody, whoever wrote it.
func TestGateForeign(t *testing.T) {
	d := &result.Document{
		Results:     []result.Result{{Primitive: "x\x1b[31m", Interface: "|<b>"}, {Primitive: "y"}},
		Comparisons: []result.Comparison{{Primitive: "x\x1b[31m", Base: 0, Other: 1}, {Primitive: "`y`", Base: 1, Other: 0}},
		Gate: &result.Gate{
			Base: "a\nb", Head: "\x1b[2J<script>", MaxSlowdown: 1e300, Outcome: "fine\x07", Figure: "x\u202e",
			Cells: []result.GateCell{{State: "odd\n"}, {Comparison: 1, State: result.CellLayout, Ratio: 1e308, Low: 1, High: 1e308}},
			Apart: []result.GateApart{{Kind: "?\x1b", Primitive: "|", Reason: strings.Repeat("x ", 1000)}},
		},
	}
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return Gate(b, d, Options{}) },
		func(b *bytes.Buffer) error { return GateMarkdown(b, d) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		checkClean(t, b.String(), false)
		if strings.Contains(strings.ReplaceAll(b.String(), "`", ""), "\n<script>") {
			t.Errorf("markup got through: %s", b.String())
		}
	}
}
