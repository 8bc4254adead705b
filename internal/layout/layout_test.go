package layout

import (
	"slices"
	"strconv"
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
__asm__(".text\n.skip " PADDING ", 0xcc\n");
#endif
#ifdef CONSTANT
__attribute__((used, aligned(1))) static const char shift[CONSTANT] = {1};
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
		{"elsewhere", nil, names, []string{`-DPADDING="32"`}},
		{"elsewhere, and constants too", nil, names, []string{`-DPADDING="32"`, "-DCONSTANT=32"}},
		{"elsewhere, at the same place in a line", nil, nil, []string{`-DPADDING="64"`, "-DCONSTANT=64"}},
		{"another table", []string{"tables"}, nil, []string{"-DTABLE=55"}},
		{"another string", []string{"strings"}, nil, []string{`-DSTRING="another string"`}},
		{"another number", []string{"one"}, nil, []string{"-DADDEND=4"}},
		{"another function called", []string{"calls"}, nil, []string{"-DCALLEE=two", "-fkeep-static-functions"}},
		{"elsewhere, and another number", []string{"one"}, names, []string{"-DADDEND=4", `-DPADDING="32"`}},
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
	args := []string{"-DADDEND=4", `-DPADDING="32"`}
	whole, changed := compile(t, source), compile(t, source, args...)
	a, b := opened(t, compile(t, source, "-s")), opened(t, compile(t, source, append(args, "-s")...))
	l := NewMatch(a, b).Diff(running(t, opened(t, whole)), running(t, opened(t, changed))) // of the same addresses
	nameless := 0
	for _, name := range l.Moved {
		if strings.HasPrefix(name, "function at 0x") {
			nameless++
		}
	}
	if l.Functions != len(names) || len(l.Changed) != 1 || !strings.HasPrefix(l.Changed[0], "function at 0x") || len(l.Moved) != len(names)-1 || nameless != 2 || l.Partial != "" {
		t.Errorf("%+v, want one function without a name changed, and two among the moved", l)
	}
}

// TestDiffData: that code refers to another variable, or to a table that is another one, is seen: whatever has symbols, and whatever other code
// refers to. Code lies 32 bytes further on in every head.
func TestDiffData(t *testing.T) {
	const shift = `
#ifdef PADDING
__asm__(".text\n.skip 32, 0xcc\n");
#endif
`
	const variables = shift + `
static unsigned a, b;
void set(unsigned x) { a = x; }
void reset(unsigned x) { b = x; }
unsigned mixed(unsigned x) { return a * x ^ b; }
unsigned get(unsigned x) { return x + a; }
`
	swapped := strings.Replace(variables, "static unsigned a, b;", "#ifdef PADDING\nstatic unsigned b, a;\n#else\nstatic unsigned a, b;\n#endif", 1)
	const thread = shift + `
static __thread unsigned a, b;
void set(unsigned x) { a = x; b = x * 3; }
unsigned get(unsigned x) { return x + a; }
`
	const values = shift + `
static volatile unsigned mask = 0xff, unrelated = 5;
static const struct { unsigned number; unsigned (*next)(unsigned); } volatile chosen = {0xaa, (unsigned (*)(unsigned))&mask};
void set(unsigned x) { unrelated = x; mask = x; }
unsigned get(unsigned x) { return (x + chosen.number) & unrelated; }
`
	numbers := ""
	for i := range 64 {
		numbers += strconv.Itoa(1000+i) + ","
	}
	table := shift + "static const unsigned k[64] = {" + numbers + "};\n" + `
const unsigned *later(void) { return k + 8; }
unsigned get(unsigned x) { return k[x & 63]; }
void set(unsigned x) { (void)x; }
`
	const doubt = ": which variable without a name is which is not to be told: .bss has another "
	both, get := []string{"get", "set"}, []string{"get"}
	for _, c := range []struct {
		what, source, from, to string
		run                    []string
		changed                []string
		stripped               string // partial, without symbols
	}{
		{"the same", variables, "x + a", "x + a", both, nil, ""},
		{"the same, of a thread", thread, "x + a", "x + a", both, nil, ""},
		{"the same table", table, "1019", "1019", both, nil, ""},
		{"another variable", variables, "x + a", "x + b", both, get, "set" + doubt + "order"},
		{"another variable, where the first lay", swapped, "x + a", "x + b", get, get, "get" + doubt + "order"},
		{"another variable, and one more", variables, "x + a; }", "x + b; } static unsigned d[32]; void more(unsigned x) { d[x]++; } unsigned less(unsigned x) { return d[x]; }",
			both, get, "set" + doubt + "size"},
		{"another variable of a thread", thread, "x + a", "x + b", both, get, ""},
		{"the same numbers", values, "0xff", "0xff", both, nil, ""},
		{"another number in a variable", values, "unrelated = 5", "unrelated = 6", get, get, ""},
		{"another number in a constant with a pointer", values, "0xaa", "0xab", get, get, ""},
		{"another table", table, "1019", "1919", both, get, "get: " + noEnd},
	} {
		t.Run(c.what, func(t *testing.T) {
			head := strings.Replace(c.source, c.from, c.to, 1)
			at := func(f *File) (at []uint64) {
				for _, name := range c.run {
					at = append(at, f.named()[name].begin)
				}
				slices.Sort(at)
				return at
			}
			for _, strip := range [][2]bool{{false, false}, {true, true}, {true, false}, {false, true}} {
				if strip[0] != strip[1] && c.source != variables {
					continue // names on one side matter to variables
				}
				build := func(source string, strip bool, args ...string) *File {
					if args = append(args, "-fno-toplevel-reorder"); strip {
						args = append(args, "-s")
					}
					return opened(t, compile(t, source, args...))
				}
				a, b := build(c.source, strip[0]), build(head, strip[1], "-DPADDING")
				l := NewMatch(a, b).Diff(at(a), at(b))
				changed, partial := c.changed, ""
				if strip[0] && strip[1] {
					if partial = c.stripped; strings.Contains(partial, "get: ") {
						changed = nil
					}
				}
				switch {
				case l.Only() != (c.changed == nil):
					t.Errorf("stripped %v: %+v, want %q changed, or a doubt", strip, l, c.changed)
				case strip[0] == strip[1] && (!slices.Equal(l.Changed, changed) || l.Partial != partial):
					t.Errorf("stripped %v: %+v, want %q changed, partial %q", strip, l, changed, partial)
				}
			}
		})
	}
}

