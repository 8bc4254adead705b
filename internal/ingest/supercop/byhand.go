package supercop

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// byHand takes a line of a table that was made of tries: implementation, compiler, number; or the number first, with a comma.
func (p *parser) byHand(text string, line int) bool {
	words := strings.Fields(text)
	if len(words) > 2 && words[1] == "&" && strings.Count(words[0], "/") >= 2 && strings.HasPrefix(words[0], "crypto_") {
		p.out.Warn(ingest.NoResult, line, "a row of a table for TeX: what its columns are is not said, and no figure is taken: %s", ingest.Brief(text))
		return true
	}
	if len(words) != 3 {
		return false
	}
	path, by, number := words[0], words[1], words[2]
	if first, ok := strings.CutSuffix(words[0], ","); ok {
		path, by, number = words[1], words[2], first
	}
	parts := strings.Split(path, "/")
	if len(parts) < 3 || len(parts) > 6 || !isOperation(parts[0]) || parts[1] == "" {
		return false
	}
	x, ok := ingest.ParseFigure(number)
	if !ok || x.Half == 0.5 { // cycles per byte have decimals; what has none is a count
		return false
	}
	if p.derived == 0 || line > p.derived+2 {
		p.out.Begin(ingest.Block{})
		p.out.Warn(ingest.Derived, line, "the table is made of SUPERCOP's tries; its figures are taken to be cycles per byte, which it does not say")
	}
	p.derived = line
	q := p.out.Name(parts[1], line)
	switch {
	case !q.Sized():
		p.out.Warn(ingest.NoResult, line, "%s: what %s is per is not said", path, number)
		return true
	case x.Value <= 0:
		p.out.Warn(ingest.NoResult, line, "%s: %s is no speed", path, number)
		return true
	}
	r := p.result(q.Slug, line)
	r.CyclesPerByte, r.Cycles = x.Value, result.CyclesUnknown
	r.Printed, r.Unit = number, "cycles/B"
	if r.Operation, r.Work = operationOfTry(parts[0], q); r.Operation == "" {
		r.Unknown = append(r.Unknown, "operation")
	}
	r.Unknown = append(r.Unknown, "size_bytes")
	r.Interface, r.Detail = implementation(path), compiler(by)
	p.out.Result(&r)
	return true
}
