package result

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// csvColumns are the columns of the CSV form, in their order. New ones go at the end.
var csvColumns = []struct {
	name string
	cell func(*Document, *Result) string
}{
	{"run", func(_ *Document, r *Result) string { return r.Run }},
	{"implementation", func(_ *Document, r *Result) string { return r.Implementation() }},
	{"library", func(_ *Document, r *Result) string { return r.Library }},
	{"version", func(_ *Document, r *Result) string { return r.Version }},
	{"label", func(_ *Document, r *Result) string { return r.Label }},
	{"interface", func(_ *Document, r *Result) string { return r.Interface }},
	{"caps", func(_ *Document, r *Result) string { return r.Caps }},
	{"primitive", func(_ *Document, r *Result) string { return r.Primitive }},
	{"operation", func(_ *Document, r *Result) string { return r.Operation }},
	{"work", func(_ *Document, r *Result) string { return r.Work }},
	{"size_bytes", func(_ *Document, r *Result) string {
		if r.SizeBytes == nil {
			return ""
		}
		return strconv.Itoa(*r.SizeBytes)
	}},
	{"bits", func(_ *Document, r *Result) string { return csvNumber(float64(r.Bits)) }},
	{"threads", func(_ *Document, r *Result) string { return csvNumber(float64(r.Threads)) }},
	{"calls", func(_ *Document, r *Result) string { return csvNumber(float64(r.Calls)) }},
	{"seconds", func(_ *Document, r *Result) string { return csvNumber(r.Seconds) }},
	{"ns_per_call", func(_ *Document, r *Result) string { return csvNumber(r.NsPerCall) }},
	{"calls_per_second", func(_ *Document, r *Result) string { return csvNumber(r.CallsPerSecond) }},
	{"bytes_per_second", func(_ *Document, r *Result) string { return csvNumber(r.BytesPerSecond) }},
	{"cycles_per_byte", func(_ *Document, r *Result) string { return csvNumber(r.CyclesPerByte) }},
	{"cycles", func(_ *Document, r *Result) string { return r.Cycles }},
	{"low_ns", func(_ *Document, r *Result) string { return csvNumber(r.LowNs) }},
	{"high_ns", func(_ *Document, r *Result) string { return csvNumber(r.HighNs) }},
	{"launches", func(_ *Document, r *Result) string { return csvNumber(float64(len(r.LaunchNs))) }},
	{"first_call_ns", func(_ *Document, r *Result) string { return csvNumber(r.FirstCallNs) }},
	{"allocs_per_call", func(_ *Document, r *Result) string { return csvNumber(r.AllocsPerCall) }},
	{"verified", func(_ *Document, r *Result) string {
		if !r.Verified {
			return ""
		}
		return "true"
	}},
	{"loop", func(_ *Document, r *Result) string { return r.Loop }},
	{"path", func(_ *Document, r *Result) string { return orZero(r.Loaded).Path }},
	{"source_file", func(_ *Document, r *Result) string { return orZero(r.Source).File }},
	{"source_line", func(_ *Document, r *Result) string { return csvNumber(float64(orZero(r.Source).Line)) }},
	{"source_tool", func(_ *Document, r *Result) string { return orZero(r.Source).Tool }},
	{"warnings", func(_ *Document, r *Result) string { return strings.Join(r.Warnings, "; ") }},
	{"cycles_per_call", func(_ *Document, r *Result) string { return csvNumber(r.CyclesPerCall) }},
	{"cycles_by", func(d *Document, r *Result) string { // of cycles that cpb measured
		if r.Cycles == "" || r.Source != nil {
			return ""
		}
		return orZero(d.Method).CyclesBy
	}},
}

// EncodeCSV writes one line per result under a line of column names, which carry the units. What does not apply or is
// unknown is an empty cell.
func EncodeCSV(w io.Writer, d *Document) error {
	c := csv.NewWriter(w)
	line := make([]string, len(csvColumns))
	for i, column := range csvColumns {
		line[i] = column.name
	}
	if err := c.Write(line); err != nil {
		return err
	}
	for i := range d.Results {
		for j, column := range csvColumns {
			line[j] = column.cell(d, &d.Results[i])
		}
		if err := c.Write(line); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// csvNumber is x in full and without an exponent, empty where x is 0: unknown.
func csvNumber(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func orZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
