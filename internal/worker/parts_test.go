package worker

import (
	"hash/maphash"
	"testing"

	"cpb/library"
)

// steps is an op whose calls take 10, 20, 30 and 40 ns in turn, and which is interrupted for a microsecond in each seventh part that is timed.
type steps struct {
	next, timed int
	calls       []int // of each part
}

func (s *steps) Time(warm, count int, slices []int64) int64 {
	s.next += warm
	for i := range slices {
		slices[i] = 5 // a reading of the clock
		for range count {
			slices[i] += int64(10 * (s.next%4 + 1))
			s.next++
		}
		if s.timed++; s.timed%7 == 0 {
			slices[i] += 1000
		}
		s.calls = append(s.calls, count)
	}
	return 0
}

func (s *steps) Period() int { return 4 }
func (s *steps) Close()      {}

// TestParts: a slice of 40 calls, 10 of each kind, takes 1000 ns, whatever interrupts some of its parts; and four
// calls more, one of each kind, 100 more.
func TestParts(t *testing.T) {
	for extra, want := range map[int]float64{0: 1000, 4: 1100} {
		op := &steps{}
		c := &cell{op: op, calls: make([]library.Call, 4), witness: &equal{seed: maphash.MakeSeed()}}
		s := &server{clockNs: 5}
		r := new(Sample)
		if failures := s.time(c, &SampleRequest{Warm: 8, Calls: 40, Slices: 4, Extra: extra, Parts: 3}, r); failures != 0 {
			t.Errorf("%d failures", failures)
		}
		made := 0
		for _, n := range op.calls {
			made += n
		}
		if r.SliceNs != want || len(op.calls) != 12 || made != 4*(40+extra) {
			t.Errorf("%v ns, want %v, by %d calls in %d parts", r.SliceNs, want, made, len(op.calls))
		}
		if r.TotalNs < 4000 {
			t.Errorf("%d ns in all", r.TotalNs)
		}
	}
}

// TestSliceBetweenSteps: of slices that take 10,004 ns by a clock that counts in 10 ns, six in ten are 10,000 and four 10,010. One in five more is
// interrupted.
func TestSliceBetweenSteps(t *testing.T) {
	s := &server{}
	for i := range 20 {
		switch {
		case i%5 == 4:
			s.slices[i] = 12_000 + int64(1000*i)
		case i%5 < 2 || i == 2 || i == 7:
			s.slices[i] = 10_000
		default:
			s.slices[i] = 10_010
		}
	}
	if got, want := s.slice(20), 10_003.75; got != want { // 10 of 16, 6 of 16
		t.Errorf("%v ns, want %v", got, want)
	}
}

// TestRealign: after 101 calls of 16 messages 11 bring the first one back.
func TestRealign(t *testing.T) {
	s := &server{}
	c := &cell{op: &steps{}, calls: make([]library.Call, 16)}
	for calls, want := range map[int]int{101: 11, 96: 0, 1: 15} { // the period of 4 divides 16
		if got := s.realign(c, calls); got != want {
			t.Errorf("%d calls: %d, want %d", calls, got, want)
		}
	}
	if got := library.CommonPeriod(16, 5); got != 80 {
		t.Errorf("common period %d", got)
	}
}
