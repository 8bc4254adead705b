//go:build !cgo

package shim

import "errors"

// Contain has nothing to do where no foreign code can be loaded.
func Contain() error { return nil }

// RenewCode is for code in C.
func RenewCode() error { return errors.ErrUnsupported }
