// Package liboqs reads what the benchmarks of liboqs print: speed_kem, speed_sig, speed_sig_stfl and speed_common.
//
// A table has a row for each operation: how often it ran, the time in all, the mean time in µs with its standard deviation
// (of the population), and the mean of a counter with its own. In speed_kem and speed_sig a row with empty cells names the
// algorithm of the rows below; in speed_common the row names a function of liboqs, and the message's length, 64 bytes unless -l
// says otherwise, is not printed. The time of a call is taken from the head "High-prec time (ns)" where that is printed, and
// from the microseconds else: gettimeofday steps by one of them, which the check of count, time and mean allows for.
//
// "CPU cycles" are those of the time-stamp counter on x86, and of the core where ARM's PMU is enabled; what they are elsewhere, and on
// Windows, where it is the performance counter that is read, is unknown. "fullcycle" is keygen, encaps and decaps, or keypair, sign
// and verify, together: no operation of its own.
//
// The facts are from tests/ds_benchmark.h, speed_kem.c, speed_sig.c, speed_sig_stfl.c, speed_common.c and system_info.c of liboqs 0.16
// and their history.
package liboqs

import (
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

func init() {
	ingest.Register(ingest.Format{
		Name: "liboqs", Tool: "liboqs speed", Does: "tables of liboqs's speed_kem, speed_sig and speed_common",
		New: func(out *ingest.Output) ingest.Parser { return &parser{out: out} },
	})
}

// longest is the length of the longest line that is looked at: the tool's own have less than half of it.
const longest = 2000

// A parser reads one text.
type parser struct {
	out     *ingest.Output
	open    bool     // whether the block of a program's output is open
	cycles  string   // what the counter is
	last    int      // the last line that was taken
	columns []string // of the table that is open; none where none is
	name    string   // the algorithm of the rows that come
}

// Columns of the table, by the words of its head.
const (
	operation = "Operation"
	count     = "Iterations"
	total     = "Total time (s)"
	mean      = "Time (us): mean"
	cycles    = "CPU cycles: mean"
	precise   = "High-prec time (ns): mean"
	deviation = "pop. stdev"
)

// Line takes one line of text.
func (p *parser) Line(l ingest.Line) bool {
	text := strings.TrimSpace(strings.ReplaceAll(l.Text, "\t", " "))
	if len(text) > longest {
		return false
	}
	taken := p.table(text, l.Number)
	if !taken {
		taken = p.info(text, l.Number)
	}
	if taken {
		p.last = l.Number
	}
	return taken
}

// End says that no more lines come.
func (p *parser) End() {}

// keys are what the system's description begins its lines with.
var keys = []string{
	"Target platform:", "Compiler:", "Compile options:", "OQS version:", "Git commit:", "OpenSSL enabled:", "AES:", "SHA-2:", "SHA-3:",
	"OQS build flags:", "CPU exts active:", "CPU exts compile-time:", "public key bytes:",
}

var (
	versionLine = ingest.NewPattern(`^OQS version:\s+(\d+\.\d+\S*)`)
	timeLine    = ingest.NewPattern(`^(?:Started|Ended) at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`)
)

// info takes what is printed around the tables.
func (p *parser) info(text string, line int) bool {
	switch {
	case text == "Configuration info":
		p.begin()
		return true
	case strings.HasPrefix(text, "===") && strings.Trim(text, "=") == "":
		return p.open && p.last == line-1
	case text == "Speed test":
		return p.open
	case strings.HasPrefix(text, "Started at "), strings.HasPrefix(text, "Ended at "):
		if !timeLine.MatchString(text) {
			return false
		}
		if text[0] == 'E' {
			p.open, p.columns, p.name = false, nil, ""
		}
		return true
	case !p.open && versionLine.MatchString(text): // of a description that begins further up
		p.begin()
	case !p.open || !slices.ContainsFunc(keys, func(k string) bool { return strings.HasPrefix(text, k) }):
		return false
	}
	if m := versionLine.FindStringSubmatch(text); m != nil {
		version := strings.Clone(m[1])
		p.out.Describe(ingest.Block{Version: version, Title: "liboqs " + version})
	}
	if platform, ok := strings.CutPrefix(text, "Target platform:"); ok {
		p.cycles = counterOf(strings.TrimSpace(platform))
	}
	return true
}

// counterOf is what the counter of a platform is.
func counterOf(platform string) string {
	switch {
	case strings.Contains(platform, "ARM PMU options enabled"):
		return result.CyclesCore
	case strings.HasPrefix(platform, "x86_64"), strings.HasPrefix(platform, "i586"), strings.HasPrefix(platform, "i686"):
		return result.CyclesTSC
	}
	return result.CyclesUnknown
}

// begin opens a block.
func (p *parser) begin() {
	p.open, p.cycles, p.columns, p.name = true, result.CyclesUnknown, nil, ""
	p.out.Begin(ingest.Block{})
}

// table takes a line of a table.
func (p *parser) table(text string, line int) bool {
	if strings.IndexByte(text, '|') < 0 {
		return false
	}
	fields := strings.Split(strings.Trim(text, "| "), "|")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if fields[0] == operation && slices.Contains(fields, count) && slices.Contains(fields, mean) {
		p.head(fields)
		return true
	}
	switch {
	case p.columns == nil:
		return p.headless(fields, line)
	case len(fields) > 1 && strings.HasPrefix(fields[1], "----"):
		return true
	case len(strings.Trim(text, "| ")) == len(fields[0]): // empty cells
		p.name = strings.Clone(fields[0])
		return p.name != ""
	case len(fields) < 2 || strings.Trim(fields[1], "0123456789") != "":
		p.columns = nil
		return false
	case len(fields) < len(p.columns) && text[len(text)-1] != '|' && !whole.MatchString(text): // the last cell may be cut off itself
		p.row(fields[:len(fields)-1], line)
		return true
	}
	p.row(fields, line)
	return true
}

// whole is how times end, %.3f.
var whole = ingest.NewPattern(`\.\d{3}$`)

// headless takes a row without a head above it, of which no figure can be told.
func (p *parser) headless(fields []string, line int) bool {
	if _, ok := operations[fields[0]]; !ok || len(fields) < 3 || fields[1] == "" || strings.Trim(fields[1], "0123456789") != "" {
		return false
	}
	p.out.Warn(ingest.Truncated, line, "%s has no head above it: which figure is which cannot be told", fields[0])
	return true
}

// head begins a table.
func (p *parser) head(fields []string) {
	if !p.open {
		p.begin()
	}
	p.columns, p.name = nil, ""
	for i, f := range fields {
		if f == deviation && i > 0 {
			f = deviation + " of " + p.columns[i-1]
		}
		p.columns = append(p.columns, strings.Clone(f))
	}
}

// row gives out a row.
func (p *parser) row(fields []string, line int) {
	what := strings.TrimSpace(p.name + " " + fields[0])
	switch {
	case len(fields) > len(p.columns):
		p.out.Warn(ingest.Mismatched, line, "%s has %d cells under a head of %d: which is which cannot be told", what, len(fields), len(p.columns))
		return
	case len(fields) < len(p.columns):
		p.out.Warn(ingest.Truncated, line, "%s has %d of %d cells", what, len(fields), len(p.columns))
	}
	get := func(column string) (ingest.Figure, string) {
		i := slices.Index(p.columns, column)
		if i < 0 || i >= len(fields) {
			return ingest.Figure{}, ""
		}
		f, _ := ingest.ParsePositive(fields[i])
		return f, fields[i]
	}
	if _, ok := operations[fields[0]]; ok && p.name == "" {
		p.out.Warn(ingest.NoResult, line, "%s: the algorithm does not stand above it", fields[0])
		return
	}
	r := p.cell(fields[0], line)
	times, _ := get(count)
	times.Half = 0
	if times.Value < 1<<53 {
		r.Calls = int64(times.Value)
	}
	all, _ := get(total)
	r.Seconds = all.Value
	time, printed := get(mean)
	spread, _ := get(deviation + " of " + mean)
	r.Printed, r.Unit = printed+" us", "µs"
	if ns, printed := get(precise); ns.Value > 0 {
		r.Printed, r.Unit = printed+" ns", "ns"
		r.NsPerCall = ns.Value
		if sd, _ := get(deviation + " of " + precise); sd.Value > 0 {
			r.Spread, r.Spreads = sd.Value/ns.Value, result.StandardDeviation
		}
	} else if time.Value > 0 {
		r.NsPerCall = time.Value * 1e3
		if spread.Value > 0 {
			r.Spread, r.Spreads = spread.Value/time.Value, result.StandardDeviation
		}
	}
	if r.NsPerCall == 0 {
		p.out.Warn(ingest.NoResult, line, "%s: a mean of %q µs is no time", what, printed)
		return
	}
	if c, _ := get(cycles); c.Value > 0 {
		r.CyclesPerCall, r.Cycles = c.Value, p.cycles
	}
	if time.Value > 0 {
		per := time.Times(1e-6)
		rate := ingest.Figure{Value: 1 / per.Value, Half: per.Half / per.Value / per.Value}
		if implied, ok := ingest.Agree(times, all, rate); !ok {
			p.out.Warn(ingest.CountMismatch, line, "%s: %.0f iterations in %.6g s have no mean of %s µs, which is kept; they would take %.6g s", what, times.Value, all.Value, printed, implied)
		}
	}
	p.out.Result(&r)
}

// operations has the words of the rows.
var operations = map[string]catalog.Operation{
	"keygen": catalog.Keygen, "keypair": catalog.Keygen, "encaps": catalog.Encapsulate, "decaps": catalog.Decapsulate,
	"sign": catalog.Sign, "verify": catalog.Verify,
}

// functions has the functions of liboqs that speed_common times.
var functions = map[string]result.Result{
	"OQS_AES128_ECB_load+free_sch":   {Primitive: "aes-128-ecb", Detail: "key schedule"},
	"OQS_AES128_ECB_enc_sch":         {Primitive: "aes-128-ecb", Operation: "encrypt", Work: "update"},
	"OQS_AES128_ECB_enc":             {Primitive: "aes-128-ecb", Operation: "encrypt", Work: "keyed"},
	"OQS_AES256_ECB_load+free_sch":   {Primitive: "aes-256-ecb", Detail: "key schedule"},
	"OQS_AES256_ECB_enc_sch":         {Primitive: "aes-256-ecb", Operation: "encrypt", Work: "update"},
	"OQS_AES256_ECB_enc":             {Primitive: "aes-256-ecb", Operation: "encrypt", Work: "keyed"},
	"OQS_AES256_CTR_init+iv+free":    {Primitive: "aes-256-ctr", Detail: "key schedule, IV"},
	"OQS_AES256_CTR_inc_stream_iv":   {Primitive: "aes-256-ctr", Operation: "encrypt", Work: "message"},
	"OQS_AES256_CTR_inc_stream_blks": {Primitive: "aes-256-ctr", Operation: "encrypt", Work: "update"},
	"OQS_SHA2_sha256":                {Primitive: "sha256", Operation: "hash", Work: "message"},
	"OQS_SHA2_sha384":                {Primitive: "sha384", Operation: "hash", Work: "message"},
	"OQS_SHA2_sha512":                {Primitive: "sha512", Operation: "hash", Work: "message"},
	"OQS_SHA3_sha3_256":              {Primitive: "sha3-256", Operation: "hash", Work: "message"},
	"OQS_SHA3_sha3_384":              {Primitive: "sha3-384", Operation: "hash", Work: "message"},
	"OQS_SHA3_sha3_512":              {Primitive: "sha3-512", Operation: "hash", Work: "message"},
	"OQS_SHA3_shake128":              {Primitive: "shake128", Operation: "hash", Work: "message"},
	"OQS_SHA3_shake256":              {Primitive: "shake256", Operation: "hash", Work: "message"},
}

// cell is a result of the algorithm above, or of a function, with what the row's name says.
func (p *parser) cell(row string, line int) result.Result {
	r, ok := functions[row]
	switch op, known := operations[row]; {
	case ok:
		r.Unknown = []string{"size_bytes"}
	case p.name == "":
		r.Primitive = p.out.Name(row, line).Slug
		r.Unknown = []string{"operation", "size_bytes"}
	default:
		r.Primitive, r.Operation = p.out.Name(p.name, line).Slug, string(op)
		if !known {
			r.Detail = strings.Clone(row)
		}
	}
	if op := catalog.Operation(r.Operation); op == catalog.Sign || op == catalog.Verify {
		r.Work = string(catalog.Message)
	}
	r.Library, r.Source = "liboqs", &result.Source{Line: line}
	return r
}
