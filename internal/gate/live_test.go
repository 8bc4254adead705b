package gate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cpb/internal/gate"
	"cpb/internal/run"
	"cpb/internal/worker"
	"cpb/library"
	_ "cpb/library/all"
	"cpb/library/librarytest"
	"cpb/result"
)

func TestMain(m *testing.M) {
	worker.Hook()
	os.Exit(m.Run())
}

func request(t testing.TB) run.Request {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return run.Request{Program: program, Processor: -1, Seed: 1, Budget: time.Minute, Time: 2 * time.Second}
}

func wanted(t testing.TB, asked ...string) gate.Wanted {
	t.Helper()
	w, err := gate.ParseWanted(asked, []int{16, 1024}, run.MaxSize)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// example builds the library of contrib/gate-example, edited: old, new, old, new…
func example(t testing.TB, edits ...string) library.Target {
	t.Helper()
	needC(t)
	source, err := os.ReadFile("../../contrib/gate-example/sha256.c")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(string(source), edits[i]) {
			t.Fatalf("there is no %q to edit", edits[i])
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "sha256.c")
	if err := os.WriteFile(file, []byte(strings.NewReplacer(edits...).Replace(string(source))), 0o644); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "libtomcrypt.so")
	librarytest.Compile(t, path, file, "-O2", "-fno-toplevel-reorder")
	return library.Target{Library: "tomcrypt", Path: path}
}

