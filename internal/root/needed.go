package root

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// cLibrary is the file names of the GNU C library's own parts. They fit only each other, so they are never mixed: a process
// has either the machine's or a root's.
var cLibrary = regexp.MustCompile(`^(ld-linux[^/]*|ld64|ld|lib(c|m|dl|pthread|rt|resolv|util|anl|mvec|nsl|nss_[a-z]+|thread_db|BrokenLocale))(-[0-9.]+)?\.so(\.[0-9]+)*$`)

// Dependencies returns the libraries of the root that file needs, those that others need first, to be loaded by path
// before it: by their names the machine's loader would find the machine's own. The C library's parts are left out. For the
// machine's own root there is nothing to do.
func Dependencies(root, file string) ([]string, error) {
	if root == "" {
		return nil, nil
	}
	d := &dependencies{root: root, dirs: libraryDirs(root), seen: map[string]bool{file: true}}
	if err := d.of(file); err != nil {
		return nil, err
	}
	return d.order, nil
}

type dependencies struct {
	root  string
	dirs  []string
	seen  map[string]bool
	order []string
}

func (d *dependencies) of(file string) error {
	f, err := Inspect(file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for _, name := range f.Needed {
		if cLibrary.MatchString(filepath.Base(name)) {
			continue
		}
		path, ok := find(name, slices.Concat(d.runPath(f, file), d.dirs))
		if !ok {
			return fmt.Errorf("%s has no %s, which %s needs", d.root, name, filepath.Base(file))
		}
		if d.seen[path] {
			continue
		}
		d.seen[path] = true
		if err := d.of(path); err != nil {
			return err
		}
		d.order = append(d.order, path)
	}
	return nil
}

// runPath is the folders that the file itself names, inside the root.
func (d *dependencies) runPath(f *File, file string) (dirs []string) {
	origin := filepath.Dir(relative(d.root, file))
	for _, list := range f.RunPath {
		for dir := range strings.SplitSeq(list, ":") {
			dir = strings.NewReplacer("$ORIGIN", origin, "${ORIGIN}", origin).Replace(dir)
			if path, err := Inside(d.root, dir); err == nil && filepath.IsAbs(dir) {
				dirs = append(dirs, path)
			}
		}
	}
	return dirs
}

// find looks for a library that this machine can load in the folders, which lie in one root.
func find(name string, dirs []string) (string, bool) {
	for _, dir := range dirs {
		path, err := Resolve(filepath.Join(dir, name))
		if err == nil && loadable(path) == nil {
			return path, true
		}
	}
	return "", false
}
