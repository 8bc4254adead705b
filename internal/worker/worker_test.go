package worker_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"cpb/catalog"
	"cpb/internal/worker"
	"cpb/library"
	_ "cpb/library/fake"
)

func TestMain(m *testing.M) {
	worker.Hook()
	os.Exit(m.Run())
}

func start(t *testing.T, ctx context.Context, q worker.OpenRequest, timeout time.Duration) *worker.Client {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := worker.Start(ctx, program, library.Target{Library: "fake", Properties: "version=1.0"}, q, timeout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { worker.Close(c) })
	return c
}

var sha256, _ = catalog.Lookup("sha256")

func room(sizes ...int) (r worker.Room) {
	for _, n := range sizes {
		r.Add(sha256, n)
	}
	return r
}

func open(t *testing.T, q worker.OpenRequest) (*worker.Client, *worker.Opened) {
	t.Helper()
	c := start(t, t.Context(), q, worker.Timeout)
	o, err := c.Opened()
	if err != nil {
		t.Fatal(err)
	}
	return c, o
}

var cell = library.Cell{Primitive: "sha256", Operation: catalog.Hash, Interface: "native", Work: catalog.Message, SizeBytes: 64}

// TestConversation goes once through the protocol. The fake's SHA-256 of 64 bytes takes 100 ns and two blocks of 32.
func TestConversation(t *testing.T) {
	c, o := open(t, worker.OpenRequest{Processor: -1, Seed: 1, Room: room(64), Survey: true})
	if o.Name != "fake" || o.Version != "1.0" || len(o.Offers) == 0 || o.EmptyOpNs != 0 || o.ClockNs != 0 || o.Scheduler != "other" {
		t.Errorf("opened %+v", o)
	}
	p, err := c.Prepare(worker.PrepareRequest{ID: 7, Cell: cell, Answers: true, Gauge: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Digest) != 64 || p.Period != 1 || p.CallNs < 163 || p.CallNs > 164 {
		t.Errorf("prepared %+v, want about 164 ns a call", p)
	}
	s, err := c.Sample(worker.SampleRequest{ID: 7, Warm: 10, Calls: 1000, Slices: 3}, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if s.SliceNs != 164_000 || s.TotalNs != 3*164_000 {
		t.Errorf("3 slices of 1000 calls took %v ns each, %d together, want 164000 each", s.SliceNs, s.TotalNs)
	}
}

// TestSameMessages: the seed alone decides what the messages hold, wherever they lie.
func TestSameMessages(t *testing.T) {
	digest := func(seed, layout uint64, misalign, maxSize int) string {
		c, _ := open(t, worker.OpenRequest{Processor: -1, Seed: seed, Layout: layout, Room: room(64, maxSize), Misalign: misalign})
		p, err := c.Prepare(worker.PrepareRequest{Cell: cell})
		if err != nil {
			t.Fatal(err)
		}
		return p.Digest
	}
	one := digest(1, 1, 0, 64)
	if two := digest(1, 2, 7, 1<<20); one != two {
		t.Error("another layout gives other messages")
	}
	if other := digest(2, 1, 0, 64); one == other {
		t.Error("another seed gives the same messages")
	}
}

// TestRefusals: what makes no sense gets a reason, and the worker goes on.
func TestRefusals(t *testing.T) {
	nowhere := start(t, t.Context(), worker.OpenRequest{Processor: 1 << 20}, worker.Timeout)
	if _, err := nowhere.Opened(); err == nil || !strings.Contains(err.Error(), "no such processor") {
		t.Errorf("processor 2^20: %v", err)
	}
	c, _ := open(t, worker.OpenRequest{Processor: -1, Room: room(64)})
	for name, bad := range map[string]library.Cell{
		"rot13":     {Primitive: "rot13", Operation: catalog.Hash, Interface: "native", Work: catalog.Message},
		"md4":       {Primitive: "md4", Operation: catalog.Hash, Interface: "native", Work: catalog.Message},
		"telepathy": {Primitive: "sha256", Operation: catalog.Hash, Interface: "telepathy", Work: catalog.Message},
	} {
		if _, err := c.Prepare(worker.PrepareRequest{Cell: bad}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	long := cell
	long.SizeBytes = 1 << 20
	if _, err := c.Prepare(worker.PrepareRequest{Cell: long}); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("a message longer than room was asked for: %v", err)
	}
	if _, err := c.Sample(worker.SampleRequest{ID: 99, Calls: 1}, 0); err == nil || !strings.Contains(err.Error(), "not prepared") {
		t.Errorf("a cell that was not prepared: %v", err)
	}
	if _, err := c.Prepare(worker.PrepareRequest{Cell: cell}); err != nil {
		t.Errorf("after refusals: %v", err)
	}
	for _, bad := range []worker.SampleRequest{{Calls: 1}, {Slices: 1}, {Calls: 1, Slices: worker.MaxSlices + 1}, {Warm: -1, Calls: 1, Slices: 1}} {
		if _, err := c.Sample(bad, 0); err == nil || !strings.Contains(err.Error(), "a sample of") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// TestClosed: a client that was closed answers with the end of its worker, at once.
func TestClosed(t *testing.T) {
	c, _ := open(t, worker.OpenRequest{Processor: -1, Room: room(64)})
	worker.Close(c)
	if _, err := c.Prepare(worker.PrepareRequest{Cell: cell}); err == nil {
		t.Error("a closed worker answered")
	}
	worker.Close(c)
}

// TestContext: a worker ends with its context.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := start(t, ctx, worker.OpenRequest{Processor: -1, Room: room(64)}, time.Hour)
	if _, err := c.Opened(); err != nil {
		t.Fatal(err)
	}
	cancel()
	for {
		if _, err := c.Prepare(worker.PrepareRequest{Cell: cell}); err != nil {
			break
		}
	}
}

// TestByHand: someone who types cpb worker is told that this is not for them.
func TestByHand(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "worker").CombinedOutput()
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() != 2 || !strings.Contains(string(out), "cpb: error: worker: not started by cpb") {
		t.Errorf("%v: %s", err, out)
	}
}
