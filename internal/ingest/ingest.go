// Package ingest reads the output of benchmarks out of text: mails, logs, web pages, terminals. It has what all formats
// need, and knows none of them: lines made clean, the headings around tables and the runs that follow from them, numbers
// with their rounding, and warnings as data. A format is a package below that registers itself.
//
// Text is read as a stream. Each line is offered to the formats, first to the one that took the line before; a line that
// none takes is prose, in which headings, commands and versions are found. So several formats, tables and machines may
// stand in one file, in any order, with anything between them.
package ingest

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"cpb/result"
)

// A Format is one kind of text that one tool prints.
type Format struct {
	Name string // what --format takes: "openssl-speed"
	Tool string // as results name it: "openssl speed"
	Does string // what of it is read, in a line
	// New makes the parser of one text.
	New func(*Output) Parser
}

// A Parser finds one format's figures in a text. It keeps what it must remember from line to line, no more than a table's worth.
//
// A parser is strict: it takes a line only when it is sure that the line is of its format, and it gives out results,
// warnings and beginnings through the Output that it was made with.
type Parser interface {
	// Line looks at one line and reports whether it is of the format. Blank lines are not offered.
	Line(Line) bool
	// End says that no more lines come. What is held back has to be given out.
	End()
}

// A ValueParser is a Parser that takes JSON too.
type ValueParser interface {
	Parser
	// Value looks at one whole JSON value and reports whether it is of the format.
	Value(Value) bool
}

// A DamagedParser is a ValueParser that says what is wrong with a value of its format that is cut off or no JSON.
type DamagedParser interface {
	ValueParser
	// Damaged looks at what was taken for one value, as far as it goes, and reports whether it is of the format. What is wrong with it has
	// to be warned of.
	Damaged(Value) bool
}

// A Holder is a Parser that holds results back until it has seen more lines.
type Holder interface {
	Parser
	// Part says that the lines that come are of another file than those before, as their prefixes say. What is held back has to be
	// given out.
	Part()
}

// A Line is one line of the text as formats see it: without what quotes, comments and logs put before it, without escape
// sequences, and without white space at its end. Spaces at its beginning and tabs inside are kept; spaces that do not break are
// spaces.
type Line struct {
	Number int // in the file, from 1
	Text   string
}

// A Value is one JSON value, an object or an array, and the line that it begins in.
type Value struct {
	Line int
	JSON []byte
}

// A Sink takes what is read, in the order of the text.
type Sink interface {
	// Result takes a result. It must copy what it keeps: the next one comes in the same place.
	Result(*result.Result)
	// Warning takes something odd.
	Warning(result.Warning)
	// Document takes a document of cpb's own, whole.
	Document(*result.Document)
}

// Kinds of warnings.
const (
	CountMismatch  = "count-mismatch"  // a rate is not what the count and the seconds beside it give
	DuplicateBlock = "duplicate-block" // two runs have the same figures
	OddSeconds     = "odd-seconds"     // the time taken is far from the time asked for
	CPUTime        = "cpu-time"        // rates are per second of processor time, of which there was much less than was asked for
	NoResult       = "no-result"       // a figure that is none, an error in place of one
	UnknownName    = "unknown-name"    // a name that is no known primitive
	Assumed        = "assumed"         // something that was taken from elsewhere than the figure's own line or table
	Truncated      = "truncated"       // a table, line or value that ends too early
	Mismatched     = "columns"         // a row that does not fit the head of its table
	Derived        = "derived"         // a table that was made from a tool's output, not printed by it
	Unread         = "unread"          // a line that looks like a figure and is of no known format
	TooLong        = "too-long"        // a line that is too long to be one
)

// formats has the formats in the order in which lines are offered to them.
var formats []Format

// Register adds a format. It panics where one is incomplete or there twice.
func Register(f Format) {
	if f.Name == "" || f.Tool == "" || f.Does == "" || f.New == nil {
		panic(fmt.Sprintf("ingest: format %q is incomplete", f.Name))
	}
	at, twice := slices.BinarySearchFunc(formats, f.Name, func(f Format, name string) int { return strings.Compare(f.Name, name) })
	if twice {
		panic(fmt.Sprintf("ingest: format %q is there twice", f.Name))
	}
	formats = slices.Insert(formats, at, f)
}

// Formats returns the formats, by name.
func Formats() []Format { return slices.Clone(formats) }

// Options say how to read.
type Options struct {
	Format string // the only format to look for; all of them where empty
}

// Read reads the text of r, which is called name in sources and errors, and gives what it finds to sink. The error is one of
// reading or an *Unreadable; a text without any result is none.
func Read(r io.Reader, name string, sink Sink, o Options) error {
	text, err := newText(r, name)
	if err != nil {
		return err
	}
	out := newOutput(name, sink)
	rd := &reader{out: out}
	for _, f := range formats {
		if o.Format != "" && o.Format != f.Name {
			continue
		}
		p := f.New(out)
		s := source{Parser: p, tool: f.Tool}
		s.values, _ = p.(ValueParser)
		rd.sources = append(rd.sources, &s)
	}
	if len(rd.sources) == 0 {
		return fmt.Errorf("unknown format %q", o.Format)
	}
	for text.next() {
		if text.tooLong {
			out.Warn(TooLong, text.line.Number, "a line of over %d bytes is passed over", longestLine)
			continue
		}
		rd.line(text.line)
	}
	rd.end()
	return text.err
}

// An Unreadable is the error for a file that is no text.
type Unreadable struct {
	File   string
	Line   int // 0 where there is none
	Reason string
	Do     string // what to do, where that is known
}

