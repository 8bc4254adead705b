package root

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Command returns the words with which to start program, an absolute path, so that it can load libraries of the root; its
// arguments come after them. Where the root's C library is newer than the machine's, that is the root's own loader, told to
// look in the root's folders only; else the program alone.
func Command(root, program string) ([]string, error) {
	plain := []string{program}
	if root == "" {
		return plain, nil
	}
	dirs := libraryDirs(root)
	theirs, ok := find("libc.so.6", dirs)
	if !ok {
		return plain, nil // only libraries were unpacked
	}
	f, err := Inspect(program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	if !f.Interp {
		return plain, nil // static: it has no C library to choose, and can load nothing
	}
	newer, err := newerThanMachine(theirs)
	if err != nil || !newer {
		return plain, err
	}
	loader, ok := find(native.loader, dirs)
	if !ok {
		return nil, fmt.Errorf("%s has a newer C library than this machine, and no %s to start a program with it", root, native.loader)
	}
	for _, name := range f.Needed {
		if _, ok := find(name, dirs); !ok {
			return nil, fmt.Errorf("%s has no %s, which %s needs to run with the C library of that root", root, name, filepath.Base(program))
		}
	}
	path := strings.Join(dirs, ":")
	if strings.Contains(root, ":") || strings.Contains(root, ";") {
		return nil, fmt.Errorf("the path of a root with a C library of its own may hold neither : nor ;: %s", root)
	}
	// --inhibit-cache: the cache is the machine's. --library-path takes the place of LD_LIBRARY_PATH.
	return []string{loader, "--inhibit-cache", "--library-path", path, program}, nil
}

func newerThanMachine(libc string) (bool, error) {
	theirs, err := GlibcVersion(libc)
	if err != nil {
		return false, err
	}
	own, err := machineLibC()
	if err != nil {
		return false, err
	}
	ours, err := GlibcVersion(own)
	if err != nil {
		return false, err
	}
	return theirs.After(ours), nil
}

// machineLibC is the C library that this process maps, or where it maps none, the one that the loader would find.
func machineLibC() (string, error) {
	if maps, err := os.Open("/proc/self/maps"); err == nil {
		defer maps.Close()
		if path := MappedLibC(maps); path != "" {
			return path, nil
		}
	}
	if path, ok := find("libc.so.6", libraryDirs("")); ok {
		return path, nil
	}
	return "", errors.New("this machine has no GNU C library, which is needed to load libraries of another root")
}

// A Version is a release of the GNU C library.
type Version struct{ Major, Minor int }

// After reports whether v is newer than w.
func (v Version) After(w Version) bool {
	return v.Major > w.Major || v.Major == w.Major && v.Minor > w.Minor
}

func (v Version) String() string { return fmt.Sprintf("glibc %d.%d", v.Major, v.Minor) }

// GlibcVersion reads the release of the GNU C library in the file libc.so.6 at path.
func GlibcVersion(path string) (Version, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return Version{}, err
	}
	v, ok := glibcVersion(content)
	if !ok {
		return Version{}, fmt.Errorf("%s is not a GNU C library: it has no release text", path)
	}
	return v, nil
}

// glibcVersion finds the text that the library prints when it is run: "GNU C Library (Debian GLIBC 2.36-9+deb12u14) stable
// release version 2.36."; "development release version" in a snapshot.
func glibcVersion(content []byte) (v Version, ok bool) {
	const longest = 256 // of the text up to the number
	for {
		_, after, found := bytes.Cut(content, []byte("GNU C Library "))
		if !found {
			return v, false
		}
		_, number, _ := bytes.Cut(after[:min(len(after), longest)], []byte(" release version "))
		if n, err := fmt.Sscanf(string(number), "%d.%d", &v.Major, &v.Minor); n == 2 && err == nil && v.Major > 0 {
			return v, true
		}
		content = after
	}
}
