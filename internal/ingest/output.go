package ingest

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/result"
)

// A Block is what a tool says of itself at the head of its output or of a table. Unknown fields are left empty.
type Block struct {
	Title   string // how the run is to be named where nothing else names it: "OpenSSL 3.0.8"
	Version string // of the library that was measured
	Tool    string // version of the tool, where it is another
	Command string // its arguments: "speed -evp md5 sha1"
	Label   string // what else tells this block from the others: a core, a column
	Threads int
}

// An Output takes what the parsers of one text find, and names the runs.
type Output struct {
	sink Sink
	file string
	seed maphash.Seed

	// Of the line that is offered.
	tool string
	from string // the file that its prefix names
	line int

	remarks []remark
	origin  origin // of the last remark
	blanked bool   // whether the last line was blank, or there was none yet
	tabular bool   // whether the last line that was not blank was taken

	path  []component
	block Block
	begun int // how often a block began, or headings came
	run   run
	names map[string]*named

	unknown map[string]bool    // names that were warned of
	prints  map[uint64]printed // of runs that ended
}

// An origin is the file that prefixes name, and the first line of those that had it one after the other.
type origin struct {
	file string
	line int
}

// A run is the results that have one name.
type run struct {
	name    string
	label   string
	open    bool   // whether the next result belongs to it if it has that label
	version string // from a heading
	threads int    // from a command
	command string
	cells   map[uint64]bool // the rows it has, by their first cells
	first   int             // line of its first result
	last    int             // line of its last
	figures int
	print   uint64 // of its figures
}

// A named is the runs that have a name; all but the first have a number too.
type named struct {
	runs  int
	begun int             // what Output.begun was when the last of them got a result
	cells map[uint64]bool // of the last of them
}

// A printed is a run whose figures are remembered.
type printed struct {
	run  string
	line int
}

func newOutput(file string, sink Sink) *Output {
	return &Output{
		sink: sink, file: file, seed: maphash.MakeSeed(), blanked: true,
		names: map[string]*named{}, unknown: map[string]bool{}, prints: map[uint64]printed{},
	}
}

// Begin says that a table or a program's output begins in the line that is offered, with what is known of it. The headings
// before that line name it.
func (o *Output) Begin(b Block) {
	o.heed(o.line, true)
	o.block = b
	o.begun++
	o.close()
}

// Describe adds what is known by now to the block that Begin began: fields that are empty stay as they are. What was given out
// already keeps what was known then.
func (o *Output) Describe(b Block) {
	old := o.block
	set := func(to *string, from string) {
		if from != "" {
			*to = from
		}
	}
	set(&o.block.Title, b.Title)
	set(&o.block.Version, b.Version)
	set(&o.block.Tool, b.Tool)
	set(&o.block.Command, b.Command)
	set(&o.block.Label, b.Label)
	if b.Threads > 0 {
		o.block.Threads = b.Threads
	}
	if o.block != old {
		o.close()
	}
}

// File is the name of the text.
func (o *Output) File() string { return o.file }

// Prefix is the file that the prefix of the line offered names, as grep puts it; "" where there is none.
func (o *Output) Prefix() string { return o.from }

// Current is the block as it is known now.
func (o *Output) Current() Block { return o.block }

// Command is the command that printed what is read now: from its block, else from the headings; "" where neither has it.
func (o *Output) Command() string {
	o.heed(o.line, false)
	if o.block.Command != "" {
		return o.block.Command
	}
	for i := len(o.path) - 1; i >= 0; i-- {
		if o.path[i].rank == rankCommand {
			return o.path[i].text
		}
	}
	return ""
}

// Headings are the texts above the table that is read now, outermost first.
func (o *Output) Headings() []string {
	o.heed(o.line, false)
	var texts []string
	for _, c := range o.path {
		texts = append(texts, c.text)
	}
	return texts
}

