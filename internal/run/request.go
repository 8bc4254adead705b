// Package run makes a run: it finds out what each library offers, verifies it, plans what fits the budget, takes samples in
// interleaved rounds over many launches, and turns them into a document.
//
//	Request → scout (load, verify, gauge) → plan (launches, rounds, sizes) → sample → estimate → result.Document
//
// How a number is made, and why so, is in docs/method.md.
package run

import (
	"errors"
	"fmt"
	"time"

	"cpb/catalog"
	"cpb/internal/host"
	"cpb/internal/host/chain"
	"cpb/internal/worker"
	"cpb/library"
)

// What is used where a Request leaves it open.
const (
	DefaultLaunches = 32
	DefaultBudget   = 90 * time.Second

	defaultRounds = 3
	minLaunches   = 8   // as far as a tight budget takes launches down
	minOpen       = 20  // and those of a run that goes on until it knows enough: with fewer no such run ends
	maxLaunches   = 224 // as far as a generous time takes them up: the last of stats.Looks
)

// A sample is sampleNs of timed calls in slices of sliceNs, behind warmNs of untimed calls. Of the slices enough escape
// interrupts to tell what a call takes without; the untimed calls bring caches, branch predictors and, after 512-bit code of a neighbour, the clock
// back (that takes 50 µs).
const (
	sampleNs = 200_000
	sliceNs  = 10_000
	warmNs   = 100_000
)

// MaxSize is the largest message that can be asked for.
const MaxSize = 64 << 20

// DefaultSizes are the sizes of openssl speed, so that runs can be laid beside its tables.
var DefaultSizes = []int{16, 64, 256, 1024, 8192, 16384}

// VerifySizes are those at which Verify looks: around the ends of blocks, and of what fits beside the padding in a hash's last one.
var VerifySizes = []int{0, 1, 15, 16, 17, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1 << 10, 16 << 10, 1 << 20}

// Pairings: what is measured against what, and kept as pairs in the document.
const (
	PairsFirst     = "first"     // each implementation against the first
	PairsInterface = "interface" // each against the first that has the same interface: versions side by side
	PairsAll       = "all"
	PairsNone      = "none"
)

// Pairings lists the ways to pair.
var Pairings = []string{PairsFirst, PairsInterface, PairsAll, PairsNone}

// A Request is what to measure and how. The zero value of a field means the default, except Processor.
type Request struct {
	Primitives []catalog.Primitive
	Targets    []library.Target
	Operations []catalog.Operation // empty: all
	Interfaces []string            // empty: all
	Sizes      []int               // bytes, ascending; empty: DefaultSizes, VerifySizes
	Work       catalog.Work        // of operations that have it; "" and otherwise: their default

	Launches  int           // processes per library
	Time      time.Duration // cap of the time sampled per cell
	Budget    time.Duration // cap of the whole run
	Processor int           // to pin to; -1: choose one
	Seed      uint64        // of the messages and of the order
	Pairs     string
	Misalign  int  // bytes off the 64-byte alignment
	InPlace   bool // ciphers write where they read

	Program string               // this program's path, to start workers from
	Timeout time.Duration        // how long a worker may be silent; 0: worker.Timeout
	Clock   func() chain.Reading // nil: the processor's latency chains
	Observe func(Observed)       // nil: nobody wants the samples themselves

	// Precision is the half-width, as a part of the time, that every interval is to have: the run goes on until it has it, as far as Time and
	// Budget go; 0: it goes on for a number of launches. See until.go.
	Precision float64

	// Enough has the run go on until it is told enough of every comparison, as far as Time and Budget go, and not for a number of launches:
	// Launches is then the most. It is asked whenever there are as many values as stats.Looks has, and once more when a limit ends the run. Who measured enough makes room for who did
	// not. What it decides by must hold for whoever looks that often: stats.RepeatedLocation.
	Enough func(Standing) bool

	// Trace says of which pairs, of two files of one library, the code is looked at that a call runs (result.Layout): step by step, which takes a
	// second or so. nil: of those of one version whose interval excludes 1.
	Trace func(Standing) bool

	// Plant, of a library and one of its cells, is k where each k calls of it are to have one more among them that does not count, and 0 where none is to: a
	// cost that is known exactly, +1/k, to see whether it is found; of ops whose calls are all alike.
	Plant func(library.Target, library.Cell) int

	Progress func(Progress) // nil: nobody watches

	sizesAsked bool // not the default ones
}

// A Standing is what is known of a comparison so far: of two cells that are paired, the log of time other ÷ time base of each launch;
// of a cell that stands against none, the log of its ns per call.
type Standing struct {
	Base, Other library.Target // Base is the zero Target where there is none
	Cell        library.Cell   // the other's
	Values      []float64
}

// An Observed is one sample as it was taken.
type Observed struct {
	Target    library.Target
	Cell      library.Cell
	Launch    int
	Round     int     // of the launch
	Turn      int     // place in the round, of the cell's group
	NsPerCall float64 // undisturbed
	TotalNs   int64   // of all slices
	Calls     int     // in all slices; of a planted cell, those that count
	Switched  bool    // interrupted by the scheduler
}

// Progress is how far a run is.
type Progress struct {
	Stage string // "verifying", "exchanging signatures", "measuring"
	Done  int
	Total int
	Left  time.Duration // estimate; 0 where there is none yet
}

func (r *Request) setDefaults(sizes []int) error {
	if len(r.Targets) == 0 {
		return errors.New("no library to measure")
	}
	r.sizesAsked = len(r.Sizes) > 0
	if !r.sizesAsked {
		r.Sizes = sizes
	}
	for _, n := range r.Sizes {
		if n < 0 || n > MaxSize {
			return fmt.Errorf("size %d is not between 0 and %d bytes", n, MaxSize)
		}
	}
	if r.Budget == 0 {
		r.Budget = DefaultBudget
	}
	if r.Processor < 0 {
		r.Processor = host.ChooseCPU()
	}
	if r.Pairs == "" {
		r.Pairs = PairsFirst
	}
	if r.Timeout == 0 {
		r.Timeout = worker.Timeout
	}
	if r.Progress == nil {
		r.Progress = func(Progress) {}
	}
	return nil
}

// noSize is the size of calls that have none to choose.
const noSize = -1

// sizesOf are the sizes at which p is measured, and those asked for that it cannot have.
func (r *Request) sizesOf(p catalog.Primitive) (sizes, unfit []int) {
	if !p.Sized() {
		return []int{noSize}, nil
	}
	for _, n := range r.Sizes {
		switch {
		case p.Takes(n):
			sizes = append(sizes, n)
		case r.sizesAsked:
			unfit = append(unfit, n)
		}
	}
	return sizes, unfit
}
