//go:build cgo

package gcrypt

import (
	"bytes"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
)

// keyCells are all that can be done with keys of a primitive.
func keyCells(primitive string) (all []library.Cell) {
	for _, u := range uses {
		for w := range u.ops {
			all = append(all, library.Cell{Primitive: primitive, Operation: u.operation, Interface: native, Work: w})
		}
	}
	return all
}

// signed is a call with a test key, and with a signature where one is verified.
func signed(t *testing.T, c library.Cell) library.Call {
	t.Helper()
	keys, err := catalog.TestKeys(c.Primitive)
	if err != nil {
		t.Fatal(err)
	}
	if c.Operation == catalog.Sign {
		return library.Call{Key: keys[0].Private, In: make([]byte, 20)}
	}
	return library.Call{Key: keys[0].Public, In: make([]byte, 20), Sig: []byte{0x30, 6, 2, 1, 1, 2, 1, 1}}
}

// TestSignatures: the numbers of a signature are written as their standards say, and every object is released.
func TestSignatures(t *testing.T) {
	lib := isolated(t, "0", "testdata/keys.c")
	if lib == nil {
		return
	}
	for primitive, want := range map[string][]byte{
		"rsa-1024": append(make([]byte, 127), 5),
		"dsa-1024": {0x30, 8, 0x02, 3, 0, 0x80, 1, 0x02, 1, 5},
	} {
		p, _ := catalog.Lookup(primitive)
		for _, c := range keyCells(primitive) {
			for range 30 {
				op, calls, err := prepare(t, lib, c, p.OutBytes, signed(t, c), signed(t, c))
				if err != nil {
					t.Fatalf("%v: %v", c, err)
				}
				if n := op.Time(3, 2, make([]int64, 2)); n != 0 {
					t.Errorf("%v: %d of 7 calls fail", c, n)
				}
				if c.Operation == catalog.Sign && !bytes.HasPrefix(calls[1].Out, want) {
					t.Errorf("%v: %x, want %x", c, calls[1].Out, want)
				}
				op.Close()
			}
			if c.Operation != catalog.Sign {
				continue
			}
			if _, _, err := prepare(t, lib, c, p.OutBytes-1, signed(t, c)); err == nil || err.Error() != "no room for the signature" {
				t.Errorf("%v is prepared with %v", c, err)
			}
		}
	}
	for _, c := range keyCells("dsa-1024") {
		call := signed(t, c)
		call.Key = call.Key[1:]
		if _, _, err := prepare(t, lib, c, 46, call); err == nil || !strings.HasPrefix(err.Error(), "call 0: ") {
			t.Errorf("%v is prepared without a key: %v", c, err)
		}
	}
}

// TestNoKey: a key that is refused is an error in words for each work, and nothing is left behind.
func TestNoKey(t *testing.T) {
	lib := isolated(t, "6", "testdata/keys.c")
	if lib == nil {
		return
	}
	for _, c := range keyCells("rsa-1024") {
		for range 30 {
			if _, _, err := prepare(t, lib, c, 128, signed(t, c)); err == nil || err.Error() != "Invalid object" {
				t.Fatalf("%v is prepared with %v", c, err)
			}
		}
	}
}

// TestNotSigned: what is refused fails.
func TestNotSigned(t *testing.T) {
	if lib := isolated(t, "7", "testdata/keys.c"); lib != nil {
		fails(t, lib, catalog.Sign, catalog.Verify)
	}
}

// TestNoNumber: so does a signature without s.
func TestNoNumber(t *testing.T) {
	if lib := isolated(t, "8", "testdata/keys.c"); lib != nil {
		fails(t, lib, catalog.Sign)
	}
}

// TestNoString: so does one whose s is a list.
func TestNoString(t *testing.T) {
	if lib := isolated(t, "9", "testdata/keys.c"); lib != nil {
		fails(t, lib, catalog.Sign)
	}
}

// TestZeroNumber: so does one whose s is 0.
func TestZeroNumber(t *testing.T) {
	if lib := isolated(t, "10", "testdata/keys.c"); lib != nil {
		fails(t, lib, catalog.Sign)
	}
}

// TestLongNumber: so does one whose s is longer than it can be.
func TestLongNumber(t *testing.T) {
	if lib := isolated(t, "11", "testdata/keys.c"); lib != nil {
		fails(t, lib, catalog.Sign)
	}
}

// fails checks that all calls of these operations fail, of others none, and that nothing is left behind.
func fails(t *testing.T, lib library.Library, operations ...catalog.Operation) {
	t.Helper()
	for _, primitive := range []string{"rsa-1024", "dsa-1024"} {
		p, _ := catalog.Lookup(primitive)
		for _, c := range keyCells(primitive) {
			var want int64
			for _, o := range operations {
				if o == c.Operation {
					want = 37
				}
			}
			op, _, err := prepare(t, lib, c, p.OutBytes, signed(t, c))
			if err != nil {
				t.Fatal(err)
			}
			if n := op.Time(3, 17, make([]int64, 2)); n != want {
				t.Errorf("%v: %d of 37 calls fail, want %d", c, n, want)
			}
			op.Close()
		}
	}
}
