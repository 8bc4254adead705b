//go:build cgo && linux

package shim

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// counted is a library with an op of its own. A call executes mov, three times dec and jnz, call, ret, xor, ret: 11 instructions in 7
// places.
const counted = `
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "shim.h"
__asm__(".text\n.balign 64\n"
	"called: ret\n"
	".byte 0x90, 0x90, 0x90\n"
	"run: mov $3, %ecx\n"  /* at 4, 5 bytes */
	"1: dec %ecx\n"        /* 9, 2 bytes */
	"jnz 1b\n"             /* 11, 2 bytes */
	"call called\n"        /* 13, 5 bytes */
	"xor %eax, %eax\n"     /* 18, 2 bytes */
	"ret\n"                /* 20 */
	".byte 0x90\n"
	"breakpoint: int3\n"
	"ret\n");
int run(struct cpb_call *call);
int breakpoint(struct cpb_call *call);
static const char *init(struct cpb_call *call) { (void)call; return NULL; }
static void fini(struct cpb_call *call) { (void)call; }
static int failing(struct cpb_call *call) { run(call); return 1; }

/* A trap as the kernel reports one: a process may send itself any. */
static int trap(int code)
{
	siginfo_t info;

	memset(&info, 0, sizeof(info));
	info.si_code = code;
	return syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), SIGTRAP, &info) != 0;
}
static int hardware(struct cpb_call *call) { (void)call; return trap(TRAP_HWBKPT); }
static int kernel(struct cpb_call *call) { (void)call; return trap(SI_KERNEL); }
static int sent(struct cpb_call *call) { (void)call; return trap(SI_QUEUE); }
const struct cpb_op hardware_op = {init, hardware, fini, 1};
const struct cpb_op kernel_op = {init, kernel, fini, 1};
const struct cpb_op sent_op = {init, sent, fini, 1};
const struct cpb_op op = {init, run, fini, 1};
const struct cpb_op failing_op = {init, failing, fini, 1};
const struct cpb_op breakpoint_op = {init, breakpoint, fini, 1};
`

// library compiles counted and makes a batch of one of its ops, on a thread that the test keeps. It skips the test where calls cannot be
// stepped through.
func library(t *testing.T, op string) (path string, b *Batch) {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil || runtime.GOARCH != "amd64" {
		t.Skip("needs gcc, for x86-64")
	}
	path = filepath.Join(t.TempDir(), "libcounted.so")
	cmd := exec.Command(gcc, "-shared", "-fPIC", "-O2", "-I.", "-x", "c", "-", "-o", path)
	cmd.Stdin = strings.NewReader(counted)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	handle, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err = Prepare(Symbol(handle, op), nil, make([]Call, 2))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return path, b
}

// stepped is a trace, or the test is skipped on a system that has none (some emulators).
func stepped(t *testing.T, b *Batch, limit int64) *Trace {
	t.Helper()
	trace, err := b.Trace(limit)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// TestTrace: every instruction of a call is seen, and none else; also when the code was moved into memory of no file.
func TestTrace(t *testing.T) {
	path, b := library(t, "op")
	for _, moved := range []bool{false, true} {
		if moved {
			if err := RenewCode(); err != nil {
				t.Fatal(err)
			}
		}
		trace := stepped(t, b, 1000)
		if trace.Steps != 11 || trace.Cut || trace.Failed || trace.Elsewhere != 0 || len(trace.Files) != 1 {
			t.Fatalf("%+v, want 11 steps in one file", trace)
		}
		f := trace.Files[0]
		var at []uint64
		for _, x := range f.Instructions {
			at = append(at, x%64)
		}
		if f.Path != path || f.Steps != 11 || !slices.Equal(at, []uint64{0, 4, 9, 11, 13, 18, 20}) {
			t.Errorf("%s: %d steps at %d modulo 64", f.Path, f.Steps, at)
		}
	}
	if n := b.Time(3, 3, make([]int64, 1)); n != 0 {
		t.Errorf("%d of 6 calls fail afterwards", n)
	}
}

// TestTraceLimit: a call goes on without being stepped through, and what it reports counts.
func TestTraceLimit(t *testing.T) {
	_, b := library(t, "failing_op")
	if trace := stepped(t, b, 5); trace.Steps != 5 || !trace.Cut || !trace.Failed {
		t.Errorf("%+v, want 5 steps, cut, and a failure", trace)
	}
	if trace := stepped(t, b, 1000); trace.Steps < 13 || trace.Cut || !trace.Failed {
		t.Errorf("%+v, want all steps and a failure", trace)
	}
}

// TestTraceExactLimit: a call of as many instructions as the limit is all there.
func TestTraceExactLimit(t *testing.T) {
	_, b := library(t, "op")
	if trace := stepped(t, b, 11); trace.Steps != 11 || trace.Cut {
		t.Errorf("%+v, want 11 steps, and all", trace)
	}
	if trace := stepped(t, b, 10); trace.Steps != 10 || !trace.Cut {
		t.Errorf("%+v, want 10 steps, cut", trace)
	}
}

// TestTraceUntold: a trap that is no breakpoint, and not said to be a step, is one that this system has not got.
func TestTraceUntold(t *testing.T) {
	for _, op := range []string{"hardware_op", "kernel_op"} {
		_, b := library(t, op)
		if trace, err := b.Trace(1000); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %+v, %v", op, trace, err)
		}
	}
}

// TestTraceBreakpoint: a breakpoint in the code ends the process as it does without us, and so does a signal that was sent.
func TestTraceBreakpoint(t *testing.T) {
	if op := os.Getenv("CPB_TEST_BREAKPOINT"); op != "" {
		_, b := library(t, op)
		if err := Contain(); err != nil {
			t.Fatal(err)
		}
		_, err := b.Trace(1000)
		t.Fatal("still here: ", err)
	}
	_, b := library(t, "op")
	stepped(t, b, 1000) // or skipped
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range []string{"breakpoint_op", "sent_op"} {
		cmd := exec.Command(program, "-test.run=^TestTraceBreakpoint$")
		cmd.Env = append(os.Environ(), "CPB_TEST_BREAKPOINT="+op)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(err.Error(), "signal: trace/breakpoint trap") {
			t.Errorf("%s: it ends with %v, want SIGTRAP\n%s", op, err, out)
		}
	}
}
