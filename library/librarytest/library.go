package librarytest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"cpb/catalog"
	"cpb/library"
)

// identity: a name that can stand in LIB-VERSION/INTERFACE, the same each time.
func (s *suite) identity() error {
	name, version := s.lib.Identity()
	if name == "" || strings.ToLower(name) != name || strings.ContainsAny(name+version, " \t\n/") {
		return fmt.Errorf("name %q or version %q: they are empty, not lower-case, or hold blanks or slashes", name, version)
	}
	if n, v := s.lib.Identity(); n != name || v != version {
		return fmt.Errorf("%q %q, then %q %q", name, version, n, v)
	}
	return nil
}

// offersInOrder checks the offers and fills in s.offers and s.cells.
func (s *suite) offersInOrder() error {
	s.offers = s.lib.Offers()
	if again := s.lib.Offers(); !slices.Equal(s.offers, again) {
		return errors.New("the second call gives other offers than the first")
	}
	var last position
	seen := map[cell]bool{}
	for _, o := range s.offers {
		c := cellOf(o)
		at := s.position(o)
		switch {
		case at.primitive < 0:
			return fmt.Errorf("%v: the catalogue has no such primitive", c)
		case at.operation < 0:
			return fmt.Errorf("%v: the catalogue's primitive has no such operation", c)
		case at.iface < 0:
			return fmt.Errorf("%v: the interface is not declared", c)
		case at.work < 0:
			return fmt.Errorf("%v: the catalogue's operation has no such work", c)
		case seen[c]:
			return fmt.Errorf("%v: offered twice", c)
		case at.compare(last) < 0:
			return fmt.Errorf("%v: out of order", c)
		case strings.Contains(o.Missing, "\n") || strings.HasSuffix(o.Missing, "."):
			return fmt.Errorf("%v: the reason %q is not one line without a full stop", c, o.Missing)
		}
		last, seen[c] = at, true
		if o.Missing == "" {
			s.cells = append(s.cells, c)
		}
	}
	if len(s.cells) == 0 {
		return errors.New("there are none, or all are missing")
	}
	return nil
}

func cellOf(o library.Offer) cell {
	return cell{library.Cell{Primitive: o.Primitive, Operation: o.Operation, Interface: o.Interface, Work: o.Work}}
}

// A position is where an offer stands: catalogue first, then the operations of a primitive, then Info.Interfaces, then the
// operation's works; -1 for what is not there.
type position struct{ primitive, operation, iface, work int }

func (s *suite) position(o library.Offer) position {
	all := catalog.Primitives()
	at := position{
		primitive: slices.IndexFunc(all, func(p catalog.Primitive) bool { return p.Slug == o.Primitive }),
		operation: -1,
		work:      -1,
		iface:     slices.IndexFunc(s.info.Interfaces, func(i library.Interface) bool { return i.Name == o.Interface }),
	}
	if at.primitive >= 0 {
		p := all[at.primitive]
		at.operation = slices.Index(p.Operations, o.Operation)
		at.work = slices.IndexFunc(p.Duties(o.Operation), func(d catalog.Duty) bool { return d.Work == o.Work })
	}
	return at
}

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.primitive, q.primitive), cmp.Compare(p.operation, q.operation), cmp.Compare(p.iface, q.iface), cmp.Compare(p.work, q.work))
}

// memory: exactly as long as asked, aligned, zeroed also where it was used before, each apart from the others.
func (s *suite) memory() error {
	for range 2 {
		var held [][]byte
		for _, n := range []int{0, 1, 16, 63, 64, 65, 4096, 1 << 20} {
			p, err := s.lib.Alloc(n)
			switch {
			case err != nil:
				return fmt.Errorf("%d bytes: %w", n, err)
			case len(p) != n || cap(p) != n:
				return fmt.Errorf("%d bytes: length %d, capacity %d", n, len(p), cap(p))
			case n > 0 && uintptr(unsafe.Pointer(unsafe.SliceData(p)))%64 != 0:
				return fmt.Errorf("%d bytes: not aligned to 64", n)
			case !zero(p):
				return fmt.Errorf("%d bytes: not zeroed, or not apart from what was allocated before", n)
			}
			for i := range p {
				p[i] = canary
			}
			held = append(held, p)
		}
		for _, p := range held {
			s.lib.Free(p)
		}
	}
	return nil
}

// empty: an op that does nothing can be timed.
func (s *suite) empty() error {
	op, err := s.lib.Empty()
	if err != nil {
		return err
	}
	defer op.Close()
	return run(op, 3, 40)
}
