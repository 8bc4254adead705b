package explain

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/internal/cost"
	"cpb/result"
)

// A price is what one hash or cipher costs in a table that is made up.
type price struct {
	primitive    string
	fixed, block float64 // ns
}

var prices = []price{
	{"md4", 144, 57.6}, {"md5", 181, 97.6}, {"sha1", 161, 92.7}, {"sha256", 78, 247}, {"sha512", 79, 319}, {"ripemd160", 150, 200}, {"whirlpool", 100, 400},
	{"aes-128-cbc", 20, 80}, {"aes-256-cbc", 25, 110}, {"blowfish-cbc", 15, 60}, {"des-cbc", 15, 90}, {"camellia-128-cbc", 20, 100},
}

// A disturbance is how single runs of the same code vary: standard deviations of what each cell has of its own, and of what a whole
// row has in common.
type disturbance struct{ cell, row float64 }

// runOf is prices as one run measures them.
func (s *sheet) runOf(group, library string, prices []price, d disturbance, draw *rand.Rand) {
	for _, p := range prices {
		known, _ := catalog.Known(p.primitive)
		row := math.Exp(d.row * draw.NormFloat64())
		s.row(group, "1.0.2g", p.primitive, p.fixed, p.block, func(r *result.Result) {
			r.Library = library
			r.NsPerCall = (p.fixed + p.block*cost.Units(known.Model, *r.SizeBytes)) * row * math.Exp(d.cell*draw.NormFloat64())
		})
	}
}

var disturbances = map[string]disturbance{
	"cells by 2 %": {0.02, 0}, "cells by 0.5 %": {0.005, 0}, "rows by 2 %": {0.005, 0.02},
}

// TestEqualsChangeNothing: of two runs of the same code, at most 5 % of tables have a cost that is said to have changed, or a finding
// that needs a change.
func TestEqualsChangeNothing(t *testing.T) {
	const tables = 60
	for name, d := range disturbances {
		draw := rand.New(rand.NewPCG(1, 2))
		wrong := map[string]int{}
		for range tables {
			s := &sheet{}
			s.runOf("A", "openssl", prices, d, draw)
			s.runOf("B", "openssl", prices, d, draw)
			Explain(&s.doc, s.groups, Options{})
			said := map[string]bool{}
			for _, f := range s.doc.Findings {
				said[f.Kind] = f.Kind != "legacy-evp-mix" && f.Kind != "same-block-function"
			}
			for _, x := range s.doc.Explanations {
				said["each call costs"] = said["each call costs"] || x.Change != nil && strings.Contains(x.Sentence, "each call costs")
				said["goes from"] = said["goes from"] || strings.Contains(x.Sentence, "goes from")
			}
			for what, is := range said {
				if is {
					wrong[what]++
				}
			}
		}
		for what, n := range wrong {
			if n > tables/20 {
				t.Errorf("%s: %q in %d of %d tables of equals", name, what, n, tables)
			}
		}
	}
}

// TestEqualsHaveNoWinner: of two libraries that are equally fast, at most 5 % of tables name a winner, or a size at which that changes.
func TestEqualsHaveNoWinner(t *testing.T) {
	const tables = 100
	for name, d := range disturbances {
		draw := rand.New(rand.NewPCG(3, 4))
		wrong := 0
		for range tables {
			s := &sheet{}
			for _, library := range []string{"x", "y"} {
				s.runOf("A", library, prices[:3], d, draw)
			}
			Explain(&s.doc, s.groups, Options{})
			if slices.ContainsFunc(s.doc.Findings, func(f result.Finding) bool { return strings.HasPrefix(f.Kind, "winner") }) {
				wrong++
			}
		}
		if wrong > tables/20 {
			t.Errorf("%s: a winner in %d of %d tables of equals", name, wrong, tables)
		}
	}
}

// TestEqualsHaveNoBulkKernel: ciphers that are cheap beside their calls, in which a slope between small sizes is the least certain.
func TestEqualsHaveNoBulkKernel(t *testing.T) {
	const tables = 200
	draw := rand.New(rand.NewPCG(5, 6))
	wrong := 0
	for range tables {
		s := &sheet{}
		s.runOf("A", "x", []price{{"aes-128-gcm", 300, 3.5}, {"chacha20-poly1305", 150, 40}, {"aes-256-ctr", 60, 3.5}}, disturbance{cell: 0.02}, draw)
		if len(s.find(t, "bulk-kernel")) > 0 {
			wrong++
		}
	}
	if wrong > tables/20 {
		t.Errorf("a bulk kernel in %d of %d tables without one", wrong, tables)
	}
}
