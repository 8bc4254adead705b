package gbench

import (
	"bytes"
	"encoding/json"
	"math"

	"cpb/internal/ingest"
)

// An object is what is read of a benchmark in JSON.
type object struct {
	Name       string      `json:"name"`
	RunName    string      `json:"run_name"`
	Aggregate  string      `json:"aggregate_name"`
	Threads    int         `json:"threads"`
	Iterations json.Number `json:"iterations"`
	CPUTime    json.Number `json:"cpu_time"`
	TimeUnit   string      `json:"time_unit"`
	Bytes      *float64    `json:"bytes_per_second"`
	Error      bool        `json:"error_occurred"`
	Message    string      `json:"error_message"`
	Skipped    bool        `json:"skipped"`
	BigO       string      `json:"big_o"`
	RMS        *float64    `json:"rms"`
}

// Value takes documents with a context and benchmarks.
func (p *parser) Value(v ingest.Value) bool {
	var doc struct {
		Context    json.RawMessage   `json:"context"`
		Benchmarks []json.RawMessage `json:"benchmarks"`
	}
	if json.Unmarshal(v.JSON, &doc) != nil || doc.Context == nil || doc.Benchmarks == nil {
		return false
	}
	p.end()
	p.out.Begin(ingest.Block{})
	line, at := v.Line, 0
	for _, raw := range doc.Benchmarks {
		// Where it stands: each follows the one before.
		if i := bytes.Index(v.JSON[at:], raw); i >= 0 {
			line += bytes.Count(v.JSON[at:at+i], []byte("\n"))
			at += i
		}
		p.object(line, raw)
	}
	p.flush()
	return true
}

func (p *parser) object(line int, raw []byte) {
	var o object
	if err := json.Unmarshal(raw, &o); err != nil || o.Name == "" {
		p.out.Warn(ingest.NoResult, line, "a benchmark that cannot be read: %v", err)
		return
	}
	switch {
	case o.Error || o.Skipped:
		p.flush()
		p.out.Warn(ingest.NoResult, line, "%s: %s", o.Name, o.Message)
		return
	case o.BigO != "" || o.RMS != nil:
		return // of fits over sizes
	}
	r := run{line: line, name: o.RunName, aggregate: o.Aggregate, threads: max(0, o.Threads), timeText: o.CPUTime.String(), unit: o.TimeUnit}
	if r.name == "" {
		r.name, r.aggregate = cutAggregate(o.Name)
	}
	var ok bool
	if r.time, ok = ingest.ParseFigure(o.CPUTime.String()); !ok {
		r.time.Value = math.NaN()
	}
	r.calls, _ = o.Iterations.Int64()
	if o.Bytes != nil && *o.Bytes > 0 {
		r.bytes = *o.Bytes
	}
	p.add(r)
}
