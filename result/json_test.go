package result_test

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"cpb/internal/golden"
	"cpb/result"
)

// full is a document with something in every list.
func full() *result.Document {
	processor := 0
	return &result.Document{
		Schema: result.Schema,
		Tool:   result.Tool{Name: "cpb", Version: "v1.2.0"},
		Host: &result.Host{
			CPU: "Intel(R) Xeon(R) Processor", Arch: "amd64", Cores: 2, OS: "Debian GNU/Linux 12 (bookworm)", Kernel: "6.1.0",
			Virtual: "kvm", CoreHz: 2.994e9, TSCHz: 2.3e9, Features: []string{"avx2", "sha"}, Warnings: []string{"steal 3 %"},
		},
		Method: &result.Method{
			Started: "2026-11-30T12:00:00Z", Command: []string{"cpb", "run", "--size", "0,16"}, Seconds: 4.5, Launches: 3,
			Rounds: 10, SampleNs: 4e5, WarmNs: 1e5, Seed: math.MaxUint64, Processor: &processor, Scheduler: "fifo",
			EmptyOpNs: map[string]float64{"c": 1.7, "go": 2.25}, CyclesBy: "chain", Pairs: "first",
		},
		Results: []result.Result{
			{
				Run: "r1", Library: "openssl", Version: "3.0.22", Interface: "evp",
				Loaded:    &result.Loaded{Path: "/usr/lib/libcrypto.so.3", BuildID: "ab12", Provider: "default 3.0.22"},
				Primitive: "sha256", Operation: "hash", Work: "message", SizeBytes: size(16), Threads: 1,
				Calls: 3000, Seconds: 1.2e-3, NsPerCall: 393.25, CallsPerSecond: 1e9 / 393.25, BytesPerSecond: 16e9 / 393.25,
				CyclesPerByte: 73.6, Cycles: "core", LowNs: 392.5, HighNs: 394.125, LaunchNs: []float64{393.25, 392.5, 394.125},
				FirstCallNs: 5.4e6, Verified: true, Loop: "c",
			},
			{
				Run: "r1", Library: "openssl", Version: "1.1.1w", Label: "old <build> & co", Interface: "lowlevel", Caps: "no-shaext",
				Primitive: "sha256", Operation: "hash", Work: "message", SizeBytes: size(16), Threads: 1,
				Calls: 3000, NsPerCall: 65.5, LaunchNs: []float64{65.5, 65.25, 66}, Verified: true, Loop: "c",
				Warnings: []string{"two modes"},
			},
			{
				Run: "r1", Library: "go", Version: "1.26", Interface: "std",
				Primitive: "sha256", Operation: "hash", Work: "message", SizeBytes: size(0), Threads: 1,
				NsPerCall: 60, AllocsPerCall: 1.5, Verified: true, Loop: "go",
			},
			{
				Run: "r1", Library: "openssl", Version: "3.0.22", Primitive: "rsa-2048", Operation: "sign", Bits: 2048,
				CallsPerSecond: 1234.5, Source: &result.Source{File: "speed.txt", Line: 14, Tool: "openssl speed"},
			},
		},
		Pairs:    []result.Pair{{Base: 0, Other: 1, LaunchLogRatio: []float64{-1.79, -1.791, -1.789}}},
		Skipped:  []result.Skipped{{Library: "gcrypt", Version: "1.10.1", Primitive: "md4", SizeBytes: size(16), Reason: "FIPS mode"}},
		Warnings: []result.Warning{{Kind: "count-mismatch", File: "speed.txt", Line: 9, Message: "63000 in 3.00s is not 2.1M/s"}},
	}
}

func size(n int) *int { return &n }

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	if err := result.Encode(&b, full()); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/full.json", b.Bytes())
	back, err := result.Decode(&b, "full.json")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, full()) {
		t.Errorf("read back as %+v", back)
	}
}

