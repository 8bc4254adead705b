package worker

import (
	"errors"
	"io"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	requestFD = 3
	replyFD   = 4
	printFD   = 1 // and 2: one memory file

	maxPrinted = 1 << 20 // bytes that a library may print before its writes fail
)

// An fd is a descriptor in blocking mode: a read parks the thread and not the goroutine, which is faster by far when
// both ends are pinned to one processor.
type fd int

func (f fd) Read(p []byte) (int, error) {
	for {
		n, err := unix.Read(int(f), p)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

func (f fd) Write(p []byte) (int, error) {
	done := 0
	for done < len(p) {
		n, err := unix.Write(int(f), p[done:])
		switch {
		case err == unix.EINTR:
		case err != nil:
			return done, err
		default:
			done += n
		}
	}
	return done, nil
}

// contain readies the process for foreign code and returns the two ends of the protocol.
func contain() (in, out fd, err error) {
	for _, f := range []int{requestFD, replyFD} {
		var st unix.Stat_t
		if err := unix.Fstat(f, &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFIFO {
			return 0, 0, errors.New("worker: not started by cpb")
		}
		unix.CloseOnExec(f)
	}
	// What a library prints is bounded: writes beyond fail. It leaves no core.
	signal.Ignore(syscall.SIGXFSZ)
	for what, limit := range map[int]uint64{unix.RLIMIT_FSIZE: maxPrinted, unix.RLIMIT_CORE: 0} {
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
			return 0, 0, err
		}
	}
	return requestFD, replyFD, nil
}

// printed is what was written to standard output or error since it was last asked.
func printed() []byte {
	at, err := unix.Seek(printFD, 0, unix.SEEK_CUR)
	if err != nil || at == 0 {
		return nil
	}
	text := make([]byte, min(at, 4096))
	n, _ := unix.Pread(printFD, text, at-int64(len(text)))
	unix.Ftruncate(printFD, 0)
	unix.Seek(printFD, 0, unix.SEEK_SET)
	return text[:max(0, n)]
}

// children reports whether the process has any, running or dead.
func children() bool {
	_, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
	return err != unix.ECHILD
}
