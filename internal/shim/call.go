// Package shim is the C ABI between cpb and the code it times (shim.h), the one timed C loop (time.c), and dlopen.
//
// A C library's package includes shim.h, fills in a cpb_op per interface, and hands it to Prepare. Without cgo only Call
// exists.
package shim

import _ "embed"

// Embedding the header makes it part of this package's build inputs, so that a change of it rebuilds the C libraries'
// packages, which import this one.
//
//go:embed shim.h
var _ string

// A Call is the buffers of one call of an op; nil where the operation has no such thing. In and Out do not overlap unless
// measured in place.
type Call struct {
	Key []byte // of a cipher; DER of a private or public key
	IV  []byte
	In  []byte // a message; a digest to be signed or whose signature is verified
	Out []byte
	Sig []byte // the signature to be verified
}
