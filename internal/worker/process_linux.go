package worker

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"cpb/internal/host"
	"cpb/internal/root"
	"cpb/library"
)

// A process is one worker as the system sees it.
type process struct {
	cmd      *exec.Cmd
	requests fd
	replies  fd
	printed  int // the memory file behind its standard output and error

	mu     sync.Mutex
	waited bool
	status syscall.WaitStatus
}

func startProcess(program string, target library.Target) (*process, error) {
	info, ok := library.Lookup(target.Library)
	if !ok {
		return nil, fmt.Errorf("no library %q", target.Library)
	}
	argv, err := command(target.Root, program)
	if err != nil {
		return nil, err
	}
	var toWorker, fromWorker [2]int
	if err := unix.Pipe2(toWorker[:], unix.O_CLOEXEC); err != nil {
		return nil, err
	}
	if err := unix.Pipe2(fromWorker[:], unix.O_CLOEXEC); err != nil {
		unix.Close(toWorker[0])
		unix.Close(toWorker[1])
		return nil, err
	}
	p := &process{requests: fd(toWorker[1]), replies: fd(fromWorker[0])}
	theirs := []*os.File{os.NewFile(uintptr(toWorker[0]), "requests"), os.NewFile(uintptr(fromWorker[1]), "replies")}
	defer theirs[0].Close()
	defer theirs[1].Close()
	if p.printed, err = unix.MemfdCreate("cpb-worker-output", unix.MFD_CLOEXEC); err != nil {
		p.close()
		return nil, err
	}
	// The child's copies share the offset of a duplicate, so that it can tell how much it printed.
	output, err := unix.FcntlInt(uintptr(p.printed), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		p.close()
		return nil, err
	}
	stdout := os.NewFile(uintptr(output), "output")
	defer stdout.Close()

	p.cmd = &exec.Cmd{
		Path:       argv[0],
		Args:       argv,
		Env:        environ(os.Environ(), info, target),
		Stdout:     stdout,
		Stderr:     stdout,
		ExtraFiles: theirs,
		// A group of its own keeps the terminal's Ctrl-C from it and lets it be ended with all that it starts.
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	}
	// A child inherits its parent's processor and scheduler, and so would all the threads of its runtime.
	if err := host.Unpinned(p.cmd.Start); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// command is root.Command's answer and the argument that makes a worker, looked up once: it reads whole files.
func command(dir, program string) ([]string, error) {
	type key struct{ dir, program string }
	type answer struct {
		argv []string
		err  error
	}
	known, ok := commands.Load(key{dir, program})
	if !ok {
		argv, err := root.Command(dir, program)
		known, _ = commands.LoadOrStore(key{dir, program}, answer{append(argv, argument), err})
	}
	a := known.(answer)
	return a.argv, a.err
}

var commands sync.Map

// environ is the environment of a worker. What would load other code than asked for is taken out; what a library needs is
// set by its package; a pad of random length moves the stack, so that launches average over its placement (Mytkowicz et
// al., Producing Wrong Data Without Doing Anything Obviously Wrong, ASPLOS 2009).
func environ(parent []string, info library.Info, target library.Target) []string {
	drop := []string{"LD_PRELOAD", "LD_AUDIT", "GODEBUG", padName}
	if target.Root != "" {
		drop = append(drop, "LD_LIBRARY_PATH")
	}
	add := []string{"GODEBUG=asyncpreemptoff=1", padName + "=" + strings.Repeat("x", rand.IntN(page))}
	if info.Environ != nil {
		for _, v := range info.Environ(target) {
			name, value, set := strings.Cut(v, "=")
			drop = append(drop, name)
			switch {
			case name == "GODEBUG":
				add[0] += "," + value
			case set:
				add = append(add, v)
			}
		}
	}
	env := slices.DeleteFunc(slices.Clone(parent), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(drop, name)
	})
	return append(env, add...)
}

const padName = "CPB_PAD"

// kill ends the worker's whole group. It may be called at any time, by any goroutine, more than once.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waited {
		return // the number may be another process's by now
	}
	syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
}

// wait reaps the worker, once.
func (p *process) wait() {
	p.mu.Lock()
	done := p.waited
	p.mu.Unlock()
	if done {
		return
	}
	// Reaping frees the number for reuse, so it happens under the lock; until then the process stays a zombie, and the
	// group can be killed.
	for unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // children that its library left behind
	p.cmd.Wait()
	p.status, _ = p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	p.waited = true
	p.close()
}

func (p *process) close() {
	unix.Close(int(p.requests))
	unix.Close(int(p.replies))
	if p.printed > 0 {
		unix.Close(p.printed)
	}
}

// autopsy waits for the worker, which is ending, and tells how it ended and the last thing that it printed.
func (p *process) autopsy() (how, last string) {
	text := make([]byte, 4096)
	var st unix.Stat_t
	if unix.Fstat(p.printed, &st) == nil {
		n, _ := unix.Pread(p.printed, text, max(0, st.Size-int64(len(text))))
		last = tail(text[:max(0, n)])
	}
	p.wait()
	switch {
	case p.status.Signaled() && p.status.Signal() != syscall.SIGKILL:
		how = "killed by " + unix.SignalName(p.status.Signal())
	case p.status.Exited():
		how = fmt.Sprintf("ended by itself with exit status %d", p.status.ExitStatus())
	default:
		how = "was killed"
	}
	return how, last
}
