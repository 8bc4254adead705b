//go:build cgo && linux

package run_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/cost"
	"cpb/internal/host"
	"cpb/internal/run"
	"cpb/internal/stats"
	"cpb/library"
	"cpb/result"
)

// plantedSizes take the same path through crypto/sha256: whole blocks, and a last one of 55 bytes and padding. From the third
// on they are a multiple of 32 blocks, which longer needs.
var plantedSizes = []int{2*64 - 9, 8*64 - 9, 32*64 - 9, 64*64 - 9, 128*64 - 9, 256*64 - 9}

// A plantedRecord is a run over the planted library, with what was measured of the truth beside it.
type plantedRecord struct {
	Command  string          `json:"command"`
	ChainNs  [2]float64      `json:"chain_ns"` // the chain by itself, before the run and after it
	Document result.Document `json:"document"`
}

// A plantedSplit is what the fit says of what was planted.
type plantedSplit struct {
	fixed      stats.Interval // ns: fixed cost of chained less that of plain
	blockRatio float64        // block cost of longer ÷ that of plain
}

// plantedBlocks is longer's block cost ÷ plain's, as planted.
const plantedBlocks = 33.0 / 32

// split fits the run's rows. The chain is looked for over all sizes, the additional blocks where there are 32 or more. The interval of the fixed
// cost is that of the differences of the fits of each launch.
func (r *plantedRecord) split() (plantedSplit, error) {
	sha256, _ := catalog.Lookup("sha256")
	fit := func(iface string, atLeast int) (*result.Cost, []*result.Result, error) {
		var rows []*result.Result
		for i := range r.Document.Results {
			if row := &r.Document.Results[i]; row.Interface == iface && row.SizeBytes != nil && *row.SizeBytes >= atLeast {
				rows = append(rows, row)
			}
		}
		c := cost.Fit(sha256.Model, rows)
		if c == nil {
			return nil, nil, fmt.Errorf("no fit of %s from %d bytes on", iface, atLeast)
		}
		return c, rows, nil
	}
	plain, plainRows, err := fit(plantedPlain, 0)
	if err != nil {
		return plantedSplit{}, err
	}
	chained, chainedRows, err := fit(plantedChained, 0)
	if err != nil {
		return plantedSplit{}, err
	}
	var differences []float64
	for l := range plainRows[0].LaunchNs {
		p, ok := launchFixed(sha256.Model, plainRows, l)
		q, ok2 := launchFixed(sha256.Model, chainedRows, l)
		if ok && ok2 {
			differences = append(differences, q-p)
		}
	}
	s := plantedSplit{}
	s.fixed, _ = stats.Location(differences, stats.Level)
	s.fixed.Value = chained.FixedNs - plain.FixedNs
	short, _, err := fit(plantedPlain, plantedUnit)
	if err != nil {
		return plantedSplit{}, err
	}
	long, _, err := fit(plantedLonger, plantedUnit)
	if err != nil {
		return plantedSplit{}, err
	}
	s.blockRatio = long.BlockNs / short.BlockNs
	return s, nil
}

// launchFixed is the fixed cost of a row in one launch; false where not every size has it.
func launchFixed(model catalog.Model, rows []*result.Result, launch int) (float64, bool) {
	var x, t []float64
	for _, r := range rows {
		if launch >= len(r.LaunchNs) {
			return 0, false
		}
		x, t = append(x, cost.Units(model, *r.SizeBytes)), append(t, r.LaunchNs[launch])
	}
	line, ok := stats.FitLine(x, t)
	return line.Fixed, ok
}

// TestSplit holds the split of a recorded run to what was planted in it: the chain's time, measured by itself, is in the fixed
// cost to 1 ns, and one block in 32 is in the block cost to 2 % of that block.
func TestSplit(t *testing.T) {
	text, err := os.ReadFile("testdata/planted.json")
	if err != nil {
		t.Fatal(err)
	}
	var r plantedRecord
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	s, err := r.split()
	if err != nil {
		t.Fatal(err)
	}
	for _, truth := range r.ChainNs {
		if !(math.Abs(s.fixed.Value-truth) <= 1) {
			t.Errorf("fixed cost of the chain: %v ns, planted %v", s.fixed, truth)
		}
	}
	if !(math.Abs(s.blockRatio-plantedBlocks) <= 0.02*(plantedBlocks-1)) {
		t.Errorf("block cost × %v, planted %v", s.blockRatio, plantedBlocks)
	}
}

