package report

import (
	"cmp"
	"io"

	"cpb/result"
)

// Verified writes what cpb verify found: d's results are what computes the right thing, without times; what does not, or
// is missing, is skipped.
func Verified(w io.Writer, d *result.Document, o Options) error {
	p := newPage(o)
	var right gathering
	for i := range d.Results {
		r := &d.Results[i]
		right.add(said{
			library:   cmp.Or(result.ImplementationName(r.Library, r.Version, r.Label, "", ""), "unnamed"),
			iface:     r.Interface,
			primitive: r.Primitive, operation: r.Operation,
		})
	}
	if len(d.Results) == 0 {
		p.heading("nothing verified")
	}
	p.section("verified", right.remarks(implementations))
	p.section("skipped", skipped(d))
	p.section("warnings", warnings(d))
	_, err := io.WriteString(w, p.text.String())
	return err
}