// Result gives out a result. The Output fills in the run, the file, the tool, and what the block or the headings say: version,
// threads, command. A Run that r has already is added to the run's name. The line is that of r.Source, which results of one line
// may share; the line that is offered where r has none.
func (o *Output) Result(r *result.Result) {
	if r.Source == nil {
		r.Source = &result.Source{Line: o.line}
	}
	label, src := r.Run, r.Source
	o.heed(src.Line, false)
	if !o.run.open || o.run.label != label {
		o.openRun(label, r)
	}
	if src.Line != o.run.last {
		o.run.last = src.Line
		o.run.cells[o.cell(r)] = true
	}
	r.Run = o.run.name
	if src.Tool == "" {
		src.File, src.Tool = o.file, o.tool
		src.Version, src.Command = o.block.Tool, o.run.command
	}
	if r.Version == "" {
		r.Version = cmp.Or(o.block.Version, o.run.version)
	}
	if r.Threads == 0 {
		r.Threads = cmp.Or(o.block.Threads, o.run.threads)
	}
	o.fingerprint(r)
	o.sink.Result(r)
	r.Run = label
}

// Warn gives out a warning about a line.
func (o *Output) Warn(kind string, line int, format string, args ...any) {
	o.sink.Warning(result.Warning{Kind: kind, File: o.file, Line: line, Message: fmt.Sprintf(format, args...)})
}

// Document gives out a document of cpb's own.
func (o *Output) Document(d *result.Document) { o.sink.Document(d) }

// Name finds the primitive that a tool calls printed. What the catalogue has not got keeps its name, in the form of a slug,
// and is warned of once.
func (o *Output) Name(printed string, line int) catalog.Primitive {
	if p, ok := catalog.Known(printed); ok {
		return p
	}
	slug := Slug(printed)
	if !o.unknown[slug] && len(o.unknown) < 10_000 {
		o.unknown[strings.Clone(slug)] = true
		hint := ""
		const longestName = 100 // that could be near one
		if near := catalog.NearestKnown(printed[:min(len(printed), longestName)]); near != "" && len(printed) <= longestName {
			hint = " (did you mean " + near + "?)"
		}
		o.Warn(UnknownName, line, "%q is no primitive that cpb knows%s: kept as %s", printed, hint, slug)
	}
	return catalog.Primitive{Slug: strings.Clone(slug), Name: strings.Clone(printed), Model: catalog.Model{Kind: catalog.Bytes}, Bits: keyBits(slug)}
}

// keyBits is the size of a public key in a name that the catalogue has not got: "rsa-1280"; 0 where there is none.
func keyBits(slug string) int {
	for _, family := range []string{"rsa-", "dsa-", "ffdh-", "elgamal-"} {
		if size, ok := strings.CutPrefix(slug, family); ok {
			bits, _ := strconv.Atoi(size)
			return max(0, bits)
		}
	}
	return 0
}

// Slug is a name in the form that primitives have: lower-case letters, digits, and a hyphen for anything else.
func Slug(name string) string {
	var b strings.Builder
	gap := false
	for _, c := range strings.ToLower(name) {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(c)
		} else {
			gap = true
		}
	}
	if b.Len() == 0 {
		return "unnamed"
	}
	return b.String()
}

// offering says which format a line is offered to.
func (o *Output) offering(tool, from string, line int) { o.tool, o.from, o.line = tool, from, line }

// took says that the line was taken.
func (o *Output) took() { o.blanked, o.tabular = false, true }

// blank says that a line is blank.
func (o *Output) blank() {
	if n := len(o.remarks); n > 0 && !o.blanked && !o.tabular {
		o.remarks[n-1].ends = true
	}
	o.blanked = true
}

