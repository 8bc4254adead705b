package gate

import (
	"bytes"
	"os"

	"cpb/library"
	"cpb/result"
)

// sameCode says in what the code of two libraries that are used alike is the same, "" where it is not: a gate over it says nothing of a
// change, and most often its arguments are wrong.
func sameCode(base, head library.Target) string {
	if base.Library != head.Library || base.Properties != head.Properties || base.Caps != head.Caps {
		return ""
	}
	if base.Path == head.Path {
		return result.SameFile
	}
	b, err := os.Stat(base.Path)
	if err != nil {
		return ""
	}
	h, err := os.Stat(head.Path)
	switch {
	case err != nil || b.Size() != h.Size():
		return ""
	case os.SameFile(b, h):
		return result.SameFile
	}
	of, err := os.ReadFile(base.Path)
	if err != nil {
		return ""
	}
	as, err := os.ReadFile(head.Path)
	if err != nil || !bytes.Equal(of, as) {
		return ""
	}
	return result.SameBytes
}
