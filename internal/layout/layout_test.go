package layout

import (
	"slices"
	"strings"
	"testing"

	"cpb/result"
)

// source is a library in which every kind of distance occurs: calls to others, to itself and to another library; a switch; a table;
// strings; variables; a function's address. ORDER puts its functions elsewhere.
const source = `
#include <stdlib.h>
#include <string.h>
#ifndef TABLE
#define TABLE 5
#endif
#ifndef STRING
#define STRING "a string"
#endif
#ifndef ADDEND
#define ADDEND 3
#endif
#ifndef CALLEE
#define CALLEE one
#endif
static const unsigned table[8] = {1, 2, 3, 4, TABLE, 6, 7, 8};
static unsigned count;
unsigned exported;
__attribute__((noinline)) static unsigned one(unsigned x) { return x * 7 + ADDEND; }
__attribute__((noinline)) static unsigned two(unsigned x) { return x * 9 + 1; }
#ifdef PADDING
__attribute__((used, aligned(1))) static const char shift[PADDING] = {1};
__asm__(".text\n.skip " PADDING_TEXT ", 0xcc\n");
#endif
unsigned calls(unsigned x) { return CALLEE(x) ^ two(x + 1); }
unsigned tables(unsigned x) { return table[x & 7]; }
unsigned variables(unsigned x) { count += x; exported ^= count; return count; }
const char *strings(void) { return STRING; }
unsigned away(const char *p) { return (unsigned)strlen(p) + 1; }
static int compared(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
void sorts(char *p, size_t n) { qsort(p, n, 1, compared); }
unsigned recursive(unsigned x) { return x < 2 ? x : recursive(x - 1) * 3 + recursive(x - 2); }
void f1(void), f2(void), f3(void), f4(void), f5(void), f6(void);
void switches(unsigned x)
{
	switch (x) {
	case 0: f1(); f2(); break;
	case 1: f2(); f3(); break;
	case 2: f3(); f4(); break;
	case 3: f4(); f5(); break;
	case 4: f5(); f6(); break;
	case 5: f6(); f1(); break;
	}
	exported++;
}
`

// names is the functions of source, in alphabetical order.
var names = []string{"away", "calls", "compared", "one", "recursive", "sorts", "strings", "switches", "tables", "two", "variables"}

// running is the addresses at which the functions of source begin: as if a call had executed something of each.
func running(t *testing.T, f *File) (at []uint64) {
	t.Helper()
	by := f.named()
	for _, name := range names {
		fn := by[name]
		if fn == nil {
			t.Fatalf("there is no function %s", name)
		}
		at = append(at, fn.begin)
	}
	slices.Sort(at)
	return at
}

func diff(t *testing.T, base, other string) *result.Layout {
	t.Helper()
	a, b := opened(t, base), opened(t, other)
	l := NewMatch(a, b).Diff(running(t, a), running(t, b))
	slices.Sort(l.Moved)
	slices.Sort(l.Changed)
	return l
}

// TestDiff: what is the same but for where it lies has moved, and what has changed in any way that a call can notice has changed,
// alone.
func TestDiff(t *testing.T) {
	base := compile(t, source)
	for _, c := range []struct {
		what           string
		changed, moved []string
		args           []string
	}{
		{"the same", nil, nil, nil},
		{"elsewhere", nil, names, []string{"-DPADDING=32", `-DPADDING_TEXT="32"`}},
		{"elsewhere, at the same place in a line", nil, nil, []string{"-DPADDING=64", `-DPADDING_TEXT="64"`}},
		{"another table", []string{"tables"}, nil, []string{"-DTABLE=55"}},
		{"another string", []string{"strings"}, nil, []string{`-DSTRING="another string"`}},
		{"another number", []string{"one"}, nil, []string{"-DADDEND=4"}},
		{"another function called", []string{"calls"}, nil, []string{"-DCALLEE=two", "-fkeep-static-functions"}},
		{"elsewhere, and another number", []string{"one"}, names, []string{"-DADDEND=4", "-DPADDING=32", `-DPADDING_TEXT="32"`}},
	} {
		got := diff(t, base, compile(t, source, c.args...))
		moved := slices.DeleteFunc(slices.Clone(c.moved), func(name string) bool { return slices.Contains(c.changed, name) })
		if c.what == "another function called" { // the compiler puts those that it calls in another order
			got.Moved = nil
		}
		if got.Functions != len(names) || !slices.Equal(got.Changed, c.changed) || !slices.Equal(got.Moved, moved) || got.Partial != "" {
			t.Errorf("%s: %+v, want %q changed, %q moved", c.what, got, c.changed, moved)
		}
	}
}