// prose keeps a line that no format took.
func (o *Output) prose(l Line) {
	if looksLikeFigure(l.Text) {
		o.Warn(Unread, l.Number, "looks like a figure of no known format: %s", Brief(l.Text))
	}
	l.Text = strings.Clone(l.Text[:min(len(l.Text), 400)])
	if len(o.remarks) == kept {
		o.remarks = append(o.remarks[:0], o.remarks[1:]...)
	}
	o.remarks = append(o.remarks, remark{line: l, blank: o.blanked, tabular: o.tabular})
	if o.from != o.origin.file {
		o.origin = origin{strings.Clone(o.from), l.Number}
	}
	o.blanked, o.tabular = false, false
}

// heed follows the headings before a line, in which a block begins or not. The prefix is that of the line offered: it says nothing of
// a line before that a parser held back.
func (o *Output) heed(line int, begins bool) {
	n := 0
	for n < len(o.remarks) && (line == 0 || o.remarks[n].line.Number < line) {
		n++
	}
	if n > 0 {
		found := headings(o.remarks[:n], begins)
		o.remarks = append(o.remarks[:0], o.remarks[n:]...)
		if len(found) > 0 {
			o.path = follow(o.path, found)
			o.begun++
			o.close()
		}
	}
	if o.from != "" && (line == 0 || line >= o.line) && (len(o.path) == 0 || o.path[0].rank != rankFile || o.path[0].text != o.from) {
		path := []component{{text: strings.Clone(o.from), rank: rankFile, line: line}}
		for _, c := range o.path {
			if c.rank != rankFile && o.origin.file == o.from && c.line >= o.origin.line { // of that file too
				path = append(path, c)
			}
		}
		o.path = path
		o.begun++
		o.close()
	}
}

// close has the next result find its run anew.
func (o *Output) close() { o.run.open = false }

// openRun finds the run that r belongs to. Where a block begins with a row that the last run of its name has already, it is
// another run: a table that comes twice is two runs. Rows that repeat inside a block, of two cores or two tries, are two results
// of one run.
func (o *Output) openRun(label string, r *result.Result) {
	base := o.runName(label)
	n := o.names[base]
	if n == nil {
		n = &named{runs: 1, cells: map[uint64]bool{}}
		o.names[base] = n
	}
	if n.begun != o.begun && n.cells[o.cell(r)] {
		n.runs++
		clear(n.cells)
	}
	n.begun = o.begun
	name := base
	if n.runs > 1 {
		name = numbered(base, n.runs)
	}
	if name != o.run.name {
		o.startRun(name, r.Source.Line)
	}
	o.run.open, o.run.label, o.run.cells = true, strings.Clone(label), n.cells
}

func (o *Output) startRun(name string, line int) {
	o.remember()
	o.run = run{name: name, first: line}
	for i := len(o.path) - 1; i >= 0; i-- {
		c := o.path[i]
		if o.run.version == "" && o.block.Version == "" {
			if o.run.version = versionIn(c.text); o.run.version != "" {
				o.Warn(Assumed, c.line, "run %q: version %s is taken from %q", name, o.run.version, Brief(c.text))
			}
		}
		if c.rank == rankCommand && o.run.command == "" {
			o.run.command = c.text
		}
	}
	o.run.command = cmp.Or(o.block.Command, o.run.command)
	if strings.Contains(o.run.command, "-multi") {
		if m := multi.FindStringSubmatch(o.run.command); m != nil {
			o.run.threads, _ = strconv.Atoi(m[1])
		}
	}
}

// numbered is the name of the nth run of one name, from the second on.
func numbered(name string, n int) string { return fmt.Sprintf("%s (%d)", name, n) }