// TestDiffDoubts: functions that are in the same doubt are counted.
func TestDiffDoubts(t *testing.T) {
	const source = "static unsigned a[NUMBER];\nvoid set(unsigned x) { a[x] = x; }\nunsigned get(unsigned x) { return a[x]; }\n"
	base, other := opened(t, compile(t, source, "-s", "-DNUMBER=40")), opened(t, compile(t, source, "-s", "-DNUMBER=400"))
	at := func(f *File) []uint64 { return []uint64{f.named()["set"].begin, f.named()["get"].begin} }
	l := NewMatch(base, other).Diff(at(base), at(other))
	if want := "set and 1 more: which variable without a name is which is not to be told: .bss has another size"; l.Partial != want || l.Changed != nil {
		t.Errorf("%+v, want %q", l, want)
	}
}

// TestDiffPaths: a function of which a call executes other instructions has changed, though all are the same, and one is no variable of two.
func TestDiffPaths(t *testing.T) {
	a, b := opened(t, compile(t, source)), opened(t, compile(t, source, `-DPADDING="32"`))
	m := NewMatch(a, b)
	begin, there := a.named()["switches"].begin, b.named()["switches"].begin
	if l := m.Diff([]uint64{begin, begin + 4}, []uint64{there, there + 4}); !l.Only() {
		t.Errorf("the same path: %+v", l)
	}
	if l := m.Diff([]uint64{begin, begin + 4}, []uint64{there, there + 7}); !slices.Equal(l.Changed, []string{"switches (another path)"}) {
		t.Errorf("another path: %+v", l)
	}
	if got := a.Unshared([]uint64{begin, begin + 4}, []uint64{begin + 7}); got != nil {
		t.Errorf("another path through one file: %q", got)
	}
	if got := a.Unshared([]uint64{begin}, []uint64{a.named()["calls"].begin}); !slices.Equal(got, []string{"switches", "calls"}) {
		t.Errorf("other functions of one file: %q", got)
	}
	v := oneToOne{map[uint64]uint64{}, map[uint64]uint64{}}
	v.add(1, 2)
	if !v.fits(1, 2) || !v.fits(3, 4) || v.fits(1, 4) || v.fits(3, 2) {
		t.Error("a variable is one of the other file's, and back")
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
	paths := installed(t)
	path := paths[len(paths)-1]
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
