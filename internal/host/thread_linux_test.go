package host

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// As a child of a test, this program prints what it inherited and ends.
func TestMain(m *testing.M) {
	if os.Getenv("CPB_HOST_TEST") == "child" {
		fmt.Println(inherited())
		return
	}
	os.Exit(m.Run())
}

// inherited is the calling thread's processors and scheduling policy.
func inherited() string {
	set, err := affinity()
	if err != nil {
		return err.Error()
	}
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("processors %v, policy %d", cpusOf(set), attr.Policy)
}

func child(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CPB_HOST_TEST=child")
	out, err := cmd.Output()
	if err != nil {
		t.Error(err)
	}
	return strings.TrimSpace(string(out))
}

func TestPin(t *testing.T) {
	all := Usable()
	onThread(func() {
		for _, cpu := range all {
			if err := Pin(cpu); err != nil {
				t.Error(err)
			}
			if set, err := affinity(); err != nil || !slices.Equal(cpusOf(set), []int{cpu}) {
				t.Errorf("pinned to %d: %v, %v", cpu, cpusOf(set), err)
			}
		}
		if got := Usable(); !slices.Equal(got, all) {
			t.Errorf("usable from a pinned thread: %v, want %v", got, all)
		}
		for _, cpu := range []int{-1, 1 << 15, 1 << 30} {
			if err := Pin(cpu); err == nil {
				t.Errorf("pinned to processor %d", cpu)
			}
		}
	})
}

func TestUnpinned(t *testing.T) {
	cpu := Usable()[len(Usable())-1]
	for _, realTime := range []bool{false, true} {
		onThread(func() {
			if err := Pin(cpu); err != nil {
				t.Error(err)
				return
			}
			policy := unix.SCHED_NORMAL
			if realTime {
				switch err := RealTime(1); {
				case errors.Is(err, os.ErrPermission):
					t.Logf("not tested with real-time scheduling: %v", err)
					return
				case err != nil:
					t.Error(err)
					return
				}
				policy = unix.SCHED_FIFO
			}
			held := fmt.Sprintf("processors [%d], policy %d", cpu, policy)
			if got := inherited(); got != held {
				t.Errorf("before: %s, want %s", got, held)
			}
			// Real-time scheduling is not inherited in any case.
			if got, want := child(t), fmt.Sprintf("processors [%d], policy %d", cpu, unix.SCHED_NORMAL); got != want {
				t.Errorf("a child of the pinned thread: %s, want %s", got, want)
			}
			failure := errors.New("failure")
			if err := Unpinned(func() error {
				if got, want := inherited(), fmt.Sprintf("processors %v, policy %d", Usable(), policy); got != want {
					t.Errorf("inside: %s, want %s", got, want)
				}
				if got, want := child(t), fmt.Sprintf("processors %v, policy %d", Usable(), policy); got != want {
					t.Errorf("a child: %s, want %s", got, want)
				}
				return failure
			}); err != failure {
				t.Errorf("error %v, want the function's own", err)
			}
			if got := inherited(); got != held {
				t.Errorf("after: %s, want %s", got, held)
			}
		})
	}
}

// A thread that sleeps is seen to make way.
func TestSwitches(t *testing.T) {
	cpu := Usable()[0]
	onThread(func() {
		if err := Pin(cpu); err != nil {
			t.Error(err)
			return
		}
		_, before, _ := switches()
		for range 3 { // waiting by itself counts as voluntary
			if err := unix.Nanosleep(&unix.Timespec{Nsec: 1000}, nil); err != nil && err != syscall.EINTR {
				t.Error(err)
			}
		}
		if _, after, known := switches(); !known || after-before < 3 {
			t.Errorf("%d voluntary switches in 3 sleeps, known %v", after-before, known)
		}
	})
}