// BenchmarkSplit plants a cost between two calls and one in each block, and reports where a run finds them. The truth of the
// first is the chain by itself, measured for 30 seconds before the run and for 30 after it; that of the second is 33/32. With
// CPB_TEST_RECORD=FILE the run is kept there, as testdata/planted.json was.
func BenchmarkSplit(b *testing.B) {
	for range b.N {
		r := benchRequest(b, "sha256")
		r.Targets = []library.Target{{Library: "planted"}}
		r.Interfaces = []string{plantedPlain, plantedChained, plantedLonger}
		r.Sizes, r.Pairs = plantedSizes, run.PairsFirst
		r.Processor = host.ChooseCPU()
		record := plantedRecord{Command: "CPB_TEST_RECORD=FILE go test ./internal/run -run '^$' -bench Split -benchtime 1x"}
		record.ChainNs[0] = timeChain(b, r.Processor, 30*time.Second)
		record.Document = *measure(b, r)
		record.ChainNs[1] = timeChain(b, r.Processor, 30*time.Second)
		s, err := record.split()
		if err != nil {
			b.Fatal(err)
		}
		truth := (record.ChainNs[0] + record.ChainNs[1]) / 2
		b.ReportMetric(record.ChainNs[0], "chain-before-ns")
		b.ReportMetric(record.ChainNs[1], "chain-after-ns")
		b.ReportMetric(s.fixed.Value, "fixed-ns")
		b.ReportMetric((s.fixed.High-s.fixed.Low)/2, "fixed-±ns")
		b.ReportMetric(s.fixed.Value-truth, "fixed-off-ns")
		b.ReportMetric(100*(s.blockRatio-1), "block-%")
		b.ReportMetric(100*(s.blockRatio-plantedBlocks), "block-off-%")
		b.ReportMetric(100*((s.blockRatio-1)/(plantedBlocks-1)-1), "planted-blocks-off-%")
		b.ReportMetric(record.Document.Method.Seconds, "s/run")
		b.ReportMetric(0, "ns/op")
		keep(b, record)
	}
}

// timeChain is the time of the chain in a loop of nothing else, pinned like cpb's workers: the median over slices of 200, less a
// reading of the clock. It logs the mean too, which has the interruptions.
func timeChain(b *testing.B, processor int, duration time.Duration) float64 {
	b.Helper()
	const steps = 200
	var each []float64
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		if err := host.Pin(processor); err != nil {
			done <- err
			return
		}
		x := uint64(duration)
		clock := time.Duration(math.MaxInt64)
		for range 1000 {
			begin := time.Now()
			clock = min(clock, time.Since(begin))
		}
		for end := time.Now().Add(duration); time.Now().Before(end); {
			begin := time.Now()
			for range steps {
				x = chain(x, factor, summand)
			}
			each = append(each, float64(time.Since(begin)-clock)/steps)
		}
		if x == 0 {
			b.Log("the chain came to 0") // somebody has to read it
		}
		done <- nil
	}()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
	slices.Sort(each)
	at := func(q float64) float64 { return stats.Quantile(each, q) }
	mean := 0.0
	for _, v := range each {
		mean += v / float64(len(each))
	}
	b.Logf("the chain by itself: quartiles %.3f %.3f %.3f ns, mean %.3f, %d slices", at(0.25), at(0.5), at(0.75), mean, len(each))
	return at(0.5)
}

// keep writes a run to the file that $CPB_TEST_RECORD names, with no more of it than split needs.
func keep(b *testing.B, r plantedRecord) {
	b.Helper()
	path := os.Getenv("CPB_TEST_RECORD")
	if path == "" {
		return
	}
	m := r.Document.Method
	cut := result.Document{
		Schema: r.Document.Schema, Tool: r.Document.Tool,
		Method: &result.Method{Started: m.Started, Launches: m.Launches, Rounds: m.Rounds, Seed: m.Seed, LostShare: m.LostShare},
	}
	if h := r.Document.Host; h != nil {
		cut.Host = &result.Host{Arch: h.Arch, CoreHz: h.CoreHz}
	}
	for _, row := range r.Document.Results {
		for i, ns := range row.LaunchNs {
			row.LaunchNs[i] = math.Round(1000*ns) / 1000
		}
		cut.Results = append(cut.Results, result.Result{
			Library: row.Library, Interface: row.Interface, Primitive: row.Primitive, Operation: row.Operation, Work: row.Work,
			SizeBytes: row.SizeBytes, NsPerCall: row.NsPerCall, LowNs: row.LowNs, HighNs: row.HighNs, LaunchNs: row.LaunchNs,
		})
	}
	r.Document = cut
	text, err := json.Marshal(r)
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		b.Fatal(err)
	}
}
