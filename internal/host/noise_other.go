//go:build !linux

package host

func switches() (involuntary, voluntary int64, known bool) { return 0, 0, false }
