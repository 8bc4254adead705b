//go:build cgo

// Package lavu measures the hashes and block ciphers of libavutil, FFmpeg's library of helpers, in its versions 56 (FFmpeg 4) to 61 (9),
// compiled without its headers: every function is looked up by name in the file under test.
package lavu

import (
	"regexp"

	"cpb/library"
	"cpb/library/clib"
)

// The interfaces, in the order in which rows are shown.
const (
	oneshot = "oneshot" // MD5 alone has it
	reused  = "native-reused"
)

func init() {
	library.Register(library.Info{
		Name:     "lavu",
		Title:    "libavutil of FFmpeg",
		Aliases:  []string{"libavutil", "ffmpeg"},
		Packages: []string{"libavutil57", "libavutil59"},
		Loop:     "c",
		Interfaces: []library.Interface{
			{Name: oneshot, Does: "av_md5_sum()"},
			{Name: reused, Does: "av_sha_init(), av_sha_update(), av_sha_final() on one context kept, from av_sha_alloc(); av_aes_crypt(), where asked for after av_aes_init(), and the like"},
		},
		Find: find,
		Open: open,
	})
}

// fileName is the names of the library: libavutil.so, libavutil.so.57, libavutil.so.57.28.100; with a word more where it was
// renamed to stand beside another (the copies in Python wheels).
var fileName = regexp.MustCompile(`^libavutil(-[0-9A-Za-z]+)?\.so(\.[0-9]+)*$`)

func find(where string) ([]library.Target, error) {
	return clib.Find("lavu", where, fileName.MatchString)
}
