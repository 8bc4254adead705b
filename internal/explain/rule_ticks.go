package explain

import (
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// tickUnit says what cycles are that are none, and what FFmpeg's crypto_bench times (its tools/crypto_bench.c).
func tickUnit(e *evidence) (found []result.Finding) {
	var ticks, ciphers, aes []*row
	for _, r := range e.rows {
		at := e.at(r.results[0])
		if at.Cycles == result.CyclesTSC {
			ticks = append(ticks, r)
		}
		p, _ := catalog.Known(r.key.primitive)
		if at.Source == nil || !strings.Contains(at.Source.Tool, "crypto_bench") || !slices.Contains(p.Operations, catalog.Encrypt) {
			continue
		}
		ciphers = append(ciphers, r)
		if at.Library == "openssl" && strings.HasPrefix(p.Slug, "aes-") {
			aes = append(aes, r)
		}
	}
	say := func(rows []*row, sentence string) {
		if len(rows) > 0 {
			found = append(found, result.Finding{Basis: result.Known, Primitives: primitivesOf(rows), Results: resultsOf(rows), Sentence: sentence})
		}
	}
	say(ticks, "The cycles here are ticks of the time-stamp counter, which on most processors runs at a fixed rate of its own: they are not core cycles.")
	say(ciphers, "The ciphers of crypto_bench set their key in each call, within the time that is taken, and run block by block in ECB mode.")
	say(aes, "openssl's AES in crypto_bench is AES_encrypt(), called for each block, and not EVP: not the speed that an EVP user gets.")
	return found
}
