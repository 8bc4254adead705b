//go:build cgo

package lavu

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra -I${SRCDIR}/../../internal/shim
#include "lavu.h"
*/
import "C"

import (
	"fmt"

	"cpb/library"
	"cpb/library/clib"
	"cpb/result"
)

// A lib is the libavutil in this process.
type lib struct {
	clib.Memory
	clib.Table
	handle *clib.Handle
	c      *C.struct_cpb_lavu
}

func open(t library.Target) (library.Library, error) {
	h, err := clib.Open(t)
	if err != nil {
		return nil, err
	}
	l := &lib{handle: h, c: new(C.struct_cpb_lavu)}
	for _, f := range []clib.Function{
		{Name: "avutil_version", At: &l.c.avutil_version},
		{Name: "av_version_info", At: &l.c.av_version_info},
		{Name: "avutil_configuration", At: &l.c.avutil_configuration},
		{Name: "av_get_cpu_flags", At: &l.c.av_get_cpu_flags},
	} {
		// What the library does not tell of itself is left out.
		_ = h.Functions("", f)
	}
	C.cpb_lavu_cpu_flags(l.c, new(C.int)) // has the library look at the processor now, and not in the first call that is timed
	l.Table = append(l.hashes(), l.ciphers()...)
	return l, h.Alone(fileName.MatchString)
}

// number is the library's own version, in three parts; zeros where it does not tell.
func (l *lib) number() (major, minor, micro int) {
	v := int(C.cpb_lavu_version(l.c))
	return v >> 16, v >> 8 & 0xff, v & 0xff
}

// Identity implements library.Library. The version is libavutil's; FFmpeg's is in Loaded.
func (l *lib) Identity() (name, version string) {
	major, minor, micro := l.number()
	if major == 0 {
		return "lavu", ""
	}
	return "lavu", fmt.Sprintf("%d.%d.%d", major, minor, micro)
}

// Loaded implements library.Library. The text is the version of FFmpeg.
func (l *lib) Loaded() result.Loaded {
	d := l.handle.Loaded()
	d.Text = C.GoString(C.cpb_lavu_release(l.c))
	d.Flags = C.GoString(C.cpb_lavu_configuration(l.c))
	var flags C.int
	if C.cpb_lavu_cpu_flags(l.c, &flags) != 0 {
		d.Capabilities = fmt.Sprintf("av_get_cpu_flags=%#x", uint32(flags))
	}
	return d
}
