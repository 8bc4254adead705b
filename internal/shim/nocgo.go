//go:build !cgo

package shim

import "errors"

// Available tells whether C libraries can be loaded.
const Available = false

// Contain has nothing to do where no foreign code can be loaded.
func Contain() error { return nil }

// RenewCode is for code in C.
func RenewCode() error { return errors.ErrUnsupported }
