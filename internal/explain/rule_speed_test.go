package explain

import (
	"testing"

	"cpb/result"
)

func TestSpeedChangedFunction(t *testing.T) {
	doc, groups := threadFigures(t, "versions")
	f := only(t, findings(t, "speed-changed-function", doc, groups))
	says(t, f, "sha1: openssl speed calls EVP_Digest in 1.0.2g and SHA1() in 1.1.0-pre4.", "Part of what each call costs less is that",
		"callers of EVP do not get that part", "unless a table was made with -evp, which is not told")
	near(t, "the change", f.Figures["least_fixed_ns"], 62.9-263.4, 1)
	if f.Basis != result.Known {
		t.Errorf("basis %s", f.Basis)
	}

	s := &sheet{}
	s.row("A", "1.0.2u", "sha1", 260, 70, command("speed sha1"))
	s.row("B", "1.1.1w", "sha1", 290, 70, command("speed sha1"))
	says(t, only(t, s.find(t, "speed-changed-function")), "does not compare like for like") // dearer, though it calls less

	s = &sheet{}
	s.row("A", "1.1.1w", "sha256", 60, 70, command("speed sha256"))
	s.row("B", "3.0.22", "sha256", 150, 70)
	says(t, only(t, s.find(t, "speed-changed-function")), "SHA256() in 1.1.1w and EVP_Digest with a digest fetched once in 3.0.22",
		"Part of what each call costs more is that")

	s = &sheet{}
	s.row("A", "1.1.1w", "aes-128-cbc", 20, 70, command("speed aes-128-cbc"))
	s.row("B", "3.0.22", "aes-128-cbc", 20, 10)
	says(t, only(t, s.find(t, "speed-changed-function")), "AES_cbc_encrypt in 1.1.1w", "differ in the path, and not only in the version")

	s = &sheet{}
	s.row("A", "1.0.2u", "md5", 130, 70, command("speed -evp md5"))
	s.row("B", "1.1.1w", "md5", 190, 70, command("speed -evp md5"))
	says(t, only(t, s.find(t, "speed-changed-function")), "the same function in 1.0.2u and 1.1.1w, EVP_Digest: like for like")

	s = &sheet{}
	s.row("A", "2.8.3", "md4", 130, 70, func(r *result.Result) { r.Library = "libressl" })
	s.row("B", "1.1.1w", "md4", 130, 70)
	says(t, only(t, s.find(t, "speed-changed-function")), "in 1.1.1w and LibreSSL 2.8.3, EVP_Digest: like for like")

	silence := map[string][2]string{"unknown": {"", "1.1.1w"}, "one version": {"1.0.2u", "1.0.2u"}, "the same by default": {"1.1.0d", "1.1.1w"}}
	for name, versions := range silence {
		s := &sheet{}
		s.row("A", versions[0], "sha1", 260, 70)
		s.row("B", versions[1], "sha1", 260, 70)
		silent(t, name, s.find(t, "speed-changed-function"))
	}
	s = &sheet{}
	s.row("A", "1.0.2u", "sha1", 260, 70, own)
	s.row("B", "1.1.1w", "sha1", 60, 70, own)
	silent(t, "cpb's own", s.find(t, "speed-changed-function"))
}

// Where two tables of one version have two prices for a hash, the dearer one is not taken for the one-shot function.
func TestDoubtedHabits(t *testing.T) {
	s := &sheet{}
	s.row("A", "1.1.0d", "md5", 48, 100)
	s.row("A", "1.1.0d", "sha1", 62, 92)
	s.row("B", "1.1.0d", "md5", 186, 100)
	s.row("B", "1.1.0d", "sha1", 62, 92)
	e := newEvidence(&s.doc, s.groups, Options{})
	for i, known := range []bool{true, true, false, true} {
		if (e.rows[i].timed != nil) != known {
			t.Errorf("%s in %s: habit %+v", e.rows[i].key, e.rows[i].name, e.rows[i].timed)
		}
	}
}

func TestEVPOneName(t *testing.T) {
	doc, groups := threadFigures(t, "interfaces")
	found := findings(t, "evp-one-name", doc, groups)
	if len(found) != 2 {
		t.Fatalf("%+v", found)
	}
	says(t, found[0], "EVP both times")
	says(t, found[1], "md5 costs 138.2 ns more per call in 1.1.0d -evp than in 1.1.0d and the same per block; sha1 costs the same in both, within 2.0 %.",
		"openssl speed called MD5(), and EVP_Digest", "only md5 compares two interfaces")

	for i := range doc.Results { // the reader may know the interface of a row from the command
		if r := &doc.Results[i]; r.Source.Command == "speed -evp md5 sha1" && r.Primitive == "md5" {
			r.Interface = evp
		}
	}
	if found := findings(t, "evp-one-name", doc, groups); len(found) != 2 || found[1].Basis != result.Known {
		t.Errorf("with interfaces told: %+v", found)
	}

	doc, groups = figures(t, "interfaces")
	for _, f := range findings(t, "evp-one-name", doc, groups) {
		says(t, f, "as it does where one of the tables is made with -evp")
		if f.Basis != result.Inferred {
			t.Errorf("without commands the basis is %s", f.Basis)
		}
	}

	tables := func(version string, md5, sha1 float64) *sheet {
		s := &sheet{}
		s.row("A", "1.1.0d", "md5", 48, 100)
		s.row("A", "1.1.0d", "sha1", 62, 92)
		s.row("B", version, "md5", md5, 100)
		s.row("B", version, "sha1", sha1, 92)
		return s
	}
	for name, s := range map[string]*sheet{
		"both changed":    tables("1.1.0d", 186, 186),
		"none changed":    tables("1.1.0d", 49, 62),
		"another version": tables("1.1.1w", 186, 62),
	} {
		silent(t, name, s.find(t, "evp-one-name"))
	}
}

func TestLegacyEVPMix(t *testing.T) {
	doc, groups := threadFigures(t, "interfaces")
	says(t, only(t, findings(t, "legacy-evp-mix", doc, groups)), "In 1.1.0d -evp openssl speed timed md5 through EVP and sha1 through SHA1().")

	s := &sheet{}
	s.row("A", "1.1.1w", "aes-128-cbc", 20, 10, command("speed -evp aes-128-cbc aes-256-cbc"))
	s.row("A", "1.1.1w", "aes-256-cbc", 20, 90, command("speed -evp aes-128-cbc aes-256-cbc"))
	says(t, only(t, s.find(t, "legacy-evp-mix")), "aes-128-cbc through EVP and aes-256-cbc through AES_cbc_encrypt", "on x86")

	for name, version := range map[string]string{"all fetched": "3.0.22", "unknown": ""} {
		s := &sheet{}
		s.row("A", version, "md5", 48, 100)
		s.row("A", version, "sha256", 62, 92)
		silent(t, name, s.find(t, "legacy-evp-mix"))
	}
	s = &sheet{}
	s.row("A", "1.1.1w", "sha1", 48, 100, command("speed sha1 sha256"))
	s.row("A", "1.1.1w", "sha256", 62, 92, command("speed sha1 sha256"))
	silent(t, "one path", s.find(t, "legacy-evp-mix"))
}
