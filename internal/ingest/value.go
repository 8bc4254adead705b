package ingest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// A collector gathers the lines of one JSON value that begins at the beginning of a line. Not every bracket begins one: the
// lines that turn out to be none are given back.
type collector struct {
	state  valueState
	lines  []Line
	text   []byte
	looked int  // bytes of text at the last look
	depth  int  // brackets that are open
	quoted bool // whether the text ends inside a string
}

type valueState int

const (
	idle valueState = iota
	collecting
	complete
	broken
)

// begin begins to collect where l looks like the beginning of a value.
func (c *collector) begin(l Line) bool {
	if !beginsValue(l.Text) {
		return false
	}
	c.state = collecting
	return c.collect(l)
}

// collect adds l to the value; false where none is being collected.
func (c *collector) collect(l Line) bool {
	if c.state != collecting {
		return false
	}
	c.lines = append(c.lines, l)
	c.text = append(append(c.text, l.Text...), '\n')
	c.count(l.Text)
	// What is no JSON is found out early, and what is, is not read over and over.
	if c.depth <= 0 || len(c.text) >= 2*c.looked {
		c.look()
	}
	return true
}

// count follows the brackets of a line; a string does not go on over its end.
func (c *collector) count(line string) {
	c.quoted = false
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case c.quoted && b == '\\':
			i++
		case b == '"':
			c.quoted = !c.quoted
		case c.quoted:
		case b == '{' || b == '[':
			c.depth++
		case b == '}' || b == ']':
			c.depth--
		}
	}
}

// look finds out whether the value is complete, or none.
func (c *collector) look() {
	c.looked = len(c.text)
	d := json.NewDecoder(bytes.NewReader(c.text))
	var raw json.RawMessage
	err := d.Decode(&raw)
	switch {
	case err == nil && len(bytes.Trim(c.text[d.InputOffset():], " \t\r\n,;")) == 0:
		c.state = complete
	case errors.Is(err, io.ErrUnexpectedEOF) && len(c.text) < longestLine:
	default:
		c.state = broken
	}
}

// take ends the collecting of what is complete or broken.
func (c *collector) take() (Value, []Line, valueState) {
	if c.state == collecting {
		return Value{}, nil, collecting
	}
	v, lines, state := Value{c.lines[0].Number, c.text}, c.lines, c.state
	*c = collector{}
	return v, lines, state
}

// abandon ends the collecting of what is not complete.
func (c *collector) abandon() ([]byte, []Line) {
	text, lines := c.text, c.lines
	*c = collector{}
	return text, lines
}

// beginsValue reports whether a line can be the first one of a JSON object, or of an array of them.
func beginsValue(text string) bool {
	s := strings.TrimLeft(text, " \t")
	if s == "" || s[0] != '{' && s[0] != '[' {
		return false
	}
	next := strings.TrimLeft(s[1:], " \t")
	switch {
	case next == "":
		return true
	case s[0] == '{':
		return next[0] == '"' || next[0] == '}'
	}
	return next[0] == '{'
}
