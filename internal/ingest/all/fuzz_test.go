package all_test

import (
	"os"
	"path/filepath"
	"testing"

	"cpb/internal/ingest/ingesttest"
)

// FuzzRead reads any text with all formats at once.
func FuzzRead(f *testing.F) {
	var seeds []string
	for _, pattern := range []string{"../*/testdata/*", filepath.Join(corpus, "*.txt")} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil && len(text) < 10_000 {
				seeds = append(seeds, string(text))
			}
		}
	}
	for i, seed := range seeds {
		// Two outputs cut into each other.
		other := seeds[(i+1)%len(seeds)]
		seeds = append(seeds, seed[:len(seed)/2]+other[len(other)/3:])
	}
	ingesttest.Fuzz(f, "", seeds...)
}
