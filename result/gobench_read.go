package result

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/stats"

	"golang.org/x/perf/benchfmt"
)

// DecodeGoBench reads what EncodeGoBench wrote. Lines of the same benchmark are the launches of one result, whose time is
// their location: the format has no other. What does not read becomes a warning; the error is r's alone.
func DecodeGoBench(r io.Reader, name string) (*Document, error) {
	d := &goBenchDecoder{
		doc:    &Document{Schema: Schema, Tool: Tool{Name: "cpb"}},
		name:   name,
		byName: map[string]*benchmark{},
	}
	lines := benchfmt.NewReader(r, name)
	for lines.Scan() {
		switch line := lines.Result().(type) {
		case *benchfmt.Result:
			d.line(line)
		case *benchfmt.SyntaxError:
			d.warn("syntax", line.Line, line.Msg)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	for _, b := range d.order {
		if r, ok := b.finish(); ok {
			d.doc.Results = append(d.doc.Results, r)
		} else {
			d.warn("no-speed", b.result.Source.Line, "no time and no rate in the lines of this benchmark")
		}
	}
	return d.doc, nil
}

// A goBenchDecoder gathers the lines of one file.
type goBenchDecoder struct {
	doc    *Document
	name   string
	order  []*benchmark
	byName map[string]*benchmark // by name and run
}

// A benchmark is the lines of one name.
type benchmark struct {
	result Result
	ns     []float64
	rates  []float64 // bytes per second of the lines without a time
}

func (d *goBenchDecoder) warn(kind string, line int, message string) {
	d.doc.Warnings = append(d.doc.Warnings, Warning{Kind: kind, File: d.name, Line: line, Message: message})
}

func (d *goBenchDecoder) line(line *benchfmt.Result) {
	d.host(line)
	run := line.GetConfig(configRun)
	key := run + "\n" + line.Name.String()
	b := d.byName[key]
	if b == nil {
		_, at := line.Pos()
		b = &benchmark{result: d.cell(line.Name, at)}
		b.result.Run = run
		b.result.Source = &Source{File: d.name, Line: at, Tool: line.GetConfig(configTool)}
		d.byName[key] = b
		d.order = append(d.order, b)
	}
	b.add(line)
}

// host takes over what the configuration says of the machine.
func (d *goBenchDecoder) host(line *benchfmt.Result) {
	h := Host{OS: line.GetConfig(configOS), Arch: line.GetConfig(configArch), CPU: line.GetConfig(configCPU)}
	if d.doc.Host == nil && (h.OS != "" || h.Arch != "" || h.CPU != "") {
		d.doc.Host = &h
	}
}

// cell is what the name of a benchmark says, without its measurements.
func (d *goBenchDecoder) cell(name benchfmt.Name, at int) Result {
	base, parts := name.Parts()
	r := Result{Primitive: string(base)}
	if p, ok := catalog.Lookup(r.Primitive); ok {
		r.Primitive = p.Slug
	}
	for _, part := range parts {
		if part[0] == '-' {
			r.Threads, _ = strconv.Atoi(string(part[1:]))
			continue
		}
		if err := setPart(&r, string(part[1:])); err != nil {
			d.warn("benchmark-name", at, err.Error())
		}
	}
	if p, ok := catalog.Lookup(r.Primitive); ok {
		r.Operation = cmp.Or(r.Operation, string(p.Sole()))
	}
	return r
}

// setPart sets what the part "key=value" of a benchmark's name says.
func setPart(r *Result, part string) error {
	key, text, _ := strings.Cut(part, "=")
	text, err := url.PathUnescape(text)
	if err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	var number int
	if key == partBits || key == partSize {
		if number, err = strconv.Atoi(text); err != nil || number < 0 {
			return fmt.Errorf("%s: not a number of %s", part, key)
		}
	}
	switch key {
	case partPrimitive:
		r.Primitive = text
	case partLibrary:
		r.Library = text
	case partVersion:
		r.Version = text
	case partLabel:
		r.Label = text
	case partInterface:
		r.Interface = text
	case partCaps:
		r.Caps = text
	case partOperation:
		r.Operation = text
	case partWork:
		r.Work = text
	case partBits:
		r.Bits = number
	case partSize:
		r.SizeBytes = &number
	default:
		return fmt.Errorf("unknown part %q of a benchmark's name", part)
	}
	return nil
}

// add takes the measurements of one line.
func (b *benchmark) add(line *benchfmt.Result) {
	seconds, _ := line.Value("sec/op")
	rate, _ := line.Value("B/s")
	switch {
	case seconds > 0:
		b.ns = append(b.ns, nsPerOp(line))
		b.result.Calls += int64(line.Iters)
		b.result.Seconds += seconds * float64(line.Iters)
	case rate > 0:
		b.rates = append(b.rates, rate)
		b.result.Calls += int64(line.Iters)
	}
	if allocs, ok := line.Value("allocs/op"); ok {
		b.result.AllocsPerCall = allocs
	}
}

// nsPerOp is the time of line without the rounding of going through seconds.
func nsPerOp(line *benchfmt.Result) float64 {
	for _, v := range line.Values {
		if v.Unit == "sec/op" && v.OrigUnit == "ns/op" {
			return v.OrigValue
		}
	}
	seconds, _ := line.Value("sec/op")
	return seconds * 1e9
}

// finish makes the lines into one result; false where none of them had a speed.
func (b *benchmark) finish() (Result, bool) {
	r := b.result
	switch {
	case len(b.ns) > 1:
		r.LaunchNs = b.ns
		centre, _ := stats.Location(b.ns, stats.Level)
		r.NsPerCall = centre.Value
		if centre.Low > 0 {
			r.LowNs, r.HighNs = centre.Low, centre.High
		}
	case len(b.ns) == 1:
		r.NsPerCall = b.ns[0]
	case len(b.rates) > 0:
		r.BytesPerSecond = stats.Median(b.rates)
		return r, true
	default:
		return r, false
	}
	r.CallsPerSecond = 1e9 / r.NsPerCall
	r.BytesPerSecond, _ = r.Rate()
	return r, true
}
