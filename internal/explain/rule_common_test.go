package explain

import (
	"testing"

	"cpb/result"
)

// TestBuilds: MD4, MD5 and SHA-1 gained the same in both pairs of builds, the rest nothing, and one factor lies between the
// machines.
func TestBuilds(t *testing.T) {
	doc, groups := threadFigures(t, "builds")
	f := only(t, findings(t, "common-fixed-cost", doc, groups))
	near(t, "the least", f.Figures["least_ns"], 135, 1)
	near(t, "the most", f.Figures["most_ns"], 282, 1)
	says(t, f, "md4, md5 and sha1 each cost 135.1 to 147.6 ns more per call in “Debian, by hand” than in “Debian, packaged” and 268.1 to 281.6 in "+
		"“CentOS, by hand” than in “CentOS, packaged”, and sha256 and sha512 do not", "outside the algorithms, in the path to them",
		"The block functions of md4 and md5 did not get slower, the call did.")
	if f.Basis != result.Inferred {
		t.Errorf("basis %s", f.Basis)
	}

	says(t, only(t, findings(t, "engine-table", doc, groups)), "md4, md5 and sha1, which gained 135.1 to 147.6 ns per call in “Debian, by hand” and 268.1 to "+
		"281.6 in “CentOS, by hand”", "probably", "a static build", "a property of the build, not of the version")

	factor := findings(t, "common-factor", doc, groups)
	if len(factor) != 2 || factor[0].Basis != result.Measured || factor[1].Basis != result.Inferred {
		t.Fatalf("%+v", factor)
	}
	near(t, "the least factor", factor[0].Figures["least_ratio"], 1.31, 0.005)
	near(t, "the largest factor", factor[0].Figures["most_ratio"], 1.34, 0.005)
	near(t, "rows", factor[0].Figures["rows"], 10, 0)
	says(t, factor[0], "1.31 to 1.34 times as much in “CentOS, packaged” as in “Debian, packaged” and in “CentOS, by hand” as in “Debian, by hand”, in all 10 rows")
	says(t, factor[1], "not of the library", "most likely in their clocks")
}

// fiveHashes are costs of one machine that are of the order of those of an old processor.
var fiveHashes = []struct {
	name         string
	fixed, block float64
}{{"md4", 140, 58}, {"md5", 180, 98}, {"sha1", 160, 93}, {"sha256", 80, 247}, {"sha512", 80, 319}}

// builds is a sheet of two builds of which the second has other fixed costs.
func builds(more map[string]float64, factor float64, versions ...string) *sheet {
	s := &sheet{}
	for _, h := range fiveHashes {
		s.row("A", versions[0], h.name, h.fixed, h.block)
		s.row("B", versions[len(versions)-1], h.name, (h.fixed+more[h.name])*factor, h.block*factor)
	}
	return s
}

func TestCommonFixedCost(t *testing.T) {
	s := builds(map[string]float64{"md4": -60, "md5": -65, "sha1": -62}, 1, "")
	f := only(t, s.find(t, "common-fixed-cost"))
	says(t, f, "md4, md5 and sha1 each cost 60.0 to 65.0 ns less per call in B than in A, and sha256 and sha512 do not", "did not get faster, the call did")

	s = builds(map[string]float64{"md4": 130, "md5": 140}, 1, "")
	says(t, only(t, s.find(t, "common-fixed-cost")), "md4 and md5 each cost 130.0 to 140.0 ns more")

	all := map[string]float64{}
	for _, h := range fiveHashes {
		all[h.name] = 100
	}
	says(t, only(t, builds(all, 1, "").find(t, "common-fixed-cost")), "md4, md5, sha1, sha256 and sha512 each cost 100.0 ns more")

	s = builds(map[string]float64{"md4": 40, "md5": 40, "sha1": 40}, 1, "")
	for i := range s.doc.Results { // sizes that lie 3.5 % above and below the line leave more than 40 ns to its fixed cost
		if r := &s.doc.Results[i]; r.Primitive == "sha512" {
			r.NsPerCall *= 1 + 0.035*float64(1-2*(i%2))
		}
	}
	says(t, only(t, s.find(t, "common-fixed-cost")), "and sha256 does not:", " Of sha512 the fits do not tell.")

	for name, s := range map[string]*sheet{
		"one alone":        builds(map[string]float64{"md5": 130}, 1, ""),
		"none":             builds(nil, 1, ""),
		"too little":       builds(map[string]float64{"md4": 11, "md5": 11, "sha1": 11}, 1, ""),
		"different":        builds(map[string]float64{"md4": 60, "md5": 100, "sha1": 160}, 1, ""),
		"two, and no rest": builds(map[string]float64{"md4": 130, "md5": 130, "sha1": 60, "sha256": 200, "sha512": 300}, 1, ""),
		"another machine":  builds(map[string]float64{"md4": 130, "md5": 140, "sha1": 135}, 1.3, ""),
	} {
		silent(t, name, s.find(t, "common-fixed-cost"))
	}
}

