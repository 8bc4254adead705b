package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"cpb/catalog"
	"cpb/internal/gate"
	"cpb/internal/host"
	"cpb/internal/input"
	"cpb/internal/run"
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
	wanted, wants, err := g.wants(set.Doc)
	if err != nil {
		return nil, err
	}
	base, head := sideOf(c.Context(), set, 0), sideOf(c.Context(), set, 1)
	if err := gate.Saved(set.Doc, base, head, g.maxSlowdown, wants); err != nil {
		return nil, err
	}
	wanted.Absent(set.Doc)
	return set.Doc, nil
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
	wanted, wants, err := g.wants(set.Doc)
	if err != nil {
		return nil, err
	}
	base := sideOf(c.Context(), set, 0)
	base.Arg = g.baseline
	if here := host.Describe(max(0, g.cpu)).CPU; base.Host != nil && base.Host.CPU != "" && here != "" && base.Host.CPU != here {
		return nil, &failure{exitUsage, fmt.Sprintf("%s was measured on another processor, %s; this one is %s", g.baseline, base.Host.CPU, here), "make one on this machine: cpb run --lib NAME=PATH --save FILE"}
	}
	r, err := g.request(slugsOf(set.Doc, base.Group, wants))
	if err != nil {
		return nil, err
	}
	if g.flags("time") {
		r.Time = g.limit
	}
	progress := newProgress(os.Stderr)
	defer progress.end()
	found, done, err := resolve(c.Context(), progress, gate.Argument{Side: gate.HeadLabel, Text: head})
	if err != nil {
		return nil, err
	}
	defer done()
	b := &gate.Baseline{Request: r, Saved: set.Doc, Base: base, Head: found[0], HeadArg: head, MaxSlowdown: g.maxSlowdown, Wants: wants}
	b.Request.Progress = progress.show
	doc, err := b.Measure(c.Context())
	if err != nil {
		return nil, err
	}
	wanted.Absent(doc)
	return doc, nil
}

// slugsOf are the primitives of a group's results, of those that wants has, that the catalogue has.
func slugsOf(doc *result.Document, g result.Group, wants func(*result.Result) bool) (slugs []string) {
	for _, i := range g.Results {
		r := &doc.Results[i]
		if p, ok := catalog.Lookup(r.Primitive); ok && (wants == nil || wants(r)) && !slices.Contains(slugs, p.Slug) {
			slugs = append(slugs, p.Slug)
		}
	}
	return slugs
}

// wants are the results that the flags select of those that are there already; nil: all of them. wanted is what --only names.
func (g *gating) wants(doc *result.Document) (wanted gate.Wanted, wants func(*result.Result) bool, err error) {
	p := &g.pick
	if len(g.only) == 0 && p.sizes == "" && len(p.interfaces) == 0 && len(p.operations) == 0 && p.work == "" {
		return wanted, nil, nil
	}
	var sizes []int // those that PRIMITIVE alone stands for: all that are there
	for i := range doc.Results {
		if s := doc.Results[i].SizeBytes; s != nil {
			sizes = append(sizes, *s)
		}
	}
	asked, err := parseSizes(p.sizes)
	if err != nil {
		return wanted, nil, err
	}
	if asked == nil {
		asked = sizes
	}
	all := len(g.only) == 0 // primitives
	if !all {
		if wanted, err = gate.ParseWanted(g.only, asked, run.MaxSize); err != nil {
			return wanted, nil, err
		}
	}
	return wanted, func(r *result.Result) bool {
		bytes := 0
		if r.SizeBytes != nil {
			bytes = *r.SizeBytes
		}
		return (all || wanted.Has(r.Primitive, bytes)) &&
			(!all || r.SizeBytes == nil || slices.Contains(asked, bytes)) &&
			(len(p.interfaces) == 0 || slices.Contains(p.interfaces, r.Interface)) &&
			(len(p.operations) == 0 || slices.Contains(p.operations, r.Operation)) &&
			(p.work == "" || p.work == r.Work)
	}, nil
}
