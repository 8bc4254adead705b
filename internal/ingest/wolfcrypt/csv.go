package wolfcrypt

import (
	"slices"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A table is the CSV that is read (-csv): which column has what.
type table struct {
	open    bool
	kind    string // "sym", "asym", "pq_asym": what the machine's form has in its first column; "" where rows have no such column
	columns []string
	begun   int
	warned  bool
}

// heads has what the first columns of the heads are.
var heads = []string{`Algorithm,`, `"sym",Algorithm,`, `"asym",Algorithm,`, `"pq_asym",Algorithm,`}

// csvLine takes a line of a table in CSV: its title, its head, a row.
func (p *parser) csvLine(text string, line int, s *side) bool {
	if strings.HasSuffix(text, "Ciphers:") {
		switch text {
		case "Symmetric Ciphers:", "Asymmetric Ciphers:", "Post Quantum Asymmetric Ciphers:":
			return p.open
		}
	}
	if strings.HasPrefix(text, "This format allows you to easily copy the output to a csv file.") {
		return p.open
	}
	for _, head := range heads {
		if strings.HasPrefix(text, head) && (strings.Contains(text, "B/s") || strings.Contains(text, "ops/sec")) {
			p.csvHead(text, line)
			return true
		}
	}
	if !p.csv.open || strings.Count(text, ",") < 2 {
		return false
	}
	fields := strings.Split(strings.TrimRight(text, ", "), ",")
	kind := ""
	if p.csv.kind != "" {
		kind, fields = fields[0], fields[1:]
		if kind != p.csv.kind {
			return false
		}
	}
	if len(fields) < 2 || strings.ContainsAny(fields[0], "=:") {
		return false
	}
	return p.csvRow(fields, line, s)
}

// csvHead begins a table.
func (p *parser) csvHead(text string, line int) {
	if !p.open {
		p.start()
	}
	fields := strings.Split(strings.TrimRight(text, ", "), ",")
	p.csv = table{open: true, begun: line}
	if strings.HasPrefix(fields[0], `"`) {
		p.csv.kind, fields = strings.Trim(fields[0], `"`), fields[1:]
	}
	for _, f := range fields {
		p.csv.columns = append(p.csv.columns, strings.Clone(f))
	}
}

// csvRow takes a row.
func (p *parser) csvRow(fields []string, line int, s *side) bool {
	columns := p.csv.columns
	// Cycles are in the head of builds that do not count any.
	if len(fields) == len(columns)-1 && strings.EqualFold(columns[len(columns)-1], "Cycles per byte") {
		columns = columns[:len(columns)-1]
	}
	switch {
	case len(fields) > len(columns):
		p.out.Warn(ingest.Mismatched, line, "%s has %d fields under a head of %d: which is which cannot be told", fields[0], len(fields), len(columns))
		return true
	case len(fields) < len(columns):
		p.out.Warn(ingest.Truncated, line, "%s has %d of %d fields", fields[0], len(fields), len(columns))
	}
	get := func(names ...string) string {
		i := slices.IndexFunc(columns, func(c string) bool { return slices.Contains(names, c) })
		if i < 0 || i >= len(fields) {
			return ""
		}
		return strings.TrimSpace(fields[i])
	}
	if slices.Contains(columns, "ops/sec") {
		p.csvCalls(get, fields[0], line, s)
	} else {
		p.csvRate(get, line, s)
	}
	return true
}

// csvRate gives out a row of bytes. The rate is in the unit of the head, MB/s of 2^20 or 10^6.
func (p *parser) csvRate(get func(...string) string, line int, s *side) {
	name := get("Algorithm")
	r := p.cell(name, line, s)
	p.ensure()
	if d := get("HW/SW"); d != "" {
		r.Interface = strings.ToLower(strings.Clone(d))
	}
	unit, printed := "MB", get("MB/s")
	for _, u := range []string{"GB", "KB", "bytes"} {
		if v := get(u + "/s"); v != "" {
			unit, printed = u, v
		}
	}
	rate, ok := ingest.ParsePositive(printed)
	if !ok {
		p.out.Warn(ingest.NoResult, line, "%s: %q %s/s is no speed", name, printed, unit)
		return
	}
	setCycles(&r, get("Cycles per byte"))
	bytes, _ := ingest.ParsePositive(get("bytes_total"))
	taken, _ := ingest.ParsePositive(get("seconds_total"))
	r.Seconds = taken.Value
	if bytes.Value > 0 && taken.Value > 0 { // exact, whatever unit the rate is in
		r.BytesPerSecond, r.Unit = bytes.Value/taken.Value, "B, s"
		r.Printed = get("bytes_total") + " bytes in " + get("seconds_total") + " s"
		if !anyUnit(bytes, taken, rate) {
			p.out.Warn(ingest.CountMismatch, line, "%s: %s, which is kept, are not %s %s/s in any unit", name, r.Printed, printed, unit)
		}
		p.give(&r, s)
		return
	}
	// The unit of the head is that of 1024 or 1000 that was asked for, whatever it is called.
	binary := !strings.Contains(p.out.Command(), "-base10")
	if !p.csv.warned {
		p.csv.warned = true
		power := "1000"
		if binary {
			power = "1024"
		}
		p.out.Warn(ingest.Assumed, p.csv.begun, "%s/s is taken for a power of %s, in each row: with -base10 it is one of 1000, and from 5.6 on slower rows are in KB/s under the same head", unit, power)
	}
	factor := 1.0
	if unit != "bytes" {
		factor = power(unit, binary)
	}
	r.BytesPerSecond, r.Printed, r.Unit = rate.Value*factor, printed+" "+unit+"/s", unitName(factor)
	p.give(&r, s)
}

// anyUnit reports whether the rate is what bytes and time give in some unit.
func anyUnit(bytes, taken, rate ingest.Figure) bool {
	for _, factor := range []float64{1, 1e3, 1e6, 1e9, 1 << 10, 1 << 20, 1 << 30} {
		if _, ok := ingest.Agree(bytes, taken, rate.Times(factor)); ok {
			return true
		}
	}
	return false
}

// csvCalls gives out a row of calls.
func (p *parser) csvCalls(get func(...string) string, first string, line int, s *side) {
	name := strings.TrimSpace(first + " " + get("key size") + " " + get("operation"))
	r := p.keyCell(name, line)
	p.ensure()
	f := callFigures{printedTime: get("avg ms"), printedRate: get("ops/sec")}
	f.per, _ = ingest.ParsePositive(f.printedTime)
	f.per = f.per.Times(1e-3)
	f.rate, _ = ingest.ParsePositive(f.printedRate)
	f.count, _ = ingest.ParsePositive(get("ops"))
	f.count.Half = 0
	f.taken, _ = ingest.ParsePositive(get("secs"))
	if c, ok := ingest.ParsePositive(get("cycles/op")); ok {
		r.CyclesPerCall, r.Cycles = c.Value, result.CyclesUnknown
	}
	p.giveCalls(&r, name, f, line, s)
}
