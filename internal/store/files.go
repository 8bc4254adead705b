// Package store keeps runs: one document, one file, below the user's data folder.
package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"cpb/result"
)

// Dir is the folder that runs are kept in: cpb/runs below $XDG_DATA_HOME, or below ~/.local/share without it (XDG Base
// Directory Specification).
func Dir() (string, error) {
	base := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(base) { // the specification: relative paths are to be ignored
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		base = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(base, "cpb", "runs"), nil
}

// Keep writes the document of a run into Dir under its name and returns the path.
func Keep(doc *result.Document, name string) (string, error) {
	dir, err := Dir()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	path := filepath.Join(dir, name+".json")
	return path, Write(path, doc)
}

// Write writes the document to path as a whole: a file of that name is replaced when the new one is complete and on disk. What is no
// file, a pipe or a terminal, is written to as it is.
func Write(path string, doc *result.Document) (err error) {
	if isDevice(path) {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		return result.Encode(f, doc)
	}
	f, err := create(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := result.Encode(f, doc); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Probe reports whether Write could write to path, before there is anything to write.
func Probe(path string) error {
	if isDevice(path) {
		return nil
	}
	f, err := create(path)
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// isDevice reports whether path is there and neither a file nor a folder.
func isDevice(path string) bool {
	st, err := os.Stat(path)
	return err == nil && !st.Mode().IsRegular() && !st.IsDir()
}

// create makes a file beside path that can take its place.
func create(path string) (*os.File, error) {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		return nil, &os.PathError{Op: "write", Path: path, Err: errors.New("it is a folder")}
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Unwrap(err))
	}
	// CreateTemp's files are private; runs are as open as the user's other files.
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	return f, nil
}
