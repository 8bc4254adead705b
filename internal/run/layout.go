package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cpb/internal/layout"
	"cpb/internal/stats"
	"cpb/internal/worker"
	"cpb/library"
	"cpb/result"
)

// maxSteps is how many instructions of a call are stepped through: 10 s where a hypervisor takes part in each step, half a second elsewhere. SHA-256 of
// 16 KiB has 50,000, an RSA signature of 2048 bits 3 million.
const maxSteps = 1 << 19

// maxMoreSteps is the part of its instructions by which two calls may differ that do the same work: a loop that aligns what it copies has a
// turn more or less. What does more work has not only been put elsewhere, though all its instructions may be the same ones. Of a file that both
// sides have, it is a part of the whole call: what goes on there depends on addresses too, as how C libraries compare strings does.
const maxMoreSteps = 0.005

// A layoutPair is two cells whose times differ.
type layoutPair struct{ base, other *cell }

func (p layoutPair) rows() [2]*row { return [2]*row{p.base.row, p.other.row} }

// builds reports whether the two are the same calls into two files of one library in C: where the code that they run can be held against
// each other.
func (p layoutPair) builds() bool {
	a, b := p.base.row.source, p.other.row.source
	return a.info.Name == b.info.Name && a.info.Loop == "c" && a.target.Path != b.target.Path && p.base.identity() == p.other.identity()
}

// leastLayout is how long stepping through calls may take where the budget is spent.
const leastLayout = 5 * time.Second

// layouts has the code looked at of pairs that differ, as far as the time goes: of two rows at their smallest size first, which takes the fewest
// steps, and at the next only where nothing has changed there. What changed at one size is not to be blamed on layout at another: those pairs
// have the reason.
func (d *drafter) layouts(ctx context.Context, deadline time.Time) {
	r := d.sampler.request
	var wanted []int // of the document's pairs
	for i, p := range d.paired {
		if p.builds() && r.traces(p) {
			wanted = append(wanted, i)
		}
	}
	if least := time.Now().Add(leastLayout); deadline.Before(least) {
		deadline = least
	}
	ctx, cancel := context.WithDeadlineCause(ctx, deadline, errNoTime)
	defer cancel()
	builds := newCodes()
	slices.SortStableFunc(wanted, func(i, j int) int { return cmp.Compare(d.paired[i].base.size, d.paired[j].base.size) })
	for len(wanted) > 0 {
		var now, later []int
		seen := map[[2]*row]bool{}
		for _, i := range wanted {
			rows := d.paired[i].rows()
			if seen[rows] {
				later = append(later, i)
				continue
			}
			seen[rows] = true
			now = append(now, i)
		}
		var pairs []layoutPair
		for _, i := range now {
			pairs = append(pairs, d.paired[i])
		}
		for n, l := range r.layouts(ctx, builds, pairs) {
			d.doc.Pairs[now[n]].Layout = l
			if why := unlooked(pairs[n].base.size, l); why != "" {
				later = slices.DeleteFunc(later, func(i int) bool {
					leave := d.paired[i].rows() == pairs[n].rows()
					if leave {
						d.doc.Pairs[i].Layout = &result.Layout{Partial: why}
					}
					return leave
				})
			}
		}
		wanted = later
	}
}

// traces reports whether the code of a pair is to be looked at.
func (r *Request) traces(p layoutPair) bool {
	c := contest{base: p.base, other: p.other}
	if r.Trace != nil {
		return r.Trace(c.standing(c.values()))
	}
	ratio, ok := stats.Location(c.values(), stats.Level)
	return ok && (ratio.Low > 0 || ratio.High < 0) && p.base.row.source.opened.Version == p.other.row.source.opened.Version
}

