// Package root knows where a library file lies and how a program that loads it must be run.
//
// A root is the top folder of a distribution: the machine's own, which is written "", or one that was unpacked below some
// folder. A library in an unpacked root belongs with that root's libraries, links and settings, and with its C library
// where that is newer than the machine's. Nothing here loads or runs anything.
package root

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// system is the folders of a root in which a distribution keeps its libraries and their settings.
var system = []string{"usr", "lib", "lib32", "lib64", "libx32", "etc"}

// mirrors is the folders of a root that mirror its paths: for what was stripped from a file, and for debuggers.
var mirrors = []string{"/usr/lib/debug", "/usr/share/gdb/auto-load"}

// Of returns the root that the file or folder at path, which is absolute, lies in; "" for the machine's own.
//
// A root is the nearest folder above it, other than /, that has a usr/lib or usr/lib64 and in which path lies below usr,
// lib*, or etc; or below any folder, where the root says of itself that it is a distribution (os-release). So a build tree
// is no root, nor is a prefix such as /opt/x with /opt/x/lib.
func Of(path string) string {
	path = filepath.Clean(path)
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if !isDir(dir, "usr/lib") && !isDir(dir, "usr/lib64") || slices.ContainsFunc(mirrors, func(m string) bool { return strings.HasSuffix(dir, m) }) {
			continue
		}
		below := strings.Split(strings.TrimPrefix(path, dir+"/"), "/")
		if slices.Contains(system, below[0]) || exists(dir, "etc/os-release") || exists(dir, "usr/lib/os-release") {
			return dir
		}
	}
	return ""
}

func isDir(dir, name string) bool {
	st, err := os.Stat(filepath.Join(dir, name))
	return err == nil && st.IsDir()
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// Inside returns the path on this machine of what a process that had root as its / would find at name, with all links
// resolved there.
func Inside(root, name string) (string, error) {
	root = filepath.Clean("/" + root)
	return walk(root, steps(name, root), func(string) string { return root })
}

// Resolve returns the absolute path without its links. A link in an unpacked root is resolved inside that root: an
// absolute one does not lead to the machine's own files.
func Resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return walk("/", steps(path, "/"), func(link string) string {
		if r := Of(link); r != "" {
			return r
		}
		return "/"
	})
}

// A step is one element of a path, and the folder above which its ".." does not lead.
type step struct{ name, top string }

func steps(path, top string) (all []step) {
	for name := range strings.SplitSeq(path, "/") {
		if name != "" && name != "." {
			all = append(all, step{name, top})
		}
	}
	return all
}

// walk goes the steps from at on; topOf tells the root in which a link is to be resolved.
func walk(at string, todo []step, topOf func(link string) string) (string, error) {
	const maxLinks = 40 // as many as Linux follows: path_resolution(7)
	links := 0
	for len(todo) > 0 {
		s := todo[0]
		todo = todo[1:]
		if s.name == ".." {
			if at != s.top {
				at = filepath.Dir(at)
			}
			continue
		}
		next := filepath.Join(at, s.name)
		st, err := os.Lstat(next)
		if err != nil {
			return "", err
		}
		if st.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return "", &fs.PathError{Op: "resolve", Path: next, Err: syscall.ELOOP}
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", err
		}
		top := topOf(next)
		if filepath.IsAbs(target) {
			at = top
		}
		todo = append(steps(target, top), todo...)
	}
	return at, nil
}

// relative is path as seen from the root.
func relative(root, path string) string {
	return "/" + strings.TrimPrefix(strings.TrimPrefix(path, root), "/")
}

// why is what the system says of a file, without the path that the caller names anyway.
func why(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// within reports whether path lies below dir.
func within(path, dir string) bool {
	return strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// ErrNoFile is wrapped by Search where it finds no file that fits.
var ErrNoFile = errors.New("no such library there")

func noFile(where string) error {
	if where == "" {
		return fmt.Errorf("%w: none in this machine's library folders", ErrNoFile)
	}
	return fmt.Errorf("%w: %s", ErrNoFile, where)
}
