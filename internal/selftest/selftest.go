// Package selftest holds the engine against differences that are known, on the machine that it runs on: how often it calls equals
// different, how often its intervals hold the truth, and how small a difference it finds.
//
// The truth is exact by construction. Both sides are copies of one library file. Of the second, each k calls have one more among them that does not
// count: it takes 1 + 1/k times as long, whatever a call does. Instructions added beside a call would not do: a processor hides a part of
// them behind the call, 19 of 50 ns in a trial. It is whole periods of k calls that are timed then, on both sides, in parts where they are long: what cpb
// run does where an op has a period, and not what it does elsewhere.
//
// The engine is the one that cpb run has, with its workers and libraries. Rules of other tools (package rival) judge the same samples: those
// that take one side after the other are given the first side's samples of the first half of the launches and the second side's of the
// second half.
package selftest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"cpb/catalog"
	"cpb/internal/rival"
	"cpb/internal/run"
	"cpb/internal/stats"
	"cpb/library"
	"cpb/result"
)

// Options say what to test with. Zero values mean the defaults.
type Options struct {
	Target    library.Target // the library to hold against itself
	Interface string         // "": the last of those that have most
	Plants    []int          // how many calls have one more among them, 0 for none, drawn from in turn; nil: Usual
	Each      time.Duration  // wall time of a comparison, about; 0: a second
	Budget    time.Duration  // of all; at least one run is made, and no more where it is 0
	Processor int            // -1: choose one
	Seed      uint64
	Program   string // this program's path, to start workers from
	Progress  func(run.Progress)
	Rules     []rival.Rule // others' that judge the same samples

	launches int // 0: as many as the time has
}

// Usual is what is planted where nothing else is asked for: nothing twice as often as anything, and +0.25 %, +0.5 %, +1 %, +2 %.
var Usual = []int{0, 0, 400, 200, 100, 50}

// tasks are what is measured: short and long calls of a hash with instructions of its own and of one without, of a cipher, and a signature.
var tasks = []struct {
	primitive string
	operation catalog.Operation
}{
	{"sha256", catalog.Hash},
	{"md5", catalog.Hash},
	{"aes-128-cbc", catalog.Encrypt},
	{"rsa-2048", catalog.Verify},
}

var sizes = []int{16, 1 << 10, 16 << 10}

// Run makes runs until the budget is spent, or until ctx ends, and says what came of them.
func Run(ctx context.Context, o Options) (_ *result.Selftest, err error) {
	o.setDefaults()
	began := time.Now()
	pair, remove, err := copies(o.Target)
	if err != nil {
		return nil, err
	}
	defer remove()
	defer func() {
		if err != nil && !errors.Is(err, ErrUnfit) && o.Target.Path != "" { // whoever reads it knows nothing of copies
			err = errors.New(strings.NewReplacer(pair[0].Path, o.Target.Path, pair[1].Path, o.Target.Path).Replace(err.Error()))
		}
	}()
	t := &tester{options: o, pair: pair, deck: newDeck(o.Plants, o.Seed)}
	if err := t.choose(ctx); err != nil {
		return nil, err
	}
	for n := 0; ctx.Err() == nil; n++ {
		spent := time.Since(began)
		if n > 0 && spent+spent/time.Duration(n) > o.Budget {
			break
		}
		if err := t.run(ctx, n); err != nil {
			return nil, err
		}
		if o.Budget > 0 {
			done := min(int(100*time.Since(began)/o.Budget), 100)
			o.Progress(run.Progress{Stage: "testing", Done: done, Total: 100, Left: max(0, o.Budget-time.Since(began))})
		}
	}
	if len(t.comparisons) == 0 {
		return nil, errNothing
	}
	return t.report(began, ctx.Err() != nil), nil
}

// errNothing is that no comparison came of a test.
var errNothing = errors.New("nothing could be measured")

// ErrUnfit is what errors are of a library that cannot be tested with, though it may be all right.
var ErrUnfit = errors.New("no library to test with")

type unfit struct{ why string }

func (u unfit) Error() string        { return u.why }
func (u unfit) Is(target error) bool { return target == ErrUnfit }

func (o *Options) setDefaults() {
	if o.Plants == nil {
		o.Plants = Usual
	}
	if o.Each == 0 {
		o.Each = time.Second
	}
	if o.Progress == nil {
		o.Progress = func(run.Progress) {}
	}
}

// A tester makes runs and keeps what came of them.
type tester struct {
	options     Options
	pair        [2]library.Target
	deck        *deck
	comparisons []comparison
	order       []float64 // per comparison of equals: log of time at the outer turns of a round ÷ at the inner ones
	runs        int
	last        *result.Document
	lost        []float64
	warnings    []result.Warning
}

// A comparison is one whose truth is known, and what was made of it.
type comparison struct {
	result.KnownComparison
	truth    float64 // log of the ratio
	interval stats.Interval
	judged   []*rival.Judgement // by the options' rules
}

