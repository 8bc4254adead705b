//go:build !linux

package host

import (
	"errors"
	"fmt"
	"runtime"
)

// Usable are the processors that this process may run on. Their numbers are not known here: they are counted.
func Usable() []int {
	cpus := make([]int, runtime.NumCPU())
	for i := range cpus {
		cpus[i] = i
	}
	return cpus
}

// Pin is not known on this system.
func Pin(cpu int) error {
	return fmt.Errorf("pin to processor %d: %w on %s", cpu, errors.ErrUnsupported, runtime.GOOS)
}

// RealTime is not known on this system.
func RealTime(priority int) error {
	return fmt.Errorf("real-time priority %d: %w on %s", priority, errors.ErrUnsupported, runtime.GOOS)
}

// Settle has nothing to do.
func Settle() error { return nil }

// Unpinned runs fn: no thread is ever pinned on this system.
func Unpinned(fn func() error) error { return fn() }
