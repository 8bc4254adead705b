package worker

import "testing"

// TestAllocations: long calls are counted over few, short ones over many, and what each allocates comes out.
func TestAllocations(t *testing.T) {
	var kept []*[64]byte
	for _, test := range []struct {
		callNs float64
		calls  int
	}{{100, 1024}, {50_000, 40}, {3e6, 16}} {
		made := 0
		count := allocations(test.callNs, func(n int) {
			made = n
			kept = make([]*[64]byte, 0, n)
			for range n {
				kept = append(kept, new([64]byte))
			}
		})
		if made != test.calls || count < 1 || count > 2 {
			t.Errorf("calls of %v ns: %v allocations over %d calls; want 1 over %d", test.callNs, count, made, test.calls)
		}
	}
	_ = kept
}
