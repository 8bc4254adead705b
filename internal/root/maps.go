package root

import (
	"bufio"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// sharedLibrary is the file names of shared libraries: "libz.so.1.2.13", "legacy.so".
var sharedLibrary = regexp.MustCompile(`\.so(\.[^/]*)?$`)

// Foreign returns the shared libraries among the mapped files of a process (maps is in the form of /proc/PID/maps,
// proc_pid_maps(5)) that do not lie in the root. The C library's parts do not count, from wherever they are; nor does the
// program, which is not called .so. In the machine's own root nothing is foreign.
func Foreign(root string, maps io.Reader) []string {
	if root == "" {
		return nil
	}
	var foreign []string
	for _, path := range Mapped(maps) {
		base := filepath.Base(path)
		if sharedLibrary.MatchString(base) && !cLibrary.MatchString(base) && !within(path, root) {
			foreign = append(foreign, path)
		}
	}
	return foreign
}

// MappedLibC returns the C library among the mapped files of a process; "" where there is none.
func MappedLibC(maps io.Reader) string {
	for _, path := range Mapped(maps) {
		if libC.MatchString(filepath.Base(path)) {
			return path
		}
	}
	return ""
}

// libC is the file names of the GNU C library itself: "libc.so.6", before 2.34 "libc-2.31.so".
var libC = regexp.MustCompile(`^libc(-[0-9.]+)?\.so(\.6)?$`)

// Mapped returns the files among the mappings of a process, each once, in order.
func Mapped(maps io.Reader) (paths []string) {
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		path := strings.TrimSuffix(mappedFile(lines.Text()), " (deleted)")
		if path != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// mappedFile is the absolute path at the end of a line; "" where a mapping has no file or a name in brackets.
func mappedFile(line string) string {
	for range 5 { // address, permissions, offset, device, inode
		_, after, ok := strings.Cut(strings.TrimLeft(line, " "), " ")
		if !ok {
			return ""
		}
		line = after
	}
	line = strings.TrimLeft(line, " ")
	if !strings.HasPrefix(line, "/") {
		return ""
	}
	return strings.ReplaceAll(line, `\012`, "\n")
}
