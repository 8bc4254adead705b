package cmd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"cpb/internal/gate"
	"cpb/internal/input"
	"cpb/internal/report"
	"cpb/internal/run"
	"cpb/internal/size"
	"cpb/internal/store"
	"cpb/library"
	"cpb/result"
)

// The most that a gate takes unless more is asked for.
const (
	gateTime   = 2 * time.Second
	gateBudget = time.Minute
)

// A gating is cpb gate as it was asked for.
type gating struct {
	pick        selection
	only        []string
	slowdown    string
	baseline    string
	limit       time.Duration
	budget      time.Duration
	cpu         int
	save        string
	asJSON      bool
	format      string
	maxSlowdown float64
	flags       func(name string) bool // whether one was given
}

func newGateCommand() *cobra.Command {
	g := new(gating)
	c := &cobra.Command{
		Use:   "gate BASE HEAD",
		Short: "Say whether a library is slower than another by more than a bound",
		Long: `Say whether a library is slower than another by more than a bound: for CI.

BASE and HEAD are libraries: a file, a folder that holds one, NAME=PATH, or
sh:COMMAND, which builds one and ends by printing its path. Both are verified,
and measured side by side, each cell until it is decided: slower beyond the
bound, or not. Or they are two saved runs, which decide as far as they go. With
--baseline FILE the base is a saved run, and HEAD alone is measured.

Of 100 gates over equals at most 2.5 say that a cell is slower, however many
cells there are; of 100 cells that are slower beyond the bound at most 2.5 pass
(docs/gate.md). What is slower with the very same instructions at other
addresses is shown, and not held against the head.

Exit codes: 0 no cell is slower beyond the bound; 1 one is, or HEAD answers
wrong; 2 bad usage; 3 nothing could be measured, or a build failed; 4 undecided;
130 interrupted.`,
		Example: `  cpb gate old/libcrypto.so.3 new/libcrypto.so.3
  cpb gate old.so new.so --only sha256,aes-128-cbc/16Ki --max-slowdown 1%
  cpb gate 'sh:make -C ../main >&2 && echo ../main/libtomcrypt.so' \
           'sh:make >&2 && echo libtomcrypt.so'
  cpb gate monday.json today.json
  cpb gate build/libcrypto.so.3 --baseline base.json
  cpb gate old.so new.so --format markdown >>"$GITHUB_STEP_SUMMARY"`,
		Args: func(c *cobra.Command, args []string) error {
			if err := noneEmpty(c); err != nil {
				return err
			}
			switch {
			case g.baseline != "" && len(args) != 1:
				return &failure{exitUsage, "with --baseline there is one library: HEAD", "cpb gate HEAD --baseline FILE"}
			case g.baseline == "" && len(args) != 2:
				return &failure{exitUsage, "cpb gate needs two libraries, or two saved runs", "cpb gate BASE HEAD; see cpb help gate"}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			g.flags = c.Flags().Changed
			if err := g.check(); err != nil {
				return err
			}
			doc, err := g.decide(c, args)
			if err != nil {
				return g.explained(c.Context(), err)
			}
			return g.finish(c, doc)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&g.slowdown, "max-slowdown", "", "the bound, a `PART`: 2%, 0.02 or 150% (default 2%)")
	f.StringSliceVar(&g.only, "only", nil, "`CELLS`: primitives and groups, PRIMITIVE/SIZE for a size of its own, repeatable (default: the group classic; of saved runs all that they hold)")
	g.pick.taskFlags(c, size.FormatList(gate.DefaultSizes)+"; of saved runs all")
	f.StringVar(&g.baseline, "baseline", "", "a saved run, `FILE`, in place of BASE: on another day, at another clock, which is told")
	f.DurationVar(&g.limit, "time", gateTime, "most `TIME` to sample a cell")
	f.DurationVar(&g.budget, "budget", gateBudget, "most `TIME` for measuring; loading and verifying count, and are always finished")
	f.IntVar(&g.cpu, "cpu", 0, "processor to measure on, `N` (default: a quiet one)")
	f.StringVar(&g.save, "save", "", "write everything to `FILE` too")
	f.BoolVar(&g.asJSON, "json", false, "print everything as one JSON document")
	f.StringVar(&g.format, "format", "table", "what to print, `ONE` of table, markdown")
	return c
}

// check refuses flags that make no sense.
func (g *gating) check() error {
	if !g.flags("cpu") {
		g.cpu = -1
	}
	g.maxSlowdown = gate.DefaultMaxSlowdown
	for _, err := range []error{
		slowdown(g.slowdown, &g.maxSlowdown),
		refuse(g.limit <= 0, "--time must be above zero"),
		refuse(g.budget <= 0, "--budget must be above zero"),
		refuse(g.flags("cpu") && g.cpu < 0, "--cpu is a processor's number"),
		refuse(g.asJSON && g.flags("format"), "--json and --format exclude each other"),
		processor(g.cpu),
		oneOf("format", g.format, []string{"table", "markdown"}),
	} {
		if err != nil {
			return err
		}
	}
	if g.save != "" {
		if err := store.Probe(g.save); err != nil {
			return &failure{exitUsage, "cannot save: " + err.Error(), "name a file in a folder that can be written"}
		}
	}
	return nil
}

// noneEmpty refuses flags that were given without a value, as scripts do whose variable is not set.
func noneEmpty(c *cobra.Command) error {
	for _, name := range []string{"max-slowdown", "only", "interface", "operation", "size", "work", "baseline", "save", "format"} {
		f := c.Flags().Lookup(name)
		if v := f.Value.String(); f.Changed && (v == "" || v == "[]") {
			return refuse(true, "--"+name+" was given, and is empty")
		}
	}
	return nil
}

// slowdown reads --max-slowdown, which may be beyond 100 %. Empty text leaves it as it is.
func slowdown(text string, to *float64) error {
	if text == "" {
		return nil
	}
	x, percent, err := number(text)
	switch {
	case err == nil && !percent && x >= 1 && !math.IsInf(x, 1):
		return &failure{exitUsage, fmt.Sprintf("--max-slowdown: %s is %s %%, which is written with the sign", text, strconv.FormatFloat(100*x, 'g', -1, 64)), "write " + text + "% if that is meant"}
	case err != nil || !(x > 0) || math.IsInf(x, 1):
		return &failure{exitUsage, fmt.Sprintf("--max-slowdown: %q is no bound", text), "write 2%, 0.02 or 150%"}
	}
	*to = x
	return nil
}

// decide finds out what the arguments are, and decides by them.
func (g *gating) decide(c *cobra.Command, args []string) (*result.Document, error) {
	libraries, missing := 0, ""
	for _, arg := range args {
		switch {
		case gate.NamesLibrary(arg):
			libraries++
		case c.Context().Err() == nil && !input.Names(arg):
			missing = arg
		}
	}
	switch {
	case missing != "" && (libraries > 0 || g.baseline != ""):
		return nil, &failure{exitUsage, missing + ": no such file", "what does your build write? A library is named by its file, NAME=PATH or sh:COMMAND"}
	case libraries == len(args) && g.baseline != "":
		return g.against(c, args[0])
	case libraries == len(args):
		return g.live(c, args[0], args[1])
	case g.baseline != "":
		return nil, &failure{exitUsage, args[0] + ": no library, which is measured against a baseline", "two saved runs: cpb gate BASE HEAD; else name a library's file, NAME=PATH or sh:COMMAND"}
	case libraries > 0:
		return nil, &failure{exitUsage, "one side is a library, the other is none: " + args[0] + ", " + args[1], "two libraries, two saved runs, or HEAD --baseline FILE; a library is a file, NAME=PATH or sh:COMMAND"}
	}
	return g.saved(c, args)
}

// live measures two libraries.
func (g *gating) live(c *cobra.Command, base, head string) (*result.Document, error) {
	wanted, err := g.wanted()
	if err != nil {
		return nil, err
	}
	var slugs []string
	for _, p := range wanted.Primitives() {
		slugs = append(slugs, p.Slug)
	}
	r, err := g.request(slugs)
	if err != nil {
		return nil, err
	}
	progress := newProgress(os.Stderr)
	defer progress.end()
	found, done, err := resolve(c.Context(), progress, gate.Argument{Side: gate.BaseLabel, Text: base}, gate.Argument{Side: gate.HeadLabel, Text: head})
	if err != nil {
		return nil, err
	}
	defer done()
	l := &gate.Live{Request: r, Wanted: wanted, Base: found[0], Head: found[1], BaseArg: base, HeadArg: head, MaxSlowdown: g.maxSlowdown}
	l.Request.Time, l.Request.Progress = g.limit, progress.show
	return l.Measure(c.Context())
}

// resolve finds libraries, and builds in a folder that is there until done.
func resolve(ctx context.Context, p *progress, args ...gate.Argument) (found []library.Target, done func(), err error) {
	dir, err := os.MkdirTemp("", "cpb-gate-")
	if err != nil {
		return nil, nil, err
	}
	done = func() { os.RemoveAll(dir) }
	building := func(side string) { p.show(run.Progress{Stage: "building " + side, Total: 1}) }
	found, err = (&gate.Resolver{Dir: dir, Building: building}).Resolve(ctx, args...)
	if err != nil {
		done()
	}
	return found, done, err
}

// request is how to measure the primitives of those names, and what of them.
func (g *gating) request(slugs []string) (run.Request, error) {
	r, err := g.pick.task(slugs)
	r.Budget, r.Processor = g.budget, g.cpu
	return r, err
}

// wanted is what a gate over libraries is over.
func (g *gating) wanted() (gate.Wanted, error) {
	sizes, err := parseSizes(g.pick.sizes)
	if err != nil {
		return gate.Wanted{}, err
	}
	if sizes == nil {
		sizes = gate.DefaultSizes
	}
	return gate.ParseWanted(g.only, sizes, run.MaxSize)
}

// finish prints, keeps, and says what it comes to.
func (g *gating) finish(c *cobra.Command, doc *result.Document) error {
	doc.Tool = tool()
	measured := doc.Method != nil && doc.Method.Command == nil && doc.Method.Started != ""
	if measured {
		doc.Method.Command = os.Args
	}
	err := g.print(doc)
	if err == nil {
		err = outcomeOf(c.Context(), doc)
	}
	return beside(c, err, g.keep(doc, measured))
}

func (g *gating) print(doc *result.Document) error {
	switch {
	case g.asJSON:
		return write(os.Stdout, doc, "json")
	case doc.Gate == nil:
		return write(os.Stdout, doc, g.format)
	case g.format == "markdown":
		return report.GateMarkdown(os.Stdout, doc)
	}
	return report.Gate(os.Stdout, doc, report.For(os.Stdout))
}

// outcomeOf is what the gate's exit code says.
func outcomeOf(ctx context.Context, doc *result.Document) error {
	switch {
	case ctx.Err() != nil, doc.Method != nil && doc.Method.Stopped == "interrupted":
		return &failure{code: exitInterrupted}
	case doc.Gate == nil:
		return &failure{exitNothing, "nothing could be measured", "the reasons are above"}
	case doc.Gate.Outcome == result.GatePassed:
		return nil
	case doc.Gate.Outcome == result.GateUndecided:
		return &failure{code: exitUndecided}
	}
	return &failure{code: exitFailed}
}

// keep stores what was measured now, as cpb run does; of saved runs it writes what --save asks for alone.
func (g *gating) keep(doc *result.Document, measured bool) error {
	if measured {
		return keep(doc, g.save)
	}
	if g.save == "" || len(doc.Results) == 0 {
		return nil
	}
	if err := store.Write(g.save, doc); err != nil {
		return &failure{exitUsage, "cannot save: " + err.Error(), "name a file in a folder that can be written"}
	}
	return nil
}

// explained gives errors their exit codes.
func (g *gating) explained(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &failure{code: exitInterrupted}
	}
	if b, ok := errors.AsType[*gate.BuildError](err); ok {
		if b.Output != "" {
			fmt.Fprintln(os.Stderr, b.Output)
		}
		return &failure{exitNothing, b.Error(), b.Hint()}
	}
	return err
}