func (e *Unreadable) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
	}
	return fmt.Sprintf("%s: %s", e.File, e.Reason)
}

// Hint says what to do.
func (e *Unreadable) Hint() string {
	if e.Do != "" {
		return e.Do
	}
	return "give the text that the benchmark printed, or a run that cpb saved"
}

// A reader offers lines to parsers.
type reader struct {
	out     *Output
	sources []*source
	last    *source // what took the last line that was taken
	depth   int     // how many prefixes that line had
	from    string  // the file that prefixes named last
	value   collector
	read    int  // bytes of lines
	reread  int  // bytes of lines that were taken for a value and were none
	noValue bool // whether lines are read for the second time, and begin no value
}

// A source is a format's parser at work.
type source struct {
	Parser
	tool   string
	values ValueParser // nil where the format has no JSON
}

// line offers a line, and where nobody takes it, what is left of it without each prefix.
func (rd *reader) line(l Line) {
	rd.read += len(l.Text)
	if rd.value.collect(l) {
		rd.collected()
		return
	}
	if isBlank(l.Text) {
		rd.out.blank()
		return
	}
	if plain, ok := untagged(l.Text); ok {
		if l.Text = plain; isBlank(plain) {
			return
		}
	}
	// A text whose lines all have the same prefixes is tried without them first.
	if rd.depth > 0 && rd.last != nil {
		if bare, from, ok := stripped(l, rd.depth); ok && rd.take(rd.last, bare, from) {
			return
		}
	}
	bare, from := l, ""
	said := l // what the line says where it is prose: without quoting, with the signs of a heading
	for depth := 0; ; depth++ {
		if rd.offer(bare, from) {
			rd.depth = depth
			return
		}
		shorter, file, ok := strip(bare.Text)
		if !ok || depth == deepest {
			break
		}
		bare.Text = shorter
		if !markdown.MatchString(strings.TrimSpace(said.Text)) {
			said.Text = shorter
		}
		if file != "" {
			from = file
		}
		if isBlank(bare.Text) {
			rd.out.blank()
			return
		}
	}
	if !rd.noValue && rd.value.begin(bare) {
		rd.collected()
		return
	}
	if rd.plain(l) {
		return
	}
	rd.out.prose(said)
}

// plain offers a line out of its markup, with its prefixes and without each.
func (rd *reader) plain(l Line) bool {
	from := ""
	for range deepest {
		if plain, ok := undressed(l.Text); ok && !isBlank(plain) && rd.offer(Line{l.Number, plain}, from) {
			rd.depth = 0
			return true
		}
		shorter, file, ok := strip(l.Text)
		if !ok || isBlank(shorter) {
			return false
		}
		l.Text = shorter
		if file != "" {
			from = file
		}
	}
	return false
}

// offer offers a line to each parser, first to the one that took the last.
func (rd *reader) offer(l Line, from string) bool {
	if rd.last != nil && rd.take(rd.last, l, from) {
		return true
	}
	for _, s := range rd.sources {
		if s != rd.last && rd.take(s, l, from) {
			return true
		}
	}
	return false
}

func (rd *reader) take(s *source, l Line, from string) bool {
	if from != "" && from != rd.from {
		rd.part(from)
	}
	rd.out.offering(s.tool, from, l.Number)
	if !s.Line(l) {
		return false
	}
	rd.last = s
	rd.out.took()
	return true
}

// part tells the parsers that hold something back that a file ends.
func (rd *reader) part(from string) {
	rd.from = strings.Clone(from)
	for _, s := range rd.sources {
		if h, ok := s.Parser.(Holder); ok {
			rd.out.offering(s.tool, "", 0)
			h.Part()
		}
	}
}

// collected offers the value that was collected, or the lines that were no value after all.
func (rd *reader) collected() {
	value, lines, state := rd.value.take()
	switch state {
	case collecting:
		return
	case complete:
		for _, s := range rd.sources {
			if s.values == nil {
				continue
			}
			rd.out.offering(s.tool, "", value.Line)
			if s.values.Value(value) {
				rd.out.took()
				return
			}
		}
	case broken:
		if rd.damaged(value) {
			return
		}
		rd.out.prose(lines[0])
		// Brackets within brackets must not have the same lines read again and again.
		rd.reread += len(value.JSON)
		noValue := rd.noValue
		rd.noValue = noValue || rd.reread > rd.read/2+longestReread
		for _, l := range lines[1:] {
			rd.line(l)
		}
		rd.noValue = noValue
		return
	}
	for _, l := range lines {
		if !isBlank(l.Text) {
			rd.out.prose(l)
		}
	}
}

// damaged offers what begins as a value and is none.
func (rd *reader) damaged(v Value) bool {
	for _, s := range rd.sources {
		if p, ok := s.values.(DamagedParser); ok {
			rd.out.offering(s.tool, "", v.Line)
			if p.Damaged(v) {
				rd.out.took()
				return true
			}
		}
	}
	return false
}

// longestReread is how many bytes may be taken for values in vain, beyond half of what was read.
const longestReread = 1 << 20

// end has every parser give out what it holds back.
func (rd *reader) end() {
	if text, lines := rd.value.abandon(); len(lines) > 0 && !rd.damaged(Value{lines[0].Number, text}) {
		rd.out.Warn(Truncated, lines[0].Number, "a JSON value begins here and does not end")
		rd.out.prose(lines[0])
		rd.noValue = true
		for _, l := range lines[1:] {
			rd.line(l)
		}
	}
	for _, s := range rd.sources {
		rd.out.offering(s.tool, "", 0)
		s.End()
	}
	rd.out.end()
}
