package result

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cpb/catalog"

	"golang.org/x/perf/benchfmt"
)

// The Go benchmark format (https://go.dev/design/14313-benchmark-format) holds of a result what benchstat can use: the
// cell and the time of each launch. A cell is one benchmark whose name has a part for each of its words:
//
//	BenchmarkSHA256/lib=openssl/version=3.0.22/interface=evp/work=message/size=8192-1 1200 14301 ns/op 572.828 MB/s
//
// In the values of parts, what would end a part or a line, and "%", is written as in URLs: %2F. The number of threads
// always ends the name, so that benchstat never takes the end of a value for it. The part primitive stands where the
// benchmark's own name does not lead back to the catalogue, op where it is not the primitive's default.
//
// Only what stays the same from run to run on one machine is in configuration lines, since benchstat makes a table of its
// own for each different set of them. Where a document holds several runs, that is what run is for.

// The keys of configuration lines.
const (
	configOS   = "goos"
	configArch = "goarch"
	configCPU  = "cpu"
	configTool = "tool"
	configRun  = "run"
)

// The keys of the parts of benchmark names, in the order in which they are written.
const (
	partPrimitive = "primitive"
	partLibrary   = "lib"
	partVersion   = "version"
	partLabel     = "label"
	partInterface = "interface"
	partCaps      = "caps"
	partOperation = "op"
	partWork      = "work"
	partBits      = "bits"
	partSize      = "size"
)

// EncodeGoBench writes d in the Go benchmark format: for each result a line per launch, or one where launches are not known.
// Results without a speed have no line.
func EncodeGoBench(w io.Writer, d *Document) error {
	out := benchfmt.NewWriter(w)
	machine := machineConfig(d)
	runs := severalRuns(d.Results)
	for i := range d.Results {
		r := &d.Results[i]
		config := machine
		if runs && r.Run != "" {
			config = append(config[:len(config):len(config)], fileConfig(configRun, r.Run))
		}
		for _, values := range benchValues(r) {
			line := &benchfmt.Result{Config: config, Name: benchName(r), Iters: benchIterations(r), Values: values}
			if err := out.Write(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// machineConfig is what the configuration lines say of the machine and of this program.
func machineConfig(d *Document) []benchfmt.Config {
	var config []benchfmt.Config
	add := func(key, text string) {
		if text != "" {
			config = append(config, fileConfig(key, text))
		}
	}
	if h := d.Host; h != nil {
		add(configOS, goos(h))
		add(configArch, h.Arch)
		add(configCPU, h.CPU)
	}
	add(configTool, "cpb")
	return config
}

// fileConfig is the line "key: text", with text on one line.
func fileConfig(key, text string) benchfmt.Config {
	return benchfmt.Config{Key: key, Value: []byte(strings.Join(strings.Fields(text), " ")), File: true}
}

// goos is Go's name of the host's operating system, empty where the host's description does not tell.
func goos(h *Host) string {
	text := strings.ToLower(h.OS + " " + h.Kernel)
	for _, name := range []string{"linux", "darwin", "freebsd", "netbsd", "openbsd", "windows"} {
		if strings.Contains(text, name) {
			return name
		}
	}
	return ""
}

// benchIterations is the number of calls that a line of r stands for.
func benchIterations(r *Result) int { return int(max(1, r.Calls/int64(max(1, len(r.LaunchNs))))) }

func severalRuns(results []Result) bool {
	for i := range results {
		if results[i].Run != results[0].Run {
			return true
		}
	}
	return false
}

// benchValues are the measurements of r, one line's in each.
func benchValues(r *Result) [][]benchfmt.Value {
	ns := r.LaunchNs
	if len(ns) == 0 {
		if t, ok := r.Time(); ok {
			ns = []float64{t}
		} else if rate, ok := r.Rate(); ok {
			return [][]benchfmt.Value{{{Value: rate / 1e6, Unit: "MB/s"}}}
		}
	}
	var lines [][]benchfmt.Value
	for _, t := range ns {
		values := []benchfmt.Value{{Value: t, Unit: "ns/op"}}
		if r.SizeBytes != nil && *r.SizeBytes > 0 {
			values = append(values, benchfmt.Value{Value: sixDigits(float64(*r.SizeBytes) / t * 1e3), Unit: "MB/s"})
		}
		if r.AllocsPerCall > 0 {
			values = append(values, benchfmt.Value{Value: r.AllocsPerCall, Unit: "allocs/op"})
		}
		lines = append(lines, values)
	}
	return lines
}

func sixDigits(x float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	if err != nil {
		return x
	}
	return short
}

// benchName is the name of r's cell, without "Benchmark".
func benchName(r *Result) benchfmt.Name {
	return fmt.Appendf(benchParts(r), "-%d", max(1, r.Threads))
}

// benchParts is benchName without the number of threads that ends it.
func benchParts(r *Result) []byte {
	primitive, known := catalog.Lookup(r.Primitive)
	known = known && primitive.Slug == r.Primitive
	base := r.Primitive
	if known {
		base = primitive.Name
	}
	base = camel(base)
	name := []byte(base)
	part := func(key, text string) {
		name = appendPart(name, key, text)
	}
	if back, ok := catalog.Lookup(base); !ok || back.Slug != r.Primitive {
		part(partPrimitive, r.Primitive)
	}
	part(partLibrary, r.Library)
	part(partVersion, r.Version)
	part(partLabel, r.Label)
	part(partInterface, r.Interface)
	part(partCaps, r.Caps)
	if !known || r.Operation != string(primitive.Sole()) {
		part(partOperation, r.Operation)
	}
	part(partWork, r.Work)
	if r.Bits != 0 {
		part(partBits, strconv.Itoa(r.Bits))
	}
	if r.SizeBytes != nil {
		part(partSize, strconv.Itoa(*r.SizeBytes))
	}
	return name
}

// appendPart adds a part to name; nothing where text is empty.
func appendPart(name []byte, key, text string) []byte {
	if text == "" {
		return name
	}
	return fmt.Appendf(name, "/%s=%s", key, escape(text))
}

// camel is name as the name of a Go benchmark: its letters and digits, the first a capital.
func camel(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
		case b.Len() == 0:
			b.WriteRune(unicode.ToUpper(c))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// escape writes the bytes of text that cannot stand in a part as %XX.
func escape(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		c, n := utf8.DecodeRuneInString(text)
		if c == '%' || c == '/' || c == utf8.RuneError || unicode.IsSpace(c) || !unicode.IsGraphic(c) {
			for _, x := range []byte(text[:n]) {
				fmt.Fprintf(&b, "%%%02X", x)
			}
		} else {
			b.WriteRune(c)
		}
		text = text[n:]
	}
	return b.String()
}
