package gostd

import (
	"crypto/fips140"
	"fmt"
	"slices"

	"cpb/catalog"
	"cpb/library"
)

// A way is how Go does what a cell is.
type way struct {
	start starter
	// check makes one call of its own and returns what is wrong with it.
	check  func() error
	random string // library.Offer.Random
}

// A starter makes what the calls of one op share, the first of which it is given, and returns what makes a call and reports
// whether it succeeded.
type starter func(first *library.Call) (run func(*library.Call) bool, err error)

// wayOf is the way of c, which is of p; false where Go has none.
func wayOf(p catalog.Primitive, c library.Cell) (way, bool) {
	known := func(d catalog.Duty) bool { return d.Work == c.Work }
	if p.Slug != c.Primitive || !slices.ContainsFunc(p.Duties(c.Operation), known) {
		return way{}, false
	}
	switch c.Operation {
	case catalog.Hash:
		return hashWay(p, c.Interface)
	case catalog.Encrypt:
		return cipherWay(p, c.Interface, c.Work)
	case catalog.Sign, catalog.Verify:
		return signatureWay(p, c)
	}
	return way{}, false
}

// allowed returns why a call cannot be had. In FIPS 140-only mode (GODEBUG=fips140=only) some of Go's functions return errors, and
// others, which have none to return, panic: one is made to see. In others everything can be had.
func (w way) allowed() (err error) {
	if !fips140.Enforced() {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return w.check()
}

// fits is an error where a buffer of a call has another length than the operation's.
func fits(p catalog.Primitive, op catalog.Operation, c *library.Call) error {
	switch want := p.Output(op, len(c.In)); {
	case !p.Takes(len(c.In)):
		return fmt.Errorf("%s: %d bytes are not whole blocks of %d", p.Slug, len(c.In), p.Model.BlockBytes)
	case p.InBytes > 0 && len(c.In) != p.InBytes:
		return fmt.Errorf("%s takes digests of %d bytes, this one has %d", p.Slug, p.InBytes, len(c.In))
	case len(c.Out) != want:
		return fmt.Errorf("%s gives %d bytes, the output has %d", p.Slug, want, len(c.Out))
	case p.KeyBytes > 0 && len(c.Key) != p.KeyBytes:
		return fmt.Errorf("%s takes keys of %d bytes, this one has %d", p.Slug, p.KeyBytes, len(c.Key))
	case p.IVBytes > 0 && len(c.IV) != p.IVBytes:
		return fmt.Errorf("%s takes IVs of %d bytes, this one has %d", p.Slug, p.IVBytes, len(c.IV))
	}
	return nil
}
