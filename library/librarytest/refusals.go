package librarytest

import (
	"errors"
	"fmt"

	"cpb/catalog"
	"cpb/library"
)

// refusals: what is not offered, or missing, or unheard of, is an error of Prepare.
func (s *suite) refusals() error {
	for _, c := range s.refused() {
		if err := s.refuses(c); err != nil {
			return fmt.Errorf("%v: %w", c, err)
		}
	}
	return nil
}

func (s *suite) refuses(c cell) error {
	b, err := s.batch(c, length{calls: 1, bytes: 16})
	if err != nil { // of what no catalogue has
		if b, err = newBatch(s.lib, []library.Call{{In: message(16, 0)}}, 64, outputs(nil), 0); err != nil {
			return err
		}
	}
	defer b.free()
	if c.primitive().Sized() {
		c.SizeBytes = 16
	}
	op, err := s.lib.Prepare(c.Cell, b.calls)
	if err == nil {
		op.Close()
		return errors.New("not offered, and prepared all the same")
	}
	return nil
}

// refused is the cells that Prepare has to refuse: those of missing offers, those that the catalogue and the library's
// interfaces allow and the library does not offer, and those that are nowhere.
func (s *suite) refused() (cells []cell) {
	offered := map[cell]bool{}
	for _, c := range s.cells {
		offered[c] = true
	}
	add := func(c cell) {
		if !offered[c] {
			cells = append(cells, c)
		}
	}
	for _, o := range s.offers {
		add(cellOf(o))
	}
	for _, p := range catalog.Primitives() {
		for _, i := range s.info.Interfaces {
			for _, op := range p.Operations {
				for _, d := range p.Duties(op) {
					add(cell{library.Cell{Primitive: p.Slug, Operation: op, Interface: i.Name, Work: d.Work}})
				}
			}
		}
	}
	for _, change := range []func(*cell){
		func(c *cell) { c.Primitive = "no-such-primitive" },
		func(c *cell) { c.Primitive = "" },
		func(c *cell) { c.Operation = "no-such-operation" },
		func(c *cell) { c.Interface = "no-such-interface" },
		func(c *cell) { c.Interface = "" },
		func(c *cell) { c.Work = "no-such-work" },
	} {
		for _, c := range s.cells[:min(1, len(s.cells))] {
			change(&c)
			add(c)
		}
	}
	return cells
}
