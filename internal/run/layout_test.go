//go:build cgo && linux && amd64

package run

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/worker"
	"cpb/library"
	_ "cpb/library/all"
	"cpb/result"
)

// build compiles testdata/layout.c, whose functions have symbols unless strip is among the arguments.
func build(t *testing.T, args ...string) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc")
	}
	path := filepath.Join(t.TempDir(), "libcrypto.so.9")
	args = append([]string{"-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-Wl,-Bsymbolic", "-o", path, "testdata/layout.c"}, args...)
	if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return path
}

// cellIn is SHA-256 of 16 bytes through SHA256() in a file.
func cellIn(path string) *cell {
	sha256, _ := catalog.Lookup("sha256")
	return newCell(sourceOf(library.Target{Library: "openssl", Path: path}), sha256, "oneshot")
}

func sourceOf(target library.Target) *source {
	info, _ := library.Lookup(target.Library)
	return &source{target: target, info: info}
}

func newCell(s *source, p catalog.Primitive, iface string) *cell {
	offer := library.Offer{Primitive: p.Slug, Operation: catalog.Hash, Interface: iface, Work: catalog.Message}
	return &cell{row: &row{source: s, offer: offer, primitive: p}, size: 16}
}

// requestFor is one of SHA-256, with what it is by default.
func requestFor(t testing.TB) *Request {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sha256, _ := catalog.Lookup("sha256")
	r := Request{Program: program, Targets: []library.Target{{}}, Primitives: []catalog.Primitive{sha256}, Sizes: []int{16, 64}, Seed: 1, Processor: 0}
	if err := r.setDefaults(nil); err != nil {
		t.Fatal(err)
	}
	return &r
}

func layoutsOf(t testing.TB, ctx context.Context, pairs ...layoutPair) []*result.Layout {
	t.Helper()
	r := requestFor(t)
	for _, p := range pairs {
		for _, c := range []*cell{p.base, p.other} {
			if c.row.source.opened == nil {
				client, err := c.row.source.survey(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				worker.Close(client)
			}
		}
	}
	return r.layouts(ctx, newCodes(), pairs)
}

// TestLayouts: of two builds of one source, the function that was put elsewhere has moved, the one that got an instruction has changed, and in two
// copies of a file nothing has done either.
func TestLayouts(t *testing.T) {
	plain, padded, more := build(t), build(t, "-DPADDING=32"), build(t, "-DMORE=1")
	stripped, strippedMore := build(t, "-DPADDING=32", "-s"), build(t, "-DMORE=1", "-s")
	line := build(t, "-DPADDING=64")
	copied := filepath.Join(t.TempDir(), "libcrypto.so.9")
	content, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, content, 0o755); err != nil {
		t.Fatal(err)
	}
	base := cellIn(plain)
	var pairs []layoutPair
	for _, path := range []string{copied, padded, line, more} {
		pairs = append(pairs, layoutPair{base, cellIn(path)})
	}
	small := cellIn(stripped)
	pairs = append(pairs, layoutPair{small, cellIn(strippedMore)}, layoutPair{cellIn(build(t, "-s")), small})
	got := layoutsOf(t, t.Context(), pairs...)
	if strings.Contains(got[0].Partial, "unsupported operation") {
		t.Skip(got[0].Partial)
	}
	for i, want := range []*result.Layout{
		{Functions: 2},
		{Functions: 2, Moved: []string{"hot"}},
		{Functions: 2},
		{Functions: 2, Changed: []string{"hot"}},
	} {
		if !reflect.DeepEqual(got[i], want) {
			t.Errorf("%d: %+v, want %+v", i, got[i], want)
		}
	}
	if got[0].Only() || !got[1].Only() || got[2].Only() || got[3].Only() {
		t.Error("where code lies is all that differs in the second pair, and in no other")
	}
	const nameless = "function at 0x"
	if l := got[4]; l.Functions != 2 || len(l.Changed) != 1 || !strings.HasPrefix(l.Changed[0], nameless) || len(l.Moved) != 0 {
		t.Errorf("changed, without symbols: %+v", l)
	}
	if l := got[5]; l.Functions != 2 || len(l.Moved) != 1 || !strings.HasPrefix(l.Moved[0], nameless) || !l.Only() {
		t.Errorf("moved, without symbols: %+v", l)
	}
}

