package root

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxDepth is how many folders below the one given are searched: enough for FOLDER/ROOT/usr/lib/TRIPLET and a few more.
const maxDepth = 8

// Search returns the paths, absolute and without links, of the libraries whose file name match accepts. Links to one file
// count once, and files of another architecture count only where there is nothing else.
//
//   - where is "" or "/": this machine's library folders, in the order in which the loader looks, then prefixes in
//     /usr/local and /opt.
//   - where is a file: this file, whatever its name.
//   - where is a folder: everything in it, to a limited depth, by path. It may be an unpacked root, hold several of them,
//     or be a build tree.
//
// The error wraps ErrNoFile where there is no such library.
func Search(where string, match func(base string) bool) ([]string, error) {
	if where == "" || filepath.Clean(where) == "/" {
		return searchMachine(match)
	}
	at, err := Resolve(where)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", why(err), where)
	}
	st, err := os.Stat(at)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", why(err), where)
	}
	if !st.IsDir() {
		if err := loadable(at); err != nil {
			return nil, about(where, err)
		}
		return []string{at}, nil
	}
	w := walker{match: match}
	w.folder(at, 0)
	slices.Sort(w.found)
	return w.result(where)
}

func searchMachine(match func(string) bool) ([]string, error) {
	w := walker{match: match}
	for _, dir := range machineDirs() {
		w.files(dir)
	}
	return w.result("")
}

// machineDirs is the machine's library folders: those that the loader searches in its order, with the variants for newer
// processors (glibc-hwcaps) that it prefers, then other prefixes.
func machineDirs() (dirs []string) {
	for _, dir := range append(filepath.SplitList(os.Getenv("LD_LIBRARY_PATH")), libraryDirs("")...) {
		dirs = append(dirs, glob(dir, "glibc-hwcaps/*")...)
		dirs = append(dirs, dir)
	}
	for _, pattern := range []string{"usr/local/*/lib", "usr/local/*/lib64", "opt/*/lib", "opt/*/lib64"} {
		dirs = append(dirs, glob("/", pattern)...)
	}
	return dirs
}

// glob is the paths below dir that fit, none where the pattern is malformed.
func glob(dir, pattern string) (paths []string) {
	names, err := fs.Glob(os.DirFS(dir), pattern)
	if err != nil {
		return nil
	}
	for _, name := range names {
		paths = append(paths, filepath.Join(dir, name))
	}
	return paths
}

// about is the error that loadable gave, with the path.
func about(path string, err error) error {
	if _, foreign := errors.AsType[*errForeign](err); foreign {
		return fmt.Errorf("%s is %w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// loadable is nil where path may be loaded as a library here; else what is wrong with it.
func loadable(path string) error {
	f, err := Inspect(path)
	if err != nil {
		return err
	}
	return f.Native()
}

// A walker gathers libraries.
type walker struct {
	match   func(base string) bool
	found   []string
	known   []os.FileInfo // files in found
	folders []os.FileInfo // that were searched
	foreign error         // the first file of another architecture
}

// folder searches the folder at path and those below. Links to folders are followed from the first one only: a folder of
// roots may hold links to them, and what a link further below leads to either lies in the folder or was not asked for.
func (w *walker) folder(path string, depth int) {
	st, err := os.Stat(path)
	if err != nil || depth > maxDepth || slices.ContainsFunc(w.folders, func(s os.FileInfo) bool { return os.SameFile(s, st) }) {
		return
	}
	w.folders = append(w.folders, st)
	w.files(path)
	entries, err := os.ReadDir(path)
	if err != nil {
		return // unreadable: nothing can be loaded from it
	}
	for _, e := range entries {
		below := filepath.Join(path, e.Name())
		switch {
		case kernel(path, e.Name()):
		case e.IsDir():
			w.folder(below, depth+1)
		case e.Type()&fs.ModeSymlink != 0 && depth == 0:
			if to, err := Resolve(below); err == nil && isDir(to, ".") {
				w.folder(to, depth+1)
			}
		}
	}
}

// kernel reports whether dir/name is where a root has the kernel's file systems.
func kernel(dir, name string) bool {
	return slices.Contains([]string{"proc", "sys", "dev"}, name) && isDir(dir, "usr")
}

// files adds the libraries in one folder.
func (w *walker) files(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() || !w.match(e.Name()) {
			continue
		}
		if path, err := Resolve(filepath.Join(dir, e.Name())); err == nil {
			w.add(path)
		}
	}
}

func (w *walker) add(path string) {
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() || slices.ContainsFunc(w.known, func(s os.FileInfo) bool { return os.SameFile(s, st) }) {
		return
	}
	err = loadable(path)
	if _, foreign := errors.AsType[*errForeign](err); foreign {
		if w.foreign == nil {
			w.foreign = about(path, err)
		}
		return
	}
	if errors.Is(err, errDebug) || linkerScript(path) {
		return
	}
	// Any other file that is damaged is a library all the same: to load it fails, and the reason is shown.
	w.found, w.known = append(w.found, path), append(w.known, st)
}

// linkerScript reports whether path is a text for the linker, which development packages have in a library's place.
func linkerScript(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 512)
	n, _ := f.Read(head)
	for _, word := range []string{"GNU ld script", "INPUT", "GROUP"} {
		if strings.Contains(string(head[:n]), word) {
			return !strings.HasPrefix(string(head[:n]), "\x7fELF")
		}
	}
	return false
}

func (w *walker) result(where string) ([]string, error) {
	switch {
	case len(w.found) > 0:
		return w.found, nil
	case w.foreign != nil:
		return nil, w.foreign
	}
	return nil, noFile(where)
}
