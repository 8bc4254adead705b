package explain

import (
	"bytes"
	"slices"
	"testing"

	"cpb/result"
)

// FuzzExplain explains whatever document can be read, in as many groups as its results have runs: it must come to an end, and
// to a document that can be written and read again.
func FuzzExplain(f *testing.F) {
	for _, thread := range threads {
		doc, _ := figures(f, thread)
		var b bytes.Buffer
		if err := result.Encode(&b, doc); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte(`{"schema":"cpb/1","host":{"core_hz":3e9},"results":[
		{"primitive":"sha1","size_bytes":0,"ns_per_call":1e-300,"launch_ns":[1,2]},
		{"primitive":"sha1","size_bytes":64,"ns_per_call":1e300,"launch_ns":[3,4]},
		{"primitive":"x","size_bytes":9223372036854775807,"calls_per_second":1,"cycles_per_byte":2,"cycles":"core"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<16 {
			t.Skip("long lists of launches take long")
		}
		doc, err := result.Decode(bytes.NewReader(text), "x.json")
		if err != nil {
			t.Skip()
		}
		var groups []result.Group
		for i, r := range doc.Results {
			g := slices.IndexFunc(groups, func(g result.Group) bool { return g.Name == r.Run })
			if g < 0 {
				g = len(groups)
				groups = append(groups, result.Group{Name: r.Run})
			}
			groups[g].Results = append(groups[g].Results, i)
		}
		Explain(doc, groups, Options{})
		var b bytes.Buffer
		if err := result.Encode(&b, doc); err != nil {
			t.Fatal(err)
		}
		if _, err := result.Decode(&b, "again.json"); err != nil {
			t.Fatal(err)
		}
	})
}
