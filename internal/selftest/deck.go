package selftest

import (
	"math/rand/v2"
	"slices"

	"cpb/library"
)

// A deck deals what is planted into each cell of each run: over as many runs as there are cards, every cell gets each card once, in an order
// of its own, so that no run and no cell has more of one than of another.
type deck struct {
	cards []int
	seed  uint64
}

func newDeck(cards []int, seed uint64) *deck { return &deck{slices.Clone(cards), seed} }

// deal is what run n plants, by cell.
func (d *deck) deal(n int) func(library.Cell) int {
	return func(c library.Cell) int {
		round, at := n/len(d.cards), n%len(d.cards)
		rng := rand.New(rand.NewPCG(d.seed+uint64(round), hash(c)))
		return d.cards[rng.Perm(len(d.cards))[at]]
	}
}

// hash tells cells apart (FNV-1a).
func hash(c library.Cell) uint64 {
	h := uint64(14695981039346656037)
	for _, b := range []byte(c.Primitive + string(c.Operation)) {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return (h ^ uint64(c.SizeBytes)) * 1099511628211
}