// layouts says of each pair how the code differs that a call of either side runs. Each file gets a worker, which steps through one call
// of each of its cells: nothing may be measured meanwhile. What cannot be looked at is in Partial, with the reason. When ctx ends, that is
// all that is left. The files that are read stay in builds.
func (r *Request) layouts(ctx context.Context, builds *codes, wanted []layoutPair) []*result.Layout {
	var sources []*source
	cells := map[*source][]*cell{}
	for _, p := range wanted {
		for _, c := range []*cell{p.base, p.other} {
			s := c.row.source
			if cells[s] == nil {
				sources = append(sources, s)
			}
			if !slices.Contains(cells[s], c) {
				cells[s] = append(cells[s], c)
			}
		}
	}
	traced := make([]map[*cell]trace, len(sources))
	r.sideBySide("stepping through calls", len(sources), func(i int) { traced[i] = sources[i].trace(ctx, r, cells[sources[i]]) })
	of := map[*cell]trace{}
	for _, some := range traced {
		for c, t := range some {
			of[c] = t
		}
	}
	all := make([]*result.Layout, len(wanted))
	for i, p := range wanted {
		all[i] = builds.layout(p, of[p.base], of[p.other])
	}
	return all
}

// unlooked is why larger sizes are not looked at where this was found at one; "" where they are.
func unlooked(size int, l *result.Layout) string {
	switch {
	case l.Partial != "":
		return fmt.Sprintf("not looked at: at %d bytes: %s", size, l.Partial)
	case len(l.Changed) > 1:
		return fmt.Sprintf("not looked at: at %d bytes %s and %d more have changed", size, l.Changed[0], len(l.Changed)-1)
	case len(l.Changed) == 1:
		return fmt.Sprintf("not looked at: at %d bytes %s has changed", size, l.Changed[0])
	}
	return ""
}

// A trace is what one call of a cell executed, or why that is not known.
type trace struct {
	*worker.Traced
	err error
}

// errNoTime is why calls are not stepped through when the run's time is over.
var errNoTime = errors.New("no time was left in the budget")

// ended is why ctx has ended.
func ended(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), errNoTime) {
		return errNoTime
	}
	return errInterrupted
}

// trace steps through a call of each of the cells. One that ends its worker costs itself alone.
func (s *source) trace(ctx context.Context, r *Request, cells []*cell) map[*cell]trace {
	all := map[*cell]trace{}
	client, _, err := s.open(ctx, r, worker.OpenRequest{})
	deaths := 0
	for _, c := range cells {
		if ctx.Err() != nil {
			all[c] = trace{err: ended(ctx)}
			continue
		}
		if err != nil {
			all[c] = trace{err: err}
			continue
		}
		t := c.trace(client)
		if cut(ctx, t.err) {
			t.err = ended(ctx)
			worker.Close(client)
			err = t.err
		}
		all[c] = t
		if !isDeath(t.err) {
			continue
		}
		worker.Close(client)
		if deaths++; deaths == maxDeaths {
			err = t.err
		} else {
			client, _, err = s.open(ctx, r, worker.OpenRequest{})
		}
	}
	if err == nil {
		worker.Close(client)
	}
	return all
}

func (c *cell) trace(client *worker.Client) trace {
	if _, err := client.Prepare(worker.PrepareRequest{ID: c.id, Cell: c.identity()}); err != nil {
		return trace{err: err}
	}
	t, err := client.Trace(worker.TraceRequest{ID: c.id, Limit: maxSteps})
	return trace{t, err}
}

// codes has the files that were read and how they pair, by path.
type codes struct {
	files   map[string]opened
	matches map[[2]string]*layout.Match
}

func newCodes() *codes {
	return &codes{files: map[string]opened{}, matches: map[[2]string]*layout.Match{}}
}

type opened struct {
	*layout.File
	err error
}

