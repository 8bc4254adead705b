package host

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Counter counts the core cycles that the thread which opened it spends in user mode: the kernel's are left out, interrupts
// included, and what the thread waits as well.
type Counter struct {
	fd int
}

// OpenCounter opens a counter of the calling thread, which the caller has locked. The error says why there is none.
func OpenCounter() (*Counter, error) {
	fd, err := unix.PerfEventOpen(&unix.PerfEventAttr{
		Type:        unix.PERF_TYPE_HARDWARE,
		Size:        uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Config:      unix.PERF_COUNT_HW_CPU_CYCLES,
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
		Bits:        unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		m := here()
		return nil, whyNoCounter(err, m.text("proc/sys/kernel/perf_event_paranoid"), len(m.hypervisors(cpuidHypervisor())) > 0)
	}
	return &Counter{fd: fd}, nil
}

// whyNoCounter puts the errno of perf_event_open(2) in words.
func whyNoCounter(err error, paranoid string, virtual bool) error {
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV), errors.Is(err, unix.EOPNOTSUPP):
		if virtual {
			return fmt.Errorf("this virtual machine is given no performance monitoring unit: %w", err)
		}
		return fmt.Errorf("the kernel knows no cycle counter of this processor: %w", err)
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		if paranoid != "" {
			return fmt.Errorf("the kernel refuses (kernel.perf_event_paranoid is %s, or a sandbox forbids the call): %w", paranoid, err)
		}
		return fmt.Errorf("the kernel refuses: %w", err)
	case errors.Is(err, unix.ENOSYS):
		return fmt.Errorf("this kernel has no performance events: %w", err)
	}
	return fmt.Errorf("open a cycle counter: %w", err)
}

// Read is the core cycles since the counter was opened. running is false where the hardware counted something else for a part of that
// time: cycles are too few then.
func (c *Counter) Read() (cycles uint64, running bool, err error) {
	var buffer [24]byte
	n, err := unix.Read(c.fd, buffer[:])
	if err != nil {
		return 0, false, fmt.Errorf("read the cycle counter: %w", err)
	}
	return parseCounter(buffer[:n])
}

// parseCounter: value, time enabled, time running, by read_format of perf_event_open(2).
func parseCounter(record []byte) (cycles uint64, running bool, err error) {
	if len(record) != 24 {
		return 0, false, fmt.Errorf("read the cycle counter: %d bytes, want 24", len(record))
	}
	enabled, ran := binary.NativeEndian.Uint64(record[8:]), binary.NativeEndian.Uint64(record[16:])
	return binary.NativeEndian.Uint64(record), enabled > 0 && ran == enabled, nil
}

// Close ends counting.
func (c *Counter) Close() error { return unix.Close(c.fd) }
