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

// A Call is the buffers of one call of an op. In and Out do not overlap unless measured in place.
type Call struct {
	Key, IV, In, Out []byte
}
