//go:build cgo

package shim

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#cgo linux LDFLAGS: -ldl
#include <stdlib.h>
#include "shim.h"

#cgo noescape cpb_time
#cgo nocallback cpb_time

// cgo cannot call through the pointers of an op.
static const char *call_init(const struct cpb_op *op, struct cpb_call *call) { return op->init(call); }
static void call_fini(const struct cpb_op *op, struct cpb_call *call) { op->fini(call); }
*/
import "C"

import (
	"errors"
	"fmt"
	"syscall"
	"unsafe"
)

// Available tells whether C libraries can be loaded.
const Available = true

// A Batch is an op ready to be timed over the calls it rotates over.
type Batch struct {
	c     *C.struct_cpb_batch
	ready int // calls whose init succeeded
}

// Prepare runs op's init on every call. op points to a struct cpb_op and alg to what that op reads as call->alg; both, and
// the calls' buffers, are C memory that outlives the batch.
func Prepare(op, alg unsafe.Pointer, calls []Call) (*Batch, error) {
	if len(calls) == 0 {
		return nil, errors.New("no calls to prepare")
	}
	c := (*C.struct_cpb_batch)(C.cpb_alloc(C.sizeof_struct_cpb_batch))
	if c == nil {
		return nil, errors.New("out of memory")
	}
	b := &Batch{c: c}
	c.op = (*C.struct_cpb_op)(op)
	c.n = C.uint(len(calls))
	c.calls = (*C.struct_cpb_call)(C.cpb_alloc(C.size_t(len(calls)) * C.sizeof_struct_cpb_call))
	if c.calls == nil {
		b.Close()
		return nil, errors.New("out of memory")
	}
	for i := range calls {
		call := &b.calls()[i]
		call.key, call.key_len = cBytes(calls[i].Key)
		call.iv, call.iv_len = cBytes(calls[i].IV)
		call.in, call.size = cBytes(calls[i].In)
		call.out, call.out_len = cBytes(calls[i].Out)
		call.sig, call.sig_len = cBytes(calls[i].Sig)
		call.alg = alg
		if msg := C.call_init(c.op, call); msg != nil {
			err := errors.New(C.GoString(msg))
			b.Close()
			return nil, err
		}
		b.ready++
	}
	return b, nil
}

func (b *Batch) calls() []C.struct_cpb_call { return unsafe.Slice(b.c.calls, b.c.n) }

func cBytes(p []byte) (*C.uchar, C.size_t) {
	return (*C.uchar)(unsafe.Pointer(unsafe.SliceData(p))), C.size_t(len(p))
}

// Time makes warm untimed calls and then, for each of slices, count timed ones, whose nanoseconds it puts there. It returns
// how many calls failed.
func (b *Batch) Time(warm, count int, slices []int64) (failures int64) {
	return int64(C.cpb_time(b.c, C.uint64_t(warm), C.uint64_t(count), (*C.int64_t)(unsafe.SliceData(slices)), C.size_t(len(slices))))
}

// Period is the number of calls after which the op's cost repeats: a batch is a multiple of it.
func (b *Batch) Period() int { return max(1, int(b.c.op.period)) }

// Close runs the op's fini on every call that was prepared and frees the batch.
func (b *Batch) Close() {
	for i := range b.ready {
		C.call_fini(b.c.op, &b.calls()[i])
	}
	C.free(unsafe.Pointer(b.c.calls))
	C.free(unsafe.Pointer(b.c))
	*b = Batch{}
}

// Empty is an op that does nothing: what the loop itself costs.
func Empty() (*Batch, error) {
	return Prepare(unsafe.Pointer(&C.cpb_empty_op), nil, make([]Call, 16))
}

// Alloc returns n zeroed bytes of C memory, 64-byte aligned; Free frees them.
func Alloc(n int) ([]byte, error) {
	p := C.cpb_alloc(C.size_t(n))
	if p == nil {
		return nil, fmt.Errorf("out of memory: %d bytes", n)
	}
	return unsafe.Slice((*byte)(p), n), nil
}

// Free frees what Alloc returned.
func Free(p []byte) { C.free(unsafe.Pointer(unsafe.SliceData(p))) }

// Open loads the library at path (an absolute path, or a name for the loader to search) with its symbols kept to itself.
func Open(path string) (unsafe.Pointer, error) {
	cPath := C.CString(path)
	defer C.free(unsafe.Pointer(cPath))
	text := make([]C.char, 512)
	h := C.cpb_dlopen(cPath, &text[0], C.size_t(len(text)))
	if h == nil {
		return nil, errors.New(C.GoString(&text[0]))
	}
	return h, nil
}

// Symbol is the address of name in the library, nil where it has none.
func Symbol(handle unsafe.Pointer, name string) unsafe.Pointer {
	cName := C.CString(name)
	defer C.free(unsafe.Pointer(cName))
	return C.cpb_dlsym(handle, cName)
}

// RenewCode moves the code of all libraries into memory of this process alone, so that each process draws anew where it lies in
// physical memory.
func RenewCode() error {
	if errno := C.cpb_renew_code(); errno != 0 {
		return syscall.Errno(errno)
	}
	return nil
}

// Contain prepares the process for foreign code: a crash ends it with the crash's own signal, and children that a library
// forks die with it.
func Contain() error {
	if C.cpb_contain() != 0 {
		return errors.New("cannot restore the default actions of crash signals")
	}
	return nil
}
