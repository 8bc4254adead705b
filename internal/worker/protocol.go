// Package worker runs one library in one process and talks to it.
//
// A crypto library is foreign code: it may crash, hang, print, fork, or give wrong answers. cpb therefore starts itself
// again as a worker, one process per library file, and that process alone loads the library. Whatever the library does
// there costs its own rows, with the reason, and nothing else.
//
// # Protocol
//
// Version 2 ("cpb-worker/2"). Parent and worker are the same binary; the version is checked all the same, because a worker
// may be started through another root's loader by a path that has been replaced since.
//
// Descriptor 3 of the worker carries requests, descriptor 4 replies: one JSON object a line, one reply to each request, in
// order. The worker speaks first, with a hello. Standard input is /dev/null; standard output and error are one memory file
// that the parent reads when something went wrong, so that a library that prints can neither break the protocol nor the
// terminal. End of file on descriptor 3 ends the worker.
//
//	hello    {"protocol": "cpb-worker/2"}
//	open     load one library, pin the measuring thread, lay out the messages     → what was loaded, what it offers
//	prepare  make one cell's op, check known answers, run it over its messages    → digest of the outputs, time of a call
//	sample   untimed calls, then timed ones                                       → their time, failures, interruptions
//	trace    one call, step by step                                               → which instructions it executed
//
// A reply with "error" says why the request did not hold; the worker goes on with the next.
package worker

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"cpb/library"
	"cpb/result"
)

// Protocol is the version that both ends name.
const Protocol = "cpb-worker/2"

// SCHED_FIFO priorities. The parent's thread must be able to run while a worker does, on the same processor.
const (
	workerPriority = 1
	DriverPriority = 2
)

type hello struct {
	Protocol string `json:"protocol"`
}

// A request is one of its fields.
type request struct {
	Open    *OpenRequest    `json:"open,omitempty"`
	Prepare *PrepareRequest `json:"prepare,omitempty"`
	Sample  *SampleRequest  `json:"sample,omitempty"`
	Trace   *TraceRequest   `json:"trace,omitempty"`
}

// A reply is the field that was asked for, or an error.
type reply struct {
	Open    *Opened   `json:"open,omitempty"`
	Prepare *Prepared `json:"prepare,omitempty"`
	Sample  *Sample   `json:"sample,omitempty"`
	Trace   *Traced   `json:"trace,omitempty"`
	Error   string    `json:"error,omitempty"`
}

// An OpenRequest loads a library and sets the process up for measuring.
type OpenRequest struct {
	Target    library.Target `json:"target"`
	Processor int            `json:"processor"` // the one to pin the measuring thread to; -1 for none
	RealTime  bool           `json:"real_time"` // ask for SCHED_FIFO
	Seed      uint64         `json:"seed"`      // of the messages' content: the same in all workers of a run
	Layout    uint64         `json:"layout"`    // of the buffers' placement: new in each launch
	Room      Room           `json:"room"`      // for the cells to come
	Misalign  int            `json:"misalign,omitempty"`
	InPlace   bool           `json:"in_place,omitempty"` // ciphers write where they read
	Survey    bool           `json:"survey,omitempty"`   // ask the library what it is and has
}

// Opened is what was loaded.
type Opened struct {
	Name      string          `json:"name,omitempty"`    // with Survey, as
	Version   string          `json:"version,omitempty"` // all of these
	Loaded    result.Loaded   `json:"loaded,omitzero"`
	Offers    []library.Offer `json:"offers,omitempty"`
	LoadNs    float64         `json:"load_ns"`     // from the request to the library's being ready
	EmptyOpNs float64         `json:"empty_op_ns"` // a call of the loop that does nothing
	ClockNs   float64         `json:"clock_ns"`    // a reading of the clock, which is taken off each slice
	Scheduler string          `json:"scheduler"`   // "fifo" or "other"
	Counter   bool            `json:"counter"`     // cycles are counted by hardware
	Renewed   bool            `json:"renewed"`     // the code lies in memory of this process alone
	Printed   string          `json:"printed,omitempty"`
}

// A PrepareRequest makes the op of a cell.
type PrepareRequest struct {
	ID      int          `json:"id"` // the parent's number for the cell
	Cell    library.Cell `json:"cell"`
	Answers bool         `json:"answers,omitempty"` // check the catalogue's known answers too
	Gauge   bool         `json:"gauge,omitempty"`   // find out about how long a call takes
	Key     int          `json:"key,omitempty"`     // which of the test keys, counted round
	// Signatures are those to be verified, of the cell's digests with that key; where there are none, the worker has Go make some.
	Signatures [][]byte `json:"signatures,omitempty"`
}

// Prepared says that the op works on its messages.
type Prepared struct {
	Digest    string  `json:"digest,omitempty"`     // SHA-256 over the outputs for the cell's messages, in hex, where each can be only one
	FirstNs   float64 `json:"first_ns"`             // making the op and its first call
	Period    int     `json:"period"`               // a batch is a multiple of this many calls
	CallNs    float64 `json:"call_ns,omitempty"`    // about one call, for sizing batches; with Gauge
	CallAlloc float64 `json:"call_alloc,omitempty"` // Go heap allocations of a call; with Gauge

	Signatures [][]byte `json:"signatures,omitempty"` // of the cell's digests: the library's, with Answers; Go's, where it was to make some
}

// A SampleRequest takes one sample: slices that follow each other without a pause, each timed by itself. An interrupt costs
// one slice, not the sample.
type SampleRequest struct {
	ID     int `json:"id"`
	Warm   int `json:"warm"`            // untimed calls first
	Calls  int `json:"calls"`           // timed calls of a slice
	Slices int `json:"slices"`          // how many
	Extra  int `json:"extra,omitempty"` // calls that each slice makes beside those, and that do not count: a planted cost
	// Parts is in how many each slice is timed, one after the other, where it is a long period: of each part what it takes undisturbed counts,
	// as of a slice, and their sum is the slice's time. 0 or 1: the slice as a whole.
	Parts int `json:"parts,omitempty"`
	// Align has each slice in parts begin with the same message and at the same place of the op's period, by untimed calls between them.
	Align bool `json:"align,omitempty"`
}

// MaxSlices is the most that a sample can have, and MaxParts the most that a slice can.
const (
	MaxSlices = 64
	MaxParts  = 1024
)

// A Sample is what one took, its outputs checked.
type Sample struct {
	SliceNs  float64 `json:"slice_ns"`           // of a slice, undisturbed, without the readings of the clock
	TotalNs  int64   `json:"total_ns"`           // of all slices
	Switches int64   `json:"switches,omitempty"` // involuntary context switches while it was taken
	Cycles   float64 `json:"cycles,omitempty"`   // core cycles of a call in user mode, where they are counted; with what each makes beside it
}

// A conn sends and receives messages.
type conn struct {
	in  *bufio.Reader
	out io.Writer
}

func newConn(in io.Reader, out io.Writer) *conn {
	return &conn{in: bufio.NewReaderSize(in, 64<<10), out: out}
}

func (c *conn) send(message any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = c.out.Write(append(line, '\n'))
	return err
}

// receive reads one message; io.EOF where the other end has gone, even in the middle of one.
func (c *conn) receive(message any) error {
	line, err := c.in.ReadBytes('\n')
	if err != nil {
		return err
	}
	if err := json.Unmarshal(line, message); err != nil {
		return fmt.Errorf("not a message of %s: %w", Protocol, err)
	}
	return nil
}