// runName is the name of the run before it is numbered: the headings, the block's own name, the label; the file's where there is
// none of them.
func (o *Output) runName(label string) string {
	var parts []string
	for _, c := range o.path {
		parts = append(parts, Brief(c.text))
	}
	joined := strings.Join(parts, result.Between)
	if t := o.block.Title; t != "" && (o.block.Version == "" || !strings.Contains(joined, o.block.Version)) {
		parts = append(parts, t)
	}
	for _, l := range []string{o.block.Label, label} {
		if l != "" {
			parts = append(parts, l)
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Clone(strings.Join(parts, result.Between))
	case o.file == "" || o.file == "-":
		return "standard input"
	}
	base := filepath.Base(o.file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// cell is what tells r from other rows of its run.
func (o *Output) cell(r *result.Result) uint64 {
	h := maphash.String(o.seed, r.Primitive)
	for _, s := range []string{r.Operation, r.Work, r.Library, r.Interface, r.Detail} {
		h = h*31 + maphash.String(o.seed, s)
	}
	size := -1
	if r.SizeBytes != nil {
		size = *r.SizeBytes
	}
	return (h*31+uint64(size))*31 + uint64(r.Bits)
}

// fingerprint adds r to the fingerprint of its run's figures.
func (o *Output) fingerprint(r *result.Result) {
	h := o.run.print
	mix := func(x uint64) { // as the finalizer of splitmix64 does: a float's low bits are often zero
		h = (h ^ x) * 0xbf58476d1ce4e5b9
		h ^= h >> 31
	}
	mix(maphash.String(o.seed, r.Primitive))
	mix(maphash.String(o.seed, r.Operation))
	mix(maphash.String(o.seed, r.Unit)) // a sum of one process is that process's figures in another unit
	for _, x := range [...]float64{float64(r.Calls), r.Seconds, r.NsPerCall, r.BytesPerSecond, r.CallsPerSecond, r.CyclesPerByte, r.CyclesPerCall} {
		mix(math.Float64bits(x))
	}
	o.run.print = h
	o.run.figures++
}

// fewFigures can be alike by chance.
const fewFigures = 5

// remembered is the most runs whose figures are remembered.
const remembered = 100_000

// remember warns where a run that ends has the figures of one before, and remembers them where not.
func (o *Output) remember() {
	if o.run.figures < fewFigures {
		return
	}
	if p, ok := o.prints[o.run.print]; ok {
		o.Warn(DuplicateBlock, o.run.first, "all %d figures of run %q are those of run %q, line %d: one of them is a copy, and which one cannot be told",
			o.run.figures, o.run.name, p.run, p.line)
	} else if len(o.prints) < remembered {
		o.prints[o.run.print] = printed{o.run.name, o.run.first}
	}
}

func (o *Output) end() { o.remember() }

// speedUnits are what figures of benchmarks have behind them.
var speedUnits = NewPattern(`(?i)(?:^|[^\w.,])\d[\d.,]* ?k?(?:[KMG]i?B/s(?:ec)?|bytes/s(?:ec)?|ops?/s(?:ec)?|op/s|cycles/(?:byte|op)|c/B|cpb|ns/(?:op|B)|(?:signs?|verify|keygen|iter(?:ations)?)/s|[KMG]bytes?/s(?:ec)?|(?:ops?|operations|iterations) per second)\b|(?:sign|verify|keygens|encaps|decaps|op)/s:? +\d`)

func looksLikeFigure(text string) bool {
	if opensslFigure(text[:min(len(text), 4000)]) {
		return true
	}
	if len(text) > 400 || strings.IndexByte(text, '/') < 0 && !strings.Contains(text, "per second") && !strings.Contains(text, "cpb") {
		return false
	}
	return speedUnits.MatchString(text)
}

// opensslFigure reports whether a text has a figure as only openssl speed prints it: in 1000 B/s with two digits, "8954.05k", or in
// seconds with four or six, "0.000319s".
func opensslFigure(text string) bool {
	digits := -1 // behind a point; -1 where there is none
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case (c == '.' || c == ',') && isDigit(text[i-1]):
			digits = 0
		case isDigit(c):
			if digits >= 0 {
				digits++
			}
		case (c == 'k' && digits == 2 || c == 's' && (digits == 4 || digits == 6)) && (i+1 == len(text) || !isLetter(rune(text[i+1]))):
			return true
		default:
			digits = -1
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
