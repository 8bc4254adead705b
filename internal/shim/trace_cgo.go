//go:build cgo

package shim

/*
#include <stdlib.h>
#include "trace.h"

#cgo noescape cpb_trace
#cgo nocallback cpb_trace
*/
import "C"

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"syscall"
	"unsafe"
)

// Trace makes one call, the next of those the op rotates over, and tells which instructions it executed. After limit of them the call goes
// on untraced. Where the processor or the system cannot step through a call, the error is errors.ErrUnsupported. It is for a thread that
// is locked to its goroutine.
func (b *Batch) Trace(limit int64) (*Trace, error) {
	t := (*C.struct_cpb_trace)(C.cpb_alloc(C.sizeof_struct_cpb_trace))
	if t == nil {
		return nil, errors.New("out of memory")
	}
	defer C.free(unsafe.Pointer(t))
	errno := C.cpb_trace(b.c, C.uint64_t(limit), t)
	defer C.cpb_trace_free(t)
	switch {
	case syscall.Errno(errno) == syscall.ENOSYS:
		return nil, fmt.Errorf("stepping through a call needs an x86-64 processor: %w", errors.ErrUnsupported)
	case syscall.Errno(errno) == syscall.ENOTSUP:
		return nil, fmt.Errorf("this system does not tell a step through a call from other traps: %w", errors.ErrUnsupported)
	case errno != 0:
		return nil, fmt.Errorf("stepping through a call: %w", syscall.Errno(errno))
	case t.stepped == 0:
		return nil, fmt.Errorf("this system does not step through calls: %w", errors.ErrUnsupported)
	}
	trace := &Trace{Steps: int64(t.steps), Cut: t.cut != 0, Elsewhere: int64(t.elsewhere), Failed: t.failed != 0}
	for i := range t.segments[:t.n] {
		s := &t.segments[i]
		if name := C.GoString(s.name); s.steps > 0 && strings.HasPrefix(name, "/") {
			trace.add(name, s)
		}
	}
	return trace, nil
}

// add adds one segment of a file. A file may have several.
func (t *Trace) add(path string, s *C.struct_cpb_segment) {
	at := slices.IndexFunc(t.Files, func(f TracedFile) bool { return f.Path == path })
	if at < 0 {
		at = len(t.Files)
		t.Files = append(t.Files, TracedFile{Path: path})
	}
	f := &t.Files[at]
	f.Steps += int64(s.steps)
	first := uint64(s.begin - s.base)
	for i, seen := range unsafe.Slice((*byte)(s.seen), (s.end-s.begin)/8+1) {
		for ; seen != 0; seen &= seen - 1 {
			f.Instructions = append(f.Instructions, first+uint64(8*i+bits.TrailingZeros8(seen)))
		}
	}
	slices.SortFunc(f.Instructions, cmp.Compare)
}
