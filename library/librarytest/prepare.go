package librarytest

import (
	"testing"

	"cpb/catalog"
	"cpb/library"
)

// Prepare makes the op of a hash over one message of zeros, for tests of what a library does when something is wrong with it.
func Prepare(t *testing.T, lib library.Library, primitive, iface string, size, outBytes int) (library.Op, error) {
	t.Helper()
	var buffers [2][]byte
	for i, n := range []int{size, outBytes} {
		p, err := lib.Alloc(n)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { lib.Free(p) })
		buffers[i] = p
	}
	cell := library.Cell{Primitive: primitive, Operation: catalog.Hash, Interface: iface, Work: catalog.Message, SizeBytes: size}
	return lib.Prepare(cell, []library.Call{{In: buffers[0], Out: buffers[1]}})
}