func measure(t *testing.T, l gate.Live) *result.Document {
	t.Helper()
	l.MaxSlowdown = 0.02
	doc, err := l.Measure(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func fake(version string) library.Target {
	return library.Target{Library: "fake", Properties: "version=" + version}
}

// TestLive: the fake's version 1.0 takes 40 ns and 32 ns a block through reused, 2.0 takes 60 and the same.
func TestLive(t *testing.T) {
	r := request(t)
	r.Interfaces = []string{"reused"}
	doc := measure(t, gate.Live{Request: r, Wanted: wanted(t, "sha256", "md5/4Ki"), Base: fake("1.0"), Head: fake("2.0")})
	want := map[int]struct {
		state result.CellState
		ratio float64
	}{
		16:   {result.CellSlower, 92.0 / 72},                   // one block: 40 + 32, 60 + 32
		1024: {result.CellSlower, (60 + 544.0) / (40 + 544)},   // 17 blocks
		4096: {result.CellPassed, (60 + 2080.0) / (40 + 2080)}, // 65 blocks
	}
	if len(doc.Gate.Cells) != len(want) {
		t.Fatalf("%d cells: %+v", len(doc.Gate.Cells), doc.Gate)
	}
	for _, c := range doc.Gate.Cells {
		x := doc.Comparisons[c.Comparison]
		w := want[*x.SizeBytes]
		if c.State != w.state || c.Ratio < w.ratio*0.999 || c.Ratio > w.ratio*1.001 {
			t.Errorf("%s at %d: %+v, want %+v", x.Primitive, *x.SizeBytes, c, w)
		}
	}
	if doc.Gate.Outcome != result.GateSlower || doc.Method.Looks == 0 {
		t.Errorf("outcome %s after %d looks", doc.Gate.Outcome, doc.Method.Looks)
	}
}

// TestHeadAnswersWrong: a head whose answers are wrong fails, whatever it takes.
func TestHeadAnswersWrong(t *testing.T) {
	base, head := example(t), example(t, "0x6a09e667", "0x6a09e668")
	doc := measure(t, gate.Live{Request: request(t), Wanted: wanted(t, "sha256"), Base: base, Head: head})
	if doc.Gate == nil || doc.Gate.Outcome != result.GateWrong || len(doc.Gate.Cells) != 0 || len(doc.Gate.Apart) != 2 {
		t.Fatalf("got %+v", doc.Gate)
	}
	for _, a := range doc.Gate.Apart {
		if a.Kind != result.ApartWrong || a.Primitive != "sha256" || a.Interface != "native" || a.Reason == "" || a.SizeBytes == nil {
			t.Errorf("got %+v", a)
		}
	}
	// The other way round there is nothing to be slower than, which is told, and is not that nothing could be measured.
	doc = measure(t, gate.Live{Request: request(t), Wanted: wanted(t, "sha256"), Base: head, Head: base})
	if doc.Gate == nil || doc.Gate.Outcome != result.GateUndecided || len(doc.Gate.Apart) != 2 || doc.Gate.Apart[0].Kind != result.ApartBaseFailed {
		t.Errorf("got %+v", doc.Gate)
	}
}

// withSHA224 has the library have SHA-224 too: its initial state is that of FIPS 180-4, section 5.3.2.
var withSHA224 = []string{"\t\tstore(out + 4 * i, state->h[i]);\n\treturn 0;\n}\n", `		store(out + 4 * i, state->h[i]);
	return 0;
}

int sha224_init(struct state *state)
{
	static const uint32_t h[8] = {
		0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
	};

	memcpy(state->h, h, sizeof(h));
	state->bytes = 0;
	return 0;
}

int sha224_done(struct state *state, unsigned char *out)
{
	unsigned char all[32];

	sha256_done(state, all);
	memcpy(out, all, 28);
	return 0;
}
`}

// TestWhatOneSideHas: what the head lacks keeps it from passing, what it has more does not.
func TestWhatOneSideHas(t *testing.T) {
	more, less := example(t, withSHA224...), example(t)
	doc := measure(t, gate.Live{Request: request(t), Wanted: wanted(t, "sha256", "sha224"), Base: more, Head: less})
	if doc.Gate == nil || len(doc.Gate.Cells) != 2 || len(doc.Gate.Apart) != 2 || doc.Gate.Outcome == result.GatePassed {
		t.Fatalf("got %+v", doc.Gate)
	}
	for _, a := range doc.Gate.Apart {
		if a.Kind != result.ApartGone || a.Primitive != "sha224" || a.Reason != "no symbol sha224_init" {
			t.Errorf("got %+v", a)
		}
	}
	doc = measure(t, gate.Live{Request: request(t), Wanted: wanted(t, "sha256", "sha224"), Base: less, Head: more})
	if doc.Gate == nil || len(doc.Gate.Cells) != 2 || len(doc.Gate.Apart) != 1 {
		t.Fatalf("got %+v", doc.Gate)
	}
	if a := doc.Gate.Apart[0]; a.Kind != result.ApartNew || a.Primitive != "sha224" || a.Reason != "no symbol sha224_init" {
		t.Errorf("got %+v", a)
	}
}

// TestAllGone: that the head has nothing of what is asked for is undecided, with the reasons.
func TestAllGone(t *testing.T) {
	doc := measure(t, gate.Live{Request: request(t), Wanted: wanted(t, "sha256"), Base: example(t), Head: example(t, "int sha256_done(", "int renamed(")})
	if doc.Gate == nil || doc.Gate.Outcome != result.GateUndecided || len(doc.Gate.Apart) != 2 || doc.Gate.Apart[0].Kind != result.ApartGone {
		t.Errorf("got %+v", doc.Gate)
	}
}

// TestNeitherSide: what is asked for by name and neither side has is named, and so are sizes that a primitive cannot have; of nothing else
// there is no gate.
func TestNeitherSide(t *testing.T) {
	r := request(t)
	r.Interfaces = []string{"reused"}
	w, err := gate.ParseWanted([]string{"sha256/64", "md4", "hashes"}, []int{64}, run.MaxSize)
	if err != nil {
		t.Fatal(err)
	}
	doc := measure(t, gate.Live{Request: r, Wanted: w, Base: fake("1.0"), Head: fake("1.0")})
	if doc.Gate == nil || doc.Gate.Outcome != result.GatePassed || len(doc.Gate.Apart) != 1 {
		t.Fatalf("got %+v", doc.Gate)
	}
	if a := doc.Gate.Apart[0]; a.Kind != result.ApartNeither || a.Primitive != "md4" || a.Reason == "" {
		t.Errorf("got %+v", a)
	}
	if doc.Gate.Same != result.SameFile { // both are this program
		t.Errorf("the same: %q", doc.Gate.Same)
	}
	doc = measure(t, gate.Live{Request: r, Wanted: wanted(t, "md4"), Base: fake("1.0"), Head: fake("1.0")})
	if doc.Gate != nil {
		t.Errorf("got %+v", doc.Gate)
	}
}

// TestLiveAndSaved: the same launches decide the same when they are measured and when they were saved.
func TestLiveAndSaved(t *testing.T) {
	doc := measure(t, gate.Live{Request: request(t), Wanted: wanted(t, "sha256", "md5", "sha1"), Base: fake("1.0"), Head: fake("2.0")})
	var sides [2]gate.Side
	for i := range doc.Results {
		n := 0
		if doc.Results[i].Label == gate.HeadLabel {
			n = 1
		}
		sides[n].Group.Results = append(sides[n].Group.Results, i)
	}
	live := doc.Gate.Cells
	for name, wants := range map[string]func(*result.Result) bool{
		"all": nil, "one primitive": func(r *result.Result) bool { return r.Primitive == "sha256" },
	} {
		again := *doc
		again.Comparisons = nil
		if err := gate.Saved(&again, sides[0], sides[1], 0.02, wants); err != nil {
			t.Fatal(err)
		}
		for _, c := range again.Gate.Cells {
			x := again.Comparisons[c.Comparison]
			at := slices.IndexFunc(live, func(l result.GateCell) bool { return doc.Comparisons[l.Comparison].Base == x.Base })
			if at < 0 || live[at].State != c.State || live[at].Low != c.Low || live[at].High != c.High {
				t.Errorf("%s: %+v, and live %+v", name, c, live)
			}
		}
	}
}

// TestDoesNotLoad: a file that is no library is a reason, and nothing is measured.
func TestDoesNotLoad(t *testing.T) {
	needC(t)
	broken := filepath.Join(t.TempDir(), "libtomcrypt.so")
	if err := os.WriteFile(broken, []byte("\x7fELF"), 0o644); err != nil {
		t.Fatal(err)
	}
	doc := measure(t, gate.Live{Request: request(t), Wanted: wanted(t, "sha256"), Base: example(t), Head: library.Target{Library: "tomcrypt", Path: broken}})
	if doc.Gate != nil || doc.Method != nil || len(doc.Skipped) != 1 || doc.Skipped[0].Label != gate.HeadLabel || doc.Skipped[0].Reason == "" {
		t.Errorf("got %+v, skipped %+v", doc.Gate, doc.Skipped)
	}
}

// TestBaseline: a head that answers wrong fails against a saved run too.
func TestBaseline(t *testing.T) {
	doc := measure(t, gate.Live{Request: request(t), Wanted: wanted(t, "sha256"), Base: example(t), Head: example(t)})
	base := gate.Side{Arg: "base.json", Group: result.Group{Name: "base"}, Host: doc.Host, Method: doc.Method}
	for i := range doc.Results {
		if doc.Results[i].Label == gate.BaseLabel {
			base.Group.Results = append(base.Group.Results, i)
		}
	}
	against := func(head library.Target) *result.Document {
		r := request(t)
		r.Time, r.Launches = 0, 4
		r.Primitives = wanted(t, "md5", "sha256").Primitives() // what it has is the saved run's
		saved := *doc
		saved.Results = append([]result.Result(nil), doc.Results...)
		b := gate.Baseline{Request: r, Saved: &saved, Base: base, Head: head, HeadArg: "head", MaxSlowdown: 0.02}
		now, err := b.Measure(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return now
	}
	now := against(example(t, "0x6a09e667", "0x6a09e668"))
	if now.Gate == nil || now.Gate.Outcome != result.GateWrong || len(now.Gate.Apart) != 2 || now.Gate.Apart[0].Kind != result.ApartWrong {
		t.Errorf("wrong: %+v", now.Gate)
	}
	now = against(example(t))
	if now.Gate == nil || len(now.Gate.Cells) != 2 || len(now.Gate.Apart) != 0 || now.Gate.Saved {
		t.Errorf("right: %+v", now.Gate)
	}
	cells := map[string]int{}
	for _, r := range now.Results {
		cells[fmt.Sprint(r.Run, r.Label, r.Primitive, *r.SizeBytes)]++
	}
	for _, n := range cells {
		if n != 1 || len(cells) != 6 { // two of the head now, two of either side then
			t.Errorf("not each cell of the base once: %v", cells)
			break
		}
	}
	now = against(example(t, withSHA224...))
	if now.Gate == nil || len(now.Gate.Cells) != 2 || len(now.Gate.Apart) != 0 {
		t.Errorf("with more: %+v", now.Gate)
	}
	now = against(example(t, "int sha256_done(", "int renamed("))
	if now.Gate == nil || now.Gate.Outcome != result.GateUndecided || len(now.Gate.Apart) != 2 || now.Gate.Apart[0].Kind != result.ApartGone {
		t.Errorf("gone: %+v", now.Gate)
	}
}
