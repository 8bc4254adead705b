//go:build !linux

package host

import (
	"errors"
	"fmt"
	"runtime"
)

// A Counter counts core cycles. There is none on this system.
type Counter struct{}

// OpenCounter says why there is none.
func OpenCounter() (*Counter, error) {
	return nil, fmt.Errorf("cycle counters: %w on %s", errors.ErrUnsupported, runtime.GOOS)
}

// Read is not reached: no Counter is ever opened.
func (c *Counter) Read() (cycles uint64, running bool, err error) {
	return 0, false, errors.ErrUnsupported
}

// Close is not reached.
func (c *Counter) Close() error { return nil }
