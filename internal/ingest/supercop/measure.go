package supercop

import (
	"slices"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// A measured is what the lines before measurements say of them.
type measured struct {
	operation, primitive     string
	implementation, compiler string
	cycles                   string // what is counted
}

// set takes a line that says something of the measurements behind it.
func (m *measured) set(d data) {
	if m.operation != d.operation || m.primitive != d.primitive || d.kind == "implementation" {
		*m = measured{operation: strings.Clone(d.operation), primitive: strings.Clone(d.primitive)}
	}
	if len(d.rest) == 0 {
		return
	}
	switch word := d.rest[0]; d.kind {
	case "implementation":
		m.implementation = implementation(word)
	case "compiler":
		m.compiler = strings.Clone(compiler(word))
	case "cpucycles_implementation":
		m.cycles = counted(word)
	}
}

// counted is what an implementation of cpucycles counts. Those of x86 read the time-stamp counter, unless they say that they read a
// performance counter.
func counted(name string) string {
	switch {
	case strings.Contains(name, "pmc"), strings.Contains(name, "perf"):
		return "core"
	case strings.HasPrefix(name, "amd64"), strings.HasPrefix(name, "x86"):
		return "tsc"
	}
	return "unknown"
}

// measurement takes a measurement: its size or "-", the median, and what each call took.
func (p *parser) measurement(d data) {
	if len(d.rest) < 2 {
		p.out.Warn(ingest.Truncated, d.line, "%s %s: %s breaks off before its median", d.operation, d.primitive, d.kind)
		return
	}
	median, err := strconv.ParseInt(d.rest[1], 10, 64)
	if err != nil || median <= 0 {
		p.out.Warn(ingest.NoResult, d.line, "%s %s: %s of %s are no time", d.operation, d.primitive, d.kind, d.rest[1])
		return
	}
	size := -1
	if d.rest[0] != "-" {
		if size, err = strconv.Atoi(d.rest[0]); err != nil || size < 0 {
			p.out.Warn(ingest.NoResult, d.line, "%s %s: %s is no size", d.operation, d.primitive, d.rest[0])
			return
		}
	}
	calls, ok := callsOf(d.rest[2:], median)
	if !ok {
		p.out.Warn(ingest.Mismatched, d.line, "%s %s: what stands behind the median is no list of calls, and is passed over", d.operation, d.primitive)
	} else if len(calls) > 0 && (calls[0] > median || calls[len(calls)-1] < median) {
		p.out.Warn(ingest.CountMismatch, d.line, "%s %s: the median %d, which is kept, is not among the calls, which took %d to %d", d.operation, d.primitive, median, calls[0], calls[len(calls)-1])
	}
	q := p.out.Name(d.primitive, d.line)
	r := p.result(q.Slug, d.line)
	r.CyclesPerCall, r.Printed, r.Unit = float64(median), d.rest[1], "cycles"
	r.Calls = int64(len(calls))
	if spread := interquartile(calls); spread > 0 {
		r.Spread, r.Spreads = spread/float64(median), "interquartile range"
	}
	if size >= 0 {
		r.SizeBytes = p.size.Of(size)
	}
	duty := dutyOf(d.operation, d.kind)
	r.Operation, r.Work, r.Detail = duty.operation, duty.work, duty.detail
	if r.Operation == "" {
		r.Unknown = append(r.Unknown, "operation")
	}
	if m := &p.measured; m.operation == d.operation && m.primitive == d.primitive {
		r.Interface, r.Cycles = m.implementation, m.cycles
		r.Detail = ingest.Details(r.Detail, m.compiler)
	}
	if r.Cycles == "" {
		r.Cycles = result.CyclesUnknown
	}
	p.out.Result(&r)
}

// callsOf are the times of the calls in ascending order: values in a word each, or differences from the median in one.
func callsOf(words []string, median int64) (calls []int64, ok bool) {
	if len(words) == 1 && strings.IndexAny(words[0][:1], "+-") == 0 {
		for rest := words[0]; rest != ""; {
			end := 1 + strings.IndexAny(rest[1:], "+-")
			if end == 0 {
				end = len(rest)
			}
			difference, err := strconv.ParseInt(rest[:end], 10, 64)
			if err != nil {
				return nil, false
			}
			calls = append(calls, median+difference)
			rest = rest[end:]
		}
	} else {
		for _, w := range words {
			n, err := strconv.ParseInt(w, 10, 64)
			if err != nil {
				return nil, false
			}
			calls = append(calls, n)
		}
	}
	slices.Sort(calls)
	return calls, true
}

// interquartile is the range of the middle half of calls in ascending order.
func interquartile(calls []int64) float64 {
	if len(calls) < 4 {
		return 0
	}
	return float64(calls[len(calls)*3/4]) - float64(calls[len(calls)/4])
}

// A duty is what a measurement measures.
type duty struct{ operation, work, detail string }

// duties are the measurements of crypto_*/measure.c. Functions that take a key set it up in each call.
var duties = map[string]map[string]duty{
	"crypto_hash":   {"cycles": {string(catalog.Hash), string(catalog.Message), ""}},
	"crypto_stream": {"cycles": {string(catalog.Encrypt), string(catalog.Keyed), "key stream"}, "xor_cycles": {string(catalog.Encrypt), string(catalog.Keyed), ""}},
	"crypto_aead": {
		"encrypt_cycles": {string(catalog.Seal), string(catalog.Keyed), ""}, "decrypt_cycles": {string(catalog.Open), string(catalog.Keyed), ""},
		"forgery_decrypt_cycles": {string(catalog.Open), string(catalog.Keyed), "of a forgery"},
	},
	"crypto_secretbox": {
		"cycles": {string(catalog.Seal), string(catalog.Keyed), ""}, "open_cycles": {string(catalog.Open), string(catalog.Keyed), ""},
		"forgery_open_cycles": {string(catalog.Open), string(catalog.Keyed), "of a forgery"},
	},
	"crypto_auth":        {"cycles": {string(catalog.MAC), string(catalog.Keyed), ""}, "verify_cycles": {string(catalog.MAC), string(catalog.Keyed), "verified"}},
	"crypto_onetimeauth": {"cycles": {string(catalog.MAC), string(catalog.Keyed), ""}, "verify_cycles": {string(catalog.MAC), string(catalog.Keyed), "verified"}},
	"crypto_sign": {
		"keypair_cycles": {string(catalog.Keygen), "", ""}, "cycles": {string(catalog.Sign), string(catalog.FreshKey), ""},
		"open_cycles": {string(catalog.Verify), string(catalog.FreshKey), ""}, "forgery_open_cycles": {string(catalog.Verify), string(catalog.FreshKey), "of a forgery"},
	},
	"crypto_encrypt":    {"keypair_cycles": {string(catalog.Keygen), "", ""}, "cycles": {string(catalog.Encrypt), string(catalog.FreshKey), ""}, "open_cycles": {string(catalog.Decrypt), string(catalog.FreshKey), ""}},
	"crypto_kem":        {"keypair_cycles": {string(catalog.Keygen), "", ""}, "enc_cycles": {string(catalog.Encapsulate), "", ""}, "dec_cycles": {string(catalog.Decapsulate), "", ""}},
	"crypto_dh":         {"keypair_cycles": {string(catalog.Keygen), "", ""}, "cycles": {string(catalog.Derive), "", ""}},
	"crypto_scalarmult": {"base_cycles": {string(catalog.Keygen), "", "base point multiplied"}, "cycles": {string(catalog.Derive), "", ""}},
	"crypto_box":        {"keypair_cycles": {string(catalog.Keygen), "", ""}, "cycles": {string(catalog.Seal), string(catalog.FreshKey), ""}, "open_cycles": {string(catalog.Open), string(catalog.FreshKey), ""}},
	"crypto_rng":        {"cycles": {string(catalog.RNG), "", ""}},
}

// dutyOf is what a measurement measures; what is not known has its name in the detail.
func dutyOf(operation, kind string) duty {
	if d, ok := duties[operation][kind]; ok {
		return d
	}
	return duty{detail: strings.Clone(kind)}
}