func TestJSONEmpty(t *testing.T) {
	var b bytes.Buffer
	if err := result.Encode(&b, &result.Document{Tool: result.Tool{Name: "cpb"}}); err != nil {
		t.Fatal(err)
	}
	const want = "{\n \"schema\": \"cpb/1\",\n \"tool\": {\n  \"name\": \"cpb\"\n },\n \"results\": []\n}\n"
	if b.String() != want {
		t.Errorf("got %s", b.String())
	}
	if back, err := result.Decode(&b, "x.json"); err != nil || len(back.Results) != 0 {
		t.Errorf("read back as %v, %v", back, err)
	}
}

func TestJSONUnwritable(t *testing.T) {
	d := &result.Document{Results: []result.Result{{Primitive: "md5", NsPerCall: math.Inf(1)}}}
	var b bytes.Buffer
	if err := result.Encode(&b, d); err == nil || b.Len() > 0 {
		t.Errorf("an infinite time: error %v, wrote %q", err, b.String())
	}
}

// What people and other versions add to a document does no harm.
func TestJSONTolerates(t *testing.T) {
	for name, text := range map[string]string{
		"unknown fields":   `{"schema":"cpb/1","remarks":[{}],"results":[{"primitive":"md5","colour":{"a":[1]}}]}`,
		"schema last":      `{"results":[{"primitive":"md5"}],"schema":"cpb/1"}`,
		"byte order mark":  "\ufeff" + `{"schema":"cpb/1","results":[{"primitive":"md5"}]}`,
		"nulls":            `{"schema":"cpb/1","host":null,"pairs":null,"results":[{"primitive":"md5","bits":null}]}`,
		"space around":     "\r\n {\"schema\":\"cpb/1\",\r\n\"results\":[{\"primitive\":\"md5\"}]}\r\n\n",
		"low without high": `{"schema":"cpb/1","results":[{"primitive":"md5","low_ns":5}]}`,
	} {
		d, err := result.Decode(strings.NewReader(text), "x.json")
		if err != nil || len(d.Results) != 1 || d.Results[0].Primitive != "md5" {
			t.Errorf("%s: %v, %v", name, d, err)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	// head stands in for the first two lines of a document, so that what follows is on line 3.
	const head = "{\"schema\": \"cpb/1\",\n \"tool\": {\"name\": \"cpb\"},\n"
	for _, c := range []struct{ text, want string }{
		{``, `x.json:1: not a cpb document: unexpected end of JSON input`},
		{`no JSON`, `x.json:1: not a cpb document: invalid character 'o' in literal null (expecting 'u')`},
		{"{\n\"a\": 1,\n}", `x.json:3: not a cpb document: invalid character '}' looking for beginning of object key string`},
		{"{\n\"a\": 1}\n{}", `x.json:3: not a cpb document: invalid character '{' after top-level value`},
		{"{\n\"a\": ", `x.json:2: not a cpb document: unexpected end of JSON input`},
		{`[1]`, `x.json:1: not a cpb document: no field "schema"`},
		{`17`, `x.json:1: not a cpb document: no field "schema"`},
		{`{}`, `x.json:1: not a cpb document: no field "schema"`},
		{"{\n\"schema\": 1}", `x.json:2: not a cpb document: "schema" is 1, not "cpb/1"`},
		{`{"schema": "other/1"}`, `x.json:1: not a cpb document: "schema" is "other/1", not "cpb/1"`},
		{"{\n\"results\": [],\n\"schema\": \"cpb/2\"}", `x.json:3: schema "cpb/2" is not one that this cpb reads (it reads "cpb/1")`},
		{head + "\"tool\": {}}", `x.json:3: "tool" stands twice`},
		{head + "\"results\": {}}", `x.json:3: results: is not a list`},
		{head + "\"results\": [{\"primitive\": \"md5\"},\nnull]}", `x.json:4: results[1]: is null`},
		{head + "\"results\": [\n3]}", `x.json:4: results[0]: cannot be number`},
		{head + "\"results\": [{\n\"bits\": 3}]}", `x.json:3: results[0].primitive: is missing`},
		{head + "\"results\": [{\n\"primitive\":\n\"\"}]}", `x.json:5: results[0].primitive: is missing`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\"ns_per_call\": -1}]}", `x.json:4: results[0].ns_per_call: -1 is negative`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\"ns_per_call\": 1e999}]}", `x.json:4: results[0].ns_per_call: cannot be number 1e999`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\"ns_per_call\": NaN}]}", `x.json:4: not a cpb document: invalid character 'N' looking for beginning of value`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\n\"bits\": 1.5}]}", `x.json:5: results[0].bits: cannot be number 1.5`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\"size_bytes\": \"16\"}]}", `x.json:4: results[0].size_bytes: cannot be string`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\"size_bytes\": -16}]}", `x.json:4: results[0].size_bytes: -16 is negative`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\"launch_ns\": [1, 0]}]}", `x.json:4: results[0].launch_ns: 0 is no time`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\"low_ns\": 2,\n\"high_ns\": 1}]}", `x.json:4: results[0].low_ns: 2 is above high_ns, 1`},
		{head + "\"results\": [{\"primitive\": \"md5\",\n\"source\": {\"line\": -2}}]}", `x.json:4: results[0].source: line -2 is negative`},
		{head + "\"pairs\": [{\"base\": 0,\n\"other\": 1}]}", `x.json:3: pairs[0].base: 0 is no index into the 0 results`},
		{head + "\"results\": [{\"primitive\": \"md5\"}],\n\"pairs\": [{\"base\": 0,\n\"other\": -1}]}", `x.json:5: pairs[0].other: -1 is no index into the 1 results`},
		{head + "\"results\": [{\"primitive\": \"md5\"}],\n\"pairs\": [{\"base\": 0,\n\"other\": 0}]}", `x.json:5: pairs[0].other: 0 is the base too`},
		{head + "\"skipped\": [{\"library\": \"go\"}]}", `x.json:3: skipped[0].reason: is missing`},
		{head + "\"skipped\": [{\"reason\": \"x\", \"size_bytes\": -1}]}", `x.json:3: skipped[0].size_bytes: -1 is negative`},
		{head + "\"warnings\": [{}]}", `x.json:3: warnings[0].message: is missing`},
		{head + "\"warnings\": [{\"message\": \"x\",\n\"line\": -1}]}", `x.json:4: warnings[0].line: -1 is negative`},
		{head + "\"host\": {\"arch\": \"amd64\",\n\"core_hz\": -3e9}}", `x.json:4: host.core_hz: -3e+09 is negative`},
		{head + "\"host\": []}", `x.json:3: host: cannot be array`},
		{head + "\"method\": {\"empty_op_ns\": {\"c\": -1}}}", `x.json:3: method.empty_op_ns: -1 is negative`},
		{head + "\"method\": {\"processor\": -1}}", `x.json:3: method.processor: -1 is negative`},
		{head + "\"method\": {\"command\": \"cpb\"}}", `x.json:3: method.command: cannot be string`},
	} {
		_, err := result.Decode(strings.NewReader(c.text), "x.json")
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestJSONUnreadable(t *testing.T) {
	broken := errors.New("broken")
	if _, err := result.Decode(iotest.ErrReader(broken), "x.json"); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// Whatever is read is either refused with the file's name, or can be written and read again as the same document.
func FuzzDecode(f *testing.F) {
	var b bytes.Buffer
	if err := result.Encode(&b, full()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"schema":"cpb/1","tool":{},"results":[{"primitive":"a","launch_ns":[1e300]}],"skipped":[{"reason":"\u001b[31m"}]}`))
	f.Add([]byte(`{"schema":"cpb/2"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := result.Decode(bytes.NewReader(text), "x.json")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.json:") {
				t.Errorf("error %q names no file and line", err)
			}
			return
		}
		var once, again bytes.Buffer
		if err := result.Encode(&once, d); err != nil {
			t.Fatal(err)
		}
		back, err := result.Decode(bytes.NewReader(once.Bytes()), "x.json")
		if err != nil {
			t.Fatalf("cannot read back: %v\n%s", err, once.Bytes())
		}
		if err := result.Encode(&again, back); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once.Bytes(), again.Bytes()) {
			t.Errorf("not stable:\n%s\n%s", once.Bytes(), again.Bytes())
		}
	})
}