// TestDiffStripped: functions without names are found by what they hold, or by who calls them.
func TestDiffStripped(t *testing.T) {
	whole, changed := compile(t, source), compile(t, source, "-DADDEND=4", "-DPADDING=32", `-DPADDING_TEXT="32"`)
	a, b := opened(t, compile(t, source, "-s")), opened(t, compile(t, source, "-s", "-DADDEND=4", "-DPADDING=32", `-DPADDING_TEXT="32"`))
	l := NewMatch(a, b).Diff(running(t, opened(t, whole)), running(t, opened(t, changed))) // of the same addresses
	nameless := 0
	for _, name := range l.Moved {
		if strings.HasPrefix(name, "function at 0x") {
			nameless++
		}
	}
	if l.Functions != len(names) || len(l.Changed) != 1 || !strings.HasPrefix(l.Changed[0], "function at 0x") || len(l.Moved) != len(names)-1 || nameless != 2 {
		t.Errorf("%+v, want one function without a name changed, and two among the moved", l)
	}
}

// TestDiffOneSide: what one side alone runs is changed, and counts once.
func TestDiffOneSide(t *testing.T) {
	path := compile(t, source)
	a, b := opened(t, path), opened(t, path)
	m := NewMatch(a, b)
	at := func(name string) uint64 { return a.named()[name].begin }
	both := []uint64{at("calls"), at("calls") + 1}
	base, other := append(slices.Clone(both), at("tables")), append(slices.Clone(both), at("strings"))
	slices.Sort(base)
	slices.Sort(other)
	if l := m.Diff(base, other); l.Functions != 3 || !slices.Equal(l.Changed, []string{"tables", "strings"}) || l.Moved != nil {
		t.Errorf("%+v, want tables and strings changed, of 3", l)
	}
	if l := NewMatch(a, new(File)).Diff(both, nil); l.Functions != 1 || !slices.Equal(l.Changed, []string{"calls"}) {
		t.Errorf("against no file: %+v", l)
	}
	if l := m.Diff([]uint64{1, 2}, nil); l.Functions != 0 || l.Partial != "2 of the instructions that a call executes lie in no function that could be told" {
		t.Errorf("of no function: %+v", l)
	}
}

// TestDiffOfCopies: of a library and itself, all functions are pairs, and none differs.
func TestDiffOfCopies(t *testing.T) {
	for _, path := range installed(t) {
		a, b := opened(t, path), opened(t, path)
		var at []uint64
		for _, fn := range a.functions {
			if fn.begin < fn.end {
				at = append(at, fn.begin)
			}
		}
		l := NewMatch(a, b).Diff(at, at)
		if l.Functions < 1000 || l.Functions != len(at) || len(l.Changed) > 0 || len(l.Moved) > 0 || l.Partial != "" {
			t.Errorf("%s: %d functions, %d changed, %d moved, %s", path, l.Functions, len(l.Changed), len(l.Moved), l.Partial)
			t.Log(l.Changed)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	const path = "/usr/lib/x86_64-linux-gnu/libcrypto.so.3"
	for b.Loop() {
		f, err := Open(path)
		if err != nil {
			b.Skip(err)
		}
		NewMatch(f, f)
	}
}
