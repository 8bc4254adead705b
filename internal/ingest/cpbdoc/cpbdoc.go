// Package cpbdoc reads cpb's own documents.
package cpbdoc

import (
	"bytes"
	"encoding/json"
	"regexp"
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
	p.read(v)
	return true
}

// beginsAsOurs is how documents of cpb begin.
var beginsAsOurs = regexp.MustCompile(`^\s*\{\s*"schema"\s*:\s*"cpb/`)

// Damaged takes what begins as one of cpb's documents, and is cut off or was changed by hand.
func (p *parser) Damaged(v ingest.Value) bool {
	if !beginsAsOurs.Match(v.JSON) {
		return false
	}
	p.read(v)
	return true
}

// read reads a document, or warns of where it cannot be read and why.
func (p *parser) read(v ingest.Value) {
	// Blank lines before it have the lines in errors be the file's.
	text := append(bytes.Repeat([]byte("\n"), v.Line-1), v.JSON...)
	doc, err := result.Decode(bytes.NewReader(text), p.out.File())
	if err != nil {
		line, wrong := placeOf(err, p.out.File(), v.Line)
		p.out.Warn(ingest.NoResult, line, "%s", wrong)
		return
	}
	p.out.Document(doc)
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