// TestLayoutsWork: who does more work by the same instructions has not only been put elsewhere, whatever has it do so and wherever the work is.
func TestLayoutsWork(t *testing.T) {
	const padding, more, hash = "-DPADDING=32", `^executes \d+ instructions, not \d+$`, "^SHA256$"
	var pairs []layoutPair
	var wanted []string
	for _, c := range []struct {
		base, head []string
		changed    string
	}{
		{nil, nil, ""},
		{nil, []string{"-DTIMES=50"}, hash},
		{[]string{"-DRELRO=1"}, []string{"-DRELRO=1", "-DTIMES=50"}, hash},
		{[]string{"-DPOINTER=1"}, []string{"-DPOINTER=1"}, ""},
		{[]string{"-DPOINTER=1"}, []string{"-DPOINTER=1", "-DTIMES=50"}, more},
		{[]string{"-DCOPIES=4096"}, []string{"-DCOPIES=4096"}, ""},
		{[]string{"-DCOPIES=4096"}, []string{"-DCOPIES=65536"}, `^libc\.so\.6: ` + more[1:]},
	} {
		for _, strip := range []string{"-g0", "-s"} {
			pairs = append(pairs, layoutPair{cellIn(build(t, append(c.base, strip)...)), cellIn(build(t, append(c.head, padding, strip)...))})
			wanted = append(wanted, c.changed)
		}
	}
	for i, l := range layoutsOf(t, t.Context(), pairs...) {
		if strings.Contains(l.Partial, "unsupported operation") {
			t.Skip(l.Partial)
		}
		right := len(l.Changed) == 1 && regexp.MustCompile(wanted[i]).MatchString(l.Changed[0])
		if wanted[i] == "" {
			right = l.Only()
		}
		if !right {
			t.Errorf("%d: %+v, want %s", i, l, wanted[i])
		}
	}
}

// TestLayoutsShifted: a real hash whose code is only put elsewhere has not changed, with symbols and without, however it is compiled.
func TestLayoutsShifted(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc")
	}
	text, err := os.ReadFile("../../contrib/gate-example/sha256.c")
	if err != nil {
		t.Fatal(err)
	}
	sha256, _ := catalog.Lookup("sha256")
	var pairs []layoutPair
	var what []string
	for _, flags := range [][]string{{"-O2"}, {"-O2", "-s"}, {"-O3", "-s"}, {"-O2", "-fno-plt", "-Wl,-z,pack-relative-relocs", "-s"}} {
		compile := func(shift int) *source {
			path := filepath.Join(t.TempDir(), "libtomcrypt.so")
			cmd := exec.Command(gcc, append([]string{"-shared", "-fPIC", "-x", "c", "-", "-o", path}, flags...)...)
			cmd.Stdin = strings.NewReader(fmt.Sprintf("__asm__(\".text\\n.skip %d, 0xcc\");\n%s", shift, text))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("gcc: %v\n%s", err, out)
			}
			return sourceOf(library.Target{Library: "tomcrypt", Path: path})
		}
		base := newCell(compile(0), sha256, "native")
		for _, shift := range []int{16, 32} {
			pairs = append(pairs, layoutPair{base, newCell(compile(shift), sha256, "native")})
			what = append(what, fmt.Sprintf("%q, %d bytes further", flags, shift))
		}
	}
	for i, l := range layoutsOf(t, t.Context(), pairs...) {
		if strings.Contains(l.Partial, "unsupported operation") {
			t.Skip(l.Partial)
		}
		if l.Functions < 4 || len(l.Changed) > 0 || l.Partial != "" {
			t.Errorf("%s: %+v", what[i], l)
		}
	}
}

