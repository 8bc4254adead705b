package explain

import (
	"strings"
	"testing"

	"cpb/result"
)

// machine is a sheet of one own run on a processor with those features.
func machine(coreHz float64, features ...string) *sheet {
	return &sheet{doc: result.Document{Host: &result.Host{CoreHz: coreHz, Features: features}}}
}

// At 4 GHz, 4 cycles are a ns: 57.6 ns per block of 16 bytes are 14.4 cycles per byte.
func TestUnusedInstructions(t *testing.T) {
	s := machine(4e9, "aes", "sha_ni")
	s.row("A", "1.18.2", "aes-128-cbc", 30, 57.6, own, func(r *result.Result) { r.Library = "tomcrypt" })
	s.row("A", "1.18.2", "sha256", 30, 180, own, func(r *result.Result) { r.Library = "tomcrypt" })
	s.row("A", "3.0.22", "aes-128-cbc", 30, 10.5, own)
	s.row("A", "3.0.22", "sha256", 30, 32, own)
	found := s.find(t, "unused-instructions")
	if len(found) != 2 {
		t.Fatalf("%+v", found)
	}
	says(t, found[0], "tomcrypt-1.18.2 does not use this processor's AES instructions: aes-128-cbc takes 14.4 cycles per byte")
	says(t, found[1], "tomcrypt-1.18.2 does not use this processor's SHA instructions: sha256 takes 11.2 cycles per byte") // 180 × 4 ÷ 64 = 11.25

	without := machine(4e9, "sse2")
	masked := machine(4e9, "aes", "sha_ni")
	noClock := machine(0, "aes", "sha_ni")
	foreign := machine(4e9, "aes", "sha_ni")
	for _, p := range []string{"aes-128-cbc", "sha256"} {
		without.row("A", "", p, 30, 180, own)
		masked.row("A", "", p, 30, 180, own, func(r *result.Result) { r.Caps = "no-aes" })
		noClock.row("A", "", p, 30, 180, own)
		foreign.row("A", "", p, 30, 180)
	}
	other := machine(4e9, "aes", "sha_ni")
	other.row("A", "", "md5", 30, 180, own)
	other.row("A", "", "sha512", 30, 400, own)
	for name, s := range map[string]*sheet{
		"no such instructions": without, "switched off": masked, "no clock": noClock, "another machine's": foreign, "no instructions for it": other,
	} {
		silent(t, name, s.find(t, "unused-instructions"))
	}
}

// The low-level AES of OpenSSL before 3.0 beside EVP's: the figures are FORMATS' 196 and 1342 MB/s of 1.1.1.
func TestUnusedByLowLevel(t *testing.T) {
	low, by := 16e3/196, 16e3/1342
	tables := func(evpBlock float64, lowCommand, evpCommand string) *sheet {
		s := &sheet{}
		s.row("A", "1.1.1w", "aes-128-cbc", 0, low, command(lowCommand))
		s.row("B", "1.1.1w", "aes-128-cbc", 0, evpBlock, command(evpCommand))
		return s
	}
	f := only(t, tables(by, "speed aes-128-cbc", "speed -evp aes-128-cbc").find(t, "unused-instructions"))
	says(t, f, "aes-128-cbc through EVP in B is 6.85 times as fast as through AES_cbc_encrypt in A", "if both tables are of one machine")
	near(t, "the ratio", f.Figures["ratio"], 1342.0/196, 1e-6)

	silent(t, "twice as fast", tables(low/2, "speed aes-128-cbc", "speed -evp aes-128-cbc").find(t, "unused-instructions"))
	silent(t, "commands not told", tables(by, "", "").find(t, "unused-instructions"))
	files := tables(by, "speed aes-128-cbc", "speed -evp aes-128-cbc")
	for i := range files.doc.Results {
		files.doc.Results[i].Source.File = files.doc.Results[i].Run
	}
	silent(t, "two files", files.find(t, "unused-instructions"))
	decrypted := tables(by, "speed aes-128-cbc", "speed -evp aes-128-cbc -decrypt")
	for i := range decrypted.doc.Results {
		if r := &decrypted.doc.Results[i]; strings.Contains(r.Source.Command, "-decrypt") {
			r.Operation = "decrypt"
		} else {
			r.Operation = "" // as its reader leaves it
		}
	}
	silent(t, "decryption, which is several blocks at a time", decrypted.find(t, "unused-instructions"))
}
