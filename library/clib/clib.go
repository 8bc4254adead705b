//go:build cgo

// Package clib is what the packages of all C libraries share: finding the files, loading one with what belongs to it and
// nothing else, and memory that C code may keep pointers into.
package clib

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"cpb/internal/root"
	"cpb/internal/shim"
	"cpb/library"
	"cpb/result"
)

// Find is library.Info.Find for the library name, whose files are those that match accepts by their base name.
func Find(name, where string, match func(base string) bool) ([]library.Target, error) {
	paths, err := root.Search(where, match)
	if errors.Is(err, root.ErrNoFile) {
		// The text is root's, with what was searched; the sentinel is the registry's.
		return nil, noFile{err}
	}
	if err != nil {
		return nil, err
	}
	var targets []library.Target
	for _, path := range paths {
		targets = append(targets, library.Target{Library: name, Path: path, Root: root.Of(path)})
	}
	return targets, nil
}

type noFile struct{ error }

func (noFile) Is(target error) bool { return target == library.ErrNoFile }

// A Handle is a library that was loaded into this process, for good.
type Handle struct {
	target library.Target
	file   *root.File
	handle unsafe.Pointer
}

// Open loads t's file, after the libraries of its root that it needs. It fails where another root's library is in the
// process then: what was measured would not be what the root holds.
func Open(t library.Target) (*Handle, error) {
	file, err := root.Inspect(t.Path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Path, err)
	}
	before, err := root.Dependencies(t.Root, t.Path)
	if err != nil {
		return nil, err
	}
	for _, path := range before {
		if _, err := shim.Open(path); err != nil {
			return nil, err
		}
	}
	handle, err := shim.Open(t.Path)
	if err != nil {
		return nil, err
	}
	h := &Handle{target: t, file: file, handle: handle}
	return h, h.Check()
}

// Check is an error where a library that does not lie in the target's root is in the process. Open calls it; a package
// whose library loads parts of its own later (providers, engines, modules) calls it again after that.
func (h *Handle) Check() error {
	var foreign []string
	err := readMaps(func(maps io.Reader) { foreign = root.Foreign(h.target.Root, maps) })
	if err == nil && len(foreign) > 0 {
		err = fmt.Errorf("it runs with libraries from outside its root %s: %s", h.target.Root, strings.Join(foreign, ", "))
	}
	return err
}

// Alone is an error where another file that match accepts by its base name is in the process: a second version of the
// library, which a part of it was linked to and may be what is called.
func (h *Handle) Alone(match func(base string) bool) error {
	own, err := os.Stat(h.target.Path)
	if err != nil {
		return err
	}
	var files []string
	if err := readMaps(func(maps io.Reader) { files = root.Mapped(maps) }); err != nil {
		return err
	}
	for _, path := range files {
		if st, err := os.Stat(path); match(filepath.Base(path)) && (err != nil || !os.SameFile(st, own)) {
			return fmt.Errorf("it brings another %s into the process: %s", filepath.Base(path), path)
		}
	}
	return nil
}

// readMaps reads what is mapped into this process.
func readMaps(read func(maps io.Reader)) error {
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return err
	}
	defer maps.Close()
	read(maps)
	return nil
}

// Symbol is the address of a function or variable of the library; nil where it has none of that name.
func (h *Handle) Symbol(name string) unsafe.Pointer { return shim.Symbol(h.handle, name) }

// Pointer is what dlopen returned, for packages that look up a list of functions in C.
func (h *Handle) Pointer() unsafe.Pointer { return h.handle }

// Loaded is what can be told of any library.
func (h *Handle) Loaded() result.Loaded {
	return result.Loaded{
		Path:       h.target.Path,
		Root:       h.target.Root,
		BuildID:    h.file.BuildID,
		Properties: h.target.Properties,
		LibC:       h.libC(),
	}
}

// libC is the C library of this process where it is the root's.
func (h *Handle) libC() string {
	if h.target.Root == "" {
		return ""
	}
	var path string
	err := readMaps(func(maps io.Reader) { path = root.MappedLibC(maps) })
	if err != nil || root.Of(path) != h.target.Root {
		return ""
	}
	v, err := root.GlibcVersion(path)
	if err != nil {
		return ""
	}
	return v.String()
}

// Memory is the half of library.Library that is the same for all C libraries.
type Memory struct{}

// Alloc implements library.Library.
func (Memory) Alloc(n int) ([]byte, error) { return shim.Alloc(n) }

// Free implements library.Library.
func (Memory) Free(p []byte) { shim.Free(p) }

// Empty implements library.Library.
func (Memory) Empty() (library.Op, error) { return shim.Empty() }
