package worker

import (
	"errors"
	"fmt"
	"time"

	"cpb/library"
)

// A TraceRequest steps through one call of a cell that was prepared. Nothing should be timed in that process afterwards.
type TraceRequest struct {
	ID    int   `json:"id"`
	Limit int64 `json:"limit"` // instructions after which the call goes on untraced
}

// Traced is which instructions the call executed. Its output was checked as that of any other.
type Traced struct {
	Steps     int64        `json:"steps"`               // instructions executed outside of this program, repetitions included
	Cut       bool         `json:"cut,omitempty"`       // there were more than the limit
	Elsewhere int64        `json:"elsewhere,omitempty"` // of Steps, in memory that no file was loaded into
	Files     []TracedFile `json:"files"`
}

// A TracedFile is one library of the process in which a call executed something.
type TracedFile struct {
	Path         string   `json:"path"`         // as the loader has it
	Steps        int64    `json:"steps"`        // instructions executed in it
	Instructions []uint64 `json:"instructions"` // where those lie, by the file's own addresses, ascending
}

// perStep is what a worker has for each instruction: a signal takes a microsecond on bare metal, and 20 where a hypervisor takes part in it.
const perStep = 100 * time.Microsecond

// Trace steps through one call.
func (c *Client) Trace(q TraceRequest) (*Traced, error) {
	r, err := c.ask(&request{Trace: &q}, c.timeout+time.Duration(q.Limit)*perStep)
	if err != nil {
		return nil, err
	}
	return r.Trace, nil
}

func (s *server) trace(q *TraceRequest) (*Traced, error) {
	c := s.cells[q.ID]
	if c == nil {
		return nil, fmt.Errorf("cell %d is not prepared", q.ID)
	}
	tracer, ok := c.op.(library.Tracer)
	if !ok {
		return nil, fmt.Errorf("a call of a library in Go is not stepped through: %w", errors.ErrUnsupported)
	}
	s.clear(c)
	t, err := tracer.Trace(q.Limit)
	if err != nil {
		return nil, err
	}
	failures := int64(0)
	if t.Failed {
		failures = 1
	}
	traced := &Traced{Steps: t.Steps, Cut: t.Cut, Elsewhere: t.Elsewhere}
	for _, f := range t.Files {
		traced.Files = append(traced.Files, TracedFile(f))
	}
	return traced, s.check(c, failures, 1)
}
