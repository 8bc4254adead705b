package run

import (
	"context"
	"fmt"

	"cpb/catalog"
	"cpb/internal/worker"
	"cpb/library"
)

// A signed is the signatures of one row, one of each digest. Go has verified them.
type signed struct {
	by         *row
	signatures [][]byte
}

// exchange has each library verify the signatures of all others: each must be good for everybody, not for Go alone.
func (r *Request) exchange(ctx context.Context, sources []*source) {
	made := map[string][]signed{} // by primitive
	for _, s := range sources {
		for _, row := range s.rows {
			if row.err == nil && row.offer.Operation == catalog.Sign {
				made[row.offer.Primitive] = append(made[row.offer.Primitive], signed{row, row.cells[0].made})
			}
		}
	}
	if len(made) == 0 {
		return
	}
	r.sideBySide("exchanging signatures", len(sources), func(i int) {
		if sources[i].verifies() {
			sources[i].exchange(ctx, r, made)
		}
	})
}

// verifies reports whether s has a row that does.
func (s *source) verifies() bool {
	for _, row := range s.rows {
		if row.err == nil && row.offer.Operation == catalog.Verify {
			return true
		}
	}
	return false
}

func (s *source) exchange(ctx context.Context, r *Request, made map[string][]signed) {
	client, _, err := s.open(ctx, r, worker.OpenRequest{})
	for _, row := range s.rows {
		if row.err != nil || row.offer.Operation != catalog.Verify {
			continue
		}
		if err == nil {
			row.fail(row.accept(client, made[row.offer.Primitive]))
		} else {
			row.fail(err)
		}
		if ctx.Err() != nil && row.err != nil {
			row.err = errInterrupted
		}
		if isDeath(row.err) && err == nil { // the other rows have a worker of their own
			worker.Close(client)
			client, _, err = s.open(ctx, r, worker.OpenRequest{})
		}
	}
	if err == nil {
		worker.Close(client)
	}
}

// accept is an error where the row does not accept a signature. The calls of a cell take the signatures of as many rows, each its own
// digest's, and where that fails it is found out whose it was.
func (r *row) accept(client *worker.Client, made []signed) error {
	cell := r.cells[0].identity()
	for len(made) > 0 {
		some := made[:min(len(made), r.cells[0].messages())]
		made = made[len(some):]
		mixed := make([][]byte, r.cells[0].messages())
		for i := range mixed {
			mixed[i] = some[i%len(some)].signatures[i]
		}
		err := ask(client, cell, mixed)
		if err == nil {
			continue
		}
		if isDeath(err) {
			return err
		}
		for _, s := range some {
			if err := ask(client, cell, s.signatures); err != nil {
				return fmt.Errorf("it does not accept a signature by %s, and Go does: %w", s.by.name(), err)
			}
		}
		return fmt.Errorf("it does not accept signatures of several libraries in turn, and each by itself: %w", err)
	}
	return nil
}

// ask has a worker verify signatures of a cell's digests.
func ask(client *worker.Client, cell library.Cell, signatures [][]byte) error {
	_, err := client.Prepare(worker.PrepareRequest{Cell: cell, Signatures: signatures})
	return err
}
