package host

import "golang.org/x/sys/unix"

func switches() (involuntary, voluntary int64, known bool) {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &usage) != nil {
		return 0, 0, false
	}
	return int64(usage.Nivcsw), int64(usage.Nvcsw), true
}
