package host

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"cpb/internal/host/procfs"
)

// Everything here is about the calling thread: the caller has locked its goroutine to it (runtime.LockOSThread). Only the measuring
// thread and its driver are to be pinned, never the process: the Go runtime's other threads would get in their way.

// original is the affinity that the process started with: read before anything can have pinned a thread.
var original, originalErr = affinity()

// Usable are the processors that this process may run on, ascending, whatever the calling thread is pinned to.
func Usable() []int {
	cpus := cpusOf(original)
	if len(cpus) == 0 {
		return []int{0}
	}
	return cpus
}

// Pin keeps the calling thread on one processor. It fails for one that is not usable.
func Pin(cpu int) error {
	if cpu < 0 || cpu >= procfs.MaxCPU {
		return fmt.Errorf("pin to processor %d: no such processor", cpu)
	}
	set := unix.NewCPUSet(cpu + 1)
	set.Set(cpu)
	if err := unix.SchedSetaffinityDynamic(0, set); err != nil {
		return fmt.Errorf("pin to processor %d: %w", cpu, err)
	}
	return nil
}

// RealTime has the calling thread run before every ordinary one (SCHED_FIFO, priority 1 to 99). Its children, and threads that it
// starts, do not inherit that, but for Unpinned's. fs.ErrPermission is an ordinary answer: it takes CAP_SYS_NICE or RLIMIT_RTPRIO.
//
// Where ordinary threads wait for its processor, one that never sleeps is stopped for 50 ms of every second: by
// sched_rt_runtime_us, since Linux 6.12 by the fair server. Unless the machine is set otherwise.
func RealTime(priority int) error {
	err := unix.SchedSetAttr(0, &unix.SchedAttr{
		Policy:   unix.SCHED_FIFO,
		Flags:    unix.SCHED_FLAG_RESET_ON_FORK,
		Priority: uint32(priority),
	}, 0)
	if err != nil {
		return fmt.Errorf("real-time priority %d: %w", priority, err)
	}
	return nil
}

func realTime(attr *unix.SchedAttr) bool {
	return attr.Policy == unix.SCHED_FIFO || attr.Policy == unix.SCHED_RR
}

// Unpinned runs fn, which starts a child process, with the affinity that this process started with, and then pins the calling
// thread again: a child inherits affinity from the thread that starts it. Where the thread has real-time scheduling, the child
// inherits that, so that it need not wait for every ordinary thread to get started; Settle in the child takes it off again.
func Unpinned(fn func() error) (err error) {
	if originalErr != nil {
		return originalErr
	}
	held, err := affinity()
	if err != nil {
		return err
	}
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil {
		return fmt.Errorf("scheduling of the calling thread: %w", err)
	}
	defer func() {
		if back := unix.SchedSetaffinityDynamic(0, held); back != nil {
			err = errors.Join(err, fmt.Errorf("pin the thread again: %w", back))
		}
		if realTime(attr) {
			if back := unix.SchedSetAttr(0, attr, 0); back != nil {
				err = errors.Join(err, fmt.Errorf("set the thread's scheduling again: %w", back))
			}
		}
	}()
	if realTime(attr) {
		// Taking the flag off is a privilege (sched(7)). Without it the child starts like any other.
		_ = unix.SchedSetAttr(0, &unix.SchedAttr{Policy: attr.Policy, Priority: attr.Priority}, 0)
	}
	if err := unix.SchedSetaffinityDynamic(0, original); err != nil {
		return fmt.Errorf("take the thread off its processor: %w", err)
	}
	return fn()
}

// Settle gives all threads of this process ordinary scheduling, whatever they inherited from a thread in Unpinned. The calling
// thread is locked.
func Settle() error {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, task := range tasks {
		tid, err := strconv.Atoi(task.Name())
		if err != nil {
			return err
		}
		attr, err := unix.SchedGetAttr(tid, 0)
		if err != nil || !realTime(attr) { // it may have ended
			continue
		}
		err = unix.SchedSetAttr(tid, &unix.SchedAttr{Policy: unix.SCHED_NORMAL}, 0)
		if err != nil && err != unix.ESRCH {
			return fmt.Errorf("normal scheduling: %w", err)
		}
	}
	return nil
}

// affinity is that of the calling thread. The kernel refuses a mask shorter than its own.
func affinity() (unix.CPUSetDynamic, error) {
	for size := 1024; ; size *= 2 {
		set := unix.NewCPUSet(size)
		err := unix.SchedGetaffinityDynamic(0, set)
		if err == nil {
			return set, nil
		}
		if !errors.Is(err, unix.EINVAL) || size >= procfs.MaxCPU {
			return nil, fmt.Errorf("affinity of the calling thread: %w", err)
		}
	}
}

func cpusOf(set unix.CPUSetDynamic) []int {
	var cpus []int
	for cpu := range procfs.MaxCPU {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}
