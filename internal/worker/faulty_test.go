package worker_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/reference"
	"cpb/internal/worker"
	"cpb/library"
	"cpb/result"
)

// faulty is a library that has a chained cipher and signatures, and the fault that its target's properties name.
type faulty struct {
	library.GoMemory
	fault string
}

func init() {
	library.Register(library.Info{
		Name: "faulty", Title: "faults, for these tests", Loop: "go", Hidden: true,
		Interfaces: []library.Interface{{Name: "native"}},
		Find:       func(string) ([]library.Target, error) { return nil, library.ErrNoFile },
		Open:       func(t library.Target) (library.Library, error) { return &faulty{fault: t.Properties}, nil },
	})
}

func (*faulty) Identity() (name, version string) { return "faulty", "1.0" }
func (*faulty) Loaded() result.Loaded            { return result.Loaded{} }
func (*faulty) Offers() []library.Offer          { return nil }

func secondKey() []byte {
	keys, err := catalog.TestKeys("dsa-512")
	if err != nil {
		panic(err)
	}
	return keys[1].Public
}

// late is how many calls a fault that comes late waits for: more than are made before anything is timed.
const late = 200

func (f *faulty) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	if len(calls) == 0 {
		return nil, errors.New("no calls")
	}
	made, iv := 0, bytes.Clone(calls[0].IV)
	return library.NewGoOp(func(call *library.Call) bool {
		made++
		faulty := made > late
		switch c.Operation {
		case catalog.Verify:
			right := reference.Verify(c.Primitive, call.Key, call.In, call.Sig) == nil
			switch f.fault {
			case "says yes":
				return true
			case "says yes to the second key":
				return right || bytes.Equal(call.Key, secondKey())
			case "says no late":
				return right && !faulty
			}
			return right
		case catalog.Sign:
			digest := call.In
			if f.fault == "signs another digest late" && faulty {
				digest = bytes.Repeat([]byte{1}, len(digest))
			}
			sig, err := reference.Sign(c.Primitive, call.Key, digest, uint64(made)) // another one each time
			clear(call.Out)
			copy(call.Out, sig)
			return err == nil
		}
		if c.Work == catalog.Keyed || f.fault == "begins anew late" && faulty {
			iv = bytes.Clone(call.IV)
		}
		out, err := reference.Encrypt(c.Primitive, call.Key, iv, call.In)
		copy(call.Out, out)
		if f.fault == "one bit late" && faulty {
			call.Out[0] ^= 1
		}
		iv = out[len(out)-len(iv):]
		return err == nil
	}, calls), nil
}

func openFaulty(t *testing.T, fault string, inPlace bool) *worker.Client {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	aes, _ := catalog.Lookup("aes-128-cbc")
	dsa, _ := catalog.Lookup("dsa-512")
	q := worker.OpenRequest{Processor: -1, Seed: 1, InPlace: inPlace}
	q.Room.Add(aes, 64)
	q.Room.Add(dsa, 0)
	c, err := worker.Start(t.Context(), program, library.Target{Library: "faulty", Properties: fault}, q, worker.Timeout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { worker.Close(c) })
	if _, err := c.Opened(); err != nil {
		t.Fatal(err)
	}
	return c
}

var (
	chained = library.Cell{Primitive: "aes-128-cbc", Operation: catalog.Encrypt, Interface: "native", Work: catalog.Update, SizeBytes: 64}
	keyed   = library.Cell{Primitive: "aes-128-cbc", Operation: catalog.Encrypt, Interface: "native", Work: catalog.Keyed, SizeBytes: 64}
	signing = library.Cell{Primitive: "dsa-512", Operation: catalog.Sign, Interface: "native", Work: catalog.Message}
	proving = library.Cell{Primitive: "dsa-512", Operation: catalog.Verify, Interface: "native", Work: catalog.Message}
)

// TestNeverTheSame: chains and signatures with random numbers in them give something else each time, and are right. So do
// ciphers in place, of what they made before.
func TestNeverTheSame(t *testing.T) {
	for _, inPlace := range []bool{false, true} {
		neverTheSame(t, openFaulty(t, "", inPlace))
	}
}

func neverTheSame(t *testing.T, c *worker.Client) {
	for _, cell := range []library.Cell{chained, keyed, signing, proving} {
		for key := range 2 {
			p, err := c.Prepare(worker.PrepareRequest{Cell: cell, Answers: true, Gauge: true, Key: key})
			if err != nil {
				t.Fatalf("%s %s: %v", cell.Primitive, cell.Operation, err)
			}
			if (p.Digest != "") != (cell.Operation == catalog.Encrypt) || (len(p.Signatures) > 0) != (cell == signing || cell == proving) {
				t.Errorf("%s %s: %+v", cell.Primitive, cell.Operation, p)
			}
		}
		for _, q := range []worker.SampleRequest{{Calls: 1, Slices: 1}, {Warm: 1, Calls: 2, Slices: 3}, {Warm: 20, Calls: 20, Slices: 2}, {Calls: 1, Slices: 1}} {
			if _, err := c.Sample(q, time.Millisecond); err != nil {
				t.Errorf("%s %s, %+v: %v", cell.Primitive, cell.Operation, q, err)
			}
		}
	}
}

// TestFaults: what is wrong is seen, also where it begins when samples are taken.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		fault   string
		cell    library.Cell
		inPlace bool
		prepare bool // whether it shows at once
		want    string
	}{
		{"begins anew late", chained, false, false, "not what Go makes of the same message in the same chain"},
		{"begins anew late", chained, true, false, "not what Go makes of the same message in the same chain"},
		{"one bit late", keyed, false, false, "its output changed"},
		{"one bit late", keyed, true, false, "its output changed"},
		{"signs another digest late", signing, false, false, "its signature is wrong: Go says: the signature does not hold"},
		{"says no late", proving, false, false, "calls returned a failure"},
		{"says yes", proving, false, true, "it accepts a signature"},
	} {
		c := openFaulty(t, test.fault, test.inPlace)
		_, err := c.Prepare(worker.PrepareRequest{Cell: test.cell, Answers: test.prepare})
		if !test.prepare {
			if err != nil {
				t.Errorf("%s: %v", test.fault, err)
				continue
			}
			_, err = c.Sample(worker.SampleRequest{Calls: late, Slices: 2}, time.Second)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.fault, err, test.want)
		}
	}
}

// TestEachKey: that false signatures are refused is seen to with each key, not the first alone.
func TestEachKey(t *testing.T) {
	c := openFaulty(t, "says yes to the second key", false)
	for key := range catalog.TestKeyCount {
		_, err := c.Prepare(worker.PrepareRequest{Cell: proving, Key: key})
		if (err != nil) != (key == 1) {
			t.Errorf("key %d: %v", key, err)
		}
	}
}

// TestExchange: a worker is given signatures to verify, and says where one does not hold.
func TestExchange(t *testing.T) {
	c := openFaulty(t, "", false)
	made, err := c.Prepare(worker.PrepareRequest{Cell: signing, Answers: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Prepare(worker.PrepareRequest{Cell: proving, Signatures: made.Signatures}); err != nil {
		t.Error(err)
	}
	last := made.Signatures[len(made.Signatures)-1]
	last[len(last)-1] ^= 1
	if _, err := c.Prepare(worker.PrepareRequest{Cell: proving, Signatures: made.Signatures}); err == nil {
		t.Error("a signature that was changed is accepted")
	}
}
