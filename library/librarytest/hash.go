package librarytest

import (
	"fmt"
	"slices"
	"testing"

	"cpb/catalog"
	"cpb/library"
)

// hashSizes stand around the ends of blocks and of what fits beside the padding in a last block, for blocks of 64 and 128
// bytes; and one is long.
var hashSizes = []int{0, 1, 15, 16, 17, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, longSize}

// longSize is measured over fewer messages, for the suite's time.
const longSize = 1 << 20

// knownAnswers: every answer that the catalogue has.
func (s *suite) knownAnswers(c cell) error {
	answers, err := catalog.KnownAnswers(c.Primitive)
	if err != nil {
		return err
	}
	for _, a := range answers {
		if a.Operation != c.Operation {
			continue
		}
		b, err := newBatch(s.lib, [][]byte{a.In}, [][]byte{a.Out}, 0)
		if err != nil {
			return err
		}
		if err := s.preparedAndRun(c, b); err != nil {
			return fmt.Errorf("%s: %w", a.Source, err)
		}
	}
	return nil
}

// preparedAndRun makes every call of b once, and frees b.
func (s *suite) preparedAndRun(c cell, b *batch) error {
	defer b.free()
	op, err := s.prepare(c, b)
	if err != nil {
		return err
	}
	defer op.Close()
	return runAll(op, b)
}

// sizes: different messages of each size have each their own right digest, in buffers without a byte to spare.
func (s *suite) sizes(c cell) error { return s.everySize(c, 0) }

// canaries: the same with a guard at both ends of every buffer.
func (s *suite) canaries(c cell) error { return s.everySize(c, canaryBytes) }

func (s *suite) everySize(c cell, guard int) error {
	for _, size := range hashSizes {
		n := rotated
		if size == longSize {
			n = 2
		}
		b, err := hashBatch(s.lib, c.Primitive, n, size, 0, guard)
		if err != nil {
			return err
		}
		if err := s.preparedAndRun(c, b); err != nil {
			return err
		}
	}
	return nil
}

// rotation: Time makes exactly the calls it is asked for and goes on where it stopped.
func (s *suite) rotation(c cell) error {
	for _, n := range []int{rotated, 5, 1} {
		b, err := hashBatch(s.lib, c.Primitive, n, 64, 0, canaryBytes)
		if err != nil {
			return err
		}
		if err := s.rotate(c, b); err != nil {
			return fmt.Errorf("over %d calls: %w", n, err)
		}
	}
	return nil
}

func (s *suite) rotate(c cell, b *batch) error {
	defer b.free()
	op, err := s.prepare(c, b)
	if err != nil {
		return err
	}
	defer op.Close()
	n, next := len(b.calls), 0
	for _, step := range []struct{ warm, count int }{{0, 3}, {1, 1}, {0, 0}, {2, 0}, {0, 12}, {7, 2}, {5, 33}, {0, 1}} {
		b.clear()
		if err := run(op, step.warm, step.count); err != nil {
			return err
		}
		made := step.warm + step.count
		if err := b.check(func(i int) bool { return (i-next+n)%n < made }); err != nil {
			return fmt.Errorf("Time(%d, %d) from call %d on: %w", step.warm, step.count, next, err)
		}
		next = (next + made) % n
	}
	return nil
}

// preparedAgain: the same buffers can be prepared again after Close, whether the op ran or not.
func (s *suite) preparedAgain(c cell) error {
	b, err := hashBatch(s.lib, c.Primitive, rotated, 200, 0, canaryBytes)
	if err != nil {
		return err
	}
	defer b.free()
	for range 3 {
		unused, err := s.prepare(c, b)
		if err != nil {
			return err
		}
		unused.Close()
		op, err := s.prepare(c, b)
		if err != nil {
			return err
		}
		err = runAll(op, b)
		op.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// twoAtOnce: an op is not disturbed by another one of the same cell, nor by one of the next.
func (s *suite) twoAtOnce(c cell) error {
	next := s.cells[(slices.Index(s.cells, c)+1)%len(s.cells)]
	for _, other := range []cell{c, next} {
		if other.Operation != c.Operation {
			continue
		}
		if err := s.sideBySide(c, other); err != nil {
			return fmt.Errorf("beside %v: %w", other, err)
		}
	}
	return nil
}

func (s *suite) sideBySide(c, other cell) error {
	mine, err := hashBatch(s.lib, c.Primitive, rotated, 129, 0, canaryBytes)
	if err != nil {
		return err
	}
	defer mine.free()
	theirs, err := hashBatch(s.lib, other.Primitive, 3, 65, rotated, canaryBytes)
	if err != nil {
		return err
	}
	defer theirs.free()

	op, err := s.prepare(c, mine)
	if err != nil {
		return err
	}
	defer op.Close()
	neighbour, err := s.prepare(other, theirs)
	if err != nil {
		return err
	}
	for range rotated {
		if err := run(op, 0, 1); err != nil {
			neighbour.Close()
			return err
		}
		if err := run(neighbour, 0, 1); err != nil {
			neighbour.Close()
			return err
		}
	}
	neighbour.Close()
	if err := theirs.check(all); err != nil {
		return err
	}
	if err := mine.check(all); err != nil {
		return err
	}
	return runAll(op, mine)
}

// allocations: no call allocates on the Go heap, for C libraries and for interfaces that promise it.
func (s *suite) allocations(c cell) error {
	i := slices.IndexFunc(s.info.Interfaces, func(i library.Interface) bool { return i.Name == c.Interface })
	if s.info.Loop == "go" && !s.info.Interfaces[i].NoAllocs {
		return nil
	}
	b, err := hashBatch(s.lib, c.Primitive, rotated, 64, 0, 0)
	if err != nil {
		return err
	}
	defer b.free()
	op, err := s.prepare(c, b)
	if err != nil {
		return err
	}
	defer op.Close()
	var slice [1]int64
	if n := testing.AllocsPerRun(20, func() { op.Time(1, rotated, slice[:]) }); n != 0 {
		return fmt.Errorf("%.0f allocations in %d calls", n, 1+rotated)
	}
	return nil
}
