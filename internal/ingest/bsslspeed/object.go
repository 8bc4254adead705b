package bsslspeed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"cpb/internal/ingest"
)

// An object is what -json prints of a benchmark. bytesPerCall is not there where there are no bytes; primeSizePerCall is in bits.
type object struct {
	Description      *string      `json:"description"`
	NumCalls         *json.Number `json:"numCalls"`
	Microseconds     *json.Number `json:"microseconds"`
	BytesPerCall     *json.Number `json:"bytesPerCall"`
	PrimeSizePerCall *json.Number `json:"primeSizePerCall"`
}

// Value takes an array of bssl's objects.
func (p *parser) Value(v ingest.Value) bool {
	d := json.NewDecoder(bytes.NewReader(v.JSON))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return false
	}
	line, counted := v.Line, 0
	for first := true; d.More(); first = false {
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return !first
		}
		start := int(d.InputOffset()) - len(raw)
		line += bytes.Count(v.JSON[counted:start], []byte("\n"))
		counted = start
		o, ok := parseObject(raw)
		switch {
		case !ok && first:
			return false
		case !ok:
			p.out.Warn(ingest.NoResult, line, "an object without description, numCalls and microseconds")
			continue
		case first:
			p.flush()
			p.inBlock = false
			p.begin(v.Line)
		}
		p.giveObject(line, o)
	}
	return true
}

// object takes an object that stands in a line by itself: of an array that does not end.
func (p *parser) object(l ingest.Line, text string) bool {
	if !strings.HasPrefix(text, `{"description"`) {
		return false
	}
	o, ok := parseObject([]byte(strings.TrimRight(text, ", \t]")))
	if !ok {
		return false
	}
	p.begin(l.Number)
	p.giveObject(l.Number, o)
	return true
}

func parseObject(text []byte) (o object, ok bool) {
	err := json.Unmarshal(text, &o)
	return o, err == nil && o.Description != nil && o.NumCalls != nil && o.Microseconds != nil
}

// giveObject gives out the result of an object. It has a count and a time, and no rates.
func (p *parser) giveObject(line int, o object) {
	name := strings.Join(strings.Fields(*o.Description), " ")
	calls, ok := whole(o.NumCalls.String())
	us, ok2 := whole(o.Microseconds.String())
	if !ok || !ok2 || calls.Value == 0 || us.Value == 0 || name == "" {
		p.out.Warn(ingest.NoResult, line, "%q: %s calls in %s µs are no speed", *o.Description, *o.NumCalls, *o.Microseconds)
		return
	}
	c := p.cell(name, line)
	r := c.result(line)
	r.Calls, r.Seconds = int64(calls.Value), us.Value/1e6
	r.Printed = fmt.Sprintf("%s calls in %s µs", *o.NumCalls, *o.Microseconds)
	if o.BytesPerCall != nil {
		size, ok := whole(o.BytesPerCall.String())
		switch {
		case !ok || size.Value == 0 || size.Value > mostBytes:
			p.out.Warn(ingest.NoResult, line, "%q: bytesPerCall %s is no size", name, *o.BytesPerCall)
		case r.SizeBytes != nil && float64(*r.SizeBytes) != size.Value:
			p.out.Warn(ingest.Mismatched, line, "%q: bytesPerCall is %s: it is kept", name, *o.BytesPerCall)
			fallthrough
		default:
			n := int(size.Value)
			r.SizeBytes = &n
			r.Unknown = without(r.Unknown, "size_bytes")
		}
	}
	if o.PrimeSizePerCall != nil {
		r.Detail = ingest.Details(r.Detail, o.PrimeSizePerCall.String()+" bits")
	}
	p.give(&r)
}

// mostBytes is more than any message that is measured.
const mostBytes = 1 << 40

// without is all but one.
func without(all []string, one string) (rest []string) {
	for _, s := range all {
		if s != one {
			rest = append(rest, s)
		}
	}
	return rest
}