// TestLayoutsPartial: what a library does while it is stepped through costs its own pairs, with the reason.
func TestLayoutsPartial(t *testing.T) {
	plain, crash := cellIn(build(t)), cellIn(build(t, "-DCRASH=1"))
	other := cellIn(build(t, "-DPADDING=32"))
	got := layoutsOf(t, t.Context(), layoutPair{plain, crash}, layoutPair{plain, other})
	if strings.Contains(got[1].Partial, "unsupported operation") {
		t.Skip(got[1].Partial)
	}
	if want := crash.row.name() + ": worker killed by SIGABRT"; !strings.HasPrefix(got[0].Partial, want) || got[0].Only() {
		t.Errorf("a crash: %+v, want %s", got[0], want)
	}
	if !got[1].Only() {
		t.Errorf("beside it: %+v", got[1])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got = layoutsOf(t, ctx, layoutPair{plain, other}); !strings.HasSuffix(got[0].Partial, ": interrupted") {
		t.Errorf("interrupted: %+v", got[0])
	}
	ctx, cancel = context.WithDeadlineCause(t.Context(), time.Unix(0, 0), errNoTime)
	defer cancel()
	if got = layoutsOf(t, ctx, layoutPair{plain, other}); !strings.HasSuffix(got[0].Partial, ": no time was left in the budget") {
		t.Errorf("no time: %+v", got[0])
	}
}

// TestLayoutsOfSizes: what changed at one size is not looked at at larger ones, which say so, and a file is read once.
func TestLayoutsOfSizes(t *testing.T) {
	plain, more, padded := cellIn(build(t)), cellIn(build(t, "-DMORE=1")), cellIn(build(t, "-DPADDING=32"))
	pairs := func(base, other *cell) (pairs []layoutPair) {
		for _, size := range []int{64, 16} {
			a, b := *base, *other
			a.size, b.size = size, size
			pairs = append(pairs, layoutPair{&a, &b})
		}
		return pairs
	}
	layoutsOf(t, t.Context(), layoutPair{plain, more}, layoutPair{plain, padded}) // opens them
	d := &drafter{doc: &result.Document{}, paired: slices.Concat(pairs(plain, more), pairs(plain, padded))}
	d.doc.Pairs = make([]result.Pair, len(d.paired))
	r := requestFor(t)
	r.Trace = func(Standing) bool { return true }
	d.sampler = &sampler{request: r}
	d.layouts(t.Context(), time.Now().Add(time.Hour))
	l := func(i int) *result.Layout { return d.doc.Pairs[i].Layout }
	if strings.Contains(l(1).Partial, "unsupported operation") {
		t.Skip(l(1).Partial)
	}
	if want := (&result.Layout{Partial: "not looked at: at 16 bytes hot has changed"}); !reflect.DeepEqual(l(0), want) || len(l(1).Changed) != 1 {
		t.Errorf("changed: at 64 bytes %+v, at 16 %+v", l(0), l(1))
	}
	if !l(2).Only() || !l(3).Only() {
		t.Errorf("moved: at 64 bytes %+v, at 16 %+v", l(2), l(3))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d.layouts(ctx, time.Now().Add(time.Hour))
	for i := range d.paired {
		if !strings.HasSuffix(l(i).Partial, ": interrupted") {
			t.Errorf("interrupted: %+v", l(i))
		}
	}
	if got := (&result.Layout{Changed: []string{"f", "g", "h"}}); unlooked(16, got) != "not looked at: at 16 bytes f and 2 more have changed" {
		t.Error(unlooked(16, got))
	}
}

// TestAddLayouts: why not all was looked at is kept of each file.
func TestAddLayouts(t *testing.T) {
	var l result.Layout
	add(&l, &result.Layout{Functions: 1, Partial: "a"}, "")
	add(&l, &result.Layout{Functions: 2, Moved: []string{"f"}, Partial: "b"}, "libc.so.6: ")
	if want := (result.Layout{Functions: 3, Moved: []string{"libc.so.6: f"}, Partial: "a; libc.so.6: b"}); !reflect.DeepEqual(l, want) {
		t.Errorf("%+v, want %+v", l, want)
	}
}

// TestBuilds: only the same calls into two files of one library in C are held against each other.
func TestBuilds(t *testing.T) {
	a, b := cellIn("/a/libcrypto.so.3"), cellIn("/b/libcrypto.so.3")
	sha1, _ := catalog.Lookup("sha1")
	info, _ := library.Lookup("go")
	for _, c := range []struct {
		layoutPair
		want bool
	}{
		{layoutPair{a, b}, true},
		{layoutPair{a, a}, false},
		{layoutPair{a, newCell(b.row.source, sha1, "oneshot")}, false},
		{layoutPair{a, newCell(b.row.source, b.row.primitive, "evp")}, false},
		{layoutPair{a, newCell(&source{info: info}, b.row.primitive, "oneshot")}, false},
		{layoutPair{newCell(&source{info: info}, b.row.primitive, "std"), newCell(&source{info: info}, b.row.primitive, "std")}, false},
	} {
		if got := c.builds(); got != c.want {
			t.Errorf("%+v %+v: %v", c.base.row.source.target, c.other.row.offer, got)
		}
	}
}

// BenchmarkTrace: how many instructions a call executes in the machine's libcrypto and the C library, and what a step takes.
func BenchmarkTrace(b *testing.B) {
	program, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	info, _ := library.Lookup("openssl")
	targets, err := info.Find("")
	if err != nil {
		b.Skip(err)
	}
	sha256, _ := catalog.Lookup("sha256")
	for _, size := range []int{16, 16384} {
		b.Run(fmt.Sprintf("sha256/evp/%d", size), func(b *testing.B) {
			r := Request{Program: program, Targets: targets[:1], Primitives: []catalog.Primitive{sha256}, Sizes: []int{size}, Seed: 1}
			if err := r.setDefaults(nil); err != nil {
				b.Fatal(err)
			}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			c := newCell(sourceOf(targets[0]), sha256, "evp")
			c.size = size
			client, _, err := c.row.source.open(b.Context(), &r, worker.OpenRequest{})
			if err != nil {
				b.Fatal(err)
			}
			defer worker.Close(client)
			if _, err := client.Prepare(worker.PrepareRequest{Cell: c.identity()}); err != nil {
				b.Fatal(err)
			}
			steps := int64(0)
			for b.Loop() {
				t, err := client.Trace(worker.TraceRequest{Limit: maxSteps})
				if err != nil {
					b.Fatal(err)
				}
				steps = t.Steps
			}
			b.ReportMetric(float64(steps), "instructions")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(steps), "ns/instruction")
		})
	}
}

// BenchmarkLayouts: what SHA-256 of 16 bytes runs in the machine's libcrypto and in those of the roots that CPB_TEST_ROOTS lists, each against
// the one before, the machine's own against a copy of itself.
//
//	CPB_TEST_ROOTS=… go test ./internal/run -run '^$' -bench Layouts -benchtime 1x
func BenchmarkLayouts(b *testing.B) {
	info, _ := library.Lookup("openssl")
	sha256, _ := catalog.Lookup("sha256")
	var before *cell
	for _, where := range append([]string{""}, filepath.SplitList(os.Getenv("CPB_TEST_ROOTS"))...) {
		targets, err := info.Find(where)
		if err != nil {
			b.Log(err)
			continue
		}
		for _, target := range targets {
			content, err := os.ReadFile(target.Path)
			if err != nil {
				b.Fatal(err)
			}
			copied := target
			copied.Path = filepath.Join(b.TempDir(), filepath.Base(target.Path))
			if err := os.WriteFile(copied.Path, content, 0o755); err != nil {
				b.Fatal(err)
			}
			this := newCell(sourceOf(target), sha256, "evp")
			pairs := map[string]layoutPair{}
			if target.Root == "" {
				pairs["copy"] = layoutPair{this, newCell(sourceOf(copied), sha256, "evp")}
			}
			if before != nil {
				pairs["before"] = layoutPair{before, this}
			}
			for against, pair := range pairs {
				b.Run(target.Path+"/"+against, func(b *testing.B) {
					var l *result.Layout
					for b.Loop() {
						l = layoutsOf(b, b.Context(), pair)[0]
					}
					if l.Functions == 0 {
						b.Fatal(l.Partial)
					}
					b.ReportMetric(float64(l.Functions), "functions")
					b.ReportMetric(float64(len(l.Changed)), "changed")
					b.ReportMetric(float64(len(l.Moved)), "moved")
					b.Logf("changed %q, moved %q, partial %q", l.Changed, l.Moved, l.Partial)
				})
			}
			before = this
		}
	}
}
