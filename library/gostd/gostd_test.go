package gostd

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"cpb/library"
	"cpb/library/librarytest"
)

func TestLibrary(t *testing.T) {
	lib, info := librarytest.Open(t, "go", "")
	librarytest.Run(t, lib, info)
}

func TestFind(t *testing.T) {
	if _, err := find(t.TempDir()); !errors.Is(err, library.ErrNoFile) {
		t.Errorf("a folder: %v, want ErrNoFile", err)
	}
}

func TestVersionOf(t *testing.T) {
	tests := []struct{ text, want string }{
		{"go1.26.8", "1.26.8"},
		{"go1.27rc1", "1.27rc1"},
		{"go1.26.8 X:boringcrypto", "1.26.8-boringcrypto"},
		{"go1.26.8 X:boringcrypto,jsonv2", "1.26.8-boringcrypto-jsonv2"},
		{"go1.27-devel_a1b2c3d4e5 Mon Nov 2 10:00:00 2026 +0000", "1.27-devel_a1b2c3d4e5"},
		{"devel go1.27-a1b2c3d4e5 Mon Nov 2 10:00:00 2026 +0000 X:jsonv2", "1.27-a1b2c3d4e5-jsonv2"},
		{"go1.26.8-microsoft", "1.26.8-microsoft"},
	}
	for _, test := range tests {
		if got := versionOf(test.text); got != test.want {
			t.Errorf("versionOf(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestLoaded(t *testing.T) {
	l := (golang{}).Loaded()
	if l.Text != runtime.Version() || !strings.HasPrefix(l.Module, "std; golang.org/x/crypto") || l.FIPS == "" {
		t.Errorf("%+v", l)
	}
	t.Logf("%+v", l)
}
