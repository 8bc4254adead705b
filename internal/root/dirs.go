package root

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// libraryDirs is the folders in which the loader of a root looks for libraries, in its order: those that ld.so.conf names,
// then the ones built into it (ld.so(8)). They are paths on this machine without links, and exist.
func libraryDirs(root string) (dirs []string) {
	named := append(configured(root), "/lib/"+native.triplet, "/usr/lib/"+native.triplet, "/lib64", "/usr/lib64", "/lib", "/usr/lib")
	for _, name := range named {
		dir, err := Inside(root, name)
		if err == nil && isDir(dir, ".") && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// configured is the folders that the root's ld.so.conf names, or its ld.so.conf.d where the former was not unpacked.
func configured(root string) []string {
	c := config{root: root, seen: map[string]bool{}}
	if !c.read("/etc/ld.so.conf") {
		c.include("/etc/ld.so.conf.d/*.conf")
	}
	return c.dirs
}

// A config gathers the folders of a ld.so.conf and of what it includes (ldconfig(8)).
type config struct {
	root string
	dirs []string
	seen map[string]bool // files, which may include each other in a circle
}

func (c *config) read(name string) bool {
	path, err := Inside(c.root, name)
	if err != nil || c.seen[path] {
		return false
	}
	c.seen[path] = true
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		c.line(name, lines.Text())
	}
	return true
}

// line reads a line of the file name: folders, or files to include.
func (c *config) line(name, line string) {
	line, _, _ = strings.Cut(line, "#")
	fields := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n:,", r) })
	switch {
	case len(fields) == 0 || fields[0] == "hwcap":
	case fields[0] == "include":
		for _, pattern := range strings.Fields(line)[1:] {
			if !filepath.IsAbs(pattern) {
				pattern = filepath.Join(filepath.Dir(name), pattern)
			}
			c.include(pattern)
		}
	default:
		for _, dir := range fields {
			if filepath.IsAbs(dir) {
				c.dirs = append(c.dirs, dir)
			}
		}
	}
}

func (c *config) include(pattern string) {
	dir, err := Inside(c.root, filepath.Dir(pattern))
	if err != nil {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries { // read() resolves links: what they lead to on this machine does not matter
		if fits, _ := filepath.Match(filepath.Base(pattern), e.Name()); fits {
			c.read(relative(c.root, filepath.Join(dir, e.Name())))
		}
	}
}
