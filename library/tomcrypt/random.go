//go:build cgo

package tomcrypt

// #include "tomcrypt.h"
import "C"

import (
	"fmt"
	"unsafe"

	"cpb/library/clib"
)

// A generator makes random numbers as an application's does that keeps one: ChaCha20's, seeded once by the system. It
// stays for as long as the process. The library's other way, sprng, opens and reads /dev/urandom in each call.
type generator struct {
	state []byte // prng_state; nil before it is started
	index C.int  // of ChaCha20's among those registered
}

// started is the state and index of g, which is started where it was not.
func (g *generator) started(l *lib, primitive string) (unsafe.Pointer, C.int, error) {
	if g.state == nil {
		if err := g.start(l, primitive); err != nil {
			return nil, 0, err
		}
	}
	return unsafe.Pointer(unsafe.SliceData(g.state)), g.index, nil
}

func (g *generator) start(l *lib, primitive string) error {
	var seed *[0]byte
	if err := l.handle.Functions(primitive, clib.Function{Name: "rng_make_prng", At: &seed}); err != nil {
		return err
	}
	index, err := l.register(primitive, "register_prng", "chacha20_prng_desc")
	if err != nil {
		return err
	}
	n, err := l.size(primitive, "prng_state")
	if err != nil {
		return err
	}
	state, err := l.Alloc(n)
	if err != nil {
		return err
	}
	if failure := C.cpb_tomcrypt_seed(seed, index, unsafe.Pointer(unsafe.SliceData(state))); failure != 0 {
		l.Free(state)
		return fmt.Errorf("rng_make_prng() fails with %d", failure)
	}
	g.state, g.index = state, index
	return nil
}
