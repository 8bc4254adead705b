package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A decoder reads one document and knows where in the file it is. After its first error it reads no more.
type decoder struct {
	name string
	text []byte
	err  error
}

// A value is one piece of the document's JSON.
type value struct {
	path   string // its name in messages: "results[3]"
	json   json.RawMessage
	offset int64 // where it begins in the file
}

// A fault is what is wrong with a field of an object.
type fault struct {
	field string
	wrong string
}

// fail keeps the first error, with the line of the byte at offset.
func (d *decoder) fail(offset int64, format string, args ...any) {
	if d.err != nil {
		return
	}
	offset = max(0, min(offset, int64(len(d.text))))
	line := 1 + bytes.Count(d.text[:offset], []byte("\n"))
	d.err = fmt.Errorf("%s:%d: %s", d.name, line, fmt.Sprintf(format, args...))
}

// fields are the fields of the document itself.
func (d *decoder) fields() map[string]value {
	var whole json.RawMessage
	if err := json.Unmarshal(d.text, &whole); err != nil {
		offset := int64(0)
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			offset = syntax.Offset - 1
		}
		d.fail(offset, "not a cpb document: %v", err)
		return nil
	}
	fields := map[string]value{}
	for _, v := range members(value{json: d.text}) {
		if _, twice := fields[v.path]; twice {
			d.fail(v.offset, "%q stands twice", v.path)
		}
		fields[v.path] = v
	}
	return fields
}

// schema refuses documents that are not of this schema.
func (d *decoder) schema(fields map[string]value) {
	v, given := fields["schema"]
	var schema string
	switch {
	case !given:
		d.fail(0, "not a cpb document: no field \"schema\"")
	case json.Unmarshal(v.json, &schema) != nil || !strings.HasPrefix(schema, "cpb/"):
		d.fail(v.offset, "not a cpb document: \"schema\" is %s, not %q", v.json, Schema)
	case schema != Schema:
		d.fail(v.offset, "schema %q is not one that this cpb reads (it reads %q)", schema, Schema)
	}
}

// object reads v into a T and checks it; nil where v is absent or null.
func object[T any](d *decoder, v value, check func(*T) *fault) *T {
	if d.err != nil || isNull(v) {
		return nil
	}
	t := new(T)
	if err := json.Unmarshal(v.json, t); err != nil {
		mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err)
		if !ok {
			d.fail(v.offset, "%s: %v", v.path, err)
			return nil
		}
		path := v.path
		if mismatch.Field != "" {
			path += "." + mismatch.Field
		}
		d.fail(v.offset+mismatch.Offset-1, "%s: cannot be %s", path, mismatch.Value)
		return nil
	}
	if f := check(t); f != nil {
		offset := v.offset
		for _, m := range members(v) {
			if m.path == f.field {
				offset = m.offset
			}
		}
		d.fail(offset, "%s.%s: %s", v.path, f.field, f.wrong)
		return nil
	}
	return t
}

// list reads v, a list, into Ts and checks each; nil where v is absent, null or empty.
func list[T any](d *decoder, v value, check func(*T) *fault) []T {
	if d.err != nil || isNull(v) {
		return nil
	}
	if v.json[0] != '[' {
		d.fail(v.offset, "%s: is not a list", v.path)
		return nil
	}
	var ts []T
	for i, m := range members(v) {
		m.path = fmt.Sprintf("%s[%d]", v.path, i)
		if isNull(m) {
			d.fail(m.offset, "%s: is null", m.path)
		}
		t := object(d, m, check)
		if t == nil {
			return nil
		}
		ts = append(ts, *t)
	}
	return ts
}

func isNull(v value) bool { return len(v.json) == 0 || string(v.json) == "null" }

// members returns the values in v, an object or a list of valid JSON, in their order; those of an object have its keys as
// their paths. Nothing where v is neither.
func members(v value) []value {
	var ms []value
	dec := json.NewDecoder(bytes.NewReader(v.json))
	open, err := dec.Token()
	if _, nested := open.(json.Delim); err != nil || !nested {
		return nil
	}
	for dec.More() {
		var m value
		if open == json.Delim('{') {
			key, err := dec.Token()
			if err != nil {
				return ms
			}
			m.path = key.(string)
		}
		if err := dec.Decode(&m.json); err != nil {
			return ms
		}
		m.offset = v.offset + dec.InputOffset() - int64(len(m.json))
		ms = append(ms, m)
	}
	return ms
}
