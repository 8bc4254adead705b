// Package input turns an argument of the command line into results: a file of cpb's own or of any tool that is read, a run that
// is kept, standard input, and a group of either: FILE#GROUP.
package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

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
	// Progress, where not nil, is told how many bytes of how many were read, of files that take their time.
	Progress func(done, total int64)
}

// Read reads the text that path names and gives what it finds to sink, until ctx ends.
func Read(ctx context.Context, path string, sink ingest.Sink, o Options) error {
	if path == Stdin {
		in := o.Stdin
		if in == nil {
			in = os.Stdin
		}
		return ingest.Read(&watched{Reader: in, ctx: ctx}, Stdin, sink, ingest.Options{Format: o.Format})
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
	st, err := f.Stat()
	if err != nil {
		return &Error{Text: reason(err), Do: "name a file that can be read"}
	}
	if st.IsDir() {
		return &Error{Text: path + ": is a folder", Do: "name the files in it"}
	}
	return ingest.Read(&watched{f, ctx, o.Progress, time.Now(), 0, st.Size()}, path, sink, ingest.Options{Format: o.Format})
}

// A watched reader ends with its context, and tells how far it is.
type watched struct {
	io.Reader
	ctx      context.Context
	progress func(done, total int64)
	began    time.Time
	done     int64
	total    int64
}

func (w *watched) Read(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.Reader.Read(b)
	w.done += int64(n)
	if w.progress != nil && time.Since(w.began) > time.Second/2 {
		w.progress(w.done, w.total)
	}
	return n, err
}

// Open reads the whole text that path names. Without any result in it, it is an error; the document then has the warnings.
func Open(ctx context.Context, path string, o Options) (*result.Document, error) {
	var c ingest.Collector
	if err := Read(ctx, path, &c, o); err != nil {
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