// layout holds what two calls executed against each other, file by file.
func (k *codes) layout(p layoutPair, base, other trace) *result.Layout {
	for _, side := range []struct {
		c *cell
		t trace
	}{{p.base, base}, {p.other, other}} {
		if why := side.t.partial(side.c.row.source.target); why != "" {
			return &result.Layout{Partial: side.c.row.name() + ": " + why}
		}
	}
	whole := new(result.Layout)
	for _, f := range facing(p, base, other) {
		of := f.base.Steps // what the difference is a part of
		var l *result.Layout
		if sameFile(f.base.Path, f.other.Path) {
			unshared, err := k.unshared(f)
			if err != nil {
				return &result.Layout{Partial: err.Error()}
			}
			l, of = &result.Layout{Changed: unshared}, base.Steps
		} else {
			m, err := k.match(f.base.Path, f.other.Path)
			if err != nil {
				return &result.Layout{Partial: err.Error()}
			}
			l = m.Diff(f.base.Instructions, f.other.Instructions)
		}
		if len(l.Changed) == 0 && math.Abs(float64(f.other.Steps-f.base.Steps)) > maxMoreSteps*float64(of) {
			l.Changed = append(l.Changed, fmt.Sprintf("executes %d instructions, not %d", f.other.Steps, f.base.Steps))
		}
		add(whole, l, f.prefix)
	}
	return whole
}

// partial is why a trace does not tell all that its call executed.
func (t trace) partial(target library.Target) string {
	switch {
	case t.err != nil:
		return t.err.Error()
	case t.Cut:
		return fmt.Sprintf("a call executes more than %d instructions, and is not looked at beyond these", maxSteps)
	case t.Elsewhere > 0:
		return fmt.Sprintf("%d of the %d instructions that a call executes lie in no file", t.Elsewhere, t.Steps)
	case !slices.ContainsFunc(t.Files, func(f worker.TracedFile) bool { return sameFile(f.Path, target.Path) }):
		return "a call executes nothing of the library's file"
	}
	return ""
}

// A facedFile is one file of each side that stand against each other; no path where a side has none.
type facedFile struct {
	base, other worker.TracedFile
	prefix      string // of the names of its functions
}

// facing pairs the files in which either call executed something: the library's own, and others, parts of it that are files of their own
// (providers) and what it is linked to (the C library), by name.
func facing(p layoutPair, base, other trace) (faced []facedFile) {
	key := func(c *cell, f worker.TracedFile) string {
		if sameFile(f.Path, c.row.source.target.Path) {
			return ""
		}
		return filepath.Base(f.Path)
	}
	for _, f := range base.Files {
		one := facedFile{base: f}
		if name := key(p.base, f); name != "" {
			one.prefix = name + ": "
		}
		faced = append(faced, one)
	}
	for _, f := range other.Files {
		prefix := ""
		if name := key(p.other, f); name != "" {
			prefix = name + ": "
		}
		at := slices.IndexFunc(faced, func(x facedFile) bool { return x.prefix == prefix })
		if at < 0 {
			at = len(faced)
			faced = append(faced, facedFile{prefix: prefix})
		}
		faced[at].other = f
	}
	return faced
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// match reads two files, each once. One without a path has no functions.
func (k *codes) match(base, other string) (*layout.Match, error) {
	at := [2]string{base, other}
	if m := k.matches[at]; m != nil {
		return m, nil
	}
	a, b := k.open(base), k.open(other)
	if err := errors.Join(a.err, b.err); err != nil {
		return nil, err
	}
	k.matches[at] = layout.NewMatch(a.File, b.File)
	return k.matches[at], nil
}

// unshared has the functions of a file that both sides have and that only one call runs.
func (k *codes) unshared(f facedFile) ([]string, error) {
	if slices.Equal(f.base.Instructions, f.other.Instructions) {
		return nil, nil
	}
	file := k.open(f.base.Path)
	if file.err != nil {
		return nil, file.err
	}
	return file.Unshared(f.base.Instructions, f.other.Instructions), nil
}

func (k *codes) open(path string) opened {
	if path == "" {
		return opened{File: new(layout.File)}
	}
	f, known := k.files[path]
	if !known {
		f.File, f.err = layout.Open(path)
		k.files[path] = f
	}
	return f
}

// add adds what differs in one file of several.
func add(whole, l *result.Layout, prefix string) {
	whole.Functions += l.Functions
	for _, name := range l.Changed {
		whole.Changed = append(whole.Changed, prefix+name)
	}
	for _, name := range l.Moved {
		whole.Moved = append(whole.Moved, prefix+name)
	}
	if l.Partial != "" {
		if whole.Partial != "" {
			whole.Partial += "; "
		}
		whole.Partial += prefix + l.Partial
	}
}
