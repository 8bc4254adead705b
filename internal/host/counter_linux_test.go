package host

import (
	"encoding/binary"
	"errors"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func TestCounter(t *testing.T) {
	onThread(func() {
		c, err := OpenCounter()
		if err != nil {
			t.Logf("not tested here: %v", err)
			return
		}
		defer c.Close()
		before, _, err := c.Read()
		if err != nil {
			t.Error(err)
		}
		const steps = 1_000_000
		x := uint64(1)
		for range steps {
			x *= 0x9e3779b97f4a7c15
		}
		runtime.KeepAlive(x)
		after, running, err := c.Read()
		if err != nil {
			t.Error(err)
		}
		// A multiplication waits for the one before it: a cycle each at the very least.
		if running && after-before < steps {
			t.Errorf("%d core cycles for %d dependent multiplications", after-before, steps)
		}
	})
}

func TestParseCounter(t *testing.T) {
	record := func(values ...uint64) (b []byte) {
		for _, v := range values {
			b = binary.NativeEndian.AppendUint64(b, v)
		}
		return b
	}
	for _, test := range []struct {
		record  []byte
		cycles  uint64
		running bool
		ok      bool
	}{
		{record(5, 9, 9), 5, true, true},
		{record(5, 9, 4), 5, false, true}, // shared with other counters
		{record(0, 0, 0), 0, false, true}, // never on the hardware
		{record(5, 9), 0, false, false},
		{record(5, 9, 9, 1), 0, false, false},
		{nil, 0, false, false},
	} {
		cycles, running, err := parseCounter(test.record)
		if cycles != test.cycles || running != test.running || (err == nil) != test.ok {
			t.Errorf("%v: %d, %v, %v", test.record, cycles, running, err)
		}
	}
}

func TestWhyNoCounter(t *testing.T) {
	for _, test := range []struct {
		errno    error
		paranoid string
		virtual  bool
		want     string
	}{
		{syscall.ENOENT, "2", true, "this virtual machine is given no performance monitoring unit"},
		{syscall.ENOENT, "2", false, "the kernel knows no cycle counter"},
		{syscall.EACCES, "4", false, "kernel.perf_event_paranoid is 4"},
		{syscall.EPERM, "", true, "the kernel refuses"},
		{syscall.ENOSYS, "", false, "no performance events"},
		{syscall.EMFILE, "2", false, "open a cycle counter"},
	} {
		err := whyNoCounter(test.errno, test.paranoid, test.virtual)
		if !strings.Contains(err.Error(), test.want) || !errors.Is(err, test.errno) {
			t.Errorf("%v: %v, want %q in it", test.errno, err, test.want)
		}
	}
}
