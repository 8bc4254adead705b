// Package opensslspeed reads what "openssl speed" prints, from SSLeay 0.8 to OpenSSL 4, and what LibreSSL's prints.
//
// Read are the lines that begin with "Doing" (standard error), the tables (standard output), and the lines of -mr and -multi, alone
// or mixed. A cell of a table gets the calls and the seconds of its line; a line without a cell is a result of its own, without a
// rate. Facts are from apps/speed.c of SSLeay 0.8.1b and 0.9.1b, OpenSSL 0.9.6m to 4.0.1 and LibreSSL 4.
//
//   - Bulk tables: k is 1000 B/s and stands only above 10000 B/s; without it a figure is in B/s. The columns are whatever the head
//     says; a sum of -multi has no head, and its sizes are those of +H, or unknown. Heads and rows that a mail wrapped are put
//     together. A row with an empty cell, or of figures above 10000 that all lack the k, is of sizes, or of a unit, that is not
//     certain.
//   - Tables that people edited: an algorithm, or "decryption", in the place of "type"; rows named by what was changed, of the algorithm
//     that the head or the command names; words behind a name or a row, which name the run; separators in figures. Gains are no figures.
//   - Public keys: the rate is read where it is printed, for its seconds are rounded to 0.0000s; SSLeay printed seconds only. Seconds
//     and rate are held against each other.
//   - -mr: +F has B/s, +F2 to +F4 have seconds up to 1.1.0 and rates from 1.1.1 and +F5 has both, in one order or the other: which
//     it is, the values tell. What +R1 to +R20 are numbers of changed in 3.2 and 4.0: the +DTP line before decides, and where the
//     children of -multi mix their lines, the number only if one era has it.
//   - Checked: calls and seconds against the rate; the seconds taken against those asked for. Times are the process's own unless
//     -elapsed or -multi was given; less of them than asked for says that the processor was busy elsewhere.
//   - Not said by the output: what a cipher did, unless the command stands above it; the sizes without a head; the
//     curve of a line that has only its bits; the names in +F8 to +F10, unless the lines before them tell.
//
// What a row times inside the library changed with the version and is not read into it.
package opensslspeed

import (
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "openssl-speed", Tool: "openssl speed", Does: "tables and lines of openssl speed, with -mr and -multi too, since SSLeay",
		New: func(out *ingest.Output) ingest.Parser {
			return &parser{out: out, algorithms: map[string]*algorithm{}, queues: map[string]*queues{}, keys: map[keyName]string{}, subjects: map[string]string{}}
		},
	})
}

type parser struct {
	out        *ingest.Output
	algorithms map[string]*algorithm
	keys       map[keyName]string
	subjects   map[string]string // of rows that name no algorithm
	queues     map[string]*queues

	program
	doing      doing       // the "Doing" line that has no count yet
	announced  []announced // by +DT and +DTP
	pending    pending     // calls and seconds that no cell has taken
	ofChildren []result.Result
	held       held // the row that may go on in the next line
	wrapped    wrapped
	headless   headless

	// Of the line that is read.
	child0  int // the process that printed it, from 1; 0 for none
	fields  []string
	cells   []bulkFigure
	figures []keyFigure

	template result.Result // of the row that is read
	r        result.Result // given out again and again: sinks copy
}

// A program is what is known of the program whose output is read.
type program struct {
	stage    stage
	away     int // lines since the last that was its
	command  command
	library  string // "" before it said
	elapsed  bool   // whether it said that it measures elapsed time
	children int    // of -multi, as far as seen
	measured map[string]bool
	cpuTime  bool // whether it was warned of
	sizes    []int
	flags    bool // whether the line before has a compiler's flags
	headed   bool // whether no row of the bulk table came since its head
	carried  bool // whether the sizes are those of another command's table
	unitless bool // whether the table has figures above 10000 without k
	assumed  bool // whether it was warned of rows that name no algorithm
	headName string
	// Of the headings above.
	above     string // a library
	direction catalog.Operation
	columns   []column
	newHead   bool            // whether no row came since
	kinds     map[string]bool // the tables of public keys that began
	third     bool            // whether a line of -mr was seen that only versions up to 3 have
	fourth    bool            // one that only version 4 has
	order     order           // of the values of +F2 to +F4
	label     rowLabel
	kemNames  []string // that were timed
	sigNames  []string
}

type stage int

const (
	outside stage = iota
	before        // the tables
	tables
)

// farthest is how many lines of something else may stand between two of a program.
const farthest = 12

// Line takes a line of openssl speed.
func (p *parser) Line(l ingest.Line) bool {
	text := trimLeft(l.Text)
	if p.wrapped.text != "" && text != "" && p.unwrap(text) {
		return p.ours()
	}
	if p.held.open && p.goesOn(text) {
		return p.ours()
	}
	if p.doing.open() && p.counted(text) {
		return p.ours()
	}
	if p.flags {
		if p.flags = isFlags(text); p.flags {
			return p.ours()
		}
	}
	if text != "" && p.read(text, l) {
		return p.ours()
	}
	if p.away++; p.away > farthest {
		p.stage = outside
	}
	return false
}

func (p *parser) ours() bool {
	p.away = 0
	return true
}

// read looks at the first byte: it tells most lines that are none.
func (p *parser) read(text string, l ingest.Line) bool {
	switch text[0] {
	case 'D':
		if strings.HasPrefix(text, "Doing ") {
			return p.begins(text, l.Number)
		}
	case '+':
		return p.machine(text, l.Number, -1)
	case 'G', 'F':
		if p.child(text, l.Number) {
			return true
		}
	}
	return p.header(text) || p.table(text, l.Number) || p.labelRow(text, l.Number) || p.orphan(text, l.Number) || p.failure(text, l.Number)
}

// End gives out what is held back.
func (p *parser) End() {
	p.release()
	p.giveChildren()
	p.flush()
}

// Part gives out what is held back before another file begins.
func (p *parser) Part() {
	p.End()
	p.stage = outside
}

// enter says that a line of a stage of a program's output is read. One that comes before the tables begins another program's where
// a table was read already.
func (p *parser) enter(s stage) {
	if p.stage == outside || s < p.stage {
		p.begin()
	} else if p.away > 0 && p.pending.none() {
		if command := p.out.Command(); command != p.command.text {
			if sizes, headed := p.sizes, p.headed; p.stage == tables {
				p.begin()
				p.sizes, p.headed, p.carried = sizes, headed, !headed && len(sizes) > 0
			}
			p.command = parseCommand(command)
		}
	}
	if p.stage = s; s == tables {
		p.giveChildren()
	}
}

// begin begins another program's output.
func (p *parser) begin() {
	p.End()
	p.out.Begin(ingest.Block{})
	label := p.label
	p.program = program{command: parseCommand(p.out.Command())}
	if !label.used {
		p.label = label // it stood above this output
	}
	p.announced = p.announced[:0]
	p.heedHeadings()
}

// byWall reports whether the time is the elapsed one: -multi forces that.
func (p *parser) byWall() bool {
	return p.elapsed || p.command.elapsed || p.children > 0 || p.command.multi
}
