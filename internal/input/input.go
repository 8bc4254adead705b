// Package input turns an argument of the command line into results: a file of cpb's own or of any tool that is read, a run that
// is kept, standard input, and a group of either: FILE#GROUP.
package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cpb/internal/ingest"
	"cpb/internal/store"
	"cpb/result"
)

// Stdin is the name of standard input.
const Stdin = "-"

// Options say how to read.
type Options struct {
	Format string    // the only format to look for; all of them where empty
	Stdin  io.Reader // what Stdin names; os.Stdin where nil
}

// Read reads the text that path names and gives what it finds to sink.
func Read(path string, sink ingest.Sink, o Options) error {
	if path == Stdin {
		in := o.Stdin
		if in == nil {
			in = os.Stdin
		}
		return ingest.Read(in, Stdin, sink, ingest.Options{Format: o.Format})
	}
	name, err := find(path)
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return &Error{Text: reason(err), Do: "name a file that can be read"}
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return &Error{Text: path + ": is a folder", Do: "name the files in it"}
	}
	return ingest.Read(f, path, sink, ingest.Options{Format: o.Format})
}

// Open reads the whole text that path names. Without any result in it, it is an error; the document then has the warnings.
func Open(path string, o Options) (*result.Document, error) {
	var c ingest.Collector
	if err := Read(path, &c, o); err != nil {
		return c.Finish(), err
	}
	doc := c.Finish()
	if len(doc.Results) == 0 {
		return doc, Empty(path, o.Format)
	}
	return doc, nil
}

// Empty is the error for a text without any result.
func Empty(path, format string) error {
	if format != "" {
		return &Error{Text: fmt.Sprintf("%s: no result of format %s", path, format), Do: "leave --format out, to look for all formats"}
	}
	var tools []string
	for _, f := range ingest.Formats() {
		tools = append(tools, f.Tool)
	}
	return &Error{Text: path + ": no result that could be used", Do: "what is read is the output of " + strings.Join(tools, ", ")}
}

// find is the file that path names: itself, or the run that is kept under that name.
func find(path string) (string, error) {
	if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	dir, err := store.Dir()
	if err == nil && filepath.Base(path) == path {
		if kept := filepath.Join(dir, path+".json"); exists(kept) {
			return kept, nil
		}
	}
	return "", &Error{Text: path + ": no such file, and no run of that name is kept", Do: "name a file, or a run below " + dir}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// reason is an error of the file system without the call that failed.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Path + ": " + p.Err.Error()
	}
	return err.Error()
}

// An Error is what is wrong with an argument, and what to do.
type Error struct{ Text, Do string }

func (e *Error) Error() string { return e.Text }

// Hint says what to do.
func (e *Error) Hint() string { return e.Do }
