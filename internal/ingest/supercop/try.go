package supercop

import (
	"strconv"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// Words of a try behind its kind.
const (
	checksum = iota
	status
	cycles
	checksumCycles
	perSecond
	tried
	compiledBy
	allOfTry
)

// try takes a try. The cycles are whole where another word stands behind them.
func (p *parser) try(d data) {
	if len(d.rest) <= cycles+1 {
		p.out.Warn(ingest.Truncated, d.line, "%s %s: the try breaks off before its cycles are complete", d.operation, d.primitive)
		return
	}
	n, err := strconv.ParseInt(d.rest[cycles], 10, 64)
	switch s := d.rest[status]; {
	case s != "ok" && s != "unknown":
		p.out.Warn(ingest.NoResult, d.line, "%s %s: the output of the try is not right (%s): %s cycles are no result", d.operation, d.primitive, s, d.rest[cycles])
		return
	case err != nil || n <= 0:
		p.out.Warn(ingest.NoResult, d.line, "%s %s: %s cycles are no time", d.operation, d.primitive, d.rest[cycles])
		return
	}
	switch {
	case len(d.rest) < allOfTry:
		p.out.Warn(ingest.Truncated, d.line, "%s %s: the try breaks off before its compiler", d.operation, d.primitive)
	case len(d.rest) > allOfTry:
		p.out.Warn(ingest.Mismatched, d.line, "%s %s: %d words stand behind the compiler", d.operation, d.primitive, len(d.rest)-allOfTry)
	}
	q := p.out.Name(d.primitive, d.line)
	r := p.result(q.Slug, d.line)
	r.CyclesPerCall, r.Cycles = float64(n), result.CyclesUnknown
	r.Printed, r.Unit = d.rest[cycles], "cycles"
	r.Operation, r.Work = operationOfTry(d.operation, q)
	if r.Operation == "" {
		r.Unknown = append(r.Unknown, "operation")
	}
	if q.Sized() {
		r.Unknown = append(r.Unknown, "size_bytes")
	}
	if len(d.rest) > compiledBy { // else it may be cut off
		r.Interface = implementation(d.rest[tried])
	}
	if len(d.rest) > compiledBy {
		r.Detail = compiler(d.rest[compiledBy])
	}
	p.out.Result(&r)
}

// operationOfTry is what a try of an operation does, where it is one thing.
func operationOfTry(operation string, q catalog.Primitive) (op, work string) {
	if operation == "crypto_hash" {
		return string(catalog.Hash), string(catalog.Message)
	}
	return string(q.Sole()), ""
}
