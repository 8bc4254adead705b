//go:build cgo

package openssl

import (
	"testing"

	"cpb/library/librarytest"
)

func TestMachine(t *testing.T) {
	lib, info := librarytest.Open(t, "openssl", "")
	t.Log(lib.Identity())
	t.Logf("%+v", lib.Loaded())
	for _, o := range lib.Offers() {
		t.Logf("%+v", o)
	}
	librarytest.Run(t, lib, info)
}
