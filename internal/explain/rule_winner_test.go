package explain

import (
	"testing"

	"cpb/result"
)

// TestFiveMachines holds the rules to what was read from the five machines' figures by hand.
func TestFiveMachines(t *testing.T) {
	doc, groups := threadFigures(t, "cpus")
	f := only(t, findings(t, "winner", doc, groups))
	says(t, f, "openssl is the fastest for md5 and sha1 everywhere, sha224 and sha256 on all but Atom N270, aes-128-ecb on Athlon 4050e",
		"tomcrypt is the fastest for sha224 and sha256 on Atom N270, aes-128-ecb on all but Athlon 4050e",
		"lavu is never the fastest, and the slowest for aes-128-ecb on i7-3770K and Athlon II X2 250")
	// 5.083 ticks against 5.162 on the i7-3770K are 1.6 %, 15.922 against 17.258 on the Athlon 4050e are 8.4 %.
	says(t, f, "It is by less than 10 %, which single runs of the same code can differ by, for md5 on ")
	near(t, "contests", f.Figures["contests"], 25, 0)

	f = only(t, findings(t, "outlier-library", doc, groups))
	says(t, f, "aes-128-ecb on Athlon 4050e: lavu and gcrypt take 3.1 and 3.4 times as long as openssl")
	near(t, "lavu", f.Figures["ratio lavu"], 48.675/15.922, 1e-6)
	near(t, "gcrypt", f.Figures["ratio gcrypt"], 54.384/15.922, 1e-6)
	near(t, "lavu elsewhere", f.Figures["elsewhere lavu"], 26.601/15.577, 1e-6)
}

// rival is an own result of some library.
func rival(group, library, primitive string, size int, ns, off float64) result.Result {
	return result.Result{
		Run: group, Library: library, Primitive: primitive, Operation: "hash", Work: "message", SizeBytes: &size,
		NsPerCall: ns, LowNs: ns * (1 - off), HighNs: ns * (1 + off),
	}
}

func TestWinner(t *testing.T) {
	s := &sheet{}
	for _, r := range []result.Result{
		rival("A", "x", "md5", 16, 100, 0.001), rival("A", "x", "md5", 64, 200, 0.001),
		rival("A", "y", "md5", 16, 101, 0.001), rival("A", "y", "md5", 64, 202, 0.001),
		rival("A", "x", "sha1", 16, 100, 0.01), rival("A", "y", "sha1", 16, 101, 0.01), // a tie
		rival("A", "x", "sha256", 16, 100, 0.01), // alone
	} {
		s.add(r)
	}
	f := only(t, s.find(t, "winner"))
	if want := "x is the fastest for md5. No one is the fastest at most sizes and behind at none for sha1."; f.Sentence != want {
		t.Errorf("%q, want %q", f.Sentence, want)
	}

	tied := &sheet{}
	tied.add(rival("A", "x", "md5", 16, 100, 0.02))
	tied.add(rival("A", "y", "md5", 16, 103, 0.02))
	alone := &sheet{}
	alone.add(rival("A", "x", "md5", 16, 100, 0))
	alone.add(rival("B", "y", "md5", 16, 200, 0))
	near1 := &sheet{} // nothing tells how they vary, and 1 % is nothing then
	near1.row("A", "1.1.1w", "md5", 100, 100)
	near1.row("A", "3.0.22", "md5", 101, 101)
	for name, s := range map[string]*sheet{"a tie": tied, "two machines": alone, "1 %": near1} {
		silent(t, name, s.find(t, "winner"))
	}
}

// What is measured in ticks does not stand against what is measured in ns.
func TestWinnerNeedsOneUnit(t *testing.T) {
	s := &sheet{}
	s.add(rival("A", "x", "md5", 16, 100, 0))
	s.add(rival("A", "y", "md5", 16, 0, 0), func(r *result.Result) { r.CyclesPerByte, r.Cycles = 5, "tsc" })
	silent(t, "two units", s.find(t, "winner"))
}

