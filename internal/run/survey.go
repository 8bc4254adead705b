package run

import (
	"context"
	"runtime"
	"sync"

	"cpb/internal/worker"
	"cpb/library"
)

// A Surveyed is one library file, loaded to see what it is.
type Surveyed struct {
	Target library.Target
	Opened *worker.Opened // nil where it did not load
	Err    error          // why not
}

// Survey loads each target in a worker of its own and tells what it found.
func Survey(ctx context.Context, program string, targets []library.Target) []Surveyed {
	r := Request{Program: program, Timeout: worker.Timeout, Sizes: []int{0}, Progress: func(Progress) {}}
	surveyed := make([]Surveyed, len(targets))
	r.sideBySide("loading", len(targets), func(i int) {
		s := &source{target: targets[i]}
		client, err := s.survey(ctx, &r)
		if err == nil {
			worker.Close(client)
		}
		surveyed[i] = Surveyed{Target: targets[i], Opened: s.opened, Err: err}
	})
	return surveyed
}

// sideBySide runs job for 0 to n-1, as many at once as there are processors, each on a thread that lives until it is done:
// a worker ends with the thread that started it.
func (r *Request) sideBySide(stage string, n int, job func(i int)) {
	var group sync.WaitGroup
	var mu sync.Mutex
	done := 0
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			job(i)
			mu.Lock()
			defer mu.Unlock()
			done++
			r.Progress(Progress{Stage: stage, Done: done, Total: n})
		})
	}
	group.Wait()
}
