package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"cpb/library"
)

// A Client is the parent's side of one worker. Its methods are called by one goroutine at a time.
type Client struct {
	process *process
	conn    *conn
	timeout time.Duration
	release func() bool // the context's hold on it
	hung    atomic.Bool
	dead    error
}

// Timeout is how long a worker may take over one request before it is taken to hang, where the caller knows no better.
const Timeout = 10 * time.Second

// Start starts a worker for target and asks it to open the library; Opened waits for that, so that several can load side by
// side. program is the path of this program. The caller's thread must live as long as the worker does: the kernel ends the
// worker with it. When ctx ends, the worker has a moment to finish what it is asked and is then killed.
func Start(ctx context.Context, program string, target library.Target, q OpenRequest, timeout time.Duration) (*Client, error) {
	p, err := startProcess(program, target)
	if err != nil {
		return nil, fmt.Errorf("cannot start a worker: %w", err)
	}
	c := &Client{process: p, conn: newConn(p.replies, p.requests), timeout: timeout}
	c.release = context.AfterFunc(ctx, func() { time.AfterFunc(grace, p.kill) })
	q.Target = target
	if err := c.conn.send(&request{Open: &q}); err != nil {
		return nil, c.bury(io.EOF)
	}
	return c, nil
}

// grace is how long a worker may go on with a request when nobody wants it any more.
const grace = 300 * time.Millisecond

// Died says that a worker ended on its own, or had to be ended.
type Died struct{ Reason string }

func (e *Died) Error() string { return e.Reason }

// Opened waits until the worker has loaded its library, and tells what that is.
func (c *Client) Opened() (*Opened, error) {
	var h hello
	if err := c.answer(&h, c.timeout); err != nil {
		return nil, err
	}
	if h.Protocol != Protocol {
		return nil, fmt.Errorf("the worker speaks %q, not %q: the program was replaced while it ran", h.Protocol, Protocol)
	}
	r, err := c.reply(&request{Open: new(OpenRequest)}, c.timeout)
	if err != nil {
		return nil, err
	}
	return r.Open, nil
}

// Prepare has the worker make and check the op of a cell.
func (c *Client) Prepare(q PrepareRequest) (*Prepared, error) {
	r, err := c.ask(&request{Prepare: &q}, c.timeout+time.Duration(q.Cell.SizeBytes)*perByte)
	if err != nil {
		return nil, err
	}
	return r.Prepare, nil
}

// perByte is added to the time that a worker has to prepare a cell: each message goes through the library, and through Go's crypto
// where that is the witness, some ten times, and triple DES is slow in both (30 ns each).
const perByte = 4 * time.Microsecond

// Sample times one batch, which should take about the time expected.
func (c *Client) Sample(q SampleRequest, expected time.Duration) (*Sample, error) {
	r, err := c.ask(&request{Sample: &q}, c.timeout+100*expected)
	if err != nil {
		return nil, err
	}
	return r.Sample, nil
}

// Close ends the workers and everything that their libraries started.
func Close(clients ...*Client) {
	for _, c := range clients {
		c.release()
		c.process.kill()
		if c.dead == nil {
			c.dead = &Died{"worker was closed"}
		}
	}
	for _, c := range clients {
		c.process.wait()
	}
}

// ask sends a request and waits for the reply. The error is a *Died when there will be no other.
func (c *Client) ask(q *request, timeout time.Duration) (*reply, error) {
	if c.dead != nil {
		return nil, c.dead
	}
	if err := c.conn.send(q); err != nil {
		return nil, c.bury(io.EOF)
	}
	return c.reply(q, timeout)
}

// reply waits for the reply to q.
func (c *Client) reply(q *request, timeout time.Duration) (*reply, error) {
	var r reply
	if err := c.answer(&r, timeout); err != nil {
		return nil, err
	}
	if r.Error != "" {
		return nil, errors.New(r.Error)
	}
	if (r.Open == nil) != (q.Open == nil) || (r.Prepare == nil) != (q.Prepare == nil) || (r.Sample == nil) != (q.Sample == nil) ||
		(r.Trace == nil) != (q.Trace == nil) {
		return nil, errors.New("the worker answered something else than it was asked")
	}
	return &r, nil
}

// answer reads one message. A watchdog ends a worker that does not send it: a C loop would never see that its parent waits.
func (c *Client) answer(message any, timeout time.Duration) error {
	if c.dead != nil {
		return c.dead
	}
	watchdog := time.AfterFunc(timeout, func() {
		c.hung.Store(true)
		c.process.kill()
	})
	err := c.conn.receive(message)
	watchdog.Stop()
	if err != nil {
		return c.bury(err)
	}
	return nil
}

// bury ends the worker and finds out what it died of. err is io.EOF where it fell silent.
func (c *Client) bury(err error) error {
	c.process.kill()
	how, last := c.process.autopsy()
	switch {
	case c.hung.Load():
		how = "gave no answer within " + c.timeout.String()
	case err != io.EOF:
		how = "did not keep to its protocol: " + err.Error()
	}
	if last != "" {
		how += fmt.Sprintf(" (it printed %q)", last)
	}
	c.dead = &Died{"worker " + how}
	return c.dead
}

// tail is the last line of text that says something, fit to be quoted.
func tail(text []byte) string {
	lines := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(strings.Map(func(r rune) rune {
			if unicode.IsPrint(r) {
				return r
			}
			return ' '
		}, lines[i]))
		if line != "" {
			const most = 120
			if r := []rune(line); len(r) > most {
				line = string(r[:most]) + "…"
			}
			return line
		}
	}
	return ""
}
