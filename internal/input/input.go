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
	options := ingest.Options{Format: o.Format}
	if path == Stdin {
		in := o.Stdin
		if in == nil {
			in = os.Stdin
		}
		return ingest.Read(waiting(ctx, func() (io.Reader, error) { return in, nil }), Stdin, sink, options)
	}
	name, err := find(path)
	if err != nil {
		return err
	}
	st, err := os.Stat(name)
	switch {
	case err != nil:
		return unreadable(err)
	case st.IsDir():
		return &Error{Text: path + ": is a folder", Do: "name the files in it"}
	case !st.Mode().IsRegular(): // whoever opens a FIFO waits for its other end
		return ingest.Read(waiting(ctx, func() (io.Reader, error) { return open(name) }), path, sink, options)
	}
	f, err := open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return ingest.Read(&watched{f, ctx, o.Progress, time.Now(), 0, st.Size()}, path, sink, options)
}

func open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(err)
	}
	return f, nil
}

func unreadable(err error) error {
	return &Error{Text: reason(err), Do: "name a file that can be read"}
}

// waiting reads what open opens and may keep its reader waiting, a pipe or a terminal, and ends with ctx all the same. An open or
// read that waits then is left to end with the program: nothing else ends it.
func waiting(ctx context.Context, open func() (io.Reader, error)) io.Reader {
	r, w := io.Pipe()
	context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	go func() {
		in, err := open()
		if err == nil {
			_, err = io.Copy(w, in)
		}
		w.CloseWithError(err)
	}()
	return &watched{Reader: r, ctx: ctx}
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
		return doc, empty(path, o.Format, len(doc.Warnings))
	}
	return doc, nil
}

// empty is the error for a text without any result, and so many warnings.
func empty(path, format string, warnings int) error {
	e := &Error{Text: path + ": no result that could be used", Do: "cpb list formats shows what is read"}
	switch {
	case format != "":
		e.Text, e.Do = fmt.Sprintf("%s: no result of format %s", path, format), "leave --format out, to look for all formats"
	case warnings > 0:
		e.Do = "the warnings above say what is there instead"
	}
	return e
}

// find is the file that path names: itself, or the run that is kept under that name.
func find(path string) (string, error) {
	if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	do := "name a file"
	if dir, err := store.Dir(); err == nil {
		if kept := filepath.Join(dir, path+".json"); filepath.Base(path) == path && exists(kept) {
			return kept, nil
		}
		do += ", or a run below " + dir
	}
	if path == "" {
		return "", &Error{Text: "no file has an empty name", Do: do}
	}
	return "", &Error{Text: path + ": no such file, and no run of that name is kept", Do: do}
}

// Names reports whether there is a text that an argument names, PATH or PATH#GROUP.
func Names(arg string) bool {
	path, _, _ := split(arg)
	_, err := find(path)
	return path == Stdin || err == nil
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
