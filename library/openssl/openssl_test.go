//go:build cgo

package openssl

import (
	"testing"

	"cpb/library/librarytest"
)

// TestMachine runs the suite on this machine's own libcrypto.
func TestMachine(t *testing.T) {
	lib, info := librarytest.Open(t, "openssl", "")
	librarytest.Run(t, lib, info)
}

// TestRoots runs the suite on every libcrypto in CPB_TEST_ROOTS.
func TestRoots(t *testing.T) { librarytest.Roots(t, "openssl") }
