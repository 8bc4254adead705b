//go:build cgo

package clib

import (
	"errors"
	"fmt"
	"unsafe"

	"cpb/internal/shim"
	"cpb/library"
)

// A Row is one thing that a library may be able to do.
type Row struct {
	library.Cell                // of no size
	Op           unsafe.Pointer // struct cpb_op, C memory that stays
	// Fill makes what the op's runs read as call->alg, in C memory, and what frees it; or says why this file cannot have it.
	Fill func() (alg unsafe.Pointer, free func(), err error)
	// Convert puts keys, digests and signatures into the form that the library's functions take, in C memory, and says what frees
	// that. Nil where they take them as they are.
	Convert func(calls []library.Call) (converted []library.Call, free func(), err error)
	// Provider is who serves it, by what Fill made. Nil where the library does not tell.
	Provider func(alg unsafe.Pointer) string
	Random   string // library.Offer.Random
}

// A Table is all rows of a library, in the order of the catalogue and of Info.Interfaces: the half of library.Library that
// follows from them.
type Table []Row

// Offers implements library.Library. It learns what this file can do by filling each row once.
func (t Table) Offers() (all []library.Offer) {
	for _, r := range t {
		o := library.Offer{Primitive: r.Primitive, Operation: r.Operation, Interface: r.Interface, Work: r.Work, Random: r.Random}
		if alg, free, err := r.Fill(); err == nil {
			if r.Provider != nil {
				o.Provider = r.Provider(alg)
			}
			free()
		} else {
			o.Missing = missing(err)
		}
		all = append(all, o)
	}
	return all
}

// missing is the reason as an Offer gives it, beside its primitive.
func missing(err error) string {
	if u, ok := errors.AsType[library.Unsupported](err); ok {
		return "no symbol " + u.Symbol
	}
	return err.Error()
}

// Prepare implements library.Library.
func (t Table) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	row := c
	row.SizeBytes = 0
	for _, r := range t {
		if r.Cell == row {
			return r.prepare(calls)
		}
	}
	return nil, fmt.Errorf("%s %s, %s, through %s is not offered", c.Primitive, c.Operation, c.Work, c.Interface)
}

func (r Row) prepare(calls []library.Call) (library.Op, error) {
	alg, free, err := r.Fill()
	if err != nil {
		return nil, err
	}
	if r.Convert != nil {
		converted, freeCalls, err := r.Convert(calls)
		if err != nil {
			free()
			return nil, err
		}
		freeAlg := free
		calls, free = converted, func() { freeCalls(); freeAlg() }
	}
	batch, err := shim.Prepare(r.Op, alg, calls)
	if err != nil {
		free()
		return nil, err
	}
	return &op{batch, free}, nil
}

// An op is a batch with what its runs use.
type op struct {
	*shim.Batch
	free func()
}

// Close implements library.Op.
func (o *op) Close() {
	o.Batch.Close()
	o.free()
}

// New returns a zeroed T in C memory, for a Row's Fill. Free frees it.
func New[T any]() (*T, error) {
	p, err := shim.Alloc(int(unsafe.Sizeof(*new(T))))
	if err != nil {
		return nil, err
	}
	return (*T)(unsafe.Pointer(unsafe.SliceData(p))), nil
}

// Free frees what New returned.
func Free[T any](p *T) { shim.Free(unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p))) }

// A Function is one function of a library, and where to put its address: a function pointer as cgo has them.
type Function struct {
	Name string
	At   *(*[0]byte)
}

// Functions looks up what a primitive needs. The first that the library has not got is an error, library.Unsupported.
func (h *Handle) Functions(primitive string, all ...Function) error {
	for _, f := range all {
		p := h.Symbol(f.Name)
		if p == nil {
			return library.Unsupported{Primitive: primitive, Symbol: f.Name}
		}
		*f.At = (*[0]byte)(p)
	}
	return nil
}
