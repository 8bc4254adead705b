// Package librarytest is the one suite that every library passes: what its author may forget and its users rely on.
//
// The test of a library opens it and runs the suite:
//
//	func TestLibrary(t *testing.T) {
//		lib, info := librarytest.Open(t, "gcrypt", "")
//		librarytest.Run(t, lib, info)
//	}
//
// A library is opened once in a process and called on one thread, so the suite has no subtests, which would run on other
// threads; each error names the cell and the check. Under the address sanitizer (go test -asan) buffers have exactly the
// size that a call may touch.
package librarytest

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
)

// Open finds the library and loads the first file found, on a thread that the test keeps. Where this machine has none the
// test is skipped. See library.Info.Find for where.
func Open(t *testing.T, name, where string) (library.Library, library.Info) {
	t.Helper()
	info, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("no library %q is registered", name)
	}
	targets, err := info.Find(where)
	if where == "" && errors.Is(err, library.ErrNoFile) {
		t.Skip(err)
	}
	if err != nil || len(targets) == 0 {
		t.Fatalf("found %d files: %v", len(targets), err)
	}
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	if info.Environ != nil {
		setenv(t, info.Environ(targets[0]))
	}
	lib, err := info.Open(targets[0])
	if err != nil {
		t.Fatal(err)
	}
	return lib, info
}

// setenv makes the environment what Info.Environ asks for.
func setenv(t *testing.T, environ []string) {
	for _, e := range environ {
		name, value, set := strings.Cut(e, "=")
		t.Setenv(name, value)
		if !set {
			os.Unsetenv(name)
		}
	}
}

// Run checks that lib keeps the contract of library.Library. It is called on the thread on which lib was opened.
func Run(t *testing.T, lib library.Library, info library.Info) {
	t.Helper()
	for err := range check(lib, info) {
		t.Error(err)
	}
}

// A suite is one library under test.
type suite struct {
	lib    library.Library
	info   library.Info
	offers []library.Offer
	cells  []cell // what is offered and not missing
}

// A cell is one offer to check, of no size yet.
type cell struct{ library.Cell }

// The checks of the library as a whole, in order: later ones rely on earlier ones.
var libraryChecks = []struct {
	name  string
	check func(*suite) error
}{
	{"identity", (*suite).identity},
	{"offers", (*suite).offersInOrder},
	{"memory", (*suite).memory},
	{"empty op", (*suite).empty},
	{"refusals", (*suite).refusals},
}

// A namedCheck is a check of one cell.
type namedCheck struct {
	name  string
	check func(*suite, cell) error
}

// computed are the checks of what a call computes.
var computed = []namedCheck{
	{"known answers", (*suite).knownAnswers},
	{"sizes", (*suite).everySize},
	{"canaries", (*suite).canaries},
	{"rotation", (*suite).rotation},
	{"prepared again", (*suite).preparedAgain},
	{"two at once", (*suite).twoAtOnce},
	{"allocations", (*suite).allocations},
}

// The checks of one cell, by operation.
var cellChecks = map[catalog.Operation][]namedCheck{
	catalog.Hash:    computed,
	catalog.Encrypt: computed,
	catalog.Sign:    computed,
	catalog.Verify:  append(slices.Clone(computed), namedCheck{"tampered", (*suite).tampered}),
}

// check yields what is wrong, at most one error of each check and cell.
func check(lib library.Library, info library.Info) iter.Seq[error] {
	return func(yield func(error) bool) {
		s := &suite{lib: lib, info: info}
		for _, k := range libraryChecks {
			err := safely(func() error { return k.check(s) })
			if err != nil && !yield(fmt.Errorf("%s: %w", k.name, err)) {
				return
			}
		}
		for _, c := range s.cells {
			checks, ok := cellChecks[c.Operation]
			if !ok && !yield(fmt.Errorf("%v: the suite has no checks of %s", c, c.Operation)) {
				return
			}
			for _, k := range checks {
				err := safely(func() error { return k.check(s, c) })
				if err != nil && !yield(fmt.Errorf("%v: %s: %w", c, k.name, err)) {
					return
				}
			}
		}
	}
}

func (c cell) String() string {
	return fmt.Sprintf("%s %s (%s) through %s", c.Primitive, c.Operation, c.Work, c.Interface)
}

// primitive is the catalogue's entry; the zero one where it has none.
func (c cell) primitive() catalog.Primitive {
	p, _ := catalog.Lookup(c.Primitive)
	return p
}

// safely makes an error of a panic.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return f()
}
