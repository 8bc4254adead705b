package explain

import (
	"math"
	"testing"

	"cpb/catalog"
	"cpb/result"
)

func TestDuplicateBlock(t *testing.T) {
	doc, groups := threadFigures(t, "cpus")
	f := only(t, findings(t, "duplicate-block", doc, groups))
	says(t, f, "i7-3770K and Athlon II X2 250 have the same 20 figures", "one of the two has no result of its own", "which one cannot be told")
	if f.Basis != result.Measured {
		t.Errorf("basis %s", f.Basis)
	}

	blocks := func(rows int, edit func(*result.Result)) *sheet {
		s := &sheet{}
		for _, h := range fiveHashes[:rows] {
			s.row("A", "1.1.1w", h.name, h.fixed, h.block)
			s.row("B", "1.1.1w", h.name, h.fixed, h.block, edit)
		}
		return s
	}
	nothing := func(*result.Result) {}
	only(t, blocks(1, nothing).find(t, "duplicate-block")) // six figures

	four := &sheet{}
	sheetSizes = sheetSizes[:4]
	four.row("A", "1.1.1w", "md5", 100, 100)
	four.row("B", "1.1.1w", "md5", 100, 100)
	sheetSizes = sheetSizes[:6]
	for name, s := range map[string]*sheet{
		"four figures": four,
		"one differs": blocks(2, func(r *result.Result) {
			if r.Primitive == "md5" && *r.SizeBytes == 64 {
				r.NsPerCall *= 1.0001
			}
		}),
		"cpb's own":          blocks(2, own),
		"one text twice":     blocks(2, func(r *result.Result) { r.Source.Line -= len(sheetSizes) }),
		"figures of a digit": blocks(2, func(r *result.Result) { r.Printed = "0.001s" }),
	} {
		silent(t, name, s.find(t, "duplicate-block"))
	}
}

func TestSameBlockFunction(t *testing.T) {
	doc, groups := threadFigures(t, "cpus")
	f := only(t, findings(t, "same-block-function", doc, groups))
	says(t, f, "sha224 and sha256 run the same block functions, and cost the same in each of 20 implementations (within 1.1 %)")
	near(t, "how far apart", f.Figures["apart_percent"], 1.2, 0.06) // of the Atom D525's libavutil: 37.133 ÷ 36.711

	pairs := func(sha384 float64) *sheet {
		s := &sheet{}
		s.row("A", "", "sha384", 110, sha384)
		s.row("A", "", "sha512", 100, 319)
		s.row("A", "", "sha256", 100, 247)
		return s
	}
	says(t, only(t, pairs(320).find(t, "same-block-function")), "sha384 and sha512 run the same block functions", "a check that the figures pass")
	says(t, only(t, pairs(350).find(t, "same-block-function")), "differ by 9.7 %", "do not pass")

	apart := &sheet{}
	apart.row("A", "", "sha224", 110, 247)
	apart.row("B", "", "sha256", 110, 300)
	small := &sheet{} // what differs in a short call is not the block function
	small.add(rival("A", "x", "sha224", 64, 100, 0))
	small.add(rival("A", "x", "sha256", 64, 110, 0))
	unclear := &sheet{}
	unclear.add(rival("A", "x", "sha224", 8192, 100, 0.05))
	unclear.add(rival("A", "x", "sha256", 8192, 104, 0.05))
	for name, s := range map[string]*sheet{"two machines": apart, "short calls": small, "as far as they vary": unclear} {
		silent(t, name, s.find(t, "same-block-function"))
	}
}

func TestTickUnit(t *testing.T) {
	doc, groups := threadFigures(t, "cpus")
	found := findings(t, "tick-unit", doc, groups)
	if len(found) != 3 {
		t.Fatalf("%+v", found)
	}
	says(t, found[0], "ticks of the time-stamp counter", "not core cycles")
	says(t, found[1], "set their key in each call", "ECB")
	says(t, found[2], "AES_encrypt()", "not EVP", "not the speed that an EVP user gets")
	for _, f := range found {
		if f.Basis != result.Known {
			t.Errorf("basis %s of %q", f.Basis, f.Sentence)
		}
	}
	s := &sheet{}
	s.row("A", "3.0.22", "md5", 100, 100, func(r *result.Result) { r.CyclesPerByte, r.Cycles = 5, "core" })
	silent(t, "core cycles", s.find(t, "tick-unit"))
}

// bulk is a row of a cipher whose blocks cost less where an input has so many bytes.
func bulk(s *sheet, group, primitive string, from int, before, after float64, noise float64) {
	p, _ := catalog.Known(primitive)
	s.row(group, "3.0.22", primitive, 0, 1, func(r *result.Result) {
		per := before
		if *r.SizeBytes >= from {
			per = after
		}
		r.NsPerCall = 30 + per*float64(p.Model.Blocks(*r.SizeBytes))
		r.NsPerCall *= 1 + noise*math.Sin(float64(*r.SizeBytes))
	})
}

func TestBulkKernel(t *testing.T) {
	s := &sheet{}
	bulk(s, "A", "aes-128-ctr", 256, 8, 1, 0.003)
	bulk(s, "A", "aes-256-ctr", 256, 10, 2, 0.003)
	bulk(s, "A", "aes-128-cbc", 256, 8, 8, 0.003)
	f := only(t, s.find(t, "bulk-kernel"))
	says(t, f, "openssl-3.0.22: above 64 bytes, and by 256 bytes at the latest", "aes-128-ctr", "aes-256-ctr", "Code for long inputs begins to be used there.")
	near(t, "after", f.Figures["after_ns aes-128-ctr encrypt"], 1, 0.05)
	if f.Basis != result.Inferred || len(f.Primitives) != 2 {
		t.Errorf("%s of %v", f.Basis, f.Primitives)
	}
	tails := &sheet{} // 31 and 136 bytes end in a part of a block, which costs more
	for i, size := range []int{2, 31, 136, 1024} {
		ns := []float64{180, 250, 300, 350}[i]
		tails.add(result.Result{Run: "A", Primitive: "aes-128-gcm", Operation: "seal", SizeBytes: &size, NsPerCall: ns})
	}
	near2 := &sheet{}
	bulk(near2, "A", "aes-128-ctr", 1024, 8, 7, 0.003)
	early := &sheet{} // one slope is before the fall, which a third is not enough for
	bulk(early, "A", "aes-128-ctr", 256, 8, 5.4, 0)
	noisy := &sheet{}
	bulk(noisy, "A", "aes-128-ctr", 1<<20, 1, 1, 0.01)
	hash := &sheet{}
	hash.row("A", "3.0.22", "sha256", 300, 40)
	for name, s := range map[string]*sheet{"an eighth less": near2, "a third less, early": early, "noise": noisy, "a line": hash, "parts of blocks": tails} {
		silent(t, name, s.find(t, "bulk-kernel"))
	}
}
