package all_test

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cpb/internal/ingest"
	_ "cpb/internal/ingest/all"
	"cpb/result"
)

// corpus holds outputs of other tools that are not part of this repository, and what is to be read in them. Its tests run where
// it is.
const corpus = "../../../../shared/corpus"

// An expectation is a line of EXPECT.tsv.
type expectation struct {
	line                      int // of EXPECT.tsv
	file                      string
	at                        int
	run, primitive, operation string
	size, bits                string
	field, value              string
	tolerance                 float64
}

func TestCorpus(t *testing.T) {
	wanted := expectations(t)
	files, err := filepath.Glob(filepath.Join(corpus, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Skip("the corpus is not here")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			doc := read(t, file)
			for _, e := range wanted[filepath.Base(file)] {
				e.check(t, doc)
			}
		})
	}
}

func read(t *testing.T, file string) *result.Document {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var c ingest.Collector
	if err := ingest.Read(f, file, &c, ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	return c.Finish()
}

func expectations(t *testing.T) map[string][]expectation {
	t.Helper()
	f, err := os.Open(filepath.Join(corpus, "EXPECT.tsv"))
	if err != nil {
		t.Skip("the corpus is not here")
	}
	defer f.Close()
	all := map[string][]expectation{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		c := strings.Split(lines.Text(), "\t")
		if len(c) < 10 {
			t.Fatalf("EXPECT.tsv:%d: %d columns", n, len(c))
		}
		e := expectation{line: n, file: c[0], run: c[2], primitive: c[3], operation: c[4], size: c[5], bits: c[6], field: c[7], value: c[8]}
		e.at, _ = strconv.Atoi(c[1])
		e.tolerance, _ = strconv.ParseFloat(c[9], 64)
		all[e.file] = append(all[e.file], e)
	}
	return all
}

func (e expectation) check(t *testing.T, doc *result.Document) {
	t.Helper()
	switch e.field {
	case "warning":
		e.checkWarning(t, doc)
	case "none":
		for i := range doc.Results {
			if r := &doc.Results[i]; e.matches(r) && r.Source.Line == e.at {
				t.Errorf("EXPECT.tsv:%d: line %d gives a number where there is none (%s): %s %s %+v", e.line, e.at, e.value, r.Primitive, r.Operation, *r)
			}
		}
	default:
		e.checkNumber(t, doc)
	}
}

// checkNumber looks for the number in the results of the line. Calls and seconds of a Doing line may have gone to the result of
// its table.
func (e expectation) checkNumber(t *testing.T, doc *result.Document) {
	t.Helper()
	want, err := strconv.ParseFloat(e.value, 64)
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for i := range doc.Results {
		r := &doc.Results[i]
		moved := (e.field == "calls" || e.field == "seconds") && r.Source.Line > e.at
		if r.Source.Line != e.at && !moved {
			continue
		}
		got, known := fieldOf(r, e.field)
		if e.matches(r) && known && math.Abs(got-want) <= e.tolerance*want*(1+1e-6)+1e-9*want {
			return
		}
		if r.Source.Line == e.at {
			seen = append(seen, r.Run+": "+r.Version+" "+r.Primitive+" "+r.Operation+" "+sizeOf(r)+" "+strconv.Itoa(r.Bits)+" "+strconv.FormatFloat(got, 'g', -1, 64))
		}
	}
	t.Errorf("EXPECT.tsv:%d: line %d has no %s = %s of run %q, %s %s size %s bits %s; it has %q",
		e.line, e.at, e.field, e.value, e.run, e.primitive, e.operation, e.size, e.bits, seen)
}

func fieldOf(r *result.Result, field string) (float64, bool) {
	var x float64
	switch field {
	case "bytes_per_second":
		x, _ = r.Rate()
	case "calls_per_second":
		x = r.CallsPerSecond
		if ns, ok := r.Time(); x == 0 && ok {
			x = 1e9 / ns
		}
	case "ns_per_call":
		x, _ = r.Time()
		if r.NsPerCall > 0 {
			x = r.NsPerCall
		}
	case "cycles_per_byte":
		x = r.CyclesPerByte
	case "cycles_per_call":
		x = r.CyclesPerCall
	case "calls":
		x = float64(r.Calls)
	case "seconds":
		x = r.Seconds
	}
	return x, x > 0
}

func (e expectation) matches(r *result.Result) bool {
	same := func(want, got string) bool {
		return want == "-" || strings.ReplaceAll(want, "-", "") == strings.ReplaceAll(got, "-", "")
	}
	inRun := e.run == "-" || slices.ContainsFunc([]string{r.Run, r.Version, r.Caps, r.Label}, func(s string) bool {
		return strings.Contains(strings.ToLower(s), strings.ToLower(e.run))
	})
	return same(e.primitive, r.Primitive) && same(e.operation, r.Operation) && same(e.size, sizeOf(r)) &&
		(e.bits == "-" || e.bits == strconv.Itoa(r.Bits)) && inRun
}

func sizeOf(r *result.Result) string {
	if r.SizeBytes == nil {
		return ""
	}
	return strconv.Itoa(*r.SizeBytes)
}

func (e expectation) checkWarning(t *testing.T, doc *result.Document) {
	t.Helper()
	var seen []string
	for _, w := range doc.Warnings {
		if w.Kind == e.value && w.Line == e.at {
			return
		}
		seen = append(seen, w.Kind+":"+strconv.Itoa(w.Line))
	}
	t.Errorf("EXPECT.tsv:%d: no warning %s at line %d; there are %q", e.line, e.value, e.at, seen)
}
