package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"cpb/internal/gate"
	"cpb/internal/input"
	"cpb/internal/run"
	"cpb/internal/size"
	"cpb/result"
)

// measuring are the flags that say how to measure.
var measuring = []string{"time", "budget", "cpu", "seed"}

// saved decides by two saved runs.
func (g *gating) saved(c *cobra.Command, args []string) (*result.Document, error) {
	for _, name := range measuring {
		if g.flags(name) {
			return nil, &failure{exitUsage, "--" + name + " is for libraries, which are measured; these are saved runs: " + args[0] + ", " + args[1], "leave it out"}
		}
	}
	set, err := load(c, args)
	if err != nil {
		return nil, err
	}
	wants, err := g.wants(set.Doc)
	if err != nil {
		return nil, err
	}
	base, head := sideOf(c.Context(), set, 0), sideOf(c.Context(), set, 1)
	return set.Doc, gate.Saved(set.Doc, base, head, g.maxSlowdown, wants)
}

// sideOf is one side of a set. Two documents in a set have no machine and no method in common: each is asked again for its own.
func sideOf(ctx context.Context, set *input.Set, i int) gate.Side {
	side := gate.Side{Arg: set.Sides[i].Arg, Group: set.Sides[i].All(), Host: set.Doc.Host, Method: set.Doc.Method}
	if side.Host == nil && side.Arg != input.Stdin {
		if alone, err := input.Load(ctx, []string{side.Arg}, input.Options{}); err == nil {
			side.Host, side.Method = alone.Doc.Host, alone.Doc.Method
		}
	}
	return side
}

// against measures a library and decides by that and the baseline.
func (g *gating) against(c *cobra.Command, head string) (*result.Document, error) {
	set, err := load(c, []string{g.baseline})
	if err != nil {
		if _, at := os.Stat(g.baseline); errors.Is(at, fs.ErrNotExist) && c.Context().Err() == nil {
			return nil, &failure{exitUsage, err.Error(), "make one on this machine: cpb run --lib NAME=PATH --save FILE"}
		}
		return nil, err
	}
	wants, err := g.wants(set.Doc)
	if err != nil {
		return nil, err
	}
	r, _, err := g.request(gate.DefaultSizes)
	if err != nil {
		return nil, err
	}
	if g.flags("time") {
		r.Time = g.limit
	}
	progress := newProgress(os.Stderr)
	defer progress.end()
	resolver, done, err := newResolver(progress)
	if err != nil {
		return nil, err
	}
	defer done()
	b := &gate.Baseline{
		Request: r, Saved: set.Doc, Base: sideOf(c.Context(), set, 0), HeadArg: head, MaxSlowdown: g.maxSlowdown, Wants: wants,
	}
	b.Base.Arg = g.baseline
	if b.Head, err = resolver.Resolve(c.Context(), gate.HeadLabel, head); err != nil {
		return nil, err
	}
	b.Request.Progress = progress.show
	return b.Measure(c.Context())
}

// wants are the results that the flags select of those that are there already; nil: all of them.
func (g *gating) wants(doc *result.Document) (func(*result.Result) bool, error) {
	p := &g.pick
	if len(g.only) == 0 && p.sizes == "" && len(p.interfaces) == 0 && len(p.operations) == 0 && p.work == "" {
		return nil, nil
	}
	var sizes []int // those that PRIMITIVE alone stands for: all that are there
	for i := range doc.Results {
		if s := doc.Results[i].SizeBytes; s != nil {
			sizes = append(sizes, *s)
		}
	}
	asked := sizes
	if p.sizes != "" {
		var err error
		if asked, err = size.ParseList(p.sizes, run.MaxSize); err != nil {
			return nil, &failure{exitUsage, err.Error(), "sizes are bytes: --size 16,1Ki or --size 16..16Ki"}
		}
	}
	var wanted *gate.Wanted
	if len(g.only) > 0 {
		w, err := gate.ParseWanted(g.only, asked, run.MaxSize)
		if err != nil {
			return nil, err
		}
		wanted = &w
	}
	return func(r *result.Result) bool {
		bytes := 0
		if r.SizeBytes != nil {
			bytes = *r.SizeBytes
		}
		return (wanted == nil || wanted.Has(r.Primitive, bytes)) &&
			(wanted != nil || r.SizeBytes == nil || slices.Contains(asked, bytes)) &&
			(len(p.interfaces) == 0 || slices.Contains(p.interfaces, r.Interface)) &&
			(len(p.operations) == 0 || slices.Contains(p.operations, r.Operation)) &&
			(p.work == "" || p.work == r.Work)
	}, nil
}
