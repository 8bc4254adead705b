package root

import (
	"os"
	"slices"
	"strings"
	"testing"
)

const maps = `00400000-0061a000 r-xp 00000000 fe:00 1234                               /home/me/bin/cpb
0081a000-0083c000 rw-p 00000000 00:00 0                                  [heap]
7f0000000000-7f0000100000 r--p 00000000 fe:00 99                         /roots/sid/usr/lib/x86_64-linux-gnu/libcrypto.so.3
7f0000100000-7f0000200000 r-xp 00100000 fe:00 99                         /roots/sid/usr/lib/x86_64-linux-gnu/libcrypto.so.3
7f0000200000-7f0000300000 r-xp 00000000 fe:00 98                         /usr/lib/x86_64-linux-gnu/libz.so.1.2.13
7f0000300000-7f0000400000 r-xp 00000000 fe:00 97                         /usr/lib/x86_64-linux-gnu/libc.so.6
7f0000400000-7f0000500000 r-xp 00000000 fe:00 96                         /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f0000500000-7f0000600000 r--p 00000000 fe:00 95                         /usr/lib/locale/locale-archive
7f0000600000-7f0000700000 r-xp 00000000 fe:00 94                         /usr/lib/x86_64-linux-gnu/ossl-modules/legacy.so (deleted)
7f0000700000-7f0000800000 r-xp 00000000 fe:00 93                         /roots/sid-old/usr/lib/lib with blanks.so.1
7f0000800000-7f0000900000 rw-s 00000000 00:05 92                         /memfd:cpb (deleted)
7ffd00000000-7ffd00021000 rw-p 00000000 00:00 0                          [stack]
7ffd00100000-7ffd00102000 r-xp 00000000 00:00 0                          [vdso]
`

func TestForeign(t *testing.T) {
	want := []string{
		"/usr/lib/x86_64-linux-gnu/libz.so.1.2.13",
		"/usr/lib/x86_64-linux-gnu/ossl-modules/legacy.so",
		"/roots/sid-old/usr/lib/lib with blanks.so.1",
	}
	if got := Foreign("/roots/sid", strings.NewReader(maps)); !slices.Equal(got, want) {
		t.Errorf("foreign: %q, want %q", got, want)
	}
	if got := Foreign("", strings.NewReader(maps)); got != nil {
		t.Errorf("foreign to the machine: %q", got)
	}
	if got, want := MappedLibC(strings.NewReader(maps)), "/usr/lib/x86_64-linux-gnu/libc.so.6"; got != want {
		t.Errorf("the C library is %q, want %q", got, want)
	}
	self, err := os.Open("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	defer self.Close()
	for _, path := range Mapped(self) {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("this process maps %v", err)
		}
	}
}

func TestCLibrary(t *testing.T) {
	for name, want := range map[string]bool{
		"libc.so.6": true, "libc-2.31.so": true, "ld-linux-x86-64.so.2": true, "ld-2.31.so": true, "ld64.so.2": true,
		"ld-linux-aarch64.so.1": true, "libm.so.6": true, "libmvec.so.1": true, "libpthread-2.31.so": true, "libdl.so.2": true,
		"libnss_files.so.2": true, "librt.so.1": true, "libresolv.so.2": true,
		"libcrypto.so.3": false, "libcrypt.so.1": false, "libnss3.so": false, "libstdc++.so.6": false, "libgcc_s.so.1": false,
		"libmd.so.0": false, "libdl_extra.so": false, "ld.so.conf": false, "libc++.so.1": false, "libz.so.1": false,
	} {
		if got := cLibrary.MatchString(name); got != want {
			t.Errorf("%s is part of the C library: %v, want %v", name, got, want)
		}
	}
}

func FuzzForeign(f *testing.F) {
	f.Add(maps)
	f.Add("1 2 3 4 5 /a.so\n1 2 3 4 5\n     /\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, path := range Foreign("/root", strings.NewReader(text)) {
			if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "/root/") {
				t.Errorf("%q is foreign", path)
			}
		}
		MappedLibC(strings.NewReader(text))
	})
}