// choose picks the interface that has most of the tasks, of equals the last: what is listed first is what libraries keep for old programs.
func (t *tester) choose(ctx context.Context) error {
	seen := run.Survey(ctx, t.options.Program, t.pair[:1])[0]
	if seen.Err != nil {
		return seen.Err
	}
	info, _ := library.Lookup(t.options.Target.Library)
	asked, most := t.options.Interface, 0
	for _, i := range info.Interfaces {
		if asked != "" && asked != i.Name {
			continue
		}
		n := 0
		for _, o := range seen.Opened.Offers {
			if o.Interface == i.Name && o.Missing == "" && isTask(o) {
				n++
			}
		}
		if n > 0 && n >= most {
			most, t.options.Interface = n, i.Name
		}
	}
	if most == 0 {
		return unfit{fmt.Sprintf("%s has nothing that this test measures: %s", info.Name, strings.Join(taskNames(), ", "))}
	}
	return nil
}

func taskNames() (names []string) {
	for _, task := range tasks {
		names = append(names, task.primitive)
	}
	return names
}

func isTask(o library.Offer) bool {
	for _, task := range tasks {
		p, _ := catalog.Lookup(task.primitive)
		if o.Primitive == task.primitive && o.Operation == task.operation && o.Work == p.WorkOf(o.Operation, "") {
			return true
		}
	}
	return false
}

// run makes one run over all tasks and adds what came of it.
func (t *tester) run(ctx context.Context, n int) error {
	o := t.options
	r := run.Request{
		Targets:    t.pair[:],
		Interfaces: []string{o.Interface},
		Sizes:      sizes,
		// two cells a comparison, with untimed calls and requests, and as long again to start the processes
		Time:      o.Each / 6,
		Launches:  o.launches,
		Budget:    time.Hour,
		Processor: o.Processor,
		Seed:      o.Seed + uint64(n)<<32,
		Pairs:     run.PairsFirst,
		Trace:     func(run.Standing) bool { return false }, // one file
		Program:   o.Program,
	}
	for _, task := range tasks {
		p, ok := catalog.Lookup(task.primitive)
		if !ok {
			return fmt.Errorf("no primitive %q", task.primitive)
		}
		r.Primitives = append(r.Primitives, p)
		r.Operations = append(r.Operations, task.operation)
	}
	plants := t.deck.deal(n)
	r.Plant = func(target library.Target, c library.Cell) int {
		if target.Label != copyLabel {
			return 0
		}
		return plants(c)
	}
	samples := recorder{}
	r.Observe = samples.observe
	doc, err := run.Run(ctx, r)
	if err != nil {
		return err
	}
	t.add(n, doc, plants, samples)
	return nil
}

// add judges the comparisons of a run.
func (t *tester) add(n int, doc *result.Document, plants func(library.Cell) int, samples recorder) {
	if doc.Method.Stopped == "" {
		for _, s := range doc.Skipped {
			t.warn("skipped", fmt.Sprintf("%s %s: %s", s.Primitive, s.Operation, s.Reason))
		}
	}
	if len(doc.Results) == 0 {
		return
	}
	t.runs++
	t.last = doc
	if doc.Method.LostShare > 0 {
		t.lost = append(t.lost, doc.Method.LostShare)
	}
	for _, p := range doc.Pairs {
		base, other := &doc.Results[p.Base], &doc.Results[p.Other]
		cell := library.Cell{Primitive: other.Primitive, Operation: catalog.Operation(other.Operation), Interface: other.Interface, Work: catalog.Work(other.Work)}
		if other.SizeBytes != nil {
			cell.SizeBytes = *other.SizeBytes
		}
		interval, ok := stats.Location(p.LaunchLogRatio, stats.Level)
		if !ok {
			continue
		}
		c := comparison{
			KnownComparison: result.KnownComparison{
				Run: n, Primitive: other.Primitive, Operation: other.Operation, SizeBytes: other.SizeBytes,
				Every: plants(cell), LaunchLogRatio: p.LaunchLogRatio, Seconds: base.Seconds + other.Seconds,
			},
			interval: interval,
		}
		c.truth = truth(c.Every)
		rng := rand.New(rand.NewPCG(t.options.Seed, uint64(len(t.comparisons))))
		for _, rule := range t.options.Rules {
			c.judged = append(c.judged, samples.judge(cell, rule, rng))
		}
		if c.Every == 0 {
			if x, ok := samples.orderEffect(cell); ok {
				t.order = append(t.order, x)
			}
		}
		t.comparisons = append(t.comparisons, c)
	}
}

// warn keeps a warning once.
func (t *tester) warn(kind, message string) {
	w := result.Warning{Kind: kind, Message: message}
	if !slices.Contains(t.warnings, w) {
		t.warnings = append(t.warnings, w)
	}
}

// truth is the log of the ratio where each k calls have one more among them.
func truth(k int) float64 {
	if k == 0 {
		return 0
	}
	return math.Log1p(1 / float64(k))
}
