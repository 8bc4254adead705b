//go:build cgo && linux

package run_test

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/result"
)

// planted is a library whose interfaces differ by costs that were put there: SHA-256 of crypto/sha256 with something added that is
// known by itself, to see whether a run's fixed and block costs have it where it is.
//
// In all three each call waits for the one before: a word of the output goes through a chain of dependent multiplications and
// additions, and what is left of it, nothing, into the first word of the next input. Then what is put between two calls costs its own time.
// It does not by itself. The processor begins a call before the last one is done, as far as it can see ahead; and where a bare output
// is the next input, it still finishes old stores meanwhile: chained against a plain without its chain was 49.1 ns for a chain of 52.4.
type planted struct{ library.GoMemory }

const (
	plantedPlain   = "plain"   // SHA-256 of In, and the chain
	plantedChained = "chained" // the same with the chain twice
	plantedLonger  = "longer"  // plain, and a block more for each 32
)

func init() {
	library.Register(library.Info{
		Name: "planted", Title: "costs that are known, for these tests", Loop: "go", Hidden: true,
		Interfaces: []library.Interface{
			{Name: plantedPlain, Does: "SHA-256 and a chain of additions, each call after the one before", NoAllocs: true},
			{Name: plantedChained, Does: "the same with the chain twice", NoAllocs: true},
			{Name: plantedLonger, Does: "plain, and a block more for each 32", NoAllocs: true},
		},
		Find: func(string) ([]library.Target, error) { return []library.Target{{Library: "planted"}}, nil },
		Open: func(library.Target) (library.Library, error) { return planted{}, nil },
	})
}

func (planted) Identity() (name, version string) { return "planted", "1" }
func (planted) Loaded() result.Loaded            { return result.Loaded{} }

func (planted) Offers() []library.Offer {
	var offers []library.Offer
	for _, name := range []string{plantedPlain, plantedChained, plantedLonger} {
		offers = append(offers, library.Offer{Primitive: "sha256", Operation: catalog.Hash, Interface: name, Work: catalog.Message})
	}
	return offers
}

func (planted) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	if len(calls) == 0 || len(calls[0].Out) < sha256.Size {
		return nil, errors.New("no calls, or no room for a digest")
	}
	carry := uint64(0) // of the last output: always 0, which nobody but the mask's writer knows
	switch c.Interface {
	case plantedPlain:
		return library.NewGoOp(func(call *library.Call) bool {
			carry = chain(hashAfter(call, carry), factor, summand) & nothing
			return true
		}, calls), nil
	case plantedChained:
		return library.NewGoOp(func(call *library.Call) bool {
			carry = chain(chain(hashAfter(call, carry), factor, summand), factor, summand) & nothing
			return true
		}, calls), nil
	case plantedLonger:
		return library.NewGoOp(func(call *library.Call) bool {
			carry = chain(hashAfter(call, carry), factor, summand) & nothing
			waitFor(call.In, carry)
			more := sha256.Sum256(call.In[:len(call.In)/plantedUnit*64])
			carry = binary.LittleEndian.Uint64(more[:]) & nothing
			return true
		}, calls), nil
	}
	return nil, errors.New("no interface " + c.Interface)
}

// plantedUnit is the length of 32 blocks less what is theirs beside a message: for sizes of 64k - 9 bytes, k a multiple of 32, longer
// hashes k/32 blocks more, and one that is there at every size.
const plantedUnit = 32*64 - 9

// nothing, factor and summand are variables so that no compiler can know them.
var nothing, factor, summand uint64 = 0, 6364136223846793005, 1442695040888963407

// hashAfter is one call, after the one whose carry is given: the digest of In in Out, and its first word.
func hashAfter(call *library.Call, carry uint64) uint64 {
	waitFor(call.In, carry)
	sum := sha256.Sum256(call.In)
	copy(call.Out, sum[:])
	return binary.LittleEndian.Uint64(call.Out)
}

// waitFor has the message in depend on carry, which is 0 and changes nothing.
func waitFor(in []byte, carry uint64) {
	if len(in) >= 8 {
		binary.LittleEndian.PutUint64(in, binary.LittleEndian.Uint64(in)^carry)
	}
}

// chain is 48 multiplications and 48 additions, each of which waits for the one before: 192 cycles where they take 3 and 1. With
// constants for k and c the compiler makes one of each of all 48; go tool objdump -s run_test.chain shows whether they are there.
//
//go:noinline
func chain(x, k, c uint64) uint64 {
	x = fourSteps(fourSteps(fourSteps(x, k, c), k, c), k, c)
	x = fourSteps(fourSteps(fourSteps(x, k, c), k, c), k, c)
	x = fourSteps(fourSteps(fourSteps(x, k, c), k, c), k, c)
	return fourSteps(fourSteps(fourSteps(x, k, c), k, c), k, c)
}

func fourSteps(x, k, c uint64) uint64 {
	x = x*k + c
	x = x*k + c
	x = x*k + c
	return x*k + c
}

// TestPlantedIsRight: what is planted changes no digest and no message, and goes on over calls.
func TestPlantedIsRight(t *testing.T) {
	for _, offer := range (planted{}).Offers() {
		for _, size := range []int{0, 7, 8, 64, 2039, 4087} {
			calls := make([]library.Call, 3)
			var messages [3][]byte
			for i := range calls {
				in := make([]byte, size)
				for j := range in {
					in[j] = byte(i + 7*j)
				}
				messages[i] = append([]byte(nil), in...)
				calls[i] = library.Call{In: in, Out: make([]byte, sha256.Size)}
			}
			op, err := planted{}.Prepare(library.Cell{Interface: offer.Interface, SizeBytes: size}, calls)
			if err != nil {
				t.Fatal(err)
			}
			if failed := op.Time(1, 5, make([]int64, 2)); failed != 0 {
				t.Errorf("%d calls failed", failed)
			}
			for i, call := range calls {
				if [sha256.Size]byte(call.Out) != sha256.Sum256(messages[i]) || string(call.In) != string(messages[i]) {
					t.Errorf("%s at %d bytes: digest or message is wrong", offer.Interface, size)
				}
			}
		}
	}
	if _, err := (planted{}).Prepare(library.Cell{Interface: plantedPlain}, nil); err == nil {
		t.Error("an op without calls")
	}
}

// TestPlantedChain: the chain has as many steps as its comment says.
func TestPlantedChain(t *testing.T) {
	want := uint64(5)
	for range 48 {
		want = want*3 + 7
	}
	if got := chain(5, 3, 7); got != want {
		t.Errorf("%d, want %d", got, want)
	}
}
