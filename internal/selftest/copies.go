package selftest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"cpb/library"
)

// Labels of the two sides.
const (
	baseLabel = "file"
	copyLabel = "copy"
)

// copies makes two copies of a library's file, each in a folder of its own, so that neither is the file whose pages others hold. A library
// without a file, Go's own, is loaded twice. remove takes them away again.
func copies(t library.Target) (pair [2]library.Target, remove func(), err error) {
	pair = [2]library.Target{t, t}
	pair[0].Label, pair[1].Label = baseLabel, copyLabel
	if t.Path == "" {
		return pair, func() {}, nil
	}
	if t.Root != "" {
		return pair, nil, unfit{fmt.Sprintf("%s lies in a root of its own, %s, and would not find its libraries as a copy elsewhere", t.Path, t.Root)}
	}
	dir, err := os.MkdirTemp("", "cpb-selftest-")
	if err != nil {
		return pair, nil, fmt.Errorf("no room for copies of %s: %w", t.Path, err)
	}
	remove = func() { os.RemoveAll(dir) }
	for i := range pair {
		pair[i].Path = filepath.Join(dir, pair[i].Label, filepath.Base(t.Path))
		if err := copyFile(pair[i].Path, t.Path); err != nil {
			remove()
			return pair, nil, err
		}
	}
	return pair, remove, nil
}

func copyFile(to, from string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() {
		if closed := out.Close(); err == nil {
			err = closed
		}
	}()
	_, err = io.Copy(out, in)
	return err
}
