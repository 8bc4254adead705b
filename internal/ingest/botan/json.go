package botan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"cpb/internal/ingest"
	"cpb/result"
)

// An entry is an element of the array that --format=json prints: the context, or what was measured.
type entry struct {
	Version  *string `json:"version"`
	Compiler *string `json:"compiler"`

	Algo    *string     `json:"algo"`
	Op      *string     `json:"op"`
	Events  json.Number `json:"events"`
	Cycles  json.Number `json:"cycles"`
	BPS     json.Number `json:"bps"`
	BufSize json.Number `json:"buf_size"`
	Nanos   json.Number `json:"nanos"`
}

func (e *entry) isContext() bool  { return e.Algo == nil && e.Version != nil && e.Compiler != nil }
func (e *entry) isMeasured() bool { return e.Algo != nil && e.Op != nil && e.Nanos != "" }

// Value takes the array, and a single element of one that was cut off.
func (p *parser) Value(v ingest.Value) bool {
	if text := bytes.TrimLeft(v.JSON, " \t\n"); len(text) == 0 || text[0] != '[' {
		return len(v.JSON) <= longest && p.element(v.JSON, v.Line)
	}
	p.flush()
	d := json.NewDecoder(bytes.NewReader(v.JSON))
	if _, err := d.Token(); err != nil {
		return false
	}
	taken, line, at := false, v.Line, 0
	for d.More() {
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return taken
		}
		from := int(d.InputOffset()) - len(raw)
		line += bytes.Count(v.JSON[at:from], []byte("\n"))
		at = from
		switch ok := p.element(raw, line); {
		case ok && !taken:
			taken = true
		case !ok && !taken:
			return false
		case !ok:
			p.out.Warn(ingest.NoResult, line, "is no measurement of botan speed: %s", brief(raw))
		}
	}
	p.open = false // the array is a whole output
	return taken
}

// element takes one element.
func (p *parser) element(raw []byte, line int) bool {
	var e entry
	if json.Unmarshal(bytes.TrimRight(raw, " \t\n,"), &e) != nil {
		return false
	}
	switch {
	case e.isContext():
		p.start(*e.Version)
	case e.isMeasured():
		p.ensure()
		p.measured(&e, line)
	default:
		return false
	}
	return true
}

// measured gives out what was measured: bytes in calls of buf_size where there is one, else calls.
func (p *parser) measured(e *entry, line int) {
	r := p.cell(*e.Algo, *e.Op, line)
	what := *e.Algo + " " + *e.Op
	events, counted := ingest.ParsePositive(e.Events.String())
	nanos, timed := ingest.ParsePositive(e.Nanos.String())
	if !counted || !timed {
		p.out.Warn(ingest.NoResult, line, "%s: %s events in %s ns are no speed", what, or(e.Events), or(e.Nanos))
		return
	}
	cycles, ticked := ingest.ParsePositive(e.Cycles.String())
	perEvent := cycles.Value / events.Value
	if ticked {
		r.Cycles = result.CyclesTSC
	}
	if e.BufSize == "" {
		setCalls(&r, events, nanos.Times(1e-9))
		r.CyclesPerCall = perEvent
		r.Printed, r.Unit = fmt.Sprintf("%s events in %s ns", e.Events, e.Nanos), "calls, ns"
		p.give(&r)
		return
	}
	size, err := strconv.Atoi(e.BufSize.String())
	if err != nil || size <= 0 {
		p.out.Warn(ingest.NoResult, line, "%s: %s bytes is no size of a buffer", what, e.BufSize)
		return
	}
	r.SizeBytes = p.size.Of(size)
	calls := ingest.Figure{Value: events.Value / float64(size)}
	if calls.Value == math.Trunc(calls.Value) {
		setCalls(&r, calls, nanos.Times(1e-9))
	} else {
		r.Seconds = nanos.Value * 1e-9
		p.out.Warn(ingest.CountMismatch, line, "%s: %s bytes are no whole number of buffers of %d bytes", what, e.Events, size)
	}
	r.CyclesPerByte = perEvent
	bps, ok := ingest.ParsePositive(e.BPS.String())
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: bps of %s is no speed", what, or(e.BPS))
		return
	}
	r.BytesPerSecond, r.Printed, r.Unit = bps.Value, e.BPS.String()+" bps", "B/s"
	bps.Half = 1 // cut off, not rounded
	if implied, ok := ingest.Agree(events, nanos.Times(1e-9), bps); !ok {
		p.out.Warn(ingest.CountMismatch, line, "%s: %s bytes in %s ns are not %s bytes per second, which is kept; it would take %.0f ns",
			what, e.Events, e.Nanos, e.BPS, implied*1e9)
	}
	p.give(&r)
}

// or is n as printed, or what to say where it is not there.
func or(n json.Number) string {
	if n == "" {
		return "no"
	}
	return n.String()
}

// brief is a value short enough for a message.
func brief(raw []byte) string {
	if len(raw) > 80 {
		return string(raw[:80]) + "…"
	}
	return string(raw)
}
