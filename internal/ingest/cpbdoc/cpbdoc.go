// Package cpbdoc reads cpb's own documents.
package cpbdoc

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "cpb", Tool: "cpb", Does: "runs that cpb saved, and what it prints with --json",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out} },
	})
}

type parser struct{ out *ingest.Output }

func (p *parser) Line(ingest.Line) bool { return false }

func (p *parser) End() {}

// Value takes objects that say that they are of one of cpb's schemas. One that is and cannot be used is warned of.
func (p *parser) Value(v ingest.Value) bool {
	var head struct {
		Schema string `json:"schema"`
	}
	if json.Unmarshal(v.JSON, &head) != nil || !strings.HasPrefix(head.Schema, "cpb/") {
		return false
	}
	// Blank lines before it have the lines in errors be the file's.
	text := append(bytes.Repeat([]byte("\n"), v.Line-1), v.JSON...)
	doc, err := result.Decode(bytes.NewReader(text), p.out.File())
	if err != nil {
		line, wrong := placeOf(err, p.out.File(), v.Line)
		p.out.Warn(ingest.NoResult, line, "%s", wrong)
		return true
	}
	p.out.Document(doc)
	return true
}

// placeOf takes the place out of an error of result.Decode, "FILE:LINE: what is wrong": a warning has it apart.
func placeOf(err error, file string, begins int) (line int, wrong string) {
	at, wrong, _ := strings.Cut(strings.TrimPrefix(err.Error(), file+":"), ": ")
	line, notThere := strconv.Atoi(at)
	if notThere != nil {
		return begins, err.Error()
	}
	return line, wrong
}