func TestWinnerChanges(t *testing.T) {
	s := &sheet{}
	for i, size := range []int{16, 64, 256, 1024, 8192} {
		x := []float64{50, 100, 300, 1200, 9000}[i]
		y := []float64{80, 110, 301, 1000, 7000}[i]
		s.add(rival("A", "x", "sha256", size, x, 0.005))
		s.add(rival("A", "gcrypt", "sha256", size, y, 0.005))
		s.add(rival("A", "x", "md5", size, x, 0.005))
		s.add(rival("A", "gcrypt", "md5", size, x*1.1, 0.005))
	}
	f := only(t, s.find(t, "winner-changes"))
	if want := "sha256: the fastest is x up to 64 bytes and gcrypt from 1024 bytes on; at 256 bytes it is a tie."; f.Sentence != want {
		t.Errorf("%q, want %q", f.Sentence, want)
	}
	near(t, "from", f.Figures["from_2_bytes"], 1024, 0)
}

func TestOutlierLibrary(t *testing.T) {
	machines := func(slow float64, n int) *sheet {
		s := &sheet{}
		for i, name := range []string{"A", "B", "C", "D"}[:n] {
			ns := 130.0
			if i == 0 {
				ns = slow
			}
			s.add(rival(name, "x", "md5", 1024, 100, 0))
			s.add(rival(name, "y", "md5", 1024, ns, 0))
		}
		return s
	}
	says(t, only(t, machines(300, 3).find(t, "outlier-library")), "md5 on A: y takes 3.0 times as long as x, the fastest there; elsewhere at most 1.3 times")
	for name, s := range map[string]*sheet{"in line": machines(240, 4), "two machines": machines(300, 2)} {
		silent(t, name, s.find(t, "outlier-library"))
	}
	everywhere := machines(300, 4)
	for i := range everywhere.doc.Results {
		if r := &everywhere.doc.Results[i]; r.Library == "y" {
			r.NsPerCall, r.LowNs, r.HighNs = 300, 300, 300
		}
	}
	silent(t, "slow everywhere", everywhere.find(t, "outlier-library"))
}

// Libraries stand against each other with the best of their interfaces; which that is, is said where it is not a tie.
func TestWinnerOfInterfaces(t *testing.T) {
	s := &sheet{}
	by := func(iface string) func(*result.Result) { return func(r *result.Result) { r.Interface = iface } }
	for _, size := range []int{16, 64, 256} {
		n := float64(size)
		s.add(rival("A", "x", "md5", size, 2*n, 0.001), by("slow"))
		s.add(rival("A", "x", "md5", size, n, 0.001), by("quick"))
		s.add(rival("A", "y", "md5", size, 1.5*n, 0.001), by("native"))
		s.add(rival("A", "x", "sha1", size, n, 0.001), by("slow"))
		s.add(rival("A", "x", "sha1", size, n, 0.001), by("quick"))
		if size == 16 {
			n *= 0.999
		}
		s.add(rival("A", "y", "sha1", size, n/0.999*1.001, 0.001+1/n), by("native"))
	}
	f := only(t, s.find(t, "winner"))
	if want := "x is the fastest for md5 (quick). No one is the fastest at most sizes and behind at none for sha1."; f.Sentence != want {
		t.Errorf("%q, want %q", f.Sentence, want)
	}

	one := &sheet{}
	one.add(rival("A", "x", "md5", 16, 100, 0.001), by("slow"))
	one.add(rival("A", "x", "md5", 16, 50, 0.001), by("quick"))
	if f, want := only(t, one.find(t, "winner")), "x/quick is the fastest for md5; x/slow is never the fastest."; f.Sentence != want {
		t.Errorf("%q, want %q", f.Sentence, want)
	}

	tied := &sheet{}
	for i, size := range []int{16, 64, 256} {
		tied.add(rival("A", "x", "md5", size, 100, 0.001))
		tied.add(rival("A", "y", "md5", size, 100.1+10*float64(i), 0.001))
	}
	says(t, only(t, tied.find(t, "winner")), "x is the fastest for md5 (a tie at 16 bytes).")
}
