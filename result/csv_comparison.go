package result

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// comparisonColumns are the columns of the CSV form of comparisons, in their order. New ones go at the end.
var comparisonColumns = []struct {
	name string
	cell func(c *Comparison, base, other *Result) string
}{
	{"primitive", func(c *Comparison, _, _ *Result) string { return c.Primitive }},
	{"operation", func(c *Comparison, _, _ *Result) string { return c.Operation }},
	{"work", func(c *Comparison, _, _ *Result) string { return c.Work }},
	{"size_bytes", func(c *Comparison, _, _ *Result) string {
		if c.SizeBytes == nil {
			return ""
		}
		return strconv.Itoa(*c.SizeBytes)
	}},
	{"bits", func(c *Comparison, _, _ *Result) string { return csvNumber(float64(c.Bits)) }},
	{"threads", func(c *Comparison, _, _ *Result) string { return csvNumber(float64(c.Threads)) }},
	{"base_run", func(_ *Comparison, base, _ *Result) string { return base.Run }},
	{"base_implementation", func(_ *Comparison, base, _ *Result) string { return base.Implementation() }},
	{"base_ns_per_call", func(_ *Comparison, base, _ *Result) string { return csvTime(base) }},
	{"base_bytes_per_second", func(_ *Comparison, base, _ *Result) string { return csvRate(base) }},
	{"base_cycles_per_byte", func(_ *Comparison, base, _ *Result) string { return csvNumber(base.CyclesPerByte) }},
	{"base_cycles", func(_ *Comparison, base, _ *Result) string { return base.Cycles }},
	{"other_run", func(_ *Comparison, _, other *Result) string { return other.Run }},
	{"other_implementation", func(_ *Comparison, _, other *Result) string { return other.Implementation() }},
	{"other_ns_per_call", func(_ *Comparison, _, other *Result) string { return csvTime(other) }},
	{"other_bytes_per_second", func(_ *Comparison, _, other *Result) string { return csvRate(other) }},
	{"other_cycles_per_byte", func(_ *Comparison, _, other *Result) string { return csvNumber(other.CyclesPerByte) }},
	{"other_cycles", func(_ *Comparison, _, other *Result) string { return other.Cycles }},
	{"ratio", func(c *Comparison, _, _ *Result) string { return csvNumber(c.Ratio) }},
	{"low", func(c *Comparison, _, _ *Result) string { return csvNumber(c.Low) }},
	{"high", func(c *Comparison, _, _ *Result) string { return csvNumber(c.High) }},
	{"interval", func(c *Comparison, _, _ *Result) string { return c.Interval }},
	{"p", func(c *Comparison, _, _ *Result) string { return csvNumber(c.P) }},
	{"verdict", func(c *Comparison, _, _ *Result) string { return string(c.Verdict) }},
	{"base_file", func(_ *Comparison, base, _ *Result) string { return orZero(base.Source).File }},
	{"base_line", func(_ *Comparison, base, _ *Result) string { return csvNumber(float64(orZero(base.Source).Line)) }},
	{"other_file", func(_ *Comparison, _, other *Result) string { return orZero(other.Source).File }},
	{"other_line", func(_ *Comparison, _, other *Result) string { return csvNumber(float64(orZero(other.Source).Line)) }},
	{"warnings", func(c *Comparison, _, _ *Result) string { return strings.Join(c.Warnings, "; ") }},
	{"figure", func(c *Comparison, _, _ *Result) string { return c.Figure }},
}

// EncodeComparisonsCSV writes one line per comparison under a line of column names, which carry the units; ratio is time
// other ÷ time base. What does not apply or is unknown is an empty cell.
func EncodeComparisonsCSV(w io.Writer, d *Document) error {
	c := csv.NewWriter(w)
	line := make([]string, len(comparisonColumns))
	for i, column := range comparisonColumns {
		line[i] = column.name
	}
	if err := c.Write(line); err != nil {
		return err
	}
	for i := range d.Comparisons {
		x := &d.Comparisons[i]
		for j, column := range comparisonColumns {
			line[j] = column.cell(x, &d.Results[x.Base], &d.Results[x.Other])
		}
		if err := c.Write(line); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// csvTime is the ns of a call of r, empty where they are not known.
func csvTime(r *Result) string {
	ns, _ := r.Time()
	return csvNumber(ns)
}

// csvRate is the bytes per second of r, empty where they are not known.
func csvRate(r *Result) string {
	rate, _ := r.Rate()
	return csvNumber(rate)
}