// Noise of 2 % at each size leaves nothing to be built on.
func TestCommonFixedCostInNoise(t *testing.T) {
	s := builds(nil, 1, "")
	for i := range s.doc.Results {
		s.doc.Results[i].NsPerCall *= 1 + 0.02*float64((i*7)%5-2)/2
	}
	silent(t, "noise", s.find(t, "common-fixed-cost"))
}

func TestEngineTable(t *testing.T) {
	gained := map[string]float64{"md4": 140, "md5": 150, "sha1": 145}
	says(t, only(t, builds(gained, 1, "1.0.1e", "1.0.2-beta2").find(t, "engine-table")), "140.0 to 150.0 ns", "probably")
	says(t, only(t, builds(gained, 1, "1.0.1e", "").find(t, "engine-table")), "The version of one side is not told")
	for name, s := range map[string]*sheet{
		"no version":          builds(gained, 1, ""),
		"another era":         builds(gained, 1, "1.1.1", "3.0.0"),
		"half of another era": builds(gained, 1, "1.0.2u", "1.1.0"),
		"too little":          builds(map[string]float64{"md4": 60, "md5": 62, "sha1": 61}, 1, "1.0.1e", "1.0.2"),
		"lost, not gained":    builds(map[string]float64{"md4": -100, "md5": -100, "sha1": -100}, 1, "1.0.1e", "1.0.2"),
		"sha256 too":          builds(map[string]float64{"md4": 140, "md5": 140, "sha1": 140, "sha256": 140}, 1, "1.0.1e", "1.0.2"),
	} {
		silent(t, name, s.find(t, "engine-table"))
	}
	other := builds(gained, 1, "1.0.1e", "1.0.2")
	for i := range other.doc.Results {
		other.doc.Results[i].Source.Tool = "another"
	}
	silent(t, "another tool", other.find(t, "engine-table"))
}

func TestCommonFactor(t *testing.T) {
	found := builds(nil, 1.3, "").find(t, "common-factor")
	if len(found) != 2 {
		t.Fatalf("%+v", found)
	}
	says(t, found[0], "A block costs 1.30 times as much in B as in A, in all 5 rows")
	says(t, found[1], "do not tell which, nor whether it is the same library")

	says(t, builds(nil, 0.5, "").find(t, "common-factor")[0], "A block costs 2.00 times as much in A as in B")

	uneven := builds(nil, 1.3, "")
	for i := range uneven.doc.Results {
		if r := &uneven.doc.Results[i]; r.Run == "B" && r.Primitive == "sha256" {
			r.NsPerCall /= 1.1
		}
	}
	few := &sheet{}
	for _, h := range fiveHashes[:3] {
		few.row("A", "", h.name, h.fixed, h.block)
		few.row("B", "", h.name, 1.3*h.fixed, 1.3*h.block)
	}
	kin := &sheet{} // six rows of three algorithms
	for i, p := range []string{"aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "sha224", "sha256", "md5"} {
		kin.row("A", "", p, 100, float64(100+i))
		kin.row("B", "", p, 130, 1.3*float64(100+i))
	}
	for name, s := range map[string]*sheet{"one row off": uneven, "three rows": few, "three algorithms": kin, "no factor": builds(nil, 1.03, "")} {
		silent(t, name, s.find(t, "common-factor"))
	}
}
