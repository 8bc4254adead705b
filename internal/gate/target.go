package gate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cpb/internal/root"
	"cpb/library"
)

// commandLead is what an argument begins with that is a command.
const commandLead = "sh:"

// NamesLibrary reports whether an argument is, by its form, a library or a command that builds one, and not results: a command, the name of a
// library with or without =PATH, a folder, a file in the form of programs and libraries.
func NamesLibrary(arg string) bool {
	if strings.HasPrefix(arg, commandLead) {
		return true
	}
	st, err := os.Stat(arg)
	switch {
	case err != nil:
		return isSpec(arg)
	case st.IsDir():
		return true
	case !st.Mode().IsRegular():
		return false
	}
	f, err := os.Open(arg)
	if err != nil {
		return false
	}
	defer f.Close()
	magic := make([]byte, 4)
	n, _ := f.Read(magic)
	return bytes.Equal(magic[:n], []byte("\x7fELF"))
}

// isSpec reports whether an argument begins with the name of a library, as those of --lib do.
func isSpec(arg string) bool {
	name := arg
	if at := strings.IndexAny(arg, "=,"); at >= 0 {
		name = arg[:at]
	}
	_, ok := library.Lookup(name)
	return ok
}

// An Argument is one side of a gate, as it was named.
type Argument struct{ Side, Text string }

// A Resolver finds the libraries that arguments name.
type Resolver struct {
	Dir      string            // a folder of our own, for what commands build
	Building func(side string) // told before a command is run; nil: nobody watches

	found []foundFile
}

// A foundFile is a library that was found before anything was built, as it was then.
type foundFile struct {
	side, path string
	was        os.FileInfo
}

// Resolve finds what arguments name. Files are looked for before any command is run, and must be what they were after each: a build that
// writes over the other side has nothing to be held against. What a command has built is copied at once, so that the next may build in
// the same place.
func (r *Resolver) Resolve(ctx context.Context, args ...Argument) ([]library.Target, error) {
	all := make([]library.Target, len(args))
	for i, arg := range args {
		if strings.HasPrefix(arg.Text, commandLead) {
			continue
		}
		t, err := find(arg.Text)
		if err != nil {
			return nil, err
		}
		all[i] = t
		if st, err := os.Stat(t.Path); t.Path != "" && err == nil {
			r.found = append(r.found, foundFile{arg.Side, t.Path, st})
		}
	}
	for i, arg := range args {
		command, build := strings.CutPrefix(arg.Text, commandLead)
		if !build {
			continue
		}
		var err error
		if all[i], err = r.build(ctx, arg.Side, command); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// build runs the command of a side, and finds what it has built.
func (r *Resolver) build(ctx context.Context, side, command string) (library.Target, error) {
	if r.Building != nil {
		r.Building(side)
	}
	line, folder, err := runBuild(ctx, side, command)
	if err != nil {
		return library.Target{}, err
	}
	for _, f := range r.found {
		if st, err := os.Stat(f.path); err != nil || !os.SameFile(st, f.was) || !st.ModTime().Equal(f.was.ModTime()) || st.Size() != f.was.Size() {
			return library.Target{}, &Error{
				Text: fmt.Sprintf("building %s replaced %s: %s", side, f.side, f.path),
				Do:   "copy that file elsewhere first, or name it by a command too: sh:COMMAND",
			}
		}
	}
	spec, err := r.copied(side, line, folder)
	if err != nil {
		return library.Target{}, err
	}
	return find(spec)
}

// copied copies the file that the last line of a build names, PATH or NAME=PATH, relative to folder, and returns the line with the copy in
// its place.
func (r *Resolver) copied(side, line, folder string) (string, error) {
	in := func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(folder, path)
	}
	lead, path := "", in(line)
	if _, err := os.Stat(path); err != nil && isSpec(line) {
		if name, at, placed := strings.Cut(line, "="); placed {
			lead, path = name+"=", in(at)
		}
	}
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return "", &Error{
			Text: fmt.Sprintf("building %s: the last line of its output names no file: %q", side, line),
			Do:   "end the command with echo PATH or echo NAME=PATH, the library that it has built",
		}
	}
	for _, f := range r.found {
		if os.SameFile(st, f.was) {
			return "", &Error{
				Text: fmt.Sprintf("building %s: what it says that it has built is %s: %s", side, f.side, f.path),
				Do:   "name two files; a path is relative to the folder in which the command ends",
			}
		}
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if at, err := filepath.EvalSymlinks(full); err == nil {
		full = at
	}
	if in := root.Of(full); in != "" {
		return "", &Error{
			Text: fmt.Sprintf("building %s: %s lies in a system of its own, %s, and needs what is in it", side, path, in),
			Do:   "build it first, and name it by PATH",
		}
	}
	dir := filepath.Join(r.Dir, side)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	to := filepath.Join(dir, filepath.Base(path))
	return lead + to, os.WriteFile(to, text, 0o755)
}

// find finds the only library file that arg names: NAME, NAME=PATH and what else --lib takes, or a path alone.
func find(arg string) (library.Target, error) {
	var spec library.Spec
	var err error
	if _, there := os.Stat(arg); there != nil && isSpec(arg) {
		spec, err = library.ParseSpec(arg)
	} else {
		spec, err = identify(arg)
	}
	if err != nil {
		return library.Target{}, err
	}
	found, err := spec.Find()
	if err != nil {
		return library.Target{}, err
	}
	found = slices.Compact(found)
	if len(found) > 1 {
		return library.Target{}, &Error{
			Text: fmt.Sprintf("%s: %d files of %s, %s and others", arg, len(found), spec.Info.Name, found[0].Path),
			Do:   "name the file: " + spec.Info.Name + "=FILE",
		}
	}
	return found[0], nil
}

// identify finds out which library a path is of: of a file by its name, of a folder by what is in it.
func identify(path string) (library.Spec, error) {
	st, err := os.Stat(path)
	if err != nil {
		return library.Spec{}, &Error{Text: fmt.Sprintf("%s: %v", path, errors.Unwrap(err)), Do: "name a library's file, a folder that holds one, NAME=PATH, sh:COMMAND, or a saved run"}
	}
	look := path
	if !st.IsDir() { // Find takes any file that it is told of, but looks by name in folders
		dir, err := os.MkdirTemp("", "cpb-gate-")
		if err != nil {
			return library.Spec{}, err
		}
		defer os.RemoveAll(dir)
		to, err := filepath.Abs(path)
		if err != nil {
			return library.Spec{}, err
		}
		if err := os.Symlink(to, filepath.Join(dir, filepath.Base(path))); err != nil {
			return library.Spec{}, err
		}
		look = dir
	}
	var names []string
	for _, info := range library.List() {
		if info.Loop != "c" { // no files
			continue
		}
		// Where a file's name fits and something else is wrong with it, that is told when it is looked for again.
		if _, err := info.Find(look); !errors.Is(err, library.ErrNoFile) {
			names = append(names, info.Name)
		}
	}
	switch len(names) {
	case 1:
		return library.ParseSpec(names[0] + "=" + path)
	case 0:
		if st.IsDir() {
			return library.Spec{}, &Error{Text: path + ": the folder holds no library that is known", Do: "name the library's file, or NAME=" + path + "; cpb list libraries shows the names"}
		}
		return library.Spec{}, &Error{Text: path + ": not the name of any library that is known", Do: "say which it is: NAME=" + path + "; cpb list libraries shows the names"}
	}
	return library.Spec{}, &Error{Text: path + ": holds several libraries: " + strings.Join(names, ", "), Do: "say which: " + names[0] + "=" + path}
}
