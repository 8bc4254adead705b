package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Encode writes d as indented JSON in the form of the contract: the same bytes for the same document.
// Lists of numbers stay on one line.
func Encode(w io.Writer, d *Document) error {
	out := *d
	out.Schema = Schema
	if out.Results == nil {
		out.Results = []Result{}
	}
	return encode(w, "the document", &out)
}

// encode writes v as indented JSON, lists of numbers on a line each. what it is stands in the error.
func encode(w io.Writer, what string, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("cannot write %s: %w", what, err)
	}
	_, err := w.Write(joinNumbers(b.Bytes()))
	return err
}

// joinNumbers puts each list of numbers in indented JSON on one line.
func joinNumbers(indented []byte) []byte {
	var out bytes.Buffer
	inList := false
	for line := range bytes.Lines(indented) {
		text := bytes.TrimLeft(line, " ")
		isNumber := text[0] == '-' || '0' <= text[0] && text[0] <= '9'
		if isNumber || inList {
			out.Truncate(out.Len() - 1)
			if isNumber && inList {
				out.WriteByte(' ')
			}
			line = text
		}
		inList = isNumber
		out.Write(line)
	}
	return out.Bytes()
}

// Decode reads the document that r holds. Errors name the line in the file, which is called name: "x.json:14: …".
// A document of another schema is refused; fields that are not known are passed over.
func Decode(r io.Reader, name string) (*Document, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := decoder{name: name, text: bytes.TrimPrefix(text, []byte("\ufeff"))}
	doc := d.document()
	if d.err != nil {
		return nil, d.err
	}
	return doc, nil
}

// document reads the whole text. What it returns holds only where d.err is nil.
func (d *decoder) document() *Document {
	fields := d.fields()
	d.schema(fields)
	doc := &Document{Schema: Schema}
	if tool := object(d, fields["tool"], (*Tool).check); tool != nil {
		doc.Tool = *tool
	}
	doc.Host = object(d, fields["host"], (*Host).check)
	doc.Method = object(d, fields["method"], (*Method).check)
	doc.Results = list(d, fields["results"], (*Result).check)
	doc.Pairs = list(d, fields["pairs"], func(p *Pair) *fault { return p.check(len(doc.Results)) })
	doc.Skipped = list(d, fields["skipped"], (*Skipped).check)
	doc.Warnings = list(d, fields["warnings"], (*Warning).check)
	doc.Comparisons = list(d, fields["comparisons"], func(c *Comparison) *fault { return c.check(len(doc.Results)) })
	doc.Explanations = list(d, fields["explanations"], func(e *Explanation) *fault { return e.check(len(doc.Results)) })
	doc.Findings = list(d, fields["findings"], func(f *Finding) *fault { return f.check(len(doc.Results)) })
	doc.Gate = object(d, fields["gate"], func(g *Gate) *fault { return g.check(len(doc.Comparisons)) })
	return doc
}
