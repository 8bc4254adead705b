//go:build !linux

package worker

import (
	"errors"
	"io"

	"cpb/library"
)

// Containing foreign code, and pinning it to a processor, is done with what Linux has for that. Elsewhere cpb builds, for what it
// does without measuring.
var errLinuxOnly = errors.New("libraries are loaded and measured on Linux only")

type process struct {
	requests io.Writer
	replies  io.Reader
}

func startProcess(string, library.Target) (*process, error) { return nil, errLinuxOnly }

func contain() (in io.Reader, out io.Writer, err error) { return nil, nil, errLinuxOnly }

func (*process) kill() {}

func (*process) wait() {}

func (*process) autopsy() (how, last string) { return "", "" }

func printed() []byte { return nil }

func children() bool { return false }
