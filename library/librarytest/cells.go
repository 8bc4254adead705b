package librarytest

import (
	"fmt"
	"slices"
	"testing"

	"cpb/catalog"
	"cpb/library"
)

// longSize is the size of a long message, of which there are fewer, for the suite's time: Go's DES and Blowfish are slow references,
// and slower under the race detector.
const longSize = 1 << 20

// longCipherSize is that of a cipher.
const longCipherSize = 1 << 16

// hashSizes stand around the ends of blocks and of what fits beside the padding in a last block, for blocks of 64 and 128
// bytes; and one is long.
var hashSizes = []int{0, 1, 15, 16, 17, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, longSize}

// cipherSizes are whole blocks, of 8 bytes and of 16, around what bulk code takes at a time.
var cipherSizes = []int{8, 16, 24, 32, 48, 64, 112, 120, 128, 136, 144, 256, 272, 1040, longCipherSize}

// sizes are the sizes at which c is checked; of calls without a size, the numbers of the test keys.
func (c cell) sizes() []int {
	if !c.primitive().Sized() {
		return []int{0, 1, 2, 3}
	}
	if c.Operation == catalog.Hash {
		return hashSizes
	}
	return slices.DeleteFunc(slices.Clone(cipherSizes), func(n int) bool { return !c.primitive().Takes(n) })
}

// few is how many calls a batch of c has: less where a call is dear.
func (c cell) few() int {
	if c.primitive().Sized() {
		return rotated
	}
	return 4
}

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
		given := library.Call{Key: a.Key, IV: a.IV, In: a.In, Sig: a.Sig}
		b, err := newBatch(s.lib, []library.Call{given}, len(a.Out), outputs{a.Out}, 0)
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

// everySize: different messages of each size, or with each key, have each their own right output, in buffers without a byte to
// spare.
func (s *suite) everySize(c cell) error { return s.guarded(c, 0) }

// canaries: the same with a guard at both ends of every buffer.
func (s *suite) canaries(c cell) error { return s.guarded(c, canaryBytes) }

func (s *suite) guarded(c cell, guard int) error {
	for _, size := range c.sizes() {
		l := length{calls: c.few(), bytes: size, guard: guard}
		if c.primitive().Sized() && size >= longCipherSize {
			l.calls = 2
		}
		b, err := s.batch(c, l)
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
	for _, n := range []int{c.few(), 5, 1} {
		b, err := s.batch(c, length{calls: n, bytes: 64, guard: canaryBytes})
		if err != nil {
			return err
		}
		if err := s.rotate(c, b); err != nil {
			return fmt.Errorf("over %d calls: %w", n, err)
		}
		if !c.primitive().Sized() {
			return nil
		}
	}
	return nil
}

// steps are samples that follow each other.
var steps = []struct{ warm, count int }{{0, 3}, {1, 1}, {0, 0}, {2, 0}, {0, 12}, {7, 2}, {5, 33}, {0, 1}}

func (s *suite) rotate(c cell, b *batch) error {
	defer b.free()
	op, err := s.prepare(c, b)
	if err != nil {
		return err
	}
	defer op.Close()
	next := 0
	steps := steps
	if !c.primitive().Sized() {
		steps = steps[:4]
	}
	for _, step := range steps {
		b.clear()
		if err := run(op, step.warm, step.count); err != nil {
			return err
		}
		made := step.warm + step.count
		if err := b.check(b.turns(next, made)); err != nil {
			return fmt.Errorf("Time(%d, %d) from call %d on: %w", step.warm, step.count, next, err)
		}
		next = (next + made) % len(b.calls)
	}
	return nil
}

// preparedAgain: the same buffers can be prepared again after Close, whether the op ran or not.
func (s *suite) preparedAgain(c cell) error {
	b, err := s.batch(c, length{calls: c.few(), bytes: againSize, guard: canaryBytes})
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

// againSize is whole blocks of every cipher.
const againSize = 208

// twoAtOnce: an op is not disturbed by another one of the same cell, nor by one of the next cell of its operation.
func (s *suite) twoAtOnce(c cell) error {
	others := []cell{c}
	after := append(slices.Clone(s.cells[slices.Index(s.cells, c)+1:]), s.cells...)
	if i := slices.IndexFunc(after, func(d cell) bool { return d != c && d.Operation == c.Operation }); i >= 0 {
		others = append(others, after[i])
	}
	for _, other := range others {
		if err := s.sideBySide(c, other); err != nil {
			return fmt.Errorf("beside %v: %w", other, err)
		}
	}
	return nil
}

func (s *suite) sideBySide(c, other cell) error {
	mine, err := s.batch(c, length{calls: c.few(), bytes: 144, guard: canaryBytes})
	if err != nil {
		return err
	}
	defer mine.free()
	theirs, err := s.batch(other, length{calls: 3, bytes: 64, salt: rotated, guard: canaryBytes})
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
	for range mine.calls {
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
	if err := theirs.check(theirs.turns(0, len(mine.calls))); err != nil {
		return err
	}
	if err := mine.check(mine.turns(0, len(mine.calls))); err != nil {
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
	b, err := s.batch(c, length{calls: c.few(), bytes: 64})
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
	calls, runs := len(b.calls), 20
	if !c.primitive().Sized() {
		calls, runs = 1, 2
	}
	if n := testing.AllocsPerRun(runs, func() { op.Time(1, calls, slice[:]) }); n != 0 {
		return fmt.Errorf("%.0f allocations in %d calls", n, 1+calls)
	}
	return nil
}

// tampered: a signature that does not hold fails its own call, each time, and no other; of another digest, and changed itself.
func (s *suite) tampered(c cell) error {
	for what, tamper := range map[string]func(*library.Call){
		"of another digest": func(g *library.Call) { g.In[len(g.In)-1] ^= 1 },
		"that was changed":  func(g *library.Call) { g.Sig[len(g.Sig)-1] ^= 1 },
	} {
		b, err := s.batch(c, length{calls: 3, bytes: 1, guard: canaryBytes})
		if err != nil {
			return err
		}
		tamper(&b.calls[1])
		tamper(&b.given[1])
		if err := s.refuseOne(c, b); err != nil {
			return fmt.Errorf("a signature %s: %w", what, err)
		}
	}
	return nil
}

// refuseOne checks that call 1 of three fails, and frees b.
func (s *suite) refuseOne(c cell, b *batch) error {
	defer b.free()
	op, err := s.prepare(c, b)
	if err != nil {
		return err
	}
	defer op.Close()
	for _, step := range []struct {
		warm, count int
		want        int64
	}{{0, 1, 0}, {0, 1, 1}, {2, 0, 0}, {1, 6, 3}} { // from call 0, 1, 2, 1 on
		failures, err := timed(op, step.warm, step.count)
		if err != nil {
			return err
		}
		if failures != step.want {
			return fmt.Errorf("Time(%d, %d): %d calls fail, want %d", step.warm, step.count, failures, step.want)
		}
	}
	return b.check(nil)
}
