// Package cpbdoc reads cpb's own documents.
package cpbdoc

import (
	"bytes"
	"encoding/json"
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
		p.out.Warn(ingest.NoResult, v.Line, "%s", err)
		return true
	}
	p.out.Document(doc)
	return true
}
