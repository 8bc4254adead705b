package bsslspeed

import ("testing";"os";"fmt";"cpb/internal/ingest")

func TestDump(t *testing.T) {
	f, err := os.Open(os.Getenv("DUMP")); if err != nil { t.Skip() }
	var c ingest.Collector
	if err := ingest.Read(f, os.Getenv("DUMP"), &c, ingest.Options{}); err != nil { t.Fatal(err) }
	d := c.Finish()
	for _, r := range d.Results {
		s := -1; if r.SizeBytes != nil { s = *r.SizeBytes }
		fmt.Printf("%d [%s] lib=%s if=%s %s op=%s work=%s size=%d bits=%d thr=%d ns=%g cps=%g bps=%g calls=%d sec=%g spread=%g/%s printed=%q det=%q unk=%v\n", r.Source.Line, r.Run, r.Library, r.Interface, r.Primitive, r.Operation, r.Work, s, r.Bits, r.Threads, r.NsPerCall, r.CallsPerSecond, r.BytesPerSecond, r.Calls, r.Seconds, r.Spread, r.Spreads, r.Printed, r.Detail, r.Unknown)
	}
	for _, w := range d.Warnings { fmt.Printf("W %s:%d %s\n", w.Kind, w.Line, w.Message) }
}
