package cmd

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"cpb/internal/run"
)

// A progress is a bar on a terminal, and nothing elsewhere.
type progress struct {
	bars  *mpb.Progress
	bar   *mpb.Bar
	stage string
	left  atomic.Int64 // nanoseconds; the bar is drawn by a goroutine of its own
}

func newProgress(f *os.File) *progress {
	p := new(progress)
	if term.IsTerminal(int(f.Fd())) {
		p.bars = mpb.New(mpb.WithOutput(f), mpb.WithWidth(40))
	}
	return p
}

// show is called by one goroutine at a time.
func (p *progress) show(now run.Progress) {
	if p.bars == nil {
		return
	}
	if p.stage != now.Stage {
		p.finish()
		p.stage = now.Stage
		p.bar = p.bars.AddBar(int64(now.Total), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(now.Stage+" ")),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.remaining() })))
	}
	p.left.Store(int64(now.Left))
	p.bar.SetCurrent(int64(now.Done))
}

// reading shows how many bytes of a file were read.
func (p *progress) reading(done, total int64) {
	p.show(run.Progress{Stage: "reading", Done: int(done), Total: int(total)})
}

func (p *progress) remaining() string {
	left := time.Duration(p.left.Load())
	if left == 0 {
		return ""
	}
	return fmt.Sprintf(" %v left", left.Round(time.Second))
}

func (p *progress) finish() {
	if p.bar != nil {
		p.bar.Abort(true)
	}
}

// end takes the bar off the screen.
func (p *progress) end() {
	if p.bars == nil {
		return
	}
	p.finish()
	p.bars.Wait()
}
