//go:build cgo

package gcrypt

import (
	"testing"

	"cpb/catalog"
	"cpb/library"
)

// prepare makes the op of a cell over copies of the calls, with room for n bytes of output each.
func prepare(t *testing.T, lib library.Library, c library.Cell, n int, calls ...library.Call) (library.Op, []library.Call, error) {
	t.Helper()
	for i := range calls {
		calls[i].Out = make([]byte, n)
		for _, p := range []*[]byte{&calls[i].Key, &calls[i].IV, &calls[i].In, &calls[i].Out, &calls[i].Sig} {
			if *p == nil {
				continue
			}
			m, err := lib.Alloc(len(*p))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { lib.Free(m) })
			copy(m, *p)
			*p = m
		}
	}
	op, err := lib.Prepare(c, calls)
	return op, calls, err
}

// aes is a cell of AES-128 in CBC mode.
func aes(iface string, w catalog.Work) library.Cell {
	return library.Cell{Primitive: "aes-128-cbc", Operation: catalog.Encrypt, Interface: iface, Work: w, SizeBytes: 16}
}

// aesCells are all that libgcrypt has.
var aesCells = []library.Cell{
	aes(native, catalog.Keyed), aes(reused, catalog.Update), aes(reused, catalog.Message), aes(reused, catalog.Keyed),
}

// block is a call with one block, whose key and IV begin so.
func block(key, iv byte) library.Call {
	return library.Call{Key: append([]byte{key}, make([]byte, 15)...), IV: append([]byte{iv}, make([]byte, 15)...), In: make([]byte, 16)}
}

// TestCiphers: what is allowed is offered; a chain begins with the first call's IV, and the others set what their work says.
func TestCiphers(t *testing.T) {
	lib := isolated(t, "0", "testdata/ciphers.c")
	if lib == nil {
		return
	}
	for _, o := range lib.Offers() {
		want := "refused: Invalid cipher algorithm"
		switch {
		case o.Operation != catalog.Encrypt:
			continue
		case o.Primitive == "aes-128-cbc" || o.Primitive == "aes-128-ecb":
			want = ""
		case o.Primitive == "blowfish-cbc" || o.Primitive == "blowfish-ecb":
			want = "its blocks are said to have 7 bytes, and have 8"
		}
		if o.Missing != want {
			t.Errorf("%s %s: %q, want %q", o.Primitive, o.Interface, o.Missing, want)
		}
	}
	for i, want := range [][2]byte{{111, 121}, {113, 114}, {111, 121}, {111, 121}} {
		op, calls, err := prepare(t, lib, aesCells[i], 16, block(100, 10), block(100, 20))
		if err != nil {
			t.Fatal(err)
		}
		if n := op.Time(2, 2, make([]int64, 1)); n != 0 {
			t.Errorf("%v: %d calls fail", aesCells[i], n)
		}
		if got := [2]byte{calls[0].Out[0], calls[1].Out[0]}; got != want {
			t.Errorf("%v: %d, want %d", aesCells[i], got, want)
		}
		op.Close()
	}
	short := block(1, 1)
	short.IV = short.IV[:8]
	for want, c := range map[string]struct {
		call library.Call
		room int
	}{
		"the IV has not the length of a block": {short, 16},
		"no room for the ciphertext":           {block(1, 1), 15},
	} {
		for _, cell := range aesCells {
			if _, _, err := prepare(t, lib, cell, c.room, c.call); err == nil || err.Error() != want {
				t.Errorf("%v is prepared with %v, want %q", cell, err, want)
			}
		}
	}
}

// TestNoCipherHandle: a handle that is refused is what an offer misses.
func TestNoCipherHandle(t *testing.T) {
	lib := isolated(t, "6", "testdata/ciphers.c")
	if lib == nil {
		return
	}
	for _, o := range lib.Offers() {
		if o.Primitive == "aes-128-cbc" && o.Missing != "no handle for it: General error" {
			t.Errorf("%s: %q", o.Interface, o.Missing)
		}
	}
}

// TestWeakKey: a key or IV that is refused is an error in words for each work.
func TestWeakKey(t *testing.T) {
	lib := isolated(t, "7", "testdata/ciphers.c")
	if lib == nil {
		return
	}
	for _, cell := range aesCells {
		if _, _, err := prepare(t, lib, cell, 16, block(1, 1)); err == nil || err.Error() != "Weak encryption key" {
			t.Errorf("%v is prepared with %v", cell, err)
		}
	}
}

// TestNoIV: so is an IV.
func TestNoIV(t *testing.T) {
	lib := isolated(t, "8", "testdata/ciphers.c")
	if lib == nil {
		return
	}
	for _, cell := range aesCells {
		if _, _, err := prepare(t, lib, cell, 16, block(1, 1)); err == nil || err.Error() != "General error" {
			t.Errorf("%v is prepared with %v", cell, err)
		}
	}
}

// TestNotEncrypted: calls that are refused fail.
func TestNotEncrypted(t *testing.T) {
	lib := isolated(t, "9", "testdata/ciphers.c")
	if lib == nil {
		return
	}
	for _, cell := range aesCells {
		op, _, err := prepare(t, lib, cell, 16, block(1, 1))
		if err != nil {
			t.Fatal(err)
		}
		if n := op.Time(3, 2, make([]int64, 2)); n != 7 {
			t.Errorf("%v: %d of 7 calls fail", cell, n)
		}
		op.Close()
	}
}
