package explain

import (
	"fmt"
	"math"
	"testing"

	"cpb/internal/cost"
	"cpb/result"
)

// threads are the published measurements in testdata/figures.tsv.
var threads = []string{"interfaces", "versions", "assembler", "builds", "cpus"}

// TestCosts holds the fits to the costs that were computed from the same figures elsewhere, by another program.
func TestCosts(t *testing.T) {
	for thread, groups := range map[string]map[string]map[string][2]float64{
		"interfaces": {
			"1.0.1t":      {"md5": {176, 100.0}, "sha1": {140, 97.2}},
			"1.0.1t -evp": {"md5": {128, 99.8}, "sha1": {140, 97.2}},
			"1.1.0d":      {"md5": {48, 99.9}, "sha1": {62, 92.2}},
			"1.1.0d -evp": {"md5": {186, 100.1}, "sha1": {59, 92.0}},
		},
		"versions": {
			"1.0.2g":     {"sha1": {263.4, 69.97}},
			"1.1.0-pre4": {"sha1": {62.9, 69.60}},
		},
		"assembler": {
			"before": {"blowfish-cbc": {137, 891}, "md5": {693, 1323}, "ripemd160": {682, 3160}},
			"after":  {"blowfish-cbc": {152, 506}, "md5": {724, 750}, "ripemd160": {648, 2111}},
		},
		"builds": {
			"Debian, packaged": {"md4": {144, 57.6}, "md5": {181, 97.6}, "sha1": {161, 92.7}, "sha256": {78, 247.2}, "sha512": {79, 319.2}},
			"Debian, by hand":  {"md4": {291, 57.5}, "md5": {326, 97.7}, "sha1": {296, 89.0}, "sha256": {58, 197.1}, "sha512": {77, 277.6}},
			"CentOS, packaged": {"md4": {188, 77.0}, "md5": {227, 129.5}, "sha1": {209, 122.7}, "sha256": {109, 328.4}, "sha512": {119, 419.4}},
			"CentOS, by hand":  {"md4": {469, 77.2}, "md5": {508, 130.1}, "sha1": {477, 118.0}, "sha256": {73, 260.5}, "sha512": {88, 367.0}},
		},
	} {
		doc, named := figures(t, thread)
		e := newEvidence(doc, named, Options{})
		for _, r := range e.rows {
			want, ok := groups[e.groups[r.group].Name][r.key.primitive]
			if !ok {
				if r.sized {
					t.Errorf("%s: a row of %s in %s", thread, r.key, e.groups[r.group].Name)
				}
				continue
			}
			delete(groups[e.groups[r.group].Name], r.key.primitive)
			what := fmt.Sprintf("%s: %s of %s", thread, r.key, r.cost.Of)
			c := r.cost
			near(t, what+": fixed", c.FixedNs, want[0], max(0.01*want[0], 1))
			near(t, what+": block", c.BlockNs, want[1], 0.01*want[1])
			if !(c.FixedLowNs < want[0] && want[0] < c.FixedHighNs && c.BlockLowNs < want[1]+0.06 && want[1]-0.06 < c.BlockHighNs) {
				t.Errorf("%s: %v is not in [%v %v], [%v %v]", what, want, c.FixedLowNs, c.FixedHighNs, c.BlockLowNs, c.BlockHighNs)
			}
			if r.misfit {
				t.Errorf("%s: misses %d bytes by %v", what, c.WorstSize, c.MaxResidual)
			}
		}
		for name, left := range groups {
			for primitive := range left {
				t.Errorf("%s: no row of %s in %s", thread, primitive, name)
			}
		}
	}
}

// TestLeftOut predicts the time of 1024 bytes from the other sizes.
func TestLeftOut(t *testing.T) {
	const size = 1024
	predicted := 0
	for _, thread := range threads {
		doc, groups := figures(t, thread)
		for _, r := range newEvidence(doc, groups, Options{}).rows {
			if r.key.operation != "hash" {
				continue
			}
			var rest []*result.Result
			want := 0.0
			for _, p := range r.points {
				if p.size == size {
					want = p.ns
				} else {
					rest = append(rest, &doc.Results[p.result])
				}
			}
			if want == 0 {
				continue
			}
			c := cost.Fit(r.model, rest)
			near(t, fmt.Sprintf("%s: %s of %s", thread, r.key, r.name), c.FixedNs+c.BlockNs*cost.Units(r.model, size), want, 0.03*want)
			predicted++
		}
	}
	if predicted != 34 {
		t.Errorf("%d rows with a column of 1024 bytes, not 34", predicted)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
