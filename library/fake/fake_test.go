package fake

import (
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

func TestConformance(t *testing.T) {
	lib, info := librarytest.Open(t, "fake", "")
	librarytest.Run(t, lib, info)
}

// TestTimes: version 1.0 claims 100 ns and half a nanosecond for each byte of each block.
func TestTimes(t *testing.T) {
	l, err := open(library.Target{Library: "fake", Properties: "version=1.0"})
	if err != nil {
		t.Fatal(err)
	}
	op, err := l.Prepare(library.Cell{Primitive: "sha256", Operation: catalog.Hash, Interface: "native", Work: catalog.Message, SizeBytes: 64}, []library.Call{{In: make([]byte, 64), Out: make([]byte, 32)}})
	if err != nil {
		t.Fatal(err)
	}
	var slices [2]int64
	if op.Time(5, 1000, slices[:]) != 0 || slices != [2]int64{164_000, 164_000} {
		t.Errorf("1000 calls of 64 bytes, two blocks, took %v ns", slices)
	}
}
