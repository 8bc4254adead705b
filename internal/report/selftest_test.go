package report

import (
	"bytes"
	"testing"

	"cpb/internal/golden"
	"cpb/result"
)

// selftests are made by hand.
func selftests() map[string]*result.Selftest {
	processor, none, one := 1, 0, 1
	rule := func(name string, different ...int) result.RuleRow {
		r := result.RuleRow{Name: name}
		for _, n := range different {
			r.Different = append(r.Different, result.RuleResult{Judged: 200, Different: n})
		}
		return r
	}
	return map[string]*result.Selftest{
		"full": {
			Tool:   result.Tool{Name: "cpb", Version: "1.0"},
			Host:   &result.Host{CPU: "AMD EPYC", Cores: 2, Virtual: "kvm", CoreHz: 3.7e9, Warnings: []string{"a virtual machine (kvm): others share its processors and caches, unseen"}},
			Method: &result.SelftestMethod{Started: "2026-01-02T03:04:05Z", Seconds: 620.5, Each: 1.02, Runs: 60, Implementation: "openssl-3.0.19/evp", Processor: &processor, Scheduler: "fifo", LostShare: 0.051, Seed: 7},
			Planted: []result.PlantedRow{
				{Comparisons: 200, Different: 10, Covered: 190, Off: 1, Launches: 32, Seconds: 0.35, MedianHalf: 0.0009, P95Half: 0.0051, Bias: &result.Bias{Value: -0.000012, Low: -0.0001, High: 0.00008, N: 200}},
				{Every: 400, Planted: 0.0025, Comparisons: 200, Different: 150, Wrong: &one, Covered: 189, Launches: 32, Seconds: 0.5, MedianHalf: 0.0009, P95Half: 0.0049},
				{Every: 100, Planted: 0.01, Comparisons: 200, Different: 200, Wrong: &none, Covered: 191, Launches: 32, Seconds: 0.4, MedianHalf: 0.0009, P95Half: 0.005},
			},
			Rules:       []result.RuleRow{rule("cpb, half", 9, 110, 199), rule("criterion", 60, 70, 80), rule("tango -o", 0, 3, 60)},
			Order:       &result.Bias{Value: 0.00002, Low: -0.00001, High: 0.00005, N: 200},
			Smallest:    0.0052,
			Comparisons: make([]result.KnownComparison, 600),
			Warnings:    []result.Warning{{Kind: "skipped", Message: "rsa-2048 verify: no symbol EVP_PKEY_verify"}},
		},
		"little": {
			Method:      &result.SelftestMethod{Each: 0.5, Runs: 1, Implementation: "go-1.26/std\x1b[31m", Stopped: "interrupted"},
			Planted:     []result.PlantedRow{{Comparisons: 1, Covered: 1, Launches: 2}},
			Comparisons: make([]result.KnownComparison, 1),
		},
	}
}

func TestSelftest(t *testing.T) {
	for form, o := range map[string]Options{"80": {Width: 80}, "80.color": {Width: 80, Color: true}, "40": {Width: 40}} {
		for name, x := range selftests() {
			var b bytes.Buffer
			if err := Selftest(&b, x, o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "testdata/selftest."+name+"."+form+".txt", b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
		}
	}
}
